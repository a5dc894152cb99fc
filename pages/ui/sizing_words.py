"""The words of the sizing page: its answer, and the conditions it holds under."""

from data.sizing import BUDGETS, SERVED, Fleet, Sized, is_more_better, lengths, one_each, pair
from data.tables import vocabulary
from model.question import POWER_BASES, Question
from model.sizing import HOURS_A_MONTH, in_flight, requests_per_chip
from pages.ui import sizing_amounts as amounts
from pages.ui.formats import count, exact_seconds, listing, number, plural, ratio, workload

EVEN = "1.0×"  # a ratio that reads as level


def headline(found: Sized) -> str:
    """The answer: what the load takes on the best accelerator and on the next, or that nobody gets there."""
    question, ranked, by = found.question, one_each(found), found.measure
    at = amounts.target(question)
    said = f"At {at}: " if question.slo_interactivity else f"With the {at}: " if at else "Without any limit: "
    if not ranked and any(fleet.chips for fleet in found.fleets):
        return said + _in_chips(found)
    if not ranked:
        return _nobody(found, at)
    two = pair(found) if question.size_of or question.size_over else None
    best, *rest = [fleet for fleet in ranked if fleet in two] if two else ranked
    head = said + _best(best, by, question, best is ranked[0])
    others = [f"{_much(by, best, rest[0])} on {named(rest[0])}"] if rest else []
    return head + (f", {others[0]}" if others else "; nobody else is computable" if found.fleets[1:] else "")


def _best(best: Fleet, by: str, question: Question, is_first: bool) -> str:
    """What the load takes on the best fleet, or on the better of a chosen pair that is not the first of all."""
    shown, load = amounts.value(by, best.values[by], question), amounts.load(question)
    takes = "takes" if amounts.is_one(question) else "take"
    if by == SERVED:
        return f"{load} serve{'s' * (question.load == 'usd')} {shown} users on {named(best)}"
    if by in ("facility_mw", "basis_kw", "chips", "usd_hour"):
        unit = {"chips": " chips", "usd_hour": " per hour", "basis_kw": f" {POWER_BASES[question.power].lower()}"}
        return f"{load} {takes} {shown}{unit.get(by, '')} on {named(best)}"
    per = amounts.brief(by, question).partition(" ")[2]
    words = ("is cheapest", "takes least energy") if is_first else ("is cheaper", "takes less energy")
    return f"{named(best)} {words[not by.startswith('usd_')]} at {shown} {per}"


def _much(by: str, best: Fleet, other: Fleet) -> str:
    """How much more another takes, or how much less it serves."""
    one, two = best.values[by], other.values[by]
    times = ratio(max(one, two) / min(one, two))
    times = "about" if times == EVEN else times
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
    return f"{amounts.load(found.question)} {takes} {count(least.chips)} chips of {named(least)}; {unknown}"


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
