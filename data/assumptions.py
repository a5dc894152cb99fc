"""The watts and prices behind every number of an answer, as a table."""

from collections.abc import Iterable

import polars as pl

from data.yours import chip_name
from model.power import PriceFigure, Watts

ASSUMPTIONS = {
    "accelerator": pl.String,
    "watts_per_chip": pl.Float64,
    "how": pl.String,
    "power_source": pl.String,
    "power_date": pl.String,
    "power_grade": pl.String,
    "usd_chip_hour": pl.Float64,
    "price_source": pl.String,
    "price_date": pl.String,
}


def assumptions(shown: Iterable[str], watts: dict[str, Watts], prices: dict[str, PriceFigure]) -> pl.DataFrame:
    """One row per accelerator shown: the watts and the price behind every number, with source, date and grade."""
    rows = [
        {
            "accelerator": chip_name(key),
            "watts_per_chip": watts[key].value,
            "how": watts[key].how if watts[key].value is not None else watts[key].reason,
            "power_source": watts[key].source,
            "power_date": watts[key].date,
            "power_grade": watts[key].grade,
            "usd_chip_hour": prices[key].usd_chip_hour if key in prices else None,
            "price_source": prices[key].source if key in prices else "",
            "price_date": prices[key].date if key in prices else None,
        }
        for key in shown
    ]
    return pl.DataFrame(rows, schema=ASSUMPTIONS)
