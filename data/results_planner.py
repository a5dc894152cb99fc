"""aiconfigurator's tables (pareto.csv, best_config_topn.csv): predictions, not runs, and marked so."""

from data.imported import Given, Json
from data.results_judge import Way
from data.results_rows import Row, add, number, text, whole

PLANNER = Way("aiconfigurator table", ("accelerator", "llm", "precision", "isl", "osl", "chips"), "model")


def is_planner(header: list[str]) -> bool:
    """Whether a header is that of a table of the planner, with one pool or two."""
    return {"tokens/s/gpu", "tokens/s/user", "seq/s/gpu", "num_total_gpus"} <= set(header)


def planned(record: Json, given: Given) -> tuple[Row, list[tuple[str, str]]]:
    """One configuration: milliseconds, output tokens per chip; the prompts' rate follows from sequences per second."""
    apart = text(record, "(d)system") is not None
    side = "(d)" if apart else ""
    isl, requests = whole(record, "isl"), number(record, "seq/s/gpu")
    row: Row = {
        "llm": text(record, "model"),
        "accelerator": text(record, f"{side}system"),
        "engine": _engine(text(record, f"{side}backend"), apart),
        "precision": _precision(text(record, f"{side}gemm")),
        "isl": isl,
        "osl": whole(record, "osl"),
        "concurrency": whole(record, "concurrency"),
        "chips": whole(record, "num_total_gpus"),
        "disaggregated": apart,
        "tput_output": number(record, "tokens/s/gpu"),
        "tput_input": requests * isl if requests and isl else None,
        "ttft_s": _seconds(record, "ttft"),
        "tpot_s": _seconds(record, "tpot"),
        "e2e_s": _seconds(record, "request_latency"),
        "interactivity": number(record, "tokens/s/user"),
        "note": "predicted by aiconfigurator, not measured",
    }
    _pools(record, row) if apart else row.update(tp=whole(record, "tp"), ep=whole(record, "moe_ep"))
    return row, []


def _pools(record: Json, row: Row) -> None:
    for half, side in (("prefill", "(p)"), ("decode", "(d)")):
        sizes = [whole(record, f"{side}{name}") or 1 for name in ("workers", "tp", "pp", "dp", "cp")]
        chips = 1
        for size in sizes:
            chips *= size
        row |= {f"{half}_chips": chips, f"{half}_workers": sizes[0], f"{half}_tp": sizes[1]}
        row[f"{half}_ep"] = whole(record, f"{side}moe_ep")
    if text(record, "(p)system") != text(record, "(d)system"):
        add(row, f"prefill on {text(record, '(p)system')}")


def _seconds(record: Json, key: str) -> float | None:
    value = number(record, key)
    return None if value is None else value / 1000


def _precision(mode: str | None) -> str | None:
    """The precision of a mode of matrix products, such as fp8_static or int4_wo."""
    return next((known for known in ("fp8", "int4", "nvfp4") if (mode or "").startswith(known)), mode)


def _engine(backend: str | None, apart: bool) -> str | None:
    """The engine of the planner's backend; served on two pools it is Dynamo's."""
    name = "trt" if backend == "trtllm" else backend
    return f"dynamo-{name}" if apart and name in ("trt", "sglang", "vllm") else name
