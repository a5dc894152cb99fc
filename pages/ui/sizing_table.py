"""The fleets side by side, one row a quantity: what each takes, and what it was read from."""

import math
from collections.abc import Callable, Mapping

import polars as pl

from data.draws import unpublished
from data.sizing import SERVED, Fleet, Sized, lengths
from data.spots import Spot
from data.yours import accelerator_of
from model.question import POWER_BASES, PRICE_TIERS
from model.sizing import requests_per_chip
from pages.ui import sizing_amounts as amounts
from pages.ui.formats import UNKNOWN, count, is_known, number, plural, seconds, span, speed
from pages.ui.sizing_marks import NONE_PUBLISHED, SIGNS, draw, edge, stand_in
from pages.ui.sizing_rows import held_in
from pages.ui.sizing_words import flying

Quantities = Mapping[str, Callable[[Fleet, Sized], str]]


def table(found: Sized, quantities: Quantities) -> tuple[pl.DataFrame, dict[str, str]]:
    """The fleets side by side, one row a quantity, and the heads; best fleet first."""
    rows = [(what, [tell(fleet, found) for fleet in found.fleets]) for what, tell in quantities.items()]
    heads = {f"f{place}": _head(fleet) for place, fleet in enumerate(found.fleets)}
    kept = [(what, cells) for what, cells in rows if any(cell != UNKNOWN for cell in cells)]
    table = pl.DataFrame([{"what": what} | dict(zip(heads, cells, strict=True)) for what, cells in kept])
    return table, {"what": "Quantity"} | heads


def _head(fleet: Fleet) -> str:
    return f"{fleet.spot.name}, model" if fleet.spot.modelled else fleet.spot.name


def _banded(key: str, scale: float = 1.0):
    """A value with its band where it has one."""

    def tell(fleet: Fleet, found: Sized) -> str:
        """The cell of one fleet."""
        value, low, high = (scale * part[key] for part in (fleet.values, fleet.low, fleet.high))
        if not is_known(value) or (not fleet.chips and key in ("facility_mw", "chips", "usd_hour")):
            return UNKNOWN
        write = count if key == "chips" else number
        told = SIGNS[edge(fleet, key, found)] + write(value)
        given = key == SERVED and found.requests_s is not None  # then only rounding differs
        told = told if given or math.isclose(low, high) else f"{told} ({span(write(low), write(high))})"
        power = draw(fleet, key, found.question)
        return f"{told}, at {power}" if power else told

    return tell


def _power(base: str):
    def tell(fleet: Fleet, found: Sized) -> str:
        """The cell of one fleet; a sustained draw that is assumed is said to be."""
        if not fleet.chips or not is_known(fleet.watts[base]):
            return UNKNOWN
        told = SIGNS[edge(fleet, "basis_kw", found)] + number(fleet.chips * fleet.watts[base] / 1e3)
        assumed = base == "sustained" and accelerator_of(fleet.spot.key) in unpublished(found.question)
        return f"{told}, at {stand_in(found.question)}" if assumed else told

    return tell


def _chosen_power(fleet: Fleet, found: Sized) -> str:
    """On a basis that has no row of its own: measured, custom, or sustained with chips that publish none at rated."""
    base, watts = found.question.power, fleet.watts["chosen"]
    if base in ("rated", "all_in", "facility") or not fleet.chips or not is_known(watts):
        return UNKNOWN
    power = draw(fleet, "basis_kw", found.question)
    word = f"at {power}: {NONE_PUBLISHED}" if power else POWER_BASES[base].lower()
    return f"{SIGNS[edge(fleet, 'basis_kw', found)]}{number(fleet.chips * watts / 1e3)}, {word}"


def _price(tier: str):
    def tell(fleet: Fleet, found: Sized) -> str:
        known = fleet.chips and is_known(fleet.usd[tier])
        return SIGNS[edge(fleet, "usd_hour", found)] + number(fleet.chips * fleet.usd[tier]) if known else UNKNOWN

    return tell


def _users(fleet: Fleet, found: Sized) -> str:
    if not fleet.chips:
        return UNKNOWN
    return SIGNS[edge(fleet, SERVED, found)] + count(amounts.users(fleet.values[SERVED], found.question))


def _goodput(fleet: Fleet, found: Sized) -> str:
    return number(requests_per_chip(fleet.spot.rates["tput_output"], lengths(found.question)[1]))


def _in_flight(requests: float) -> str:
    """Requests in flight on average; below ten with two digits, as half a request is not one."""
    return UNKNOWN if not requests else f"{requests:.2g}" if requests < 9.5 else count(requests)


def _run(row) -> str:
    """A run in a few words: chips, load, speed."""
    parts = [plural(row["chips"], "chip") if row["chips"] else "", f"{count(row['concurrency'])} in flight"]
    return ", ".join(part for part in (*parts, f"{speed(row['interactivity'])} tok/s/user") if not part.startswith("–"))


def _between(fleet: Fleet, _found: Sized) -> str:
    """The runs a value lies between, or the one it is."""
    spot = fleet.spot
    if spot.slow["id"] == spot.fast["id"]:
        return _run(spot.near)
    return f"{_run(spot.slow)} – {_run(spot.fast)}"


def _evidence(fleet: Fleet, _found: Sized) -> str:
    spot = fleet.spot
    if spot.modelled:
        return "model, 90 % band"
    how = {"start": "slowest run within the limits", "range": "between two distant runs"}
    return f"grade {spot.near['grade']}, " + how.get(
        spot.how, "interpolated" if spot.slow["id"] != spot.fast["id"] else "a run"
    )


def _deployments(fleet: Fleet) -> str:
    if not fleet.chips:
        return UNKNOWN
    return f"{count(fleet.chips / fleet.replica)} × {fleet.replica}" if fleet.spot.near["chips"] else "not published"


def _judged(spot: Spot) -> str:
    return UNKNOWN if spot.modelled else f"{spot.judged} of {spot.points}"


SIZE = {
    "Chips": _banded("chips"),
    "Deployments": lambda fleet, found: _deployments(fleet),
    "Racks or servers": lambda fleet, found: (fleet.chips and held_in(fleet)) or UNKNOWN,
    "MW, facility": _banded("facility_mw"),
    "kW, all-in": _power("all_in"),
    "kW, rated": _power("rated"),
    "kW, sustained": _power("sustained"),
    "kW, chosen basis": _chosen_power,
    **{f"USD per hour, {tier.lower()}": _price(key) for key, tier in PRICE_TIERS.items()},
}
EACH = {
    "USD per M mixed tokens": _banded("usd_total"),
    "USD per M output tokens": _banded("usd_output"),
    "USD per M input tokens": _banded("usd_input"),
    "J per output token": _banded("j_output"),
    "J per mixed token": _banded("j_total"),
    "Requests/s it can serve": _banded(SERVED),
    "Users it can serve": _users,
    "Goodput, requests/s per chip": _goodput,
    "Requests in flight": lambda fleet, found: _in_flight(flying(fleet, found)),
    "Speed, tok/s/user": lambda fleet, found: speed(fleet.spot.speed),
    "First token, nearest run": lambda fleet, found: seconds(fleet.spot.near["ttft_s"]),
    "Whole request, nearest run": lambda fleet, found: seconds(fleet.spot.near["e2e_s"]),
    "Read from": _between,
    "Evidence": _evidence,
    "Points that tell the times": lambda fleet, found: _judged(fleet.spot),
}
