"""The method page prints every figure with its passport."""

import polars as pl
import pytest

from data import check, tables
from pages.ui import controls, method
from pages.ui.glossary import GLOSSARY, tooltip


def test_every_printed_figure_is_on_the_page_with_a_source():
    shown = pl.concat([method.figures([])["printed"], method.vintages([])["printed"]])
    assert len(shown) == tables.printed_figures().height
    for rows in (method.figures([]), method.vintages([]), method.measured([])):
        assert rows["source"].null_count() == 0


def test_superseded_vintages_are_kept_and_named():
    rows = method.vintages(["B200"]).filter((pl.col("unit") == "kW") & (pl.col("kind") == "registry"))
    assert rows.filter(pl.col("standing") == method.SUPERSEDED)["printed"].to_list() == ["2.17", "1.71"]
    assert rows.filter(pl.col("standing") == method.IN_USE)["printed"].to_list() == ["1.71"]


@pytest.mark.parametrize(
    ("chip", "figure"), [("jalapeno", "rated_w"), ("jalapeno", "sustained_w"), ("b200", "all_in_w")]
)
def test_the_figure_in_use_is_the_one_the_frontier_uses(chip, figure):
    used = getattr(tables.power_figures()[chip], figure).value
    rows = tables.printed_figures().filter((pl.col("key") == chip) & (pl.col("parameter") == figure))
    what, name = rows["meaning"][0], tables.vocabulary().chips[chip]
    in_use = method.vintages([name]).filter((pl.col("what") == what) & (pl.col("standing") == method.IN_USE))
    assert in_use["in SI"].to_list() == [used]


def test_an_estimate_is_called_one():
    assert set(method.figures(["Jalapeño"])["evidence"]) >= {"estimate", "official"}


def test_the_share_of_rated_power_comes_from_measured_boards():
    shares = method.measured(["B200"])["f"]
    assert 0.2 < shares.min() < shares.max() < 1.1


def test_only_measurements_are_counted_as_such():
    """Of 132 rows five are derived from energy and one is the vendor's bound."""
    evidence = method.measured([])["evidence"]
    assert evidence.value_counts().sort("count").rows() == [("official", 1), ("estimate", 5), ("measured", 126)]
    assert controls._evidence_for_share().startswith("126 board measurements lie between 0.")


def test_the_limits_of_telemetry_are_told():
    assert f"{check.ABOVE_RATED} × rated power" in method.STEPS


def test_every_word_has_a_meaning_on_the_page():
    page = method.definitions()
    assert all(term.meaning in page and term.formula in page for term in GLOSSARY.values())
    assert all(term.meaning.endswith(".") and tooltip(key).endswith(".") for key, term in GLOSSARY.items())


def test_a_tooltip_gives_unit_and_formula():
    assert tooltip("interactivity").endswith("Unit: tok/s/user. = 1 / TPOT.")
