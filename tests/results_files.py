"""Results files of every format the importer reads, of round numbers; and published points written as others would."""

import json
from pathlib import Path

EXPORT = (Path(__file__).parent / "fixtures" / "inferencex_export.csv").read_bytes()


def times(scale=1.0, suffix=""):
    """Medians, means and tails of a run of 20 tok/s/user, in seconds times `scale`."""
    found = {}
    for key, median in (("ttft", 0.5), ("tpot", 0.05), ("itl", 0.05), ("e2el", 50.0)):
        parts = {"mean": 1.1, "median": 1.0, "std": 0.1, "p90": 1.5, "p99": 2.0}
        found |= {f"{part}_{key}{suffix}": median * factor * scale for part, factor in parts.items()}
    return found


def speeds():
    return {"mean_intvty": 18.0, "median_intvty": 20.0, "p90_intvty": 13.3, "p99_intvty": 10.0, "std_intvty": 200.0}


def single(**changes):
    """A single-node row of an aggregated file, 64 requests in flight on 8 chips."""
    who = {"hw": "h200-nv_3", "conc": 64, "image": "i", "model": "openai/gpt-oss-120b", "infmax_model_prefix": "gptoss"}
    how = {
        "framework": "vllm",
        "precision": "mxfp4",
        "spec_decoding": "none",
        "disagg": False,
        "isl": 1024,
        "osl": 1024,
    }
    where = {"is_multinode": False, "tp": 8, "ep": 8, "dp_attention": "false"}
    rates = {"tput_per_gpu": 300.0, "output_tput_per_gpu": 150.0, "input_tput_per_gpu": 150.0}
    return who | how | where | rates | times() | speeds() | changes


def apart(**changes):
    """A disaggregated row: 4 chips read prompts, 12 write; 1,600 tok/s in, 1,600 out."""
    halves = {f"{half}_{name}": value for half in ("prefill", "decode") for name, value in (("tp", 4), ("ep", 4))}
    halves |= {"prefill_num_workers": 1, "decode_num_workers": 3, "prefill_dp_attention": "true"}
    halves |= {"decode_dp_attention": "false", "num_prefill_gpu": 4, "num_decode_gpu": 12, "is_multinode": True}
    rates = {"tput_per_gpu": 200.0, "output_tput_per_gpu": 1600 / 12, "input_tput_per_gpu": 400.0}
    row = single(hw="cluster:gb200-nv", framework="dynamo-trtllm", disagg=True, **halves, **rates)
    return {key: value for key, value in row.items() if key not in ("tp", "ep", "dp_attention")} | changes


def api(**changes):
    """A row of the public API, of one pool: both halves say the same, and the counts hold TP × EP."""
    who = {"hardware": "h200", "framework": "vllm", "model": "gptoss120b", "precision": "fp4", "spec_method": "none"}
    halves = {"prefill_tp": 8, "prefill_ep": 8, "decode_tp": 8, "decode_ep": 8, "num_prefill_gpu": 64}
    halves |= {"num_decode_gpu": 64, "prefill_dp_attention": False, "decode_dp_attention": False}
    what = {"disagg": False, "is_multinode": False, "isl": 1024, "osl": 1024, "conc": 64, "date": "2026-06-11"}
    rates = {"tput_per_gpu": 300.0, "output_tput_per_gpu": 150.0, "input_tput_per_gpu": 150.0}
    rest = {"metrics": rates | times() | speeds(), "workers": None, "run_url": "https://example.org/runs/1"}
    return who | halves | what | rest | changes


API_APART = {
    "disagg": True,
    "prefill_tp": 4,
    "prefill_ep": 4,
    "num_prefill_gpu": 4,
    "num_decode_gpu": 12,
    "framework": "dynamo-vllm",
} | {
    "metrics": {"tput_per_gpu": 200.0, "output_tput_per_gpu": 1600 / 12, "input_tput_per_gpu": 400.0}
    | times()
    | speeds()
}


def serving(**changes):
    """A serving client's file: milliseconds, 1,200 output and 2,400 total tok/s of the whole system."""
    what = {"date": "20260607-060718", "backend": "vllm", "model_id": "openai/gpt-oss-120b", "max_concurrency": 64}
    sums = {"completed": 640, "total_input_tokens": 640_000, "total_output_tokens": 640_000, "duration": 533.3}
    rates = {"request_throughput": 1.2, "output_throughput": 1200.0, "total_token_throughput": 2400.0}
    return what | sums | rates | {"request_goodput:": None} | times(1000, "_ms") | changes


def agentic(**changes):
    """A nested agentic row of 8 chips; its own interactivity says the fast tail."""
    parts = {"mean": 1.0, "p50": 1.0, "p75": 1.2, "p90": 1.5, "p95": 2.0, "std": 0.1}
    latency = {k: {part: v * f for part, f in parts.items()} for k, v in (("ttft", 0.5), ("itl", 0.02), ("e2el", 20.0))}
    latency |= {"tpot": latency["itl"], "intvty": {part: 100.0 for part in parts}}
    latency["full_response_itl"] = {part: 0.025 * f for part, f in parts.items()}
    through = {k: {"tokens_per_second": v} for k, v in (("input", 7200.0), ("output", 800.0), ("total", 8000.0))}
    metrics = {"latency": latency, "throughput": through | {"duration_seconds": 60.0}, "cache": {}}
    metrics["tokens"] = {"input": {"mean": 60_000.0}, "output_actual": {"mean": 900.0}}
    row = single(scenario_type="agentic-coding", isl=None, osl=None, num_requests_total=40, num_requests_successful=37)
    kept = {key: value for key, value in row.items() if not key.startswith(("mean", "median", "std", "p9"))}
    return kept | {"request_metrics": metrics, "kv_offloading": "dram"} | changes


def profile(**changes):
    """An AIPerf export: milliseconds, whole-system rates, fixed lengths of 1,000 and 500 tokens."""

    def stats(unit, p50):
        return {
            "unit": unit,
            "avg": p50 * 1.1,
            "min": p50 / 2,
            "max": p50 * 3,
            "p50": p50,
            "p90": p50 * 1.5,
            "p99": p50 * 2,
        }

    def fixed(value):
        return {"unit": "tokens", "avg": value, "min": value, "max": value, "p50": value}

    timed = {"time_to_first_token": 500.0, "inter_token_latency": 50.0, "request_latency": 25_000.0}
    found = {key: stats("ms", value) for key, value in timed.items()}
    found |= {"input_sequence_length": fixed(1000.0), "output_sequence_length": fixed(500.0)}
    rates = {"output_token_throughput": 1200.0, "request_throughput": 2.4, "request_count": 640.0}
    found |= {key: {"unit": "x", "avg": value} for key, value in rates.items()}
    config = {"endpoint": {"model_names": ["openai/gpt-oss-120b"]}, "loadgen": {"concurrency": 64}}
    return found | {"start_time": "2026-10-17T20:22:08.9", "was_cancelled": False, "input_config": config} | changes


PROFILE_CSV = b"""Metric,avg,min,max,p50,p90,p99,std
Time to First Token (ms),550.00,250.00,1500.00,500.00,750.00,"1,000.00",1.00
Inter Token Latency (ms),55.00,25.00,150.00,50.00,75.00,100.00,1.00
Request Latency (ms),"27,500.00","12,500.00","75,000.00","25,000.00","37,500.00","50,000.00",1.00
Input Sequence Length (tokens),"1,000.00","1,000.00","1,000.00","1,000.00","1,000.00","1,000.00",0.00
Output Sequence Length (tokens),500.00,500.00,500.00,500.00,500.00,500.00,0.00

Metric,Value
Output Token Throughput (tokens/sec),"1,200.00"
Request Throughput (requests/sec),2.40
Request Count,640.00

Endpoint,GPU_Index,GPU_Name,GPU_UUID,Metric,avg
localhost:9401,0,NVIDIA H200,GPU-0,GPU Power Usage (W),43.37
"""
_PLANNED = "model,isl,osl,concurrency,ttft,tpot,request_latency,seq/s/gpu,tokens/s/gpu,tokens/s/user,num_total_gpus,"
_FIGURES = "openai/gpt-oss-120b,1000,500,64,500.0,50.0,25450.0,0.3,150.0,20.0,"
PLANNER = f"""{_PLANNED}tp,moe_ep,gemm,backend,system
{_FIGURES}8,8,1,fp8_block,trtllm,h200_sxm
""".encode()
_POOLS = "(p)workers,(p)tp,(p)pp,(p)dp,(p)system,(d)workers,(d)tp,(d)pp,(d)dp,(d)gemm,(d)backend,(d)system"
PLANNER_APART = f"""{_PLANNED}{_POOLS}
{_FIGURES}16,2,4,1,1,gb200,1,8,1,1,nvfp4,trtllm,gb200
""".encode()
OWN = b"""accelerator,llm,precision,isl,osl,chips,tput_total,tput_output,tput_input,interactivity,ttft_s,engine,note
h200,gpt-oss-120b,fp4,1024,1024,8,300,150,150,20,0.5,vllm,first
"""


def mesh(**changes):
    """A run file of the atom-mesh dashboard: 4 chips read prompts, 12 write; whole-system rates, milliseconds."""
    point = {"isl": 1024, "osl": 1024, "concurrency": 64, "ttft_ms": 500.0, "ttft_p99": 1000.0, "tpot_ms": 50.0}
    point |= {"tpot_p99": 100.0, "e2el_ms": 50_000.0, "output_tput": 1600.0, "total_tput": 3200.0}
    point |= {"num_prefill_gpu": 4, "num_decode_gpu": 12, "total_gpu": 16, "prefill_tp": 4, "decode_tp": 4}
    point |= {"interactivity": 20.0, "tput_per_gpu": 200.0, "output_tput_per_gpu": 100.0}
    file = {"run_id": "1", "date": "2026-04-21", "model": "DeepSeek-R1", "backend": "sglang", "config_label": "c"}
    return file | {"precision": "fp8", "points": [point | changes, point | {"concurrency": 32}]}


def as_json(*rows):
    return json.dumps(rows[0] if len(rows) == 1 else list(rows)).encode()


SAMPLES = {
    "single": as_json(single()),
    "list": as_json(single(), apart()),
    "api": as_json(api(), api(**API_APART)),
    "serving": as_json(serving()),
    "lines": as_json(serving()) + b"\n" + as_json(serving(max_concurrency=32)),
    "agentic": as_json(agentic()),
    "mesh": as_json(mesh()),
    "profile": as_json(profile()),
    "profile_csv": PROFILE_CSV,
    "planner": PLANNER,
    "planner_apart": PLANNER_APART,
    "export": EXPORT,
    "own": OWN,
}
