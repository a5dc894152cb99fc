"""Two fleets in a sentence: what the second needs, or serves, in terms of the first."""

from data.sizing import BUDGETS, SERVED, Fleet, Sized, pair
from pages.ui import sizing_amounts as amounts
from pages.ui import sizing_marks as marks
from pages.ui.formats import is_known, listing
from pages.ui.sizing_words import EVEN, named

SHOWN = ("facility_mw", "chips", "usd_hour", "usd_output", "j_output")
OF_A_BUDGET = (SERVED, "chips", "usd_output", "j_output")


def compared(found: Sized) -> str:
    """What the second of two fleets needs, or serves, in terms of the first; empty without two."""
    two = pair(found)
    if two is None:
        return ""
    (first, second), budget = two, found.question.load in BUDGETS
    keys = OF_A_BUDGET if budget else SHOWN
    known = [key for key in keys if is_known(first.values[key] * second.values[key]) and first.values[key] > 0]
    told = {key: amounts.times(second.values[key] / first.values[key]) for key in known}
    level = [_noun(key, found) for key in known if told[key] == EVEN]
    parts = [_times(told[key], two, key, found) for key in known if told[key] != EVEN]
    ends = [f"{named(second)} {'has' if budget else 'needs'} {listing(parts)} of {named(first)}"] if parts else []
    ends += [f"the two are about level in {listing(level)}"] if level else []
    return f"For {amounts.load(found.question) if budget else 'this target'} {'; '.join(ends)}." if ends else ""


def _times(value: str, two: tuple[Fleet, Fleet], by: str, found: Sized) -> str:
    """One measure of the second in terms of the first: "1.3× the chips", "at most 11× the chips"."""
    first, second = two
    return " ".join(filter(None, [marks.relation(second, first, by, found), value, "the", _noun(by, found)]))


def _noun(by: str, found: Sized) -> str:
    """A measure, and that it is one-sided where only one of the two publishes the draw it rests on."""
    word = {"usd_hour": "USD per hour"}.get(by, amounts.brief(by, found.question))
    return word + " (one-sided)" * marks.is_one_sided(pair(found), by, found.question)
