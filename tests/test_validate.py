"""The command line of the validation says in one sentence what is wrong with a file."""

import json
import re

import numpy as np
import polars as pl
import pytest

from data.blind import SCHEMA
from data.machines import HERE
from data.observed import judged, observed
from data.report import as_text, digits
from data.validate import main

COMMITTED = pl.read_csv(HERE / "points.csv", schema=SCHEMA)

HEAD = "accelerator,llm,precision,decoding,engine,isl,osl,concurrency,chips,tp,tpot_s,tput_output\n"
BROKEN = {
    "cut.json": "{bad",
    "numbers.json": "[1, 2]",
    "empty.json": "[]",
    "binary.csv": "\x00\x01",
    "words.csv": "hello world\nfoo\n",
    "ragged.csv": "a,b,c\n1,2\n1,2,3,4,5\n",
    "nothing.csv": "",
    "metrics.json": '{"hw": "b200", "metrics": 3}',
    "typed.csv": f"{HEAD}b200,DeepSeek-R1-0528,fp4,plain,trt,8192,1024,abc,8,8,0.01,100\n",
    "unknown.csv": f"{HEAD}quantum9,DeepSeek-R1-0528,fp4,plain,trt,8192,1024,8,8,8,0.01,100\n",
    "infinite.json": '[{"hw": "b200", "conc": "x", "tp": 8}]',
}


@pytest.mark.parametrize("name", [*BROKEN, "missing.json"])
def test_a_file_that_is_no_result_is_refused_in_a_sentence(name, tmp_path, capsys):
    if name in BROKEN:
        (tmp_path / name).write_text(BROKEN[name])
    assert main([str(tmp_path / name)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert name in said.err
    assert said.err.count("\n") == 1
    assert not re.search(r"infer_schema|builder|Schema|operand|os error|Traceback", said.err)


def scored(rows, tmp_path, capsys, *options):
    rows.write_csv(tmp_path / "some.csv")
    assert main([str(tmp_path / "some.csv"), *options]) == 0
    return capsys.readouterr().out


def fitted(how_many):
    return COMMITTED.filter(pl.col("id").is_in(observed()[0]["id"].head(how_many).to_list()))


def test_a_bad_cell_is_named_with_its_row_and_column(tmp_path, capsys):
    (tmp_path / "typed.csv").write_text(BROKEN["typed.csv"])
    assert main([str(tmp_path / "typed.csv")]) == 2
    assert capsys.readouterr().err.endswith("typed.csv, row 1: concurrency is 'abc', not a whole number.\n")


def test_rows_of_the_fit_are_marked_and_judged_apart(tmp_path, capsys):
    known = fitted(6)
    new = known.head(2).with_columns(pl.col("isl") * 2, id=pl.concat_str(pl.lit("new "), "id"))
    (found,) = json.loads(scored(pl.concat([known, new]), tmp_path, capsys, "--json")).values()
    assert [row["fitted"] for row in found["rows"]] == [True] * 6 + [False] * 2
    assert (found["errors"]["tpot_s"]["n"], found["errors_fitted"]["tpot_s"]["n"]) == (2, 6)
    off = [abs(row["predicted_tpot_s"] / row["tpot_s"] - 1) for row in found["rows"] if not row["fitted"]]
    assert found["errors"]["tpot_s"]["mape"] == pytest.approx(100 * np.mean(off))


def test_the_text_sums_up_the_errors_of_a_file(tmp_path, capsys):
    said = scored(fitted(3), tmp_path, capsys)
    assert "3 rows, 3 of them part of the fit; dropped: none" in said
    assert re.search(r"part of the fit +TPOT +3( +\d+\.\d){3} +[+-]0\.\d+", said)
    assert "throughput" in said and len(re.findall(r"^\* ", said, re.M)) == 3
    assert "nan" not in said.lower()


def test_a_result_of_inferencex_is_read_from_csv_as_from_json(tmp_path, capsys):
    row = {"hw": "b200", "framework": "trt", "model": "deepseek-r1", "precision": "fp4", "isl": 8192, "osl": 1024}
    row |= {"conc": 8, "tp": 8, "ep": 1, "disagg": False, "median_tpot": 0.0079, "output_tput_per_gpu": 54.0}
    (tmp_path / "one.json").write_text(json.dumps([row]))
    (tmp_path / "one.csv").write_text(f"{','.join(row)}\n{','.join(map(str, row.values()))}\n")
    assert main([str(tmp_path / "one.json"), str(tmp_path / "one.csv"), "--json"]) == 0
    one, two = json.loads(capsys.readouterr().out).values()
    assert one["n"] == 1 and one == two


@pytest.mark.parametrize(
    ("value", "goal", "decimals"), [(11.4, 11.5, 1), (11.5, 11.5, 1), (11.52, 11.5, 2), (11.5004, 11.5, 4)]
)
def test_a_figure_never_reads_like_a_limit_it_misses(value, goal, decimals):
    assert digits({"value": value, "floor": 30.0, "goal": goal}) == decimals
    gate = {"name": "x", "n": 1, "value": value, "floor": 30.0, "goal": goal, "holds": True, "reached": value <= goal}
    found = {"rests_on": {"rows": 1, "first": "", "last": ""}, "dropped": {}, "gates": [gate]}
    said = as_text(found | {"splits": {}, "beside": {"peer": {}, "nulls": {}}, "curves": {}})
    assert f"{value:.{decimals}f}" in said


@pytest.mark.parametrize(
    ("row", "reason"),
    [({"accelerator": "quantum9"}, "accelerator unknown"), ({"isl": -5}, "no ISL or OSL above zero")],
)
def test_a_row_that_the_model_cannot_be_asked_about_is_dropped_with_its_reason(row, reason):
    points = pl.read_csv(HERE / "points.csv", schema=SCHEMA).filter(pl.col("accelerator") == "b200").head(1)
    changed = [pl.lit(value).cast(SCHEMA[name]).alias(name) for name, value in row.items()]
    rows, dropped = judged(points.with_columns(changed))
    assert rows.is_empty() and dropped == {reason: 1}
