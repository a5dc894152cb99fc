"""The caution under the headline: on whose watts and on which prices the comparison stands."""

from collections.abc import Iterable
from dataclasses import replace

from data import basis
from data.answer import Answer
from data.yours import chip_name
from model.economics import METRICS
from pages.ui import extrapolated, wattless
from pages.ui.formats import listing, month, number, plural, watts
from pages.ui.phrases import tier

MODELLED = "jalapeno"  # its price is modelled: the chip is not for sale


def basis_words(answer: Answer) -> str:
    """What the comparison leans on, in sentences: derated chips, typed watts, prices, curves beyond measurement."""
    said, needs = [], METRICS[answer.question.y][1]
    if needs == "usd_chip_hour":
        said = [price_words(answer)]
    elif needs == "watts":
        said = [one_sided(answer), derated(answer), typed(answer), wattless.typing(answer)]
    return " ".join(filter(None, (*said, extrapolated.caution(answer))))


def one_sided(answer: Answer) -> str:
    """That the comparison is one-sided, and whom it favours; "" where it is not."""
    figures = {key: answer.watts[key] for key in _drawn(answer) if key in answer.watts}
    stay = [key for key, figure in figures.items() if figure.one_sided]
    if not stay or len(stay) == len(figures):
        return ""
    own = [f"{chip_name(k)} at {watts(f.value)} W" for k, f in figures.items() if not f.one_sided]
    left = plural(len(stay), "other chip stays", "other chips stay")
    return f"One-sided: {', '.join(own)}; {left} at rated power. Set f to derate them too."


def derated(answer: Answer) -> str:
    """Whose draw is a share of the rated power that the visitor assumes; "" without an assumption that counts."""
    question, keys = answer.question, _drawn(answer)
    if question.f is None:
        return ""
    without = basis.chip_watts(replace(question, f=None))
    assumed = [key for key in keys if key in without and without[key].one_sided]
    if not assumed:
        return ""
    own = [key for key in keys if key not in assumed and answer.watts[key].source != "visitor"]
    share = f"{question.f:g} of rated power, your assumption"
    return f"{_listed(own)} at published draw, others at {share}." if own else f"Every chip at {share}."


def typed(answer: Answer) -> str:
    """The watts that the visitor typed for the chips drawn."""
    own = [key for key in _drawn(answer) if key in answer.watts and answer.watts[key].source == "visitor"]
    return f"Your watts: {listing([f'{chip_name(k)} {watts(answer.watts[k].value)} W' for k in own])}." if own else ""


def price_words(answer: Answer) -> str:
    """Tier and date of the prices, that one of them is modelled, and those that the visitor typed."""
    priced = {key: answer.prices[key] for key in _drawn(answer) if key in answer.prices}
    own = [f"{chip_name(key)} {number(p.usd_chip_hour)}" for key, p in priced.items() if p.tier == "custom"]
    given = {key: price for key, price in priced.items() if price.tier != "custom"}
    modelled = f"{chip_name(MODELLED)}’s price is modelled, the chip is not for sale" if MODELLED in given else ""
    said = [f"{tier(answer.question)}{_months(price.date for price in given.values())}" if given else "", modelled]
    said += [f"your prices: {listing(own)} USD per chip-hour"] if own else []
    text = "; ".join(filter(None, said))
    return f"{text[0].upper()}{text[1:]}." if text else ""


def _months(dates: Iterable[str | None]) -> str:
    """From when prices are: " of Sep 2026", " of Jul 2026 to Sep 2026"."""
    known = sorted(filter(None, dates))
    if not known:
        return ""
    first, last = month(known[0]), month(known[-1])
    return f" of {last}" if first == last else f" of {first} to {last}"


def _drawn(answer: Answer) -> list[str]:
    return list(dict.fromkeys(curve.accelerator for curve in answer.curves))


def _listed(keys: list[str]) -> str:
    return listing([chip_name(key) for key in keys])
