"""Agentic rows, flat as in June 2026 or nested as since July: a workload of its own, never beside fixed lengths."""

import polars as pl

from data import results_names
from data.imported import AGENTIC_STATISTICS, AGENTIC_TYPES, Given, Json, Reject, Report, Wrong, shown
from data.results_judge import one_line
from data.results_rows import Row, flag, inner, number, text, whole

FORMAT = "InferenceX agentic results"
_TIMES = {"ttft": "ttft", "tpot": "tpot", "itl": "itl", "e2e": "e2el"}
_NEEDED = ("accelerator", "llm", "precision", "concurrency", "chips")
_OFFLOAD = ("kv_offloading", "offload_mode", "offloading")  # by age, newest first


def is_agentic(record: Json) -> bool:
    """Whether a record is a run of agents, in either schema."""
    scenario = record.get("scenario_type") or record.get("benchmark_type")
    return "request_metrics" in record or (isinstance(scenario, str) and scenario.lower().startswith("agentic"))


def agentic(record: Json, given: Given) -> Row:
    """One run as a row of AGENTIC_TYPES without its id; times in seconds, rates per chip over all chips."""
    record = _public(record)
    if number(record, "num_requests_successful") == 0:
        raise Wrong("num_requests_successful", 0, "a run with successful requests")
    flat = _flat(record)
    row = _who(record, given)
    for name in _NEEDED:
        if row.get(name) is None:
            raise Wrong(name, "", "missing; every row needs it")
    for name, key in _TIMES.items():
        row |= {f"{name}_{part}_s": number(flat, f"{part}_{key}") or None for part in AGENTIC_STATISTICS}
    for part in AGENTIC_STATISTICS:  # versions inverted percentiles either way; the slow tail follows from the time
        between = row[f"itl_{part}_s"]
        row[f"interactivity_{part}"] = 1 / between if between and between > 0 else None
    for name in ("total", "output", "input"):
        rate, system = number(flat, f"{name}_tput"), number(flat, f"{name}_tput_tps")
        share = (whole(record, _POOL[name]) or row["chips"]) / row["chips"] if row["disaggregated"] else 1.0
        row[f"tput_{name}"] = system / row["chips"] if system else rate * share if rate else None
    if not row["tput_total"] or any(isinstance(v, float) and v < 0 for v in row.values()):
        raise Wrong("tput_total", row["tput_total"], "a throughput above zero and no negative figure")
    row |= {"duration_s": number(flat, "duration_seconds"), "cache_hit_rate": number(flat, "hit_rate")}
    row |= {"input_tokens_mean": number(flat, "mean_input"), "output_tokens_mean": number(flat, "mean_output")}
    return row


def _public(record: Json) -> Json:
    """A row of the public API as an aggregated one: of one pool both halves say the same, and only TP counts chips."""
    if "hardware" not in record:
        return record
    row = {**inner(record, "metrics"), **record}
    if flag(record, "disagg"):
        return row
    row |= {name: record.get(f"decode_{name}") for name in ("tp", "pp", "pcp_size", "ep", "dp_attention")}
    return row | {"num_prefill_gpu": None, "num_decode_gpu": None}


def _who(record: Json, given: Given) -> Row:
    prefix, path = text(record, "infmax_model_prefix") or text(record, "model_prefix"), text(record, "model")
    known = next((name for name in (prefix, path) if name and results_names.key("llm", name)), None)
    pools = [whole(record, f"num_{half}_gpu") for half in ("prefill", "decode")]
    sizes = [whole(record, name) for name in ("tp", "pp", "pcp_size")]
    one = sizes[0] * (sizes[1] or 1) * (sizes[2] or 1) if sizes[0] else given.chips
    return {
        "accelerator": text(record, "hw") or text(record, "hardware") or given.accelerator,
        "llm": known or path or prefix or given.llm,
        "precision": text(record, "precision") or given.precision,
        "decoding": results_names.decoding(text(record, "spec_decoding") or text(record, "spec_method") or "none"),
        "engine": text(record, "framework") or given.engine,
        "workload": text(record, "scenario_type") or "agentic",
        "cache_offload": next(
            (s for k in ("kv_offloading", "offload_mode", "offloading") if (s := text(record, k))), None
        ),
        "concurrency": whole(record, "users") or whole(record, "conc"),
        "chips": sum(part or 0 for part in pools) if pools[0] else one,
        "tp": None if pools[0] else sizes[0],
        "ep": whole(record, "ep"),
        "dp_attention": flag(record, "dp_attention"),
        "disaggregated": bool(pools[1]),
        "requests": whole(record, "num_requests_total"),
        "requests_succeeded": whole(record, "num_requests_successful"),
    }


def _flat(record: Json) -> Row:
    """The figures of either schema under one set of keys; time between tokens of whole responses where it is told."""
    if "request_metrics" not in record:
        source = record
        found = dict(source) | {"hit_rate": source.get("theoretical_cache_hit_rate")}
        found |= {"mean_input": source.get("mean_input_tokens"), "mean_output": source.get("mean_output_tokens_actual")}
        found |= {f"{part}_tput": source.get(f"{key}tput_per_gpu") for part, key in _PER_CHIP.items()}
        return found | {f"p50_{key}": source.get(f"median_{key}", source.get(f"p50_{key}")) for key in _TIMES.values()}
    latency = inner(record, "request_metrics", "latency")
    found = {f"{part}_{key}": inner(latency, key).get(part) for key in _TIMES.values() for part in AGENTIC_STATISTICS}
    if whole_response := inner(latency, "full_response_itl"):
        found |= {f"{part}_itl": whole_response.get(part) for part in AGENTIC_STATISTICS}
    throughput, tokens = inner(record, "request_metrics", "throughput"), inner(record, "request_metrics", "tokens")
    found["duration_seconds"] = throughput.get("duration_seconds")
    for name in _PER_CHIP:
        found[f"{name}_tput_tps"] = inner(throughput, name).get("tokens_per_second")
        found[f"{name}_tput"] = inner(throughput, "per_gpu").get(f"{name}_tput_tps")
    found |= {
        "mean_input": inner(tokens, "input").get("mean"),
        "mean_output": inner(tokens, "output_actual").get("mean"),
    }
    return found | {"hit_rate": inner(record, "request_metrics", "cache").get("theoretical_cache_hit_rate")}


_POOL = {"total": "", "output": "num_decode_gpu", "input": "num_prefill_gpu"}  # whose chips a rate counts
_PER_CHIP = {"total": "", "output": "output_", "input": "input_"}


def left_over(rows: list[tuple[int, object]]) -> list[Reject]:
    """Why rows of no known format beside agentic ones are left out."""
    return [Reject(count, "row", shown(row), "a row of a known format") for count, row in rows]


def gathered(rows: list[tuple[int, Json]], given: Given) -> Report:
    """The report on agentic rows alone, of (row number, record)."""
    kept, left_out, unknown = [], [], []
    for count, record in rows:
        try:
            row = agentic(record, given)
        except Wrong as wrong:
            left_out.append(Reject(count, wrong.field, shown(wrong.value), wrong.right))
            continue
        for column, kind in results_names.KINDS.items():
            if spelling := row[column]:
                row[column], known = results_names.meant(kind, spelling, given.names)
                unknown += [] if known else [(kind, row[column])]
        kept.append(row | {"id": f"a{len(kept) + 1:05d}"})
    frame = pl.DataFrame(kept, schema=dict(AGENTIC_TYPES)).with_columns(one_line(pl.col(pl.String)))
    return Report(
        "", FORMAT, read=len(rows), rejected=tuple(left_out), unknown=tuple(dict.fromkeys(unknown)), agentic=frame
    )
