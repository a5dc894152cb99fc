"""What to say when nothing can be drawn: the sentence names what to undo, the button undoes it.

Each way out is answered before it is offered, so that no button leads from one empty chart to the next.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

import polars as pl

from data.answer import Answer
from model.economics import METRICS
from model.question import BATCH_LIMIT, DECODINGS, FILTERS, LAYERS, Question
from pages.ui.blame import head, llm, shown_as, why_unmodelled
from pages.ui.formats import listing, plural, workload
from pages.ui.phrases import limits
from pages.ui.presets import OPENING

WORKLOADS = (8192, 1024), (1024, 1024), (1024, 8192), (8000, 1000)  # published: tokens in, tokens out
Answers = Callable[[Question], Answer]
Change = Mapping[str, object]
Loosened = tuple[str, Change, str]


@dataclass(frozen=True, slots=True)
class Empty:
    """Why nothing is drawn, the question that has something, and the words of the button that asks it."""

    sentence: str
    button: str
    undo: Question


def empty(answer: Answer, answered: Answers) -> Empty:
    """The least to undo: the first way out whose own answer has curves; `answered` gives the answer of a question."""
    last = Empty(f"No point of {llm(answer.question)} can be drawn.", "Show DeepSeek-R1", OPENING.question)
    return next((way for way in _ways(answer, answered) if answered(way.undo).curves), last)


def modelled(answer: Answer, answered: Answers) -> Question | None:
    """The same question with the model's layer on, if the model can answer it."""
    if "model" in answer.question.layer:
        return None
    asked = replace(answer.question, layer=(*answer.question.layer, "model"))
    return asked if answered(asked).curves else None


def _ways(answer: Answer, answered: Answers) -> Iterator[Empty]:
    """Everything that may help, from the least change to the largest."""
    question = answer.question
    yield from _layers(answer, answered)
    if _published(answer).height:
        yield from _not_drawable(answer)
    loosened = [one for one in _loosened(question) if answered(replace(question, **one[1])).points.height]
    for also, note in _ALSO:
        start = replace(question, **also)
        if not also or start != question:
            for one in loosened:
                yield from _filter(start, one, answered, note)
    yield from _all_filters(question)


NO_LIMITS: Change = {"slo_ttft_s": None, "slo_e2e_s": None, "slo_interactivity": None}
AXES: Change = {name: getattr(Question(), name) for name in ("x", "y", "pin", "power")}
PER_CHIP: Change = {"y": "tput_total"}  # needs neither power nor price
_ALSO = (
    ({}, ""),
    (NO_LIMITS, " without your limits"),
    (PER_CHIP, " in tokens per chip"),
    (NO_LIMITS | AXES, " on the usual axes"),
    (NO_LIMITS | AXES | PER_CHIP, " in tokens per chip"),
)


def _layers(answer: Answer, answered: Answers) -> Iterator[Empty]:
    """Published points where they are switched off, in the grades asked for or, where none has them, in the usual;
    else what the model has.
    """
    question = answer.question
    if "published" in question.layer:
        return
    names = [LAYERS[key] for key in question.layer]
    nothing = f"No point of {llm(question)} in the layer{'s' if len(names) > 1 else ''} {listing(names)}."
    if question.layer == ("model",) and answer.unmodelled:
        nothing = f"The model has no curve for {llm(question)}: {why_unmodelled(answer)}."
    for also, note in _ALSO:
        for grade, of in ((question.grade, ""), ((), " of the usual grades")):
            undo = replace(question, layer=("published", *question.layer), grade=grade, **also)
            how_many = _drawn(answered(undo)).filter(pl.col("grade").ne_missing("U")).height
            if how_many:
                yield Empty(f"{nothing} Published has {how_many:,}{of}{note}.", "Show published points", undo)
        if also and "model" in question.layer:
            yield Empty(f"{nothing} The model has curves{note}.", f"Show the model{note}", replace(question, **also))


def _not_drawable(answer: Answer) -> Iterator[Empty]:
    """There are points, but each fails a limit or lacks a figure that an axis or a limit needs."""
    question, drawn, what = answer.question, _drawn(answer).height, f" of {llm(answer.question)}"
    without = replace(question, **NO_LIMITS)
    sentence = f"None of {plural(_published(answer).height, 'point')}{what} can be drawn: {_reason(answer)}."
    if without != question:
        limited = f"None of {plural(drawn, 'point')}{what} has {_limits(question) or 'the speed you ask for'}."
        yield Empty(limited if drawn else sentence, "Drop the limits", without)
    for start in (question, without):
        for button, change in _figures(question):
            yield Empty(sentence, button, replace(start, **change))


def _figures(question: Question) -> Iterator[tuple[str, Change]]:
    """Other figures and axes by the words of their button, those that keep the axes first."""
    needs = METRICS[question.y][1]
    if needs == "usd_chip_hour":
        yield "Owner’s cost", {"price": "owner"}
        yield "Owner’s cost, newest prices", {"price": "owner", "price_date": None}
    if needs == "watts":
        yield "Rated power", {"power": "rated"}
    yield "Speed per user", {"x": "interactivity", "pin": Question().pin}
    yield "Mixed tokens per kW", {"y": "tput_total_per_kw"}
    yield "Mixed tokens per chip", PER_CHIP
    yield "The usual axes", AXES


def _reason(answer: Answer) -> str:
    """Why most of the points cannot stand, without the advice that follows the reason."""
    question = answer.question
    reason = answer.excluded[0][0].partition(";")[0] if answer.excluded else "not on these axes"
    if reason.startswith("no price") and question.price == "custom":
        return "no price entered for these chips" if question.prices else "no prices entered"
    return reason


def _loosened(question: Question) -> Iterator[Loosened]:
    """Each filter that can be undone: its name, what that sets, and the column whose values are offered."""
    for name, (loose, column) in _LOOSE.items():
        if replace(question, **loose) != question:
            yield name, loose, column
    for isl, osl in WORKLOADS:
        if (isl, osl) != (question.isl, question.osl):
            yield "isl", {"isl": isl, "osl": osl}, ""


def _filter(question: Question, one: Loosened, answered: Answers, note: str) -> Iterator[Empty]:
    """One filter undone, of its values the most frequent first."""
    name, loose, column = one
    undone = replace(question, **loose)
    for key, how_many in _values(_drawn(answered(undone)), column):
        undo = replace(undone, **{name: (key,)}) if column else undone
        shown = shown_as(column, key) if column else _UNDONE.get(name) or workload(undone)
        yield Empty(f"{head(question, name)} {shown} has {how_many:,}{note}.", f"Show {shown}", undo)


def _values(rows: pl.DataFrame, column: str) -> list[tuple[str, int]]:
    """The values of a filter with their number of points, the most frequent first; without a column all points."""
    if not column or not rows.height:
        return [("", rows.height)] if rows.height else []
    keys = rows[column].replace("unknown", "other") if column == "decoding" else rows[column]
    counted = keys.drop_nulls().value_counts().sort("count", column, descending=[True, False])
    return list(counted.iter_rows())


_LOOSE = {
    "precision": ({"precision": ()}, "precision"),
    "decoding": ({"decoding": tuple(DECODINGS)}, "decoding"),
    "engine": ({"engine": ()}, "engine"),
    "grade": ({"grade": tuple("ABCVPMU")}, "grade"),
    "batch": ({"batch_min": 1, "batch_max": BATCH_LIMIT, "batch": None}, ""),
    "since": ({"since": None, "until": None}, ""),
    "chip": ({"chip": ()}, "accelerator"),
}

_UNDONE = {"batch": "Any number of requests", "since": "Any date"}


def _all_filters(question: Question) -> Iterator[Empty]:
    """The LLM alone, first on the axes asked for, at the lengths asked for or the published ones, then of any kind."""
    everything = {"grade": tuple("ABCVPMU"), "decoding": tuple(DECODINGS)}
    usual = {name: getattr(Question(), name) for name in (*FILTERS, "layer") if name not in ("llm", "isl", "osl")}
    for kinds in ({}, everything):
        for axes in ({}, AXES, AXES | PER_CHIP):
            for isl, osl in ((question.isl, question.osl), *WORKLOADS):
                undo = replace(question, **(usual | NO_LIMITS | axes | kinds), isl=isl, osl=osl)
                yield Empty(f"{_what(question)} of {llm(question)} passes all filters.", "Drop all filters", undo)


def _what(question: Question) -> str:
    return "No point" if "published" in question.layer else "Nothing that the model can compute"


def _limits(question: Question) -> str:
    """The limits that keep points out; across speed a limit on it only shades."""
    return limits(question if question.x == "interactivity" else replace(question, x="concurrency"))


def _published(answer: Answer) -> pl.DataFrame:
    return answer.points.filter(pl.col("grade").ne_missing("M"))


def _drawn(answer: Answer) -> pl.DataFrame:
    return _published(answer).filter(pl.col("excluded").is_null())
