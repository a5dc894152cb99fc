"""Which modelled curves speak of what their accelerator was never measured on, and what that was."""

from collections.abc import Iterable
from functools import lru_cache

from data import tables
from data.answer import Answer
from data.observed import GRADES, WORKLOADS
from data.schema import POOLED, POOLED_APART
from model.question import Question
from model.standing import Curve
from pages.ui import beside
from pages.ui.formats import listing, spelled, tokens

UNCOVERED = "the band does not cover this"
ONLY, BEYOND = "measured only at ", "beyond what each was measured on"
Workload = tuple[int, int]


def reason(answer: Answer, curve: Curve) -> str:
    """Why a modelled curve is extrapolated: "measured only at 8k/1k in FP4"; "" where it is not."""
    own = measured(answer.question.llm).get(curve.accelerator, {})
    pooled = [_is_pooled(answer, int(row)) for row in curve.row]
    here = own.get(curve.precision, ())
    if all(pooled) or (here and not _holds(here, (answer.question.isl, answer.question.osl))):
        return _only(own, curve.precision)
    return ""


def mark(answer: Answer, said: str) -> str:
    """What follows “by the model” in a sentence: ", extrapolated," where all curves that `said` names are, which of
    them where only some are; "" where none is.
    """
    named, rest = [], said
    for curve in sorted(answer.curves, key=lambda curve: -len(curve.name)):  # GB200 holds the name B200
        if curve.name in rest:
            named, rest = [*named, curve], rest.replace(curve.name, "")
    far = sorted((c.name for c in named if reason(answer, c)), key=said.index)
    if not far:
        return ""
    return ", extrapolated," if len(far) == len(named) else f", for {listing(far)} extrapolated,"


def caution(answer: Answer) -> str:
    """Whose curves on the chart are extrapolated, and that their band does not cover it; "" where none is."""
    drawn = [*beside.within(answer), *(answer.curves if answer.promoted else ())]
    names = tables.vocabulary().chips
    found = {(names[curve.accelerator], why): None for curve in drawn if (why := reason(answer, curve))}
    if not found:
        return ""
    chips, reasons = (list(dict.fromkeys(column)) for column in zip(*found, strict=True))
    more = [other.removeprefix(ONLY) for other in reasons[1:]]
    several = reasons[0] + "".join(f" and {other}" for other in more) if len(chips) == 1 else BEYOND
    why = several if len(reasons) > 1 else reasons[0]
    who = chips[0] if len(chips) == 1 else f"{spelled(len(chips))} accelerators"
    return f"{who[0].upper()}{who[1:]}: extrapolated, {why}; {UNCOVERED}."


@lru_cache(maxsize=32)
def measured(llm: str) -> dict[str, dict[str, tuple[Workload, ...]]]:
    """The workloads (isl, osl) with published points of `llm`, by accelerator and precision."""
    found: dict[str, dict[str, tuple[Workload, ...]]] = {}
    for isl, osl in WORKLOADS:
        asked = Question(llm=llm, isl=isl, osl=osl, grade=GRADES, decoding=("plain", "mtp"))
        for accelerator, precision in tables.points(asked).select("accelerator", "precision").unique().iter_rows():
            known = found.setdefault(accelerator, {})
            known[precision] = (*known.get(precision, ()), (isl, osl))
    return found


def _is_pooled(answer: Answer, row: int) -> bool:
    """Whether the factors are pooled, or lent by another number format."""
    _, engine, _, precision = str(answer.points["calibration"][row]).split("/")
    return engine in (POOLED, POOLED_APART) or precision != answer.points["precision"][row]


def _holds(known: Iterable[Workload], asked: Workload) -> bool:
    """Whether both lengths lie within those measured."""
    return all(min(ends) <= length <= max(ends) for ends, length in zip(zip(*known, strict=True), asked, strict=True))


def _only(own: dict[str, tuple[Workload, ...]], precision: str) -> str:
    """Where it was measured: in this precision, else in others."""
    shown = {precision: own[precision]} if precision in own else own
    names = tables.vocabulary().precisions
    said = [f"{listing([_lengths(w) for w in works])} in {names[key]}" for key, works in shown.items()]
    return f"{ONLY}{listing(said)}" if said else "never measured with this LLM"


def _lengths(workload: Workload) -> str:
    return "/".join(tokens(length) for length in workload)
