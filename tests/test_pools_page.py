"""Pools of two accelerators: worked by hand, at their extremes, in words, rows and files."""

import csv
import io
from dataclasses import replace

import numpy as np
import pytest

from data import pools as systems
from data.calibrated import calibration
from data.machines import accelerators, formats, llms
from data.mixed import between, cache_bytes, pair
from data.parts import part, setting, sram_parts
from data.pools_more import HOPPING, NETWORKS, claims, hop_steps, hops, published, shares
from model.calibration import PERFECT
from model.mixed import alone, boards, hop_seconds, in_a_row, in_sram, mixed, over_parts, parts_needed, weight_bytes
from model.question import Question
from model.serving import Load, aggregate
from model.sweep import Case
from model.work import Deployment
from pages.ui import link, pools, pools_beside, pools_charts, pools_csv, pools_rows, pools_sram, pools_watts, worked
from pages.ui.demand_charts import Look
from pages.ui.export import main
from pages.ui.pools_charts import frontiers
from pages.ui.pools_curves import networks, over_share
from pages.ui.theme import colours

R1 = "DeepSeek-R1-0528"
LPX = Question()  # Vera Rubin + Groq 3 LPX, DeepSeek-R1
JALAPENO = Question(pool_prefill="jalapeno", pool_decode="jalapeno")
WAFERS = Question(pool_prefill="trainium3", pool_decode="wse-3")
LOOK = Look(colours("dark"), "")


def case_of(key, llm=R1, precision="fp4", factors=PERFECT, sram=False):
    chip = in_sram(accelerators()[key]) if sram else accelerators()[key]
    return Case(llms()[llm], chip, formats()[llm, precision], factors, 7373.0, 922.0)


def test_a_trillion_parameters_take_more_than_four_racks():
    """1e12 × 4.25 / 8 = 531.25 GB; 256 × 500 MB = 128 GB a rack: 4.15."""
    assert 1e12 * 4.25 / 8 == 531.25e9
    assert accelerators()["groq3-lpx"].sram_bytes == 256 * 500e6
    assert parts_needed(531.25e9, 128e9) == pytest.approx(4.150, abs=1e-3)
    said = pools_sram.fit_words(systems.answered(LPX))
    assert "A trillion parameters at 4.25 bit are 531 GB, more than 4 racks of LPUs." in said


def test_whether_deepseek_r1_fits_one_rack_is_said_at_once():
    """Experts 58 × 256 × 3 × 7168 × 2048 × 0.5625 byte are 367.8 GB; the rest at 1.3 byte brings 389 GB."""
    llm, form = llms()[R1], formats()[R1, "fp4"]
    assert llm.experts * llm.expert_params == 58 * 256 * 3 * 7168 * 2048
    assert weight_bytes(llm, form) == pytest.approx(367.8e9 + llm.dense_params * 1.3, rel=1e-3)
    assert sram_parts(R1, "fp4", "groq3-lpx") == pytest.approx(389.36 / 128, rel=1e-4)
    first = pools.words(systems.answered(LPX))[0]
    assert first.endswith("389 GB of weights against 128 GB of SRAM, 3.04 racks, so at least 4.")
    assert "does not fit one Groq 3 LPX rack" in first
    small = pools.words(systems.answered(replace(LPX, llm="gpt-oss-120b")))[0]
    assert small == "gpt-oss-120b in FP4 fits one Groq 3 LPX rack: 64 GB of weights against 128 GB of SRAM."


def test_a_row_of_parts_reads_its_weights_at_one_parts_rate_and_holds_as_much_as_all():
    """Five racks: 0.92 × 5 × 128 - 5 × 3 - 389.4 = 184.4 GB for caches of 35,136 byte × 7,834 tokens: 670."""
    case = case_of("groq3-lpx", sram=True)
    side = in_a_row(case, np.array([3.0, 5.0]))
    assert side.why.tolist()[0] != 0 and side.why.tolist()[1] == 0
    free = 0.92 * 640e9 - 15e9 - weight_bytes(case.llm, case.formats)
    assert side.pace.room[1] == pytest.approx(free / (61 * 576 * 7834), rel=1e-3)
    assert side.pace.experts[1] == pytest.approx(58 * 256 * 3 * 7168 * 2048 * 0.5625 / 40e15)
    one = in_a_row(case, np.array([1.0]))
    assert side.pace.sequence[1] == pytest.approx(one.pace.sequence[0] / 5)


@pytest.mark.parametrize("key", ["gb300", "jalapeno", "trainium3"])
def test_rates_match_at_the_whole_numbers_beside_the_balance(key):
    """One per vendor: x_p = 1 / (prompt + passes), x_d = 64 / (922 × step of 64); n_p = 4 x_d / x_p."""
    factors = replace(calibration((key, "", R1, "fp4"), key != "jalapeno").factors, accepted=1.0)
    side = boards(case_of(key, factors=factors), Deployment(np.array([8.0]), np.array([1.0]), np.array([1.0])))
    found = mixed(side, side, np.array([256.0]), np.array([4.0]), np.array([0.0]))
    pace = {name: float(getattr(side.pace, name)[0]) for name in side.pace.__slots__}
    x_p = 1 / (factors.interference * (pace["prompt"] + factors.passes * pace["pass_s"] * 7373 / 8192))
    step = pace["fixed"] + pace["experts"] * -np.expm1(64 * pace["log_miss"]) + 64 * pace["sequence"]
    exact = 4 * 64 / (922 * step) / x_p
    assert found.exact_prefill.tolist() == [pytest.approx(exact)] * 2
    few = max(np.floor(exact), 1)
    assert found.prefill_workers.tolist() == [few, max(np.ceil(exact), few + 1)]


def test_prefill_or_decode_limits_the_rate():
    """With ever more decode parts prefill decides: twice the decode parts change nothing; a tenth is decode's limit."""
    case = case_of("gb300")
    side = boards(case, Deployment(np.array([8.0]), np.array([1.0]), np.array([1.0])))
    (enough, slow), (more, fast) = (over_parts(side, side, (0, 0), (8.0, n)) for n in (80.0, 160.0))
    assert enough == pytest.approx(more) and fast < slow
    few, _ = over_parts(side, side, (0, 0), (8000.0, 1.0))
    twice, _ = over_parts(side, side, (0, 0), (8000.0, 2.0))
    assert twice == pytest.approx(2 * few)


def test_one_pool_is_the_aggregate_of_serving():
    case = case_of("gb300")
    side = boards(case, Deployment(np.array([8.0]), np.array([1.0]), np.array([1.0])))
    found = alone(side, np.array([16.0]))
    row = replace(side.pace, **{name: getattr(side.pace, name)[0] for name in side.pace.__slots__})
    busy = alone(replace(side, most=np.array([8.0])), np.array([8.0, 16.0]))
    assert np.isnan(busy.tpot_s).tolist() == [False, True]
    assert found.tpot_s[0] == pytest.approx(float(aggregate(row, PERFECT, Load(7373.0, 922.0, 16.0)).tpot_s))


def test_the_hops_of_two_networks():
    """1,024 chips: a torus 1.5 × 1,024^(1/3) = 15.12 steps; Boardfly 7 × 10 / log2 1,152 = 6.9, but at least 10."""
    assert [accelerators()[key].max_hops for key in NETWORKS] == [7, 16]
    assert hop_steps("tpu-8t") == pytest.approx(1.5 * 1024 ** (1 / 3))
    assert hop_steps("tpu-8i") == 10
    waits = hop_seconds(llms()[R1], accelerators()["tpu-8t"], 1e-6, np.array([1024.0]))
    assert waits[0] == pytest.approx(2 * 61 * 15.119e-6, rel=1e-4)
    found = systems.answered(LPX)
    assert list(hops(found.setting)) == list(NETWORKS)
    said = pools_beside.network(found)
    assert "7 hops on TPU 8i’s Boardfly and 16 on a torus" in said and "takes 10 steps" in said and "15.1" in said
    assert networks(hops(found.setting), LOOK)["data"][0]["x"][-1] == HOPPING[-1]


def test_the_cache_crosses_the_slower_known_link():
    """61 layers × 576 values × 1 byte × 7,373 tokens are 259 MB; Vera Rubin's 1,600 Gb/s are 200 GB/s."""
    assert cache_bytes(setting(LPX), 0.9 * 8192) == pytest.approx(61 * 576 * 0.9 * 8192)
    assert (between(LPX).bytes_s, between(LPX).name) == (pytest.approx(200e9), "Vera Rubin’s link")
    assert between(WAFERS).bytes_s == pytest.approx(150e9) and "WSE-3" in between(WAFERS).name
    assert between(replace(LPX, pool_link_gbs=50.0)).bytes_s == 50e9
    slow, usual = (systems.answered(replace(LPX, pool_link_gbs=gbs)).systems[0] for gbs in (0.01, None))
    assert np.nanmin(slow.rows["ttft_s"]) > np.nanmin(usual.rows["ttft_s"])


def test_a_pair_without_any_link_has_speeds_but_no_first_token():
    question = replace(LPX, pool_prefill="groq3-lpx")
    found = systems.answered(question)
    assert np.isnan(found.systems[0].rows["ttft_s"]).all() and found.lines[0].y.size
    assert any("No link of Groq 3 LPX" in text and "type one" in text for text in pools.words(found))
    limited = systems.answered(replace(question, slo_ttft_s=2.0))
    assert "No configuration of Groq 3 LPX two pools gives a first token within 2 s" in pools.headline(limited)


def test_without_watts_it_is_per_chip_and_with_typed_ones_per_watt():
    found = systems.answered(LPX)
    assert not found.per_watt and found.unpowered == ("groq3-lpx",)
    assert any("not computable" in text for text in pools.words(found)) and "tokens per chip" in pools.headline(found)
    typed = systems.answered(replace(LPX, watts=(("groq3-lpu", 600.0),)))
    assert typed.per_watt and "tokens per watt" in pools.headline(typed)
    one = typed.systems[0]
    watts = systems.watts_of(one, systems.draws(typed.question))
    parts = one.rows["prefill_parts"][0], one.rows["decode_parts"][0]
    total = parts[0] * 2300 + parts[1] * 256 * 600
    assert watts[0] == pytest.approx(total / (parts[0] + 256 * parts[1]))


def test_a_part_without_a_published_peak_says_so_and_takes_a_typed_one():
    found = systems.answered(WAFERS)
    said = pools.headline(found)
    assert said.startswith("Trainium3 + WSE-3: not computable. WSE-3: peak arithmetic undisclosed; type one")
    assert found.lines[0] is None and found.lines[1] is not None
    typed = systems.answered(replace(WAFERS, pool_peak_tflops=12_500.0))
    assert typed.lines[0].x[-1] > typed.lines[1].x[-1]
    assert "A chip of WSE-3 is a whole wafer" in " ".join(pools.words(typed))
    fast = systems.answered(replace(WAFERS, pool_peak_tflops=12_500.0, pool_layer_us=10.0))
    assert fast.lines[0].x[-1] > 2 * typed.lines[0].x[-1]


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"pin": 10_000.0}, "does not reach 10,000 tok/s per user"),
        ({"slo_ttft_s": 0.01}, "No configuration of"),
        ({"llm": "GLM-4.7"}, "not computable. The layers of this LLM are not known"),
        ({"pool_decode": "gaudi3"}, "undisclosed"),
        ({"pool_decode": "h100", "isl": 160_000, "llm": R1, "precision": ("bf16",)}, "tok/s per user"),
        ({"pool_decode": "groq3-lpu"}, "Groq 3 LPX"),
        ({"pool_prefill": "wse-3", "pool_decode": "wse-3"}, "peak arithmetic undisclosed"),
        ({"isl": 1, "osl": 1}, "tok/s per user"),
    ],
)
def test_extremes_are_answered_in_words(more, said):
    found = systems.answered(replace(LPX, **more))
    assert said in pools.headline(found)
    assert pools.conditions(found) and pools_beside.network(found) and pools_beside.rests(found)
    assert pools_rows.systems(found).height == len(found.systems)
    assert pools_sram.sram(found).height >= 1 and pools_beside.claimed(found).height == len(claims())
    assert pools_csv.pools_csv(found.question).decode().count("\n") > len(found.systems)
    if any(found.lines):
        assert frontiers(found, LOOK)["data"]


def test_a_homogeneous_pair_is_compared_with_one_pool():
    found = systems.answered(JALAPENO)
    assert [one.name for one in found.systems] == ["Jalapeño two pools", "Jalapeño one pool"]
    assert found.per_watt and pair(JALAPENO) == ("jalapeno", "jalapeno")
    assert any("No run of Jalapeño in two pools" in text for text in pools.words(found))
    measured = systems.answered(replace(JALAPENO, pool_prefill="gb300", pool_decode="gb300"))
    assert not any("No run of" in text for text in pools.words(measured))
    assert "GB300 one pool and GB300 two pools are level per watt" in pools.headline(measured)
    assert shares(found, 0).per_kw is None  # the same curve as per chip


def test_watts_of_two_kinds_bend_the_curve_over_the_share():
    found = systems.answered(replace(LPX, watts=(("groq3-lpu", 600.0),)))
    made = shares(found, 0)
    middle = len(made.share) // 2
    power = (1 - made.share[middle]) * 2300 + made.share[middle] * 600
    assert made.per_kw[middle] == pytest.approx(1e3 * made.per_chip[middle] / power)
    assert "Most tokens per watt" in pools_rows.shared(found, made)


def test_the_band_is_the_widest_of_its_parts_and_a_factor_of_three_without_hbm():
    found = systems.answered(LPX)
    line = found.lines[0]
    assert line.high[0] / line.y[0] == pytest.approx(3) and line.y[0] / line.low[0] == pytest.approx(3)
    assert found.lines[1].high[0] / found.lines[1].y[0] < 2


def test_more_decode_parts_raise_the_speed_and_lower_the_tokens_per_chip():
    found = systems.answered(LPX)
    made = shares(found, systems.at(found.lines[0], 100.0))
    most = int(made.per_chip.argmax())
    assert 0 < most < len(made.share) - 1
    assert (np.diff(made.speed) >= -1e-9).all() and (np.diff(made.per_chip[most:]) < 0).all()
    assert made.per_kw is None and "chip gives" in pools_rows.shared(found, made)
    assert over_share(made, "", LOOK)["data"][0]["y"] == made.speed.tolist()


def test_claims_and_the_published_curve_stand_beside_the_model():
    rows = {(each.prefill, each.decode, each.value) for each in claims()}
    assert rows >= {("vr200", "groq3-lpx", 35.0), ("trainium3", "wse-3", 5.0)}
    x, y, key = published(replace(LPX, y="tput_output_per_kw"))
    assert key == "vr200" and dict(zip(x, y, strict=True))[52.0] == 4438
    mixed_rate = dict(zip(*published(LPX)[:2], strict=True))
    assert mixed_rate[52.0] == 4438 * 9
    told = pools_beside.claimed(systems.answered(LPX))
    assert told["model"][0] == "not computable: watts undisclosed; the modelled pair ends at 377 tok/s per user"
    typed = replace(LPX, llm="gpt-oss-120b", watts=(("groq3-lpu", 600.0),))
    assert pools_beside.claimed(systems.answered(typed))["model"][0].endswith("×")


@pytest.mark.parametrize("curve", [False, True])
@pytest.mark.parametrize("question", [LPX, JALAPENO, WAFERS])
def test_the_file_of_the_button_is_that_of_the_command_line(question, curve, tmp_path):
    address, file = link.format(question, "pools"), tmp_path / "pools.csv"
    assert main([address, "-o", str(file), *(["--curve"] if curve else [])]) == 0
    made = pools_csv.share_csv(question) if curve else pools_csv.pools_csv(question)
    assert file.read_bytes() == made
    rows = list(csv.DictReader(io.StringIO(made.decode())))
    assert all(row["link"] == address for row in rows) and (rows or question is WAFERS)
    if not curve:
        assert {row["system"] for row in rows} == {one.name for one in systems.answered(question).systems}
        assert all(row["why_not"] or float(row["band_low"]) < float(row["y"]) < float(row["band_high"]) for row in rows)


def test_a_lone_accelerator_is_the_same_in_every_pair():
    first, second = (systems.answered(replace(LPX, pool_decode=key)) for key in ("groq3-lpx", "gb300"))
    assert first.systems[1].name == second.systems[1].name == "Vera Rubin both"
    assert first.systems[1].rows["output"].sum() == second.systems[1].rows["output"].sum()
    assert part(first.setting, "vr200", "both") is part(second.setting, "vr200", "both")


def test_every_quantity_is_worked_on_the_method_page():
    rows = dict(worked.rows().filter(name="Pools").select("what", "worked").iter_rows())
    assert rows["Racks that hold the weights"] == "DeepSeek-R1-0528: 389 GB / 128 GB = 3.04 racks"
    assert rows["Band of a pair"].endswith("= 3 times either way")
    assert len(rows) == len(set(rows.values())) == 7


def test_the_headline_is_short_and_its_points_are_named_below():
    found = systems.answered(LPX)
    assert len(pools.headline(found).split()) <= 22 and ";" not in pools.headline(found)
    said = next(text for text in pools.words(found) if text.startswith("Compared, "))
    assert "Vera Rubin + Groq 3 LPX at " in said and "Vera Rubin both at " in said


def test_no_more_caches_cross_than_the_link_carries():
    """0.001 GB/s a chip: every prompt leaves its 0.26 GB on the links of the chips that read it."""
    found = systems.answered(Question(pool_decode="vr200", pool_link_gbs=0.001))
    rows, asked = found.systems[0].rows, found.setting
    side = part(asked, "vr200", "prefill").side
    carried = rows["prefill_parts"] * found.link.bytes_s * side.case.factors.link
    prompts_s = rows["input"] * rows["chips"] / side.case.prompt
    assert (prompts_s * cache_bytes(asked, side.case.prompt) <= carried * (1 + 1e-9)).all()


@pytest.mark.parametrize("key", ["groq3-lpu", "groq3-lpx"])
def test_watts_are_of_one_lpu_whichever_name_they_are_typed_for(key):
    """200 W an LPU are 51.2 kW a rack; on box, in words and in the file they are said to be of an LPU."""
    question = replace(LPX, watts=((key, 200.0),))
    found = systems.answered(question)
    assert systems.draws(question)["groq3-lpx"] == 256 * 200 and found.per_watt
    assert "<b>your 200 W per LPU of Groq 3 LPX</b>" in pools.conditions(found)
    assert "Watts: your 200 W per LPU of Groq 3 LPX: 51 kW a rack of 256 LPUs." in pools.words(found)
    row = next(csv.DictReader(io.StringIO(pools_csv.pools_csv(question).decode())))
    assert (row["decode_watts_per_chip"], row["decode_watts_typed"], row["prefill_watts_typed"]) == (
        "200.0",
        "true",
        "false",
    )


@pytest.mark.parametrize(
    ("watts", "doubted"), [(600.0, False), (153_600.0 / 256, False), (60_000.0, True), (2.0, True)]
)
def test_watts_that_no_chip_draws_are_doubted(watts, doubted):
    """Published chips draw 600 to 2,300 W; a third of the one and three times the other are no chip's."""
    assert systems.published_watts() == (600.0, 2300.0)
    said = " ".join(pools.words(systems.answered(replace(LPX, watts=(("groq3-lpx", watts),)))))
    assert ("Doubtful: " in said and "not of a rack" in said) == doubted


def test_a_typed_number_takes_the_place_of_the_one_before_and_of_the_racks():
    assert pools_watts.replaced("b200:900,Groq 3 LPX:200", "groq3-lpx", 600.0) == "b200:900,groq3-lpu:600"
    assert pools_watts.replaced("b200:900, groq3-lpu:3", "groq3-lpx", None) == "b200:900"


def test_lines_are_numbered_and_named_in_a_key_that_cannot_overlap():
    found = systems.answered(LPX)
    told, drawn = pools_charts.key(found, LOOK.ink), frontiers(found, LOOK)["layout"]["annotations"]
    names = [one.name for one in found.systems]
    assert all(f"<b>{number}</b> {name}</span>" in told for number, name in enumerate(names, 1))
    assert {"<b>1</b>", "<b>2</b>", "<b>3</b>"} <= {each["text"] for each in drawn}
    assert not [each for each in drawn if any(name in each["text"] for name in names)]
