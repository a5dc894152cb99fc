"""The lead on other bases in numbers and words: what the chosen watts, all-in power, prices and f make of it."""

from collections.abc import Sequence
from dataclasses import replace

import polars as pl

from data import versus
from data.pairs import Pair
from data.tables import vocabulary
from model.lead import share_without_lead, two_sided
from model.power import Watts
from model.question import POWER_BASES, PRICE_TIERS, Question
from pages.ui.claims_charts import times
from pages.ui.claims_share import Evidence, Line
from pages.ui.formats import UNKNOWN, listing, month, watts

RATED, ALL_IN = "rated", "all_in"
BASELINES = ("gb200", "gb300")


def heads(question: Question) -> dict[str, str]:
    """Columns of the table of leads: who, then one ratio per basis and price vintage."""
    shown = {"what": "Lead in tokens per", "rated": "rated W"}
    if question.power not in (RATED, ALL_IN):
        shown["chosen"] = f"{basis_word(question)} W"
    shown |= {"all_in": "all-in W"}
    return shown | {f"usd{place}": f"USD, {said}" for place, said in enumerate(_vintages())}


def leads(question: Question, pairs: Sequence[Pair]) -> pl.DataFrame:
    """One row per published pair: its lead on every basis of `heads`, as text."""
    rows = []
    for pair in pairs:
        found = {"rated": versus.on_rated(question), "all_in": replace(question, power=ALL_IN), "chosen": question}
        row = {"what": named(pair)} | {key: _told(versus.lead_in_watts(q, pair).total) for key, q in found.items()}
        for place, day in enumerate(versus.price_days("jalapeno")):
            priced = replace(question, price="owner", price_date=day, prices=())
            row[f"usd{place}"] = _told(versus.lead_in_dollars(priced, pair).total)
        rows.append(row)
    return pl.DataFrame(rows)


def named(pair: Pair) -> str:
    """Who over whom on which LLM: "Jalapeño over GB300, DeepSeek-R1"."""
    return f"{vocabulary().chips[pair.first]} over {second(pair)}, {llm(pair.llm)}"


def second(pair: Pair) -> str:
    """The second side by name, with its decoding where that is not plain."""
    return vocabulary().chips[pair.second] + (" with MTP" if pair.decoding == "mtp" else "")


def llm(key: str) -> str:
    """The LLM by its display name."""
    return vocabulary().llms.get(key, key)


def basis_word(question: Question) -> str:
    """The basis in the middle of a sentence: rated, all-in, your own."""
    return {"custom": "your own"}.get(question.power, POWER_BASES[question.power].lower())


def sentence(question: Question, pair: Pair) -> str:
    """What the chosen basis makes of the lead, and whether both sides are counted alike."""
    chips, found = vocabulary().chips, versus.lead_in_watts(question, pair)
    draws = versus.draws(question, pair)
    if found.total is None:
        return _missing(question, pair, draws)
    sides = zip((pair.first, pair.second), versus.peaks(question, pair), strict=True)
    first, second = (f"{chips[key]} {watts(point['watts_per_chip'])} W" for key, point in sides)
    said = f"On {basis_word(question)} power, {first} against {second}, the lead is {times(found.total)}."
    if draws[0].one_sided != draws[1].one_sided:
        whole = chips[pair.second if draws[1].one_sided else pair.first]
        said += f" One-sided: {whole} stays at its rating, for want of a published draw. Choose f to count both alike."
    return said


def share_sentence(question: Question, pair: Pair) -> str:
    """When the lead is kept, halved or lost as the other chip draws less than its rating."""
    own, rated = versus.own_share(pair.first), _rated(question, pair)
    chips = vocabulary().chips
    if rated is None:
        return "One side has no point or no rated watts under these conditions, so f moves nothing here."
    if own is None:
        return (
            f"No sustained draw of {chips[pair.first]} is published: on sustained power f scales its own rating "
            f"and with it the lead, {rated:.2f} on rated power."
        )
    said = (
        f"If {second(pair)} drew f of its rating while {chips[pair.first]} draws {own:.3f} of its own, the lead "
        f"would be {rated:.2f} × f / {own:.3f}: unchanged at f = {own:.3f}, gone at f = "
        f"{share_without_lead(rated, own):.2f}."
    )
    if question.f is not None:
        said += f" At your f of {question.f:g} it is {times(two_sided(rated, question.f, own))}."
    return said


def lines(question: Question, pairs: Sequence[Pair], pair: Pair) -> list[Line]:
    """The leads that are drawn over f: the published ones, and the one asked about."""
    found = [(each, _rated(question, each)) for each in dict.fromkeys((*pairs, pair)) if each.first == pair.first]
    return [Line(llm(each.llm), rated, each == pair) for each, rated in found if rated is not None]


def evidence(pairs: Sequence[Pair], pair: Pair) -> list[Evidence]:
    """Measured f on the LLMs that are compared, and on the baselines themselves whatever ran."""
    llms = tuple(dict.fromkeys(each.llm for each in (*pairs, pair)))
    rows = versus.shares(llms, (*BASELINES, pair.second))
    words = vocabulary()
    return [
        Evidence(
            f"{words.chips[row['accelerator']]} · {llm(row['llm']) if row['llm'] else row['task']}"
            f"{' ' + words.precisions[row['precision']] if row['precision'] == 'fp8' else ''}",
            row["accelerator"],
            row["low"],
            row["high"],
        )
        for row in rows.sort("low", descending=True).iter_rows(named=True)
    ]


def vintage_note(question: Question) -> str:
    """Which all-in vintage and which prices the table uses."""
    told = listing([f"{said}" for said in _vintages()])
    used = versus.draws(replace(question, power=ALL_IN), Pair("jalapeno", "gb300", question.llm, "2099-12-31"))
    dates = listing(sorted({month(draw.date) for draw in used if draw.date}))
    tier = PRICE_TIERS["owner"].lower()
    return (
        f"All-in watts are an analyst’s figures of {dates}; USD per hour is the {tier}’s modelled cost, in its two "
        f"vintages ({told}): the chip is not for sale."
    )


def _vintages() -> list[str]:
    prices = ((day, versus.price_of("jalapeno", day)) for day in versus.price_days("jalapeno"))
    return [f"{price:.2f}/h since {month(day)}" for day, price in prices]


def _rated(question: Question, pair: Pair) -> float | None:
    return versus.lead_in_watts(versus.on_rated(question), pair).total


def _told(value: float | None) -> str:
    return UNKNOWN if value is None else times(value)


def _missing(question: Question, pair: Pair, draws: tuple[Watts, Watts]) -> str:
    """Why there is no lead: a side without a point, or without watts."""
    chips = vocabulary().chips
    for key, point in zip((pair.first, pair.second), versus.peaks(question, pair), strict=True):
        if point is None:
            return f"No point of {llm(pair.llm)} is published on {chips[key]} under these conditions."
    sides = zip((pair.first, pair.second), versus.peaks(question, pair), draws, strict=True)
    key, reason = next((key, draw.reason) for key, point, draw in sides if point["y"] is None)
    return (
        f"On {basis_word(question)} power the lead is not computable: {chips[key]}, {reason}. The published "
        "ratio counts rated watts."
    )
