"""The words beside the ranking: at most five sentences, each computed from answers."""

from data.answer import Answer
from model.envelope import Stretch
from model.question import POWER_BASES
from model.standing import Curve, standing
from pages.ui import lead
from pages.ui.axes import limit_on_x
from pages.ui.formats import count, is_known, ratio, seconds, watts
from pages.ui.lead import Row, ghost_of
from pages.ui.left_out import left_out
from pages.ui.phrases import amount, axis, bare, bares, measure, noun, unit, value
from pages.ui.prompt import first_token
from pages.ui.wording import claim, too_slow

MOST_STRETCHES = 3  # of the lead; of more only the pin's and the outer two are told


def words(answer: Answer, per_chip: Answer | None = None, prompt: Answer | None = None) -> list[str]:
    """Who leads where; the same per chip; the ghost; the first token; what is left out. At most five sentences.

    `per_chip` answers the same question on another y-axis, `prompt` the same with a first token within 3 s; without
    them their sentences are left out.
    """
    if not answer.curves:
        return [said for said in (left_out(answer),) if said]
    said = [
        who_leads(answer),
        other_measure(answer, per_chip) if per_chip and per_chip.curves else "",
        ghost(answer),
        first_token(answer, prompt),
        left_out(answer),
    ]
    return [sentence for sentence in said if sentence]


def outside(answer: Answer) -> str:
    """That the pin lies beyond the visitor's limit on the same axis; "" where it does not, or where the headline says
    that all points do.
    """
    question = answer.question
    limit = limit_on_x(question)
    slow = limit and (question.pin > limit if axis(question).is_time else question.pin < limit)
    if not slow or not answer.curves or too_slow(answer):
        return ""
    more = "longer" if axis(question).is_time else "slower"
    return f"{amount(question.pin, question)} is {more} than your limit, {bare(limit, question)}."


def who_leads(answer: Answer) -> str:
    """Who leads from where to where, and the highest peak with its speed, load and first token."""
    return f"{_order(answer)}{_peak(answer)}."


def other_measure(answer: Answer, other: Answer) -> str:
    """The headline on another y-axis, which it always names; "" where it would repeat the first."""
    said, its = claim(other), measure(other.question)
    if len(other.curves) == 1:  # how far it reaches is the same on every y-axis
        said = said.partition(" and reaches ")[0]
    if said == claim(answer) and "×" not in said:  # who has points where is the same on every y-axis
        return ""
    named = any(name in said for name in (its.by, its.what, noun(other.question)))
    said = said if named else f"{its.by} {said}"
    return f"{said[0].upper()}{said[1:]}."


def ghost(answer: Answer) -> str:
    """What the dotted curve does to the lead at the pin; "one-sided" where only some chips change their watts."""
    rows = lead.reaching(answer)
    first = ghost_of(answer, rows[0][0]) if rows else None
    if first is None:
        return ""
    figure = answer.ghost_watts[first.accelerator]
    basis = POWER_BASES[answer.question.ghost].lower()
    at = f"at {watts(figure.value)} W {basis}" if figure.value else f"on {basis} power"
    stay = _staying(answer, first)
    sided = ", one-sided" if stay else ""
    return f"Dotted{sided}: {first.name} {at}{stay}{_ghost_lead(answer, rows, first)}."


def _order(answer: Answer) -> str:
    if len(answer.curves) == 1:
        return "One accelerator, so no lead"
    parts, question = lead.stretches(answer), answer.question
    names = [answer.curves[part.leader].name for part in parts]
    if answer.promoted and len(parts) > 1:
        return "The modelled curves cross inside their bands, so no place where the lead passes is known"
    if len(parts) == 1:
        return f"No {'modelled ' if answer.promoted else ''}point beats {names[0]}’s curve"
    if len(parts) > MOST_STRETCHES:
        return _outer(answer, parts)
    ends = bares([part.end for part in parts[:-1]], question)
    middle = [f"{name} to {end}" for name, end in zip(names[1:-1], ends[1:], strict=True)]
    last = f"{names[-1]} {'below' if axis(question).is_time else 'beyond'}"
    first = f"{'above' if axis(question).is_time else 'below'} {ends[0]}{unit(ends[0], question)}"
    return f"{names[0]} leads {first}, {', '.join([*middle, last])}"


def _outer(answer: Answer, parts: list[Stretch]) -> str:
    """Of many stretches the outer two and the pin's, and how often the lead changes."""
    places = sorted({0, lead.at_pin(answer, parts), len(parts) - 1})
    said = [(answer.curves[parts[k].leader].name, lead.where(parts, k, answer.question)) for k in places]
    (name, where), *others = said
    rest = [f"{other} {there.removesuffix(axis(answer.question).unit)}" for other, there in others]
    return f"{name} leads {where}, {', '.join(rest)}, with {len(parts) - 1} changes in all"


def _peak(answer: Answer) -> str:
    """The best value of all with what it costs its user: speed, requests in flight, first token."""
    pick = max if answer.curves[0].maximise_y else min
    curve = pick(answer.curves, key=lambda one: one.y[0])
    point = answer.points.row(int(curve.row[0]), named=True)
    in_flight, ttft_s = point["concurrency"], point["ttft_s"]
    load = f"{count(in_flight)} in flight" if is_known(in_flight) else "load not recorded"
    wait = f"first token {seconds(ttft_s)}" if is_known(ttft_s) else "first token not recorded"
    more = [said for x, said in (("concurrency", load), ("ttft_s", wait)) if x != answer.question.x]
    if len(answer.curves) == 1:  # the headline tells the peak
        return f"; its best value: {', '.join(more)}"
    whose = "best:" if len(lead.stretches(answer)) == 1 else f"the best value is {curve.name}’s"
    place = amount(float(curve.x[0]), answer.question)
    return f"; {whose} {value(float(curve.y[0]), answer.question)} at {place} ({', '.join(more)})"


def _staying(answer: Answer, first: Curve) -> str:
    chips = {curve.accelerator for curve in answer.curves} - {first.accelerator}
    stay = [key for key in chips if key in answer.ghost_watts and answer.ghost_watts[key].one_sided]
    if answer.ghost_watts[first.accelerator].one_sided or not stay:
        return ""
    return f", {'' if len(stay) == len(chips) else 'some '}others at rated"


def _ghost_lead(answer: Answer, rows: list[Row], first: Curve) -> str:
    """The lead at the pin with every chip on the ghost's basis; silent where one has no figure on it."""
    if len(rows) < 2:
        return ""
    best, other = rows[0], rows[1]
    again = standing(first, answer.question.pin)
    scale = _scale(answer, other[0])
    if "range" in (again.kind, other[1].kind) or again.kind == "none" or scale is None:
        return ""
    now, theirs = again.value, other[1].value * scale
    lead_now = now / theirs if best[0].maximise_y else theirs / now
    if lead_now < 1:
        return ""
    by = "level with" if lead_now <= lead.LEVEL else ratio(lead_now)
    return f"; {by} {other[0].name} {lead.briefly(answer)}"


def _scale(answer: Answer, curve: Curve) -> float | None:
    """What the ghost's basis does to another chip's value."""
    shown, other = (table[curve.accelerator].value for table in (answer.watts, answer.ghost_watts))
    if not shown or not other:
        return None
    return shown / other if measure(answer.question).rank == "more" else other / shown
