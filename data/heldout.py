"""Every point that was left out, with what the model, the peer and the null models say of it: data/held_out.parquet."""

import csv
from pathlib import Path

import numpy as np
import polars as pl

from data.sample import TARGETS, predicted
from data.splits import Board
from model.calibration import FACTORS

HERE = Path(__file__).parent
PATH = HERE / "held_out.parquet"
POINT = ("id", "accelerator", "engine", "llm", "precision", "decoding", "disaggregated", "isl", "osl", "concurrency")
PEER = "peer"
SPREAD = "log_sd"
DIGITS = 5
# Log factors of the null models, in the order of FACTORS: a perfect data sheet, and textbook efficiencies.
_TINY = 1e-9
_NONE = ("layer_s", "hop_s", "sequence_s", "queue", "first_s", "first_queue")
_FULL = dict.fromkeys(FACTORS, 1.0) | dict.fromkeys(_NONE, _TINY)
_TEXTBOOK = _FULL | {"weights": 0.7, "cache": 0.7, "gemm": 0.6, "attention": 0.3, "link": 0.4, "layer_s": 25e-6}
NULLS = {"peak roofline": _FULL, "textbook efficiencies": _TEXTBOOK | {"hop_s": 10e-6, "accepted": 2.2}}


def name(teller: str, figure: str) -> str:
    """Column of what `teller` (a split, the peer or a null model) says of one of TARGETS, or of its spread."""
    return f"{teller}: {figure}"


def held_out_table(on: Board, splits: dict[str, tuple[np.ndarray, np.ndarray]]) -> pl.DataFrame:
    """One row per point of `on`: measured TARGETS [s, tok/s per chip], and the same as each teller predicts them.

    `splits` holds, per split, the held-out logarithms of the targets [n, 3] and the spread of the log rate [n].
    """
    columns = dict(zip(TARGETS, np.exp(on.sample.target).T, strict=True))
    for split, (told, spread) in splits.items():
        columns |= _said(split, told) | {name(split, SPREAD): spread}
    others = {PEER: peers(on)} | {null: null_told(on, null) for null in NULLS}
    for teller, told in others.items():
        columns |= _said(teller, told)
    numbers = pl.DataFrame(columns).with_columns(pl.all().fill_nan(None).round_sig_figs(DIGITS).cast(pl.Float32))
    return pl.concat([on.rows.select(POINT), numbers], how="horizontal")


def save(tables: list[pl.DataFrame]) -> None:
    """Write the table that the accuracy page draws."""
    whole = pl.concat(tables, how="diagonal").sort("id")
    whole.write_parquet(PATH, compression="zstd", compression_level=19, statistics=False)


def peers(on: Board) -> np.ndarray:
    """Logarithms of the targets as the peer predicts them [n, 3]; NaN where it says nothing."""
    with (HERE / "peer_errors.csv").open(encoding="utf-8", newline="") as lines:
        said = {row["point"]: [float(row[target]) for target in TARGETS] for row in csv.DictReader(lines)}
    return np.log([said.get(key, [np.nan] * len(TARGETS)) for key in on.rows["id"]])


def null_told(on: Board, null: str) -> np.ndarray:
    """Logarithms of the targets as a model that is not fitted predicts them [n, 3]."""
    theta = np.tile(np.log([NULLS[null][key] for key in FACTORS]), (on.rows.height, 1))
    return predicted(on.sample, theta)


def _said(teller: str, told: np.ndarray) -> dict[str, np.ndarray]:
    return {name(teller, target): column for target, column in zip(TARGETS, np.exp(told).T, strict=True)}
