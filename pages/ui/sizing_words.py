"""The words of the sizing page: its answer, and the conditions it holds under."""

from data.sizing import BUDGETS, SERVED, Fleet, Sized, is_more_better, lengths, one_each, pair
from data.tables import vocabulary
from model.question import Question
from model.sizing import HOURS_A_MONTH, in_flight, requests_per_chip
from pages.ui import sizing_amounts as amounts
from pages.ui import sizing_marks as marks
from pages.ui.formats import count, exact_seconds, listing, number, plural, ratio, workload

EVEN = "1.0×"  # a ratio that reads as level


def headline(found: Sized) -> str:
    """The answer: what the load takes on the best accelerator and on the next, or that nobody gets there."""
    question, ranked = found.question, one_each(found)
    at = amounts.target(question)
    said = f"At {at}: " if question.slo_interactivity else f"With the {at}: " if at else "Without any limit: "
    if not ranked and any(fleet.chips for fleet in found.fleets):
        return said + _in_chips(found)
    if not ranked:
        return _nobody(found, at)
    two = pair(found) if question.size_of or question.size_over else None
    best, *rest = [fleet for fleet in ranked if fleet in two] if two else ranked
    head = said + _best(best, found, best is ranked[0])
    others = [f"{_much(best, rest[0], found)} on {named(rest[0])}"] if rest else []
    return head + (f", {others[0]}" if others else "; nobody else is computable" if found.fleets[1:] else "")


def _best(best: Fleet, found: Sized, is_first: bool) -> str:
    """What the load takes on the best fleet, or on the better of a chosen pair that is not the first of all."""
    question, by = found.question, found.measure
    word, power = marks.spread(best, by, found), marks.draw(best, by, question)
    shown, load = amounts.value(by, best.values[by], question), amounts.load(question)
    shown = f"{word} {shown}" if word else shown
    takes = "takes" if amounts.is_one(question) else "take"
    if by == SERVED:
        return f"{load} serves {shown} users on {named(best)}"
    if by in ("facility_mw", "basis_kw", "chips", "usd_hour"):
        unit = {
            "chips": " chips",
            "usd_hour": " per hour",
            "basis_kw": f" at {power} power" if power else f" {marks.word(question)}",
        }
        return f"{load} {takes} {shown}{unit.get(by, '')} on {named(best)}"
    per = amounts.brief(by, question).partition(" ")[2]
    words = ("is cheapest", "takes least energy") if is_first else ("is cheaper", "takes less energy")
    told = f"{named(best)} {words[not by.startswith('usd_')]}{',' if word else ' at'} {shown} {per}"
    return told + (f" at {power} power" if power else "")


def _much(best: Fleet, other: Fleet, found: Sized) -> str:
    """How much more another takes, or how much less it serves."""
    by = found.measure
    two = (best, other) if is_more_better(by) else (other, best)
    times, word = ratio(two[0].values[by] / two[1].values[by]), marks.relation(*two, by, found)
    times = "about" if times == EVEN else f"{word} {times}" if word else times
    times = f"one-sided {times}" if marks.is_one_sided(two, by, found.question) else times
    return f"{times} as many as" if is_more_better(by) else f"{times} as much"


def _nobody(found: Sized, at: str) -> str:
    question = found.question
    small = [fleet for fleet in found.fleets if not fleet.why and not fleet.chips]
    if small and question.load in BUDGETS:
        least = min(small, key=lambda fleet: _deployment(fleet, question))
        size = _deployment(least, question)
        told = amounts.watts(size) if question.load == "mw" else f"{number(size)} USD a month"
        return (
            f"{amounts.load(question)} is less than one deployment of any accelerator; the smallest is "
            f"{named(least)}’s: {plural(least.replica, 'chip')}, {told}"
        )
    if found.fleets:
        return f"Not computable for any accelerator: {found.fleets[0].why}"
    if not found.misses:
        return "Nothing is published for this choice, and the model cannot speak of it"
    reasons = {miss.reason for miss in found.misses if miss.why == "unpublished" and miss.modelled is None}
    if len(reasons) == 1 and not any(miss.nearest or miss.modelled for miss in found.misses):
        return f"Nothing is published for this choice, and no model: {reasons.pop() or 'it was not asked'}"
    if all(miss.why == "unjudged" for miss in found.misses):
        return f"Nobody can be judged: no point tells the times that “{at}” needs"
    return f"Nobody reaches {at}" if at else "Nothing is published for this choice, and the model cannot speak of it"


def _deployment(fleet: Fleet, question: Question) -> float:
    """One deployment in the unit of the budget: MW of the facility, or USD a month."""
    if question.load == "mw":
        return fleet.replica * fleet.watts["facility"] / 1e6
    return fleet.replica * fleet.usd[question.price] * HOURS_A_MONTH


def _in_chips(found: Sized) -> str:
    """The answer where the measure is known of nobody: the fewest chips."""
    least = min((fleet for fleet in found.fleets if fleet.chips), key=lambda fleet: fleet.chips)
    power = "all-in power undisclosed" if found.measure == "facility_mw" else "no watts on this basis"
    why = "no price in this tier" if found.measure.startswith("usd_") else power
    unknown = f"{amounts.brief(found.measure, found.question)} not known: {why}"
    takes = "takes" if amounts.is_one(found.question) else "take"
    few = " ".join(filter(None, [marks.spread(least, "chips", found), count(least.chips)]))
    return f"{amounts.load(found.question)} {takes} {few} chips of {named(least)}; {unknown}"


def named(fleet: Fleet) -> str:
    """A fleet's name in a sentence."""
    return f"{fleet.spot.name} by the model" if fleet.spot.modelled else fleet.spot.name


def conditions(found: Sized) -> str:
    """Under which conditions the fleets are sized."""
    question, words = found.question, vocabulary()
    parts = [question.llm, workload(question)]
    parts += [listing([words.precisions[key] for key in question.precision])] if question.precision else []
    each = f"A request each every {exact_seconds(question.load_every_s)}"
    load = {"users": f"{each}: {number(found.requests_s)} requests/s"} | dict.fromkeys(BUDGETS, each)
    told = [" · ".join(parts), load.get(question.load, "")]
    told += ["Times are medians" if question.slo_stat == "median" else "Times are p99, the speed is a median"]
    return ". ".join(filter(None, told)) + "."


def flying(fleet: Fleet, found: Sized) -> float:
    """Requests in flight at the load, by Little's law; NaN where the request time is not told."""
    e2e = fleet.spot.near["e2e_s"]
    each = requests_per_chip(fleet.spot.rates["tput_output"], lengths(found.question)[1])
    served = fleet.chips * each if found.requests_s is None else found.requests_s
    return in_flight(served, e2e) if e2e else float("nan")
