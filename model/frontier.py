"""Keeps the rows nobody would trade: none is at least as good on both axes and better on one.

Rates, times and costs are positive, and positive IEEE 754 doubles order exactly as their bit patterns read as
integers. So every axis becomes an int64 key, larger is better, and no comparison below rounds.
"""

from collections.abc import Iterator

import numpy as np

REASONS = (
    "",
    "x not recorded",
    "y not recorded",
    "x infinite",
    "y infinite",
    "x zero or negative",
    "y zero or negative",
)  # what the codes of `excluded` mean
_INFINITY = np.float64(np.inf).view(np.int64)
_BLOCK = 1 << 16  # rows that stay in the processor's cache
_SAMPLE = 1 << 12
_BINS_LOG2 = 12


def frontier(x: np.ndarray, y: np.ndarray, maximise_x: bool = True, maximise_y: bool = True) -> np.ndarray:
    """Mask of the rows on the frontier; shape of `x` [n].

    Exact duplicates stay together; NaN, infinite, zero and negative values are never on it. O(n log n).
    """
    bits_x, bits_y = _bits(x), _bits(y)
    rows = np.concatenate([*_candidates(bits_x, bits_y, maximise_x, maximise_y), np.empty(0, np.int64)])
    kx, ky = _keys(bits_x[rows], maximise_x), _keys(bits_y[rows], maximise_y)
    mask = np.zeros(bits_x.size, bool)
    mask[rows[_undominated(kx, ky)]] = True
    return mask


def frontier_by(
    groups: np.ndarray, x: np.ndarray, y: np.ndarray, maximise_x: bool = True, maximise_y: bool = True
) -> np.ndarray:
    """Mask of the rows on the frontier of their own group; `groups` holds any sortable label per row [n]."""
    x, y = np.asarray(x, float), np.asarray(y, float)
    mask = np.zeros(x.size, bool)
    for rows in _rows_by_group(np.asarray(groups)):
        mask[rows] = frontier(x[rows], y[rows], maximise_x, maximise_y)
    return mask


def usable(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Mask of the rows whose `x` and `y` are finite and above zero [n]."""
    return _is_usable(_bits(x)) & _is_usable(_bits(y))


def excluded(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Why each row cannot be on a frontier: an index into REASONS, 0 for a usable row [n]. The first reason counts."""
    x, y = np.asarray(x, float), np.asarray(y, float)
    tests = [np.isnan(x), np.isnan(y), np.isposinf(x), np.isposinf(y), x <= 0, y <= 0]
    return np.select(tests, range(1, len(REASONS)), 0).astype(np.int8)


def excluded_counts(codes: np.ndarray) -> tuple[tuple[str, int], ...]:
    """(reason, rows) for every reason that occurs in the codes of `excluded`."""
    counts = np.bincount(codes, minlength=len(REASONS))
    return tuple((reason, int(n)) for reason, n in zip(REASONS[1:], counts[1:], strict=True) if n)


def dominated_by(
    x: np.ndarray, y: np.ndarray, on_frontier: np.ndarray, maximise_x: bool = True, maximise_y: bool = True
) -> np.ndarray:
    """For each usable row off the frontier the frontier row that beats it at the nearest x, else -1 [n].

    Of all frontier rows that dominate it, that one has the best y; of exact duplicates the first is named.
    """
    answer = np.full(np.size(x), -1)
    best, rest = np.flatnonzero(on_frontier), np.flatnonzero(usable(x, y) & ~on_frontier)
    if not best.size:
        return answer
    kx, ky = _keys(_bits(x), maximise_x), _keys(_bits(y), maximise_y)
    steps, first = np.unique(kx[best], return_index=True)
    at = np.minimum(np.searchsorted(steps, kx[rest]), steps.size - 1)
    beats = (steps[at] >= kx[rest]) & (ky[best[first[at]]] >= ky[rest])
    answer[rest[beats]] = best[first[at[beats]]]
    return answer


def hypervolume(
    x: np.ndarray,
    y: np.ndarray,
    reference: tuple[float, float],
    maximise_x: bool = True,
    maximise_y: bool = True,
) -> float:
    """Area [unit of x times unit of y] of what the rows dominate and `reference` (a point worse than both) does not.

    Rows that are not better than the reference on both axes add nothing.
    """
    on = frontier(x, y, maximise_x, maximise_y)
    gain_x = (np.asarray(x, float)[on] - reference[0]) * (1 if maximise_x else -1)
    gain_y = (np.asarray(y, float)[on] - reference[1]) * (1 if maximise_y else -1)
    gain_x, order = np.unique(np.maximum(gain_x, 0), return_index=True)
    best_y = np.maximum.accumulate(np.maximum(gain_y, 0)[order][::-1])[::-1]
    return float(np.sum(np.diff(gain_x, prepend=0.0) * best_y))


def _bits(values: np.ndarray) -> np.ndarray:
    return np.ascontiguousarray(values, np.float64).ravel().view(np.int64)


def _is_usable(bits: np.ndarray) -> np.ndarray:
    return (bits > 0) & (bits < _INFINITY)  # zero and negative values have bits <= 0, NaN lies above infinity


def _keys(bits: np.ndarray, maximise: bool) -> np.ndarray:
    return bits if maximise else -bits


def _rows_by_group(groups: np.ndarray) -> list[np.ndarray]:
    _, label = np.unique(groups, return_inverse=True)
    order = np.argsort(label, kind="stable")
    return np.split(order, np.flatnonzero(np.diff(label[order])) + 1)


def _undominated(kx: np.ndarray, ky: np.ndarray) -> np.ndarray:
    """Rows whose ky is the best of their kx and above every ky at a larger kx."""
    if not kx.size:
        return np.empty(0, np.int64)
    order = np.argsort(kx)[::-1]
    kx, ky = kx[order], ky[order]
    starts = np.flatnonzero(np.r_[True, kx[1:] != kx[:-1]])
    best = np.maximum.reduceat(ky, starts)
    before = np.r_[np.iinfo(np.int64).min, np.maximum.accumulate(best)[:-1]]
    needed = np.where(best > before, best, np.iinfo(np.int64).max)
    return order[ky == np.repeat(needed, np.diff(np.r_[starts, kx.size]))]


def _candidates(bits_x: np.ndarray, bits_y: np.ndarray, maximise_x: bool, maximise_y: bool) -> Iterator[np.ndarray]:
    """Usable rows in blocks, without those that a strided sample of rows already dominates."""
    sample = slice(None, None, max(1, bits_x.size // _SAMPLE))
    good = _is_usable(bits_x[sample]) & _is_usable(bits_y[sample])
    kx, ky = _keys(bits_x[sample][good], maximise_x), _keys(bits_y[sample][good], maximise_y)
    best_y, best_x = _Staircase(kx, ky), _Staircase(ky, kx)
    for start in range(0, bits_x.size, _BLOCK):
        bx, by = bits_x[start : start + _BLOCK], bits_y[start : start + _BLOCK]
        kx, ky = _keys(bx, maximise_x), _keys(by, maximise_y)
        rows = np.flatnonzero(_is_usable(bx) & _is_usable(by) & best_y.may_pass(kx, ky))
        yield rows[best_x.may_pass(ky[rows], kx[rows])] + start


class _Staircase:
    """For each bin of one key, the best other key among sampled rows in strictly better bins."""

    def __init__(self, key: np.ndarray, other: np.ndarray) -> None:
        low, high = (int(key.min()), int(key.max())) if key.size else (0, 0)
        self.shift = max(0, (high - low).bit_length() - _BINS_LOG2)
        self.base = (low >> self.shift) - 1
        best = np.full((high >> self.shift) - self.base + 1, np.iinfo(np.int64).min)
        np.maximum.at(best, (key >> self.shift) - self.base - 1, other)
        self.best = np.maximum.accumulate(best[::-1])[::-1]

    def may_pass(self, key: np.ndarray, other: np.ndarray) -> np.ndarray:
        """False only for rows that a sampled row dominates."""
        return other > self.best.take((key >> self.shift) - self.base, mode="clip")
