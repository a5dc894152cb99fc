"""Results that are no attack but odd: many names, many rows, names alike, units mixed, failed runs, wrong rates."""

import time

import polars as pl
import pytest

from data import results_door
from data.imported import Given
from data.results import read
from data.results_command import main, said
from data.results_export import exported
from data.results_judge import MOST_NAMES
from tests import results_files as files

OCCUPIED, PLAUSIBLE = "rates fit the requests in flight", "figures are plausible"


def own(**columns):
    return pl.DataFrame({name: [str(cell) for cell in cells] for name, cells in columns.items()}).write_csv().encode()


def table(rows, **columns):
    every = {"accelerator": "h200", "llm": "gptoss120b", "precision": "fp8", "isl": 1024, "osl": 1024, "chips": 8}
    every |= {"concurrency": 64, "tput_total": 300.0, "tput_output": 150.0, "tpot_s": 0.05}
    return own(
        **{name: columns.get(name, [cell] * rows) for name, cell in every.items()},
        **{name: cells for name, cells in columns.items() if name not in every},
    )


def failed(report, check):
    return report.checks.filter(pl.col("check").cast(pl.String) == check, ~pl.col("passed")).height


@pytest.mark.parametrize("column", ["llm", "decoding"])
def test_more_names_than_anybody_could_tell_apart_are_a_sentence(column):
    began = time.process_time()
    many = [f"n{k}" for k in range(190_000)]
    report = read("file", table(190_000, **{column: many}))
    assert report.fault.startswith(f"The file has 190,000 different texts in {column}; at most {MOST_NAMES:,}")
    assert time.process_time() - began < 10
    assert read("file", table(MOST_NAMES, **{column: many[:MOST_NAMES]})).accepted == MOST_NAMES


def test_json_is_read_up_to_a_number_of_rows_that_takes_seconds():
    most = results_door.MOST_RECORDS
    first = files.as_json(files.single()).strip().removeprefix(b"[").removesuffix(b"]")
    for rows, fault in ((most, ""), (most + 1, f"The file has {most + 1:,} rows")):
        report = read("file", b"[" + b",".join([first, *[b"{}"] * (rows - 1)]) + b"]")
        assert report.fault.startswith(fault) and bool(report.fault) == bool(fault)


def test_different_unknown_names_stay_apart_and_every_renaming_is_told():
    names = ["alice/my-model", "bob/my-model", "a:b", "a-b", "a,b", "x" * 300 + "y", "x" * 300 + "z"]
    report = read("file", table(len(names), llm=names, engine=names))
    for column in ("llm", "engine"):
        kept = report.points[column].to_list()
        assert kept[:2] == names[:2] and kept[3] == "a-b" and len(set(kept)) == len(names)
        assert not any(set(":,") & set(name) or len(name) > 200 for name in kept)
        told = {each.row for each in report.repaired if each.field == column}
        assert told == {3, 5, 6, 7}


def export(**cells):
    row = {"Model": "gptoss120b", "ISL": "1024", "OSL": "1024", "Hardware": "h200", "Framework": "vllm"}
    row |= {"Precision": "fp8", "TP": "8", "Concurrency": "64", "Throughput/GPU (tok/s)": "300", "Date": "2026-01-01"}
    return row | cells


def test_an_old_export_without_speeds_is_read_as_seconds_because_of_its_date():
    row, repairs = exported(export(**{"Median TPOT (ms)": "0.05", "Median TTFT (ms)": "0.2"}), Given())
    assert (row["tpot_s"], row["ttft_s"]) == (0.05, 0.2)
    assert "before 2026-08" in repairs[0][1] and "speed shows" not in repairs[0][1]


def test_each_column_of_an_export_has_the_unit_of_its_own_header():
    cells = {"Median TTFT (ms)": "200", "Median TPOT (s)": "0.05", "Median Interactivity (tok/s/user)": "20"}
    row, repairs = exported(export(**cells), Given())
    assert row["ttft_s"] == pytest.approx(0.2) and row["tpot_s"] == 0.05 and not repairs
    row, _ = exported(export(**{"Median TTFT (s)": "0.2", "Median TPOT (ms)": "50"}), Given())
    assert row["ttft_s"] == 0.2 and row["tpot_s"] == pytest.approx(0.05)


def test_rates_of_the_whole_system_given_per_chip_are_told():
    report = read("file", table(3, tput_total=[300, 2400, 3], tput_output=[150, 1200, 1.5]))
    assert report.accepted == 3 and failed(report, OCCUPIED) == 2
    assert "2 of 3: rates fit the requests in flight; are the rates per chip" in said(report)


@pytest.mark.parametrize(
    "change", [{"tpot_s": [25.0]}, {"tput_total": [2e6], "tput_output": [1e6]}, {"tpot_s": [1e-6]}]
)
def test_figures_far_beyond_all_published_are_told(change):
    assert failed(read("file", table(1)), PLAUSIBLE) == 0
    report = read("file", table(1, **change))
    assert report.accepted == 1 and failed(report, PLAUSIBLE) == 1


@pytest.mark.parametrize("word", [True, "true", 1, 1.0])
def test_power_is_valid_in_every_spelling(word):
    report = read("file", files.as_json(files.single(power_valid=word, avg_power_w=600.0)))
    assert report.points["measured_w"].to_list() == [600.0]


@pytest.mark.parametrize("word", ["maybe", "", None, [], 2])
def test_an_odd_word_on_power_costs_the_power_alone(word):
    report = read("file", files.as_json(files.single(power_valid=word, avg_power_w=600.0)))
    assert report.points["measured_w"].to_list() == [None] and not report.rejected
    assert "measured_w" in {each.field for each in report.repaired}


@pytest.mark.parametrize("watts", [0.2, 2e5])
def test_absurd_power_costs_the_power_alone(watts):
    report = read("file", table(1, measured_w=[watts], measured_j_per_tok_total=[2.0]))
    assert report.points.select("measured_w", "measured_j_per_tok_total").row(0) == (None, None)
    assert [each.field for each in report.repaired if "left out" in each.what] == ["measured_w"]


@pytest.mark.parametrize("column", ["ttft_s", "tpot_p99_s", "tput_input", "e2e_s"])
def test_placeholders_are_unknown_in_every_time_and_rate(column):
    report = read("file", table(1, **{column: [9.99]}))
    assert report.points[column].to_list() != [9.99]
    assert (column, "9.99 is a placeholder, read as unknown") in {(each.field, each.what) for each in report.repaired}


@pytest.mark.parametrize("made", [files.single, files.api])
@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"num_requests_successful": 0}, "num_requests_successful"),
        ({"benchmark_outcome": {"status": "failed"}}, "benchmark_outcome.status"),
    ],
)
def test_a_failed_run_is_rejected(made, change, field):
    report = read("file", files.as_json(made(), made(**change)))
    assert report.accepted == 1 and [(each.row, each.field) for each in report.rejected] == [(2, field)]


def test_lines_may_end_in_a_carriage_return_alone():
    report = read("file", files.OWN.replace(b"\n", b"\r"))
    assert report.accepted == read("file", files.OWN).accepted > 0


@pytest.mark.parametrize("sample", [files.OWN, files.EXPORT])
def test_a_header_without_rows_is_a_sentence(sample):
    header = next(line for line in sample.splitlines() if not line.startswith(b"#"))
    assert read("file", header + b"\n").fault == "The file holds a header and no rows."


def test_a_header_that_names_a_column_twice_is_refused():
    report = read("file", table(1).replace(b"isl,osl", b"isl,isl", 1))
    assert report.fault == "The header names isl more than once, so it cannot be told which is meant."


def test_an_odd_number_costs_its_row_and_an_odd_character_nothing():
    row = files.as_json(files.single()).strip().removeprefix(b"[").removesuffix(b"]")
    huge, half = row.replace(b"300.0", b"1e400"), row.replace(b'"vllm"', b'"\\ud800"')
    assert huge != row != half
    report = read("file", b"[" + b",".join([row, huge, half]) + b"]")
    assert report.accepted == 2 and [(each.row, each.field) for each in report.rejected] == [(2, "tput_per_gpu")]


def test_a_row_of_another_format_is_told_as_such():
    report = read("file", files.as_json(files.single(), files.serving()))
    assert report.accepted == 1 and report.rejected[0].right.startswith("a row of another format, serving-benchmark")


def test_missing_prefill_chips_are_named():
    report = read("file", files.as_json(files.apart(num_prefill_gpu=0)))
    assert [each.field for each in report.rejected] == ["num_prefill_gpu"]


def test_a_decimal_comma_is_told_what_would_be_right():
    report = read("file", table(1, tput_total=["300,5"]))
    assert [(each.field, "with a point" in each.right) for each in report.rejected] == [("tput_total", True)]


def test_a_file_of_agentic_rows_alone_says_that_none_is_written(tmp_path, capsys):
    (tmp_path / "a.json").write_bytes(files.SAMPLES["agentic"])
    main([str(tmp_path / "a.json"), "-o", str(tmp_path / "o.csv")])
    assert "has no rows: agentic rows are no fixed-length points" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("row", "field"), [(files.single(ep=64), "ep"), (files.apart(decode_ep=64), "decode_ep")], ids=["one", "two pools"]
)
def test_experts_over_more_chips_than_there_are_are_rejected(row, field):
    assert [each.field for each in read("file", files.as_json(row)).rejected] == [field]
