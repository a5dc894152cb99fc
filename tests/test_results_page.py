"""The results page: what it says, that its link keeps it, that its files are the command line's, and hostile text."""

import csv
import io
from dataclasses import replace

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from data import catalogue as of
from data.catalogue_hidden import hidden
from data.catalogue_row import told
from data.catalogue_views import History, coverage
from data.imported import AGENTIC_TYPES
from data.schema import POINTS
from data.tables import vocabulary
from model.question import Question
from pages.ui import (
    link,
    results_agentic,
    results_controls,
    results_cover,
    results_csv,
    results_row,
    results_table,
    results_words,
    worked,
)
from pages.ui.export import main
from pages.ui.results_link import to_frontier
from tests.test_catalogue import EVERY, ROW, mine

EVIL = "<img src=x onerror=alert(1)>"
SOME = replace(EVERY, res_text="b200 fp8 vllm", res_sort="interactivity")


@pytest.fixture(scope="module")
def page():
    app = AppTest.from_file("../app.py", default_timeout=120)
    app.query_params.update({"v": "1", "res_open": "r00004,m00040"})
    app.run()
    app.switch_page("pages/views/results.py")
    return app.run()


def html(app):
    return " ".join(each.proto.body for each in app.get("html"))


def test_the_page_opens_on_an_answer_and_opens_what_the_link_names(page):
    assert not page.exception
    found = of.catalogue(Question())
    assert page.title[0].value.replace("\\", "") == results_words.headline(found, Question())
    shown = html(page)
    assert "(r00004" not in shown and "m00040" in shown and "≠ Chips" in shown
    assert "Show it on the frontier" in shown and "● holds" in shown
    assert page.dataframe[0].value.shape == (found.rows.height, len(results_table.columns(Question())))


def test_searching_and_listing_everything_stands_in_the_link(page):
    page.toggle(key="page res_every").set_value(True).run()
    page.text_input(key="page res_text").set_value("b200 fp8").run()
    assert not page.exception
    question = link.parse(dict(page.query_params))[0]
    assert (question.res_every, question.res_text) == (True, "b200 fp8")
    assert f"{of.catalogue(question).rows.height:,} results of every" in page.title[0].value.replace("\\", "")
    page.text_input(key="page res_text").set_value(EVIL).run()
    assert not page.exception and EVIL not in html(page)
    assert "No result of every LLM" in page.title[0].value
    page.text_input(key="page res_text").set_value("").run()


def test_the_example_of_the_search_finds_something_or_the_filter_that_hides_it_is_named_and_lifted(page):
    text = results_controls.EXAMPLE
    assert of.catalogue(replace(EVERY, res_text=text)).rows.height
    asked = replace(EVERY, res_text=text, precision=("fp4",))
    said = results_words.nothing(hidden(asked), asked)
    assert said.startswith("Hidden by Precision (FP4): without the filters of the sidebar ")
    assert "Precision (FP4)" in results_words.conditions(of.catalogue(asked), asked)
    assert "whatever the sidebar asks for" in results_words.nothing(hidden(replace(asked, res_text="zzz")), asked)
    page.session_state["precision"] = ["FP4"]
    page.text_input(key="page res_text").set_value(text).run()
    page.button(key="lift filters").click().run()
    assert not page.exception and page.session_state["precision"] == [] and page.session_state["res_every"]
    rows = of.catalogue(replace(EVERY, res_text=text)).rows
    assert page.title[0].value.replace("\\", "") == results_words.headline(rows_of(rows), EVERY)
    page.text_input(key="page res_text").set_value("").run()


def rows_of(rows):
    return of.Catalogue(rows, {"published": rows.height, "simulated": 0, "yours": 0})


def test_an_unknown_id_is_said_to_be_unknown(page):
    page.text_input(key="res_open").set_value("r00004,nobody").run()
    assert not page.exception
    assert any("1 result of the link cannot be shown" in each.value for each in page.caption)


def test_a_link_opens_four_results_at_most(page):
    page.text_input(key="res_open").set_value(",".join(of.every()["id"][:6])).run()
    assert not page.exception and any("opens 6 results; the first 4" in each.value for each in page.caption)
    assert len(page.tabs) == 4


def test_the_answer_in_words():
    found = of.catalogue(Question(res_kind=("published", "simulated")), mine())
    assert found.held["yours"] == 1
    said = results_words.conditions(found, Question(res_kind=("published", "simulated")))
    assert "M our model" in said and "1 of your own" in said and "Not listed: yours" in said
    assert results_words.headline(of.catalogue(SOME), SOME).endswith("medians of runs until 20 Jul 2026")
    assert results_words.cut(5, 5) == "" and "first 5 of 1,000" in results_words.cut(1_000, 5)


def test_a_median_is_dated_until_the_day_of_its_table_everywhere():
    """Its date is that of the database it was taken from, no day of a run."""
    row = of.every().filter(kind="median").row(0, named=True)
    table = pl.DataFrame([row | {"date": "2026-07-20"}], schema=of.every().schema)
    run = table.with_columns(kind=pl.lit("run"), date=pl.lit("2026-05-01"), id=pl.lit("r"))
    both, held = pl.concat([table, run]), {"published": 2, "simulated": 0, "yours": 0}
    said = results_words.headline(of.Catalogue(both, held), EVERY)
    assert said.endswith("the newest run of 1 May 2026 and medians of runs until 20 Jul 2026")
    assert results_table.shown(both, Question())["date"].to_list() == ["2026-07-20 or earlier", "2026-05-01"]
    alone, mixed = coverage(table, "llm"), coverage(both, "llm")
    assert "until Jul 2026" in results_cover.table(alone, "llm") and "newest" not in results_cover.words(alone, "llm")
    assert "May 2026" in results_cover.table(mixed, "llm") and "until" not in results_cover.table(mixed, "llm")
    assert results_cover.words(mixed, "llm").startswith("1 of 1 cell has results (100 %). The cell with most is ")


def test_own_rows_are_marked_and_a_number_stands_beside_the_accelerator():
    rows = of.catalogue(Question(), mine()).rows
    shown = results_table.shown(rows, Question())
    marked = shown["accelerator"].cast(pl.String).str.starts_with("yours: ")
    assert marked.to_list() == (rows["of"] == "yours").to_list() and marked.sum() == 1
    assert shown.columns[:3] == ["accelerator", "interactivity", "tput_total"]


def test_the_history_in_words():
    """Doubled within half a year: from 100 to 200, best on the day in between."""
    row = of.every().filter(kind="run").row(0, named=True)
    dated = [row | {"date": day, "tput_total": rate} for day, rate in (("2026-01-05", 100.0), ("2026-03-01", 250.0))]
    table = pl.DataFrame([*dated, row | {"date": "2026-06-07", "tput_total": 200.0}], schema=of.every().schema)
    said = results_words.history(History("x", table))
    assert said.startswith(f"{vocabulary().chips[row['accelerator']]} with ")
    assert "from 100 mixed tok/s per chip in Jan 2026 to 200 in Jun 2026, 2.0× as much" in said
    assert "The best was 250 on 1 Mar 2026" in said and "3 runs on 3 days" in said


def test_the_facts_of_a_row_are_escaped_and_only_web_addresses_are_links():
    row = ROW | {"engine": EVIL, "note": EVIL, "llm": EVIL, "source": EVIL, "run_url": "javascript:alert(1)"}
    shown = results_row.facts(row)
    assert EVIL not in shown and "&lt;img" in shown and "href" not in shown
    assert "href" in results_row.facts(of.opened(("r00004",))[0])
    named = coverage(of.catalogue(EVERY, mine(accelerator=EVIL, llm=EVIL)).rows, "llm")
    assert EVIL not in results_cover.table(named, "llm") and "&lt;img" in results_cover.table(named, "llm")
    assert to_frontier(row, Question()) == ""


def test_what_differs_between_rows_is_marked():
    rows, heads = results_row.compared(of.opened(("r00004", "m00040")))
    marked = {what.removeprefix("≠ "): what.startswith("≠") for what in rows["what"]}
    assert rows["what"].str.starts_with("≠").to_list() == sorted(marked.values(), reverse=True)
    assert marked["Chips"] and not marked["LLM"] and list(heads.values()) == ["Field", "r00004", "m00040"]


def test_the_link_of_a_row_asks_for_its_own_lengths_precision_and_speed():
    row = of.opened(("r00004",))[0]
    question, notes = link.parse(to_frontier(row, replace(SOME, res_open=("r00004",))))
    assert notes == () and (question.isl, question.osl, question.precision) == (1024, 1024, ("fp4",))
    assert "mtp" in question.decoding and question.highlight == "b200" and question.pin == 200
    assert question.res_text == "" and question.res_open == ()
    simulated = of.simulated_rows().row(0, named=True)
    assert "model" in link.parse(to_frontier(simulated, Question()))[0].layer


@pytest.mark.parametrize("more", [(), ("--curve",)])
def test_the_file_of_the_button_is_that_of_the_command_line(more, tmp_path):
    address, file = link.format(SOME, "results"), tmp_path / "rows.csv"
    assert main([address, "-o", str(file), *more]) == 0
    made = results_csv.coverage_csv(SOME) if more else results_csv.results_csv(SOME)
    assert file.read_bytes() == made
    rows = list(csv.DictReader(io.StringIO(made.decode())))
    assert {row["link"] for row in rows} == {address}
    found = of.catalogue(SOME).rows
    assert more or [row["id"] for row in rows] == found["id"].to_list()
    assert more or all(row["source_title"] and row["source_licence"] for row in rows)


def test_parquet_holds_the_same_rows(tmp_path):
    file = tmp_path / "rows.parquet"
    assert main([link.format(SOME, "results"), "-o", str(file)]) == 0
    assert file.read_bytes() == results_csv.parquet(SOME)
    rows = pl.read_parquet(file)
    assert rows["id"].to_list() == of.catalogue(SOME).rows["id"].to_list()
    assert set(POINTS) < set(rows.columns) and rows["source_licence"].null_count() == 0


def test_own_rows_are_in_the_files_and_their_formulas_are_not_run():
    evil = mine(engine='=cmd|"/c calc"!A1', note="@x")
    text = results_csv.results_csv(Question(), evil).decode()
    row = next(row for row in csv.DictReader(io.StringIO(text)) if row["id"] == "mine")
    assert row["engine"].startswith("'=") and row["note"] == "'@x" and row["of"] == "yours"


def test_every_quantity_is_worked_on_the_method_page():
    rows = dict(worked.rows().filter(name="Results").select("what", "worked").iter_rows())
    assert rows["Check: speed, within 1 %"].endswith("= 1.000")
    assert len(rows) == 5 and all("None" not in text for text in rows.values())


def test_the_model_is_held_against_a_row_in_words():
    row = of.opened(("r00004",))[0]
    said = told(row)
    assert "inside its 90 % band" in results_row.model_words(row, said)
    assert "outside" in results_row.model_words(row | {"tput_output": 3 * said.high}, said)
    off = results_row.modelled(row, replace(said, tput_output=row["tput_output"] / 1.5))
    assert off["off"][0] == "+50 %"
    assert "says nothing of it: no TPOT or rate" in results_row.model_words(ROW, "no TPOT or rate")


def test_agentic_rows_stand_in_a_list_of_their_own():
    frame = pl.DataFrame(
        [{"accelerator": "b200", "engine": EVIL, "tput_total": 123.456789}], schema=dict(AGENTIC_TYPES)
    )
    rows = results_agentic.rows([frame, frame])
    assert rows.height == 2 and rows.columns == list(results_agentic.HEADS)
    assert rows["accelerator"][0] == "B200" and rows["tput_total"][0] == 123.46
    assert results_agentic.rows([]).is_empty()
