"""A second question beside the first, in words: what differs, the quotient at the pin, where the better side changes.

"Here" is the question of the page, "there" the one it is compared with.
"""

from collections.abc import Callable
from dataclasses import replace

from data.answer import Answer
from data.compared import Compared, Quotient, compared
from data.tables import vocabulary
from data.yours import chip_name
from model import compare
from model.question import X_METRICS, Y_METRICS, Question
from pages.ui import lead, link
from pages.ui.claims_charts import times
from pages.ui.differences import differences
from pages.ui.formats import listing, plural, workload
from pages.ui.phrases import amount, bares, measure, place
from pages.ui.wording import claim

MOST_TOLD = 4  # differences under the headline, and places of one accelerator in a sentence
LEVEL = f"{100 * (compare.LEVEL - 1):.1f} %"
DRAWN = "Dash-dotted, marked 2nd, is the second question"
WITHOUT = (
    "While two questions are compared, the dotted second basis and the model beside measured curves are not drawn."
)


def second(answered: Answer, answers: Callable[[Question], Answer]) -> Compared | None:
    """The answer set against that of the question it is compared with, at the same pin; None without one.

    Where both are drawn, the dotted basis and the model's curves beside measured ones make room for the second.
    """
    if not answered.question.compare:
        return None
    found = compared(answered, answers(asked(answered.question)))
    return replace(found, here=replace(answered, ghosts=(), modelled=())) if found.drawn else found


def asked(question: Question) -> Question:
    """The second question as it is answered: at the first one's pin, under its names, without layers of its own."""
    there = link.parse(question.compare)[0]
    pin = question.pin if there.x == question.x else there.pin
    return replace(there, pin=pin, ghost="none", highlight=None, names=question.names)


def legend(found: Compared | None) -> str:
    """What the second line style is, for under the headline and in a downloaded picture; "" where none is drawn."""
    if found is None or not found.drawn:
        return ""
    told = differing(found)
    more = [f"and {plural(len(told) - MOST_TOLD, 'more difference')}"] if len(told) > MOST_TOLD else []
    return f"{DRAWN}: {'; '.join([*(line.rstrip('.') for line in told[:MOST_TOLD]), *more])}."


def differing(found: Compared) -> list[str]:
    """What the two questions differ in, one sentence each."""
    there = link.parse(found.here.question.compare)[0]
    same_axis = found.here.question.x == there.x
    return differences(found.here.question, replace(there, pin=found.here.question.pin) if same_axis else there)


def words(found: Compared | None) -> list[str]:
    """The comparison in sentences, for the page, the chart's text alternative and the report."""
    if found is None:
        return []
    told = differing(found)
    first = f"Second question: {' '.join(told)}" if told else "The second question asks the same as this one."
    if found.apart:
        return [first, *_apart(found)]
    first = [] if found.drawn else [first]  # where drawn, the legend says it
    if not found.quotients:
        side = "here" if not found.here.curves else "there"
        return [*first, f"Nothing is drawn {side}, so there is nothing to compare."]
    hidden = [WITHOUT] if found.drawn and hides(found.here.question) else []
    return [*first, at_pin(found), *crossing(found), *only(found), *_modelled(found), *hidden]


def hides(question: Question) -> bool:
    """Whether the first question asks for layers that make room for the second."""
    return question.ghost != "none" or "model" in question.layer


def at_pin(found: Compared) -> str:
    """The quotients at the pin, equal ones together: best against best, then each accelerator in both."""
    question, groups = found.here.question, {}
    for one in found.quotients:
        if not one.same or not one.accelerator:
            groups.setdefault(_value(one), []).append(_whose(found, one))
    first = f"{_what(question)} here over there, {place(question.pin, question)}: "
    first += "; ".join(f"{value} for {listing(names)}" for value, names in groups.items())
    same = [name(found, one) for one in found.quotients if one.same and one.accelerator]
    return f"{first}. The same in both: {listing(same)}." if same else f"{first}."


def crossing(found: Compared) -> list[str]:
    """Where the better side changes, accelerator by accelerator; nothing where both are the same."""
    told = [f"{name(found, one)} at {places(one, found.here.question)}" for one in found.quotients if one.passing]
    if told:
        return [f"Here and there change places, by more than {LEVEL}: {'; '.join(told)}."]
    return [f"Here and there nowhere change places by more than {LEVEL}."] if found.drawn else []


def places(one: Quotient, question: Question) -> str:
    """Where one quotient passes 1, the first few: "45 and 60 tok/s/user"."""
    at = list(one.passing[:MOST_TOLD])
    *first, last = [*bares(at, question)[:-1], amount(at[-1], question)]
    more = [f"{len(one.passing) - MOST_TOLD} more places"] if len(one.passing) > MOST_TOLD else []
    return listing([*first, last, *more])


def name(found: Compared, one: Quotient) -> str:
    """Whom a quotient is about: an accelerator as it is called here, or the best of all."""
    called = dict(found.here.question.names)
    return called.get(one.accelerator) or chip_name(one.accelerator) if one.accelerator else "the best of each"


def _whose(found: Compared, one: Quotient) -> str:
    """Whom a quotient is about, and of the best of each who that is at the pin."""
    if one.accelerator or not one.best[0]:
        return name(found, one)
    here, there = one.best
    return f"{name(found, one)} ({here if here == there else f'{here} here, {there} there'})"


def only(found: Compared) -> list[str]:
    """Which accelerators are drawn on one side alone."""
    sides = [dict.fromkeys(c.accelerator for c in answer.curves) for answer in (found.here, found.there)]
    said = []
    for where, own, other in (("here", *sides), ("there", *sides[::-1])):
        if alone := [chip_name(key) for key in own if key not in other]:
            said.append(f"Only {where}: {listing(alone)}.")
    return said


def _value(one: Quotient) -> str:
    if one.at_pin is None:
        return "no points of both there"
    return times(one.at_pin) + (" between points far apart" if one.open else "")


def _what(question: Question) -> str:
    what = measure(question).what
    return what[0].upper() + what[1:]


def _modelled(found: Compared) -> list[str]:
    sides = [where for where, answer in (("here", found.here), ("there", found.there)) if answer.promoted]
    return (
        [f"The curves {listing(sides)} are the model’s, not measured, and its bands are not compared."] if sides else []
    )


def _apart(found: Compared) -> list[str]:
    """Why the two share no axes, what the second says by itself, and the lead of here in both."""
    here, there = found.here, found.there
    told = f"There, {claim(there)}." if there.curves else "There, no points answer."
    return [f"The two cannot share axes: {why(found)}.", told, *_leads(here, there)]


def why(found: Compared) -> str:
    """What keeps two questions from the same axes, in a clause."""
    one, two, said = found.here.question, found.there.question, []
    if "y" in found.apart:
        said.append(f"upwards {Y_METRICS[one.y]} here, {Y_METRICS[two.y]} there")
    if "x" in found.apart:
        said.append(f"across {X_METRICS[one.x]} here, {X_METRICS[two.x]} there")
    if "llm" in found.apart:
        llms = vocabulary().llms
        said.append(f"a token of {llms[one.llm]} is other work than one of {llms[two.llm]}")
    if {"isl", "osl"} & {*found.apart}:
        said.append(f"a token of {workload(one)} is other work than one of {workload(two)}")
    return "; ".join(said)


def _leads(here: Answer, there: Answer) -> list[str]:
    """The lead of the best here over the next, of those in both, and of the same two there: it needs no shared axes."""
    first, others = ({row[0].accelerator: row for row in reversed(lead.reaching(side))} for side in (here, there))
    keys = [key for key in reversed(first) if key in others][:2]
    if len(keys) < 2:
        return []
    rows = [first[key] for key in keys]
    by = [lead.ratio_words(*rows), lead.ratio_words(*(others[key] for key in keys))]
    where = [f"{by_} {place(a.question.pin, a.question)}" for by_, a in zip(by, (here, there), strict=True)]
    return [f"{rows[0][0].name} over {rows[1][0].name}: {where[0]} here, {where[1]} there."]
