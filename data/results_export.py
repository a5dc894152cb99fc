"""The public dashboard's CSV export: its headers as the keys of its rows. Some versions head seconds with "(ms)"."""

import re
from collections.abc import Mapping

from data.imported import Given, Json
from data.results_inferencex import AGGREGATED, aggregated
from data.results_judge import Way
from data.results_rows import Row, number

EXPORT = Way("InferenceX dashboard export", AGGREGATED.needed)
_KEYS = {
    **{
        "model": "model",
        "isl": "isl",
        "osl": "osl",
        "hardware": "hw",
        "framework": "framework",
        "tp": "tp",
        "ep": "ep",
    },
    **{"precision": "precision", "concurrency": "conc", "date": "date", "spec decoding": "spec_decoding"},
    **{"throughput/gpu": "tput_per_gpu", "output throughput/gpu": "output_tput_per_gpu"},
    **{"input throughput/gpu": "input_tput_per_gpu", "disaggregated": "disagg", "dp attention": "dp_attention"},
    **{"num prefill gpus": "num_prefill_gpu", "num decode gpus": "num_decode_gpu", "is multinode": "is_multinode"},
}
_METRICS = {"ttft": "ttft", "tpot": "tpot", "interactivity": "intvty", "e2e latency": "e2el", "itl": "itl"}
_TIMES = tuple(f"_{metric}" for metric in ("ttft", "tpot", "e2el", "itl"))
_STATISTIC = re.compile(r"(mean|median|p90|p99) (.+)")
_MENDED = "2026-08"  # exports of runs since then say seconds where they mean them
_UNIT = re.compile(r"\s*\(([^)]*)\)$")


def is_export(header: list[str]) -> bool:
    """Whether a header is that of the dashboard's export."""
    names = {_bare(name) for name in header}
    return {"hardware", "throughput/gpu", "concurrency"} <= names


def keys(header: list[str]) -> Mapping[str, tuple[str, bool]]:
    """Column -> (key of an aggregated row, whether its header says milliseconds)."""
    found = {}
    for name in header:
        bare = _bare(name)
        if statistic := _STATISTIC.fullmatch(bare):
            key = f"{statistic[1]}_{_METRICS[statistic[2]]}" if statistic[2] in _METRICS else None
        else:
            key = _KEYS.get(bare)
        if key:
            unit = _UNIT.search(name)
            found[name] = (key, bool(unit) and unit[1].lower() == "ms")
    return found


def _bare(name: str) -> str:
    return _UNIT.sub("", name).strip().lower().replace("chip", "gpu")


def exported(record: Json, given: Given) -> tuple[Row, list[tuple[str, str]]]:
    """A row of an export; times headed milliseconds are such, unless speed or date show that they are seconds."""
    named = keys(list(record))
    cells = {key: record[column] for column, (key, _) in named.items()}
    headed = [key for key, ms in named.values() if ms and key.endswith(_TIMES)]
    why = _seconds(cells, headed) if headed else ""
    if not why:
        cells |= {key: value / 1000 for key in headed if (value := number(cells, key)) is not None}
    if not cells.get("num_prefill_gpu"):
        cells.pop("num_prefill_gpu", None)
    row, repairs = aggregated(cells, given)
    row["date"] = str(cells.get("date") or "")[:10]
    if why:
        repairs.append(("tpot_s", f"header says ms, values are seconds, as {why}"))
    return row, repairs


def _seconds(cells: Json, headed: list[str]) -> str:
    """Why times headed milliseconds are seconds; nothing where they are what their header says.

    All or none were mislabelled, so the date proves nothing where another header of the same file says seconds.
    """
    product = (number(cells, "median_tpot") or 0) * (number(cells, "median_intvty") or 0)
    if product and "median_tpot" in headed:
        return "time per token × speed shows" if 0.5 < product < 2 else ""
    mixed = any(key.endswith(_TIMES) and key not in headed for key in cells)
    early = str(cells.get("date") or "9999") < _MENDED
    return "" if mixed or not early else f"in all exports of runs before {_MENDED}; no speed here can prove it"
