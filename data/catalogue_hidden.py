"""Which filters of the sidebar stand between a search and what it would find."""

from dataclasses import dataclass, replace

import polars as pl

from data.catalogue import catalogue
from data.own_filters import FREE
from model.question import BATCH_LIMIT, GRADES, Question

LIFTED = {name: {name: free} for name, free in FREE.items()} | {  # filter -> what lifts it
    "grade": {"grade": tuple(GRADES)},
    "batch": {"batch": None, "batch_min": 1, "batch_max": BATCH_LIMIT},
    "since": {"since": None, "until": None},
    "every": {"res_every": True},  # every LLM, workload and run
}


@dataclass(frozen=True, slots=True)
class Hidden:
    """How many results there are without any filter, and the filters each of which alone hides them all."""

    count: int
    by: tuple[str, ...]


def hidden(question: Question, yours: pl.DataFrame | None = None) -> Hidden:
    """What the search and the kinds of `question` find when the filters of the sidebar are lifted."""
    free = replace(question, **{name: value for change in LIFTED.values() for name, value in change.items()})
    count = catalogue(free, yours).rows.height
    if not count:
        return Hidden(0, ())
    held = {name: replace(free, **{part: getattr(question, part) for part in LIFTED[name]}) for name in kept(question)}
    return Hidden(count, tuple(name for name, asked in held.items() if catalogue(asked, yours).rows.is_empty()))


def kept(question: Question) -> tuple[str, ...]:
    """The filters that `question` sets beyond what all results pass."""
    usual = Question(res_every=True)
    return tuple(n for n, change in LIFTED.items() if any(getattr(question, p) != getattr(usual, p) for p in change))
