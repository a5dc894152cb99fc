"""Points that lie elsewhere are served whatever they are of, or refused as a whole in one sentence; nothing breaks."""

import os
import subprocess
import sys
from pathlib import Path

import duckdb
import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from data import check, store, tables
from data.answer import answer
from model.question import Question
from pages.ui import link
from pages.ui.presets import PRESETS
from tests.test_tables import points_at as points_at

ROOT = Path(__file__).parent.parent
R1 = store.table("points").filter(llm="DeepSeek-R1-0528", isl=8192, osl=1024)
OTHERS = {
    "one LLM": R1,
    "no FP4": R1.filter(pl.col("precision") != "fp4"),
    "no DeepSeek-R1": store.table("points").filter(llm="gpt-oss-120b"),
    "an accelerator of no table": R1.with_columns(accelerator=pl.lit("mine")),
    "an LLM, a precision and an engine of no table": R1.with_columns(
        llm=pl.lit("own"), precision=pl.lit("fp2"), engine=pl.lit("home")
    ),
    "the columns that are needed": R1.select(
        "id", "accelerator", "llm", "precision", "decoding", "isl", "osl", "grade", "source"
    ),
}


def column(name, value):
    return pl.when(pl.col("id") == R1["id"][4]).then(pl.lit(value)).otherwise(pl.col(name)).alias(name)


REFUSED = {  # what the points are: how the sentence goes on after their place
    "no row": (R1.clear(), "holds no points; a row is needed"),
    "no accelerator": (column("accelerator", None), "column accelerator: missing; every row has one"),
    "a blank LLM": (column("llm", " "), "column llm: missing; every row has one"),
    "no precision": (column("precision", ""), "column precision: missing; every row has one"),
    "no grade": (column("grade", None), "column grade: missing; every row has one"),
    "no source": (column("source", None), "column source: missing; every row has one"),
    "no id": (column("id", None), "column id: missing; every row has one"),
    "a grade of no list": (column("grade", "Z"), "column grade: unknown grade 'Z'; allowed: A, B, C, V, P, M, U"),
    "odd decoding": (column("decoding", "stp"), "column decoding: unknown decoding 'stp'; allowed: plain, mtp, other"),
    "a kind of no list": (column("kind", "mean"), "column kind: unknown kind 'mean'; allowed: run, median, curve"),
    "an id twice": (column("id", R1["id"][0]), f"column id: '{R1['id'][0]}' stands more than once; allowed: once"),
    "no tokens in": (column("isl", "0"), "column isl: 0 is not allowed; a finite number above zero"),
    "tokens in words": (column("isl", "8k"), "column isl: '8k' is not a number; leave it empty when unknown"),
    "a rate in words": (column("tput_total", "fast"), "column tput_total: 'fast' is not a number; leave it empty"),
    "a day in words": (column("date", "20.7.2026"), "column date: '20.7.2026' is not a day; write YYYY-MM-DD"),
    "no address": (
        column("run_url", "javascript:x"),
        "column run_url: 'javascript:x' is not an address; allowed: ",
    ),
    "a name as key": (column("accelerator", "B200"), "column accelerator: 'B200' is another spelling of 'b200'"),
    "a key no link holds": (column("accelerator", "a,b:c"), "column accelerator: 'a,b:c' holds a comma or colon"),
}


def given(change, path):
    texts = R1.with_columns(pl.all().cast(pl.String))
    (change if isinstance(change, pl.DataFrame) else texts.with_columns(change)).write_parquet(path)
    return path


@pytest.mark.parametrize("what", OTHERS)
def test_other_points_are_served(points_at, tmp_path, what):
    """Every preset is asked, every link is read back, and the page comes up."""
    OTHERS[what].write_parquet(tmp_path / "points.parquet")
    points_at(tmp_path / "points.parquet")
    assert tables.refused() is None
    for question in [*(preset.question for preset in PRESETS), Question(llm=OTHERS[what]["llm"][0])]:
        assert link.parse(link.format(question)) == (question, ())
        answer(question)
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert not page.exception and page.title


def test_the_vocabulary_is_that_of_the_tables_and_the_points(points_at, tmp_path):
    OTHERS["an LLM, a precision and an engine of no table"].write_parquet(tmp_path / "points.parquet")
    points_at(tmp_path / "points.parquet")
    words = tables.vocabulary()
    assert next(iter(words.llms)) == "own" and set(words.llms) == {"own", *store.table("llms")["key"]}
    assert list(words.precisions) == ["fp4", "fp8", "int4", "bf16", "fp2"]
    assert words.engines["home"] == "home" and words.engines["trt"] == "TensorRT-LLM"
    assert words.aliases["precision"]["fp2"] == "fp2" and words.llm_limit["own"] is None


def test_an_accelerator_of_no_table_has_no_watts_until_they_are_typed(points_at, tmp_path):
    OTHERS["an accelerator of no table"].write_parquet(tmp_path / "points.parquet")
    points_at(tmp_path / "points.parquet")
    asked = Question(chip=("mine",), precision=("fp4",))
    answered = answer(asked)
    assert answered.not_computable == (("mine", "no power figure in the tables; enter watts per chip"),)
    assert answered.curves == () and answered.points.height > 0
    typed = answer(link.parse(link.format(asked) + "&watts=mine:1000")[0])
    assert typed.points.select((pl.col("y") == pl.col("tput_total")).all()).item()
    assert typed.watts["mine"].value == 1000


@pytest.mark.parametrize("what", REFUSED)
def test_points_that_cannot_be_used_are_refused_in_one_sentence(points_at, tmp_path, what):
    change, said = REFUSED[what]
    place = given(change, tmp_path / "points.parquet")
    points_at(place)
    start = f"{store.SETTING}={place} "
    start += "" if isinstance(change, pl.DataFrame) else "cannot be used as points: "
    assert tables.refused().startswith(start + said) and "\n" not in tables.refused()


def test_a_database_without_points_is_told(points_at, tmp_path):
    """Tables of this process do not stand in for it."""
    with duckdb.connect(str(tmp_path / "mine.duckdb")) as database:
        database.execute("create table other as select 1 as id")
    points_at(tmp_path / "mine.duckdb")
    assert tables.refused() == f"{store.SETTING}={tmp_path / 'mine.duckdb'} has no table points"


def test_the_page_shows_why_and_the_terminal_says_it(points_at, tmp_path, capsys):
    points_at(given(column("grade", "Z"), tmp_path / "points.parquet"))
    page = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60).run()
    assert not page.exception and not page.title
    assert "unknown grade 'Z'" in page.error[0].value.replace("\\", "")
    assert "unknown grade 'Z'; allowed: A, B" in capsys.readouterr().err


@pytest.mark.parametrize("command", [["data.check"], ["pages.ui.export", "/"]])
def test_a_command_refuses_with_2_and_one_sentence(tmp_path, command):
    environment = os.environ | {store.SETTING: str(given(column("grade", "Z"), tmp_path / "points.parquet"))}
    ran = subprocess.run(
        [sys.executable, "-m", *command], capture_output=True, text=True, cwd=ROOT, env=environment, check=False
    )
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1 and "unknown grade 'Z'; allowed: A, B, C" in ran.stderr


def test_the_check_counts_with_other_points_that_are_right(points_at, tmp_path, capsys):
    points_at(given(R1, tmp_path / "points.parquet"))
    assert check.main([]) == 0
    assert "points.csv: " in capsys.readouterr().out
