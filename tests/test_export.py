"""The CSV says what the answer says, is safe in a spreadsheet, and is the same from page and command line."""

import csv
import io
import re
import subprocess
import sys
import tomllib
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from data.answer import answer
from model import __version__
from model.question import Question
from pages.ui import expected, link
from pages.ui.empty import empty
from pages.ui.export import frontier_csv, main
from pages.ui.presets import OPENING
from pages.ui.unanswered import idle, outside_range

ROOT = Path(__file__).parent.parent
HEADER = (
    "id,accelerator,chip,llm,precision,decoding,draft_tokens,engine,isl,osl,concurrency,chips,tp,ep,dp_attention,"
    "disaggregated,prefill_chips,decode_chips,prefill_tp,prefill_ep,prefill_workers,prefill_dp_attention,"
    "decode_tp,decode_ep,decode_workers,date,kind,run_url,interactivity_tok_s_user,ttft_s,tpot_s,e2e_s,"
    "tput_total_tok_s_chip,tput_output_tok_s_chip,tput_input_tok_s_chip,power_basis,watts_per_chip,power_source,"
    "price_usd_chip_hour,x_metric,x,y_metric,y,on_frontier,on_global_frontier,dominated_by,meets_slo,derived,"
    "grade,source,link,scoville_version,power_date,price_tier,price_date,price_source,"
    "band_low,band_high,limiting_term,calibration,calibration_date,question"
)


@pytest.fixture(scope="module")
def opening():
    return answer(OPENING.question)


def rows_of(content):
    return list(csv.DictReader(io.StringIO(content.decode("utf-8"))))


def run(*arguments):
    command = [sys.executable, "-W", "error", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, timeout=60, check=False)


def test_one_header_row_with_the_promised_columns(opening):
    assert frontier_csv(opening).decode().splitlines()[0] == HEADER


def test_rows_are_the_frontier_or_all(opening):
    frontier, everything = rows_of(frontier_csv(opening)), rows_of(frontier_csv(opening, "all"))
    assert [row["id"] for row in frontier] == opening.points.filter("on_frontier")["id"].to_list()
    assert [row["id"] for row in everything] == opening.points["id"].to_list()
    assert all(row["dominated_by"] for row in everything if row["on_frontier"] == "false" and row["y"] and row["x"])


def test_numbers_are_the_answers(opening):
    for row, point in zip(
        rows_of(frontier_csv(opening)), opening.points.filter("on_frontier").iter_rows(named=True), strict=True
    ):
        assert float(row["y"]) == point["y"]
        assert float(row["y"]) == pytest.approx(
            1000 * float(row["tput_total_tok_s_chip"]) / float(row["watts_per_chip"])
        )
        assert (row["x_metric"], row["y_metric"], row["power_basis"]) == ("interactivity", "tput_total_per_kw", "rated")


def test_every_row_names_its_question_version_and_source(opening):
    row = rows_of(frontier_csv(opening))[0]
    assert link.parse(row["link"]) == (OPENING.question, ())
    assert row["scoville_version"] == __version__
    assert "https://" in row["source"]
    assert "https://" in row["power_source"]


def test_the_vintage_of_power_and_price_is_named():
    content = frontier_csv(answer(replace(OPENING.question, power="all_in", price="neocloud")))
    row = next(row for row in rows_of(content) if row["accelerator"] == "jalapeno")
    assert (row["power_date"], row["price_tier"], row["price_date"]) == ("2026-09-10", "neocloud", "2026-08-26")
    assert row["price_source"].startswith("InferenceX chip registry: Jalapeño added · SemiAnalysis · https://")


def test_a_chip_without_a_price_names_no_tier():
    asked = replace(OPENING.question, chip=("vr200",), decoding=("mtp",), y="tput_output", price="neocloud")
    (row, *_) = rows_of(frontier_csv(answer(asked)))
    assert row["price_usd_chip_hour"] == row["price_tier"] == row["price_date"] == row["price_source"] == ""


def test_unknown_is_an_empty_cell():
    rows = rows_of(frontier_csv(answer(replace(OPENING.question, power="measured")), "all"))
    assert rows
    assert not {"NaN", "nan", "null", "None"} & {cell for row in rows for cell in row.values()}
    assert any(row["watts_per_chip"] == "" for row in rows)


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_runs_as_a_formula(opening, start):
    evil = f"{start}cmd|' /C calc'!A0"
    points = opening.points.with_columns(pl.lit(evil).alias(name) for name in ("engine", "run_url", "source", "chip"))
    content = frontier_csv(replace(opening, points=points))
    for row in rows_of(content):
        assert {row[name] for name in ("engine", "run_url", "source", "chip")} == {f"'{evil}"}
    assert not re.search(rb'(^|,|\n)"?[=+@\t\r]', content)


def test_negative_numbers_stay_numbers(opening):
    points = opening.points.with_columns(pl.lit(-1.5).alias("x"))
    assert {row["x"] for row in rows_of(frontier_csv(replace(opening, points=points)))} == {"-1.5"}


def test_command_line_gives_the_same_bytes(opening, tmp_path):
    printed = run("-m", "pages.ui.export", link.format(OPENING.question))
    assert (printed.returncode, printed.stderr) == (0, b"")
    assert printed.stdout == frontier_csv(opening)
    assert main(["/", "--all", "-o", str(tmp_path / "all.csv")]) == 0
    assert (tmp_path / "all.csv").read_bytes() == frontier_csv(opening, "all")


def test_command_line_refuses_what_it_cannot_read():
    refused = run("-m", "pages.ui.export", "/?v=1&power=warp&isl=0")
    assert (refused.returncode, refused.stdout) == (2, b"")
    sentences = refused.stderr.decode().splitlines()
    assert len(sentences) == 2
    assert all("instead" not in sentence for sentence in sentences)


def test_command_line_tells_when_it_cannot_write(capsys, tmp_path):
    assert main(["/", "-o", str(tmp_path / "missing" / "file.csv")]) == 2
    assert "cannot be written" in capsys.readouterr().err


def test_command_line_names_standard_output_when_it_is_full():
    with open("/dev/full", "wb") as full:
        ran = subprocess.run(
            [sys.executable, "-m", "pages.ui.export", "/"], stdout=full, stderr=subprocess.PIPE, cwd=ROOT
        )
    assert (ran.returncode, ran.stderr) == (2, b"standard output cannot be written: No space left on device.\n")


def test_command_line_needs_a_name_of_the_file(capsys):
    assert main(["/", "-o", ""]) == 2
    assert capsys.readouterr().err == "-o needs the name of a file.\n"


def test_command_line_imports_no_streamlit():
    script = "import sys; from pages.ui import export; export.main(['/']); sys.exit('streamlit' in sys.modules)"
    assert run("-c", script).returncode == 0


def told(capsys, link):
    """Exit code, lines of the file and sentences on stderr of a link."""
    code, said = main([link]), capsys.readouterr()
    return code, said.out.splitlines(), said.err.splitlines()


def test_an_empty_file_says_why_in_the_words_of_the_page(capsys):
    asked = "/?v=1&llm=Kimi-K3&layer=Model&slo_ttft_s=0.001"
    code, lines, said = told(capsys, asked)
    nothing = answer(link.parse(asked)[0])
    assert (code, lines) == (0, [HEADER]) and not nothing.curves
    assert said[0] == empty(nothing, answer).sentence


def test_whom_the_model_says_nothing_about_is_said_on_the_command_line(capsys):
    code, lines, said = told(capsys, "/?v=1&llm=Kimi-K3&layer=Model")
    assert code == 0 and len(lines) > 1
    assert said == expected.unmodelled(answer(link.parse("/?v=1&llm=Kimi-K3&layer=Model")[0])) != []


@pytest.mark.parametrize(
    ("query", "sentence"),
    [
        ("if_bandwidth=2", "The what-if draws nothing: it names no accelerator to change."),
        ("if_bandwidth=2&if_chip=B200", "The what-if of B200 draws nothing: the model layer is off."),
        ("if_bandwidth=2&if_chip=B200&layer=Published&layer=Model", ""),
        ("", ""),
    ],
)
def test_a_what_if_without_effect_is_said(query, sentence, capsys):
    question = link.parse(f"/?v=1&chip=B200&precision=FP4&{query}")[0]
    assert idle(question) == sentence
    assert told(capsys, link.format(question))[2] == ([sentence] if sentence else [])


def test_there_is_one_version():
    assert tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"] == __version__


def test_a_pinned_batch_outside_the_range_is_told():
    assert outside_range(Question(batch=4, batch_min=8)).startswith("The pinned batch of 4 counts")
    assert outside_range(Question(batch=8, batch_min=8)) == outside_range(Question()) == ""
