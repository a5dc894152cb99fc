"""Published and database figures, read from what the command line prints; each is named after its source."""

import io
import os
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from pages.ui import export

ROOT = Path(__file__).parent.parent
R1, GPT, KIMI = "DeepSeek-R1-0528", "gpt-oss-120b", "Kimi-K2.5"
OPENAI = "OpenAI, Jalapeño first results, 25 Aug 2026"
DUMP = "InferenceX database dump of 20 Jul 2026"
RUNS = "InferenceX single runs"

# LLM, accelerator, further parameters, best y, where the figure is from
PEAKS = [
    (GPT, "jalapeno", "", 85_448.4, OPENAI),
    (GPT, "b200", "", 63_535.9, DUMP),
    (GPT, "gb200", "", 44_960.4, OPENAI),
    (GPT, "gb200", "latest=false", 45_066.0, RUNS),
    (R1, "jalapeno", "", 19_640.6, OPENAI),
    (R1, "b300", "", 13_028.9, DUMP),
    (R1, "b200", "", 12_950.6, RUNS),
    (R1, "gb300", "", 11_780.8, OPENAI),
    (KIMI, "jalapeno", "", 18_238.6, "InferenceX preview rows; OpenAI prints 18,195 of another run"),
    (KIMI, "gb200", "", 13_966.7, DUMP),
    (KIMI, "gb300", "", 11_861.5, OPENAI),
    (R1, "b200", "decoding=mtp", 13_429.7, DUMP),
    (R1, "gb300", "decoding=mtp", 12_951.1, OPENAI),
    (GPT, "jalapeno", "power=sustained", 108_752.6, "85,448 x 700 / 550"),
    (R1, "jalapeno", "power=sustained", 24_997.1, "19,641 x 700 / 550"),
    (KIMI, "jalapeno", "power=sustained", 23_212.8, "18,239 x 700 / 550"),
    (GPT, "jalapeno", "power=all_in", 53_167.9, "SemiAnalysis, 1.125 kW per chip"),
]
FASTEST = [(GPT, 1_462.1), (R1, 703.1), (KIMI, 694.6)]  # tok/s/user, InferenceX preview rows of Jalapeño


def frontier(capfdbinary, query: str) -> pl.DataFrame:
    """What `python -m pages.ui.export` prints for a link."""
    assert export.main([f"/?v=1&isl=8192&osl=1024&precision=fp4&{query}"]) == 0
    return pl.read_csv(io.BytesIO(capfdbinary.readouterr().out), infer_schema_length=None)


@pytest.mark.parametrize(("llm", "chip", "more", "peak", "source"), PEAKS, ids=lambda value: str(value)[:40])
def test_the_best_mixed_tokens_per_kw_is_the_sources(capfdbinary, llm, chip, more, peak, source):
    rows = frontier(capfdbinary, f"llm={llm}&chip={chip}&{more}")
    assert rows["y"].max() == pytest.approx(peak, rel=1e-5), source
    best = rows.sort("y").row(-1, named=True)
    assert best["y"] == pytest.approx(best["tput_total_tok_s_chip"] / best["watts_per_chip"] * 1e3, rel=1e-12)


@pytest.mark.parametrize(("llm", "fastest"), FASTEST)
def test_the_fastest_jalapeno_point_is_the_sources(capfdbinary, llm, fastest):
    rows = frontier(capfdbinary, f"llm={llm}&chip=jalapeno")
    assert rows["interactivity_tok_s_user"].max() == pytest.approx(fastest, abs=0.06)


def test_openais_three_ratios_follow_from_the_points(capfdbinary):
    """1.90, 1.67 and 1.53 (1.54 with the stored Kimi run) in OpenAI's publication; peak against peak, rated power."""
    pairs = [(GPT, "gb200", 1.9005), (R1, "gb300", 1.6672), (KIMI, "gb300", 1.5376)]
    for llm, rival, ratio in pairs:
        rows = frontier(capfdbinary, f"llm={llm}&chip=jalapeno&chip={rival}")
        best = dict(rows.group_by("accelerator").agg(pl.col("y").max()).iter_rows())
        assert best["jalapeno"] / best[rival] == pytest.approx(ratio, rel=1e-4)


def test_changing_a_point_changes_the_figure(tmp_path):
    """The figures come from the table: another number in the row is another number in the file."""
    changed = (ROOT / "data" / "points.csv").read_text().replace(",13748.39,", ",14000,")
    (tmp_path / "points.csv").write_text(changed)
    command = [sys.executable, "-m", "pages.ui.export", f"/?v=1&precision=fp4&llm={R1}&chip=jalapeno"]
    environment = os.environ | {"SCOVILLE_POINTS": str(tmp_path / "points.csv")}
    printed = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=True).stdout
    assert pl.read_csv(io.BytesIO(printed), infer_schema_length=None)["y"].max() == pytest.approx(20_000)
