"""What to say when nothing can be drawn: the sentence names the filter to undo, the button undoes it."""

from collections.abc import Callable
from dataclasses import dataclass, replace

import polars as pl

from data.answer import Answer
from data.tables import vocabulary
from model.question import BATCH_LIMIT, DECODINGS, Question
from pages.ui.formats import is_known, listing, plural, workload
from pages.ui.phrases import limits

MOST_NAMED = 3  # chips; more are not listed
Points = Callable[[Question], pl.DataFrame]


@dataclass(frozen=True, slots=True)
class Empty:
    """Why nothing is drawn, the question that has something, and the words of the button that asks it."""

    sentence: str
    button: str
    undo: Question


def empty(answer: Answer, points: Points) -> Empty:
    """The one filter to undo; `points` gives the rows of a question, as data.tables.points does."""
    if answer.points.height:
        return _not_drawable(answer)
    return _one_filter(answer.question, points) or _all_filters(answer.question, points)


def _not_drawable(answer: Answer) -> Empty:
    """There are points, but each fails a limit or lacks a figure that an axis or a limit needs."""
    question, llm, points = answer.question, _llm(answer.question), answer.points
    no_limits = replace(question, slo_ttft_s=None, slo_e2e_s=None, slo_interactivity=None)
    drawable = int(points["excluded"].is_null().sum())
    if drawable and no_limits != question:
        limit = limits(question) or "the speed you ask for"
        return Empty(f"None of {plural(drawable, 'point')} of {llm} has {limit}.", "Drop the limits", no_limits)
    reason = answer.excluded[0][0].partition(";")[0] if answer.excluded else "not on these axes"
    sentence = f"None of {plural(points.height, 'point')} of {llm} can be drawn: {reason}."
    if "limit" in reason:
        return Empty(sentence, "Drop the limits", no_limits)
    if any(is_known(x) and x > 0 for x in points["x"]):
        return Empty(sentence, "Rated power", replace(question, power="rated", y="tput_total_per_kw"))
    return Empty(sentence, "Speed per user", replace(question, x="interactivity", pin=100.0))


def _one_filter(question: Question, points: Points) -> Empty | None:
    """The first filter whose removal brings points back; its most frequent value is offered."""
    for name, (loose, column) in _LOOSE.items():
        if all(getattr(question, field) == value for field, value in loose.items()):
            continue
        rows = points(replace(question, **loose))
        if not rows.height:
            continue
        if not column:
            undo = replace(question, **loose)
            shown = workload(undo) if name == "isl" else _UNDONE[name]
            return Empty(f"{_head(question, name)} {shown} has {rows.height:,}.", f"Show {shown}", undo)
        key, most = rows[column].value_counts(sort=True).row(0)
        shown, undo = _shown(column, key), replace(question, **(loose | {name: (key,)}))
        return Empty(f"{_head(question, name)} {shown} has {most:,}.", f"Show {shown}", undo)
    return None


_LOOSE = {  # filter: what undoing it sets, and the column whose values are offered
    "precision": ({"precision": ()}, "precision"),
    "decoding": ({"decoding": tuple(DECODINGS)}, "decoding"),
    "engine": ({"engine": ()}, "engine"),
    "grade": ({"grade": tuple("ABCVPMU")}, "grade"),
    "batch": ({"batch_min": 1, "batch_max": BATCH_LIMIT, "batch": None}, ""),
    "since": ({"since": None}, ""),
    "chip": ({"chip": ()}, "accelerator"),
    "isl": ({"isl": 8192, "osl": 1024}, ""),
}

_UNDONE = {"batch": "Any number of requests", "since": "Any date"}


def _all_filters(question: Question, points: Points) -> Empty:
    loose = Question(llm=question.llm)
    if points(loose).height:
        return Empty(f"No point of {_llm(question)} passes all filters.", "Drop all filters", loose)
    return Empty(f"No point of {_llm(question)} is published for this workload.", "Show DeepSeek-R1", Question())


def _head(question: Question, culprit: str) -> str:
    """ "No FP8 point of Kimi-K2.5 on GB300." with the filter to blame always named."""
    names = vocabulary()
    asked = question.decoding or (("plain",) if culprit == "decoding" else ())
    decodings = [] if "plain" in asked and culprit != "decoding" else [_decoding(key) for key in asked]
    kinds = [listing([names.precisions[key] for key in question.precision], "or"), listing(decodings, "or")]
    chips = [names.chips[key] for key in question.chip] if len(question.chip) <= MOST_NAMED else ["the chosen chips"]
    what = " ".join(filter(None, ("No", *kinds, "point of", _llm(question))))
    where = f" on {listing(chips, 'or')}" if chips else ""
    return f"{what}{where}{_blame(question, culprit)}."


def _blame(question: Question, culprit: str) -> str:
    if culprit == "engine":
        return " with " + listing([vocabulary().engines[key] for key in question.engine], "or")
    if culprit == "grade":
        return f" of grade {listing(question.grade, 'or')}" if question.grade else " of the usual grades"
    if culprit == "batch":
        low, high = (question.batch, question.batch) if question.batch else (question.batch_min, question.batch_max)
        return f" with {low:,} to {high:,} requests in flight" if low != high else f" with {low:,} requests in flight"
    return {"since": f" since {question.since}", "isl": f" at {workload(question)}"}.get(culprit, "")


def _shown(column: str, key: str) -> str:
    names = vocabulary()
    if column in ("grade", "decoding"):
        return f"Grade {key}" if column == "grade" else f"{DECODINGS.get(key, key)} decoding"
    return {"precision": names.precisions, "engine": names.engines, "accelerator": names.chips}[column].get(key, key)


def _decoding(key: str) -> str:
    return DECODINGS[key] if key == "mtp" else DECODINGS[key].lower()


def _llm(question: Question) -> str:
    return vocabulary().llms.get(question.llm, question.llm)
