"""Published runs, written as their benchmark would have written them, come back as they are published."""

import json

import polars as pl
import pytest

from data import store
from data.results import Given, read
from data.schema import CONFIGURATION

NUMBERS = ("tput_total", "tput_output", "tput_input", "interactivity", "tpot_s", "ttft_s", "e2e_s", "ttft_p99_s")
RELATIVE = 1e-6


def published(**only):
    full = pl.all_horizontal(pl.col(name).is_not_null() for name in (*NUMBERS, "concurrency", "chips"))
    named = pl.col("source").is_in(["inferencex-actions", "inferencex-api-2026-06"]) & ~pl.col("derived")
    return store.table("points").filter(full & named & pl.col("decoding").is_in(["plain", "mtp"]), **only)


def rates(point):
    """The three rates as InferenceX divides them: of two pools by the chips of each."""
    share = {"input": 1.0, "output": 1.0}
    if point["disaggregated"]:
        share = {"input": point["chips"] / point["prefill_chips"], "output": point["chips"] / point["decode_chips"]}
    return {
        "tput_per_gpu": point["tput_total"],
        "output_tput_per_gpu": point["tput_output"] * share["output"],
        "input_tput_per_gpu": point["tput_input"] * share["input"],
    }


def times(point, scale=1.0, suffix=""):
    names = {"median_ttft": "ttft_s", "median_tpot": "tpot_s", "median_e2el": "e2e_s", "p99_ttft": "ttft_p99_s"}
    names |= {"p99_tpot": "tpot_p99_s", "p99_e2el": "e2e_p99_s"}
    return {key + suffix: point[name] * scale for key, name in names.items() if point[name] is not None}


def halves(point):
    if not point["disaggregated"]:
        return {"tp": point["tp"], "ep": point["ep"], "dp_attention": str(point["dp_attention"]).lower()}
    found = {f"{half}_{name}": point[f"{half}_{name}"] for half in ("prefill", "decode") for name in ("tp", "ep")}
    found |= {f"{half}_num_workers": point[f"{half}_workers"] or 0 for half in ("prefill", "decode")}
    found |= {"prefill_dp_attention": point["prefill_dp_attention"], "decode_dp_attention": point["dp_attention"]}
    return found | {"num_prefill_gpu": point["prefill_chips"], "num_decode_gpu": point["decode_chips"]}


def aggregated(point):
    who = {"hw": point["accelerator"], "model": point["llm"], "framework": point["engine"]}
    what = {"precision": point["precision"], "spec_decoding": {"plain": "none"}.get(point["decoding"], "mtp")}
    where = {"conc": point["concurrency"], "disagg": point["disaggregated"], "isl": point["isl"], "osl": point["osl"]}
    return who | what | where | halves(point) | rates(point) | times(point) | {"median_intvty": point["interactivity"]}


def same(report, points, apart=("dp_attention",)):
    assert report.fault == "" and report.rejected == () and report.points.height == points.height
    configured = [name for name in CONFIGURATION if name not in apart]
    assert report.points.select(configured).equals(points.select(configured))
    for name in NUMBERS:
        off = (report.points[name] / points[name] - 1).abs().max()
        assert off <= RELATIVE, name


@pytest.mark.parametrize("apart", [False, True])
def test_aggregated_rows(apart):
    points = published(disaggregated=apart)
    points = (
        points.filter(~pl.col("note").fill_null("").str.contains("chips"))
        if apart
        else points.filter(pl.col("tp").is_not_null())
    )
    assert points.height > 300
    same(
        read("agg_bmk.json", json.dumps([aggregated(point) for point in points.iter_rows(named=True)]).encode()), points
    )


def test_a_client_of_the_same_run():
    for point in published(disaggregated=False).filter(pl.col("tp") == pl.col("chips"))[::97].iter_rows(named=True):
        point["tput_input"] = point["tput_total"] - point["tput_output"]  # what a client does not write
        system = {"output_throughput": point["tput_output"] * point["chips"], "completed": 100}
        system |= {
            "total_token_throughput": point["tput_total"] * point["chips"],
            "max_concurrency": point["concurrency"],
        }
        file = {"model_id": point["llm"]} | system | times(point, 1e3, "_ms")
        given = {
            name: point[name] for name in ("chips", "accelerator", "precision", "engine", "decoding", "isl", "osl")
        }
        report = read("x", json.dumps(file).encode(), Given(**given))
        same(report, pl.DataFrame([point], schema=store.table("points").schema), ("dp_attention", "tp", "ep"))


def test_our_own_table_of_every_published_point():
    points = store.table("points")
    report = read("points.csv", points.write_csv().encode())
    assert (report.rejected, report.unknown, report.points.height) == ((), (), points.height)
    given = [name for name in points.columns if name not in ("id", "grade", "kind", "source", "derived")]
    for name in given:
        told = points[name].is_not_null()
        assert report.points[name].filter(told).equals(points[name].filter(told)), name
