"""Sizes a fleet of every accelerator for a load or a budget: chips, racks, watts, money, and what each token takes."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from data import basis
from data.misses import Miss
from data.observed import EFFECTIVE, WORKLOADS
from data.spots import Places, Spot, places, target
from data.yours import NONE, Yours, accelerator_of
from model import economics, sizing
from model.question import PRICE_TIERS, SIZE_BY, Question

BUDGETS = ("mw", "usd")
SIZES = ("facility_mw", "chips", "basis_kw", "usd_hour")  # fixed by a budget, which ranks by what it serves
SERVED = "served"
BASES = ("rated", "sustained", "all_in", "facility")
Values = Mapping[str, float]


@dataclass(frozen=True, slots=True, eq=False)
class Fleet:
    """The chips one accelerator needs, or a budget buys, at its spot.

    `values` holds every measure of SIZE_BY and "served" [requests/s], `low` and `high` the same at the ends of the
    spot's band (the lower value first); NaN is unknown. `watts` is W per chip by basis, as published, and "chosen" on
    the question's; `usd` is USD per chip-hour by tier. `why` says why there is no fleet.
    """

    spot: Spot
    chips: int
    replica: int  # chips of one deployment
    values: Values
    low: Values
    high: Values
    watts: Mapping[str, float]
    usd: Mapping[str, float]
    why: str = ""


@dataclass(frozen=True, slots=True, eq=False)
class Sized:
    """Fleets, best first by `measure`; those without the measure last. `requests_s` is the load, None of a budget."""

    question: Question
    measure: str
    requests_s: float | None
    fleets: tuple[Fleet, ...]
    misses: tuple[Miss, ...]
    places: Places


def measure(question: Question) -> str:
    """What fleets are ranked by: the chosen measure, or what they serve where a budget fixes their size."""
    return SERVED if question.load in BUDGETS and question.size_by in SIZES else question.size_by


def lengths(question: Question) -> tuple[float, float]:
    """Mean prompt and answer [tokens]: published workloads are drawn at 0.9 of their nominal lengths."""
    share = EFFECTIVE if (question.isl, question.osl) in WORKLOADS else 1.0
    return share * question.isl, share * question.osl


def requests_s(question: Question) -> float | None:
    """The load in requests per second; None of a budget."""
    if question.load == "users":
        return sizing.requests_of_users(question.load_users, question.load_every_s)
    return question.load_rps if question.load == "requests" else None


def sized(question: Question, yours: Yours = NONE) -> Sized:
    """The fleets that answer `question`; kept without a visitor's points."""
    return _sized(question, yours) if yours else _kept(question)


def _sized(question: Question, yours: Yours = NONE) -> Sized:
    found, by = places(target(question), yours), measure(question)
    fleets = [_fleet(spot, question) for spot in found.spots]
    order = sorted(fleets, key=lambda fleet: _rank(fleet, by))
    return Sized(question, by, requests_s(question), tuple(order), found.misses, found)


_kept = lru_cache(maxsize=32)(_sized)


def is_more_better(by: str) -> bool:
    """Whether more of a measure is better: only of what is served."""
    return by == SERVED


def is_nothing(found: Sized) -> bool:
    """Whether a budget holds no deployment of anybody."""
    return found.question.load in BUDGETS and not any(fleet.chips for fleet in found.fleets)


def one_each(found: Sized) -> list[Fleet]:
    """Of each accelerator the fleet that counts: the published one, else the model's; without those not computable."""
    published = {fleet.spot.key for fleet in found.fleets if not fleet.spot.modelled}
    ranked = [fleet for fleet in found.fleets if np.isfinite(fleet.values[found.measure])]
    return [fleet for fleet in ranked if not (fleet.spot.modelled and fleet.spot.key in published)]


def pair(found: Sized) -> tuple[Fleet, Fleet] | None:
    """The two fleets that are compared: those chosen, else the best and the next; None without two."""
    ranked = one_each(found)
    first = _of(ranked, found.question.size_of) or (ranked[0] if ranked else None)
    rest = [fleet for fleet in ranked if first and fleet.spot.key != first.spot.key]
    second = _of(rest, found.question.size_over) or (rest[0] if rest else None)
    return (first, second) if first and second else None


def _of(fleets: list[Fleet], key: str | None) -> Fleet | None:
    return next((fleet for fleet in fleets if fleet.spot.key == key), None)


def _rank(fleet: Fleet, by: str) -> tuple[bool, float]:
    value = fleet.values[by]
    return not np.isfinite(value), -value if is_more_better(by) else value


def _fleet(spot: Spot, question: Question) -> Fleet:
    """The fleet of one accelerator: at its spot, or of smaller deployments where those round to fewer chips."""
    found = [_fleet_of(one, question) for one in (spot, *spot.smaller)]
    if measure(question) not in (*SIZES, SERVED):
        return found[0]
    if question.load in BUDGETS:
        return min(found, key=lambda fleet: (-np.nan_to_num(fleet.values[SERVED]), 0 if fleet.chips else fleet.replica))
    return min(found, key=lambda fleet: fleet.chips)


def _fleet_of(spot: Spot, question: Question) -> Fleet:
    watts, usd = _watts(spot, question), _usd(spot, question)
    replica = int(spot.near["chips"] or 1)
    chips, values = _at(spot, question, (watts, usd), 1.0)
    ends = [_at(spot, question, (watts, usd), share)[1] for share in spot.band]
    low, high = ({name: pick(end[name] for end in ends) for name in values} for pick in (min, max))
    return Fleet(spot, chips, replica, values, low, high, watts, usd, _why_not(question, watts, usd))


def _at(spot: Spot, question: Question, costs: tuple[Values, Values], share: float) -> tuple[int, Values]:
    """Chips and measures when each chip does `share` of the spot's rates."""
    (watts, usd), replica = costs, int(spot.near["chips"] or 1)
    rates = {name: rate * share for name, rate in spot.rates.items()}
    each, load = sizing.requests_per_chip(rates["tput_output"], lengths(question)[1]), requests_s(question)
    facility, price, draw = watts["facility"], usd[question.price], watts["chosen"]
    if load is not None:
        chips = sizing.chips_for(load, each, replica)
    else:
        budget = (question.load_mw * 1e6, facility)
        budget = budget if question.load == "mw" else (sizing.usd_per_hour(question.load_usd), price)
        chips = sizing.chips_within(*budget, replica) if np.isfinite(budget[1]) else 0
    return chips, {
        "facility_mw": chips * facility / 1e6,
        "chips": float(chips) if chips or load is not None else np.nan,
        "basis_kw": chips * draw / 1e3,
        "usd_hour": chips * price,
        SERVED: chips * each if chips or load is not None else np.nan,
    } | _per_token(rates, draw, price)


def _per_token(rates: Values, draw: float, price: float) -> dict[str, float]:
    """Money and energy of a token, whatever the size of the fleet."""
    money = {f"usd_{name}": float(economics.usd_per_mtok(rates[f"tput_{name}"], price)) for name in TOKENS}
    return money | {f"j_{name}": float(economics.j_per_tok(rates[f"tput_{name}"], draw)) for name in TOKENS}


_chip_watts, _chip_prices = (lru_cache(maxsize=64)(read) for read in (basis.chip_watts, basis.chip_prices))
TOKENS = ("output", "total", "input")
assert set(SIZE_BY) <= {*SIZES, *(f"usd_{name}" for name in TOKENS), *(f"j_{name}" for name in TOKENS)}


def _watts(spot: Spot, question: Question) -> dict[str, float]:
    """W per chip by basis, NaN where unpublished; "chosen" on the question's, as the spot's nearer run has it."""
    part, none = accelerator_of(spot.key), basis.unlisted(question, None)
    told = {base: _chip_watts(replace(question, power=base)).get(part, none) for base in BASES}
    found = {base: None if base == "sustained" and one.one_sided else one.value for base, one in told.items()}
    chosen = {"chosen": spot.near["watts_per_chip"]}
    return {base: np.nan if value is None else value for base, value in (found | chosen).items()}


def _usd(spot: Spot, question: Question) -> dict[str, float]:
    """USD per chip-hour in every tier, NaN where undisclosed; the visitor's own price only under the chosen tier."""
    found = {}
    for tier in PRICE_TIERS:
        asked = question if tier == question.price else replace(question, price=tier, prices=())
        figure = _chip_prices(asked).get(accelerator_of(spot.key))
        found[tier] = np.nan if figure is None or figure.usd_chip_hour is None else figure.usd_chip_hour
    return found


def _why_not(question: Question, watts: Values, usd: Values) -> str:
    """Why a budget buys nothing of an accelerator whatever its height; empty where it can be told."""
    if question.load == "mw" and not np.isfinite(watts["facility"]):
        return "all-in power undisclosed"
    if question.load == "usd" and not np.isfinite(usd[question.price]):
        return "no price in this tier"
    return ""
