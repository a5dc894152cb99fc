"""InferenceX rows of every schema since August 2025: aggregated JSON, rows of the public API, dashboard exports."""

from data import results_names
from data.imported import Given, Json, Wrong
from data.results_judge import Way
from data.results_rows import Row, add, flag, inner, number, text, whole

AGGREGATED = Way("InferenceX results", ("accelerator", "llm", "precision", "isl", "osl", "concurrency", "chips"))
API = Way("InferenceX API rows", AGGREGATED.needed)
_APART = 0.005
_FAILED = frozenset({"failed", "failure", "error", "errored", "aborted", "cancelled", "timeout"})
_INTRINSIC = ("mori-", "sglang-disagg", "atom-disagg", "mooncake-")
_TIMES = {"ttft_s": "ttft", "tpot_s": "tpot", "e2e_s": "e2el"}


def is_aggregated(record: Json) -> bool:
    """Whether a record is a row of an aggregated results file."""
    return "hw" in record and ("tput_per_gpu" in record or "conc" in record)


def is_api(record: Json) -> bool:
    """Whether a record is a row of the public API."""
    return "hardware" in record and isinstance(record.get("metrics"), dict)


def aggregated(record: Json, given: Given) -> tuple[Row, list[tuple[str, str]]]:
    """A row of an aggregated file; times in seconds already, rates per chip."""
    _ran(record)
    row = _who(record, text(record, "hw"), text(record, "infmax_model_prefix") or text(record, "model_prefix"))
    multinode = record.get("prefill_tp") is not None or record.get("num_prefill_gpu") is not None
    chips = _pools(record, row) if multinode else _one(record, row)
    rates(row, chips, [number(record, f"{part}tput_per_gpu") for part in ("", "output_", "input_")])
    repairs = []
    if record.get("precision") == "":
        row["precision"] = "fp8"
        repairs.append(("precision", "empty, which meant FP8 in September 2025"))
    _times(record, row)
    return row, repairs + _power(record, row)


def api(record: Json, given: Given) -> tuple[Row, list[tuple[str, str]]]:
    """A row of the public API: of one pool both halves say the same, and only its TP counts chips."""
    if record.get("error"):
        raise Wrong("error", record["error"], "a run without an error")
    metrics = inner(record, "metrics")
    _ran(record)
    _ran(metrics)
    row = _who(record, text(record, "hardware"), text(record, "model"))
    row |= {"date": (text(record, "date") or "")[:10], "run_url": text(record, "run_url")}
    if row["disaggregated"]:
        chips = _pools(record, row)
    else:
        half = {name: record.get(f"decode_{name}") for name in ("tp", "pp", "pcp_size", "ep", "dp_attention")}
        chips = _one(half, row)
    rates(row, chips, [number(metrics, f"{part}tput_per_gpu") for part in ("", "output_", "input_")])
    _times(metrics, row)
    return row, _power(metrics, row)


def _ran(record: Json) -> None:
    """Wrong where a run says of itself that it failed."""
    if number(record, "num_requests_successful") == 0:
        raise Wrong("num_requests_successful", 0, "a run with successful requests")
    if (text(inner(record, "benchmark_outcome"), "status") or "").lower() in _FAILED:
        raise Wrong("benchmark_outcome.status", record["benchmark_outcome"]["status"], "a run that did not fail")


def _who(record: Json, hardware: str | None, prefix: str | None) -> Row:
    path = text(record, "model")
    known = next((name for name in (prefix, path) if name and results_names.key("llm", name)), None)
    method = record.get("spec_decoding", record.get("spec_method", record.get("mtp")))
    engine = text(record, "framework")
    disaggregated = flag(record, "disagg")
    if disaggregated is None:
        disaggregated = (engine or "").lower().startswith("dynamo-") and "num_prefill_gpu" in record
    apart = bool((engine or "").lower().startswith(_INTRINSIC))
    return {
        "accelerator": hardware,
        "llm": known or path or prefix,
        "precision": text(record, "precision"),
        "engine": engine,
        "decoding": "mtp" if method is True else text({"": method}, "") or "plain",  # missing means none
        "isl": whole(record, "isl"),
        "osl": whole(record, "osl"),
        "concurrency": whole(record, "conc"),
        "disaggregated": disaggregated or apart,
    }


def _one(record: Json, row: Row) -> tuple[int | None, None, None]:
    """Chips of one pool: TP × pipeline × prefill context ranks; EP shares these chips and adds none."""
    sizes = [whole(record, name) for name in ("tp", "pp", "pcp_size")]
    row |= {"tp": sizes[0], "ep": whole(record, "ep"), "dp_attention": flag(record, "dp_attention")}
    row["chips"] = sizes[0] * (sizes[1] or 1) * (sizes[2] or 1) if sizes[0] else None
    return row["chips"], None, None


def _pools(record: Json, row: Row) -> tuple[int | None, int | None, int | None]:
    """All chips, those of prefill and of decode; without any of decode the deployment is one pool of several nodes."""
    prefill, decode = whole(record, "num_prefill_gpu"), whole(record, "num_decode_gpu")
    if decode is None:
        row |= {"disaggregated": False, "chips": prefill, "tp": whole(record, "prefill_tp")}
        row |= {"ep": whole(record, "prefill_ep"), "dp_attention": flag(record, "prefill_dp_attention")}
        return prefill, None, None
    if prefill is None:
        raise Wrong("num_prefill_gpu", "", "missing; the chips of prefill are needed beside those of decode")
    row |= {
        f"{half}_{name}": whole(record, f"{half}_{name}") for half in ("prefill", "decode") for name in ("tp", "ep")
    }
    row |= {f"{half}_workers": whole(record, f"{half}_num_workers") for half in ("prefill", "decode")}
    row |= {"prefill_dp_attention": flag(record, "prefill_dp_attention")}
    row |= {"dp_attention": flag(record, "decode_dp_attention"), "disaggregated": True}
    row |= {"prefill_chips": prefill, "decode_chips": decode, "chips": prefill + decode}
    for half in ("prefill", "decode"):
        name = text(record, f"{half}_hw")
        if name and results_names.key("chip", name) != results_names.key("chip", row["accelerator"] or ""):
            add(row, f"{half} on {name}")
    return row["chips"], prefill, decode


def rates(row: Row, chips: tuple[int | None, int | None, int | None], per_chip: list[float | None]) -> None:
    """Total, output and input rate over all chips, of rates over those of a pool where there are two."""
    (every, prefill, decode), (total, output, entered) = chips, per_chip
    if prefill and decode and None not in (total, output, entered):
        prefill, decode, every = _counted(row, prefill, decode, per_chip)
    if entered is None and total and output and not decode:
        entered = total - output  # as the benchmark defines it; rows of autumn 2025 leave it out
    if prefill and decode:
        output = output * decode / every if output is not None else None
        entered = entered * prefill / every if entered is not None else None
    row |= {"tput_total": total, "tput_output": output, "tput_input": entered}


def _counted(row: Row, prefill: int, decode: int, per_chip: list[float]) -> tuple[int, int, int]:
    """The chips of both pools; where both counts hold the sum, as in early rows, those that the three rates fit."""
    total, output, entered = per_chip
    every = prefill + decode
    if abs(output * decode + entered * prefill - total * every) <= _APART * total * every or entered == output:
        return prefill, decode, every
    solved = (total - output) / (entered - output) * prefill
    if prefill != decode or not 0.98 < solved < prefill - 0.98 or abs(solved - round(solved)) > 0.02:
        return prefill, decode, every
    prefill, decode, every = round(solved), prefill - round(solved), prefill
    row |= {"prefill_chips": prefill, "decode_chips": decode, "chips": every}
    add(row, "prefill and decode chips solved from the three rates, the source keeps only their sum")
    return prefill, decode, every


def _times(record: Json, row: Row) -> None:
    """Medians and tails in seconds; a spread of speeds means nothing and is not read."""
    for name, key in _TIMES.items():
        stem = name.removesuffix("_s")
        row |= {name: number(record, f"median_{key}"), f"{stem}_p90_s": number(record, f"p90_{key}")}
        row |= {f"{stem}_p99_s": number(record, f"p99_{key}")}
    row |= {"interactivity": number(record, "median_intvty"), "interactivity_p99": number(record, "p99_intvty")}
    row["e2e_mean_s"] = number(record, "mean_e2el")


def _power(record: Json, row: Row) -> list[tuple[str, str]]:
    """Board power of a run whose telemetry was found valid; of anything else it stays out."""
    version = number(record, "power_metric_schema_version")
    valid = flag(record, "power_valid") is True or record.get("power_valid") == 1
    if "power_valid" not in record and record.get("avg_power_w") is None:
        return []
    row["power_valid"] = valid
    if not valid:
        what = "power not marked valid, left out" if record.get("avg_power_w") is not None else ""
        add(row, "power measured but not valid")
        return [("measured_w", what)] if what else []
    if row["disaggregated"] and version != 2:
        return [("measured_w", "power of two pools in the older schema counts one of them, left out")]
    row["measured_w"] = number(record, "avg_power_w")
    row["measured_j_per_tok_output"] = number(record, "joules_per_output_token")
    row["measured_j_per_tok_total"] = number(record, "joules_per_total_token")
    add(row, f"GPU board power, schema {version:g}" if version else "GPU board power, schema not said")
    return []
