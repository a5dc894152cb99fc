"""The method page prints every figure with its passport."""

from html import escape

import polars as pl
import pytest

from data import agreement, tables
from pages.ui import controls, method, passports
from pages.ui.glossary import GLOSSARY, GROUPS, tooltip


def test_every_printed_figure_is_on_the_page_with_a_source():
    shown = pl.concat([method.figures([])["printed"], method.vintages([])["printed"]])
    assert len(shown) == tables.printed_figures().height
    for rows in (method.figures([]), method.vintages([]), method.measured([])):
        assert rows["source"].null_count() == rows["figure"].null_count() == rows["standing"].null_count() == 0


def test_a_printed_figure_keeps_its_digits_unit_date_grade_and_source():
    rows = method.vintages(["GB300"]).filter((pl.col("what") == "All-in power") & (pl.col("in_use") == method.YES))
    page = passports.table(rows, passports.VINTAGE_HEADS)
    for cell in ("2.12 kW", "Yes", "Analyst", "2026-09-08", "InferenceX chip registry: September 2026 prices"):
        assert f">{cell}<" in page
    assert 'href="https://github.com/SemiAnalysisAI/InferenceX-app/pull/1071"' in page
    assert set(method.figures([])["figure"].str.replace_all(",", "")) >= {"13.4 PFLOP/s", "129280 tokens", "1 hop"}


def test_si_is_given_where_the_print_reads_otherwise():
    rows = method.figures(["Jalapeño"])
    si = dict(rows.select("figure", "si").iter_rows())
    assert (si["216 GiB"], si["13.4 PFLOP/s"], si["128 chips"]) == ("231.9 GB", "", "")


def test_those_in_use_come_first_and_superseded_ones_on_request():
    every, now = method.vintages([]), method.vintages([], superseded=False)
    assert set(now["in_use"]) == {method.YES, method.NO}
    assert now.height + every.filter(pl.col("in_use") == method.SUPERSEDED).height == every.height
    assert method.vintages(["GB200"])["in_use"].unique(maintain_order=True).to_list() == [
        method.YES,
        method.NO,
        method.SUPERSEDED,
    ]


def test_cells_are_escaped_and_unknown_ones_blank():
    rows = pl.DataFrame({"name": ["<b>"], "source": ["a & b"], "address": ["javascript:x"], "date": [None]})
    page = passports.table(rows, {"source": "Source", "date": "Date"})
    assert "&lt;b&gt;" in page and "a &amp; b" in page and "href" not in page and "None" not in page


@pytest.mark.parametrize("raw", ["fp8", "gpqa", "registry", "None", "null"])
def test_no_raw_value_is_shown(raw):
    shown = [
        passports.table(method.vintages([]), passports.VINTAGE_HEADS),
        passports.table(method.figures([]), passports.FIGURE_HEADS),
        passports.table(method.measured([]), passports.MEASURED_HEADS),
        passports.table(method.accelerators(), passports.ACCELERATOR_HEADS),
        passports.table(method.llms(), passports.LLM_HEADS),
    ]
    assert [page for page in shown if f">{raw}<" in page] == []


def test_the_contents_name_every_part():
    page = passports.contents(method.PARTS)
    assert all(f'<a href="#{anchor}">{part}</a>' in page for anchor, part in method.PARTS.items())


def test_superseded_vintages_are_kept_and_named():
    rows = method.vintages(["B200"]).filter((pl.col("unit") == "kW") & (pl.col("kind") == "registry"))
    assert rows.filter(pl.col("in_use") == method.SUPERSEDED)["printed"].to_list() == ["1.71", "2.17"]
    assert rows.filter(pl.col("in_use") == method.YES)["printed"].to_list() == ["1.71"]


@pytest.mark.parametrize(
    ("chip", "figure"), [("jalapeno", "rated_w"), ("jalapeno", "sustained_w"), ("b200", "all_in_w")]
)
def test_the_figure_in_use_is_the_one_the_frontier_uses(chip, figure):
    used = getattr(tables.power_figures()[chip], figure).value
    rows = tables.printed_figures().filter((pl.col("key") == chip) & (pl.col("parameter") == figure))
    name = tables.vocabulary().chips[chip]
    in_use = method.vintages([name]).filter((pl.col("parameter") == figure) & (pl.col("in_use") == method.YES))
    assert in_use["si_value"].to_list() == [used] and used in rows["si_value"]


def test_an_estimate_is_called_one():
    assert set(method.figures(["Jalapeño"])["standing"]) >= {"Estimate", "Official"}


def test_the_share_of_rated_power_comes_from_measured_boards():
    shares = method.measured(["B200"])["f"]
    assert 0.2 < shares.min() < shares.max() < 1.1


def test_only_measurements_are_counted_as_such():
    """Of 132 rows five are derived from energy and one is the vendor's bound."""
    evidence = method.measured([])["standing"]
    assert evidence.value_counts().sort("count").rows() == [("Official", 1), ("Estimate", 5), ("Measured", 126)]
    assert controls._evidence_for_share().startswith("126 board measurements lie between 0.")


def test_the_limits_of_telemetry_are_told():
    assert f"{agreement.ABOVE_RATED} × rated power" in method.STEPS


def test_every_word_has_a_meaning_on_the_page():
    page = passports.definitions(GROUPS)
    assert all(escape(term.meaning) in page and escape(term.formula) in page for term in GLOSSARY.values())
    assert all(term.meaning.endswith(".") and tooltip(key).endswith(".") for key, term in GLOSSARY.items())


def test_a_tooltip_gives_unit_and_formula():
    assert tooltip("interactivity").endswith("Unit: tok/s/user. = 1 / TPOT.")
