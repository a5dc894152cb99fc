"""The model's rows: the points' columns, the loads that were asked for, a band, and a reason where there are none."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import polars as pl
import pytest

from data import store, tables
from data.answer import answer
from data.calibrated import calibrations
from data.engines import engines_for
from data.modelled import MODEL, modelled, swept
from data.scope import chips, drawable
from data.tried import Asked, case_of, tried
from model.question import Question
from model.standing import reach, standing
from pages.ui.presets import OPENING
from pages.ui.wording import headline

MODELS = replace(OPENING.question, layer=("published", "model"))
ALONE = replace(MODELS, chip=("gb300",))
UNJOINED = (
    "the weights do not fit in the memory of 8 chips, "
    "the most that the model counts, as how many chips its network joins is not published"
)


def rows(**changes):
    return modelled(replace(MODELS, **changes))


def test_rows_have_the_columns_of_the_points():
    found, reasons = rows()
    assert found.schema == tables.points(MODELS).schema | MODEL and reasons == ()
    assert found["id"].n_unique() == found.height and set(found["grade"]) == {"M"} and set(found["kind"]) == {"model"}
    assert set(found["accelerator"]) == set(MODELS.chip) and set(found["decoding"]) == {"plain"}
    assert (found["tput_low"] < found["tput_total"]).all() and (found["tput_total"] < found["tput_high"]).all()
    assert set(found["binding"]) <= {"weights", "KV", "compute", "link", "latency"}
    assert found.filter(pl.col("calibration").is_null()).height == 0


def test_only_filters_and_what_ifs_cost_a_sweep():
    answer(MODELS)
    before = swept.cache_info().misses
    for changes in ({"power": "sustained"}, {"y": "usd_per_mtok_total"}, {"x": "ttft_s", "pin": 2.0}, {"pin": 50.0}):
        answer(replace(MODELS, **changes))
    answer(replace(MODELS, layer=("model",), ghost="none", slo_ttft_s=3.0, logy=True, if_watts=0.5))
    assert swept.cache_info().misses == before
    answer(replace(MODELS, if_chip="gb300", if_bandwidth=3.25))
    assert swept.cache_info().misses == before + 1


def test_lengths_are_shortened_for_published_workloads_alone():
    """InferenceX draws 0.8 to 1.0 of the nominal lengths, so 922 of 1,024 tokens are answered; others are exact."""
    for isl, osl, answered in ((8192, 1024, 0.9 * 1024), (4096, 512, 512)):
        found = rows(chip=("b200",), isl=isl, osl=osl)[0]
        tokens = (found["e2e_s"] - found["ttft_s"]) / found["tpot_s"] + 1
        assert tokens.to_numpy() == pytest.approx(answered, rel=1e-9)
        assert (found["tput_input"] / found["tput_output"]).to_numpy() == pytest.approx(isl / osl, rel=1e-9)


@pytest.mark.parametrize("low, high", [(1, 1), (5, 9), (100, 1_000_000), (70_000, 90_000)])
def test_loads_stay_within_the_batch_range(low, high):
    found = rows(batch_min=low, batch_max=high)[0]
    assert found.height and found["concurrency"].min() >= low and found["concurrency"].max() <= high


def test_a_pinned_batch_is_one_operating_point_per_curve():
    answered = answer(replace(MODELS, batch=64))
    pinned = answered.points.filter("pinned")
    assert set(answered.points.filter(kind="model")["concurrency"]) == {64}
    assert sorted(pinned["accelerator"]) == sorted(MODELS.chip)
    for row in pinned.iter_rows(named=True):
        own = answered.points.filter(kind="model", accelerator=row["accelerator"])
        fast = own.filter(pl.col("x") >= MODELS.pin)
        assert row["y"] == (fast if fast.height else own)["y"].max()


@pytest.mark.parametrize(
    "changes, reason",
    [
        ({"chip": ("wse-3",)}, ("wse-3", "memory size, memory bandwidth, peak arithmetic, link bandwidth undisclosed")),
        ({"chip": ("b200",), "precision": ("int4",)}, ("b200", "no INT4 layout of this LLM known")),
        (
            {"llm": "Kimi-K2.5", "chip": ("maia-100",), "precision": ("fp4",)},
            ("maia-100", UNJOINED),
        ),
        ({"decoding": ("mtp",)}, ("", "the model speaks of plain decoding only")),
        ({"grade": ("A",)}, ("", "grade M is not among the evidence chosen")),
        ({"llm": "GLM-4.7"}, ("", "the layers of this LLM are not known")),
    ],
)
def test_where_there_is_no_row_there_is_a_reason(changes, reason):
    found, reasons = rows(**changes)
    assert not found.height and reasons == (reason,)


def test_without_its_layer_the_model_says_nothing():
    assert modelled(replace(MODELS, layer=("published",)))[1] == ()
    assert not modelled(replace(MODELS, layer=("published",)))[0].height


def test_a_format_the_chip_lacks_shrinks_the_weights_alone():
    found = rows(chip=("h100",))[0]
    assert found["note"].str.contains("FP4 shrinks the weights only").all()


def test_a_chip_without_points_is_pooled_and_wider():
    measured, pooled = (rows(chip=(key,))[0] for key in ("b300", "mi455x"))
    assert pooled["calibration"].str.contains("/pooled(-disaggregated)?/").all()
    assert pooled["calibration_date"].null_count() == pooled.height  # its cell has no points of its own
    shown = answer(replace(MODELS, chip=("mi455x",))).points
    for two, dates in shown.group_by("disaggregated"):
        known = dict(store.table("engines").select("key", pl.col("disaggregated") == "true").iter_rows())
        measured = [cell.last for cell in calibrations().values() if cell.n and known.get(cell.key[1], False) == two[0]]
        assert set(dates["calibration_date"]) == {max(measured)}
    assert pooled["note"].str.starts_with("pooled calibration").all()
    width = [(found["tput_high"] / found["tput_total"]).max() for found in (measured, pooled)]
    assert width[1] > width[0]


def test_the_newest_engines_speak_and_a_named_one_alone():
    ways = engines_for("b200", "DeepSeek-R1-0528", "fp4")
    assert {two for two, _ in ways} == {False, True} and len({cell.last for _, cell in ways}) == 1
    found = rows(chip=("b200",), engine=("trt",))[0].filter(~pl.col("disaggregated"))
    assert set(found["calibration"]) == {"b200/trt/DeepSeek-R1-0528/fp4"}


def test_the_tables_of_a_vendor_decide_whether_two_pools_are_asked():
    assert {two for two, _ in engines_for("vr200", "DeepSeek-R1-0528", "fp4")} == {False, True}
    assert {two for two, _ in engines_for("maia-200", "DeepSeek-R1-0528", "fp4")} == {False}
    assert "maia-200" in chips() and "wse-3" not in chips() and next(iter(drawable())) == "jalapeno"


def reached(question, which):
    curve = next(c for c in answer(question).modelled if c.what_if is which)
    return reach(curve, np.geomspace(curve.x[0], min(curve.x[-1], 150), 40))


BETTER = [("bandwidth", 1.1), ("compute", 1.5), ("link", 2.0), ("latency", 0.5), ("capacity", 1.5)]
WORSE = [("bandwidth", 0.9), ("compute", 0.5), ("link", 0.5), ("latency", 2.0), ("capacity", 0.1), ("capacity", 0.8)]
SERVED = [
    ("DeepSeek-R1-0528", 8192, 1024, "fp4", ("gb300", "mi355x", "jalapeno")),
    ("gpt-oss-120b", 1024, 1024, "fp4", ("b200", "h100")),
    ("gpt-oss-120b", 8192, 1024, "fp8", ("jalapeno", "mi300x")),
    ("Kimi-K2.5", 8192, 1024, "fp4", ("mi355x", "vr200", "tpu-8i")),
    ("DeepSeek-R1-0528", 4096, 512, "fp8", ("gb300", "mi355x", "h200", "tpu-v7")),
    ("Llama-3.1-8B-Instruct", 64000, 1000, "bf16", ("mi355x", "vr200")),
]


@pytest.mark.parametrize("figure, times", BETTER + WORSE)
@pytest.mark.parametrize("llm, isl, osl, precision, keys", SERVED)
def test_a_what_if_serves_nowhere_worse_with_better_hardware_and_nowhere_better_with_worse(
    llm, isl, osl, precision, keys, figure, times
):
    for key in keys:
        asked = replace(MODELS, llm=llm, isl=isl, osl=osl, precision=(precision,), chip=("jalapeno",), if_chip=key)
        base, changed = (curve_if(replace(asked, **{f"if_{figure}": value})) for value in (1.0, times))
        low, high = (base, changed) if (figure, times) in BETTER else (changed, base)
        assert low is None or above(low, high) <= 1 + 1e-6, (key, above(low, high))


def above(one, two):
    """By how much a curve lies above another where it does most, their fastest ends included."""
    if two is None:
        return np.inf
    at = np.union1d(np.union1d(one.x, two.x), np.geomspace(min(one.x[0], two.x[0]), one.x[-1], 300))
    at = at[at <= min(one.x[-1], two.x[-1])]
    return max((reach(one, at) / reach(two, at)).max(), one.x[-1] / two.x[-1])


def test_two_figures_for_the_worse_and_twice_the_watts_are_worse_as_well():
    asked = replace(MODELS, llm="gpt-oss-120b", precision=("fp8",), chip=("b200",), if_chip="jalapeno")
    base, both = (curve_if(replace(asked, **c)) for c in ({}, {"if_link": 0.5, "if_compute": 0.5}))
    costly = curve_if(replace(asked, if_link=0.5, if_compute=0.5, if_watts=2.0))
    assert above(both, base) <= 1 + 1e-6 and costly.y == pytest.approx(both.y / 2, rel=1e-9)


UNMEASURED = [  # nobody measured one of the formats
    ("GLM-5.1", "gb300", ("fp8", "bf16")),
    ("DeepSeek-R1-0528", "gb300", ("fp8", "bf16")),
    ("DeepSeek-R1-0528", "mi300x", ("fp4", "fp8", "bf16")),
    ("gpt-oss-120b", "jalapeno", ("fp4", "fp8", "bf16")),
    ("gpt-oss-120b", "h200", ("fp4", "fp8", "bf16")),
    ("Kimi-K2.5", "tpu-8i", ("fp4", "fp8", "bf16")),
]


@pytest.mark.parametrize("llm, key, precisions", UNMEASURED)
def test_a_format_nobody_measured_is_served_as_the_nearest_one_so_that_wider_is_not_faster(llm, key, precisions):
    asked = replace(MODELS, llm=llm, chip=("jalapeno",), if_chip=key, y="tput_total")
    curves = [curve_if(replace(asked, precision=(name,))) for name in precisions]
    for narrow, wide in pairwise(curves):
        assert wide is None or above(wide, narrow) <= 1.02


def test_a_lent_calibration_says_so_and_its_band_is_no_narrower():
    ways = engines_for("gb300", "GLM-5.1", "bf16")
    assert ways and all(cell.lent == (*cell.key[:3], "fp8") and not cell.n for _, cell in ways)
    near = dict(engines_for("gb300", "GLM-5.1", "fp8"))
    assert all(cell.factors == near[two].factors and cell.spread >= near[two].spread for two, cell in ways)
    found = rows(chip=("gb300",), llm="GLM-5.1", precision=("bf16",))[0]
    assert found["note"].str.contains("nobody measured BF16: deployments and factors of FP8").all()
    assert (
        found["calibration"].str.ends_with("/GLM-5.1/fp8").all()
        and found["calibration_date"].null_count() == found.height
    )


@pytest.mark.parametrize(
    "key, precision", [("mi300x", "int4"), ("jalapeno", "fp4"), ("h100", "bf16"), ("vr200", "fp4")]
)
def test_neither_lengths_nor_a_what_if_change_what_is_tried(key, precision):
    for two, known in engines_for(key, "Kimi-K2.5", precision):
        asked = Asked("Kimi-K2.5", 1000, 500, (), (), (1, 512))
        changed = (asked, replace(asked, isl=200_000), replace(asked, what_if=(1.0, 1.0, 1.0, 1.0, 0.3)))
        places = [tried(case_of(one, key, known), known, two, asked.batches) for one in changed]
        names = ("tp", "ep", "dp", "workers", "prefill_tp", "concurrency")
        for name in names:
            first, *others = (getattr(swept, name) for swept in places)
            assert all(np.array_equal(first, other) for other in others)


def curve_if(question):
    answered = answer(question)
    return next((c for c in (*answered.modelled, *answered.curves) if c.what_if), None)


def test_a_what_if_that_makes_it_fit_has_its_curve_and_without_a_reason():
    asked = replace(MODELS, llm="Kimi-K2.5", chip=("maia-100",), precision=("fp4",), if_chip="maia-100")
    asked = replace(asked, y="tput_total")
    small, large = (answer(replace(asked, if_capacity=times)) for times in (1.1, 4.0))
    assert small.unmodelled == (("maia-100", UNJOINED), ("maia-100", f"as altered, {UNJOINED}"))
    assert not curve_of_if(small) and curve_of_if(large) and large.unmodelled == (("maia-100", UNJOINED),)


def curve_of_if(answered):
    return [c for c in (*answered.modelled, *answered.curves) if c.what_if]


def test_what_was_run_is_what_the_model_tries():
    """GB200 ran two pools alone, H100 replicas of 16 chips over the network between its domains of eight."""
    gb200, h100 = rows(chip=("gb200",))[0], rows(chip=("h100",), precision=("fp8",))[0]
    assert gb200["disaggregated"].all() and set(gb200["decode_tp"]) <= {4, 8, 16, 24, 32, 48}
    assert set(h100["decode_tp"].drop_nulls()) == {16}
    assert not rows(chip=("mi300x",), llm="gpt-oss-120b")[0]["disaggregated"].any()


def test_a_what_if_at_one_is_the_accelerator_itself_and_half_the_watts_twice_the_tokens():
    asked = replace(ALONE, if_chip="gb300")
    own = reached(asked, False)
    assert reached(asked, True) == pytest.approx(own, rel=1e-12)
    assert reached(replace(asked, if_watts=0.5), True) == pytest.approx(2 * own, rel=1e-12)


def test_a_what_if_needs_no_chosen_accelerator():
    answered = answer(replace(MODELS, chip=("jalapeno",), if_chip="vr200"))
    assert [c.name for c in answered.modelled] == ["Jalapeño", "Vera Rubin, what if"]


def test_the_model_changes_nothing_about_the_measured_points():
    one, two = (answer(replace(OPENING.question, layer=layer)) for layer in (("published",), ("published", "model")))
    assert headline(two) == "Jalapeño leads at every speed: 3.8× GB200’s tokens per watt at 100 tok/s/user"
    assert headline(one) == headline(two) and one.standings == two.standings and one.excluded == two.excluded
    assert two.measured.equals(one.points) and one.not_computable == two.not_computable
    for before, after in zip(one.curves, two.curves, strict=True):
        assert (before.row == after.row).all() and (before.y == after.y).all()
    assert not one.modelled and {c.accelerator for c in two.modelled} == set(MODELS.chip)


def test_where_nothing_is_measured_the_model_is_ranked_itself():
    answered = answer(replace(MODELS, isl=20_000, osl=500))
    assert answered.promoted and not answered.modelled and {c.grade for c in answered.curves} == {"M"}
    assert headline(answered).startswith("By the model, extrapolated, ")


def test_bands_turn_round_where_less_is_better():
    answered = answer(replace(MODELS, y="usd_per_mtok_total"))
    found = answered.points.filter(kind="model")
    assert (found["y_low"] < found["y"]).all() and (found["y"] < found["y_high"]).all()
    rates = answer(replace(MODELS, y="tok_per_usd")).points.filter(kind="model")
    assert 1e6 / found["y_high"].to_numpy() == pytest.approx(rates["y_low"].to_numpy())


def test_a_frontier_has_the_band_of_a_curve_and_at_a_load_that_of_its_points():
    curve = answer(MODELS).points.filter("on_frontier", kind="model")
    assert (curve["y_high"] / curve["y"] > curve["tput_high"] / curve["tput_total"] * (1 - 1e-9)).all()
    asked = answer(replace(MODELS, x="concurrency")).points.filter("on_frontier", kind="model")
    own = (asked["tput_high"] / asked["tput_total"]).to_numpy()
    assert (asked["y_high"] / asked["y"]).to_numpy() == pytest.approx(own)  # what is asked for is not off


def test_limits_thin_the_model_out_too():
    answered = answer(replace(MODELS, slo_ttft_s=1.0))
    found = answered.points.filter(kind="model")
    assert found.height and found["ttft_s"].max() <= 1.0
    assert standing(answered.modelled[0], 60.0).value is not None


def test_no_watts_is_a_reason_and_no_curve():
    answered = answer(replace(MODELS, chip=("mi455x", "b200")))
    assert [key for key, _ in answered.unmodelled] == ["mi455x"] and "rated power" in answered.unmodelled[0][1]
    assert {c.accelerator for c in answered.modelled} == {"b200"}


def test_a_what_if_tells_every_configuration_once():
    asked = Question(chip=("b200",), precision=("fp4",), layer=("model",), if_chip="b200", if_bandwidth=2.0)
    rows = answer(asked).points.filter("what_if")
    assert rows.height and rows.select("id", "x", "y").is_unique().all()
