"""Sets two answers' curves against each other: the quotient of their best values over x, and where it passes one."""

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from model.envelope import envelope
from model.interpolate import crossings, ratio_at
from model.standing import Curve

STEPS = 160
LEVEL = 1.005  # sides that differ by less do not change places


def shared(here: Sequence[Curve], there: Sequence[Curve]) -> tuple[float, float] | None:
    """Lowest and highest x [unit of x] at which both sides have points; None where there is none."""
    if not here or not there:
        return None
    low = max(min(float(curve.x.min()) for curve in side) for side in (here, there))
    high = min(max(float(curve.x.max()) for curve in side) for side in (here, there))
    return (low, high) if low <= high else None


def places(here: Sequence[Curve], there: Sequence[Curve]) -> np.ndarray:
    """Where to read both sides [unit of x], rising: even in log x with every knot, inside what both have; else empty.

    Nothing is extrapolated.
    """
    ends = shared(here, there)
    if ends is None:
        return np.empty(0)
    low, high = ends
    knots = [curve.x for curve in (*here, *there)]
    x = np.unique(np.concatenate([np.geomspace(low, high, STEPS), [low, high], *knots]))
    return x[(x >= low) & (x <= high)]  # without knots beyond, and what geomspace rounds past its ends


def quotient(here: Sequence[Curve], there: Sequence[Curve], at: np.ndarray) -> np.ndarray:
    """Best y here / best y there at each place of `at` [1]; NaN where a side has no point so fast."""
    return ratio_at(lambda x: envelope(here, x), lambda x: envelope(there, x), np.asarray(at, float))


def passing(here: Sequence[Curve], there: Sequence[Curve], at: np.ndarray) -> np.ndarray:
    """Where the better side changes [unit of x], to a relative 1e-9; bracketed between neighbours of `at`.

    A stretch in which the sides differ by less than `LEVEL` everywhere belongs to none of them.
    """
    found = crossings(lambda x: envelope(here, x), lambda x: envelope(there, x), at)
    apart = np.log(quotient(here, there, at))
    stretches = [apart[(at > low) & (at < high)] for low, high in pairwise([-np.inf, *found, np.inf])]
    farthest = [part[np.abs(part).argmax()] if part.size else 0.0 for part in stretches]
    told = [(k, np.sign(far)) for k, far in enumerate(farthest) if abs(far) > np.log(LEVEL)]
    return np.array([found[k - 1] for (_, before), (k, after) in pairwise(told) if before != after])


def alike(one: Curve, two: Curve) -> bool:
    """Whether two curves have the same knots and are read in the same way."""
    same_form = (one.smooth, one.maximise_x, one.maximise_y) == (two.smooth, two.maximise_x, two.maximise_y)
    return same_form and all(
        a.shape == b.shape and bool(np.allclose(a, b, rtol=1e-12)) for a, b in ((one.x, two.x), (one.y, two.y))
    )
