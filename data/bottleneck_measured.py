"""Published points beside the modelled times: the nearest run of a replica, and the fastest of some accelerators."""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

import numpy as np
import polars as pl

from data import store
from data.machines import accelerators, formats, llms
from data.observed import GRADES, judged
from data.replica import Setting
from data.tables import points
from data.yours import GRADE, NONE, Yours
from model.bottleneck import active_bytes, bandwidth_only_s, step_bytes
from model.question import Question
from model.work import Deployment

NEAR = 2.0  # most times that a published batch may differ from the asked one
FLOOR_BYTES = 4.25 / 8  # of a parameter: four bits, and eight of scale for every 32 weights (MXFP4)
ALONE = 1.5  # sequences a replica decodes at a time, up to which a run counts as batch 1
LLMS = ("gpt-oss-120b", "DeepSeek-R1-0528", "Kimi-K2.5")
CHIPS = ("jalapeno", "gb200", "gb300")  # those whose fastest published points are held against bandwidth alone
WORKLOAD = (8192, 1024)


@dataclass(frozen=True, slots=True)
class Measured:
    """A published run of the same replica; `batch` sequences of one replica decode at a time, as its rate says."""

    tpot_s: float
    batch: float  # output tok/s x TPOT / replicas
    concurrency: int
    engine: str
    grade: str
    source: str
    date: str | None
    ep: int
    apart: bool


@dataclass(frozen=True, slots=True)
class Share:
    """A published batch-1 time beside what bandwidth alone says of it."""

    llm: str
    accelerator: str
    chips: int  # that decode together
    tpot_s: float
    floor_s: float  # active weights, all at 4.25 bit
    stored_s: float  # active weights as stored, and the cache
    layer_s: float  # what is left, over the layers
    source: str
    groups: int = 1  # of attention, each of which reads its own copy of the weights of attention

    @property
    def explained(self) -> float:
        """Share of the measured time that the floor explains."""
        return self.floor_s / self.tpot_s


def measured(asked: Setting, yours: Yours = NONE) -> Measured | None:
    """The published run of the same chips, attention and lengths whose batch is nearest; None where none is near.

    Without speculation; experts may be dealt out another way, which `ep` tells. Of a visitor's own points their run.
    """
    rows = _own(asked, yours) if yours else _published(asked)
    rows = rows.filter(pl.col("worker_tp") == asked.at.tp, pl.col("worker_dp") == asked.at.dp)
    off = (pl.col("batch") / asked.batch).log().abs()
    other = (pl.col("worker_ep") > 1) != (asked.at.ep > 1)
    near = rows.with_columns(off=off).filter(pl.col("off") <= np.log(NEAR)).sort(other, "off", "id")
    return _measured(near.row(0, named=True)) if near.height else None


def replicas(asked: Setting) -> tuple[int, ...]:
    """Chips of the replicas of which runs with these lengths are published, whatever their batch and layout."""
    return tuple(sorted({int(chips) for chips in _published(asked)["worker_tp"]}))


def _published(asked: Setting) -> pl.DataFrame:
    return _running(points(_runs(asked, GRADES)))


def _own(asked: Setting, yours: Yours) -> pl.DataFrame:
    return _running(points(_runs(asked, (GRADE,)), yours.database))


def _runs(asked: Setting, grades: tuple[str, ...]) -> Question:
    filters = {"chip": (asked.accelerator,), "precision": (asked.precision,), "grade": grades}
    return Question(llm=asked.llm, isl=asked.isl, osl=asked.osl, **filters)


@cache
def shares() -> tuple[Share, ...]:
    """The fastest published FP4 run of CHIPS on each of LLMS at batch 1, where there is one, and what explains it."""
    rows = store.table("points").filter(pl.col("grade").is_in(GRADES), decoding="plain", precision="fp4")
    rows = rows.filter(pl.col("isl") == WORKLOAD[0], pl.col("osl") == WORKLOAD[1])
    rows = _running(rows).filter(pl.col("batch") <= ALONE).sort("tpot_s", "id")
    return tuple(_shares(rows))


def _shares(rows: pl.DataFrame) -> Iterator[Share]:
    for llm in LLMS:
        for key in CHIPS:
            own = rows.filter(llm=llm, accelerator=key)
            if own.height:
                yield _share(own.row(0, named=True))


def _share(row: dict) -> Share:
    llm, chip, layout = llms()[row["llm"]], accelerators()[row["accelerator"]], formats()[row["llm"], "fp4"]
    at = Deployment(row["worker_tp"], row["worker_ep"], row["worker_dp"])
    floor = bandwidth_only_s(active_bytes(llm, FLOOR_BYTES, at.tp), chip)
    stored = bandwidth_only_s(step_bytes(llm, layout, at, 1.0, WORKLOAD[0] + WORKLOAD[1] / 2), chip)
    rest = (row["tpot_s"] - floor) / llm.layers
    names = row["llm"], row["accelerator"], int(at.tp), row["tpot_s"]
    return Share(*names, float(floor), float(stored), float(rest), row["source"], int(at.dp))


def _running(rows: pl.DataFrame) -> pl.DataFrame:
    """The usable rows with the sequences that each replica or decode worker has in a step, by Little's law."""
    output = pl.col("tput_output") * pl.col("chips")
    return judged(rows)[0].with_columns(batch=output * pl.col("tpot_s") / pl.col("workers"))


def _measured(row: dict) -> Measured:
    same = {name: row[name] for name in ("tpot_s", "batch", "concurrency", "engine", "grade", "source", "date")}
    return Measured(**same, ep=int(row["worker_ep"]), apart=row["disaggregated"])
