"""Says which of several curves leads, where the lead changes, and where to put the pin.

Leading at a speed means: the best value of a point at that speed or faster.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np

from model.interpolate import Reading, crossings, samples
from model.standing import Curve, reach


class Stretch(NamedTuple):
    """One curve leads from `begin` (slow side) to `end` (fast side) [unit of x]; `leader` is its index."""

    begin: float
    end: float
    leader: int


class Crossover(NamedTuple):
    """The lead passes at `at` [unit of x] from the curve `before` (slow side) to `after`: indices."""

    at: float
    before: int
    after: int


def leader(curves: Sequence[Curve], at: float) -> int | None:
    """Index of the curve that leads at `at`; the first of equals, None where no point is so fast."""
    place = int(_leaders(curves, np.array([at]))[0])
    return None if place < 0 else place


def envelope(curves: Sequence[Curve], at: np.ndarray) -> np.ndarray:
    """Best y of all curves at each place of `at` or faster [unit of y], NaN where no point is so fast."""
    best = _leaders(curves, at)
    every = np.array([reach(curve, at) for curve in curves])
    return np.where(best >= 0, every[best, np.arange(np.size(at))], np.nan)


def stretches(curves: Sequence[Curve]) -> list[Stretch]:
    """Who leads where, from the slowest start to the fastest end of all curves; places of change to 1e-9."""
    if not curves:
        return []
    grid = np.unique(np.concatenate([samples(np.sort(curve.x)) for curve in curves]))
    grid = grid if curves[0].maximise_x else grid[::-1]
    leaders = _leaders(curves, grid)
    changes = np.flatnonzero(np.diff(leaders))
    edges = [_change(curves, leaders[i : i + 2], grid[i : i + 2]) for i in changes]
    begins, ends = [float(grid[0]), *edges], [*edges, float(grid[-1])]
    at = [0, *(changes + 1)]
    return [Stretch(begin, end, int(leaders[i])) for begin, end, i in zip(begins, ends, at, strict=True)]


def crossovers(curves: Sequence[Curve]) -> list[Crossover]:
    """Every change of the lead, from the slow to the fast side."""
    parts = stretches(curves)
    return [Crossover(slow.end, slow.leader, fast.leader) for slow, fast in pairwise(parts)]


def leads_everywhere(curves: Sequence[Curve]) -> int | None:
    """Index of the curve that leads at every speed shown, else None."""
    parts = stretches(curves)
    return parts[0].leader if len(parts) == 1 else None


def default_pin(curves: Sequence[Curve], ladder: Sequence[float]) -> float | None:
    """Step of `ladder` [unit of x] nearest to the geometric middle of the range all curves share.

    Without a common range the middle of the range of the curve that leads at the slow end; None without curves.
    """
    if not curves:
        return None
    low, high = max(curve.x.min() for curve in curves), min(curve.x.max() for curve in curves)
    if low > high:
        x = curves[stretches(curves)[0].leader].x
        low, high = x.min(), x.max()
    middle = (np.log(low) + np.log(high)) / 2
    return min(ladder, key=lambda step: abs(np.log(step) - middle))


def _leaders(curves: Sequence[Curve], at: np.ndarray) -> np.ndarray:
    """Index of the leading curve at each place, -1 where none has a point so fast."""
    if not curves:
        return np.full(np.size(at), -1)
    scores = np.array([_score(curve)(at) for curve in curves])
    return np.where(scores.max(axis=0) > 0, scores.argmax(axis=0), -1)


def _score(curve: Curve) -> Reading:
    """Larger is better, zero where the curve has no point so fast."""

    def score(at: np.ndarray) -> np.ndarray:
        y = reach(curve, at)
        return np.nan_to_num(y if curve.maximise_y else 1 / y)

    return score


def _change(curves: Sequence[Curve], leaders: np.ndarray, bracket: np.ndarray) -> float:
    """Where the second leader overtakes the first between two neighbouring places."""
    before, after = (_score(curves[i]) for i in leaders)
    found = crossings(before, after, bracket)
    if found.size:
        return float(found[0])
    return float(bracket[0] if before(bracket[0]) == after(bracket[0]) else bracket[1])
