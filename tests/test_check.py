"""A broken table is refused with the file, the line, the column, what is wrong and what is allowed."""

import csv
import shutil
import subprocess
import sys

import pytest

from data import check, schema, store, tables

LINES = 80  # of the points, so that a check takes milliseconds


@pytest.fixture
def folder(tmp_path):
    for name in schema.COLUMNS:
        shutil.copy(store.HERE / f"{name}.csv", tmp_path)
    for name in ("points", "calibration"):
        lines = (tmp_path / f"{name}.csv").read_text(encoding="utf-8").splitlines(keepends=True)
        (tmp_path / f"{name}.csv").write_text("".join(lines[:LINES]), encoding="utf-8")
    for name in ("peer_errors", "means"):
        rewrite(tmp_path, name, lambda lines: lines.__setitem__(slice(1, None), [["r00001", *lines[1][1:]]]))
    return tmp_path


def rewrite(folder, table, change):
    """Apply `change` to the lines of a table, each a list of cells, the header first."""
    path = folder / f"{table}.csv"
    with path.open(encoding="utf-8", newline="") as text:
        lines = list(csv.reader(text))
    change(lines)
    with path.open("w", encoding="utf-8", newline="") as text:
        csv.writer(text, lineterminator="\n").writerows(lines)


def set_cell(folder, table, line, column, cell):
    rewrite(folder, table, lambda lines: lines[line - 1].__setitem__(lines[0].index(column), cell))


def told(folder):
    return [str(fault) for fault in check.check(folder)[1]]


def test_an_unbroken_copy_passes(folder):
    assert told(folder) == []


@pytest.mark.parametrize(
    ("table", "line", "column", "cell", "message"),
    [
        ("power", 3, "unit", "KW", "power.csv:3: unit: unknown unit 'KW'; allowed: %, B, B params, EFLOP/s, FLOP/byte"),
        (
            "points",
            9,
            "accelerator",
            "b2000",
            "points.csv:9: accelerator: unknown accelerator 'b2000'; allowed: jalapeno",
        ),
        ("points", 9, "llm", "R1", "points.csv:9: llm: unknown llm 'R1'; allowed: DeepSeek-R1-0528, gpt-oss-120b"),
        ("points", 9, "engine", "trtx", "points.csv:9: engine: unknown engine 'trtx'; allowed: openai, dynamo-trt"),
        ("points", 9, "source", "hearsay", "points.csv:9: source: unknown source 'hearsay'; allowed: "),
        ("prices", 4, "source", "", "prices.csv:4: source: missing; every row has one"),
        ("points", 9, "tput_total", "NaN", "points.csv:9: tput_total: NaN is not allowed; a finite number above zero"),
        ("points", 9, "tput_output", "-5", "points.csv:9: tput_output: -5 is not allowed; a finite number above zero"),
        (
            "points",
            9,
            "interactivity",
            "0",
            "points.csv:9: interactivity: 0 is not allowed; a finite number above zero",
        ),
        ("points", 9, "tput_total", "inf", "points.csv:9: tput_total: inf is not allowed; a finite number above zero"),
        ("points", 9, "isl", "8k", "points.csv:9: isl: '8k' is not a number; leave it empty when unknown"),
        ("points", 9, "chips", "7.5", "points.csv:9: chips: 7.5 is not a whole number"),
        ("points", 9, "decoding", "stp", "points.csv:9: decoding: unknown decoding 'stp'; allowed: plain, mtp, other"),
        ("points", 9, "grade", "Z", "points.csv:9: grade: unknown grade 'Z'; allowed: A, B, C, V, P, M, U"),
        ("points", 9, "date", "20.7.2026", "points.csv:9: date: '20.7.2026' is not a day; write YYYY-MM-DD"),
        (
            "accelerator_figures",
            2,
            "parameter",
            "speed",
            "accelerator_figures.csv:2: parameter: unknown parameter 'speed'",
        ),
        (
            "llm_figures",
            2,
            "grade",
            "sure",
            "llm_figures.csv:2: grade: unknown grade 'sure'; allowed: official, vendor",
        ),
        ("attention", 2, "kind", "wide", "attention.csv:2: kind: unknown kind 'wide'; allowed: full, window, latent"),
        ("attention", 2, "layers", "0", "attention.csv:2: layers: 0 is not allowed; a finite number above zero"),
        ("formats", 2, "dense_precision", "int3", "formats.csv:2: dense_precision: unknown dense_precision 'int3'"),
        ("families", 2, "family", "", "families.csv:2: family: missing; every row has one"),
        ("calibration", 9, "engine", "mean", "calibration.csv:9: engine: unknown engine 'mean'; allowed: openai"),
        ("calibration", 9, "attention", "-1", "calibration.csv:9: attention: -1 is not allowed; a finite number"),
        ("peer_errors", 2, "point", "r0", "peer_errors.csv:2: point: unknown point 'r0'; allowed: "),
    ],
)
def test_a_wrong_cell_is_named_with_what_is_allowed(folder, table, line, column, cell, message):
    set_cell(folder, table, line, column, cell)
    assert any(text.startswith(message) for text in told(folder)), told(folder)


def test_totals_must_add_up(folder):
    set_cell(folder, "points", 9, "tput_total", "1")
    assert any(text.startswith("points.csv:9: tput_total: 1 is not output") for text in told(folder))


def test_speed_is_one_over_time_per_token(folder):
    set_cell(folder, "points", 9, "tpot_s", "1")
    assert any(text.startswith("points.csv:9: tpot_s: 1 s x ") and "is not 1" in text for text in told(folder))


def test_experts_are_not_spread_over_more_chips_than_there_are(folder):
    set_cell(folder, "points", 9, "decode_chips", "4")
    set_cell(folder, "points", 9, "decode_ep", "16")
    assert "points.csv:9: decode_ep: EP 16 is above the 4 chips of decode_chips" in told(folder)


def test_telemetry_above_the_rated_power_is_told(folder):
    """Up to 1.06 x rated passes, as noise of a sensor; more is left out, as watts and as energy of a token."""
    set_cell(folder, "points", 9, "measured_w", "1059")  # of B200, rated 1,000 W
    assert told(folder) == []
    set_cell(folder, "points", 9, "measured_w", "1061")
    (fault,) = told(folder)
    assert fault.startswith("points.csv:9: measured_w: 1,061 W is above 1,060 W, 1.06 x rated power")
    set_cell(folder, "points", 9, "measured_w", "")
    set_cell(folder, "points", 9, "measured_j_per_tok_total", "1000")
    (fault,) = told(folder)
    assert fault.startswith("points.csv:9: measured_j_per_tok_total: ") and "above 1,060 W" in fault


def test_an_id_stands_once(folder):
    rewrite(folder, "points", lambda lines: lines.insert(9, list(lines[8])))
    (fault,) = told(folder)
    assert fault.startswith("points.csv:10: id: duplicate ") and fault.endswith("also in line 9; allowed: once")


def test_rows_stand_in_order(folder):
    rewrite(folder, "points", lambda lines: lines.insert(1, lines.pop()))
    assert told(folder) == [
        "points.csv:3: llm: unsorted; rows stand in the order of llm, accelerator, precision, isl, osl, engine, "
        "concurrency, id"
    ]


def test_a_unit_must_measure_its_parameter(folder):
    set_cell(folder, "accelerator_figures", 2, "unit", "W")
    (fault,) = told(folder)
    assert fault.startswith("accelerator_figures.csv:2: unit: 'W' is W; allowed for ")


def test_a_column_nobody_knows(folder):
    rewrite(folder, "prices", lambda lines: lines[0].__setitem__(2, "price"))
    assert told(folder)[0].startswith("prices.csv:1: price: unknown column; allowed: accelerator, tier, value")
    assert told(folder)[1] == "prices.csv:1: value: column is missing"


def test_a_line_of_the_wrong_length(folder):
    rewrite(folder, "units", lambda lines: lines[4].append("more"))
    assert "units.csv:5: row: 4 cells; the header has 3" in told(folder)


def test_bytes_that_are_not_text(folder):
    with (folder / "sources.csv").open("ab") as file:
        file.write(b"\xff\xfe\n")
    line = (folder / "sources.csv").read_bytes().count(b"\n")
    assert told(folder) == [f"sources.csv:{line}: file: byte 0xff is not UTF-8"]


def test_a_quote_without_its_pair(folder):
    with (folder / "engines.csv").open("a", encoding="utf-8") as file:
        file.write('x,"y\n')
    assert any(text.startswith("engines.csv:") and "quotes must come in pairs" in text for text in told(folder))


def test_a_table_that_is_not_there(folder):
    (folder / "aliases.csv").unlink()
    assert any(text.startswith("aliases.csv:1: file: cannot be opened") for text in told(folder))


def test_an_empty_table(folder):
    (folder / "points.csv").write_text("", encoding="utf-8")
    (fault,) = told(folder)
    assert fault.startswith("points.csv:1: file: is empty or begins with an empty line; the header is id,accelerator,")


def test_the_command_prints_counts_and_twenty_faults(folder):
    rewrite(folder, "points", lambda lines: [line.__setitem__(2, "R1") for line in lines[1:]])
    command = [sys.executable, "-m", "data.check", "--folder", str(folder)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=store.HERE.parent)
    faults = ran.stderr.splitlines()
    assert ran.returncode == 1
    assert f"points.csv: {LINES - 1} rows" in ran.stdout
    assert len(faults) == check.SHOWN + 1 and faults[-1] == f"… and {LINES - 1 - check.SHOWN} more"


@pytest.mark.parametrize(
    ("column", "cell", "said"),
    [
        ("prefill_workers", "4.0", "4.0 is not a whole number in digits; allowed: 1 to 2,147,483,647"),
        ("prefill_workers", "1e1", "1e1 is not a whole number in digits"),
        ("prefill_workers", "99999999999", "99999999999 is not a whole number in digits"),
        ("ttft_p99_s", "١٠٠", "'١٠٠' is not a number; leave it empty when unknown"),
        ("ttft_p99_s", " 1.5 ", "' 1.5 ' has a space before or after it; allowed: none"),
        ("ttft_p99_s", "\u00a01.5", "'\u00a01.5' has a space before or after it; allowed: none"),
        ("ttft_p99_s", "1_0", "'1_0' is not a number; leave it empty when unknown"),
        ("ttft_p99_s", "1e999", "1e999 is not allowed; a finite number above zero"),
        ("ttft_p99_s", " ", "only spaces; leave it empty when unknown"),
        ("date", "2026-W01-1", "'2026-W01-1' is not a day; write YYYY-MM-DD"),
        ("date", "2026-07", "'2026-07' is not a day; write YYYY-MM-DD"),
        ("date", "٢٠٢٦-07-20", "'٢٠٢٦-07-20' is not a day; write YYYY-MM-DD"),
        ("date", "1999-12-31", "'1999-12-31' is not a day from 2000-01-01 to 2099-12-31"),
        ("date", "2999-01-01", "'2999-01-01' is not a day from 2000-01-01 to 2099-12-31"),
        ("run_url", "javascript:alert(1)", "'javascript:alert(1)' is not an address; allowed: http:// or https://"),
        ("note", "a\0b", "holds the control character U+0000; allowed: printable text on one line"),
        ("note", "a\nb", "holds the control character U+000A; allowed: printable text on one line"),
        ("note", "a\u202eb", "holds the control character U+202E; allowed: printable text on one line"),
        ("measured_w", "100001", "100,001 W is above 100,000 W, the most a part can draw"),
        ("dp_attention", "True", "unknown dp_attention 'True'; allowed: true, false"),
    ],
)
def test_a_cell_of_a_point_that_no_reader_takes(folder, column, cell, said):
    set_cell(folder, "points", 9, column, cell)
    text = told(folder)[0]
    assert text.partition(": ")[2].startswith(f"{column}: {said}") and text.startswith("points.csv:")


@pytest.mark.parametrize("cell", ["1.5", "1e1", "1.5E+1", "+2", "007", "1e-300", "2147483648"])
def test_a_number_that_passes_is_read(folder, cell):
    set_cell(folder, "points", 9, "ttft_p99_s", cell)
    assert told(folder) == []
    assert store.read_table("points", folder)["ttft_p99_s"][7] == float(cell)


@pytest.mark.parametrize(
    ("table", "line", "column", "cell", "said"),
    [
        ("power", 3, "unit", "GB", "'GB' is byte; allowed for power: units of W"),
        ("prices", 3, "unit", "kW", "'kW' is W; allowed for prices: units of USD/chip-hour"),
        ("measured_power", 3, "unit", "GB", "'GB' is byte; allowed for measured_power: units of W"),
        ("power", 3, "value", "100.1", "100,100 W is above 100,000 W, the most a part can draw"),
        ("measured_power", 3, "rated_w", "100001", "100,001 W is above 100,000 W, the most a part can draw"),
        ("llm_figures", 3, "value", "131072.5", "131072.5 is not whole; context_tokens is a count"),
        ("prices", 3, "date", "2026-13-01", "'2026-13-01' is not a day; write YYYY-MM-DD"),
        ("accelerator_figures", 3, "date", "2026-W01-1", "'2026-W01-1' is not a day; write YYYY-MM-DD"),
        ("accelerators", 3, "year", "99999", "99999 is not a year from 2000 to 2099"),
        ("accelerators", 3, "name", " ", "missing; every row has one"),
        ("accelerators", 3, "name", "jalapeño", "'jalapeño' is also jalapeno, in line 2; allowed: once"),
        (
            "llms",
            3,
            "name",
            "DeepSeek-R1-0528",
            "'DeepSeek-R1-0528' is also DeepSeek-R1-0528, in line 2; allowed: once",
        ),
        ("accelerators", 31, "key", "a:b", "'a:b' holds a comma or colon; those separate the parts of a link"),
        ("aliases", 3, "key", "nosuch", "unknown chip 'nosuch'; allowed: jalapeno, gb300"),
        ("aliases", 3, "spelling", "b200-TRT", "'b200-TRT' is not in lower case; any case is read"),
        ("sources", 3, "url", "javascript:alert(1)", "'javascript:alert(1)' is not an address; allowed: http://"),
        ("parameters", 3, "si", "zorkmid", "no unit measures 'zorkmid'; allowed: ratio, byte, parameter"),
    ],
)
def test_a_cell_of_a_table_that_no_reader_takes(folder, table, line, column, cell, said):
    set_cell(folder, table, line, column, cell)
    assert any(text.startswith(f"{table}.csv:{line}: {column}: {said}") for text in told(folder)), told(folder)


def test_an_alias_is_not_the_name_of_another(folder):
    rewrite(folder, "aliases", lambda lines: lines.insert(1, ["b200", "chip", "gb300"]))
    assert told(folder) == ["aliases.csv:2: spelling: 'b200' is the name of b200; allowed: what no chip is called"]


def test_a_count_may_be_written_with_an_exponent(folder):
    set_cell(folder, "llm_figures", 3, "value", "1.31e5")
    assert told(folder) == []
    with tables.opened(folder) as database:
        (found,) = database.execute(
            "select si_value from printed where key = 'DeepSeek-R1-0528' and parameter = 'context_tokens'"
        ).fetchall()
    assert found == (131_000,)


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "engines.csv:1: file: is empty or begins with an empty line; the header is key,name,maker"),
        (b"key,name,maker,disaggregated,note\n", "engines.csv:1: file: has no rows; a header and a row are needed"),
        (
            b"key;name;maker\ntrt;TensorRT;NVIDIA\n",
            "engines.csv:1: header: has no comma; columns are separated by commas",
        ),
        (b"\xff\xfek\0e\0y\0", "engines.csv:1: file: byte 0xff is not UTF-8"),
        (
            b"key,name,maker,disaggregated,note\ntrt,x,,," + b"x" * 200_000,
            "engines.csv:2: row: a cell of more than 131,072 characters; quotes must come in pairs",
        ),
    ],
)
def test_a_file_that_cannot_be_read_is_the_only_fault(folder, content, said):
    """Eighty points name engines; none of them is at fault."""
    (folder / "engines.csv").write_bytes(content)
    (fault,) = told(folder)
    assert fault.startswith(said)


def test_what_cannot_be_read_is_told_first(folder):
    set_cell(folder, "accelerators", 3, "name", "")
    (folder / "sources.csv").write_bytes(b"")
    first, second = told(folder)
    assert first.startswith("sources.csv:1: file: is empty") and second.startswith("accelerators.csv:3: name: missing")


def test_a_byte_order_mark_is_read_over(folder):
    for table in ("points", "units"):
        path = folder / f"{table}.csv"
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert told(folder) == []
    with tables.opened(folder) as database:
        assert database.execute("select count(*), min(tput_total) > 0 from points").fetchone() == (LINES - 1, True)


def test_what_the_reader_refuses_is_told_even_when_no_rule_does(folder, monkeypatch):
    set_cell(folder, "points", 9, "tp", "4.0")
    monkeypatch.setattr(check, "wrong", lambda *_: "")
    (fault,) = told(folder)
    assert fault.startswith("points.csv:1: file: cannot be read: could not parse `4.0` as dtype `i32` at column 'tp'")
