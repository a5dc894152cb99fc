"""Every format of results is known by its content and becomes points by the rules, good rows kept and bad ones told."""

import json

import polars as pl
import pytest

from data import spreadsheet, store
from data.imported import AGENTIC_TYPES, POINT_TYPES
from data.results import Given, read, template
from tests import results_files as files

GIVEN = Given(chips=8, llm="gpt-oss-120b", accelerator="h200", precision="fp4", isl=1024, osl=1024)


def one(data, given=GIVEN, name="file"):
    report = read(name, data, given)
    assert (report.fault, report.rejected, report.read, report.points.height) == ("", (), 1, 1)
    return report.points.row(0, named=True)


def rejected(row):
    report = read("file", files.as_json(row))
    assert report.accepted == 0
    return [(each.field, each.right) for each in report.rejected]


@pytest.mark.parametrize("sample", files.SAMPLES)
def test_every_format_gives_rows_whatever_its_name(sample):
    report = read("anything.bin", files.SAMPLES[sample], GIVEN)
    assert report.fault == "" and report.format and report.rejected == ()
    assert report.accepted == report.read > 0
    assert report.points.schema == dict(POINT_TYPES) and report.agentic.schema == dict(AGENTIC_TYPES)
    assert set(report.points["grade"]) <= {"U"} and set(report.points["source"]) <= {"yours"}
    assert report.points["id"].to_list() == [f"u{k:05d}" for k in range(1, report.points.height + 1)]
    assert report.unknown == ()


def test_experts_add_no_chips_and_names_follow_the_aliases():
    point = one(files.as_json(files.single()))
    assert (point["chips"], point["tp"], point["ep"]) == (8, 8, 8)
    assert (point["accelerator"], point["llm"], point["precision"]) == ("h200", "gpt-oss-120b", "fp4")
    assert (point["engine"], point["decoding"], point["disaggregated"]) == ("vllm", "plain", False)
    assert (point["ttft_s"], point["e2e_p99_s"], point["interactivity"]) == (0.5, 100.0, 20.0)
    assert one(files.as_json(files.single(tp=4, pp=2, pcp_size=2, dcp_size=4)))["chips"] == 16


def test_two_pools_are_normalised_over_all_their_chips():
    point = one(files.as_json(files.apart()))
    assert (point["chips"], point["prefill_chips"], point["decode_chips"]) == (16, 4, 12)
    assert point["tput_output"] == pytest.approx(100) and point["tput_input"] == pytest.approx(100)
    assert (point["tp"], point["disaggregated"], point["engine"]) == (None, True, "dynamo-trt")


def test_no_decode_chips_mean_one_pool_of_all():
    row = files.apart(num_prefill_gpu=16, num_decode_gpu=0, output_tput_per_gpu=100.0, input_tput_per_gpu=100.0)
    point = one(files.as_json(row))
    assert (point["chips"], point["disaggregated"], point["tput_output"]) == (16, False, 100.0)


def test_counts_that_hold_the_sum_are_solved_from_the_rates():
    point = one(files.as_json(files.apart(num_prefill_gpu=16, num_decode_gpu=16)))
    assert (point["chips"], point["prefill_chips"], point["decode_chips"]) == (16, 4, 12)
    assert "solved from the three rates" in point["note"]


def test_the_public_api_mirrors_one_pool_and_counts_its_chips_by_tp():
    point = one(files.as_json(files.api()))
    assert (point["chips"], point["tput_total"], point["date"]) == (8, 300.0, "2026-06-11")
    assert point["run_url"] == "https://example.org/runs/1"


def test_a_client_knows_milliseconds_and_the_whole_system_and_asks_for_the_rest():
    point = one(files.as_json(files.serving()))
    assert (point["tput_total"], point["tput_output"], point["ttft_s"]) == (300.0, 150.0, 0.5)
    assert (point["interactivity"], point["date"]) == (pytest.approx(20.0), "2026-06-07")
    assert point["engine"] is None and "client backend vllm" in point["note"]
    report = read("run.json", files.as_json(files.serving()))
    assert report.asks == ("chips", "accelerator", "precision", "isl", "osl") and report.accepted == 0
    assert report.rejected[0].right.startswith("missing; the accelerator is needed")


def test_lengths_of_a_file_name_are_the_last_resort():
    given = Given(chips=8, accelerator="h200", precision="fp4")
    assert one(files.as_json(files.serving()), given, "gptoss_isl8192_osl1024.json")["isl"] == 8192
    assert one(files.as_json(files.serving()), given, "gptoss_1k8k_c4.json")["osl"] == 8192
    report = read("x_1k8k_.json", files.as_json(files.single(), files.single(isl=None, osl=None)))
    assert [(each.row, each.field) for each in report.repaired] == [(2, "isl, osl")]
    assert report.points["osl"].to_list() == [1024, 8192]
    lengths = {"random_input_len": 512, "random_output_len": 256, "random_range_ratio": 1.0}
    assert one(files.as_json(files.serving(**lengths)), given, "x_1k8k_.json")["osl"] == 256


AGES = {  # keys that a row lacks or has, by when it was written
    "August 2025": ({"framework", "precision", "isl", "osl", "disagg", "is_multinode", "ep"}, {}),
    "early September 2025": ({"isl", "osl", "disagg", "is_multinode", "ep"}, {"precision": ""}),
    "September 2025": ({"isl", "osl", "disagg", "is_multinode", "ep", "input_tput_per_gpu"}, {"mtp": "off"}),
    "early November 2025": ({"input_tput_per_gpu", "isl", "osl", "disagg"}, {"dp_attention": "false"}),
    "December 2025": (set(), {}),
    "July 2026": (set(), {"pp": 1, "dcp_size": 1, "pcp_size": 1, "router": {"name": "x", "version": "1"}}),
    "August 2026": (set(), {"recipe_fingerprint": "x", "power_valid": 0, "power_metric_schema_version": 2}),
}


@pytest.mark.parametrize("age", AGES)
def test_a_row_of_every_age_is_read(age):
    lacking, more = AGES[age]
    kept = {key: value for key, value in files.single(**more).items() if key not in lacking}
    if "isl" in lacking:
        del kept["spec_decoding"], kept["infmax_model_prefix"], kept["image"]
    point = one(files.as_json(kept), Given(precision="fp4"), "agg_gptoss_1k1k_x.json")
    assert (point["chips"], point["tput_input"], point["isl"], point["llm"]) == (8, 150.0, 1024, "gpt-oss-120b")
    assert point["precision"] == ("fp8" if more.get("precision") == "" else "fp4") and point["decoding"] == "plain"


def test_totals_alone_are_shared_by_the_lengths_and_marked():
    row = {
        key: value for key, value in files.single().items() if key not in ("output_tput_per_gpu", "input_tput_per_gpu")
    }
    report = read("file", files.as_json(row))
    assert report.points.select("tput_output", "tput_input", "derived").row(0) == (150.0, 150.0, True)
    assert [each.field for each in report.repaired] == ["tput_total"]


def test_agentic_rows_of_the_public_api_count_one_pool_once():
    metrics = {"total_tput_tps": 8000.0, "output_tput_tps": 800.0, "p90_itl": 0.02, "num_requests_successful": 9}
    row = files.api(benchmark_type="agentic_traces", isl=None, osl=None, metrics=metrics, offload_mode="on")
    report = read("file", files.as_json(row))
    said = report.agentic.select("chips", "tput_total", "interactivity_p90", "cache_offload").row(0)
    assert (report.rejected, said) == ((), (8, 1000.0, 50.0, "on"))


def test_flat_agentic_rows_of_two_pools_count_all_chips():
    flat = {"scenario_type": "agentic-coding", "isl": None, "osl": None, "p90_itl": 0.02, "p90_intvty": 400.0}
    report = read("file", files.as_json(files.apart(**flat)))
    said = report.agentic.select("chips", "tput_total", "tput_output", "interactivity_p90").row(0)
    assert said == (16, 200.0, pytest.approx(100.0), 50.0)


def test_agentic_rows_stand_apart_and_their_slow_tail_follows_from_the_time():
    report = read("file", files.as_json(files.agentic(), files.single()))
    assert (report.read, report.points.height, report.agentic.height) == (2, 1, 1)
    row = report.agentic.row(0, named=True)
    assert (row["workload"], row["tput_total"], row["cache_offload"]) == ("agentic-coding", 1000.0, "dram")
    assert row["itl_p90_s"] == pytest.approx(0.0375) and row["interactivity_p90"] == pytest.approx(1 / 0.0375)
    none = read("file", files.as_json(files.agentic(num_requests_successful=0)))
    assert (none.accepted, none.rejected[0].field) == (0, "num_requests_successful")


def test_profile_exports_say_the_same_as_json_and_as_csv():
    left, right = one(files.as_json(files.profile())), one(files.PROFILE_CSV)
    assert (left["tput_total"], left["tput_output"], left["isl"], left["osl"]) == (450.0, 150.0, 1000, 500)
    assert (left["tpot_s"], left["e2e_p99_s"], left["concurrency"]) == (0.05, 50.0, 64)
    unknown = ("llm", "concurrency", "date")  # to the CSV
    assert {k: v for k, v in left.items() if k not in unknown} == {k: v for k, v in right.items() if k not in unknown}
    assert (right["concurrency"], right["date"]) == (None, None)


def test_a_mesh_run_tells_means_and_is_read_per_pool_too():
    rates = {"total_tput": None, "input_tput_per_gpu": 400.0, "output_tput_per_gpu": 1600 / 12}
    for change in ({}, rates):
        point = read("file", files.as_json(files.mesh(**change)), GIVEN).points.row(0, named=True)
        assert (point["chips"], point["tput_output"], point["tput_input"]) == (
            16,
            pytest.approx(100),
            pytest.approx(100),
        )
        assert (point["ttft_s"], point["ttft_p99_s"], point["tpot_s"], point["date"]) == (None, 1.0, 0.05, "2026-04-21")
        assert point["note"] == "times are means: first token 0.5 s, request 50 s"


def test_a_planner_predicts_and_its_points_say_so():
    point = one(files.PLANNER)
    assert (point["kind"], point["tput_input"], point["tput_total"]) == ("model", 300.0, 450.0)
    assert (point["accelerator"], point["precision"], point["engine"]) == ("h200", "fp8", "trt")
    assert "predicted" in point["note"]
    point = one(files.PLANNER_APART)
    assert (point["prefill_chips"], point["decode_chips"], point["engine"]) == (8, 8, "dynamo-trt")


def test_headers_that_say_milliseconds_of_seconds_are_known_by_time_times_speed():
    report = read("file", files.EXPORT)
    assert report.points["ttft_s"][0] == pytest.approx(0.03444316308014095)
    assert {each.what.split(",")[0] for each in report.repaired} == {"header says ms"}
    header, *rows = [line for line in files.EXPORT.decode().splitlines() if not line.startswith("#")]
    cells = [line.split(",") for line in rows]
    late = [k for k, name in enumerate(header.split(",")) if name.endswith("(ms)")]
    for row in cells:
        for k in late:
            row[k] = str(float(row[k]) * 1000)
    true = "\n".join([header.replace("GPU", "Chip"), *(",".join(row) for row in cells)]).encode()
    again = read("file", true)
    assert again.repaired == () and again.points["ttft_s"].to_list() == pytest.approx(report.points["ttft_s"].to_list())
    assert again.points["e2e_p99_s"].to_list() == pytest.approx(report.points["e2e_p99_s"].to_list())


def test_milliseconds_in_json_are_known_too():
    late = files.single() | files.times(1000)
    report = read("file", files.as_json(late))
    assert report.points["tpot_s"].to_list() == [0.05]
    assert ("tpot_s", "times are milliseconds, as time per token × speed shows") in [
        (each.field, each.what) for each in report.repaired
    ]


def test_power_counts_only_when_valid_and_says_its_schema():
    power = {"avg_power_w": 600.0, "joules_per_output_token": 4.0, "power_metric_schema_version": 2}
    point = one(files.as_json(files.single(**power, power_valid=1)))
    assert point["measured_w"] == 600.0 and point["note"] == "GPU board power, schema 2"
    for invalid in ({"power_valid": 0}, {}):
        report = read("file", files.as_json(files.single(**power, **invalid)))
        assert report.points["measured_w"].to_list() == [None]
        assert [each.field for each in report.repaired] == ["measured_w"]
        assert report.checks.filter(check="power is valid")["passed"].to_list() == [False]
    old = {"avg_power_w": 600.0, "power_valid": 1}
    assert one(files.as_json(files.apart(**old)))["measured_w"] is None
    assert one(files.as_json(files.apart(**old, power_metric_schema_version=2)))["measured_w"] == 600.0


def test_old_zeros_and_placeholders_are_missing():
    report = read("file", files.as_json(files.single(median_ttft=0, p99_e2el=0.0, median_e2el=9.99)))
    assert report.points.select("ttft_s", "e2e_p99_s", "e2e_s").row(0) == (None, None, None)
    assert {each.field for each in report.repaired} == {"ttft_s", "e2e_p99_s", "e2e_s"}
    assert rejected(files.single(tput_per_gpu=0, output_tput_per_gpu=0, input_tput_per_gpu=0))[0][0] == "tput_total"


def test_tails_that_repeat_the_median_are_told_and_left_out():
    flat = {f"{part}_{key}": files.single()[f"median_{key}"] for part in ("p90", "p99") for key in ("ttft", "tpot")}
    report = read("file", files.as_json(files.single(**flat)))
    assert report.points["tpot_p99_s"].to_list() == [None]
    assert report.checks.filter(check="tails are recorded")["passed"].to_list() == [False]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"output_tput_per_gpu": 152.0}, "tput_total"),
        ({"median_intvty": 30.0}, "interactivity"),
        ({"median_ttft": 60.0, "p90_ttft": 61.0, "p99_ttft": 62.0}, "ttft_s"),
        ({"p99_tpot": 0.04}, "tpot_s"),
        ({"median_ttft": -1}, "ttft_s"),
        ({"conc": None}, "concurrency"),
        ({"isl": None}, "isl"),
        ({"hw": None}, "accelerator"),
        ({"tp": "eight"}, "tp"),
        ({"tp": 1.5}, "tp"),
        ({"conc": 2**31}, "conc"),
    ],
)
def test_a_row_that_cannot_stand_is_told_with_its_field_and_the_others_are_kept(change, field):
    report = read("file", files.as_json(files.single(), files.single(**change), files.single(conc=32)))
    assert report.points["concurrency"].to_list() == [64, 32]
    assert [(each.row, each.field) for each in report.rejected] == [(2, field)]
    assert report.rejected[0].right


def test_soft_checks_are_told_of_each_point():
    report = read("file", files.as_json(files.single()))
    assert report.checks["check"].to_list()[:2] == ["rates agree", "speed is 1 / time per token"]
    slow = read("file", files.as_json(files.serving(request_throughput=0.3)), GIVEN)
    assert slow.checks.filter(check="requests in flight fit")["passed"].to_list() == [False]
    near = read("file", files.as_json(files.single(median_intvty=20.5)))
    assert near.checks.filter(check="speed is 1 / time per token")["passed"].to_list() == [False]


def test_unknown_names_keep_their_own_and_can_be_mapped():
    row = files.as_json(
        files.single(hw="Chip9000", framework="<img src=x onerror=alert(1)>", model="a/New", infmax_model_prefix="new")
    )
    report = read("file", row)
    assert set(report.unknown) == {("chip", "Chip9000"), ("llm", "a/New"), ("engine", "<img src=x onerror=alert(1)>")}
    assert report.points.select("accelerator", "llm", "engine").row(0) == (
        "Chip9000",
        "a/New",
        "<img src=x onerror=alert(1)>",
    )
    meant = Given(names=(("Chip9000", "h200"), (("llm", "a/New"), "gpt-oss-120b")))
    point = one(row, meant)
    assert (point["accelerator"], point["llm"]) == ("h200", "gpt-oss-120b")


def test_what_sglang_writes_is_read_too():
    row = files.serving(input_throughput=1200.0, concurrency=63.9, max_concurrency=64)
    row = {
        k.replace("e2el", "e2e_latency"): v for k, v in row.items() if k not in ("total_token_throughput", "model_id")
    }
    point = one(files.as_json(row))
    assert (point["tput_total"], point["e2e_s"], point["e2e_p99_s"]) == (300.0, 50.0, 100.0)


@pytest.mark.parametrize(
    "config",
    [
        {"model_names": ["openai/gpt-oss-120b"], "perf_analyzer": {"stimulus": {"concurrency": 64}}},
        {"models": {"items": [{"name": "openai/gpt-oss-120b"}]}, "phases": [{"concurrency": 8}, {"concurrency": 64}]},
    ],
)
def test_profiles_of_other_versions_tell_llm_and_concurrency(config):
    point = one(files.as_json(files.profile(input_config=config)), Given(chips=8, accelerator="h200", precision="fp4"))
    assert (point["llm"], point["concurrency"]) == ("gpt-oss-120b", 64)


def test_board_power_of_a_profile_counts_where_every_chip_was_watched():
    gpus = {f"gpu_{k}": {"metrics": {"gpu_power_usage": {"unit": "W", "avg": 500.0 + k}}} for k in range(8)}
    telemetry = {"endpoints": {"host": {"gpus": gpus}}}
    assert one(files.as_json(files.profile(telemetry_data=telemetry)))["measured_w"] == 503.5
    assert (
        one(files.as_json(files.profile(telemetry_data=telemetry)), Given(4, "h200", precision="fp4"))["measured_w"]
        is None
    )


@pytest.mark.parametrize(
    ("method", "decoding"),
    [("none", "plain"), ("", "plain"), (None, "plain"), ("mtp", "mtp"), ("eagle3", "other")],
)
def test_methods_of_speculative_decoding(method, decoding):
    assert one(files.as_json(files.single(spec_decoding=method)))["decoding"] == decoding


def test_the_older_mark_of_speculative_decoding():
    row = {key: value for key, value in files.single().items() if key != "spec_decoding"}
    assert [one(files.as_json(row | {"mtp": mark}))["decoding"] for mark in ("on", "off", True)] == [
        "mtp",
        "plain",
        "mtp",
    ]


def test_one_bad_line_of_many_objects_is_told():
    report = read("file", files.as_json(files.serving()) + b"\n{broken\n" + files.as_json(files.serving()), GIVEN)
    assert (report.points.height, [(each.row, each.field) for each in report.rejected]) == (2, [(2, "row")])


def test_our_own_table_tells_cells_and_rows():
    text = (
        files.OWN.decode()
        + "h200,gpt-oss-120b,fp4,many,1024,8,300,150,150,20,,vllm,\n,gpt-oss-120b,fp4,1,1,8,3,,,n/a,,,\n"
    )
    report = read("file", text.encode())
    assert [(each.row, each.field, each.value) for each in report.rejected] == [
        (2, "isl", "many"),
        (3, "accelerator", ""),
    ]
    assert report.asks == ("accelerator",) and report.points["note"].to_list() == ["first"]
    assert read("file", text.replace(",", ";").encode()).points.height == 1


def test_lines_with_too_many_cells_are_told_alone():
    line = files.OWN.splitlines()[1]
    report = read("file", files.OWN + line + b",more\n" + line + b"\nh200,x\n")
    assert (report.read, report.points.height) == (4, 2)
    told = [(each.row, each.field, each.value, each.right) for each in report.rejected]
    right = "13 cells, as the header has"
    assert told == [(2, "row", "14 cells", right), (4, "row", "2 cells", right)]


def test_the_template_holds_every_column_and_a_published_row():
    told, header, example = template().splitlines()
    assert told.startswith("# ") and "per chip" in told and "," not in told
    assert read("t.csv", template().encode()).fault == "The file holds a header and no rows."
    point = one(f"{header}\n{example.removeprefix('# ')}\n".encode(), Given())
    published = store.table("points").filter(pl.col("tput_total") == point["tput_total"], run_url=point["run_url"])
    assert published.height == 1
    assert set(header.split(",")) == set(POINT_TYPES) - {"id", "grade", "kind", "source"}


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@A1", "'=1", "''=1", "'quoted", "plain", 'a,b"c'])
def test_texts_survive_the_way_through_a_safe_table(text):
    points = read("file", files.OWN).points.with_columns(pl.lit(text).alias("note"))
    written = spreadsheet.safe(points)
    assert b",=1+1" not in written and b"\n=" not in written
    assert read("again.csv", written).points["note"].to_list() == [text]


def test_points_go_through_parquet_unchanged(tmp_path):
    points = read("file", files.SAMPLES["list"]).points
    points.write_parquet(tmp_path / "points.parquet")
    again = read("x", (tmp_path / "points.parquet").read_bytes())
    assert again.points.equals(points)


def test_numbers_that_json_does_not_know_are_unknown():
    data = json.dumps(files.single(median_ttft=float("nan"), std_ttft=float("inf"))).encode()
    report = read("file", data)
    assert report.points["ttft_s"].to_list() == [None]
    assert report.repaired[0].row == 0
