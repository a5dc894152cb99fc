"""Predicts points from the others: which are left out together, and what the fit makes of them."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import polars as pl

from data.fitting import fitted
from data.likeness import BORROWED_NOISE, prior
from data.sample import CELL, Sample, picked, predicted, sampled

HIGH = 64  # requests in flight from which load counts as high
SOLID = 4  # points from which a month of runs can speak for a cell
ROUNDS = 8  # of a fit that starts from the one without the accelerator


@dataclass(frozen=True, slots=True)
class Board:
    """Usable points with their arrays, the cells they fall in, and the row of each point's cell."""

    rows: pl.DataFrame
    sample: Sample
    cells: list[tuple[str, ...]]
    cell: np.ndarray


def board(rows: pl.DataFrame) -> Board:
    """All of `rows` laid out for fitting."""
    sample = sampled(rows)
    cells, cell = np.unique(sample.cells, axis=0, return_inverse=True)
    return Board(rows, sample, [tuple(map(str, found)) for found in cells], cell.ravel())


def halves(on: Board) -> dict[bool, Board]:
    """Aggregate (False) and disaggregated points (True): other engines, other queues, so fitted apart."""
    return {two: board(on.rows.filter(pl.col("disaggregated") == two)) for two in sorted(set(on.sample.two.tolist()))}


def apart(on: Board) -> bool:
    """Whether the points of `on` read prompts on chips of their own."""
    return bool(on.sample.two.all())


def groups(rows: pl.DataFrame, split: str) -> np.ndarray:
    """Label of the points that are left out together in `split`; empty for those that always stay [n]."""
    label = {
        "workload": pl.format("{} {}/{}", "accelerator", "isl", "osl"),
        "tp": pl.format("{} TP{}", "accelerator", pl.col("worker_tp").cast(pl.Int64)),
        "concurrency": pl.when(pl.col("concurrency") >= HIGH).then(pl.col("accelerator")).otherwise(pl.lit("")),
        "accelerator": pl.col("accelerator"),
        "newest": pl.when(_newest()).then(pl.col("accelerator")).otherwise(pl.lit("")),
        "batch": pl.col("concurrency").cast(pl.String),
    }[split]
    return rows.select(label.alias("group")).to_series().to_numpy()


def held_out(on: Board, split: str, without: dict[str, np.ndarray]) -> np.ndarray:
    """Logarithms of the targets, each point predicted by a fit that never saw its group; NaN for those that stay.

    `without` holds the fit that lacks an accelerator's points; adding the points that stay moves it to theirs.
    """
    label, told = groups(on.rows, split), np.full(on.sample.target.shape, np.nan)
    ties = prior(on.cells, apart(on))
    for group in sorted(set(label) - {""}):
        out = label == group
        start = without.get(group.split()[0])
        found = start if split == "accelerator" else _refitted(on, ties, ~out, start)
        told[out] = predicted(picked(on.sample, out), found[on.cell[out]])
    return told


def without_each(on: Board) -> dict[str, np.ndarray]:
    """Accelerator -> the fit to everyone else's points: the prior it is judged with."""
    ties, chip = prior(on.cells, apart(on), BORROWED_NOISE), on.rows["accelerator"].to_numpy()
    return {key: _refitted(on, ties, chip != key, None) for key in sorted(set(chip))}


def calibrated_elsewhere(on: Board, split: str) -> np.ndarray:
    """Mask of the points whose cell keeps other points when their group is left out; the rest can not be judged [n]."""
    label, kept = groups(on.rows, split), np.zeros(len(on.cell), bool)
    place = np.unique(on.sample.cells[:, [0, 1, 2, 3]], axis=0, return_inverse=True)[1].ravel()
    for cell in np.unique(place):
        here = place == cell
        kept[here] = (label[here] == "").any() or len(set(label[here])) > 1
    return kept


def spokesman(cells: list[tuple[str, ...]], count: Mapping[int, int]) -> int:
    """Of `count`'s cells, which differ in decoding and era, the one that speaks for them today.

    Plain decoding, and of it the newest month with SOLID points, else the one with most.
    """
    plain = sorted(cell for cell in count if cells[cell][4] == "plain") or sorted(count)
    solid = [cell for cell in plain if count[cell] >= SOLID and cells[cell][5].startswith("20")]
    return max(solid, key=lambda cell: cells[cell][5]) if solid else max(plain, key=count.__getitem__)


def _refitted(on: Board, ties, stay: np.ndarray, start: np.ndarray | None) -> np.ndarray:
    theta, rounds = (None, 30) if start is None else (start, ROUNDS)
    return fitted(picked(on.sample, stay), on.cell[stay], ties, rounds, theta)


def _newest() -> pl.Expr:
    """Runs of the newest month of their cell, where the cell has older points too."""
    run = pl.col("era") != "median"
    month = pl.when(run).then(pl.col("era"))
    return run & (pl.col("era") == month.max().over(CELL[:4])) & (pl.col("era").n_unique().over(CELL[:4]) > 1)
