"""Reads a measured curve between its knots and never outside them.

Knots are arrays `x` (strictly rising) and `y` of equal length >= 1.
"""

from collections.abc import Callable

import numpy as np

Reading = Callable[[np.ndarray], np.ndarray]  # from x to y, NaN outside the data


def steffen_slopes(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Slope of the curve at each knot [unit of y / unit of x]; monotone wherever the knots are.

    inner = (sign s0 + sign s1) min(|s0|, |s1|, |p|/2), p = (s0 h1 + s1 h0)/(h0 + h1); end = (3 secant - inner)/2
    Steffen 1990, A&A 239, 443; the ends as in d3.curveMonotoneX.
    """
    h = np.diff(x)  # width of each segment
    s = np.diff(y) / h  # its secant
    if s.size < 2:
        return np.full(len(x), s[0] if s.size else 0.0)
    p = (s[:-1] * h[1:] + s[1:] * h[:-1]) / (h[:-1] + h[1:])
    least = np.minimum(np.minimum(np.abs(s[:-1]), np.abs(s[1:])), np.abs(p) / 2)
    inner = (np.sign(s[:-1]) + np.sign(s[1:])) * least
    return np.concatenate([[(3 * s[0] - inner[0]) / 2], inner, [(3 * s[-1] - inner[-1]) / 2]])


def steffen(x: np.ndarray, y: np.ndarray, at: np.ndarray | float, log_x: bool = False) -> np.ndarray:
    """Value at `at` of the monotone cubic through the knots [unit of y], NaN outside; `log_x` bends it in log x."""
    x, y, at = (np.asarray(a, float) for a in (x, y, at))
    inside = (at >= x[0]) & (at <= x[-1])
    at = np.where(inside, at, x[0])
    if len(x) < 2:
        return np.where(inside, y[0], np.nan)
    if log_x:
        x, at = np.log(x), np.log(at)
    i = np.clip(np.searchsorted(x, at, "right") - 1, 0, len(x) - 2)
    h, m = x[i + 1] - x[i], steffen_slopes(x, y)
    t = np.clip((at - x[i]) / h, 0, 1)
    value = (1 + 2 * t) * (1 - t) ** 2 * y[i] + t**2 * (3 - 2 * t) * y[i + 1]
    value = value + h * t * (1 - t) * ((1 - t) * m[i] - t * m[i + 1])
    value = np.clip(value, np.minimum(y[i], y[i + 1]), np.maximum(y[i], y[i + 1]))  # rounding only
    return np.where(inside, value, np.nan)


def steffen_reciprocal(x: np.ndarray, y: np.ndarray, at: np.ndarray | float, log_x: bool = False) -> np.ndarray:
    """A per-token quantity (cost, energy) at `at`: the rate 1/y is interpolated, then inverted. NaN outside."""
    return 1 / steffen(x, 1 / np.asarray(y, float), at, log_x)


def straight(x: np.ndarray, y: np.ndarray, at: np.ndarray | float) -> np.ndarray:
    """Value at `at` on the straight lines between the knots [unit of y], NaN outside.

    Unlike a curve that bends, it rises everywhere when every knot does.
    """
    return np.interp(at, x, y, left=np.nan, right=np.nan)


def staircase(x: np.ndarray, y: np.ndarray, at: np.ndarray | float, maximise_x: bool = True) -> np.ndarray:
    """Value of the nearest knot at `at` or better [unit of y]: a speed as high, a time as short; NaN outside."""
    x, y, at = (np.asarray(a, float) for a in (x, y, at))
    inside = (at >= x[0]) & (at <= x[-1])
    at = np.where(inside, at, x[0])
    i = np.searchsorted(x, at) if maximise_x else np.searchsorted(x, at, "right") - 1
    return np.where(inside, y[i], np.nan)


def samples(x: np.ndarray, per_segment: int = 20) -> np.ndarray:
    """Places to draw a curve at: each segment cut into `per_segment` steps even in log x, every knot included."""
    x = np.asarray(x, float)
    if len(x) < 2:
        return x
    step = np.arange(per_segment) / per_segment
    inner = x[:-1, None] * (x[1:] / x[:-1])[:, None] ** step
    inner[:, 0] = x[:-1]
    return np.append(inner.ravel(), x[-1])


def ratio_at(first: Reading, second: Reading, at: np.ndarray | float) -> np.ndarray:
    """How many times `first` exceeds `second` at `at`; NaN where either has no data."""
    return first(at) / second(at)


def crossings(first: Reading, second: Reading, grid: np.ndarray) -> np.ndarray:
    """Where two curves change places, to a relative 1e-9 of x; bracketed between the neighbours of `grid`.

    A touch without a change of sides is no crossing; places where either curve has no data are skipped.
    """
    grid = np.unique(np.asarray(grid, float))
    side = np.sign(first(grid) - second(grid))
    grid, side = grid[np.abs(side) == 1], side[np.abs(side) == 1]
    found = np.flatnonzero(side[1:] * side[:-1] < 0)
    brackets = zip(grid[found], grid[found + 1], side[found], strict=True)
    return np.array([_narrowed(first, second, *bracket) for bracket in brackets])


def _narrowed(first: Reading, second: Reading, low: float, high: float, side: float) -> float:
    """Middle of a bracket cut in 32 again and again; `side` is the sign of first - second at `low`."""
    while high - low > 1e-9 * high:
        at = np.linspace(low, high, 33)
        i = max(1, int(np.argmax(np.sign(first(at) - second(at)) != side)))
        low, high = at[i - 1], at[i]
    return float((low + high) / 2)
