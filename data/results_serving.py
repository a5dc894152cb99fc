"""What the clients of vLLM, SGLang and InferenceX write: milliseconds, rates of the whole system."""

import re
from datetime import UTC, datetime

from data.cells import MOST_WHOLE
from data.imported import Given, Json, Wrong
from data.results_inferencex import AGGREGATED
from data.results_judge import Way
from data.results_rows import Row, add, number, text, whole

SERVING = Way("serving-benchmark client", tuple(name for name in AGGREGATED.needed if name != "concurrency"))
_LENGTHS = re.compile(r"isl[_-]?(\d+)[_-]osl[_-]?(\d+)|[_-](\d+)k(\d+)k(?=[_.-])", re.IGNORECASE | re.ASCII)
_STAMP = re.compile(r"(\d{4})-?(\d{2})-?(\d{2})")
_RANGE = 0.8  # of the longest: the public benchmark's own spread of lengths
_EXACT = 0.01  # lengths within a per cent of their mean are fixed ones
_TIMES = {"ttft_s": ("ttft",), "tpot_s": ("tpot",), "e2e_s": ("e2el", "e2e_latency")}


def is_serving(record: Json) -> bool:
    """Whether a record is a client's summary of one run."""
    return "output_throughput" in record and ("mean_ttft_ms" in record or "median_ttft_ms" in record)


def lengths(name: str) -> tuple[int, int] | None:
    """Input and output length that a file's name tells, as InferenceX names its files; k is 1,024."""
    if not (found := _LENGTHS.search(name)):
        return None
    exact = found[1] is not None
    isl, osl = (int(part[:10]) * (1 if exact else 1024) for part in found.groups() if part)
    return (isl, osl) if 1 <= isl <= MOST_WHOLE and 1 <= osl <= MOST_WHOLE else None


def served(record: Json, given: Given) -> tuple[Row, list[tuple[str, str]]]:
    """One run. What the client does not know, such as the chips, comes from the visitor; its backend is a protocol."""
    if number(record, "completed") == 0:
        raise Wrong("completed", 0, "a run that completed requests")
    row: Row = {
        "llm": text(record, "model_id") or text(record, "model"),
        "concurrency": whole(record, "max_concurrency"),
        "disaggregated": False,
        "requests_per_s": number(record, "request_throughput"),
        "e2e_mean_s": _seconds(record, "mean", _TIMES["e2e_s"]),
        "date": _day(record),
    }
    for name, keys in _TIMES.items():
        stem = name.removesuffix("_s")
        row |= {name: _seconds(record, "median", keys), f"{stem}_p90_s": _seconds(record, "p90", keys)}
        row[f"{stem}_p99_s"] = _seconds(record, "p99", keys)
    if tpot := row["tpot_s"]:
        row["interactivity"] = 1 / tpot
    _rates(record, row, given)
    _length(record, row, given)
    return row, []


def _seconds(record: Json, statistic: str, keys: tuple[str, ...]) -> float | None:
    found = [number(record, f"{statistic}_{key}_ms") for key in keys]
    value = next((each for each in found if each is not None), None)
    return None if value is None else value / 1000


def _rates(record: Json, row: Row, given: Given) -> None:
    """Rates over all chips; without their number there are none, and the row asks for it."""
    output, total = number(record, "output_throughput"), number(record, "total_token_throughput")
    entered = number(record, "input_throughput")
    if total is None and output is not None and entered is not None:
        total = output + entered
    if given.chips and output is not None and total is not None:
        row |= {"chips": given.chips, "tput_total": total / given.chips, "tput_output": output / given.chips}
        row["tput_input"] = (total - output) / given.chips
    if given.chips and total is None:
        row |= {"chips": given.chips, "tput_output": output / given.chips if output else None}


def _length(record: Json, row: Row, given: Given) -> None:
    """Nominal lengths where the file says them, else the mean where all are alike; else the row asks for them."""
    ratio = number(record, "random_range_ratio")
    if ratio is None or ratio >= _RANGE:
        row |= {"isl": whole(record, "random_input_len"), "osl": whole(record, "random_output_len")}
    if backend := text(record, "backend"):
        add(row, f"client backend {backend}")
    done = number(record, "completed")
    for name, key in (("isl", "total_input_tokens"), ("osl", "total_output_tokens")):
        every = number(record, key)
        if done and every:
            add(row, f"mean {'prompt' if name == 'isl' else 'answer'} {every / done:,.0f} tokens")
    if row.get("isl") is None and given.isl is None and done and (few := record.get("input_lens")):
        row["isl"] = _fixed(few)
    if row.get("osl") is None and given.osl is None and done and (few := record.get("output_lens")):
        row["osl"] = _fixed(few)


def _fixed(values: object) -> int | None:
    """The length of requests that are all alike; None when they are not."""
    numbers = [v for v in values if isinstance(v, int) and v > 0] if isinstance(values, list) else []
    if not numbers or max(numbers) - min(numbers) > _EXACT * max(numbers):
        return None
    return round(sum(numbers) / len(numbers))


def _day(record: Json) -> str | None:
    if stamp := _STAMP.match(text(record, "date") or ""):
        return "-".join(stamp.groups())
    start = number(record, "benchmark_start_time_unix")
    return datetime.fromtimestamp(start, UTC).date().isoformat() if start and 0 < start < 4e9 else None
