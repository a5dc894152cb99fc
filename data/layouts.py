"""Deployments that were run: the model tries those of the cell it speaks of, else those of the systems most like it.

The best of every deployment one can think of lies far above what anyone serves. Held to deployments that were run, the
frontier of a workload that the calibration has not seen lies within its 90 % band (`data.curves`).
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache

import numpy as np
import polars as pl

from data import store
from data.machines import accelerators, vendors
from data.observed import GRADES, judged
from model.sweep import Pairs
from model.work import Deployment

CELL = ("accelerator", "engine", "llm", "precision")
PLACE = ("tp", "ep", "dp")


@dataclass(frozen=True, slots=True, eq=False)
class Ran:
    """Deployments that were run, of one pool or two, and the most requests in flight of each decode worker [r]."""

    at: Deployment | Pairs
    most: np.ndarray


@lru_cache(maxsize=256)
def alike(cell: tuple[str, str, str, str], two: bool) -> tuple[Ran, ...]:
    """Deployments that were run, of one pool or `two`, from those of the cell itself to ever less alike systems.

    `cell` is (accelerator, engine, LLM, precision). All serve the same LLM: by this engine in this precision, on this
    accelerator, in domains as large of its vendor, in domains as large.
    """
    return tuple(_runs(rows, two) for rows in _alike(cell, two) if rows.height)


def _alike(cell: tuple[str, str, str, str], two: bool) -> Iterator[pl.DataFrame]:
    key, _, llm, _ = cell
    rows = _ran().filter(pl.col("disaggregated") == two, pl.col("llm") == llm)
    yield rows.filter(pl.col(name) == value for name, value in zip(CELL, cell, strict=True))
    yield rows.filter(pl.col("accelerator") == key)
    domain = accelerators()[key].domain
    size = [other for other, chip in accelerators().items() if chip.domain == domain]
    vendor = [other for other in size if vendors()[other] == vendors()[key]]
    yield rows.filter(pl.col("accelerator").is_in(vendor))
    yield rows.filter(pl.col("accelerator").is_in(size))


def _runs(rows: pl.DataFrame, two: bool) -> Ran:
    places = _places(rows, "worker")
    if two:
        places = np.concatenate([places, _places(rows, "entry"), rows.select("workers").to_numpy()], axis=1)
    each, of = np.unique(places, axis=0, return_inverse=True)
    most = np.zeros(len(each))
    np.maximum.at(most, of.ravel(), (rows["concurrency"] / rows["workers"]).to_numpy())
    if not two:
        return Ran(Deployment(*each.T), most)
    pairs = Deployment(*each[:, :3].T), Deployment(*each[:, 3:6].T), each[:, 6]
    return Ran(Pairs(*pairs, float(rows["chips"].max())), most)


def _places(rows: pl.DataFrame, role: str) -> np.ndarray:
    """tp, ep and dp of every row; experts dealt over some of the chips count as dealt over all [n, 3]."""
    tp, ep, dp = (rows[f"{role}_{name}"].cast(pl.Float64).to_numpy() for name in PLACE)
    return np.stack([tp, np.where(ep > 1, tp, 1.0), dp], axis=1)


@cache
def _ran() -> pl.DataFrame:
    """Every layout of the committed points, whatever points are shown."""
    rows, _ = judged(store.table("points").filter(pl.col("grade").is_in(GRADES)))
    roles = [f"{role}_{name}" for role in ("worker", "entry") for name in PLACE]
    return rows.select(*CELL, "disaggregated", *roles, "workers", "chips", "concurrency").unique(maintain_order=True)
