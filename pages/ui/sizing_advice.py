"""The advice of the sizing page: sentences to decide by, each with the figures and the condition it rests on."""

from collections.abc import Mapping
from dataclasses import replace

from data.sizing import BUDGETS, SERVED, Fleet, Sized, one_each, pair
from data.sizing_map import leads
from data.spots import Miss
from data.tables import vocabulary
from model.question import Question
from pages.ui import sizing_amounts as amounts
from pages.ui.formats import count, exact_seconds, is_known, listing, plural, ratio, seconds, speed
from pages.ui.sizing_words import named

BY_BASIS = ("basis_kw", "j_output", "j_total")


def advice(found: Sized) -> list[str]:
    """Sentences to decide by, each with its condition."""
    said = [_needs(found), _passes(found)]
    said += [_missed(miss, found) for miss in found.misses]
    said += [_held(fleet, found.question) for fleet in one_each(found)[:1]]
    said += [_gap(fleet) for fleet in one_each(found) if fleet.spot.how == "range"]
    said += [_busy(found), _one_sided(found)]
    return [sentence for sentence in said if sentence]


def _needs(found: Sized) -> str:
    """What the second of the pair needs of the first's."""
    two = pair(found)
    if two is None or found.question.load in BUDGETS:
        return ""
    first, second = two
    parts = [("facility_mw", "the facility power"), ("chips", "the chips"), ("usd_hour", "the money")]
    told = [
        f"{ratio(second.values[key] / first.values[key])} {noun}"
        for key, noun in parts
        if is_known(second.values[key] / first.values[key])
    ]
    return f"For this target {named(second)} needs {listing(told)} of {named(first)}."


def _passes(found: Sized) -> str:
    """Who leads in the ranked measure over the whole range of speeds."""
    parts, chips = leads(found.question), vocabulary().chips
    if not parts:
        return ""
    times = amounts.target(replace(found.question, slo_interactivity=None))
    within = f"with the {times}, " if times else ""
    about = "budget" if found.measure == SERVED else amounts.brief(found.measure, found.question)
    if len(parts) == 1:
        return f"In {about}, {within}{chips[parts[0][2]]} leads at every speed up to {speed(parts[0][1])} tok/s/user."
    told = [f"{chips[key]} leads below {speed(end)}" for _, end, key in parts[:1]]
    told += [f"{chips[key]} from {speed(begin)} to {speed(end)} tok/s/user" for begin, end, key in parts[1:]]
    return f"In {about}, {within}{listing(told)}."


def _missed(miss: Miss, found: Sized) -> str:
    """Why an accelerator has no published place, and what comes nearest."""
    question = found.question
    if miss.why == "unjudged":
        needed = " and ".join(
            name for limit, name in ((question.slo_ttft_s, "first-token"), (question.slo_e2e_s, "request")) if limit
        )
        return f"{miss.name} cannot be judged: none of its {plural(miss.points, 'point')} tells its {needed} time."
    if miss.why == "unreached":
        few = f" ({miss.judged} of its {miss.points} points tell the times)" if miss.judged < miss.points else ""
        return f"{miss.name} does not reach it; nearest is {place(miss.nearest)}{few}."
    if miss.modelled is not None:
        nearest = place(miss.modelled)
        return f"{miss.name}: nothing published here, and by the model it does not reach it; nearest {nearest}."
    return f"{miss.name}: nothing published here{', and no model: ' + miss.reason if miss.reason else ''}."


def place(row: Mapping[str, object]) -> str:
    """A point in words: "51 tok/s/user with the first token after 2.9 s"."""
    told = f"{speed(row['interactivity'])} tok/s/user"
    return told + (f" with the first token after {seconds(row['ttft_s'])}" if row["ttft_s"] else "")


def _held(fleet: Fleet, question: Question) -> str:
    """The best one is faster than asked."""
    wanted = question.slo_interactivity
    if fleet.spot.how != "start" or not wanted or fleet.spot.speed < 1.05 * wanted:
        return ""
    return (
        f"{named(fleet)} runs at {speed(fleet.spot.speed)} tok/s/user here: "
        f"its slowest point within the limits, where it gives most tokens."
    )


def _gap(fleet: Fleet) -> str:
    spot = fleet.spot
    ends = (speed(spot.slow["interactivity"]), speed(spot.fast["interactivity"]))
    return (
        f"Nobody measured {spot.name} between {ends[0]} and {ends[1]} tok/s/user: its fleet lies between "
        f"{count(fleet.low['chips'])} and {count(fleet.high['chips'])} chips."
    )


def _busy(found: Sized) -> str:
    """Whose requests take longer than the pause between two of a user."""
    question = found.question
    slow = [
        fleet
        for fleet in one_each(found)
        if question.load != "requests" and (fleet.spot.near["e2e_s"] or 0.0) > question.load_every_s
    ]
    if not slow:
        return ""
    told = listing([f"{named(fleet)} ({seconds(fleet.spot.near['e2e_s'])})" for fleet in slow])
    return f"A request takes longer than the {exact_seconds(question.load_every_s)} between two of a user on {told}."


def _one_sided(found: Sized) -> str:
    question = found.question
    if (
        question.power != "sustained"
        or question.f is not None
        or found.measure not in ("basis_kw", "j_output", "j_total")
    ):
        return ""
    return "One-sided: only some chips publish a sustained draw, the others stand at rated power."
