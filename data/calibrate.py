"""Fits the effective factors to the published points: `python -m data.calibrate` writes data/calibration.csv.

One row per accelerator, engine, LLM and precision that has points, then one per accelerator, LLM and precision with
engine "pooled": what alike cells imply where nobody has measured. Deterministic.
"""

import argparse
import csv
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from data.calibrated import BITS, COLUMNS, PATH, POOLED, POOLED_APART
from data.fitting import fitted
from data.likeness import BORROWED_NOISE, NOISE, OWN, alike, prior
from data.machines import accelerators, formats
from data.observed import observed
from data.paths import unwritable
from data.sample import predicted
from data.scores import mixed_spread
from data.splits import Board, apart, board, halves, spokesman
from model.calibration import FACTORS
from model.hardware import missing, peak

UNSEEN = 1.9  # held-out over in-sample errors: by leave-a-workload-out on the published points
BLIND = 0.25  # standard deviation of the log throughput of accelerators left out, 16 to 24 % in most


def main(arguments: list[str] | None = None) -> int:
    """Write the calibration and say how many cells and points it rests on; 2 where it cannot be written."""
    parser = argparse.ArgumentParser(prog="python -m data.calibrate", description=__doc__)
    parser.add_argument("-o", type=Path, default=PATH, metavar="FILE", help="where to write (default: data/)")
    asked = parser.parse_args(arguments)
    if why := unwritable(asked.o):
        print(why, file=sys.stderr)
        return 2
    rows = calibration()
    with asked.o.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    measured = [row for row in rows if row["n"]]
    print(
        f"{len(measured)} cells from {sum(row['n'] for row in measured):,} points, {len(rows) - len(measured)} pooled"
    )
    return 0


def calibration() -> list[dict]:
    """Rows of the calibration table, measured cells first."""
    rows, _ = observed()
    own = rows["accelerator"].is_in(list(OWN))
    by_kind = halves(board(rows.filter(~own)))
    boards = [by_kind[False], by_kind[True], board(rows.filter(own))]
    found = [_measured(*_fit(on)) for on in boards]
    borrowers = set(accelerators()) - set(OWN)
    pooled = [
        _pooled(*_fit(by_kind[False], BORROWED_NOISE), POOLED, borrowers),
        _pooled(*_fit(by_kind[True], BORROWED_NOISE), POOLED_APART, borrowers),
        _pooled(*_fit(boards[2]), POOLED, set(OWN)),
    ]
    return [row for rows in found for row in rows] + [
        row for pair in zip(pooled, found, strict=True) for row in _lent(*pair)
    ]


def _fit(on: Board, noise: float = NOISE) -> tuple[Board, np.ndarray]:
    return on, fitted(on.sample, on.cell, prior(on.cells, apart(on), noise))


def _measured(on: Board, fit: np.ndarray) -> list[dict]:
    """One row per cell: the factors of its best measured software and decoding, errors over all its points."""
    off = np.abs(predicted(on.sample, fit[on.cell]) - on.sample.target)
    keys, place = np.unique(on.sample.cells[:, :4], axis=0, return_inverse=True)
    place = place.ravel()
    spread = mixed_spread(np.minimum(off[:, 1], 1.0), place)
    found = []
    for i, key in enumerate(keys):
        here = place == i
        dates = sorted(filter(None, on.rows["date"].filter(here).to_list()))
        theta, software = _chosen(on, fit, here)
        errors = {
            f"{name}_mape": f"{100 * np.nanmean(np.expm1(off[here, j])):.1f}" for j, name in enumerate(("tpot", "tput"))
        }
        record = {
            "n": int(here.sum()),
            "first_date": dates[0] if dates else "",
            "last_date": dates[-1] if dates else "",
        }
        found.append(_row(key, theta) | record | errors | {"software": software, "log_sd": f"{_wide(spread[i]):.3f}"})
    return found


def _wide(mean_error: float) -> float:
    """Standard deviation to expect of unseen points: sqrt(pi / 2) of the mean in-sample error, times UNSEEN."""
    return UNSEEN * float(np.sqrt(np.pi / 2)) * mean_error


def _chosen(on: Board, fit: np.ndarray, here: np.ndarray) -> tuple[np.ndarray, str]:
    """Log factors of the cell that speaks for the others, accepted tokens from the speculative one; and its era."""
    count = Counter(on.cell[here].tolist())
    best = spokesman(on.cells, count)
    drafted = {cell: n for cell, n in count.items() if on.cells[cell][4] != "plain"}
    theta = fit[best].copy()
    if drafted:
        theta[FACTORS.index("accepted")] = fit[max(sorted(drafted), key=drafted.__getitem__)][FACTORS.index("accepted")]
    return theta, on.cells[best][5]


def _pooled(on: Board, fit: np.ndarray, engine: str, chips: set[str]) -> list[dict]:
    """One row per accelerator of `chips`, LLM and precision: what the fitted cells imply, the same for every format."""
    new = [
        (key, engine, llm, precision, "plain", "")
        for key, chip in accelerators().items()
        if key in chips
        for llm, precision in sorted(formats())
        if not missing(chip) and peak(chip, formats()[llm, precision].expert_precision)
    ]
    known = prior(on.cells, apart(on))
    between = alike([*on.cells, *new])[len(on.cells) :, : len(on.cells)]
    theta = known.mean + between @ (known.inverse @ (fit - known.mean))
    same = np.unique([f"{cell[0]} {cell[2]}" for cell in new], return_inverse=True)[1].ravel()
    mean = np.stack([np.bincount(same, column) / np.bincount(same) for column in theta.T], axis=1)[same]
    return [_row(cell[:4], log) | {"n": 0, "log_sd": f"{BLIND:.3f}"} for cell, log in zip(new, mean, strict=True)]


def _lent(pooled: list[dict], measured: list[dict]) -> list[dict]:
    """`pooled` rows, with the factors of the nearest number format in which their accelerator and LLM were measured.

    One set of factors for all formats nobody measured, so that narrower numbers are faster by their bytes and FLOP and
    not slower by another chip's software.
    """
    known: dict[tuple[str, str], list[dict]] = {}
    for row in measured:
        known.setdefault((row["accelerator"], row["llm"]), []).append(row)
    lent = []
    for row in pooled:
        own = known.get((row["accelerator"], row["llm"]), [])
        near = min(own, key=lambda one: (abs(BITS[one["precision"]] - BITS[row["precision"]]), -one["n"]), default=row)
        lent.append(row | {name: near[name] for name in FACTORS})
    return lent


def _row(key, theta: np.ndarray) -> dict:
    names = dict(zip(("accelerator", "engine", "llm", "precision"), map(str, key), strict=True))
    return names | {name: f"{value:.5g}" for name, value in zip(FACTORS, np.exp(theta), strict=True)}


if __name__ == "__main__":
    sys.exit(main())
