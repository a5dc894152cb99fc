"""The importer on the command line: a report, a code, and files that are whole or not there."""

import json

import polars as pl
import pytest

from data.results import read
from data.results_command import main
from tests import results_files as files


@pytest.fixture
def made(tmp_path):
    for name, data in files.SAMPLES.items():
        (tmp_path / name).write_bytes(data)
    (tmp_path / "bad").write_bytes(b"prose")
    return tmp_path


def test_it_prints_an_aligned_report(made, capsys):
    assert main([str(made / "list")]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "list: InferenceX results"
    assert [line.split() for line in lines[1:5]] == [
        ["read", "2"],
        ["accepted", "2"],
        ["repaired", "0"],
        ["rejected", "0"],
    ]
    assert len({len(line) for line in lines[1:5]}) == 1


def test_a_file_without_a_row_gives_one(made, capsys):
    assert main([str(made / "single"), str(made / "bad")]) == 1
    assert "No known format" in capsys.readouterr().out
    assert main([str(made / "serving")]) == 1
    said = capsys.readouterr().out
    assert (
        "to read more rows, give --chips, --accelerator, --precision, --isl, --osl" in said
        and "missing; the accelerator is needed" in said
    )
    given = ["--chips", "8", "--accelerator", "h200", "--precision", "fp4", "--isl", "1024", "--osl", "1024"]
    assert main([str(made / "serving"), *given]) == 0


@pytest.mark.parametrize("call", [[], ["none.json"], ["{single}", "-o", "x.txt"], ["{single}", "-o", "no/x.csv"]])
def test_a_wrong_call_gives_two_and_a_sentence(made, capsys, call):
    assert main([part.format(single=made / "single") for part in call]) == 2
    assert capsys.readouterr().err.endswith(".\n")


def test_points_of_all_files_are_written_whole(made, capsys):
    for suffix in ("parquet", "csv"):
        path = made / f"points.{suffix}"
        assert main([str(made / "single"), str(made / "list"), "-o", str(path)]) == 0
        again = read("x", path.read_bytes()).points
        assert again.height == 3 and again["id"].to_list() == ["u00001", "u00002", "u00003"]
    assert not list(made.glob("tmp*"))
    assert pl.read_parquet(made / "points.parquet")["id"].to_list() == again["id"].to_list()


def test_the_same_of_many_rows_is_said_once(made, capsys):
    assert main([str(made / "export")]) == 0
    assert [line for line in capsys.readouterr().out.splitlines() if "repaired:" in line] == [
        "  repaired: rows 1 to 2, tpot_s: header says ms, values are seconds, as time per token × speed shows"
    ]
    rows = [files.single(conc=None if k in (0, 2, 4, 6) else 8, hw="odd") for k in range(7)]
    (made / "some").write_bytes(files.as_json(*rows))
    assert main([str(made / "some")]) == 0
    said = capsys.readouterr().out
    assert "rejected: 4 rows (1, 3, 5, …), concurrency: missing; every row needs it" in said
    assert "unknown: chip 'odd', kept under its own name" in said


def test_the_report_as_json(made, capsys):
    assert main([str(made / "agentic"), str(made / "list"), "--json"]) == 0
    first, second = json.loads(capsys.readouterr().out)
    assert (len(first["agentic"]), len(second["points"]), second["accepted"]) == (1, 2, 2)


def test_a_name_can_be_given_a_meaning(made, capsys):
    (made / "odd").write_bytes(files.as_json(files.single(hw="box=9")))
    assert main([str(made / "odd"), "--name", "box=9=h200", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)[0]["points"][0]["accelerator"] == "h200"


def test_the_template_is_printed(capfdbinary):
    assert main(["--template"]) == 0
    assert capfdbinary.readouterr().out.splitlines()[1].startswith(b"accelerator,llm,precision")
