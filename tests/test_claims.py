"""Published claims recomputed: each test is named after the source whose figures it recomputes from the tables."""

import csv
import io
from dataclasses import replace
from itertools import product

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data import claims_best, claims_lines, claims_points, spreadsheet, tables
from data.claims import HOLDS, Claim, claims, main, note, recomputed, table
from data.claims_calls import FUNCTIONS, calls
from data.claims_figures import Unknown
from data.claims_table import LEFT_OUT, by_id
from model import claims as model
from model.question import Question

R1, GPT, KIMI = "DeepSeek-R1-0528", "gpt-oss-120b", "Kimi-K2.5"
BASELINES = (("gpt-oss", GPT, "gb200"), ("r1", R1, "gb300"), ("kimi", KIMI, "gb300"))


def found(key: str):
    return recomputed(by_id()[key])


def arithmetic(key: str) -> tuple[float, str]:
    """The recomputed value and its verdict; of a range the low end."""
    column = found(key).arithmetic
    return column.values[0], column.verdict


def points(key: str) -> tuple[float, str]:
    column = found(key).points
    return column.values[0], column.verdict


def about(value: float, digits: int):
    return pytest.approx(value, abs=0.5 * 10.0**-digits)


def test_openai_25_august_peak_gpt_oss_against_gb200():
    assert points("gpt-oss-peak") == (about(85_448, 0), "reproduced")
    assert points("gpt-oss-peak-baseline") == (about(44_960, 0), "reproduced")
    assert arithmetic("gpt-oss-peak-ratio") == (about(1.9005, 4), "reproduced")
    assert points("gpt-oss-peak-ratio") == (about(1.9005, 4), "reproduced")


def test_openai_25_august_peak_r1_against_gb300():
    assert points("r1-peak") == (about(19_641, 0), "reproduced")
    assert points("r1-peak-baseline") == (about(11_781, 0), "reproduced")
    assert arithmetic("r1-peak-ratio") == (about(1.667, 3), "rounding")
    assert points("r1-peak-ratio") == (about(1.667, 3), "rounding")


def test_openai_25_august_peak_kimi_is_of_another_run_than_the_stored_one():
    assert by_id()["kimi-peak"].published == "18,195"
    assert points("kimi-peak") == (about(18_239, 0), "reproduced")
    assert arithmetic("kimi-peak-ratio") == (about(1.534, 3), "rounding")
    assert points("kimi-peak-ratio") == (about(1.538, 3), "rounding")


def test_openai_25_august_range_is_judged_at_both_ends():
    column = found("peak-ratio-range").points
    assert by_id()["peak-ratio-range"].published == "1.5–1.9"
    assert column.values == (points("kimi-peak-ratio")[0], points("gpt-oss-peak-ratio")[0])
    assert column.verdict == "rounding"  # that of the low end; the high end is reproduced
    assert column.differences == (pytest.approx(0.0251, abs=1e-4), pytest.approx(0.0003, abs=1e-4))


@pytest.mark.parametrize(
    ("short", "best", "lead"), [("gpt-oss", "63,535.9", 1.345), ("r1", "13,028.9", 1.507), ("kimi", "13,966.7", 1.306)]
)
def test_aichip_26_august_the_best_existing_accelerator_is_not_the_one_openai_compared_with(short, best, lead):
    assert points(f"{short}-peak-ratio-best") == (about(lead, 3), "differs")
    assert best in found(f"{short}-peak-ratio-best").points.working[0]
    assert by_id()[f"{short}-peak-ratio-best"].value == by_id()[f"{short}-peak-ratio"].value
    assert by_id()[f"{short}-peak-ratio-best"].speaker == "an article"


@pytest.mark.parametrize(
    ("short", "point", "ratio", "verdict"),
    [("gpt-oss", "r03507", 2.73, "rounding"), ("r1", "r01827", 3.99, "near"), ("kimi", "m04122", 3.79, "reproduced")],
)
def test_aichip_26_august_the_fastest_existing_accelerator(short, point, ratio, verdict):
    """B300 gave 176.2 tok/s/user on R1, GB200 183.4 on Kimi; both faster than the GB300 of the comparison."""
    assert points(f"{short}-speed-ratio-best") == (about(ratio, 2), verdict)
    assert found(f"{short}-speed-ratio-best").points.used[-1] == point
    assert found(f"{short}-equal-speed-best").points.used[-1] == point


def test_aichip_26_august_equal_speed_with_the_fastest_existing_accelerator():
    """11,688 / (166.42 / 1.2) at 176.22 and 6,613 / (167.09 / 1.2) at 183.38 tok/s/user."""
    assert points("gpt-oss-equal-speed-best") == (about(53.7, 1), "reproduced")
    assert points("r1-equal-speed-best") == (about(84.3, 1), "differs")
    assert points("kimi-equal-speed-best") == (about(47.5, 1), "differs")


@pytest.mark.parametrize("llm", [GPT, R1, KIMI])
def test_a_lead_over_the_best_is_no_larger_than_over_any_other(llm):
    best = claims_best.peak_ratio_best(llm, "jalapeno", "2026-08-26").value
    for rival in ("gb200", "gb300", "b200", "b300"):
        try:
            assert best <= claims_points.peak_ratio(llm, "jalapeno", rival).value
        except Unknown:
            continue


def test_article_tape_out_30_to_50_percent_less_power_holds_against_the_chosen_baselines_only():
    leads = [points(f"{short}-peak-ratio-best")[0] for short in ("gpt-oss", "kimi")]
    assert [round(model.percent_less_of_times(lead), 1) for lead in leads] == [25.6, 23.4]
    assert all(f"{saved} %" in by_id()["lower-power-guess"].note for saved in (25.6, 23.4))
    assert arithmetic("compute-per-area") == (about(1.43, 2), "differs")
    assert found("compute-per-area").arithmetic.values[1] == pytest.approx(2)


def test_inferencex_database_of_20_july_is_searched_as_a_whole():
    column = found("dump-fastest-tpot").points
    assert points("dump-fastest-tpot") == (about(1.8682, 4), "reproduced")
    assert column.used == ("r03507",) and "of all 8,555 points" in column.working[0]
    assert claims_best.shortest_tpot_of_all("2026-08-26").value < 0.0007  # Jalapeño's came later
    with pytest.raises(Unknown):
        claims_best.shortest_tpot_of_all("2020-01-01")


def test_semianalysis_vera_rubin_bandwidth_per_watt_names_both_pairs():
    assert points("hbm-per-watt-vera-rubin") == (about(11.111, 3), "reproduced")
    (working,) = found("hbm-per-watt-vera-rubin").points.working
    assert "22 TB/s / 2,300 W of the data sheet would be 9.57" in working and "20 TB/s / 1,800 W (max-q)" in working


def test_semianalysis_gb200_at_peak_gives_three_times_the_printed_rate_per_mw():
    assert points("gpt-oss-peak-all-in-baseline") == (about(28.9, 1), "differs")


def test_article_tape_out_deployment_on_a_large_scale_is_announced_for_2027():
    assert found("deployment-years").arithmetic.values == (about(14 / 12, 4), about(25 / 12, 4))
    assert arithmetic("deployment-years")[1] == "differs"


@pytest.mark.parametrize(
    ("key", "value", "verdict"),
    [
        ("tpu-8i-hbm", 288, "reproduced"),
        ("tpu-8i-hbm-rate", 8.67, "rounding"),
        ("tpu-8i-stacks", 8, "reproduced"),
        ("jalapeno-stacks", 6, "reproduced"),
        ("tpu-8t-hops", 16, "reproduced"),
        ("jalapeno-global-chips", 2_048, "reproduced"),
        ("vr200-agentx-ratio", 2.084, "reproduced"),
        ("vr200-mlperf-offline", 16_435.1, "reproduced"),
    ],
)
def test_printed_operands_of_other_vendors(key, value, verdict):
    assert arithmetic(key) == (pytest.approx(value, rel=1e-3), verdict)


def test_nvidia_nvl72_counts_both_directions():
    assert points("nvl72-links") == (about(129.6, 1), "reproduced")
    assert found("nvl72-links").points.working == ("2 directions × 72 × 900 GB/s per direction = 129.6",)


@pytest.mark.parametrize("key", ["kimi-lead-at-100", "silicon-months", "lower-power-guess", "cache-7b"])
def test_a_bound_that_holds_has_no_difference(key):
    row = table().row(by_predicate=pl.col("id") == key, named=True)
    assert row["arithmetic_difference"] is None and row["points_difference"] is None
    columns = [column for column in _columns(by_id()[key]) if column.values]
    assert [column.verdict for column in columns] == ["reproduced"]
    assert all(text.startswith(HOLDS) for column in columns for text in column.working)


def test_a_bound_that_is_broken_has_a_difference():
    assert found("plan-tens").arithmetic.difference == -0.5
    assert HOLDS not in found("plan-tens").arithmetic.working[0]


def test_openai_the_figures_against_speculative_decoding_cite_where_they_stand():
    """openai.com prints them; servethehome.com the rounded ratios; the notes on the deck hold neither."""
    sources = {claim.id: claim.source for claim in claims() if claim.id.startswith("r1-mtp-") or claim.id == "mtp-gain"}
    elsewhere = {key for key, source in sources.items() if source == "servethehome-jalapeno"}
    assert elsewhere == {"r1-mtp-peak-ratio", "r1-mtp-e2e-ratio", "mtp-gain"}
    assert set(sources.values()) == {"openai-jalapeno", "servethehome-jalapeno"}


def test_relations_and_digits_are_those_printed():
    printed = {key: by_id()[key].published for key in ("r1-tpot-baseline", "port-months", "typical-months")}
    assert list(printed.values()) == ["5.90", "at most 2", "at least 18–24"]


def test_inferencex_runs_the_newest_gb200_run_is_the_baseline_not_the_best():
    """44,960.4 is the newest run of its configuration; an older one gave 45,066.0."""
    every = claims_lines.line(GPT, "gb200", latest=False)
    assert points("gpt-oss-peak-baseline")[0] == about(44_960.4, 1)
    assert every.curve.y[0] == about(45_066.0, 1)


@pytest.mark.parametrize(
    ("key", "value", "verdict"),
    [
        ("gpt-oss-e2e-cut", 42.8, "rounding"),
        ("r1-e2e-cut", 72.5, "reproduced"),
        ("kimi-e2e-cut", 70.6, "reproduced"),
        ("kimi-e2e-cut-rounded", 70.6, "rounding"),
    ],
)
def test_openai_25_august_shorter_requests(key, value, verdict):
    assert arithmetic(key) == (about(value, 1), verdict)


def test_openai_25_august_printed_request_times():
    printed = {s: (by_id()[f"{s}-e2e-baseline"].value, by_id()[f"{s}-e2e"].value) for s, _, _ in BASELINES}
    assert printed == {"gpt-oss": ("1.80", "1.03"), "r1": ("5.99", "1.65"), "kimi": ("5.31", "1.56")}


def test_jalapeno_preview_17_august_has_a_shorter_r1_request_than_printed():
    """1.5685 s on 17 August; the run of 22 August, which replaced it, 1.6413 s; OpenAI prints 1.65 s."""
    every = claims_lines.line(R1, "jalapeno", x="e2e_s", latest=False)
    rows = tables.points(Question(llm=R1, chip=("jalapeno",), latest=False))
    assert every.curve.x[-1] == about(1.5685, 4)
    assert dict(rows.select("id", "date").iter_rows())[every.ids[-1]] == "2026-08-17"
    assert points("r1-e2e") == (about(1.6413, 4), "near")


def test_openai_25_august_time_between_tokens_and_speed_are_one_figure():
    """0.69 ms is 1,449 tok/s/user and 1,459 is 0.685 ms: the digits of either leave room for the other."""
    assert (by_id()["gpt-oss-tpot"].value, by_id()["gpt-oss-speed"].value) == ("0.69", "1459")
    assert arithmetic("gpt-oss-speed") == (about(1_449, 0), "rounding")
    assert arithmetic("gpt-oss-tpot") == (about(0.685, 3), "rounding")


def test_aichip_26_august_41_to_72_percent_are_1_7_to_3_6_times():
    claim, times = by_id()["e2e-cut-range"], by_id()["e2e-times-range"]
    assert (claim.published, times.published) == ("41–72", "1.7–3.6")
    assert found("e2e-cut-range").arithmetic.values == (about(41.2, 1), about(72.2, 1))
    assert found("e2e-cut-range").arithmetic.verdict == "reproduced"
    assert "1 / 1.7" in found("e2e-cut-range").arithmetic.working[0]
    back = [model.times_of_percent_less(float(end)) for end in claim.ends]
    assert [round(value, 1) for value in back] == [float(end) for end in times.ends]


def test_hot_chips_deck_low_end_of_the_interactive_gain_is_against_speculative_decoding():
    column = found("speed-ratio-range").arithmetic
    plain = [found(f"{s}-speed-ratio").arithmetic.values[0] for s, _, _ in BASELINES]
    assert by_id()["speed-ratio-range"].published == "2.1–4.1"
    assert column.values == (arithmetic("r1-mtp-tpot-ratio")[0], arithmetic("r1-speed-ratio")[0])
    assert column.values == (about(2.13, 2), about(4.14, 2)) and column.verdict == "rounding"
    assert by_id()["r1-mtp-tpot-ratio"].baseline_decoding == "mtp"
    assert min(plain) == about(2.73, 2) and max(plain) == column.values[1]


@pytest.mark.parametrize(("short", "llm", "rival"), BASELINES)
def test_openai_25_august_1024_tokens_do_not_fit_into_the_baselines_requests(short, llm, rival):
    """E2E = TTFT + (OSL - 1) x TPOT leaves less than nothing for the first token; with 922 tokens it fits."""
    e2e_s, speed = (float(by_id()[f"{short}-{part}"].value) for part in ("e2e-baseline", "equal-speed-at"))
    nominal = float(by_id()[f"{short}-output-tokens"].value)
    drawn = points("mean-output-tokens")[0]
    assert found(f"{short}-output-tokens").arithmetic.verdict == "impossible"
    assert (nominal, drawn) == (1_024, about(921.6, 1))
    assert model.ttft_left_s(e2e_s, 1 / speed, nominal) < 0 < model.ttft_left_s(e2e_s, 1 / speed, drawn)
    assert by_id()[f"{short}-output-tokens"].subject == rival


@pytest.mark.parametrize(("short", "implied"), [("gpt-oss", 924.9), ("r1", 923.4)])
def test_inferencex_runs_put_out_about_922_tokens(short, implied):
    assert points(f"{short}-output-tokens") == (about(implied, 1), "differs")


def test_jalapeno_preview_points_put_out_904_to_942_tokens():
    rows = [tables.points(Question(llm=llm, chip=("jalapeno",), latest=False)) for llm in (GPT, R1, KIMI)]
    each = [model.output_tokens(*cells) for t in rows for cells in t.select("e2e_s", "ttft_s", "interactivity").rows()]
    assert len(each) == 36 and (round(min(each)), round(max(each))) == (904, 942)


def test_nvidia_lpx_sums_are_rounded_up():
    assert points("lpx-sram-rate") == (about(38.4, 1), "near") and by_id()["lpx-sram-rate"].value == "40"
    assert points("lpx-fp8") == (about(307.2, 1), "near") and by_id()["lpx-fp8"].value == "315"
    assert points("lpx-chips") == (256, "reproduced") and points("lpx-sram") == (128, "reproduced")


def test_article_an_mxfp4_value_takes_0_266_of_fp16_not_a_quarter():
    assert arithmetic("mxfp4-share") == (0.25, "reproduced")
    assert points("mxfp4-share") == (about(0.266, 3), "differs")


def test_semianalysis_development_times_differ_by_their_start():
    assert arithmetic("design-months") == (9, "reproduced")
    assert arithmetic("project-months") == (13, "differs") and by_id()["project-months"].value == "9"
    assert arithmetic("team-months") == (16.5, "rounding")  # from June or July 2024
    assert arithmetic("silicon-months") == (19, "reproduced") and by_id()["silicon-months"].published == "at most 20"


def test_openai_and_broadcom_tens_of_gigawatts_are_ten():
    assert arithmetic("plan-tens") == (10, "differs")


def test_openai_25_august_equal_speed_is_read_along_straight_lines():
    assert points("gpt-oss-equal-speed") == (about(53.7, 1), "reproduced")
    assert points("r1-equal-speed") == (about(103.9, 1), "reproduced")
    assert points("kimi-equal-speed") == (about(56.1, 1), "reproduced")


def test_hot_chips_deck_equal_speed_against_speculative_decoding_rests_on_the_runs_of_22_august():
    """The printed 1,940 lies on their straight line; with the run of 17 August the line runs lower."""
    claim, speed = by_id()["r1-mtp-equal-speed-own"], float(by_id()["r1-mtp-equal-speed-at"].value)
    assert claims_lines.line(R1, "jalapeno", since="2026-08-22").at(speed) == pytest.approx(float(claim.value), 0.005)
    assert claims_lines.line(R1, "jalapeno").at(speed) < 0.65 * float(claim.value)
    assert found("r1-mtp-equal-speed").points.verdict == "differs"


@pytest.mark.parametrize(
    ("key", "mean", "median"),
    [
        ("gpt-oss-e2e-baseline", 1.8014, 1.7855),
        ("r1-mtp-e2e-baseline", 3.6913, 3.7632),
        ("r1-mtp-tpot-baseline", 3.0394, 3.2011),
    ],
)
def test_inferencex_runs_openai_prints_means_where_the_points_hold_medians(key, mean, median):
    """The same runs: their means are OpenAI's figures, their medians are not."""
    (point,) = found(key).points.used
    name = "tpot_s" if "tpot" in key else "e2e_s"
    rows = tables.points(Question(llm=by_id()[key].llm[0], decoding=("plain", "mtp"))).filter(id=point)
    assert rows[name].item() * (1e3 if name == "tpot_s" else 1) == about(median, 4)
    assert points(key) == (about(mean, 4), "reproduced")
    assert "mean" in found(key).points.working[0]


def test_means_belong_to_points_that_record_the_time(monkeypatch):
    rows = {row["id"]: row for llm in (GPT, R1) for row in _rows(llm)}
    assert claims_lines.means().keys() <= rows.keys()
    for key, mean in claims_lines.means().items():
        assert mean["tpot_s"] == pytest.approx(rows[key]["tpot_s"], rel=0.35)
        assert mean["e2e_s"] == pytest.approx(rows[key]["e2e_s"], rel=0.35)
    claims_lines.means.cache_clear()
    monkeypatch.setenv("SCOVILLE_POINTS", "elsewhere.csv")
    assert claims_lines.means() == {}
    claims_lines.means.cache_clear()


def test_aichip_26_august_equal_throughput_is_the_baselines_best():
    for short, value, medians in (("gpt-oss", 76.1, 75.55), ("r1", 79.8, 79.05)):
        (working,) = found(f"{short}-e2e-cut-equal-rate").points.working
        assert points(f"{short}-e2e-cut-equal-rate") == (about(value, 1), "reproduced")
        assert f"median to median {medians} %" in working and " s (median" in working and " s (mean)" in working


def test_semianalysis_cost_lead_is_of_the_prices_of_august():
    august, later = (claims_points.cost_ratio(GPT, "jalapeno", "gb200", day) for day in ("2026-08-26", "2026-09-10"))
    assert found("cost-lead-range").points.values == (about(1.21, 2), about(1.40, 2))
    assert (august.value, later.value) == (about(1.40, 2), about(1.62, 2))
    assert claims_points.cost_ratio(KIMI, "jalapeno", "gb200", "2026-08-26").value == about(0.964, 3)


def test_a_time_nobody_recorded_is_not_replaced_by_a_longer_one():
    """GB300's fastest R1 points record no request time; the shortest recorded, 6.40 s, says nothing of 5.99 s."""
    column = found("r1-e2e-baseline").points
    assert column.verdict == "not recomputable" and column.values == ()
    assert "the fastest among them, record no request time" in column.reason


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_no_claim_is_recomputed_from_its_own_number(claim):
    """Another printed number changes verdicts, never what is recomputed, nor what it is recomputed from."""
    other = {name: "9.87" if getattr(claim, name) else "" for name in ("value", "low")}
    changed = replace(claim, **other, high="98.7" if claim.high else "")
    for before, after in zip(_columns(claim), _columns(changed), strict=True):
        if "not recomputable" not in (before.verdict, after.verdict):
            assert before.values == after.values and _calculations(before) == _calculations(after)
    for column in FUNCTIONS:
        for _, arguments in calls(getattr(claim, column)) if getattr(claim, column) else ():
            assert all(a[1:].partition(".")[0] != claim.id for a in arguments if a.startswith("@"))


def _calculations(column) -> list[str]:
    return [text.removeprefix(f"{HOLDS}: ") for text in column.working]


def _columns(claim: Claim):
    both = recomputed(claim)
    return both.arithmetic, both.points


@pytest.mark.parametrize("claim", claims(), ids=lambda claim: claim.id)
def test_every_claim_has_a_verdict_with_its_calculation_or_a_reason(claim):
    for column in _columns(claim):
        assert column.verdict in (*model.VERDICTS, model.NOT_RECOMPUTABLE)
        if column.verdict == model.NOT_RECOMPUTABLE:
            assert column.reason and not column.values
        else:
            assert len(column.values) == len(column.differences) == len(column.working) and not column.reason
            assert all(np.isfinite(column.values))


def test_points_used_are_points():
    known = {key for llm in (GPT, R1, KIMI) for key in _ids(llm)}
    used = {key for claim in claims() for key in recomputed(claim).points.used}
    assert used and used <= known


def _ids(llm: str) -> list[str]:
    return [row["id"] for row in _rows(llm)]


def _rows(llm: str) -> list[dict]:
    return tables.points(Question(llm=llm, decoding=("plain", "mtp"), latest=False)).rows(named=True)


def test_the_command_prints_every_claim(capfdbinary):
    assert main([]) == 0
    rows = list(csv.DictReader(io.StringIO(capfdbinary.readouterr().out.decode())))
    assert [row["id"] for row in rows] == [claim.id for claim in claims()]
    peak = next(row for row in rows if row["id"] == "gpt-oss-peak-ratio")
    assert (peak["published"], peak["unit"], peak["arithmetic_verdict"]) == ("1.9", "x", "reproduced")
    assert float(peak["arithmetic"]) == about(1.9005, 4) and float(peak["from_points"]) == about(1.9005, 4)
    assert abs(float(peak["points_difference"])) < 0.005 and len(peak["points_used"].split("; ")) == 2


def test_the_command_says_how_claims_came_out_and_what_has_no_row(capsys):
    assert main([]) == 0
    said = capsys.readouterr().err
    rows = table()
    assert said.strip() == note() and said.startswith(f"{rows.height} claims.")
    for name in ("arithmetic", "points"):
        assert f"{(rows[f'{name}_verdict'] == 'differs').sum()} differs" in said
    assert f"{sum(LEFT_OUT.values())} statements have no row" in said and all(what in said for what in LEFT_OUT)


def test_the_command_writes_the_same_to_a_file(capfdbinary, tmp_path):
    assert main([]) == 0
    assert main(["-o", str(tmp_path / "claims.csv")]) == 0
    assert (tmp_path / "claims.csv").read_bytes() == capfdbinary.readouterr().out


@pytest.mark.parametrize("start", ["=", "+", "-", "@", "\t", "\r"])
def test_no_cell_of_the_csv_runs_in_a_spreadsheet(start):
    table = pl.DataFrame({"note": [f"{start}1+1", "plain"], "number": [-1.5, float("nan")]})
    rows = list(csv.DictReader(io.StringIO(spreadsheet.safe(table).decode(), newline="")))
    assert [row["note"] for row in rows] == [f"'{start}1+1", "plain"]
    assert [row["number"] for row in rows] == ["-1.5", ""]


def test_a_file_that_cannot_be_written_ends_in_a_sentence(capsys, tmp_path):
    assert main(["-o", str(tmp_path)]) == 2
    assert capsys.readouterr().err == f"{tmp_path} cannot be written: Is a directory.\n"


@pytest.mark.parametrize(
    ("claimed", "value", "verdict"),
    [
        ("1.9", 1.9005, "reproduced"),
        ("1.7", 1.667, "rounding"),
        ("1.70", 1.667, "near"),
        ("40", 38.4, "near"),
        ("0.25", 0.266, "differs"),
        ("1024", 1019, "reproduced"),
    ],
)
def test_the_first_verdict_that_holds_is_given(claimed, value, verdict):
    assert model.verdict(model.printed(claimed), model.exact(value)) == verdict


@given(st.integers(1, 99_999), st.integers(0, 4))
def test_a_printed_number_stands_for_half_a_unit_of_its_last_digit(digits, decimals):
    text = f"{digits / 10**decimals:.{decimals}f}"
    number = model.printed(text)
    assert number.high - number.low == pytest.approx(10.0**-decimals, rel=1e-6)
    assert f"{number.value:.{decimals}f}" == text


@given(*[st.floats(0.1, 1e4)] * 4, st.sampled_from([model.ratio, model.percent_less, model.most_output_tokens]))
def test_rounded_operands_leave_room_for_every_value_they_may_have(a, b, inside_a, inside_b, function):
    operands = [model.Printed(x, 0.9 * x, 1.1 * x) for x in (a, b)]
    result = model.recompute(function, operands)
    for x, y in product((0.9, 0.95, 1.1), repeat=2):
        assert result.low - 1e-9 * abs(result.low) <= function(a * x, b * y) <= result.high + 1e-9 * abs(result.high)


def test_the_request_identity_runs_both_ways():
    ttft_s, tpot_s, output = 0.3949, 0.000684, 926
    e2e_s = model.e2e_s(ttft_s, tpot_s, output)
    assert model.ttft_left_s(e2e_s, tpot_s, output) == pytest.approx(ttft_s)
    assert model.output_tokens(e2e_s, ttft_s, 1 / tpot_s) == pytest.approx(output)
