"""Run files of the atom-mesh dashboard: one object with points, milliseconds, times as means, two pools."""

from data.imported import Given, Json
from data.results_inferencex import AGGREGATED, rates
from data.results_judge import Way
from data.results_rows import Row, flag, number, text, whole

MESH = Way("atom-mesh dashboard run", AGGREGATED.needed)
_ROUNDED = 3e-5  # how far two figures of four decimals may be apart where they say the same


def spread(record: Json) -> list[object]:
    """The points of a run file, each with what the file says of all; nothing where the record is no such file."""
    points = record.get("points")
    if not isinstance(points, list) or "config_label" not in record:
        return []
    every = {name: record.get(name) for name in ("model", "backend", "precision", "hardware", "date", "config_label")}
    return [{**every, **point} if isinstance(point, dict) else point for point in points]


def is_mesh(record: Json) -> bool:
    """Whether a record is a point of such a file."""
    return "config_label" in record and "tpot_ms" in record


def meshed(record: Json, given: Given) -> tuple[Row, list[tuple[str, str]]]:
    """One point. The time per token follows its speed; means of the other times stand in the note alone."""
    engine, date = text(record, "backend"), text(record, "point_date") or text(record, "date")
    row: Row = {"llm": text(record, "model"), "accelerator": text(record, "hardware"), "engine": engine, "date": date}
    row |= {name: whole(record, name) for name in ("isl", "osl", "concurrency")} | {"disaggregated": True}
    row |= {"precision": text(record, "precision")}
    row |= {name: whole(record, name) for name in ("prefill_tp", "prefill_ep", "prefill_workers", "decode_tp")}
    row |= {name: whole(record, name) for name in ("decode_ep", "decode_workers")}
    row |= {"prefill_dp_attention": flag(record, "prefill_dpa"), "dp_attention": flag(record, "decode_dpa")}
    row |= {"prefill_chips": whole(record, "num_prefill_gpu"), "decode_chips": whole(record, "num_decode_gpu")}
    row["chips"] = whole(record, "total_gpu")
    for name, key in (("tpot_s", "tpot_ms"), ("ttft_p99_s", "ttft_p99"), ("tpot_p99_s", "tpot_p99")):
        value = number(record, key)
        row[name] = None if value is None else value / 1000
    row["interactivity"] = number(record, "interactivity")
    if abs((row["interactivity"] or 0) * (row["tpot_s"] or 0) - 1) > _ROUNDED and row["interactivity"]:
        row["tpot_s"] = None  # a mean beside the speed of the median, of which it follows
    _rate(record, row)
    means = [("first token", "ttft_ms"), ("request", "e2el_ms")]
    told = [f"{what} {value / 1000:.4g} s" for what, key in means if (value := number(record, key))]
    row["note"] = f"times are means: {', '.join(told)}" if told else None
    if e2e := number(record, "e2el_ms"):
        row["e2e_mean_s"] = e2e / 1000
    return row, []


def _rate(record: Json, row: Row) -> None:
    """Rates of the whole system over all chips where they are told; else those per chip of each pool."""
    total, output, chips = number(record, "total_tput"), number(record, "output_tput"), row["chips"]
    if total and output and chips:
        row |= {"tput_total": total / chips, "tput_output": output / chips, "tput_input": (total - output) / chips}
        return
    per_chip = [number(record, f"{part}tput_per_gpu") for part in ("", "output_", "input_")]
    rates(row, (chips, row["prefill_chips"], row["decode_chips"]), per_chip)
