"""Amounts of the sizing page as text: loads, targets and the measures fleets are ranked by."""

from collections.abc import Mapping

from data.sizing import BUDGETS, SERVED
from model.question import POWER_BASES, SIZE_BY, Question
from pages.ui import sizing_marks
from pages.ui.formats import UNKNOWN, count, exact_seconds, is_known, number, ratio

TITLES = dict(SIZE_BY) | {SERVED: "Users served"}
_TOKENS = {"output": "output", "total": "mixed", "input": "input"}
_PRICES = {"owner": "owner’s cost", "neocloud": "neocloud price", "rental": "rental price", "custom": "your prices"}


def load(question: Question) -> str:
    """The load or the budget: "100,000 users", "10 MW", "1,000,000 USD a month"."""
    return {
        "users": f"{question.load_users:,} user{'s' * (question.load_users != 1)}",
        "requests": f"{question.load_rps:,.10g} requests/s",
        "mw": f"{question.load_mw:,.10g} MW",
        "usd": f"{question.load_usd:,.12g} USD a month",
    }[question.load]


def is_one(question: Question) -> bool:
    """Whether the load is spoken of in the singular, as one user is."""
    return question.load == "users" and question.load_users == 1


def target(question: Question) -> str:
    """The limits in words: "60 tok/s/user, first token within 2 s"; "no limit on any time" without one."""
    speed, first, whole = question.slo_interactivity, question.slo_ttft_s, question.slo_e2e_s
    parts = [f"{speed:,.10g} tok/s/user"] if speed else []
    parts += [f"first token within {exact_seconds(first)}"] if first else []
    parts += [f"whole request within {exact_seconds(whole)}"] if whole else []
    return ", ".join(parts)


def watts(value: float) -> str:
    """A power [MW] in the unit that reads best: 2.54 GW, 3.67 MW, 86 kW, 900 W."""
    if not is_known(value):
        return UNKNOWN
    for size, unit in ((1e3, "GW"), (1.0, "MW"), (1e-3, "kW")):
        if value >= 0.9995 * size:
            return f"{number(value / size)} {unit}"
    return f"{number(value * 1e6)} W"


def times(value: float) -> str:
    """A ratio, with two significant digits below 1, where one decimal says little: 0.14×."""
    return f"{value:.2g}×" if 0 < value < 0.95 else ratio(value)


def money(value: float) -> str:
    """USD per hour or per million tokens, without the unit: 3,454 or 0.619."""
    return number(value)


def value(by: str, amount: float, question: Question) -> str:
    """One value of a measure, short, as a row of bars has it: "3.67 MW", "0.619 USD"."""
    if not is_known(amount):
        return UNKNOWN
    if by == "facility_mw":
        return watts(amount)
    if by == "basis_kw":
        return watts(amount / 1e3)
    if by == SERVED:
        return count(users(amount, question))
    if by == "chips":
        return count(amount)
    return f"{number(amount)} {'J' if by.startswith('j_') else 'USD'}"


def users(requests_s: float, question: Question) -> float:
    """Users that so many requests per second serve = requests/s x seconds from one request of a user to the next."""
    return requests_s * question.load_every_s


def of(by: str, question: Question) -> str:
    """What the values of a measure are: "facility power", "USD per M output tokens, owner’s cost"."""
    basis = sizing_marks.basis(question)
    tokens = _TOKENS.get(by.partition("_")[2], "")
    named: Mapping[str, str] = {
        "facility_mw": f"facility power: all-in × PUE {question.pue:g}",
        "chips": "chips, whole deployments",
        "basis_kw": f"chips’ power, {basis}",
        "usd_hour": f"USD per hour, {_PRICES[question.price]}",
        SERVED: f"a request each every {exact_seconds(question.load_every_s)}",
    }
    if by in named:
        return named[by]
    if by.startswith("usd_"):
        return f"USD per M {tokens} tokens, {_PRICES[question.price]}"
    return f"J per {tokens} token, power {basis}"


def brief(by: str, question: Question) -> str:
    """A measure within a sentence: "facility power", "USD per M output tokens"."""
    return {"basis_kw": f"{POWER_BASES[question.power].lower()} power", SERVED: "users"}.get(
        by, of(by, question).partition(",")[0].partition(":")[0]
    )


def is_budget(question: Question) -> bool:
    """Whether the size of every fleet is given and what it serves is asked."""
    return question.load in BUDGETS
