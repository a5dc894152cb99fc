"""Every quantity of the sizing page worked once, on the best fleet its bare link shows; numbers are computed."""

from collections.abc import Iterator
from functools import cache

from data.sizing import Fleet, Sized, lengths, one_each, pair, sized
from data.systems import systems
from model.question import Question
from model.sizing import HOURS_A_MONTH, chips_within, requests_per_chip, systems_for, usd_per_hour
from pages.ui import sizing_amounts as amounts
from pages.ui.formats import count, number, ratio, seconds, speed
from pages.ui.quantity import Quantity
from pages.ui.sizing_presets import OPENING_OF_SIZING
from pages.ui.sizing_words import flying

BY_DEFINITION = "By definition"
LITTLE = "Little’s law: Little, 1961"
CURVE = "Monotone interpolation: Steffen, 1990"


@cache
def quantities() -> tuple[Quantity, ...]:
    """The quantities of the page in the order in which it shows them; none where it has no two fleets to show."""
    found = sized(OPENING_OF_SIZING.question)
    fleet, two = next(iter(one_each(found)), None), pair(found)
    if two is None or fleet.spot.key not in systems():  # other points than ours were given
        return ()
    return (*_load(found, fleet), *_power(found.question, fleet), *_tokens(found.question, fleet), _compared(found))


def _load(found: Sized, fleet: Fleet) -> Iterator[Quantity]:
    """From users to chips and what holds them."""
    question, spot, name = found.question, fleet.spot, fleet.spot.name
    every, answer = question.load_every_s, lengths(question)[1]
    told = f"{question.load_users:,} users / {every:g} s = {number(found.requests_s)} requests/s"
    yield Quantity("Requests per second of users", "users / seconds between two of one user", told, BY_DEFINITION)
    each = requests_per_chip(spot.rates["tput_output"], answer)
    told = f"{name}: {number(spot.rates['tput_output'])} tok/s / {number(answer)} tokens = {number(each)} requests/s"
    yield Quantity("Goodput of a chip", "output tok/s per chip / mean answer, within the limits", told, BY_DEFINITION)
    yield _read(found)
    size = f"{number(each)} × {fleet.replica}"
    told = f"{name}: ⌈{number(found.requests_s)} / ({size})⌉ × {fleet.replica} = {count(fleet.chips)} chips"
    yield Quantity("Chips of a load", "⌈requests/s / (goodput × chips of a deployment)⌉ × chips", told, BY_DEFINITION)
    word, chips = systems()[spot.key]
    told = f"{name}: ⌈{count(fleet.chips)} / {chips}⌉ = {count(systems_for(fleet.chips, chips))} {word}s"
    yield Quantity("Racks or servers", "⌈chips / chips of the scale-up domain⌉", told, "Domain: accelerators table")
    told = (
        f"{name}: {number(found.requests_s)} requests/s × {seconds(spot.near['e2e_s'])} = {count(flying(fleet, found))}"
    )
    yield Quantity("Requests in flight", "requests/s × seconds of a whole request", told, LITTLE)


def _read(found: Sized) -> Quantity:
    """A throughput read between two runs."""
    spots = [fleet.spot for fleet in found.fleets]
    spot = next((spot for spot in spots if spot.slow["id"] != spot.fast["id"]), spots[0])
    ends = [f"{number(row['tput_output'])} at {speed(row['interactivity'])}" for row in (spot.slow, spot.fast)]
    told = f"{spot.name}: between {ends[0]} and {ends[1]} tok/s/user, {number(spot.rates['tput_output'])} at "
    told += f"{speed(spot.speed)} tok/s/user"
    return Quantity("Throughput at the target", "frontier of the points within the limits, at the speed", told, CURVE)


def _power(question: Question, fleet: Fleet) -> Iterator[Quantity]:
    """Watts and money of a fleet, and what a budget buys."""
    name, all_in, price = fleet.spot.name, fleet.watts["all_in"], fleet.usd[question.price]
    total = amounts.watts(fleet.values["facility_mw"])
    told = f"{name}: {count(fleet.chips)} × {count(all_in)} W × {question.pue:g} = {total}"
    yield Quantity("Facility power", "chips × all-in W × PUE", told, "PUE: ISO/IEC 30134-2")
    told = f"{name}: {count(fleet.chips)} × {price:g} USD = {number(fleet.values['usd_hour'])} USD/h"
    yield Quantity("Money per hour", "chips × USD per chip-hour", told, BY_DEFINITION)
    per_chip, size = fleet.watts["facility"] / 1e6, fleet.replica
    held = chips_within(question.load_mw, per_chip, size)
    told = f"{name}: ⌊{question.load_mw:g} MW / ({size} × {count(per_chip * 1e6)} W)⌋ × {size} = {held:,} chips"
    yield Quantity("Chips of a MW budget", "⌊MW / (chips of a deployment × facility W)⌋ × chips", told, BY_DEFINITION)
    told = f"{question.load_usd:,.0f} USD / {HOURS_A_MONTH:g} h = {number(usd_per_hour(question.load_usd))} USD/h"
    yield Quantity("USD per hour of a monthly budget", "USD / 730 h", told, BY_DEFINITION)


def _tokens(question: Question, fleet: Fleet) -> Iterator[Quantity]:
    """What one token takes."""
    name, rates, price = fleet.spot.name, fleet.spot.rates, fleet.usd[question.price]
    for what, key in (("output", "output"), ("mixed", "total"), ("input", "input")):
        rate = rates[f"tput_{key}"]
        told = (
            f"{name}: {price:g} USD × 10⁶ / (3,600 s × {number(rate)} tok/s) = {number(fleet.values[f'usd_{key}'])} USD"
        )
        yield Quantity(
            f"USD per M {what} tokens", f"USD/h × 10⁶ / (3,600 × {what} tok/s per chip)", told, BY_DEFINITION
        )
    told = f"{name}: {count(fleet.watts['chosen'])} W / {number(rates['tput_output'])} tok/s = "
    told += f"{number(fleet.values['j_output'])} J"
    yield Quantity("J per output token", "W per chip / output tok/s per chip", told, BY_DEFINITION)


def _compared(found: Sized) -> Quantity:
    first, second = pair(found)
    by = found.measure
    values = [amounts.value(by, fleet.values[by], found.question) for fleet in (second, first)]
    times = ratio(second.values[by] / first.values[by])
    told = f"{second.spot.name} to {first.spot.name}: {values[0]} / {values[1]} = {times}"
    return Quantity("Ratio of two fleets", "the same measure of both", told, BY_DEFINITION)
