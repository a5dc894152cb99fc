"""The committed results of `data.validate`: errors, gates, and every point left out with what was said of it."""

import json
from collections.abc import Mapping
from functools import cache
from types import MappingProxyType

import numpy as np
import polars as pl

from data import heldout, store
from data.heldout import NULLS, PEER, SPREAD, name
from data.sample import TARGETS
from data.scores import coverage, errors
from data.sets import NAMES

RESULTS = store.HERE / "validation.json"
TARGET_OF = dict(zip(NAMES, TARGETS, strict=True))
OURS, ALL = "model", "all"
OTHERS = (PEER, *NULLS)


@cache
def results() -> Mapping[str, object]:
    """What `python -m data.validate --save` wrote, read once per process."""
    return MappingProxyType(json.loads(RESULTS.read_text(encoding="utf-8")))


def curves() -> Mapping[str, Mapping[str, float]]:
    """Of the drawn curves, "seen" and with the "workload" left out: n knots, inside, half_width, distance [%]."""
    return {told: sets[ALL] for told, sets in results().get("curves", {}).items()}


@cache
def points() -> pl.DataFrame:
    """One row per point: what was asked, TARGETS as measured [s, tok/s per chip], and as each teller predicts them."""
    return pl.read_parquet(heldout.PATH)


@cache
def peer_name() -> str:
    """Name and version of the peer."""
    return store.table("peer_errors")["tool"][0]


def judged(split: str, quantity: str, peers_only: bool = False) -> pl.DataFrame:
    """The points that `split` leaves out with their measured `quantity`; with `peers_only` those the peer predicts."""
    target = TARGET_OF[quantity]
    asked = [target, name(split, target), *([name(PEER, target)] if peers_only else [])]
    return points().drop_nulls(asked)


def by_accelerator(split: str, quantity: str, peers_only: bool = False) -> pl.DataFrame:
    """One row per accelerator and teller, those of ALL first: n, mape, median, p90 [%] and bias on the same points.

    The model's row is OURS. The peer has rows only with `peers_only`, since it predicts few points.
    """
    rows, target = judged(split, quantity, peers_only), TARGET_OF[quantity]
    tellers = {OURS: split} | {other: other for other in OTHERS if peers_only or other != PEER}
    parts = {ALL: rows} | {key: part for (key,), part in rows.group_by("accelerator", maintain_order=True)}
    found = [
        {"accelerator": key, "teller": shown} | _errors(part, teller, target)
        for key, part in parts.items()
        for shown, teller in tellers.items()
    ]
    return pl.DataFrame(found, infer_schema_length=None)


def summary(rows: pl.DataFrame, split: str, quantity: str) -> dict[str, float]:
    """Errors of `rows` as the model predicts them, and for throughput how many lie inside the 90 % band."""
    found = _errors(rows, split, TARGET_OF[quantity])
    return found | ({"band": _coverage(rows, split)} if quantity == "throughput" else {})


def _errors(rows: pl.DataFrame, teller: str, target: str) -> dict[str, float]:
    return errors(_log(rows, name(teller, target)), _log(rows, target))


def _coverage(rows: pl.DataFrame, split: str) -> dict[str, float]:
    target = TARGET_OF["throughput"]
    off = _log(rows, name(split, target)) - _log(rows, target)
    return coverage(off, rows[name(split, SPREAD)].fill_null(np.nan).to_numpy())


def _log(rows: pl.DataFrame, column: str) -> np.ndarray:
    return np.log(rows[column].cast(pl.Float64).fill_null(np.nan).to_numpy())
