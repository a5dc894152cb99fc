"""Who leads, over whom and where, in words: the parts that headline, sentences and ranking share."""

from dataclasses import replace
from functools import lru_cache
from itertools import groupby

from data.answer import Answer
from model.envelope import Stretch
from model.envelope import stretches as lead_stretches
from model.question import Question
from model.standing import Curve, Standing, ranking
from model.standing import lead as lead_bounds
from pages.ui.formats import listing, ratio, span
from pages.ui.phrases import amount, axis, bare, bares, measure, place, unit

LEVEL = 1.05  # ratios up to here are "level"
NARROW = 1.05  # stretches of the lead whose ends are nearer than this ratio go unsaid
Row = tuple[Curve, Standing]


def ranked(answer: Answer) -> list[Row]:
    """Every curve with what it says at the pin, best first; those that do not reach the pin last."""
    return [(answer.curves[standing.series], standing) for standing in answer.standings]


def sides(answer: Answer) -> tuple[Answer, ...]:
    """The answer as the chart's panels show it: two where plain and speculative decoding are both there, else one.

    On the second side chips without speculative points stand with their plain ones.
    """
    plain = [curve for curve in answer.curves if curve.decoding == "plain"]
    faster = [curve for curve in answer.curves if curve.decoding != "plain"]
    if not plain or not faster:
        return (answer,)
    chips = {curve.accelerator for curve in faster}
    return _side(answer, plain), _side(answer, [c for c in plain if c.accelerator not in chips] + faster)


def _side(answer: Answer, curves: list[Curve]) -> Answer:
    return replace(answer, curves=tuple(curves), standings=ranking(tuple(curves), answer.question.pin))


def reaching(answer: Answer) -> list[Row]:
    """The rows of `ranked` that have a value or a range at the pin."""
    return [row for row in ranked(answer) if row[1].kind != "none"]


def ghost_of(answer: Answer, curve: Curve) -> Curve | None:
    """The same curve on the second power basis, where it differs."""
    own = (curve.accelerator, curve.precision, curve.decoding)
    return next((g for g in answer.ghosts if (g.accelerator, g.precision, g.decoding) == own), None)


def times(best: Row, other: Row) -> tuple[float, float]:
    """How many times `best` is better than `other`, the least and the most that the points allow."""
    return lead_bounds(best[1], other[1], best[0].maximise_y) or (float("nan"), float("nan"))


def ratio_words(best: Row, other: Row) -> str:
    """The lead of `best` over `other`: "3.8×", "level"; where nobody measured "1.7–7.0×" or "up to 7.0×"."""
    least, most = times(best, other)
    if 1 <= least <= most <= LEVEL:
        return "level"
    if least < 1 < most:
        return f"up to {ratio(most)}"
    return ratio(least) if ratio(least) == ratio(most) else span(ratio(least), ratio(most))


def level(rows: list[Row]) -> list[Row]:
    """The best row and those within 5 % of it; rows with a range share no place."""
    best = rows[0]
    return [best] + [row for row in rows[1:] if "range" not in (best[1].kind, row[1].kind) and _near(best, row)]


def contenders(rows: list[Row]) -> list[Row]:
    """Those who may be best at the pin where nobody measured, the best first; none but it where that is certain."""
    if rows[0][0].maximise_y:
        least = max(row[1].low for row in rows)
        able = [row for row in rows if row[1].high >= least]
    else:
        most = min(row[1].high for row in rows)
        able = [row for row in rows if row[1].low <= most]
    return able if any(row[1].kind == "range" for row in able) else rows[:1]


def over(best: Row, others: list[Row], question: Question) -> str:
    """The lead with its measure: "3.8× GB200’s tokens per watt"; level runners-up share the place."""
    names, what = listing([row[0].name for row in level(others)]), measure(question).what
    by = ratio_words(best, others[0])
    if measure(question).rank == "cost":
        return f"{by} cheaper {what.removeprefix('cost ')} than {names}"
    if measure(question).rank == "energy":
        return f"{names} {_needs(others)} {by} its {what}"
    return f"{by} {names}" if len(level(others)) > 1 else f"{by} {names}’s {what}"


def over_briefly(best: Row, others: list[Row], question: Question) -> str:
    """The lead without its measure: "2.2× GB200"."""
    names, by = listing([row[0].name for row in level(others)]), ratio_words(best, others[0])
    if measure(question).rank == "energy":
        return f"{names} {_needs(others)} {by} its energy"
    return f"{by} cheaper than {names}" if measure(question).rank == "cost" else f"{by} {names}"


def stretches(answer: Answer) -> list[Stretch]:
    """Who leads from where to where, from the slow end to the fast end; narrow stretches pass to a neighbour.

    The first goes on for all who are slower still. One stretch alone means a lead everywhere, so a lead that others
    interrupt stays interrupted, however narrowly.
    """
    return _stretches(answer) if answer.yours else _kept_stretches(answer)  # what is kept is all visitors'


def _stretches(answer: Answer) -> list[Stretch]:
    parts = lead_stretches(answer.curves)
    wide = parts[:1] + [part for part in parts[1:] if max(part[:2]) >= NARROW * min(part[:2])]
    leaders = {part.leader for part in wide}
    return _joined(parts, wide) if len(leaders) > 1 else parts


_kept_stretches = lru_cache(maxsize=32)(_stretches)


def at_pin(answer: Answer, parts: list[Stretch]) -> int:
    """The place in `parts` that holds the pin, the nearest where none does."""
    pin, is_time = answer.question.pin, axis(answer.question).is_time
    return sum(pin < part.end if is_time else pin > part.end for part in parts[:-1])


def where(parts: list[Stretch], place: int, question: Question) -> str:
    """Where a stretch lies: "below 51 tok/s/user", "from 55 to 140 tok/s/user", "above 51 tok/s/user"."""
    begin, end, _ = parts[place]
    if 0 < place < len(parts) - 1:
        first, last = bares(sorted((begin, end)), question)
        return f"from {first} to {last}{unit(last, question)}"
    side = "below" if (place == 0) != axis(question).is_time else "above"
    return f"{side} {amount(end if place == 0 else begin, question)}"


def pin_place(answer: Answer) -> str:
    """Where the pin stands: "at 100 tok/s/user"; "… or faster" where every curve starts beyond it."""
    return place(answer.question.pin, answer.question) + _or_faster(answer)


def briefly(answer: Answer) -> str:
    """The same without its unit: "at 100", "within 2 s", "with at least 100 in flight"."""
    at = axis(answer.question)
    return at.at + bare(answer.question.pin, answer.question) + at.there + _or_faster(answer)


def _or_faster(answer: Answer) -> str:
    kinds = {standing.kind for standing in answer.standings} - {"none"}
    return " or faster" if kinds == {"start"} and answer.question.x == "interactivity" else ""


def _joined(parts: list[Stretch], wide: list[Stretch]) -> list[Stretch]:
    """The wide stretches of `parts`, of one leader as one, each reaching to where the next begins."""
    groups = [list(group) for _, group in groupby(wide, key=lambda part: part.leader)]
    begins = [parts[0].begin, *(group[0].begin for group in groups[1:])]
    ends = [*begins[1:], parts[-1].end]
    return [Stretch(begin, end, group[0].leader) for begin, end, group in zip(begins, ends, groups, strict=True)]


def _near(best: Row, other: Row) -> bool:
    return max(times(best, other)) <= LEVEL


def _needs(rows: list[Row]) -> str:
    return "need" if len(level(rows)) > 1 else "needs"
