"""The committed table of modelled points is what the model computes, small, and readable in the points' place."""

import polars as pl
import pytest

from data import simulate, tables
from data.simulate import PATH, differences, simulated, workloads

MOST_BYTES = 2_000_000
SAMPLE = (("gpt-oss-120b", 1024, 1024), ("Kimi-K2.5", 8192, 1024))  # all of them: python -m data.simulate --check


@pytest.fixture(scope="module")
def committed():
    return pl.read_parquet(PATH)


def test_recomputed_workloads_equal_the_committed_ones(committed):
    for llm, isl, osl in SAMPLE:
        assert differences(committed.filter(llm=llm, isl=isl, osl=osl), simulated([(llm, isl, osl)])) == []


def test_a_changed_number_is_told(committed):
    moved = committed.with_columns(pl.col("tpot_s") * 1.00001)
    assert differences(committed, moved) == ["tpot_s differs"]
    assert "rows of" in differences(committed, committed[1:])[0]


def test_the_table_is_small_and_complete(committed):
    assert PATH.stat().st_size < MOST_BYTES
    assert set(committed.select("llm", "isl", "osl").unique().iter_rows()) == set(workloads())
    assert committed["id"].n_unique() == committed.height and set(committed["grade"]) == {"M"}
    assert (committed["tput_low"] < committed["tput_total"]).all() and (
        committed["tput_high"] > committed["tput_total"]
    ).all()
    assert committed.filter(pl.col("calibration").is_null() | pl.col("binding").is_null()).height == 0


def test_it_can_stand_where_the_points_do():
    with tables.opened(place=str(PATH)) as database:
        found = database.sql("select count(*), count(distinct accelerator), min(grade) from points").fetchall()[0]
    assert found[0] > 10_000 and found[1] > 15 and found[2] == "M"


def test_the_command_writes_and_checks(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(simulate, "workloads", lambda: [SAMPLE[0]])
    file = tmp_path / "some.parquet"
    assert simulate.main(["-o", str(file)]) == 0 and simulate.main(["-o", str(file), "--check"]) == 0
    assert "as committed" in capsys.readouterr().out
    pl.read_parquet(file).with_columns(pl.col("ttft_s") * 2).write_parquet(file)
    assert simulate.main(["-o", str(file), "--check"]) == 1
