"""Who wins where: tokens per watt or dollar over speed and one assumption, and the speeds where the lead passes."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from data import basis
from data.sizing import SERVED, SIZES, Sized, measure, one_each, sized
from data.spots import Places, modelled_curves, places, target
from data.tables import vocabulary
from model.envelope import stretches
from model.question import Question
from model.sizing import Winners, winners
from model.standing import Curve, reach, unmeasured

SPEEDS, ROWS = 60, 40
RANGES = {"f": (0.3, 1.0), "pue": (1.0, 2.0), "price": (0.25, 4.0)}


@dataclass(frozen=True, slots=True, eq=False)
class Map:
    """Winners on a grid of `rows` (upwards) and `speeds` [tok/s/user]; indices count `keys`.

    `one` is the accelerator whose PUE or price changes; None where f changes, which is everybody's without a published
    sustained draw. `modelled` are the keys the model stands in for.
    """

    keys: tuple[str, ...]
    modelled: frozenset[str]
    speeds: np.ndarray
    rows: np.ndarray
    won: Winners
    one: str | None


@dataclass(frozen=True, slots=True, eq=False)
class Contestant:
    """One accelerator: its curves within the limits, published ones or else the model's with their band as shares."""

    key: str
    curves: tuple[Curve, ...]
    band: tuple[float, float]
    modelled: bool


@lru_cache(maxsize=32)
def mapped(question: Question) -> Map | None:
    """The map that answers `question`; None where nobody has a curve within the limits and a figure to divide by."""
    found = contestants(places(target(question)))
    if not found:
        return None
    speeds = _speeds(found)
    rows = np.linspace(*RANGES[question.map_by], ROWS)
    if question.map_by == "price":
        rows = np.geomspace(*RANGES["price"], ROWS)
    one = None if question.map_by == "f" else _one(question)
    burden = np.array([_burden(each.key, question, rows, one) for each in found])
    rate = np.array([_rate(each, speeds) for each in found])
    low, high = (np.array(edge) for edge in zip(*(_edges(each, speeds) for each in found), strict=True))
    won = winners(rate, (low, high), burden)
    if not (won.first >= 0).any():
        return None
    modelled = frozenset(each.key for each in found if each.modelled)
    return Map(tuple(each.key for each in found), modelled, speeds, rows, won, one)


def contestants(at: Places) -> list[Contestant]:
    """Every accelerator with a curve within the limits, in display order."""
    measured = () if at.answered.promoted else at.answered.curves
    told = {}
    for answered in filter(None, (at.answered, at.alone)):
        for curve in modelled_curves(answered):
            start = answered.points.row(int(curve.row[0]), named=True)
            band = start["y_low"] / start["y"], start["y_high"] / start["y"]
            told.setdefault(curve.accelerator, []).append((curve, band))
    found = []
    for key in vocabulary().chips:
        if mine := tuple(curve for curve in measured if curve.accelerator == key):
            found.append(Contestant(key, mine, (1.0, 1.0), False))
        elif key in told:
            found.append(Contestant(key, tuple(curve for curve, _ in told[key]), told[key][0][1], True))
    return found


@lru_cache(maxsize=32)
def leads(question: Question) -> tuple[tuple[float, float, str], ...]:
    """Who leads in the ranked measure from which speed to which [tok/s/user], slow end first: (begin, end, key)."""
    curves = []
    for each in contestants(places(target(question))):
        burden = _cost(each.key, question)
        if np.isfinite(burden):
            curves += [replace(curve, y=curve.y / burden) for curve in each.curves]
    merged: list[tuple[float, float, str]] = []
    for begin, end, leader in stretches(curves):
        key = curves[leader].accelerator
        begin = merged.pop()[0] if merged and merged[-1][2] == key else begin
        merged.append((begin, end, key))
    return tuple(merged)


def is_rounding(found: Sized) -> bool:
    """Whether whole deployments decide who is best: per token another leads at the target."""
    parts, ranked, wanted = leads(found.question), one_each(found), found.question.slo_interactivity or 0.0
    leader = next((key for _, end, key in parts if wanted <= end), None)
    return found.measure in (*SIZES, SERVED) and bool(ranked and leader) and leader != ranked[0].spot.key


def follows(question: Question) -> str:
    """What the map should change upwards so that it divides by what the fleets are ranked by, as `map_by`.

    A map over price divides by USD, one over f or PUE by watts; ranked by chips either stands.
    """
    by = measure(question)
    money = question.load == "usd" if by == SERVED else by.startswith("usd_")
    if money or by == "chips":
        return "price" if money else question.map_by
    facility = by in ("facility_mw", SERVED)
    return question.map_by if question.map_by != "price" else "pue" if facility else "f"


def _cost(key: str, question: Question) -> float:
    """What the ranked measure divides by: W, USD per hour, or a chip; NaN where unknown."""
    by = question.size_by
    if (question.load == "usd" and by in SIZES) or by.startswith("usd_"):
        figure = basis.chip_prices(question).get(key)
        return np.nan if figure is None or figure.usd_chip_hour is None else figure.usd_chip_hour
    if by == "chips" and question.load != "mw":
        return 1.0
    power = "facility" if (question.load == "mw" and by in SIZES) or by == "facility_mw" else question.power
    watts = basis.chip_watts(replace(question, power=power))[key].value
    return np.nan if watts is None else watts


def _one(question: Question) -> str:
    """Whose PUE or price changes: the chosen accelerator, else the best fleet's, else the first in the table."""
    ranked: Sized = sized(question)
    best = ranked.fleets[0].spot.key if ranked.fleets else next(iter(vocabulary().chips))
    return question.size_of or best


def _speeds(found: list[Contestant]) -> np.ndarray:
    """Places even in log speed from the slowest start to the fastest end."""
    x = np.concatenate([curve.x for each in found for curve in each.curves])
    low, high = x.min(), x.max()
    return np.geomspace(low, high if high > low else 1.1 * low, SPEEDS)


def _rate(each: Contestant, speeds: np.ndarray) -> np.ndarray:
    """Most output tok/s per chip at each speed or faster; NaN where no curve is so fast."""
    reached = np.array([reach(curve, speeds) for curve in each.curves])
    return np.where(np.isfinite(reached).any(axis=0), np.nan_to_num(reached, nan=-1.0).max(axis=0), np.nan)


def _edges(each: Contestant, speeds: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Lowest and highest rate: the model's band, or both runs around a stretch that nobody measured."""
    rate = _rate(each, speeds)
    low, high = rate * each.band[0], rate * each.band[1]
    for curve in () if each.modelled else each.curves:
        fast = np.searchsorted(curve.x, speeds)
        inside = (fast > 0) & (fast < len(curve.x))
        place = np.where(inside, fast, 1)
        gap = inside & np.append(unmeasured(curve), False)[place - 1] & (reach(curve, speeds) == rate)
        low = np.where(gap, curve.y[np.minimum(place, len(curve.y) - 1)], low)
        high = np.where(gap, curve.y[place - 1], high)
    return low, high


def _burden(key: str, question: Question, rows: np.ndarray, one: str | None) -> np.ndarray:
    """W or USD per hour of one chip at each of `rows`, NaN where unknown."""
    if question.map_by == "price":
        figure = basis.chip_prices(question).get(key)
        value, changes = (figure and figure.usd_chip_hour), key == one
    elif question.map_by == "pue":
        value, changes = basis.chip_watts(replace(question, power="all_in"))[key].value, True
        rows = rows if key == one else np.full(len(rows), question.pue)
    else:
        watts = basis.chip_watts(replace(question, power="sustained", f=None))[key]
        value, changes = watts.value, watts.one_sided
    return np.full(len(rows), np.nan if value is None else value) * (rows if changes else 1.0)
