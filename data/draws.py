"""Which accelerators publish no sustained draw, so that a basis that asks for one takes another figure for them."""

from dataclasses import replace
from functools import lru_cache

from data import basis
from model.question import Question


@lru_cache(maxsize=32)
def unpublished(question: Question) -> frozenset[str]:
    """Keys of the accelerators with a rated but no published sustained draw; they stand at rated, or at f of it."""
    told = basis.chip_watts(replace(question, power="sustained", f=None))
    return frozenset(key for key, figure in told.items() if figure.one_sided)
