"""The ranking under the chart as plain text, one record per row."""

from dataclasses import dataclass

from data.answer import Answer
from data.tables import vocabulary
from data.yours import chip_name
from model.economics import METRICS
from model.question import Question
from model.standing import Curve
from model.standing import standing as standing_of
from pages.ui import expected, extrapolated, lead
from pages.ui.expected import Expected
from pages.ui.formats import brief_seconds, compact, number, span, watts
from pages.ui.lead import Row
from pages.ui.left_out import absent, no_point
from pages.ui.phrases import amount, axis, bare, measure, unit, value, why_not
from pages.ui.wattless import wattless


@dataclass(frozen=True, slots=True)
class Cells:
    """One row of the ranking; bars are shares of the widest bar, 0 to 1, and `ghost` is None without one."""

    accelerator: str
    name: str
    value: str
    small: str = ""  # after the value, in small type: "at 65"
    lead: str = ""
    first_token: str = ""
    basis: str = ""  # watts per chip, on a cost axis USD per chip-hour
    model: str = ""  # what the model says less the measured value, in percent
    low: float = 0.0  # solid bar
    high: float = 0.0  # pale bar up to here
    ghost: float | None = None
    title: str = ""  # the measured points behind the row
    series: int = -1  # place in Answer.curves
    computable: bool = True
    modelled: bool = False


def ranking_heading(answer: Answer) -> tuple[str, str]:
    """What stands over the ranking and over its values: "At 100 tok/s/user", "tok/s/kW"."""
    where = lead.pin_place(answer)
    return where[0].upper() + where[1:], measure(answer.question).unit


def basis_heading(question: Question) -> tuple[str, str]:
    """The head of the last column and what it means: watts, or the price where the y-axis is a cost."""
    return ("USD/h", "USD per chip-hour") if _is_cost(question) else ("W", "watts per chip")


def ranking_cells(answer: Answer) -> list[Cells]:
    """The rows of the ranking, best first; then curves that end before the pin, chips without a figure or a point."""
    rows, extra = lead.ranked(answer), expected.alone(answer)
    found = [_ghost_value(answer, row) for row in rows]
    extra_high = expected.expected(answer) if answer.promoted else extra
    values = [*(row[1].high or 0.0 for row in rows), *(ghost or 0.0 for ghost in found), *(e.high for e in extra_high)]
    widest = max([0.0, *values]) or 1.0
    cells = [_cells(answer, rows[0], row, ghost, widest) for row, ghost in zip(rows, found, strict=True)]
    modelled = [_modelled(answer, one, widest) for one in extra]
    said = {(cell.accelerator, cell.name) for cell in modelled}
    short = [cell for cell in cells if not cell.high and (cell.accelerator, cell.name) not in said]
    cells = [cell for cell in cells if cell.high] + modelled + short
    cells += [_not_computable(answer.question, key, reason) for key, reason in wattless(answer).items()]
    return cells + (_absent(answer) if rows else [])


def _cells(answer: Answer, best: Row, row: Row, ghost: float | None, widest: float) -> Cells:
    curve, standing = row
    question = answer.question
    head = {"accelerator": curve.accelerator, "name": curve.name, "series": standing.series}
    if standing.kind == "none":
        end = bare(standing.at, question)
        after = "" if axis(question).is_time else unit(end, question).replace("/user", "")
        fastest = axis(question).fastest.replace("no point", "no modelled value" if answer.promoted else "no point")
        return Cells(**head, value=fastest.format(end + after))
    is_range = standing.kind == "range"
    band = expected.at_pin(answer, curve) if answer.promoted else None
    return Cells(
        **head,
        value=span(compact(standing.low), compact(standing.high)) if is_range else compact(standing.value),
        small=_small(answer, row),
        lead="" if row is best else _lead(answer, best, row),
        first_token="" if is_range else brief_seconds(answer.points["ttft_s"][standing.row]),
        basis=_basis(answer, standing.row),
        model=_residual(answer, curve),
        low=(band.low if band else standing.low) / widest,
        high=(band.high if band else standing.high) / widest,
        ghost=None if ghost is None else ghost / widest,
        title=_between(answer, row),
        modelled=answer.promoted,
    )


def _lead(answer: Answer, best: Row, row: Row) -> str:
    return "≈" if expected.alike(answer, best[0], row[0]) else lead.ratio_words(best, row)


def _small(answer: Answer, row: Row) -> str:
    """Where a start lies, and that a value is modelled, with its band."""
    parts = [f"at {bare(row[1].at, answer.question)}"] if row[1].kind == "start" else []
    if answer.promoted:
        parts.append(f"modelled {expected.span(expected.at_pin(answer, row[0]))}")
    return " ".join(parts)


def _residual(answer: Answer, curve: Curve) -> str:
    off = expected.residuals(answer).get(f"{curve.accelerator}/{curve.precision}")
    return "" if off is None or curve.decoding != "plain" else expected.percent(off, signed=True)


def _modelled(answer: Answer, one: Expected, widest: float) -> Cells:
    """A row without a measured value at the pin: the model's, with its band as the pale bar."""
    point = answer.points.row(one.standing.row, named=True)
    at = f"at {bare(one.standing.at, answer.question)} " if one.standing.kind == "start" else ""
    return Cells(
        accelerator=one.curve.accelerator,
        name=one.curve.name,
        value=compact(one.standing.value),
        small=f"{at}modelled {expected.span(one)}",
        first_token=brief_seconds(point["ttft_s"]),
        basis=_basis(answer, one.standing.row),
        low=one.low / widest,
        high=one.high / widest,
        title=f"Grade M, not measured: {compact(one.low)} to {compact(one.high)}{_sure(answer, one)}; {point['note']}",
        modelled=True,
    )


def _sure(answer: Answer, one: Expected) -> str:
    why = extrapolated.reason(answer, one.curve)
    return f", extrapolated, {why}; {extrapolated.UNCOVERED}" if why else " nine times in ten"


def _basis(answer: Answer, row: int) -> str:
    if _is_cost(answer.question):
        return number(answer.points["usd_chip_hour"][row])
    return watts(answer.points["watts_per_chip"][row])


def _is_cost(question: Question) -> bool:
    return METRICS[question.y][1] == "usd_chip_hour"


def _between(answer: Answer, row: Row) -> str:
    """The two measured points a value lies between, or the one it is."""
    said = []
    for place_ in dict.fromkeys(row[1].between):
        x, y = answer.points["x"][place_], answer.points["y"][place_]
        said.append(f"{value(y, answer.question)} at {amount(x, answer.question)}")
    kind = "modelled" if answer.promoted else "measured"
    return f"{kind}: {said[0]}" if len(said) == 1 else f"between {said[0]} and {said[1]}"


def _ghost_value(answer: Answer, row: Row) -> float | None:
    ghost = lead.ghost_of(answer, row[0])
    if ghost is None or row[1].kind in ("none", "range"):
        return None
    return standing_of(ghost, answer.question.pin).value


def _not_computable(question: Question, key: str, reason: str) -> Cells:
    return Cells(key, chip_name(key), f"not computable: {why_not(question, reason)}", title=reason, computable=False)


def _absent(answer: Answer) -> list[Cells]:
    """One row for each chip that the visitor chose and that has no point here."""
    names, question = vocabulary().chips, answer.question
    found = absent(answer) if question.chip else {}
    told = wattless(answer)
    return [
        Cells(key, names.get(key, key), no_point(question, reason), computable=False)
        for reason, keys in found.items()
        for key in keys
        if key not in told
    ]
