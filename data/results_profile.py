"""Profile exports of AIPerf and of GenAI-Perf before it, JSON and CSV: one run each, with its statistics by metric."""

import csv
import re
from collections.abc import Iterable, Iterator

from data.imported import Given, Json, Wrong
from data.results_judge import Way
from data.results_rows import Row, add, inner, number, text, whole
from data.results_serving import SERVING

PROFILE = Way("AIPerf or GenAI-Perf profile export", SERVING.needed)
_TIMES = {"ttft": "time_to_first_token", "tpot": "inter_token_latency", "e2e": "request_latency"}
_STATISTICS = {"": "p50", "_p90": "p90", "_p99": "p99", "_mean": "avg"}
_SECONDS = {"ms": 1e-3, "s": 1.0, "sec": 1.0, "us": 1e-6, "ns": 1e-9, "": 1e-3}
_ALIKE = 0.01
_NAME = re.compile(r"^(.*?)\s*(?:\(([^)]*)\))?$")
_MODELS = ("model_names", "model_name", "models", "model")


def is_profile(record: Json) -> bool:
    """Whether a record is the summary of one profiled run."""
    return isinstance(record.get("output_token_throughput"), dict) and isinstance(record.get("request_latency"), dict)


def from_csv(lines: Iterable[str]) -> Json:
    """The tables of a CSV export as the object that the JSON export holds; the first of each metric counts."""
    found: dict[str, dict[str, object]] = {}
    for header, cells in _rows(lines):
        metric = _NAME.match(cells[0].strip())
        stats = dict(zip((name.strip() for name in header[1:]), cells[1:], strict=False))
        if "Value" in stats:
            stats["avg"] = stats.pop("Value")
        stats = {name: str(cell).replace(",", "") for name, cell in stats.items()}
        key = re.sub(r"\W+", "_", metric[1].strip().lower())
        found.setdefault(key, {"unit": metric[2] or "", **stats})
    return found


def _rows(lines: Iterable[str]) -> Iterator[tuple[list[str], list[str]]]:
    """(header, cells) of every table that is headed Metric; one headed otherwise is telemetry."""
    header: list[str] = []
    for cells in csv.reader(lines):
        if not any(cells) or cells[0].startswith("==="):
            header = []
        elif not header:
            header = cells
        elif header[0].strip() == "Metric" and len(cells) > 1:
            yield header, cells


def profiled(record: Json, given: Given) -> tuple[Row, list[tuple[str, str]]]:
    """One run; inter-token latency is the mean of a request, so time per output token."""
    if record.get("was_cancelled") is True:
        raise Wrong("was_cancelled", "true", "a run that went to its end")
    config = inner(record, "input_config")
    row: Row = {"disaggregated": False, "date": (text(record, "start_time") or "")[:10]}
    row |= {"llm": _model(config), "concurrency": _concurrency(config)}
    repairs = []
    for name, key in _TIMES.items():
        repairs += _time(inner(record, key), name, row)
    if row.get("tpot_s"):
        row["interactivity"] = 1 / row["tpot_s"]
    _rates(record, row, given)
    for name, key in (("isl", "input_sequence_length"), ("osl", "output_sequence_length")):
        row[name] = _length(inner(record, key))
        mean = number(inner(record, key), "avg")
        if mean:
            add(row, f"mean {'prompt' if name == 'isl' else 'answer'} {mean:,.0f} tokens")
    _watts(record, row)
    return row, repairs


def _time(stats: Json, name: str, row: Row) -> list[tuple[str, str]]:
    unit = str(stats.get("unit") or "").lower()
    if unit not in _SECONDS:
        raise Wrong(name, unit, "a unit of time: ms, s, us or ns")
    values = {
        part: number(stats, key) for part, key in (("", "p50"), ("_p90", "p90"), ("_p99", "p99"), ("_mean", "avg"))
    }
    scaled = {part: None if value is None else value * _SECONDS[unit] for part, value in values.items()}
    row |= {f"{name}{part}_s": scaled[part] for part in ("", "_p90", "_p99")}
    if name == "e2e":
        row["e2e_mean_s"] = scaled["_mean"]
    if scaled[""] is None and scaled["_mean"] is not None and name == "tpot":
        row["tpot_s"] = scaled["_mean"]
        return [("tpot_s", "speed from the mean time per token, the median is not recorded")]
    return []


def _rates(record: Json, row: Row, given: Given) -> None:
    """Rates over all chips, of those of the whole system; the prompts' rate is that of requests times their length."""
    output = number(inner(record, "output_token_throughput"), "avg")
    total = number(inner(record, "total_token_throughput"), "avg")
    requests = number(inner(record, "request_throughput"), "avg")
    prompt = number(inner(record, "input_sequence_length"), "avg")
    row["requests_per_s"] = requests
    if total is None and output and requests and prompt:
        total = output + requests * prompt
    if given.chips and output and total:
        row |= {"chips": given.chips, "tput_total": total / given.chips, "tput_output": output / given.chips}
        row["tput_input"] = (total - output) / given.chips


def _length(stats: Json) -> int | None:
    """The length of requests that are all alike; None where they vary, so that the nominal one is asked for."""
    low, high, mean = (number(stats, key) for key in ("min", "max", "avg"))
    if None in (low, high, mean) or not mean or high - low > _ALIKE * high:
        return None
    return round(mean) or None


def _model(config: Json) -> str | None:
    for place in (config, inner(config, "endpoint"), inner(config, "models")):
        for key in (*_MODELS, "items"):
            named = place.get(key)
            first = named[0] if isinstance(named, list) and named else named
            if isinstance(first, dict):
                first = first.get("name")
            if isinstance(first, str) and first.strip():
                return first
    return None


def _concurrency(config: Json) -> int | None:
    places = (config, inner(config, "loadgen"), inner(config, "perf_analyzer", "stimulus"), inner(config, "load"))
    found = next((each for place in places if (each := whole(place, "concurrency"))), None)
    phases = config.get("phases")
    last = phases[-1] if isinstance(phases, list) and phases else None
    return found or (whole(last, "concurrency") if isinstance(last, dict) else None)


def _watts(record: Json, row: Row) -> None:
    """Mean board power where exactly the chips of the run were watched."""
    boards = [
        inner(gpu, "metrics", "gpu_power_usage")
        for endpoint in inner(record, "telemetry_data", "endpoints").values()
        if isinstance(endpoint, dict)
        for gpu in inner(endpoint, "gpus").values()
        if isinstance(gpu, dict)
    ]
    watts = [mean for board in boards if (mean := number(board, "avg"))]
    if watts and len(watts) == row.get("chips"):
        row["measured_w"] = sum(watts) / len(watts)
        add(row, "GPU board power, mean of the run's telemetry")
