"""Puts points on one power basis and one price tier, and turns them into the chosen axes."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache

import numpy as np
import polars as pl

from data import tables
from model.economics import METRICS, metric
from model.power import PowerFigures, PriceFigure, Watts, measured_watts, watts_per_chip
from model.question import Question

_power_figures = lru_cache(maxsize=32)(tables.power_figures)
_price_figures = lru_cache(maxsize=32)(tables.price_figures)
RATES = ("tput_total", "tput_output", "tput_input")


def chip_watts(question: Question) -> dict[str, Watts]:
    """W per chip of every accelerator on the question's basis, by key; also of those that points alone name."""
    typed = dict(question.watts)
    figures = _power_figures(question.power_date)
    bare = tables.vocabulary().chips.keys() - figures.keys()
    return {key: watts_per_chip(figure, question, typed.get(key)) for key, figure in figures.items()} | {
        key: unlisted(question, typed.get(key)) for key in bare
    }


def unlisted(question: Question, typed: float | None) -> Watts:
    """Watts of an accelerator that stands in no table: those the visitor typed, or why there are none."""
    watts = watts_per_chip(PowerFigures(), question, typed)
    if watts.value is None and question.power not in ("measured", "custom"):
        return replace(watts, reason="no power figure in the tables; enter watts per chip")
    return watts


def chip_prices(question: Question) -> dict[str, PriceFigure]:
    """USD per chip-hour by key: the visitor's own price where one is typed, else the tier's figure."""
    tier = {} if question.price == "custom" else _price_figures(question.price, question.price_date)
    typed = {key: PriceFigure(value, "custom", source="visitor") for key, value in question.prices}
    return dict(tier) | typed


def on_basis(
    points: pl.DataFrame, question: Question, watts: Mapping[str, Watts], prices: Mapping[str, PriceFigure]
) -> pl.DataFrame:
    """`points` with the watts, the price, both with their passports, x and y (NaN where unknown)."""
    keys = points["accelerator"].to_list()
    chip = [watts[key] for key in keys]
    draw = _watts(points, question, chip)
    price = [prices.get(key, PriceFigure(None, "")) for key in keys]
    usd = _floats([p.usd_chip_hour for p in price])
    rates = {name: column(points, name) for name in RATES}
    return points.with_columns(
        pl.Series("watts_per_chip", draw),
        pl.Series("watts_how", [w.how for w in chip], dtype=pl.String),
        pl.Series("power_source", [w.source for w in chip], dtype=pl.String),
        pl.Series("power_date", [w.date for w in chip], dtype=pl.String),
        pl.Series("usd_chip_hour", usd),
        pl.Series("price_tier", [p.tier or None for p in price], dtype=pl.String),
        pl.Series("price_date", [p.date for p in price], dtype=pl.String),
        pl.Series("price_source", [p.source or None for p in price], dtype=pl.String),
        pl.Series("x", column(points, question.x)),
        pl.Series("y", np.asarray(metric(question.y, rates, draw, usd), float)),
    )


def needs_watts(question: Question) -> bool:
    """Whether the y-axis rests on power."""
    return METRICS[question.y][1] == "watts"


def ghost_question(question: Question) -> Question | None:
    """The same question on the ghost's basis, or None when there is nothing to draw a second time."""
    if question.ghost in ("none", question.power) or not needs_watts(question):
        return None
    return replace(question, power=question.ghost, ghost="none")


def why_excluded(points: pl.DataFrame, question: Question, watts: Mapping[str, Watts]) -> list[str | None]:
    """Why a row of `on_basis` cannot stand on the axes; None for a row that can."""
    x, y = points["x"].to_numpy(), points["y"].to_numpy()
    bad_x, bad_y = ~(np.isfinite(x) & (x > 0)), ~(np.isfinite(y) & (y > 0))
    reasons: list[str | None] = []
    for key, no_x, no_y, draw in zip(points["accelerator"], bad_x, bad_y, points["watts_per_chip"], strict=True):
        if no_x:
            reasons.append(_NO_X.get(question.x, "not recorded"))
        elif no_y:
            reasons.append(_why_no_y(question, draw, watts[key]))
        else:
            reasons.append(None)
    return reasons


_NO_X = {
    "interactivity": "no speed per user recorded",
    "e2e_s": "no request time published",
    "ttft_s": "no first-token time published",
    "tpot_s": "no time per token recorded",
    "concurrency": "concurrency not recorded",
}


def _why_no_y(question: Question, draw: float | None, watts: Watts) -> str:
    if draw is not None and np.isfinite(draw):
        priced = METRICS[question.y][1] == "usd_chip_hour"
        return "no price in this tier, or no rate of these tokens" if priced else "no rate of these tokens published"
    if question.power == "measured":
        return "no measured power"
    return f"not computable on this basis: {watts.reason}"


def _watts(points: pl.DataFrame, question: Question, chip: list[Watts]) -> np.ndarray:
    if question.power == "measured":
        columns = ("measured_w", "measured_j_per_tok_total", "tput_total")
        return measured_watts(*(column(points, name) for name in columns))
    return _floats([w.value for w in chip])


def column(points: pl.DataFrame, name: str) -> np.ndarray:
    """A column of `points` as float64 [n], NaN where unknown."""
    return points[name].cast(pl.Float64).to_numpy()


def _floats(values: list[float | None]) -> np.ndarray:
    return np.array([np.nan if value is None else value for value in values], float)
