"""What the model says at the pin, beside measurements and where there are none: values, bands, residuals, words."""

from dataclasses import dataclass

from data.answer import Answer
from data.tables import vocabulary
from model.standing import Curve, Standing, standing
from pages.ui import beside, extrapolated
from pages.ui.formats import compact, listing
from pages.ui.wattless import wattless

MOST_NAMED = 3
MOST_BANDS = 2  # more than two filled bands are fog


@dataclass(frozen=True, slots=True)
class Expected:
    """One modelled curve at the pin, in the unit of y, with its 90 % band.

    `half_width` is that of the band in speed and throughput together; at one speed a steep curve's is far wider.
    """

    curve: Curve
    standing: Standing
    low: float
    high: float
    half_width: float

    def overlaps(self, low: float, high: float) -> bool:
        """Whether nobody can say which is better, this or what lies between `low` and `high`."""
        return self.low <= high and low <= self.high


def expected(answer: Answer) -> list[Expected]:
    """Every modelled curve that reaches the pin, best first."""
    curves = [*answer.modelled, *(answer.curves if answer.promoted else ())]
    found = [e for curve in curves if (e := at_pin(answer, curve))]
    return sorted(found, key=lambda e: e.standing.value, reverse=not curves or curves[0].maximise_y)


def alike(answer: Answer, one: Curve, two: Curve) -> bool:
    """Whether two modelled curves have overlapping bands at the pin, so that neither leads; False for measured ones."""
    if one.what_if is None or two.what_if is None:
        return False
    first, second = at_pin(answer, one), at_pin(answer, two)
    return bool(first and second and first.overlaps(second.low, second.high))


def at_pin(answer: Answer, curve: Curve) -> Expected | None:
    """What a modelled curve says at the pin; None where it does not reach it."""
    said = standing(curve, answer.question.pin)
    if said.value is None:
        return None
    y, low, high = (answer.points[name][said.row] for name in ("y", "y_low", "y_high"))
    total, most = (answer.points[name][said.row] for name in ("tput_total", "tput_high"))
    return Expected(curve, said, said.value * low / y, said.value * high / y, most / total - 1)


def banded(answer: Answer) -> list[Curve]:
    """The modelled curves whose band is filled: of the best two at the pin, the one highlighted, and what-ifs."""
    own = answer.curves if answer.promoted else answer.modelled
    best = {_cell(answer.curves[s.series]): s.value for s in answer.standings if s.value is not None}
    best |= {_cell(e.curve): e.standing.value for e in alone(answer) if not e.curve.what_if}
    larger_first = bool(answer.curves) and answer.curves[0].maximise_y
    first = sorted(best, key=best.get, reverse=larger_first)[:MOST_BANDS]
    chosen = answer.question.highlight
    return [c for c in own if c.what_if or _cell(c) in first or c.accelerator == chosen]


def _cell(curve: Curve) -> tuple[str, str, str]:
    return curve.accelerator, curve.precision, curve.decoding


def alone(answer: Answer) -> list[Expected]:
    """Those without a measured value at the pin: model-only accelerators, what-ifs, and faster than any point."""
    if answer.promoted:
        return []
    reaching = [answer.curves[s.series] for s in answer.standings if s.kind != "none"]
    only = beside.only(reaching, answer.modelled)
    return [e for e in expected(answer) if e.curve in only]


def residuals(answer: Answer) -> dict[str, float]:
    """Model over measurement less one at the pin, by accelerator and precision, where both have a value there."""
    measured = {(c.accelerator, c.precision, c.decoding): s for c, s in _measured(answer) if s.kind == "value"}
    own = [e for e in expected(answer) if not e.curve.what_if]
    return {
        f"{e.curve.accelerator}/{e.curve.precision}": e.standing.value / measured[key].value - 1
        for e in own
        if (key := (e.curve.accelerator, e.curve.precision, e.curve.decoding)) in measured
    }


def _measured(answer: Answer) -> list[tuple[Curve, Standing]]:
    return [] if answer.promoted else [(answer.curves[s.series], s) for s in answer.standings]


def percent(share: float, signed: bool = False) -> str:
    """A share as whole percent: 23 %, or with its sign +23 %, −14 %."""
    text = f"{abs(100 * share):.0f} %"
    return ("+" if share >= 0 else "−") + text if signed else text


def sentences(answer: Answer) -> list[str]:
    """How far the model may be off, and what its bands cannot tell apart; nothing when no modelled curve is there."""
    found = expected(answer)
    if not found:
        return unmodelled(answer)
    return [said for said in (error(answer, found), indistinct(answer), *unmodelled(answer)) if said]


def error(answer: Answer, found: list[Expected]) -> str:
    """What a dashed curve is, the band of its points, and whose measured curve lies outside it at the pin."""
    said = "Dashed: the model’s best deployment, maybe above what was run"
    widths = sorted((e.half_width, e.curve.name) for e in found if not extrapolated.reason(answer, e.curve))
    if widths:
        ends = [percent(width) for width, _ in (widths[0], widths[-1])]
        span = f"{ends[0]} ({widths[0][1]}) to {ends[1]} ({widths[-1][1]})" if ends[0] != ends[1] else ends[0]
        said += f"; nine measurements in ten should lie within {span} of it, in speed and in throughput"
    off = outside(answer, found)
    named = [f"{name} ({percent(value, signed=True)})" for name, value in off.items()]
    more = [f"{len(named) - MOST_NAMED} more"] if len(named) > MOST_NAMED else []
    return f"{said}; at the pin not {listing(named[:MOST_NAMED] + more, 'nor')}." if named else f"{said}."


def outside(answer: Answer, found: list[Expected]) -> dict[str, float]:
    """Model over measurement less one where a measured value lies outside the band at the pin, by name, worst first."""
    off, measured = residuals(answer), {}
    for one in found:
        key = f"{one.curve.accelerator}/{one.curve.precision}"
        if key in off and not one.curve.what_if:
            value = one.standing.value / (1 + off[key])
            if not one.low <= value <= one.high:
                measured[_name(key, answer)] = off[key]
    return dict(sorted(measured.items(), key=lambda item: -abs(item[1])))


def indistinct(answer: Answer) -> str:
    """Which modelled values lie within the band of another, or of a measured value, so that nobody can tell."""
    values = [(c.name, s.low, s.high) for c, s in _measured(answer) if s.kind == "value"]
    found = alone(answer) if not answer.promoted else expected(answer)
    pairs = []
    for place, one in enumerate(found):
        names = [name for name, low, high in values if one.overlaps(low, high)]
        names += [two.curve.name for two in found[place + 1 :] if one.overlaps(two.low, two.high)]
        if names:
            pairs.append(f"{one.curve.name} from {listing(names[:MOST_NAMED], 'or')}")
    return f"Not distinguishable there: {'; '.join(pairs[:MOST_NAMED])}." if pairs else ""


def unmodelled(answer: Answer) -> list[str]:
    """Why the model says nothing about an accelerator that was asked for."""
    if "model" not in answer.question.layer:
        return []
    names = vocabulary().chips
    told = wattless(answer)  # the ranking says these
    others = [(key, why) for key, why in answer.unmodelled if key not in told]
    said = list(dict.fromkeys(f"{names[key]}: {why}" if key else why for key, why in others))
    more = [f"and {len(said) - MOST_NAMED} more"] if len(said) > MOST_NAMED else []
    return [f"Not modelled: {'; '.join(said[:MOST_NAMED] + more)}."] if said else []


def _name(key: str, answer: Answer) -> str:
    """Of the curve that the model stands beside: it speaks of plain decoding."""
    return next(c.name for c in answer.curves if f"{c.accelerator}/{c.precision}/{c.decoding}" == f"{key}/plain")


def value_words(one: Expected) -> str:
    """A modelled value with its band at the pin: "9.1k (6k–13k)"."""
    return f"{compact(one.standing.value)} ({span(one)})"


def span(one: Expected) -> str:
    """The ends of a modelled value's band at the pin, as drawn and as in the file: "6k–13k"."""
    return f"{compact(one.low)}–{compact(one.high)}"
