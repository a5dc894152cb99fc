"""Of which accelerators and number formats the model is asked, and what a what-if changes in them."""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache

import polars as pl

from data import tables
from data.machines import accelerators, families, formats, llms
from data.observed import WORKLOADS
from model.calibration import Factors
from model.hardware import Accelerator, missing
from model.question import Question

WHAT_IFS = ("if_bandwidth", "if_compute", "if_link", "if_latency", "if_capacity")
NARROWEST = ("fp4", "fp8", "bf16")
Cells = tuple[tuple[str, str], ...]


@cache
def chips() -> Mapping[str, str]:
    """Accelerators the model can be asked of, by key; display names, in display order."""
    names = tables.vocabulary().chips
    return {key: names[key] for key in names if key in families() and not missing(accelerators()[key])}


@cache
def drawable() -> Mapping[str, str]:
    """Accelerators that have points or that the model can be asked of: those with points first; display names."""
    return dict(tables.vocabulary().chips_with_points) | dict(chips())


def cells(question: Question) -> tuple[Cells, tuple[tuple[str, str], ...]]:
    """(accelerator, precision) the model answers for, and (accelerator, why not) for those asked in vain.

    Without a choice: accelerators with points of this LLM, in the precisions these points have; of an accelerator
    without any, the narrowest format it multiplies in.
    """
    if "model" not in question.layer:
        return (), ()
    if reason := _silent(question):
        return (), (("", reason),)
    charted = _charted(question.llm)
    asked = question.chip or tuple(charted) or tuple(tables.vocabulary().chips_with_points)
    found, reasons = [], []
    for key in asked:
        if key not in chips():
            reasons.append((key, f"{missing(accelerators()[key]) or 'its parts'} undisclosed"))
            continue
        for precision in question.precision or charted.get(key) or (_narrowest(key),):
            if (question.llm, precision) in formats():
                found.append((key, precision))
            else:
                reasons.append((key, f"no {tables.vocabulary().precisions[precision]} layout of this LLM known"))
    return tuple(found), tuple(reasons)


def _silent(question: Question) -> str:
    """Why the model says nothing at all to a question; empty if it does."""
    if question.llm not in llms():
        return "the layers of this LLM are not known"
    if question.decoding and "plain" not in question.decoding:
        return "the model speaks of plain decoding only"
    if question.grade and "M" not in question.grade:
        return "grade M is not among the evidence chosen"
    return ""


@cache
def _charted(llm: str) -> dict[str, tuple[str, ...]]:
    """Accelerator -> precisions of its points of `llm` in the standard workloads, in display order."""
    rows = pl.concat([tables.points(Question(llm=llm, isl=isl, osl=osl)) for isl, osl in WORKLOADS])
    used = set(rows.select("accelerator", "precision").iter_rows())
    words = tables.vocabulary()
    found = {key: tuple(name for name in words.precisions if (key, name) in used) for key in words.chips}
    return {key: names for key, names in found.items() if names}


def _narrowest(key: str) -> str:
    return next(name for name in NARROWEST if name in accelerators()[key].peaks)


def multipliers(question: Question) -> tuple[float, ...]:
    """Of bandwidth, compute, link, latency and capacity; empty where nothing but watts is changed."""
    return tuple(getattr(question, name) for name in WHAT_IFS)


def altered(chip: Accelerator, times: tuple[float, ...]) -> Accelerator:
    """`chip` with its memory bandwidth, peaks, links and memory size multiplied."""
    if not times:
        return chip
    bandwidth, compute, link, _, capacity = times
    return replace(
        chip,
        hbm_bytes_s=chip.hbm_bytes_s * bandwidth,
        hbm_bytes=chip.hbm_bytes * capacity,
        peaks={name: value * compute for name, value in chip.peaks.items()},
        link_bytes_s=chip.link_bytes_s * link,
        outer_bytes_s=chip.outer_bytes_s * link,
    )


def slowed(factors: Factors, times: tuple[float, ...]) -> Factors:
    """`factors` with the fixed time of a layer multiplied."""
    return replace(factors, layer_s=factors.layer_s * times[3]) if times else factors
