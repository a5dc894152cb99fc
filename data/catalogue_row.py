"""One result beside what the model says of exactly its configuration, and beside whatever beats it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import polars as pl

from data import basis, tables
from data.calibrated import calibration
from data.catalogue import SCHEMA, every
from data.observed import judged
from data.places import placed
from data.sample import TARGETS, predicted, sampled
from data.schema import POINTS
from model.calibration import FACTORS, band
from model.question import Question

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Told:
    """What the model says of a result's configuration: seconds and output tok/s per chip, the rate with its band."""

    tpot_s: float
    ttft_s: float
    tput_output: float
    low: float
    high: float
    calibration: str  # what its factors come from
    n: int  # points behind them; 0 where they are pooled
    last: str  # newest of these, ISO; "" where unknown


@dataclass(frozen=True, slots=True)
class Place:
    """Where a result stands on the axes of a question among the published points of its LLM and lengths."""

    x: float | None
    y: float | None
    among: int  # points that can stand on the axes
    on_own: bool  # on the frontier of its accelerator, precision and decoding
    on_every: bool  # on that over all accelerators
    by: Row | None  # what beats it
    why: str = ""  # why it cannot stand on the axes


def told(row: Row) -> Told | str:
    """The model's prediction, live, at exactly the configuration of `row`; a reason where it has none."""
    if row["of"] == "simulated":
        return "this row is the model’s own"
    return _for(row, _told_of)(tuple(row[name] for name in POINTS))


def _for(row: Row, kept: Callable) -> Callable:
    """The cached function, or of a visitor's own row the bare one: what all share holds none of these."""
    return kept.__wrapped__ if row["of"] == "yours" else kept


@lru_cache(maxsize=64)
def _told_of(values: tuple) -> Told | str:
    row = dict(zip(POINTS, values, strict=True))
    rows = _one(row)
    usable, dropped = judged(pl.concat([_others(row), rows]))
    usable = usable.filter(id=row["id"])
    if usable.is_empty():
        return next(iter(judged(rows)[1]), "") or next(iter(dropped), "its configuration is not known")
    sample = sampled(usable)
    cell = calibration(tuple(str(row[name]) for name in ("accelerator", "engine", "llm", "precision")), sample.two[0])
    if cell is None:
        return "nothing to calibrate on"
    theta = np.log([[getattr(cell.factors, name) for name in FACTORS]])
    said = dict(zip(TARGETS, np.exp(predicted(sample, theta)[0]).tolist(), strict=True))
    low, high = band(said["tput_output"], cell.spread)
    return Told(**said, low=float(low), high=float(high), calibration="/".join(cell.key), n=cell.n, last=cell.last)


def place(row: Row, question: Question) -> Place:
    """Where `row` stands on the axes, power basis and limits of `question`, whatever chips it asks for."""
    if not row["isl"] or not row["osl"]:
        return Place(None, None, 0, False, False, None, "its prompts and answers have no fixed lengths")
    return _for(row, _place_of)(tuple(row[name] for name in (*POINTS, "of")), question)


@lru_cache(maxsize=64)
def _place_of(values: tuple, question: Question) -> Place:
    row = dict(zip((*POINTS, "of"), values, strict=True))
    asked, rows = shown_among(row, question)
    watts, prices = basis.chip_watts(asked), basis.chip_prices(asked)
    if row["accelerator"] not in watts:
        return Place(None, None, 0, False, False, None, "no figures of this accelerator in the tables")
    points = placed(basis.on_basis(rows, asked, watts, prices), asked, watts)
    own = points.filter(id=row["id"]).row(0, named=True)
    by = points.filter(id=own["dominated_by"] or "").to_dicts()
    among = points.filter(pl.col("excluded").is_null()).height
    why = own["excluded"] or ("" if own["meets_slo"] is not False else "outside the limits chosen")
    return Place(own["x"], own["y"], among, own["on_frontier"], own["on_global_frontier"], next(iter(by), None), why)


def shown_among(row: Row, question: Question) -> tuple[Question, pl.DataFrame]:
    """A question of the row's LLM and lengths whose points hold it, and these points; `row` last if not published."""
    asked = question_of(row, question)
    rows = tables.points(asked.filters())
    if not rows.filter(id=row["id"]).is_empty():
        return asked, rows
    one = _one(row).with_columns(
        pl.lit(tables.vocabulary().chips.get(row["accelerator"], row["accelerator"])).alias("chip")
    )
    return asked, pl.concat([rows, one.select(rows.columns)])


def question_of(row: Row, question: Question) -> Question:
    """`question` about the row's LLM and lengths, with its precision and decoding, its grade and its run among them.

    Of a visitor's own row neither is added that hides none of these: its grade, and a decoding that is not recorded.
    """
    asked = replace(question, llm=row["llm"], isl=row["isl"], osl=row["osl"], chip=(), engine=(), precision=())
    asked = replace(asked, since=None, until=None, batch=None, batch_min=1, batch_max=Question().batch_max)
    decoding = "other" if row["decoding"] == "unknown" else row["decoding"]
    for name, value, usual in (("decoding", decoding, ("plain",)), ("grade", row["grade"], tuple("ABVPM"))):
        held = getattr(asked, name) or usual
        own = row["of"] == "yours" and (name == "grade" or row["decoding"] == "unknown")
        if value not in held and not own:
            asked = replace(asked, **{name: (*held, value)})
    if asked.latest and row["of"] == "published" and tables.points(asked.filters()).filter(id=row["id"]).is_empty():
        return replace(asked, latest=False)
    return asked


def _one(row: Row) -> pl.DataFrame:
    """`row` as a table in the columns of the points."""
    return pl.DataFrame([{name: row[name] for name in POINTS}], schema={name: SCHEMA[name] for name in POINTS})


def _others(row: Row) -> pl.DataFrame:
    """The other published points of the accelerator: whether they record attention tells how it is presumed."""
    others = every().filter(pl.col("accelerator") == row["accelerator"], pl.col("id") != row["id"])
    return others.select(list(POINTS))
