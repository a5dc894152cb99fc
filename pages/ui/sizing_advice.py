"""The advice of the sizing page: sentences to decide by, each with the figures and the condition it rests on."""

from collections.abc import Mapping
from dataclasses import replace

from data.misses import Miss
from data.sizing import SERVED, Fleet, Sized, is_more_better, is_nothing, one_each
from data.sizing_map import is_rounding, leads
from data.tables import vocabulary
from model.question import Question
from pages.ui import sizing_amounts as amounts
from pages.ui import sizing_marks as marks
from pages.ui.formats import apart, count, exact_seconds, listing, plural, seconds, speed
from pages.ui.sizing_words import named


def advice(found: Sized) -> list[str]:
    """Sentences to decide by, each with its condition."""
    each = one_each(found)
    said = [
        _free(each, found.question),
        _close(each, found.measure),
        _passes(found),
        _few(each),
        _held(found),
    ]
    said += [_gap(fleet) for fleet in each if fleet.spot.how == "range"]
    said += [_missed(miss, found) for miss in found.misses if not _is_told(miss, found)]
    said += [_told_by_model([miss.name for miss in found.misses if _is_told(miss, found)])]
    said += [_busy(found), _one_sided(found)]
    return [sentence for sentence in said if sentence]


def _free(fleets: list[Fleet], question: Question) -> str:
    """What it means that no limit is set."""
    if not fleets or amounts.target(question):
        return ""
    waits = [f"{seconds(fleet.spot.near['ttft_s'])} on {named(fleet)}" for fleet in fleets if fleet.spot.near["ttft_s"]]
    told = f": the first token then takes {waits[0]}" if waits else ""
    return f"No limit is set, so each accelerator stands where it gives most tokens, however long users wait{told}."


def _close(fleets: list[Fleet], by: str) -> str:
    """Whether the bands of the two best overlap."""
    if len(fleets) < 2:
        return ""
    lower, higher = fleets[:2] if not is_more_better(by) else reversed(fleets[:2])
    if lower.high[by] < higher.low[by] or not any(fleet.low[by] < fleet.high[by] for fleet in fleets[:2]):
        return ""
    names = listing([named(fleet) for fleet in fleets[:2]])
    return f"The bands of {names} overlap, so these figures do not decide which of the two is better."


def _passes(found: Sized) -> str:
    """Who leads in the ranked measure over the whole range of speeds."""
    parts, chips = leads(found.question), vocabulary().chips
    if not parts or is_nothing(found):
        return ""
    times = amounts.target(replace(found.question, slo_interactivity=None))
    within = f"with the {times}, " if times else ""
    per = {"mw": "users per MW", "usd": "users per USD"}.get(found.question.load, "")
    about = per if found.measure == SERVED else amounts.brief(found.measure, found.question)
    within = f"per token, once a fleet is large, {within}" if is_rounding(found) else within
    if len(parts) == 1:
        return f"In {about}, {within}{chips[parts[0][2]]} leads at every speed up to {speed(parts[0][1])} tok/s/user."
    ends = apart([end for _, end, _ in parts], speed)
    told = [f"{chips[parts[0][2]]} leads below {ends[0]}"]
    told += [
        f"{chips[key]} from {begin} to {end}"
        for (_, _, key), begin, end in zip(parts[1:], ends[:-1], ends[1:], strict=True)
    ]
    return f"In {about}, {within}{listing(told)} tok/s/user."


def _is_told(miss: Miss, found: Sized) -> bool:
    """Whether nothing is published of an accelerator, and the model's fleet stands in its place."""
    return miss.why == "unpublished" and any(fleet.spot.key == miss.key for fleet in found.fleets)


def _told_by_model(names: list[str]) -> str:
    whose = "its fleet is" if len(names) == 1 else "their fleets are"
    return f"Nothing is published here of {listing(names)}; {whose} the model’s." if names else ""


def _missed(miss: Miss, found: Sized) -> str:
    """Why an accelerator has no published place, and what comes nearest."""
    question = found.question
    if miss.why == "unjudged":
        needed = " and ".join(
            name for limit, name in ((question.slo_ttft_s, "first-token"), (question.slo_e2e_s, "request")) if limit
        )
        needed = f"p99 {needed}" if question.slo_stat == "p99" else needed
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


def _few(fleets: list[Fleet]) -> str:
    """Whose points were left out of the judgement for want of times."""
    told = [
        f"{fleet.spot.name} {fleet.spot.judged} of {fleet.spot.points}"
        for fleet in fleets
        if fleet.spot.judged < fleet.spot.points
    ]
    if not told:
        return ""
    return (
        f"Points that do not tell the times your limits need do not count, so some fleets may be larger than need be; "
        f"those that count: {listing(told)}."
    )


def _held(found: Sized) -> str:
    """Who is much faster than asked, since no slower point is within the limits, and so only a bound."""
    told = [f"{named(one)} at {speed(one.spot.speed)}" for one in one_each(found) if marks.is_bound(one, found)]
    if not told:
        return ""
    bound = "a lower bound of what it serves" if found.measure == SERVED else "an upper bound of what it needs"
    return (
        f"Much faster than asked, since no slower published run is within the limits: {listing(told)} tok/s/user. "
        f"Nobody measured just below, so each such figure is {bound}."
    )


def _gap(fleet: Fleet) -> str:
    spot = fleet.spot
    ends = (speed(spot.slow["interactivity"]), speed(spot.fast["interactivity"]))
    few, many = count(fleet.low["chips"]), count(fleet.high["chips"])
    told = f"its fleet lies between {few} and {many} chips" if few != many else f"its fleet is {few} chips at both ends"
    return f"Nobody measured {spot.name} between {ends[0]} and {ends[1]} tok/s/user: {told}."


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
    question, each = found.question, one_each(found)
    stay = [named(fleet) for fleet in each if marks.draw(fleet, found.measure, question)]
    if not stay or len(stay) == len(each):
        return ""
    many, side = len(stay) > 1, "One-sided" if question.f is None else "Assumed"
    return (
        f"{side}: {listing(stay)} {'stand' if many else 'stands'} at {marks.stand_in(question)} power, as no "
        f"sustained draw of {'theirs' if many else 'its'} is published."
    )
