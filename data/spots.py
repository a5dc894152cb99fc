"""Where each accelerator meets a target: the best place on its frontiers there, or the point that comes nearest."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import polars as pl

from data import basis
from data.answer import Answer, answer
from data.modelled import modelled
from data.tables import vocabulary
from model.question import Question
from model.standing import Curve, standing

ANY_SPEED = 1e-9  # tok/s/user: below every curve, so that each is read at its start, its most tokens
Row = Mapping[str, object]


@dataclass(frozen=True, slots=True, eq=False)
class Spot:
    """One accelerator at a target. `rates` are tok/s per chip, `band` their lowest and highest share.

    how: start, the target is slower than the curve's start; value, on a run or interpolated between two; range, between
    two runs so far apart that nobody measured there. Of its published `points` only `judged` ones tell the times that
    the limits need. `near` is the nearer of the rows `slow` and `fast`.
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


@dataclass(frozen=True, slots=True, eq=False)
class Miss:
    """An accelerator without a published place at the target.

    why: unreached, `nearest` is the point that comes nearest; unjudged, none of its `points` tells every time that the
    limits need; unpublished, there is no point at all. Where the model was asked in vain too, `reason` is its own and
    `modelled` its configuration that comes nearest.
    """

    key: str
    name: str
    why: str
    points: int = 0
    judged: int = 0
    nearest: Row | None = None
    modelled: Row | None = None
    reason: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Places:
    """`spots`, published before modelled, and `misses` of one target, with the answer they were read from."""

    answered: Answer
    spots: tuple[Spot, ...]
    misses: tuple[Miss, ...]


def target(question: Question) -> Question:
    """What the frontiers are asked: output tokens per chip across speed at the target; power plays no part."""
    speed = question.slo_interactivity or ANY_SPEED
    usual = {"batch_min": question.batch_min, "batch_max": question.batch_max, "batch": question.batch}
    chosen = ("layer", "power", "f", "pue", "all_in_draw", "power_date", "watts", "price", "price_date", "prices")
    chosen += ("slo_ttft_s", "slo_e2e_s", "slo_interactivity", "slo_stat")
    kept = {name: getattr(question, name) for name in chosen}
    return replace(question.filters(), **usual, **kept, x="interactivity", y="tput_output", pin=speed)


@lru_cache(maxsize=64)
def places(asked: Question) -> Places:
    """Where everybody stands at the target of `asked`, a question made by `target`.

    The model speaks where its layer is on, and of its own accord where nothing at all is published.
    """
    answered = answer(asked)
    if not answered.curves and "model" not in asked.layer and answered.points.is_empty():
        answered = answer(replace(asked, layer=(*asked.layer, "model")))
    measured = () if answered.promoted else answered.curves
    modelled = tuple(c for c in (*answered.curves, *answered.modelled) if c.what_if is False)
    spots = (*(_counted(spot, answered) for spot in _best(measured, answered)), *_best(modelled, answered))
    misses = _misses(answered, {s.key for s in spots if not s.modelled})
    reached = {spot.key for spot in spots}
    return Places(answered, spots, tuple(m if m.key in reached else _modelled_miss(m, answered) for m in misses))


def _best(curves: tuple[Curve, ...], answered: Answer) -> list[Spot]:
    """Of each accelerator the curve with most output tokens at the target."""
    found: dict[str, Spot] = {}
    for curve in curves:
        spot = _spot(curve, answered)
        known = found.get(curve.accelerator)
        if spot and (known is None or spot.rates["tput_output"] > known.rates["tput_output"]):
            found[curve.accelerator] = spot
    return list(found.values())


def _counted(spot: Spot, answered: Answer) -> Spot:
    """The same with how many of its accelerator's published points the limits could judge."""
    rows = answered.points.filter((pl.col("kind") != "model") & (pl.col("accelerator") == spot.key))
    judged = np.isfinite(_short_by(rows, answered.question))
    return replace(spot, points=rows.height, judged=int(judged.sum()))


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
        name=vocabulary().chips[curve.accelerator],
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


def _misses(answered: Answer, reached: set[str]) -> list[Miss]:
    """Accelerators asked for that have no published place at the target."""
    published = answered.points.filter(pl.col("kind").ne_missing("model"))
    chips, asked = vocabulary().chips, answered.question
    keys = asked.chip or tuple(published["accelerator"].unique(maintain_order=True))
    return [_miss(key, published.filter(accelerator=key), asked) for key in chips if key in keys and key not in reached]


def _miss(key: str, rows: pl.DataFrame, question: Question) -> Miss:
    name = vocabulary().chips[key]
    if rows.is_empty():
        return Miss(key, name, "unpublished")
    short = _short_by(rows, question)
    judged = int(np.isfinite(short).sum())
    if not judged:
        return Miss(key, name, "unjudged", rows.height)
    return Miss(key, name, "unreached", rows.height, judged, rows.row(int(np.nanargmin(short)), named=True))


def _modelled_miss(miss: Miss, answered: Answer) -> Miss:
    """The same with what the model says of it, if it was asked."""
    asked = answered.question
    if "model" not in asked.layer:
        return miss
    rows = modelled(asked)[0].filter(accelerator=miss.key, what_if=False)
    if rows.is_empty():
        reasons = dict(answered.unmodelled)
        return replace(miss, reason=reasons.get(miss.key) or reasons.get("", ""))
    return replace(
        miss, modelled=rows.row(int(np.argmin(_short_by(rows, replace(asked, slo_stat="median")))), named=True)
    )


def _short_by(rows: pl.DataFrame, question: Question) -> np.ndarray:
    """How many times each row misses its worst limit; NaN where a figure that a limit needs is unknown [n]."""
    tail = "_p99" if question.slo_stat == "p99" else ""
    parts = [np.ones(rows.height)]
    for limit, name in ((question.slo_ttft_s, "ttft"), (question.slo_e2e_s, "e2e")):
        if limit is not None:
            parts.append(basis.column(rows, f"{name}{tail}_s") / limit)
    if question.slo_interactivity is not None:
        parts.append(question.slo_interactivity / basis.column(rows, "interactivity"))
    return np.maximum.reduce(parts)
