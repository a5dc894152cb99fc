"""The model's rows on the question's basis, thinned to what is drawn: their frontiers and the pinned batch."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
import polars as pl

from data import basis
from data.engines import newest
from data.modelled import MODEL, modelled
from data.places import placed
from model.calibration import BAND_90
from model.power import PriceFigure, Watts
from model.question import Question, is_maximised
from model.ribbon import around
from model.shortlist import best_per

SLOWEST = 1.0  # tok/s/user; nobody waits for slower answers, and full memories would stretch the axis to them
Reasons = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True, eq=False)
class Beside:
    """`points` as those of an Answer, with y_low and y_high; `reasons` by accelerator, "" where they concern all."""

    points: pl.DataFrame
    reasons: Reasons


def beside(question: Question, watts: Mapping[str, Watts], prices: Mapping[str, PriceFigure]) -> Beside:
    """What the model says to `question`; nothing when its layer is off."""
    return _said(question, watts, prices) if "model" in question.layer else _nothing()


@cache
def _nothing() -> Beside:
    """The same tables without a row."""
    return _said(Question(), {}, {})


def _said(question: Question, watts: Mapping[str, Watts], prices: Mapping[str, PriceFigure]) -> Beside:
    rows, reasons = modelled(question)
    dated = pl.when("disaggregated").then(pl.lit(newest(True))).otherwise(pl.lit(newest(False)))
    rows = rows.with_columns(pl.col("calibration_date").fill_null(dated))  # pooled factors rest on all of their way
    rows = rows if question.x == "concurrency" else rows.filter(~pl.col("by_load"))
    if question.batch is None:
        fast = pl.col("interactivity") >= SLOWEST
        rows = rows.filter(fast | ~fast.any().over("accelerator", "precision"))
    parts = []
    for altered in (False, True) if question.if_chip else (False,):
        own = dict(watts) if not altered else _scaled(watts, question)
        part = placed(basis.on_basis(rows.filter(what_if=altered), question, own, prices), question, own)
        before = sum(p["series"].n_unique() for p in parts)
        parts.append(part.with_columns(pl.col("series") + before))
    points = pl.concat(parts)
    chosen = points.with_columns(pl.Series("pinned", _operating(points, question), dtype=pl.Boolean))
    chosen = chosen.filter(pl.col("on_frontier") | pl.col("pinned"))
    unjudged = pl.lit(None, pl.Boolean).alias("on_global_frontier")  # which is the published points'
    return Beside(chosen.with_columns(*_bands(chosen, question), unjudged), reasons + _absent(points, chosen))


def _scaled(watts: Mapping[str, Watts], question: Question) -> dict[str, Watts]:
    """The watts of a what-if."""
    times = question.if_watts
    return {key: replace(w, value=None if w.value is None else w.value * times) for key, w in watts.items()}


def _operating(points: pl.DataFrame, question: Question) -> np.ndarray:
    """Of each series the row at the pinned batch that is best in y within the limits, at the pin or faster if any.

    bool [n].
    """
    found = np.zeros(points.height, bool)
    if question.batch is None or not points.height:
        return found
    usable = points.select(pl.col("excluded").is_null() & pl.col("meets_slo").fill_null(False))
    sign = 1 if is_maximised(question.y) else -1
    y = np.where(usable.to_series().to_numpy(), sign * points["y"].to_numpy(), np.nan)
    series, x = points["series"].to_numpy(), points["x"].to_numpy()
    fast = at_pin(x, question) & np.isfinite(y)
    found[best_per(series, np.where(fast | ~np.isin(series, series[fast]), y, np.nan))] = True
    return found


def at_pin(x: np.ndarray, question: Question) -> np.ndarray:
    """Whether values of x are at the question's pin or better; bool [n]."""
    return x >= question.pin if is_maximised(question.x) else x <= question.pin


def _bands(points: pl.DataFrame, question: Question) -> tuple[pl.Series, pl.Series]:
    """The 90 % band in the unit of y: of a frontier's rows that of the curve at their x, of others their own."""
    sign = 1 if is_maximised(question.y) else -1  # of cost and energy per token the inverse is a rate
    x, rate = points["x"].to_numpy(), points["y"].to_numpy() ** float(sign)
    width = np.log((points["tput_high"] / points["tput_total"]).to_numpy())
    low, high = rate / np.exp(width), rate * np.exp(width)
    moves = question.x != "concurrency"  # which is asked for, and not off by anything
    speed = x if is_maximised(question.x) else 1 / x
    series = points["series"].to_numpy()
    for one in np.unique(series):
        rows = np.flatnonzero((series == one) & points["on_frontier"].to_numpy())
        rows = rows[np.argsort(speed[rows])]
        if moves and rows.size:
            low[rows], high[rows] = around(speed[rows], rate[rows], width[rows] / BAND_90)
    ends = (low, high) if sign > 0 else (1 / high, 1 / low)
    return tuple(pl.Series(name, end, dtype=pl.Float64) for name, end in zip(("y_low", "y_high"), ends, strict=True))


def _absent(points: pl.DataFrame, chosen: pl.DataFrame) -> Reasons:
    """Why accelerators with modelled rows have no curve on these axes: no watts, no price, or the limits."""
    lost = points.filter(~pl.col("accelerator").is_in(chosen["accelerator"].unique().to_list()))
    first = lost.group_by("accelerator", maintain_order=True).agg(pl.col("excluded").drop_nulls().first())
    return tuple((key, why or "no configuration within your limits") for key, why in first.iter_rows())


EXTRA = ("y_low", "y_high", "pinned", *MODEL)  # columns that published rows lack
