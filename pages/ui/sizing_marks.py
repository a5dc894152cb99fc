"""What a figure of a fleet is short of: one that is only a bound, one with a band, one on a draw not published."""

from data.draws import unpublished
from data.sizing import BUDGETS, SERVED, SIZES, Fleet, Sized
from data.yours import accelerator_of
from model.question import POWER_BASES, Question

MUCH_FASTER = 1.5  # times the speed asked for
BY_BASIS = ("basis_kw", "j_output", "j_total")
SIGNS = {"at most": "≤ ", "at least": "≥ ", "about": "≈ ", "": ""}
_OTHER = {"at most": "at least", "at least": "at most"}
NONE_PUBLISHED = "no sustained draw published"


def is_bound(fleet: Fleet, found: Sized) -> bool:
    """Whether a fleet stands on a published run much faster than asked, since no slower one is within the limits.

    Between that run and the next nobody measured, so a fleet as fast as asked may do with less.
    """
    spot, wanted = fleet.spot, found.question.slo_interactivity
    return bool(wanted) and not spot.modelled and spot.how == "start" and spot.speed >= MUCH_FASTER * wanted


def edge(fleet: Fleet, by: str, found: Sized) -> str:
    """ "at most" or "at least" before a measure of a fleet that is only a bound of it; empty where it is the value."""
    given = by in SIZES if found.question.load in BUDGETS else by == SERVED
    if given or not is_bound(fleet, found):
        return ""
    return "at least" if by == SERVED else "at most"


def spread(fleet: Fleet, by: str, found: Sized) -> str:
    """The same, or "about" where the measure has a band."""
    banded = fleet.high[by] > fleet.low[by] * 1.001
    return edge(fleet, by, found) or "about" * banded


def relation(above: Fleet, below: Fleet, by: str, found: Sized) -> str:
    """The word before the ratio of two fleets: a bound of one bounds the ratio, bounds of both leave it open."""
    ends = edge(above, by, found), edge(below, by, found)
    if all(ends):
        return "about"
    return ends[0] or _OTHER.get(ends[1], "")


def asks_draw(by: str, question: Question) -> bool:
    """Whether a measure rests on what chips really draw: on the sustained basis, or an all-in lowered to it."""
    if by in BY_BASIS:
        return question.power == "sustained" or (question.power in ("all_in", "facility") and _is_lowered(question))
    watts = by == "facility_mw" or (by == SERVED and question.load == "mw")
    return watts and _is_lowered(question)


def _is_lowered(question: Question) -> bool:
    return question.all_in_draw != "rated"


def draw(fleet: Fleet, by: str, question: Question) -> str:
    """What stands in for a draw that is not published: "rated", "0.8 × rated"; empty where the figure is published."""
    if not asks_draw(by, question) or accelerator_of(fleet.spot.key) not in unpublished(question):
        return ""
    return stand_in(question)


def is_one_sided(two: tuple[Fleet, Fleet], by: str, question: Question) -> bool:
    """Whether one of two fleets stands at what it draws and the other at its rating."""
    return question.f is None and len({draw(fleet, by, question) for fleet in two}) > 1


def stand_in(question: Question) -> str:
    """The power at which chips without a published sustained draw stand."""
    return "rated" if question.f is None else f"{question.f:g} × rated"


def word(question: Question) -> str:
    """The chosen basis in a sentence: "sustained"."""
    return POWER_BASES[question.power].lower()


def basis(question: Question) -> str:
    """The chosen basis in words; of the sustained one what it is for chips that publish none."""
    other = f" where published, else {stand_in(question)}" if question.power == "sustained" else ""
    return word(question) + other
