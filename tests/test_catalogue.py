"""All results in one table: what is left of them, what they must satisfy, and where one of them stands."""

from dataclasses import replace

import polars as pl
import pytest

from data import catalogue as of
from data import tables
from data.catalogue_checks import checks
from data.catalogue_row import place, question_of, told
from data.catalogue_views import coverage, histories, history
from data.schema import POINTS
from model.question import Question

EVERY = Question(res_every=True)
ROW = dict.fromkeys(of.SCHEMA) | {"id": "mine", "accelerator": "b200", "llm": "DeepSeek-R1-0528", "precision": "fp8"}
ROW |= {"decoding": "plain", "isl": 8192, "osl": 1024, "engine": "vllm", "grade": "U", "date": "2026-11-01"}
ROW |= {"chips": 8, "tp": 8, "concurrency": 64, "disaggregated": False, "of": "yours"}


def mine(**changed):
    return pl.DataFrame([{name: (ROW | changed)[name] for name in POINTS}], schema={n: of.SCHEMA[n] for n in POINTS})


def ids(question, yours=None):
    return set(of.catalogue(question, yours).rows["id"])


def test_the_published_rows_are_those_of_the_frontier_page():
    """The same filters as everywhere: by default those of the question, with `res_every` all there are."""
    assert ids(Question()) == set(tables.points(Question())["id"])
    assert ids(EVERY) == set(of.every()["id"]) and len(ids(EVERY)) == of.catalogue(EVERY).held["published"]
    chosen = replace(EVERY, chip=("b200",), precision=("fp8",), since="2026-01-01")
    rows = of.catalogue(chosen).rows
    assert set(rows["accelerator"]) == {"b200"} and set(rows["precision"]) == {"fp8"} and rows["date"].min() >= "2026"
    assert rows["llm"].n_unique() > 1 and rows["isl"].n_unique() > 1


def test_simulated_rows_are_listed_when_asked_for_and_pass_the_same_filters():
    question = Question(res_kind=("simulated",), chip=("gb300",), batch_max=64)
    rows = of.catalogue(question).rows
    table = of.simulated_rows().filter(accelerator="gb300", llm=question.llm, isl=8192, osl=1024)
    assert set(rows["id"]) == set(table.filter(pl.col("concurrency") <= 64)["id"]) and rows.height
    assert of.catalogue(replace(question, since="2026-01-01")).rows.is_empty()  # a computed row has no date
    assert of.catalogue(replace(question, grade=("A",))).rows.is_empty()


def test_the_visitors_own_rows_stand_beside_the_published_unless_filtered_out():
    assert "mine" in ids(Question(), mine()) and "mine" not in ids(Question(res_kind=("published",)), mine())
    assert "mine" not in ids(Question(osl=8192), mine()) and "mine" in ids(Question(osl=8192, res_every=True), mine())
    assert "mine" in ids(Question(grade=("A",)), mine()) and "mine" in ids(Question(grade=("U",)), mine())
    assert "mine" not in ids(Question())


@pytest.mark.parametrize(
    ("text", "left"),
    [("MI355X fp8", True), ("amd zzz", False), ("r00004", True), (".*", False), ("<img src=x>", False), ("%", False)],
)
def test_a_search_is_of_words_not_patterns(text, left):
    rows = of.catalogue(replace(EVERY, res_text=text)).rows
    assert (rows.height > 0) == left
    assert all(word in told for told in rows["told"] for word in text.lower().split())


def test_a_word_is_found_where_a_word_begins():
    found = of.catalogue(replace(EVERY, res_text="b200")).rows
    others = found.filter(pl.col("accelerator") != "b200")["told"]  # their source has B200 in its title
    assert found.filter(accelerator="b200").height and all(" b200 " in told or "-b200 " in told for told in others)
    assert others.len() < of.every().filter(accelerator="gb200").height / 10
    assert "gb200" in set(of.catalogue(replace(EVERY, res_text="gb2")).rows["accelerator"])
    assert set(of.catalogue(replace(EVERY, res_text="r1-0528 b200 fp8")).rows["llm"]) == {"DeepSeek-R1-0528"}


def test_an_accelerator_no_table_knows_is_listed_searched_and_counted():
    own = mine(accelerator="mychip")
    for question in (Question(chip=("b200",)), replace(EVERY, chip=("b200",), res_text="mychip")):
        assert "mine" in ids(question, own)
        assert coverage(of.catalogue(question, own).rows, "llm").rows["mychip"] == "mychip"


def test_names_and_sources_are_searched_as_they_are_shown():
    named = of.catalogue(replace(EVERY, res_text="Jalapeño")).rows
    assert set(named["accelerator"]) == {"jalapeno"}
    title = of.source_names()["inferencex-dump-2026-07-20"]
    assert "inferencex-dump-2026-07-20" in set(of.catalogue(replace(EVERY, res_text=title)).rows["source"])


def test_rows_stand_in_the_order_asked_for_and_unknown_values_last():
    for up in (True, False):
        dates = of.catalogue(replace(EVERY, res_up=up)).rows["date"]
        known = dates.drop_nulls()
        assert dates.null_count() and dates[: known.len()].null_count() == 0
        assert known.is_sorted(descending=not up)


def test_checks_by_hand():
    """8 chips × 100 output tok/s × 0.02 s = 16 of 64 decoding; 0.02 s × 50 = 1; 800 + 100 = 900."""
    figures = {"tpot_s": 0.02, "interactivity": 50.0, "tput_total": 900.0, "tput_output": 100.0, "tput_input": 800.0}
    found = {check.key: check for check in checks(ROW | figures | {"ttft_s": 1.0, "e2e_s": 0.5, "ttft_p99_s": 2.0})}
    assert found["speed"].value == pytest.approx(1) and found["speed"].met
    assert found["total"].value == pytest.approx(1) and found["total"].met
    assert found["occupancy"].value == pytest.approx(0.25) and found["occupancy"].met
    assert found["latency"].value == 2 and found["latency"].met is False
    assert found["tails"].value == 0.5 and found["tails"].met
    assert found["pools"].met is None and "one pool" in found["pools"].why


def test_a_check_without_its_figures_is_not_computable():
    assert {check.met for check in checks(ROW)} == {None}
    assert "tpot_s" in checks(ROW)[0].why
    apart = {"disaggregated": True, "prefill_chips": 3, "decode_chips": 4, "chips": 8}
    assert checks(ROW | apart)[-1].value == 7 / 8 and checks(ROW | apart)[-1].met is False


def test_a_row_is_predicted_as_it_is_judged_elsewhere():
    """One row alone gives what the whole set of usable points gives for it."""
    import numpy as np

    from data.calibrated import calibration
    from data.observed import observed
    from data.sample import predicted, sampled
    from model.calibration import FACTORS

    usable = observed()[0].filter(pl.col("decoding") == "plain").head(400)[[0, 120, 399]]
    sample = sampled(usable)
    for i, row in enumerate(usable.iter_rows(named=True)):
        cell = calibration(tuple(map(str, sample.cells[i][:4])), sample.two[i])
        theta = np.log([[getattr(cell.factors, name) for name in FACTORS]])
        whole = np.exp(predicted(sampled(usable[i]), theta)[0])
        said = told(of.opened((row["id"],))[0])
        assert [said.tpot_s, said.tput_output, said.ttft_s] == pytest.approx(list(whole))
        assert said.low < said.tput_output < said.high


def test_what_cannot_be_predicted_says_why():
    assert told(ROW) == "no TPOT or rate"
    assert "accelerator unknown" in told(ROW | {"accelerator": "<b>x</b>"})
    assert "model’s own" in told(of.simulated_rows().row(0, named=True))


def test_a_row_stands_on_the_frontier_or_names_what_beats_it():
    question = Question()
    for key in tables.points(question)["id"].gather_every(60):
        found = place(of.opened((key,))[0], question)
        assert found.by is None if found.on_every else found.by["x"] >= found.x and found.by["y"] >= found.y


def test_an_own_row_is_held_against_the_published_ones():
    best = ROW | {"interactivity": 5_000.0, "tput_total": 1e6}
    assert place(best, Question()).on_every
    worst = place(ROW | {"interactivity": 1.0, "tput_total": 1.0}, Question())
    assert not worst.on_own and worst.by["accelerator"] == "b200" and worst.among > 100
    assert "no fixed lengths" in place(ROW | {"isl": None}, Question()).why
    assert place(ROW | {"accelerator": "<b>x</b>", "interactivity": 1.0}, Question()).why


def test_the_question_of_a_row_shows_it_even_where_the_filters_hide_it():
    for key in ("r00004", "m00001"):
        row = of.opened((key,))[0]
        assert key in set(tables.points(question_of(row, Question()).filters())["id"])


def test_coverage_counts_every_row_once():
    rows = of.every()
    for by in ("llm", "precision", "workload"):
        found = coverage(rows, by)
        assert sum(cell.count for cell in found.cells.values()) == rows.height
    cell = coverage(rows, "llm").cells["jalapeno", ("DeepSeek-R1-0528",)]
    own = rows.filter(accelerator="jalapeno", llm="DeepSeek-R1-0528")
    assert (cell.count, cell.newest, cell.grade) == (own.height, own["date"].max(), "V")
    assert coverage(rows.clear(), "llm").cells == {}


def test_a_history_is_one_configuration_over_several_days():
    keys = histories(of.every())
    days = [history(key).dates for key in keys]
    assert days == sorted(days, reverse=True) and min(days) > 1
    runs = history(keys[0]).runs
    assert runs["id"][-1] == keys[0] and runs["date"].is_sorted()
    same = ("accelerator", "llm", "precision", "engine", "isl", "osl", "concurrency", "chips", "tp", "ep")
    assert all(runs[name].n_unique() == 1 for name in same)
    assert history("no such run") is None
