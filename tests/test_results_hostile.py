"""Files that are broken or meant to hurt get a sentence, in bounded time and memory."""

import gzip
import io
import json
import subprocess
import sys
import time
import zipfile
from pathlib import Path

import polars as pl
import pytest

from data.results import Given, read
from tests import results_files as files

MOST_S, MOST_MB = 20, 300
ROOT = Path(__file__).parent.parent


def zipped():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("a.json", files.SAMPLES["single"])
    return packed.getvalue()


def parquet(frame):
    written = io.BytesIO()
    frame.write_parquet(written)
    return written.getvalue()


OWN_HEADER = files.OWN.splitlines()[0]
HOSTILE = {
    "nothing": (lambda: b"", "The file is empty."),
    "spaces": (lambda: b" \n\n ", "The file is empty."),
    "a zip": (zipped, "The file is a zip archive"),
    "a gzip": (lambda: gzip.compress(files.OWN), "The file is a gzip archive"),
    "20 MB and one": (lambda: b" " * 20_000_001, "The file is larger than 20 MB"),
    "NUL bytes": (lambda: files.OWN + b"\0", "The file holds NUL bytes"),
    "Latin 1": (lambda: "accelerator,llm\nJalapeño,x".encode("latin-1"), "The file is not UTF-8 text"),
    "UTF-16 cut off": (
        lambda: files.OWN.decode().encode("utf-16")[:-3],
        "The file is marked as UTF-16-LE, but is no such",
    ),
    "deep lists": (lambda: b"[" * 1_000_000, "The JSON is nested more than 40 levels"),
    "deep objects": (lambda: b'{"a":' * 100_000 + b"1" + b"}" * 100_000, "The JSON is nested more than 40 levels"),
    "a deep end": (
        lambda: files.SAMPLES["single"][:-1] + b',"x":' + b"[" * 50 + b"]" * 50 + b"}",
        "The JSON is nested",
    ),
    "a long number": (
        lambda: b'[{"hw":1' + b"0" * 1_000_000 + b"}]",
        "The file holds a number of more than 400 digits",
    ),
    "a long number in a table": (
        lambda: OWN_HEADER + b"\n" + b"9" * 1_000_000,
        "The file holds a number of more than 400",
    ),
    "many objects": (lambda: b"[" + b"{}," * 6_000_000 + b"{}]", "The JSON holds 12,000,002 values"),
    "a million columns": (lambda: b"a," * 1_000_000 + b"b\n", "A line of the file has 1,000,001 cells"),
    "a million cells": (lambda: OWN_HEADER + b"\n" + b"," * 1_000_000, "A line of the file has 1,000,001 cells"),
    "a million lines": (lambda: OWN_HEADER + b"\nh200" * 1_000_000, "The file has 1,000,000 lines"),
    "many cells": (lambda: (b"," * 900 + b"\n") * 20_000, "The file has 18,000,000 cells"),
    "cut JSON": (lambda: files.SAMPLES["list"][:-9], "The file is not JSON"),
    "an empty list": (lambda: b"[]", "The file holds an empty list"),
    "numbers only": (lambda: b"[1, 2, 3]", "No known format"),
    "other JSON": (lambda: b'{"a": 1}', "No known format"),
    "other CSV": (lambda: b"a,b\n1,2\n", "No known format"),
    "a cell of a megabyte": (lambda: files.EXPORT + b"x" * 1_000_000, "The CSV cannot be read"),
    "prose": (lambda: b"Dear sir or madam", "No known format"),
    "an open quote": (lambda: OWN_HEADER + b'\n"' + b"x" * 1_000_000, "The CSV cannot be read"),
    "Parquet in name": (lambda: b"PAR1" + b"x" * 100 + b"PAR1", "The file is marked as Parquet"),
    "other Parquet": (lambda: parquet(pl.DataFrame({"a": [1]})), "The Parquet file does not have the columns"),
    "a log of power": (lambda: b"timestamp, index, power.draw [W]\n1, 0, 7 W\n", "This is a log of GPU power"),
    "an audit": (lambda: b'{"power_valid": true, "reasons": []}', "This is the audit of a power measurement"),
    "MLPerf": (lambda: b"Public ID\tOrganization\n5\tA\n", "This is a table of MLPerf results"),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_a_hostile_file_gets_a_sentence(what):
    made, said = HOSTILE[what]
    data, start = made(), time.perf_counter()
    report = read("file", data)
    assert report.fault.startswith(said) and report.fault.endswith(".")
    assert (report.points.height, report.read, report.rejected) == (0, 0, ())
    assert time.perf_counter() - start < MOST_S


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("sample", ["single", "own", "export"])
def test_marked_encodings_are_read(sample, encoding):
    plain = files.SAMPLES[sample]
    assert read("file", plain.decode().encode(encoding)).points.equals(read("file", plain).points)


def test_a_newline_appended_to_utf_16_does_no_harm():
    assert read("file", files.OWN.decode().encode("utf-16") + b"\n").points.height == 1


def test_keys_twice_and_cells_of_every_kind_are_told_or_unknown():
    row = json.dumps(files.single())[:-1] + ', "hw": "b200", "hw": "h100"}'
    assert read("file", row.encode()).points["accelerator"].to_list() == ["h100"]
    odd = ({}, [], [1], True, "", "  ", "x" * 9_999, 1e308, -1e308, 2**63, -0.0, {"a": {"b": []}})
    rows = [files.single(**{key: cell}) for cell in odd for key in files.single()]
    report = read("file", files.as_json(*rows))
    assert report.fault == "" and report.read == len(rows) == report.accepted + len(report.rejected)
    assert report.accepted > 100 < len(report.rejected)
    assert all(len(each.value) <= 80 for each in report.rejected)


def test_numbers_beyond_any_computer_are_told():
    data = files.SAMPLES["single"].replace(b": 64,", b": 1" + b"0" * 399 + b",").replace(b": 0.55,", b": NaN,")
    report = read("file", data)
    assert (report.read, [each.field for each in report.rejected]) == (1, ["conc"])


def test_what_a_report_shows_moves_no_terminal():
    report = read("file", files.as_json(files.single(tp="\x1b[2J\x07" + "9" * 300)))
    assert report.rejected[0].value.startswith("·[2J·9") and len(report.rejected[0].value) == 80


@pytest.mark.parametrize("given", [Given(chips=0), Given(chips=2**40, isl=-1), Given(accelerator=""), Given(date="x")])
def test_what_is_given_in_vain_does_no_harm(given):
    assert read("file", files.SAMPLES["single"], given).accepted == 1
    assert read("file", files.SAMPLES["serving"], given).accepted == 0


def test_a_name_stays_text_without_controls_and_separators():
    name = "a,b:c\u202e\u0007\td" + "x" * 500
    point = read("file", files.as_json(files.single(framework=name, hw=" H 200\n "))).points.row(0, named=True)
    assert point["engine"].startswith("a-b-c") and len(point["engine"]) == 200
    assert not set(point["engine"]) & set(",:\u202e\u0007\t") and point["accelerator"] == "H 200"


def test_given_names_may_point_nowhere():
    point = read("file", files.as_json(files.single()), Given(names=(("vllm", "a:b"),))).points.row(0, named=True)
    assert point["engine"].startswith("a-b ") and ":" not in point["engine"]


def test_the_largest_files_stay_within_memory():
    """Each in a process of its own: what reading adds to the peak of the process."""
    code = """
import resource, sys
from data.results import read
from tests import results_files as files
made = {
    "rows": lambda: files.as_json(*[files.single()] * 13_000),
    "values": lambda: b"[" + b"[[]]," * 700_000 + b"1]",
    "texts": lambda: files.OWN.splitlines()[0] + (b"\\nh200," + b"x" * 90) * 199_000,
    "own": lambda: files.OWN.splitlines()[0] + b"\\n" + files.OWN.splitlines()[1].join([b"", b"\\n"]) * 190_000,
}
data = made[sys.argv[1]]()
read("warm", files.OWN)
before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
report = read("file", data)
print((resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1e3, report.read, report.fault, len(data))
"""
    for which in ("rows", "values", "texts", "own"):
        said = subprocess.run([sys.executable, "-c", code, which], cwd=ROOT, capture_output=True, text=True, check=True)
        assert float(said.stdout.split()[0]) < MOST_MB, (which, said.stdout)
