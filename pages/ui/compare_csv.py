"""Two compared questions as CSV: y here over y there along the axis. Streamlit is not imported."""

import polars as pl

from data.answer import answer
from data.compared import Compared, Quotient
from data.spreadsheet import safe
from model import __version__
from model.question import Question
from pages.ui import compare, link

COLUMNS = ("accelerator", "x_metric", "x", "y_metric", "ratio", "y_here", "y_there", "changes_places")
COLUMNS += ("power_basis_here", "power_basis_there", "link", "link_there", "scoville_version")
BEST = "best of each"  # in the column of accelerators


def found(question: Question) -> Compared | None:
    """The comparison that a link asks for; None without one."""
    return compare.second(answer(question), answer)


def ratio_csv(compared: Compared) -> bytes:
    """UTF-8 CSV of all quotients, one row per place, those where here and there change places among them.

    Only the header where the two share no axes. `y_here` and `y_there` are those of the best curve of each side.
    """
    rows = [row for one in compared.quotients for row in _rows(compared, one)]
    schema = {"accelerator": pl.String, "x": pl.Float64, "ratio": pl.Float64, "y_here": pl.Float64}
    schema |= {"y_there": pl.Float64, "changes_places": pl.Boolean}
    here, there = compared.here.question, link.parse(compared.here.question.compare)[0]
    constant = {
        "x_metric": here.x,
        "y_metric": here.y,
        "power_basis_here": here.power,
        "power_basis_there": there.power,
    }
    constant |= {"link": link.format(here), "link_there": link.format(there), "scoville_version": __version__}
    table = pl.DataFrame(rows, schema=schema, orient="row")
    return safe(table.with_columns(pl.lit(value).alias(name) for name, value in constant.items()).select(COLUMNS))


def _rows(compared: Compared, one: Quotient) -> list[tuple]:
    who = compare.name(compared, one) if one.accelerator else BEST
    columns = zip(one.x.tolist(), one.ratio.tolist(), one.here.tolist(), one.there.tolist(), strict=True)
    return [(who, *values, values[0] in one.passing) for values in columns]
