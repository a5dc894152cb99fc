"""Says what a measured curve delivers at a speed: a value, a range, its start, or that nothing is so fast."""

from dataclasses import dataclass

import numpy as np

from model.interpolate import staircase, steffen, steffen_reciprocal, straight

GAP_X, GAP_Y = 1.25, 2.0  # a segment is unmeasured when both its ratios exceed these


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """One frontier: knots from the slow end (start) to the fast end, y from best to worst.

    On an axis of times x falls from start to end. `reciprocal` marks a per-token y (cost, energy), interpolated as 1/y.
    """

    accelerator: str
    name: str
    precision: str
    decoding: str
    grade: str
    x: np.ndarray
    y: np.ndarray
    row: np.ndarray  # of each knot in the table of points
    smooth: bool = True  # else a staircase
    maximise_x: bool = True
    maximise_y: bool = True
    reciprocal: bool = False
    what_if: bool | None = None  # of a modelled curve whether the visitor changed its accelerator; None if measured


@dataclass(frozen=True, slots=True)
class Standing:
    """What one curve says at the pin, in the units of its axes.

    value: measured, interpolated or held there; start: the pin is slower than the start, whose value and place (`at`)
    are given; range: nobody measured there, `low` and `high` are both neighbours and `value` only ranks; none: no point
    so fast, `at` is the fastest.
    """

    kind: str  # value | start | range | none
    value: float | None
    low: float | None
    high: float | None
    at: float
    row: int  # nearest knot; of a staircase the knot that holds
    between: tuple[int, int]  # rows of the knots on the slow and the fast side; twice the same on a knot
    series: int = -1  # place of the curve in the list that was ranked


def knots(x: np.ndarray, maximise_x: bool = True) -> np.ndarray:
    """Order of frontier rows from the slow to the fast end, exact duplicates once (the first)."""
    _, first = np.unique(x, return_index=True)
    return first if maximise_x else first[::-1]


def reading(curve: Curve, at: np.ndarray | float) -> np.ndarray:
    """y at `at` [unit of y], NaN outside the knots; of a modelled curve, whose knots are many, on straight lines."""
    x, y = (curve.x, curve.y) if curve.maximise_x else (curve.x[::-1], curve.y[::-1])
    if not curve.smooth:
        return staircase(x, y, at, curve.maximise_x)
    if curve.what_if is not None:
        return 1 / straight(x, 1 / y, at) if curve.reciprocal else straight(x, y, at)
    return steffen_reciprocal(x, y, at) if curve.reciprocal else steffen(x, y, at)


def reach(curve: Curve, at: np.ndarray | float) -> np.ndarray:
    """Best y at `at` or faster: the reading, the start's value where `at` is slower, NaN where no point is so fast."""
    return np.where(_is_slower(curve, np.asarray(at, float)), curve.y[0], reading(curve, at))


def unmeasured(curve: Curve) -> np.ndarray:
    """For each segment whether its speed ratio exceeds 1.25 and its y changes by more than 2 times."""
    x, y = (np.maximum(v[1:] / v[:-1], v[:-1] / v[1:]) for v in (curve.x, curve.y))
    return (x > GAP_X) & (y > GAP_Y)


def standing(curve: Curve, pin: float, series: int = -1) -> Standing:
    """What `curve` says at `pin` [unit of x]."""
    first, last = int(curve.row[0]), int(curve.row[-1])
    if _is_slower(curve, pin):
        value = float(curve.y[0])
        return Standing("start", value, value, value, float(curve.x[0]), first, (first, first), series)
    slow, fast = _neighbours(curve, pin)
    if fast == len(curve.x):
        return Standing("none", None, None, None, float(curve.x[-1]), last, (last, last), series)
    value, ends = float(reading(curve, pin)), sorted((float(curve.y[slow]), float(curve.y[fast])))
    between = (int(curve.row[slow]), int(curve.row[fast]))
    row = int(curve.row[_nearest(curve, pin, slow, fast)])
    if slow != fast and curve.smooth and unmeasured(curve)[slow]:
        return Standing("range", value, *ends, pin, row, between, series)
    return Standing("value", value, value, value, pin, row, between, series)


def ranking(curves: tuple[Curve, ...], pin: float) -> tuple[Standing, ...]:
    """Standings at `pin`, best first; curves without a point so fast come last, the fastest of them first."""
    standings = [standing(curve, pin, series) for series, curve in enumerate(curves)]

    def order(s: Standing) -> tuple[bool, float, str]:
        """Values first, the best of them first; then those without, the fastest first; ties by name."""
        curve = curves[s.series]
        place, larger_first = (s.at, curve.maximise_x) if s.kind == "none" else (s.value, curve.maximise_y)
        return s.kind == "none", -place if larger_first else place, curve.name

    return tuple(sorted(standings, key=order))


def lead(first: Standing, other: Standing, maximise_y: bool = True) -> tuple[float, float] | None:
    """How many times better `first` is than `other`: lowest, highest (apart only for a range); None without a value."""
    if first.value is None or other.value is None:
        return None
    up, down = (first, other) if maximise_y else (other, first)
    return up.low / down.high, up.high / down.low


def _is_slower(curve: Curve, at: np.ndarray | float) -> np.ndarray | bool:
    return at < curve.x[0] if curve.maximise_x else at > curve.x[0]


def _neighbours(curve: Curve, pin: float) -> tuple[int, int]:
    """Knots on the slow and fast side of `pin`, the same on a knot; one past the end where no knot is so fast."""
    sign = 1 if curve.maximise_x else -1
    fast = int(np.searchsorted(sign * curve.x, sign * pin))
    on_knot = fast < len(curve.x) and curve.x[fast] == pin
    return (fast if on_knot else fast - 1), fast


def _nearest(curve: Curve, pin: float, slow: int, fast: int) -> int:
    """Of two knots the one nearer to `pin` in log x; the fast one of a staircase, whose value holds."""
    if not curve.smooth:
        return fast
    return slow if pin * pin < curve.x[slow] * curve.x[fast] else fast
