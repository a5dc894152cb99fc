"""Which filter keeps every point out, in words: the first sentence on an empty chart."""

from data.answer import Answer
from data.tables import vocabulary
from model.question import DECODINGS, Question
from pages.ui.formats import listing, requests, workload

MOST_NAMED = 3  # chips; more are not listed


def head(question: Question, culprit: str) -> str:
    """ "No FP8 point of Kimi-K2.5 on GB300." with the filter to blame always named."""
    names = vocabulary()
    asked = question.decoding or (("plain",) if culprit == "decoding" else ())
    decodings = [] if "plain" in asked and culprit != "decoding" else [_decoding(key) for key in asked]
    kinds = [listing([names.precisions[key] for key in question.precision], "or"), listing(decodings, "or")]
    chips = [names.chips[key] for key in question.chip] if len(question.chip) <= MOST_NAMED else ["the chosen chips"]
    what = " ".join(filter(None, ("No", *kinds, "point of", llm(question))))
    where = f" on {listing(chips, 'or')}" if chips else ""
    return f"{what}{where}{_blame(question, culprit)}."


def _blame(question: Question, culprit: str) -> str:
    if culprit == "engine":
        return " with " + listing([vocabulary().engines[key] for key in question.engine], "or")
    if culprit == "grade":
        return f" of grade {listing(question.grade, 'or')}" if question.grade else " of the usual grades"
    if culprit == "batch":
        low, high = (question.batch, question.batch) if question.batch else (question.batch_min, question.batch_max)
        return f" with {low:,} to {requests(high)}" if low != high else f" with {requests(low)}"
    return {"since": _days(question), "isl": f" at {workload(question)}"}.get(culprit, "")


def _days(question: Question) -> str:
    return "".join(f" {word} {day}" for word, day in (("since", question.since), ("until", question.until)) if day)


def shown_as(column: str, key: str) -> str:
    """The display name of a value of a filter: "FP4", "Grade B", "Plain decoding"."""
    names = vocabulary()
    if column in ("grade", "decoding"):
        return f"Grade {key}" if column == "grade" else f"{DECODINGS.get(key, key)} decoding"
    return {"precision": names.precisions, "engine": names.engines, "accelerator": names.chips}[column].get(key, key)


def _decoding(key: str) -> str:
    return {"mtp": DECODINGS["mtp"], "other": "otherwise decoded"}.get(key, DECODINGS[key].lower())


def llm(question: Question) -> str:
    """The LLM by its display name."""
    return vocabulary().llms.get(question.llm, question.llm)


def why_unmodelled(answer: Answer) -> str:
    """Each reason with the accelerators it holds for."""
    of: dict[str, list[str]] = {}
    for key, why in answer.unmodelled:
        of.setdefault(why, []).extend([vocabulary().chips[key]] if key else [])
    return "; ".join(f"{listing(names)}: {why}" if names else why for why, names in of.items())
