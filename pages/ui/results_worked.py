"""Every quantity of the results page worked once, on the first published run that has all its figures."""

from functools import cache

import polars as pl

from data.catalogue import every
from data.catalogue_checks import ROUNDING, SUM
from data.catalogue_row import told
from data.observed import OCCUPANCY
from model.calibration import BAND_90
from pages.ui.formats import number, seconds
from pages.ui.quantity import Quantity

OURS = "Our arithmetic"
NEEDED = (
    "tput_total",
    "tput_output",
    "tput_input",
    "tpot_s",
    "interactivity",
    "ttft_s",
    "e2e_s",
    "concurrency",
    "chips",
)


@cache
def quantities() -> tuple[Quantity, ...]:
    """The quantities of the page in the order in which it shows them."""
    row = example()
    busy = row["tput_output"] * row["chips"] * row["tpot_s"]
    return (
        Quantity(
            f"Check: speed, within {100 * ROUNDING:g} %",
            "TPOT × interactivity = 1",
            f"{seconds(row['tpot_s'])} × {number(row['interactivity'])} = {row['tpot_s'] * row['interactivity']:.3f}",
            "Definition of interactivity",
        ),
        Quantity(
            f"Check: rates, within {100 * SUM:g} %",
            "input + output = mixed",
            f"{number(row['tput_input'])} + {number(row['tput_output'])} = {number(row['tput_total'])} tok/s per chip",
            "All rates over all chips",
        ),
        Quantity(
            f"Check: requests decoding, {OCCUPANCY[0]:g} to {OCCUPANCY[1]:g} of those in flight",
            "output × chips × TPOT / requests in flight",
            f"{number(busy)} / {row['concurrency']} = {busy / row['concurrency']:.2f}",
            "Little, A proof for the queuing formula L = λW, 1961",
        ),
        Quantity("Measured less model", "measured / modelled − 1", _off(row), OURS),
        Quantity("Band of the model", "modelled × exp(±1.645 s)", _band(row), f"90 % of a normal law: ±{BAND_90} s"),
    )


def example() -> dict[str, object]:
    """The newest published run of one pool that has every figure the checks need and a prediction."""
    rows = every().filter(pl.col("kind") == "run", ~pl.col("disaggregated"), pl.col("decoding") == "plain")
    rows = rows.drop_nulls(NEEDED).sort("date", "id", descending=[True, False])
    return next(row for row in rows.iter_rows(named=True) if not isinstance(told(row), str))


def _off(row: dict[str, object]) -> str:
    said = told(row)
    off = 100 * (row["tput_output"] / said.tput_output - 1)
    return f"{number(row['tput_output'])} / {number(said.tput_output)} − 1 = {off:+.0f} %".replace("-", "−")


def _band(row: dict[str, object]) -> str:
    said = told(row)
    return f"{number(said.tput_output)}: {number(said.low)} to {number(said.high)} output tok/s per chip"
