"""The lines under the headline: what was asked, on how many points, on what evidence, and the late first token."""

from dataclasses import dataclass

import polars as pl

from data.answer import Answer
from data.tables import vocabulary
from model.question import DECODINGS
from pages.ui import beside, lead
from pages.ui.formats import is_known, listing, plural, seconds, spelled, workload
from pages.ui.left_out import MOST_NAMED, absent
from pages.ui.phrases import EVIDENCE, WEAKEST_FIRST, amount, axis

LATE_S = 5.0  # a first token later than this is said
MOST_LISTED = 4  # accelerators of one evidence; more are counted
NOT_PUBLISHED = ("M", "U")


@dataclass(frozen=True, slots=True)
class Subline:
    """The muted line, its bold end, and the second line; "" where there is nothing to say."""

    text: str
    evidence: str
    second: str = ""


def subline(answer: Answer) -> Subline:
    """LLM, lengths, precision, decoding, number of points; the weakest evidence; the leader's late first token."""
    names = vocabulary()
    question = answer.question
    precisions = [names.precisions.get(key, key) for key in _chosen(answer, "precision")]
    decodings = [_decoding(key) for key in _chosen(answer, "decoding")]
    parts = [
        names.llms.get(question.llm, question.llm),
        workload(question),
        listing(precisions),
        f"{listing(decodings)} decoding" if decodings else "",
        _count(answer),
        _absent(answer),
        "dashed: model (grade M)" if answer.promoted or beside.within(answer) else "",
    ]
    return Subline(" · ".join(filter(None, parts)), evidence(answer), late(answer))


def evidence(answer: Answer) -> str:
    """The weakest published evidence on the chart and whose it is, then a visitor's own points:
    "Jalapeño: vendor result, partly witnessed · yours: mine B200: your own results".
    """
    drawn = _drawn(answer)
    weakest = next(filter(None, (_whose(drawn, grade) for grade in WEAKEST_FIRST)), "")
    return " · ".join(filter(None, (weakest, _whose(drawn, "U"))))


def _whose(drawn: pl.DataFrame, grade: str) -> str:
    """Whose points of a grade are drawn, and what the grade means; "" without any."""
    whose = drawn.filter(pl.col("grade") == grade)["chip"].unique(maintain_order=True).to_list()
    who = listing(whose) if len(whose) <= MOST_LISTED else f"{spelled(len(whose))} accelerators"
    return f"{who}: {EVIDENCE[grade]}" if whose else ""


def _chosen(answer: Answer, column: str) -> list[str]:
    """What the question names, else what the points hold, in the order of the points."""
    return list(getattr(answer.question, column)) or _drawn(answer)[column].unique(maintain_order=True).to_list()


def _decoding(key: str) -> str:
    return DECODINGS[key] if key == "mtp" else DECODINGS.get(key, "unrecorded").lower()


def _drawn(answer: Answer) -> pl.DataFrame:
    return answer.measured.filter(pl.col("excluded").is_null())


def published(answer: Answer) -> pl.DataFrame:
    """The rows somebody published."""
    return answer.points.filter(~pl.col("grade").is_in(NOT_PUBLISHED))


def _count(answer: Answer) -> str:
    """521 published points; on a time axis how many of them carry the time, and whose do not all."""
    rows = published(answer)
    if not axis(answer.question).is_time:
        return plural(rows.filter(pl.col("excluded").is_null()).height, "published point")
    timed, points = pl.col(answer.question.x).is_not_null(), plural(rows.height, "published point")
    if not rows.select(timed.any()).item():
        return f"none of {points} carries a {axis(answer.question).short}" if rows.height else points
    chips = rows.group_by("chip", maintain_order=True).agg(timed.sum().alias("timed"), pl.len().alias("all"))
    partly = [f"{chip} {some} of {all_}" for chip, some, all_ in chips.iter_rows() if some < all_]
    said = f"{rows.select(timed.sum()).item()} of {points} "
    return said + f"carry a {axis(answer.question).short}" + (f" ({', '.join(partly)})" if partly else "")


def _absent(answer: Answer) -> str:
    """Chips asked for without a point here: "no GB300 or B300 point published"."""
    names, said = vocabulary().chips, []
    for reason, keys in absent(answer).items():
        who = listing([names.get(key, key) for key in keys], "or")
        many = f"no point of {spelled(len(keys))} chosen accelerators {reason}"
        said.append(many if len(keys) > MOST_NAMED else f"no {who} point {reason}")
    return " · ".join(said)


def late(answer: Answer) -> str:
    """That the leader's first token comes late at the pin; "" where it does not."""
    rows = lead.reaching(answer)
    if not rows or rows[0][1].kind == "range" or answer.question.x == "ttft_s":
        return ""
    curve, standing = rows[0]
    ttft_s = answer.points["ttft_s"][standing.row]
    if not is_known(ttft_s) or ttft_s <= LATE_S:
        return ""
    at = f"At {amount(standing.at, answer.question)}" if standing.kind == "start" else "At this point"
    return f"{at} {curve.name}’s first token takes {seconds(ttft_s)}."
