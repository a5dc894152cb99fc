"""Where each accelerator meets a target: the best place on its frontiers there, or the point that comes nearest."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import polars as pl

from data import basis
from data.answer import Answer, answer
from data.misses import Miss, Row, misses, short_by, with_model
from data.yours import GRADE, NONE, Yours, chip_name
from model.question import Question
from model.standing import Curve, standing

ANY_SPEED = 1e-9  # tok/s/user: below every curve, so that each is read at its start, its most tokens


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """One accelerator at a target. `rates` are tok/s per chip, `band` their lowest and highest share.

    how: start, the target is slower than the curve's start; value, on a run or interpolated between two; range, between
    two runs so far apart that nobody measured there. `near` is the nearer of the rows `slow` and `fast`. Of its
    published `points` only `judged` ones tell the times that the limits need; `smaller` are the best runs at the target
    or faster in deployments of fewer chips.
    """

    key: str
    name: str
    modelled: bool
    how: str
    speed: float  # tok/s/user
    rates: Mapping[str, float]
    band: tuple[float, float]
    near: Row
    slow: Row
    fast: Row
    points: int = 0
    judged: int = 0
    smaller: tuple["Spot", ...] = ()


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """`spots`, published before modelled, and `misses` of one target, with the answers they were read from.

    `alone` is the model's of accelerators of which nothing is published, where it was not asked anyway.
    """

    answered: Answer
    spots: tuple[Spot, ...]
    misses: tuple[Miss, ...]
    alone: Answer | None = None


def target(question: Question) -> Question:
    """What the frontiers are asked: output tokens per chip across speed at the target; power plays no part."""
    speed = question.slo_interactivity or ANY_SPEED
    usual = {"batch_min": question.batch_min, "batch_max": question.batch_max, "batch": question.batch}
    chosen = ("layer", "power", "f", "pue", "all_in_draw", "power_date", "watts", "price", "price_date", "prices")
    chosen += ("slo_ttft_s", "slo_e2e_s", "slo_interactivity", "slo_stat")
    kept = {name: getattr(question, name) for name in chosen}
    return replace(question.filters(), **usual, **kept, x="interactivity", y="tput_output", pin=speed)


def places(asked: Question, yours: Yours = NONE) -> Places:
    """Where everybody stands at the target of `asked`, a question made by `target`; kept without a visitor's points.

    The model speaks where its layer is on, and of its own accord of accelerators of which nothing at all is published.
    """
    return _places(asked, yours) if yours else _kept(asked)


def _places(asked: Question, yours: Yours = NONE) -> Places:
    answered = answer(asked, yours)
    alone = _alone(answered)
    measured = () if answered.promoted else answered.curves
    spots = [_counted(spot, answered) for spot in _best(measured, answered)]
    for told in (answered, alone):
        spots += _best(modelled_curves(told), told) if told else []
    missed, reached = misses(answered, {spot.key for spot in spots if not spot.modelled}), {spot.key for spot in spots}
    missed = [miss if miss.key in reached else with_model(miss, alone or answered) for miss in missed]
    return Places(answered, tuple(spots), tuple(missed), alone)


_kept = lru_cache(maxsize=64)(_places)


def _alone(answered: Answer) -> Answer | None:
    """What the model says of accelerators of which nothing is published, where its layer is off."""
    asked, known = answered.question, answered.points.filter(pl.col("grade") != GRADE)["accelerator"].unique()
    lone = tuple(key for key in asked.chip if key not in known)
    if "model" in asked.layer or (known.len() and not lone):
        return None
    return answer(replace(asked, layer=("model",), chip=lone))


def modelled_curves(answered: Answer) -> tuple[Curve, ...]:
    """The model's curves of an answer, without those of a what-if."""
    return tuple(curve for curve in (*answered.curves, *answered.modelled) if curve.what_if is False)


def _best(curves: tuple[Curve, ...], answered: Answer) -> list[Spot]:
    """Of each accelerator the curve with most output tokens at the target."""
    found: dict[str, Spot] = {}
    for curve in curves:
        spot = _spot(curve, answered)
        known = found.get(curve.accelerator)
        if spot and (known is None or spot.rates["tput_output"] > known.rates["tput_output"]):
            found[curve.accelerator] = spot
    return [replace(spot, smaller=_smaller(spot, curves, answered)) for spot in found.values()]


def _smaller(spot: Spot, curves: tuple[Curve, ...], answered: Answer) -> tuple[Spot, ...]:
    """Of every deployment of fewer chips the run on a frontier, at the target or faster, with most output tokens."""
    best: dict[int, tuple[float, int]] = {}
    chips = answered.points["chips"]
    for curve in curves:
        for speed, rate, row in zip(curve.x, curve.y, curve.row, strict=True):
            size = chips[int(row)] or 0
            if (
                curve.accelerator == spot.key
                and speed >= answered.question.pin
                and 0 < size < (spot.near["chips"] or 0)
            ):
                best[size] = max(best.get(size, (0.0, 0)), (float(rate), int(row)))
    return tuple(_at_run(spot, answered.points.row(row, named=True)) for _, row in best.values())


def _at_run(spot: Spot, row: Row) -> Spot:
    """The same accelerator at one of its runs."""
    rates = {name: np.nan if row[name] is None else row[name] for name in basis.RATES}
    band = _band(row) if spot.modelled else (1.0, 1.0)
    same = {"speed": row["interactivity"], "near": row, "slow": row, "fast": row}
    return replace(spot, how="value", rates=rates, band=band, **same)


def _counted(spot: Spot, answered: Answer) -> Spot:
    """The same with how many of its accelerator's published points the limits could judge."""
    rows = answered.points.filter((pl.col("kind") != "model") & (pl.col("accelerator") == spot.key))
    judged = np.isfinite(short_by(rows, answered.question))
    known = {"points": rows.height, "judged": int(judged.sum())}
    return replace(spot, **known, smaller=tuple(replace(one, **known) for one in spot.smaller))


def _spot(curve: Curve, answered: Answer) -> Spot | None:
    """The curve read at the target; None where it has no point so fast."""
    found, modelled = standing(curve, answered.question.pin), curve.what_if is not None
    if found.kind == "none":
        return None
    slow, fast, near = (answered.points.row(place, named=True) for place in (*found.between, found.row))
    span = slow["y"] - fast["y"]
    share = (slow["y"] - found.value) / span if span else 0.0
    rates = {name: _between(slow[name], fast[name], share) for name in basis.RATES}
    how = "value" if modelled and found.kind == "range" else found.kind
    return Spot(
        key=curve.accelerator,
        name=chip_name(curve.accelerator),
        modelled=modelled,
        how=how,
        speed=found.at,
        rates=rates | {"tput_output": found.value},
        band=_band(near) if modelled else (found.low / found.value, found.high / found.value),
        near=near,
        slow=slow,
        fast=fast,
    )


def _between(slow: float | None, fast: float | None, share: float) -> float:
    """A rate so far from the slow to the fast run as the output rate is; NaN where one of them does not tell it."""
    return np.nan if slow is None or fast is None else slow + share * (fast - slow)


def _band(near: Row) -> tuple[float, float]:
    """The model's 90 % band as shares of its value."""
    return near["y_low"] / near["y"], near["y_high"] / near["y"]
