"""The ranking under the chart as plain text, one record per row."""

from dataclasses import dataclass

from data.answer import Answer
from data.tables import vocabulary
from model.power import Watts
from model.question import Question
from model.standing import standing as standing_of
from pages.ui import lead
from pages.ui.formats import brief_seconds, compact, plural, span, watts
from pages.ui.lead import Row
from pages.ui.phrases import amount, axis, bare, measure, place, unit, value, why_not


@dataclass(frozen=True, slots=True)
class Cells:
    """One row of the ranking; bars are shares of the widest bar, 0 to 1, and `ghost` is None without one."""

    accelerator: str
    name: str
    value: str
    small: str = ""  # after the value, in small type: "at 65"
    lead: str = ""
    first_token: str = ""
    watts: str = ""
    low: float = 0.0  # solid bar
    high: float = 0.0  # pale bar up to here
    ghost: float | None = None
    title: str = ""  # the measured points behind the row
    series: int = -1  # place in Answer.curves
    computable: bool = True


def ranking_heading(answer: Answer) -> tuple[str, str]:
    """What stands over the ranking and over its values: "At 100 tok/s/user", "tok/s/kW"."""
    where = place(answer.question.pin, answer.question)
    return where[0].upper() + where[1:], measure(answer.question).unit


def ranking_cells(answer: Answer) -> list[Cells]:
    """The rows of the ranking, best first; then curves that end before the pin, then chips without a figure."""
    rows = lead.ranked(answer)
    found = [_ghost_value(answer, row) for row in rows]
    widest = max([0.0, *(row[1].high or 0.0 for row in rows), *(ghost or 0.0 for ghost in found)]) or 1.0
    cells = [_cells(answer, rows[0], row, ghost, widest) for row, ghost in zip(rows, found, strict=True)]
    return cells + [_not_computable(answer.question, key, reason) for key, reason in answer.not_computable]


def _cells(answer: Answer, best: Row, row: Row, ghost: float | None, widest: float) -> Cells:
    curve, standing = row
    question = answer.question
    head = {"accelerator": curve.accelerator, "name": curve.name, "series": standing.series}
    if standing.kind == "none":
        end = bare(standing.at, question)
        after = "" if axis(question).is_time else unit(end, question).replace("/user", "")
        return Cells(**head, value=axis(question).fastest.format(end + after))
    is_range = standing.kind == "range"
    return Cells(
        **head,
        value=span(compact(standing.low), compact(standing.high)) if is_range else compact(standing.value),
        small=f"at {bare(standing.at, question)}" if standing.kind == "start" else "",
        lead="" if row is best else lead.ratio_words(best, row),
        first_token="" if is_range else brief_seconds(answer.points["ttft_s"][standing.row]),
        watts=watts(answer.points["watts_per_chip"][standing.row]),
        low=standing.low / widest,
        high=standing.high / widest,
        ghost=None if ghost is None else ghost / widest,
        title=_between(answer, row),
    )


def _between(answer: Answer, row: Row) -> str:
    """The two measured points a value lies between, or the one it is."""
    said = []
    for place_ in dict.fromkeys(row[1].between):
        x, y = answer.points["x"][place_], answer.points["y"][place_]
        said.append(f"{value(y, answer.question)} at {amount(x, answer.question)}")
    return f"measured: {said[0]}" if len(said) == 1 else f"between {said[0]} and {said[1]}"


def _ghost_value(answer: Answer, row: Row) -> float | None:
    ghost = lead.ghost_of(answer, row[0])
    if ghost is None or row[1].kind in ("none", "range"):
        return None
    return standing_of(ghost, answer.question.pin).value


def _not_computable(question: Question, key: str, reason: str) -> Cells:
    name = vocabulary().chips.get(key, key)
    return Cells(key, name, f"not computable: {why_not(question, reason)}", title=reason, computable=False)


def one_sided(answer: Answer) -> str:
    """That the comparison is one-sided, and whom it favours; "" where it is not."""
    drawn = dict.fromkeys(curve.accelerator for curve in answer.curves)
    figures: dict[str, Watts] = {key: answer.watts[key] for key in drawn if key in answer.watts}
    stay = [key for key, figure in figures.items() if figure.one_sided]
    if not stay or len(stay) == len(figures):
        return ""
    names = vocabulary().chips
    own = [f"{names.get(k, k)} at {watts(f.value)} W" for k, f in figures.items() if not f.one_sided]
    left = plural(len(stay), "other chip stays", "other chips stay")
    return f"One-sided: {', '.join(own)}; {left} at rated power. Set f to derate them too."


def not_computable(answer: Answer) -> list[str]:
    """One sentence per chip that has points but no watts on this basis."""
    names = vocabulary().chips
    return [f"{names.get(key, key)} is not computable on this basis: {why}." for key, why in answer.not_computable]
