"""The demand page in words and rows: what the gain does to the energy bill, and what it says nothing about."""

from dataclasses import replace
from html import escape

import polars as pl

from data import basis, pairs
from data.demand import Gain, Gains, asked, evidence
from data.tables import vocabulary
from data.versus import source
from model.demand import break_even, energy_ratio, fleet_mw, price_ratio, tokens_ratio, years_saved
from model.question import Question
from pages.ui import demand_peak, phrases
from pages.ui.claims_basis import basis_word, llm
from pages.ui.claims_charts import times
from pages.ui.demand_figures import change, even_at, factor, meaningless, percent, power, typed
from pages.ui.formats import UNKNOWN, exact_seconds, listing, number, speed, workload
from pages.ui.values import number_text

YEARS = 10  # of the fleet's chart
LEVEL = 0.005  # a smaller change of the bill is none
PARTS = {
    "elasticity": "Energy over elasticity",
    "years": "The fleet over the years",
    "evidence": "What is known of ε",
    "not": "What this is not",
}
EVIDENCE_HEADS = {"name": "Evidence", "value": "ε", "mw": "Fleet", "standing": "Standing", "source": "Source"}
EVIDENCE_HEADS |= {"remark": "Remark"}
GAIN_HEADS = {
    "name": "In place of",
    "gain": "Tokens per watt",
    "mw": "Fleet",
    "change": "Change",
    "even": "Even at ε",
}
NOT = (
    "It is no forecast. One elasticity is held for any change of price; the published ones lie {:.0f} times apart.",
    "Price is not energy. Power is a small part of what a token costs, beside chips, building and margin. A "
    "pass-through of 1 lets the whole price fall as energy does; set it lower to hold the rest still.",
    "The whole fleet changes at once, at one speed per user and one basis of power. Making chips and what becomes of "
    "the old ones are not counted.",
    "Tokens are taken as alike. Longer answers, better LLMs and new uses are growth, which you set, not price.",
)


def headline(question: Question, gains: Gains) -> str:
    """What becomes of the fleet, in a sentence."""
    if gains.own is None:
        first, second = (vocabulary().chips[key] for key in gains.pair)
        return f"No gain to read for {first} in place of {second}; type one, or choose another pair or speed"
    ratio, now = bill(question, gains.own), question.demand_mw
    bent, gain = f"at ε = {number_text(question.demand_elasticity)}", gains.own.value
    if same(gain):
        return f"{typed(now)} stays {power(now)}: the tokens per watt are the same, so nothing changes"
    lead = f"{typed(now)} becomes {power(now * ratio)}"
    if gain < 1:
        return f"{lead}: only {times(gain)} the tokens per watt, and {bent} demand {_fall(question, ratio)}"
    told = "just makes up for" if abs(ratio - 1) < LEVEL else "outgrows" if ratio > 1 else "does not use up"
    return f"{lead}: {bent} demand {told} {times(gain)} the tokens per watt"


def same(gain: float) -> bool:
    """Whether a gain is none, as far as it is printed."""
    return times(gain) == times(1)


def _fall(question: Question, ratio: float) -> str:
    """What demand does when a token takes more energy."""
    if question.demand_elasticity == 0 or question.demand_pass == 0:
        return "stays as it is"
    return "falls just as far" if abs(ratio - 1) < LEVEL else "falls less far" if ratio > 1 else "falls further"


def _one_sided(question: Question, pair: tuple[str, str]) -> str:
    """Which of the two stays at its rating where only the other has a published draw; "" where neither does."""
    draws = basis.chip_watts(question)
    stay = [key for key in pair if key in draws and draws[key].one_sided]
    return f"one-sided: {vocabulary().chips[stay[0]]} stays at rated power" if len(stay) == 1 else ""


def conditions(question: Question, gains: Gains) -> str:
    """Where the gain comes from, as one line of escaped HTML."""
    if gains.own is not None and not gains.own.first:
        return f"<b>Your own gain</b> of {times(gains.own.value)} · every other number follows from the choices below"
    first, second = (vocabulary().chips[key] for key in gains.pair)
    frontier = asked(question)
    at = f"{speed(question.pin)} tok/s per user" if frontier.x == "interactivity" else exact_seconds(question.pin)
    parts = [f"<b>{escape(first)} in place of {escape(second)}</b> at {at}", escape(llm(question.llm))]
    parts += [workload(question), f"{basis_word(question)} power"]
    parts += [f"<b>{escape(said)}</b>" for said in (_one_sided(frontier, gains.pair), phrases.limits(frontier)) if said]
    parts += ["<b>partly the model’s</b>"] if gains.own and gains.own.modelled else []
    if chip := pairs.twice(replace(question, claim=None)):
        parts.append(f"<b>{escape(vocabulary().chips[chip])} was chosen on both sides, so one of them is replaced</b>")
    return " · ".join(parts)


def words(question: Question, gains: Gains) -> str:
    """How the answer comes about, where it turns, and what growth makes of it."""
    if gains.own is None:
        return f"Nothing to compute: {gains.why}."
    if same(gains.own.value):
        return "As many tokens per watt as before leave price, demand and energy as they are, at any elasticity."
    own, read = gains.own, demand_peak.words(question, gains)
    said = [*_steps(question, own), *read, _turn(question, own), _known(question, own)]
    if far := meaningless(question.demand_mw * bill(question, gains.own)):
        said.append(f"{far}no elasticity was seen to hold over such a change of price.")
    return " ".join(said)


def _steps(question: Question, gain: Gain) -> list[str]:
    passed, bent = question.demand_pass, question.demand_elasticity
    price = float(price_ratio(gain.value, passed))
    tokens, ratio = float(tokens_ratio(gain.value, bent, passed)), bill(question, gain)
    loss, more = gain.value < 1, factor(1 / gain.value)
    share = "all" if passed == 1 else "none" if passed == 0 else percent(passed)
    said = [
        f"With {share} of the change in energy passed on, a token costs {factor(price)} times what it did, so "
        f"{factor(tokens)} times as many are asked for ({factor(price)} to the power of −{number_text(bent)}).",
        f"Each takes {f'{more} times' if loss else f'1/{factor(gain.value)} of'} the energy: "
        f"{factor(tokens)} / {factor(gain.value)} = {factor(ratio)}.",
    ]
    if gain.high > gain.low:
        said.append(f"Nobody measured near this speed: the gain lies between {times(gain.low)} and {times(gain.high)}.")
    return said


def _turn(question: Question, gain: Gain) -> str:
    even = break_even(gain.value, question.demand_pass)
    if even is None:
        return "Nothing reaches the price, so no elasticity changes the energy."
    below, above = ("falls", "rises") if gain.value > 1 else ("rises", "falls")
    return f"The bill is even at ε = {even_at(even)}, below it energy {below}, above it energy {above}."


def _known(question: Question, gain: Gain) -> str:
    values = [each.value for each in evidence()]
    found = [power(question.demand_mw * float(energy_ratio(gain.value, v, question.demand_pass))) for v in values]
    return f"At the published elasticities of {listing([f'{v:g}' for v in values])} it is {listing(found)}."


def years(question: Question, gains: Gains) -> str:
    """What growth makes of the saving, in a sentence."""
    if gains.own is None:
        return ""
    ratio, growth = bill(question, gains.own), question.demand_growth
    ends = [float(fleet_mw(question.demand_mw, r, growth, YEARS)) for r in (ratio, 1.0)]
    how = f"{'Growing' if growth > 0 else 'Shrinking'} by {percent(abs(growth))} a year" if growth else "Without growth"
    what = "gain" if gains.own.value >= 1 else "change"
    said = f"{how} the fleet needs {power(ends[0])} in {YEARS} years, {power(ends[1])} without the {what}."
    back = years_saved(ratio, growth) if abs(ratio - 1) >= LEVEL else None
    said += f" What was saved is used up after {number(back)} years." if back is not None else ""
    far = next(filter(None, map(meaningless, ends)), "")
    return said + (f" {far}no growth was seen to last so far." if far else "")


def gain_rows(question: Question, gains: Gains) -> pl.DataFrame:
    """One row per accelerator that is replaced, the pair's own first."""
    found = [gain for gain in (gains.own, *gains.others) if gain]
    return pl.DataFrame([_row(question, gain) for gain in found])


def _row(question: Question, gain: Gain) -> dict[str, str]:
    ratio, even = bill(question, gain), break_even(gain.value, question.demand_pass)
    row = {"name": vocabulary().chips.get(gain.second, "Your own gain"), "gain": times(gain.value)}
    if gain.high > gain.low:
        row["gain"] = f"{times(gain.low)} to {times(gain.high)}"
    return row | {
        "mw": power(question.demand_mw * ratio),
        "change": change(ratio, LEVEL),
        "even": UNKNOWN if even is None else even_at(even),
    }


def evidence_rows(question: Question, gains: Gains) -> pl.DataFrame:
    """One row per published elasticity with its source and what it makes of the fleet."""
    rows = []
    for each in evidence():
        title, address = source(each.source)
        span = f", {each.low:g} to {each.high:g}" if each.low else ""
        row = {"name": each.name, "value": f"{each.value:g}{span}", "mw": UNKNOWN, "standing": each.grade.capitalize()}
        if gains.own:
            ratio = float(energy_ratio(gains.own.value, each.value, question.demand_pass))
            row["mw"] = power(question.demand_mw * ratio)
        rows.append(row | {"source": title, "address": address, "remark": each.note[:1].upper() + each.note[1:]})
    return pl.DataFrame(rows)


def bill(question: Question, gain: Gain) -> float:
    """Energy of the fleet, new over old."""
    return float(energy_ratio(gain.value, question.demand_elasticity, question.demand_pass))


def limits() -> str:
    """What the page is not, as a list."""
    apart = evidence()[-1].value / evidence()[0].value
    return f'<ul class="sv-limits">{"".join(f"<li>{escape(text.format(apart))}</li>" for text in NOT)}</ul>'
