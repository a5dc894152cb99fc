"""The fleets as rows of bars and as a table: every figure of a fleet with what it was read from."""

from collections.abc import Callable, Mapping

from data.sizing import Fleet, Sized, is_more_better, pair
from data.spots import Spot
from data.systems import systems
from data.yours import accelerator_of
from model.sizing import systems_for
from pages.ui import sizing_amounts as amounts
from pages.ui.formats import is_known, number, plural, ratio, seconds, speed
from pages.ui.sizing_marks import NONE_PUBLISHED, SIGNS, draw, edge, relation, spread
from pages.ui.theme import Colours

Payload = dict[str, object]
Quantities = Mapping[str, Callable[[Fleet, Sized], str]]


def bars(found: Sized, ink: Colours) -> Payload:
    """The rows of bars, best first: what the element draws."""
    by, two = found.measure, pair(found)
    known = [fleet for fleet in found.fleets if is_known(fleet.values[by])]
    most = max((fleet.high[by] for fleet in known), default=1.0) or 1.0
    return {
        "heading": f"{amounts.TITLES[by]} · {amounts.of(by, found.question)}",
        "rows": [_bar(fleet, found, ink, (most, known[0] if known else None, two)) for fleet in found.fleets],
    }


def _bar(fleet: Fleet, found: Sized, ink: Colours, frame: tuple) -> Payload:
    by, (most, best, two) = found.measure, frame
    value, low, high = fleet.values[by], fleet.low[by], fleet.high[by]
    known, spot = is_known(value), fleet.spot
    role = "" if not two else "of" if fleet is two[0] else "over" if fleet is two[1] else ""
    shown = amounts.value(by, value, found.question) if known else fleet.why or _small(fleet)
    said = spread(fleet, by, found) if known else ""
    lead = _lead(fleet, best, found) if known and fleet is not best else ""
    return {
        "key": spot.key,
        "model": spot.modelled,
        "name": spot.name,
        "tag": "model" if spot.modelled else "",
        "line": ink.line(spot.key),
        "text": ink.text(spot.key),
        "value": f"{said} {shown}" if said else shown,
        "bound": said.startswith("at "),
        "share": round(value / most, 4) if known else 0.0,
        "low": round(low / most, 4) if known else 0.0,
        "high": round(high / most, 4) if known else 0.0,
        "lead": lead,
        "role": role,
        "note": _note(fleet, found),
    }


def _lead(fleet: Fleet, best: Fleet, found: Sized) -> str:
    """How many times as much as the best fleet, or as little, with the sign of a bound."""
    two = (best, fleet) if is_more_better(found.measure) else (fleet, best)
    above, below = (one.values[found.measure] for one in two)
    return SIGNS[relation(*two, found.measure, found)] + ratio(above / below)


def _small(fleet: Fleet) -> str:
    if not fleet.chips:
        return f"less than one deployment, {plural(fleet.replica, 'chip')}"
    return "not known on this basis"


def _note(fleet: Fleet, found: Sized) -> str:
    """What stands small under a bar."""
    if not fleet.chips:
        return _at(fleet.spot)
    parts = [plural(fleet.chips, "chip"), held_in(fleet)]
    parts += [f"{amounts.watts(fleet.values['facility_mw'])} facility"] if is_known(fleet.values["facility_mw"]) else []
    parts += [f"{number(fleet.values['usd_hour'])} USD/h"] if is_known(fleet.values["usd_hour"]) else []
    power = draw(fleet, found.measure, found.question)
    parts = [f"at {power} power: {NONE_PUBLISHED}" if power else "", *parts]
    if bound := edge(fleet, found.measure, found):
        side = "lower" if bound == "at least" else "upper"
        read = filter(None, [_at(fleet.spot), _few(fleet.spot)])
        return " · ".join(filter(None, [f"{side} bound: {', '.join(read)}", *parts]))
    parts += [_at(fleet.spot), _few(fleet.spot)]
    return " · ".join(filter(None, parts))


def _at(spot: Spot) -> str:
    """Where a spot was read: its speed and first token."""
    first = spot.near["ttft_s"]
    return f"{speed(spot.speed)} tok/s/user" + (f", first token {seconds(first)}" if first else "")


def _few(spot: Spot) -> str:
    """How few points the limits could judge, where some do not tell their times."""
    return f"{spot.judged} of {spot.points} points tell the times" if spot.judged < spot.points else ""


def held_in(fleet: Fleet) -> str:
    word, size = systems().get(accelerator_of(fleet.spot.key), ("", 0))
    return f"{plural(systems_for(fleet.chips, size), word)} of {size:,}" if size else ""
