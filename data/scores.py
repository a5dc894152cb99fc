"""How far predictions are from measurements: errors, bands, frontiers, and what a choice by prediction would cost."""

import numpy as np

from model.calibration import BAND_90
from model.frontier import frontier

SLACK = 0.05  # a choice may miss the speed it was asked for by so much
FLOORS = np.linspace(0.1, 0.9, 5)  # quantiles of the measured speeds that serve as floors
GRID = 50  # points at which two frontiers are compared
THIN = 5  # points below which a group has no frontier worth comparing
POOLED = 8.0  # points of everyone's spread that a cell's own is mixed with


def errors(told: np.ndarray, measured: np.ndarray) -> dict[str, float]:
    """n, mape, median, p90 [%] and bias [mean log] of logarithms `told` against `measured`; NaN are skipped."""
    off = (told - measured)[np.isfinite(told) & np.isfinite(measured)]
    if not len(off):
        return {"n": 0}
    relative = 100 * np.abs(np.expm1(off))
    found = {
        "mape": relative.mean(),
        "median": np.median(relative),
        "p90": np.quantile(relative, 0.9),
        "bias": off.mean(),
    }
    return {"n": len(off)} | {name: float(value) for name, value in found.items()}


def spreads(off: np.ndarray, cell: np.ndarray, group: np.ndarray) -> np.ndarray:
    """Standard deviation of the log error to expect of each point, from other groups' held-out errors `off` [n].

    A cell's own errors are mixed with everyone's; the scale makes nine in ten of the others fall inside the band.
    """
    size, expected = np.minimum(np.abs(off), 1.0), np.full(len(off), np.nan)
    for out in np.unique(group):
        rest = (group != out) & np.isfinite(off)
        mixed = mixed_spread(size[rest], cell[rest])
        scale = np.quantile(size[rest] / np.array([mixed[c] for c in cell[rest]]), 0.9) / BAND_90
        here = np.flatnonzero(group == out)
        expected[here] = [scale * mixed.get(cell[i], mixed[-1]) for i in here]
    return expected


def mixed_spread(size: np.ndarray, cell: np.ndarray) -> dict[int, float]:
    """Cell -> mean absolute log error, mixed with that of all cells (key -1)."""
    everyone = float(size.mean())
    found = {-1: everyone}
    for key in np.unique(cell):
        own = size[cell == key]
        found[int(key)] = float((own.sum() + POOLED * everyone) / (len(own) + POOLED))
    return found


def coverage(off: np.ndarray, spread: np.ndarray) -> dict[str, float]:
    """Share of log errors `off` inside the 90 % band [%], and the band's median half-width [%]."""
    known = np.isfinite(off) & np.isfinite(spread)
    if not known.any():
        return {"n": 0}
    inside = np.abs(off[known]) <= BAND_90 * spread[known]
    width = 100 * np.expm1(BAND_90 * spread[known])
    return {"n": int(known.sum()), "inside": float(100 * inside.mean()), "half_width": float(np.median(width))}


def frontiers(told: np.ndarray, measured: np.ndarray, group: np.ndarray) -> dict[str, float]:
    """Mean over groups of the area between predicted and measured frontier, relative to the measured one [%].

    Rows are (log TPOT, log throughput); area is taken over log speed, where both frontiers exist.
    """
    areas = [_area_error(told[rows], measured[rows]) for rows in _worth(told, group)]
    areas = [area for area in areas if np.isfinite(area)]
    if not areas:
        return {"n": 0}
    return {"n": len(areas), "area_error": float(np.mean(areas)), "area_error_median": float(np.median(areas))}


def regret(told: np.ndarray, measured: np.ndarray, group: np.ndarray) -> dict[str, float]:
    """Measured throughput of the configuration that prediction picks above a speed floor, over the best [%]."""
    share, met = [], []
    for rows in _worth(told, group):
        speed, rate, seen, best = -told[rows, 0], told[rows, 1], -measured[rows, 0], measured[rows, 1]
        for floor in np.quantile(seen, FLOORS):
            fit, true = speed >= floor, seen >= floor
            if fit.any() and true.any():
                pick = np.flatnonzero(fit)[np.argmax(rate[fit])]
                met.append(seen[pick] >= floor + np.log1p(-SLACK))
                share.append(min(np.exp(best[pick] - best[true].max()), 1.0))
    if not any(met):
        return {"n": 0}
    reached = 100 * np.array(share)[np.array(met)]
    return {
        "n": len(share),
        "median": float(np.median(reached)),
        "p10": float(np.quantile(reached, 0.1)),
        "met": float(100 * np.mean(met)),
    }


def _worth(told: np.ndarray, group: np.ndarray):
    for key in np.unique(group):
        rows = np.flatnonzero((group == key) & np.isfinite(told[:, 0]))
        if len(rows) >= THIN:
            yield rows


def _area_error(told: np.ndarray, measured: np.ndarray) -> float:
    lines = [_frontier_line(np.exp(-side[:, 0]), side[:, 1]) for side in (told, measured)]
    low, high = max(line[0][0] for line in lines), min(line[0][-1] for line in lines)
    if high <= low:
        return float("nan")
    at = np.linspace(low, high, GRID)
    ours, theirs = (np.exp(np.interp(at, *line)) for line in lines)
    return float(100 * np.abs(ours - theirs).sum() / theirs.sum())


def _frontier_line(speed: np.ndarray, log_rate: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    best = np.flatnonzero(frontier(speed, np.exp(log_rate)))
    order = best[np.argsort(speed[best])]
    return np.log(speed[order]), log_rate[order]
