"""The quantities of the decision pages on the method page: formula, one worked number and where the formula is from."""

from dataclasses import asdict

import polars as pl

from pages.ui import bottleneck_worked, demand_worked, pools_worked, results_worked, sizing_worked

HEADS = {"what": "Quantity", "formula": "Formula", "worked": "Worked", "origin": "From"}
PAGES = {  # a page -> its quantities
    "Sizing": sizing_worked.quantities,
    "Bottleneck": bottleneck_worked.quantities,
    "Pools": pools_worked.quantities,
    "Demand": demand_worked.quantities,
    "Results": results_worked.quantities,
}


def rows() -> pl.DataFrame:
    """One row per quantity, under the name of its page."""
    return pl.DataFrame([{"name": page} | asdict(one) for page, made in PAGES.items() for one in made()])
