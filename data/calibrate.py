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

from data.calibrated import COLUMNS, PATH, POOLED, POOLED_APART
from data.fitting import Fitted, fitted
from data.likeness import BORROWED_NOISE, NOISE, alike, prior
from data.machines import accelerators, formats
from data.observed import observed
from data.paths import unwritable
from data.sample import predicted
from data.scores import mixed_spread
from data.splits import Board, apart, board, halves
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
    own = rows["accelerator"] == "jalapeno"
    by_kind = halves(board(rows.filter(~own)))
    boards = [by_kind[False], by_kind[True], board(rows.filter(own))]
    found = [row for on in boards for row in _measured(*_fit(on))]
    lent = {POOLED: _fit(by_kind[False], BORROWED_NOISE), POOLED_APART: _fit(by_kind[True], BORROWED_NOISE)}
    return found + [row for engine, fit in lent.items() for row in _pooled(*fit, engine)]


def _fit(on: Board, noise: float = NOISE) -> tuple[Board, Fitted]:
    return on, fitted(on.sample, on.cell, prior(on.cells, apart(on), noise))


def _measured(on: Board, fit: Fitted) -> list[dict]:
    """One row per cell: the factors of its best measured software and decoding, errors over all its points."""
    off = np.abs(predicted(on.sample, fit.theta[on.cell]) - on.sample.target)
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


def _chosen(on: Board, fit: Fitted, here: np.ndarray) -> tuple[np.ndarray, str]:
    """Log factors of the plain cell with most points, accepted tokens from the speculative one; and its era."""
    count = Counter(on.cell[here].tolist())
    plain = [c for c in count if on.cells[c][4] == "plain"] or list(count)
    drafted = [c for c in count if on.cells[c][4] != "plain"]
    best = max(sorted(plain), key=count.__getitem__)
    theta = fit.theta[best].copy()
    if drafted:
        theta[FACTORS.index("accepted")] = fit.theta[max(sorted(drafted), key=count.__getitem__)][
            FACTORS.index("accepted")
        ]
    return theta, on.cells[best][5]


def _pooled(on: Board, fit: Fitted, engine: str) -> list[dict]:
    """One row per accelerator, LLM and precision: what the fitted cells imply for an engine never measured there."""
    new = [
        (key, engine, llm, precision, "plain", "")
        for key, chip in accelerators().items()
        for llm, precision in sorted(formats())
        if not missing(chip) and peak(chip, formats()[llm, precision].expert_precision)
    ]
    known = prior(on.cells, apart(on))
    between = alike([*on.cells, *new])[len(on.cells) :, : len(on.cells)]
    theta = known.mean + between @ (known.inverse @ (fit.theta - known.mean))
    return [_row(cell[:4], log) | {"n": 0, "log_sd": f"{BLIND:.3f}"} for cell, log in zip(new, theta, strict=True)]


def _row(key, theta: np.ndarray) -> dict:
    names = dict(zip(("accelerator", "engine", "llm", "precision"), map(str, key), strict=True))
    return names | {name: f"{value:.5g}" for name, value in zip(FACTORS, np.exp(theta), strict=True)}


if __name__ == "__main__":
    sys.exit(main())
