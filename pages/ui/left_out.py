"""What the picture does not show: one short sentence, the full counts, and chosen chips without a point."""

from dataclasses import replace
from functools import lru_cache

from data import tables
from data.answer import Answer
from data.yours import chip_name
from model.question import DECODINGS, GRADES, Question
from pages.ui.formats import listing, plural, workload
from pages.ui.phrases import why_not

MOST_NAMED = 3  # chips; more are counted
KINDS = {  # what the tables call it: one, many, in the short sentence
    "older runs": ("older run", "older runs", "older runs"),
    "points with speculative decoding": (
        "point with speculative decoding",
        "points with speculative decoding",
        "speculative decoding",
    ),
    "medians of a configuration that has a single run": (
        "median of a configuration that has a run of its own",
        "medians of configurations that have a run of their own",
        "medians of several runs",
    ),
    "third-party points (grade C)": (
        "third-party point (grade C)",
        "third-party points (grade C)",
        "third-party points",
    ),
    "your own results (grade U)": ("result of your own (grade U)", "results of your own (grade U)", "your own results"),
    "points whose decoding is not recorded": (
        "point whose decoding is not recorded",
        "points whose decoding is not recorded",
        "unrecorded decoding",
    ),
}


def left_out(answer: Answer) -> str:
    """How many points are not drawn and what most of them are, and the chips without a figure; "" without any."""
    counted = sorted(_counted(answer), key=lambda kind: -kind[0])
    parts = [_points(counted)] if counted else []
    chips = [chip for group in _without_watts(answer).values() for chip in group]
    if chips:
        reason = " or ".join(_without_watts(answer))
        who = listing(chips) if len(chips) <= MOST_NAMED else f"{len(chips)} accelerators"
        parts.append(f"{who} ({reason})")
    return f"Left out: {'; '.join(parts)}." if parts else ""


def left_out_details(answer: Answer) -> str:
    """Everything that is not drawn, with its count and reason; "" where nothing is left out."""
    parts = [plural(n, one, many) for n, one, many, _ in _counted(answer)]
    parts += [f"{listing(chips)} ({reason})" for reason, chips in _without_watts(answer).items()]
    return f"Left out: {', '.join(parts)}." if parts else ""


def absent(answer: Answer) -> dict[str, list[str]]:
    """Chips asked for that have no point among these, by the reason; without a choice Jalapeño alone is missed."""
    question = answer.question
    asked = question.chip or ("jalapeno",)
    if not answer.points.height or not (missing := set(asked) - set(answer.points["accelerator"])):
        return {}
    some = _published(question.llm, question.isl, question.osl)
    reasons: dict[str, list[str]] = {}
    for key in (key for key in asked if key in missing):
        reasons.setdefault("passes the filters" if key in some else "published", []).append(key)
    return reasons


def no_point(question: Question, reason: str) -> str:
    """One of the reasons of `absent` as the ranking says it."""
    if reason != "published":
        return "no point passes the filters"
    name = tables.vocabulary().llms.get(question.llm, question.llm)
    return f"no {name} point at {workload(question)}"


@lru_cache(maxsize=64)
def _published(llm: str, isl: int, osl: int) -> frozenset[str]:
    """Accelerators with a point of any grade, precision, decoding and date at these lengths."""
    everything = replace(Question(), grade=tuple(GRADES), decoding=tuple(DECODINGS), latest=False)
    return frozenset(tables.points(replace(everything, llm=llm, isl=isl, osl=osl))["accelerator"])


def _points(counted: list[tuple[int, str, str, str]]) -> str:
    """ "529 points, mostly older runs or speculative decoding"; a single kind in full."""
    if len(counted) == 1:
        return plural(*counted[0][:3])
    all_, most = sum(n for n, *_ in counted), counted[:1]
    if 2 * most[0][0] <= all_:
        most = counted[:2]
    share = "mostly" if 2 * sum(n for n, *_ in most) > all_ else "among them"
    return f"{all_:,} points, {share} {listing([short for *_, short in most], 'or')}"


def _counted(answer: Answer) -> list[tuple[int, str, str, str]]:
    """Points that are not drawn: how many, their name for one, for many and for the short sentence."""
    filtered = [(n, *KINDS.get(what, (what, what, what))) for what, n in answer.left_out]
    undrawn = [(why, n) for why, n in answer.excluded if not why.startswith("not computable")]
    return filtered + [(n, f"point ({why})", f"points ({why})", f"points with {why}") for why, n in undrawn]


def _without_watts(answer: Answer) -> dict[str, list[str]]:
    """Chips without watts on this basis by the reason."""
    reasons: dict[str, list[str]] = {}
    for key, reason in answer.not_computable:
        reasons.setdefault(why_not(answer.question, reason), []).append(chip_name(key))
    return reasons
