"""What stands on paper in place of a table that scrolls on the screen: the same rows, all columns, as a plain table."""

import polars as pl

from data.answer import Answer
from pages.ui.formats import UNKNOWN
from pages.ui.method import addresses
from pages.ui.passports import table

HEADS = {"accelerator": "Accelerator", "watts": "W per chip", "how": "How", "power": "Source and date of watts"}
HEADS |= {"price": "USD per chip-hour", "paid": "Source and date of price"}


def assumptions(answered: Answer) -> str:
    """The watts and prices with the titles of their sources, as escaped HTML that the screen does not show."""
    titles = {key: title for key, (title, _) in addresses().items()}
    rows = answered.assumptions.select(
        "accelerator",
        "how",
        watts=pl.col("watts_per_chip").map_elements("{:,.0f}".format, pl.String),
        power=_dated(titles, "power"),
        price=pl.col("usd_chip_hour").map_elements("{:.2f}".format, pl.String),
        paid=_dated(titles, "price"),
    ).fill_null(UNKNOWN)
    return f'<div class="sv-paper">{table(rows, HEADS)}</div>'


def _dated(titles: dict[str, str], what: str) -> pl.Expr:
    return pl.concat_str(pl.col(f"{what}_source").replace(titles), f"{what}_date", separator=", ", ignore_nulls=True)
