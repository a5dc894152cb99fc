"""The demand page as CSV: the fleet over elasticity, and over the years. Streamlit is not imported."""

import numpy as np
import polars as pl

from data.demand import Gain, asked, gains
from data.spreadsheet import safe
from model import __version__
from model.demand import break_even, energy_ratio, fleet_mw, price_ratio, tokens_ratio
from model.question import Question
from pages.ui import link

PAGE = "demand"
ELASTICITIES = np.round(np.linspace(0, 3, 61), 2)
YEARS = np.arange(0, 21.0)
PAIR = ("new", "in_place_of", "gain", "gain_low", "gain_high", "gain_source")
COMMON = ("pass_through", "base_mw", "growth_per_year", "llm", "power_basis", "service", "pin")
LAST = ("link", "scoville_version")
OVER = ("elasticity", "price_ratio", "tokens_ratio", "energy_ratio", "fleet_mw", "break_even_elasticity")


def content(question: Question, _every: bool, curve: bool) -> bytes:
    """What the command line prints of a link: the fleet over elasticity, or with `curve` over the years."""
    return years_csv(question) if curve else demand_csv(question)


def demand_csv(question: Question) -> bytes:
    """UTF-8 CSV of the fleet over elasticity, the chosen one among them; one block per accelerator replaced."""
    found = gains(question)
    rows = [row for gain in (found.own, *found.others) if gain for row in _over(question, gain)]
    schema = dict.fromkeys(PAIR, pl.String) | dict.fromkeys(("gain", "gain_low", "gain_high", *OVER), pl.Float64)
    return _safe(question, pl.DataFrame(rows, schema=schema))


def years_csv(question: Question) -> bytes:
    """UTF-8 CSV of the fleet over the years with the gain and without; only the header where there is no gain."""
    own = gains(question).own
    ratio = float(energy_ratio(own.value, question.demand_elasticity, question.demand_pass)) if own else np.nan
    both = [fleet_mw(question.demand_mw, r, question.demand_growth, YEARS) for r in (ratio, 1.0)]
    numbers = {"year": YEARS, "fleet_mw": both[0], "fleet_mw_without_gain": both[1]}
    table = pl.DataFrame(numbers).with_columns(elasticity=question.demand_elasticity, energy_ratio=ratio)
    return _safe(question, table if own else table.clear())


def _over(question: Question, gain: Gain) -> list[dict[str, object]]:
    """Rows of one accelerator replaced."""
    passed = question.demand_pass
    pair = {"new": gain.first or None, "in_place_of": gain.second or None, "gain": gain.value}
    pair |= {"gain_low": gain.low, "gain_high": gain.high, "gain_source": _origin(gain)}
    pair |= {"price_ratio": float(price_ratio(gain.value, passed))}
    pair |= {"break_even_elasticity": break_even(gain.value, passed)}
    rows = []
    for bent in np.union1d(ELASTICITIES, [question.demand_elasticity]).tolist():
        ratio = float(energy_ratio(gain.value, bent, passed))
        told = {"elasticity": bent, "tokens_ratio": float(tokens_ratio(gain.value, bent, passed))}
        rows.append(pair | told | {"energy_ratio": ratio, "fleet_mw": question.demand_mw * ratio})
    return rows


def _origin(gain: Gain) -> str:
    return "typed" if not gain.first else "frontiers, partly modelled" if gain.modelled else "frontiers"


def _safe(question: Question, table: pl.DataFrame) -> bytes:
    constant = {"pass_through": question.demand_pass, "base_mw": question.demand_mw}
    constant |= {"growth_per_year": question.demand_growth, "llm": question.llm, "power_basis": question.power}
    constant |= {"service": asked(question).x, "pin": question.pin}
    constant |= {"link": link.format(question, PAGE), "scoville_version": __version__}
    return safe(table.with_columns(pl.lit(value).alias(name) for name, value in constant.items()))
