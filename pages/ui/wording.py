"""The headline: the answer in one sentence, never a fixed text."""

from data.answer import Answer
from data.yours import chip_name
from model.question import Question
from pages.ui import expected, extrapolated, lead
from pages.ui.formats import listing
from pages.ui.lead import Row
from pages.ui.phrases import USUAL, amount, axis, bare, bares, limits, measure, value


def headline(answer: Answer) -> str:
    """The answer in one sentence, without a full stop."""
    said = claim(answer)
    return said[0].upper() + said[1:]


def claim(answer: Answer) -> str:
    """The headline as a clause that can follow other words: only names begin with a capital."""
    if not answer.curves:
        return "no points answer this question"
    limit, said = limits(answer.question), _by_the_model(answer) if answer.promoted else _said(answer)
    return f"with {limit} {said}" if limit else said


def _by_the_model(answer: Answer) -> str:
    """Nothing is measured: what the model says, unless its bands overlap, and which of the named it extrapolates."""
    said, first = "", [row[0] for row in lead.reaching(answer)[:2]]
    if len(first) > 1 and expected.alike(answer, *first):
        said = f"{listing([curve.name for curve in first])} are not distinguishable {_pin(answer)}"
    said = said or _said(answer)
    return f"by the model{extrapolated.mark(answer, said)} {said}"


def _said(answer: Answer) -> str:
    if too_slow(answer):
        name, end = _fastest(lead.ranked(answer), answer.question)
        limit = amount(answer.question.slo_interactivity, answer.question)
        what = "modelled configuration" if answer.promoted else "point"
        return f"no {what} is as fast as your limit, {limit}; the fastest, {name}, ends at {end}"
    if len(answer.curves) == 1:
        return _alone(answer)
    if len(lead.sides(answer)) == 2 and (both := _both(*lead.sides(answer))):
        return both
    rows = lead.reaching(answer)
    return _nobody(answer) if not rows else _only(answer) if len(rows) == 1 else _leader(answer, rows)


def too_slow(answer: Answer) -> bool:
    """Whether every curve across speed ends before the limit on it, which shades there and drops no point."""
    limit = answer.question.slo_interactivity
    if not limit or answer.question.x != "interactivity":
        return False
    return all(float(curve.x[-1]) < limit for curve in answer.curves)


def _both(plain: Answer, faster: Answer) -> str:
    """Plain and speculative decoding side by side: what becomes of the lead. "" where a side has no runner-up."""
    first, second = lead.reaching(plain), lead.reaching(faster)
    if len(first) < 2 or len(second) < 2:
        return ""
    by, name, is_same = _by(plain.question), first[0][0].name, first[0][0].accelerator == second[0][0].accelerator
    if not is_same or any(len(lead.contenders(rows)) > 1 for rows in (first, second)):
        return f"{by}{name} leads with plain decoding; with MTP {_leader(faster, second).removeprefix(by)}"
    before, after = (lead.ratio_words(*rows[:2]).replace("level", "none") for rows in (first, second))
    if before == after == "none":
        return ""
    if before == after:
        return f"{by}{name}’s lead {_pin(plain)} stays at {before} with MTP"
    verb = "shrinks" if lead.times(*second[:2])[0] < lead.times(*first[:2])[0] else "grows"
    return f"{by}{name}’s lead {_pin(plain)} {verb} from {before} to {after} with MTP"


def _alone(answer: Answer) -> str:
    """One curve has nobody to lead: its peak and its range."""
    curve, question = answer.curves[0], answer.question
    best, last = float(curve.y[0]), float(curve.x[-1])
    peak = f"{value(best, question)} at {amount(float(curve.x[0]), question)}"
    if len(curve.x) == 1:
        return f"{curve.name} has one {'modelled configuration' if answer.promoted else 'point'}: {peak}"
    return f"{curve.name} peaks at {peak} and reaches {amount(last, question)}"


def _nobody(answer: Answer) -> str:
    name, end = _fastest(lead.ranked(answer), answer.question)
    at, known = axis(answer.question), _known(answer)
    if known:
        return f"{known}; the {at.end}, {name}, {at.ends} {end}"
    nobody = "no modelled curve reaches" if answer.promoted else "no accelerator has points"
    return f"{nobody} {_there(answer)}; the {at.end}, {name}, {at.ends} {end}"


def _only(answer: Answer) -> str:
    rows = lead.ranked(answer)
    if known := _known(answer):
        return f"{known}; of these only {rows[0][0].name} has points {_pin(answer)}"
    name, end = _fastest(rows[1:], answer.question)
    at = axis(answer.question)
    has = "reaches" if answer.promoted else "has points"
    return f"only {rows[0][0].name} {has} {_there(answer)}; the next {at.end}, {name}, {at.ends} {end}"


def _known(answer: Answer) -> str:
    """Who has the figure that the axes need, where some chips have points but lack it; "" where all have it."""
    drawn = dict.fromkeys(curve.accelerator for curve in answer.curves)
    if answer.not_computable:
        what = "measured power" if answer.question.power == "measured" else "watts on this basis"
    elif axis(answer.question).is_time and not answer.promoted and set(answer.points["accelerator"]) - set(drawn):
        what = f"a published {axis(answer.question).short}"
    else:
        return ""
    return f"only {listing([chip_name(key) for key in drawn])} {'have' if len(drawn) > 1 else 'has'} {what}"


def _fastest(rows: list[Row], question: Question) -> tuple[str, str]:
    ends = {row[0].name: float(row[0].x[-1]) for row in rows}
    name = min(ends, key=ends.get) if axis(question).is_time else max(ends, key=ends.get)
    return name, bare(ends[name], question)


def _leader(answer: Answer, rows: list[Row]) -> str:
    """Two or more reach the pin: level, open, or led, with where the lead changes."""
    best, others, question = rows[0], rows[1:], answer.question
    same = lead.level(rows)
    if len(maybe := lead.contenders(rows)) > 1:
        return _by(question) + _open(answer, maybe)
    if len(same) > 1:
        names = [row[0].name for row in same]
        return _by(question) + f"{listing(names)} are level {_pin(answer)}{_under_limits(answer, names)}"
    if answer.promoted:  # modelled curves cross inside their bands: where the lead passes is not known
        return f"{best[0].name} leads {_pin(answer)}: {lead.over(best, others, question)}"
    if len(lead.stretches(answer)) == 1:
        return f"{best[0].name} leads {axis(question).every}: {lead.over(best, others, question)} {_pin(answer)}"
    if axis(question).is_time:
        return f"{_pin(answer)} {best[0].name} leads: {lead.over(best, others, question)}{_beyond(answer)}"
    return _by(question) + _changing(answer, best, others)


def _open(answer: Answer, rows: list[Row]) -> str:
    """One of `rows` leads, but which one nobody measured."""
    gap = next(row for row in [*rows[1:], rows[0]] if row[1].kind == "range")
    names = listing([row[0].name for row in rows], "or")
    low, high = bares([answer.points["x"][row] for row in gap[1].between], answer.question)
    return f"{names} leads {_pin(answer)}: {gap[0].name} has no points between {low} and {high}"


def _changing(answer: Answer, best: Row, others: list[Row]) -> str:
    """The lead changes over a speed axis: the stretch of the pin's leader, the other side, the ratio at the pin."""
    question, parts = answer.question, lead.stretches(answer)
    here = lead.at_pin(answer, parts)
    name, by = best[0].name, lead.over_briefly(best, others, question)
    if answer.curves[parts[here].leader] is not best[0]:
        return f"{name} leads {_pin(answer)}: {by}"
    if elsewhere := _under_limits(answer, [name]):
        return f"{name} leads {_pin(answer)}{elsewhere}"
    by = f"{by} {lead.briefly(answer)}"
    if len(parts) > 2 or limits(question):
        return f"{name} leads {lead.where(parts, here, question)}: {by}"
    other, side = answer.curves[parts[1 - here].leader].name, "below" if here == 0 else "above"
    return f"{other} leads {lead.where(parts, 1 - here, question)}, {name} {side}: {by}"


def _under_limits(answer: Answer, leaders: list[str]) -> str:
    """Under limits on a speed axis: who leads the fast users, when it is not one of `leaders`."""
    parts = lead.stretches(answer)
    name = answer.curves[parts[-1].leader].name
    if not limits(answer.question) or axis(answer.question).is_time or len(parts) < 2 or name in leaders:
        return ""
    return f"; {name} leads above {bare(parts[-1].begin, answer.question)}"


def _beyond(answer: Answer) -> str:
    """On a time axis: who leads at the patient end, else who at the quick one, when it is another."""
    parts = lead.stretches(answer)
    names = [answer.curves[part.leader].name for part in parts]
    mine = names[lead.at_pin(answer, parts)]
    if names[0] != mine:
        return f"; {names[0]} leads beyond {bare(parts[0].end, answer.question)}"
    return f"; {names[-1]} leads below {bare(parts[-1].begin, answer.question)}" if names[-1] != mine else ""


def _by(question: Question) -> str:
    """The measure, unless it is the usual one: "per chip "."""
    return "" if measure(question).what == USUAL else f"{measure(question).by} "


def _there(answer: Answer) -> str:
    """The pin as a place, or what a modelled curve reaches."""
    return _pin(answer).removeprefix("at ") if answer.promoted else _pin(answer)


def _pin(answer: Answer) -> str:
    return lead.pin_place(answer)
