"""Two answers beside each other: whether they can share axes, and the quotient of their curves where they do."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from data.answer import Answer
from model import compare
from model.envelope import envelope, leader
from model.question import Question
from model.standing import Curve, standing

AXES = ("x", "y")  # what two questions must have in common to be drawn on the same axes
WORK = ("llm", "isl", "osl")  # … and for one token to be the same work on both sides
BEST = ""  # the accelerator of the quotient of the best of all


@dataclass(frozen=True, slots=True, eq=False)
class Quotient:
    """y here over y there of one accelerator, or of the best of all (`accelerator` ""), where both have points.

    `at_pin` is None outside; `open` says that nobody measured near the pin on one side; `same` that nothing differs.
    `best` names who is best at the pin here and there.
    """

    accelerator: str
    x: np.ndarray  # rising [unit of x], `passing` among them; empty without a place that both have
    here: np.ndarray  # best y of each side there [unit of y]
    there: np.ndarray
    passing: tuple[float, ...]  # where the better side changes [unit of x]
    at_pin: float | None
    best: tuple[str, str]
    open: bool
    same: bool

    @property
    def ratio(self) -> np.ndarray:
        """y here / y there [1]."""
        return self.here / self.there


@dataclass(frozen=True, slots=True, eq=False)
class Compared:
    """Two answers; `apart` are the parameters for which they share no axes, and then there are no quotients."""

    here: Answer
    there: Answer
    apart: tuple[str, ...]
    quotients: tuple[Quotient, ...] = ()
    drawn: tuple[Curve, ...] = ()  # curves there that are not the same as here


def compared(here: Answer, there: Answer) -> Compared:
    """The second answer set against the first: the best of all first, then accelerator by accelerator."""
    apart = unshared(here.question, there.question)
    if apart or not (here.curves and there.curves):
        return Compared(here, there, apart)
    pin = here.question.pin
    both = dict.fromkeys(c.accelerator for c in here.curves if _of(there.curves, c.accelerator))
    pairs = {key: (_of(here.curves, key), _of(there.curves, key)) for key in both}
    found = [quotient(BEST, here.curves, there.curves, pin)]
    found += [quotient(key, *sides, pin) for key, sides in pairs.items()]
    drawn = [c for c in there.curves if not any(compare.alike(c, own) for own in _of(here.curves, c.accelerator))]
    return Compared(here, there, apart, tuple(found), tuple(drawn))


def unshared(here: Question, there: Question) -> tuple[str, ...]:
    """Which of the axes, the LLM and the lengths differ."""
    return tuple(name for name in (*AXES, *WORK) if getattr(here, name) != getattr(there, name))


def quotient(key: str, here: Sequence[Curve], there: Sequence[Curve], pin: float) -> Quotient:
    """The quotient of the best of two sides over x, and what is known of it at the pin."""
    x = compare.places(here, there)
    passing = compare.passing(here, there, x)
    x = np.union1d(x, passing)
    inside = x.size and x[0] <= pin <= x[-1]
    at_pin = float(compare.quotient(here, there, np.array([pin]))[0]) if inside else None
    best = [side[found] for side in (here, there) if inside and (found := leader(side, pin)) is not None]
    return Quotient(
        accelerator=key,
        x=x,
        here=envelope(here, x),
        there=envelope(there, x),
        passing=tuple(passing.tolist()),
        at_pin=at_pin,
        best=tuple(curve.name for curve in best) if len(best) == 2 else ("", ""),
        open=len(best) == 2 and _is_open(*best, pin),
        same=len(here) == len(there) and all(map(compare.alike, _sorted(here), _sorted(there))),
    )


def _of(curves: Sequence[Curve], accelerator: str) -> list[Curve]:
    return [curve for curve in curves if curve.accelerator == accelerator]


def _sorted(curves: Sequence[Curve]) -> list[Curve]:
    return sorted(curves, key=lambda curve: (curve.accelerator, curve.precision, curve.decoding))


def _is_open(one: Curve, two: Curve, pin: float) -> bool:
    """Whether either is a range at the pin; on the same places both are equally unsure, and the quotient is not."""
    if np.array_equal(one.x, two.x):
        return False
    return "range" in (standing(one, pin).kind, standing(two, pin).kind)
