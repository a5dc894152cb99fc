"""Filters, the newest run of a configuration, power and prices by date, and points from elsewhere."""

from dataclasses import replace

import duckdb
import polars as pl
import pytest

from data import store, tables
from data.answer import _asked as asked_points
from data.answer import answer
from model.question import Question
from pages.ui.parameters import kinds

OPENING = Question(precision=("fp4",))  # DeepSeek-R1, 8192 in, 1024 out, plain
CONFIGURED = ["accelerator", "engine", "concurrency", "chips"]


@pytest.fixture
def points_at(monkeypatch):
    """Serve the points of a place, as a process started with the setting does."""

    def serve(place):
        monkeypatch.setenv(store.SETTING, str(place))
        forget()

    yield serve
    monkeypatch.undo()
    forget()


def forget():
    for cached in (tables.vocabulary, tables._database, tables._kept, asked_points, kinds):
        cached.cache_clear()


def rows(*changes):
    """Points that differ from one measured run of B200 by `changes`, as a table."""
    first = tables.points(OPENING).filter(accelerator="b200", kind="run").drop("chip").row(0, named=True)
    return pl.DataFrame([first | {"id": f"x{i}"} | change for i, change in enumerate(changes)])


def kept(question=OPENING):
    return tables.points(question)["id"].to_list()


def test_the_opening_view_has_the_points_of_the_specification():
    """521 R1 points without grade C, over all runs: first-screen specification, section 15."""
    assert tables.points(replace(OPENING, latest=False)).height == 521


def test_the_newest_run_of_a_configuration_is_kept():
    """GB200's best gpt-oss run of 6 January is replaced by that of 7 January."""
    gb200 = Question(llm="gpt-oss-120b", chip=("gb200",), precision=("fp4",))
    best = tables.points(gb200)["tput_total"].max() / 1.2
    assert best == pytest.approx(44_960.4, rel=1e-5)
    assert tables.points(replace(gb200, latest=False))["tput_total"].max() / 1.2 == pytest.approx(45_066.0, rel=1e-5)


def test_latest_orders_by_date_then_run_and_takes_a_median_only_alone(points_at, tmp_path):
    run = "https://github.com/x/actions/runs/"
    rows(
        {"date": "2026-01-01", "run_url": f"{run}30"},
        {"date": "2026-02-01", "run_url": f"{run}9"},
        {"date": "2026-02-01", "run_url": f"{run}10"},
        {"date": None, "run_url": f"{run}99"},
        {"date": "2026-07-20", "kind": "median", "run_url": None},
        {"date": "2026-07-20", "kind": "median", "run_url": None, "chips": 999},
        {"date": None, "run_url": None, "chips": 998},
    ).write_parquet(tmp_path / "points.parquet")
    points_at(tmp_path / "points.parquet")
    assert sorted(kept()) == ["x2", "x5", "x6"]
    assert sorted(kept(replace(OPENING, latest=False))) == [f"x{i}" for i in range(7)]
    assert dict(tables.dropped(OPENING)) == {
        "older runs": 3,
        "medians of a configuration that has a single run": 1,
    }


def test_latest_looks_only_at_rows_that_pass_the_other_filters(points_at, tmp_path):
    rows({"date": "2026-01-01", "grade": "A"}, {"date": "2026-02-01", "grade": "B"}).write_csv(tmp_path / "points.csv")
    points_at(tmp_path / "points.csv")
    assert kept() == ["x1"]
    assert kept(replace(OPENING, grade=("A",))) == ["x0"]
    assert kept(replace(OPENING, since="2026-01-15")) == ["x1"]
    assert kept(replace(OPENING, since="2026-03-01")) == []


def test_what_default_filters_leave_out_is_counted():
    left_out = dict(tables.dropped(replace(OPENING, latest=False)))
    assert left_out == {"points with speculative decoding": 207, "third-party points (grade C)": 50}
    asked = replace(OPENING, latest=False, grade=("A", "B", "C", "V", "P"), decoding=("plain", "mtp", "other"))
    assert tables.dropped(asked) == []


def test_a_decoding_nobody_recorded_is_reached_as_other():
    every = ("A", "B", "C", "V", "P")
    other = replace(OPENING, latest=False, decoding=("other",), grade=every)
    assert tables.points(other)["decoding"].to_list() == ["unknown"] * 50 and tables.dropped(other) == []
    found = [tables.points(replace(other, precision=(name,))).height for name in ("fp4", "fp8")]
    assert sum(found) == store.table("points").filter(decoding="unknown").height == 73
    assert dict(tables.dropped(replace(other, grade=()))) == {"third-party points (grade C)": 50}
    left_out = dict(tables.dropped(replace(OPENING, latest=False, grade=every)))
    assert left_out["points whose decoding is not recorded"] == 50
    assert "unknown" not in set(tables.points(replace(other, decoding=("plain", "mtp")))["decoding"])


def test_only_medians_stand_on_the_axis_of_request_times():
    """327 of 521 points have a time; a request within 45 s leaves GPUs at most 12,147 tok/s per rated kW."""
    timed = answer(replace(OPENING, latest=False, x="e2e_s", pin=45.0, slo_e2e_s=45.0)).points
    assert (timed["e2e_s"].count(), timed.height) == (327, 521)
    within = timed.filter((pl.col("e2e_s") <= 45) & (pl.col("accelerator") != "jalapeno"))
    assert within["y"].max() == pytest.approx(12_147, abs=0.5)


def test_every_filter_filters():
    asked = replace(OPENING, chip=("b200",), engine=("trt",), batch_min=8, batch_max=64, since="2025-11-01")
    found = tables.points(asked)
    assert found.height > 0
    assert set(found["accelerator"]) == {"b200"} and set(found["engine"]) == {"trt"}
    assert found["concurrency"].is_between(8, 64).all() and found["date"].min() >= "2025-11-01"
    assert set(tables.points(replace(OPENING, batch=64))["concurrency"]) == {64}
    assert tables.points(replace(OPENING, llm="no such")).is_empty()


def test_vera_rubin_has_output_tokens_only():
    rubin = tables.points(Question(chip=("vr200",), decoding=("mtp",)))
    assert rubin.height == 14 and set(rubin["chip"]) == {"Vera Rubin"} and set(rubin["grade"]) == {"P"}
    assert rubin["tput_total"].null_count() == rubin["tput_input"].null_count() == 14
    assert rubin["tput_output"].max() == 4438


def test_a_point_of_unknown_concurrency_leaves_when_the_batch_is_bounded():
    assert tables.points(Question(chip=("vr200",), decoding=("mtp",), batch_min=2)).is_empty()


def test_names_and_spellings_lead_to_keys():
    words = tables.vocabulary()
    assert list(words.chips_with_points)[:4] == ["jalapeno", "gb300", "gb200", "b300"]
    assert words.chips["groq3-lpu"] == "Groq 3 LPU" and "groq3-lpu" not in words.chips_with_points
    assert words.aliases["chip"]["jalapeño"] == words.aliases["chip"]["jalapeno"] == "jalapeno"
    assert words.aliases["llm"]["dsr1"] == "DeepSeek-R1-0528"
    assert words.aliases["engine"]["sglang-disagg"] == "mori-sglang"
    assert words.aliases["engine"]["atom-disagg"] == "mooncake-atom"
    assert words.llm_limit["gpt-oss-120b"] == 131_072 and words.llm_limit["GLM-4.7"] is None
    with pytest.raises(TypeError):
        words.chips["mine"] = "Mine"


def test_power_by_date():
    newest, april = tables.power_figures(), tables.power_figures("2026-05-01")
    assert {key: newest[key].rated_w.value for key in ("jalapeno", "gb200", "b300", "gb300", "mi355x", "b200")} == {
        "jalapeno": 700,
        "gb200": 1200,
        "b300": 1200,
        "gb300": 1400,
        "mi355x": 1400,
        "b200": 1000,
    }
    assert newest["jalapeno"].all_in_w.value == 1125 and newest["jalapeno"].sustained_w.value == 550
    assert (newest["gb200"].all_in_w.value, newest["gb200"].all_in_w.date) == (1870, "2026-09-08")
    assert (april["gb200"].all_in_w.value, april["gb200"].all_in_w.source) == (2100, "registry-2026-04")
    assert april["jalapeno"].all_in_w is None and april["jalapeno"].rated_w.value == 700
    assert newest["gaudi3"].rated_w is newest["groq3-lpu"].rated_w is None
    assert newest["mi455x"].rated_w is None  # an analyst's estimate is not a figure


def test_prices_by_tier_and_date():
    owner, neocloud = tables.price_figures("owner"), tables.price_figures("neocloud")
    assert (owner["jalapeno"].usd_chip_hour, owner["jalapeno"].date) == (1.27, "2026-09-10")
    assert tables.price_figures("owner", "2026-09-09")["jalapeno"].usd_chip_hour == 1.47
    assert (neocloud["jalapeno"].usd_chip_hour, neocloud["jalapeno"].date) == (1.56, "2026-08-26")
    assert "vr200" not in neocloud
    assert "b300" not in tables.price_figures("owner", "2026-05-01")  # a placeholder then


def test_measured_power_is_a_share_of_rated():
    shares = tables.measured_power()["fraction_of_rated"]
    assert shares.len() == store.table("measured_power").height and 0.2 < shares.min() < shares.max() < 1


def test_points_from_a_folder_a_glob_and_a_database_read_alike(points_at, tmp_path):
    here = tables.points(OPENING)
    store.table("points").write_parquet(tmp_path / "a.parquet")
    with duckdb.connect(str(tmp_path / "mine.duckdb")) as database:
        database.read_parquet(str(tmp_path / "a.parquet")).to_table("points")
    for place in (store.HERE / "points.csv", tmp_path, tmp_path / "*.parquet", tmp_path / "mine.duckdb"):
        points_at(place)
        assert tables.points(OPENING).equals(here)


@pytest.mark.parametrize("name", ["nowhere.parquet", "nowhere.duckdb", "*.csv"])
def test_points_that_cannot_be_read_are_told_by_name(points_at, tmp_path, name):
    points_at(tmp_path / name)
    with pytest.raises(ValueError, match=f"{store.SETTING}=.* cannot be read as points: "):
        tables.points(OPENING)


def test_points_that_lack_columns_are_told_which(points_at, tmp_path):
    rows({}).drop("isl", "grade").write_csv(tmp_path / "points.csv")
    points_at(tmp_path / "points.csv")
    with pytest.raises(ValueError, match="lacks the columns grade, isl"):
        tables.points(OPENING)
