"""The words about the first token, which a speed per user hides: what the leader's takes, and who leads within 3 s."""

from data.answer import Answer
from model.envelope import Stretch
from pages.ui import lead
from pages.ui.formats import apart, is_known, listing, seconds
from pages.ui.lead import Row
from pages.ui.phrases import axis, bares, limits
from pages.ui.subline import late
from pages.ui.wording import claim

HIDING = ("interactivity", "tpot_s")  # axes that leave the wait for the first token out


def first_token(answer: Answer, prompt: Answer | None) -> str:
    """The first-token times behind the lead, which a speed per user hides, and who leads when they are limited."""
    if answer.question.x == "ttft_s":
        return ""
    times = [(row[0].name, _ttft(answer, row)) for row in lead.reaching(answer)[:2] if row[1].kind != "range"]
    known = [(name, ttft_s) for name, ttft_s in times if is_known(ttft_s)]
    waits = apart([ttft_s for _, ttft_s in known], seconds)
    told = [f"{wait} on {name}" for wait, (name, _) in zip(waits, known, strict=True)]
    takes = (
        f"{known[0][0]}’s first token takes {waits[0]}" if len(told) == 1 else f"the first token takes {listing(told)}"
    )
    at = "at the pin" if axis(answer.question).is_time else lead.briefly(answer)
    is_told = len(told) == 1 and bool(late(answer))  # under the headline
    said = [f"{at} {takes}"] if known and not is_told else []
    if prompt and prompt.curves and answer.question.slo_ttft_s is None:
        same = prompt.promoted and claim(prompt).endswith(claim(answer))
        said.append(f"with {limits(prompt.question)} the same holds" if same else _prompt(prompt, bool(said)))
    text = "; ".join(said)
    if answer.question.x in HIDING and text:
        return f"Speed hides queueing: {text}."
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _prompt(prompt: Answer, is_named: bool) -> str:
    """Who leads at the pin under a limit on the first token, and how far; "one" where the token is named already."""
    if prompt.promoted:
        return claim(prompt)
    limit, name = limits(prompt.question), prompt.curves[0].name
    under = f"with {limit}".replace("with a first token", "if", 1) if is_named else f"with {limit}"
    if len(prompt.curves) == 1:
        return f"only for {name} is {limit.replace('a first token', 'one', 1) if is_named else limit} published"
    parts, rows = lead.stretches(prompt), lead.reaching(prompt)
    able = lead.contenders(rows) if rows else []
    if len(able) > 1:
        gap = next(row for row in [*able[1:], able[0]] if row[1].kind == "range")
        low, high = bares([prompt.points["x"][row] for row in gap[1].between], prompt.question)
        names = listing([row[0].name for row in able], "or")
        return f"{under} {names} leads (no {gap[0].name} point between {low} and {high})"
    if len(parts) == 1:
        return f"{under} {prompt.curves[parts[0].leader].name} leads {axis(prompt.question).every}"
    return f"{under} {_at_pin(prompt, parts)}"


def _at_pin(answer: Answer, parts: list[Stretch]) -> str:
    here = lead.at_pin(answer, parts)
    return f"{answer.curves[parts[here].leader].name} leads {lead.where(parts, here, answer.question)}"


def _ttft(answer: Answer, row: Row) -> float | None:
    return answer.points["ttft_s"][row[1].row]
