"""Scores files of results that the model has never seen, with the committed calibration."""

import json
from pathlib import Path

import numpy as np
import polars as pl

from data.calibrated import calibration
from data.observed import judged
from data.sample import TARGETS, predicted, sampled
from data.schema import POINTS
from data.scores import errors
from data.tables import vocabulary
from model.calibration import FACTORS

_TYPES = {"VARCHAR": pl.String, "INTEGER": pl.Int32, "DOUBLE": pl.Float64, "BOOLEAN": pl.Boolean}
SCHEMA = {name: _TYPES[kind] for name, kind in POINTS.items()}
# InferenceX name -> ours; rates and times are converted in `_from_inferencex`.
RENAMED = {
    "hw": "accelerator",
    "hardware": "accelerator",
    "framework": "engine",
    "model": "llm",
    "infmax_model_prefix": "llm",
    "conc": "concurrency",
    "disagg": "disaggregated",
    "num_prefill_gpu": "prefill_chips",
    "num_decode_gpu": "decode_chips",
    "prefill_num_workers": "prefill_workers",
    "decode_num_workers": "decode_workers",
    "decode_dp_attention": "dp_attention",
    "median_tpot": "tpot_s",
    "median_ttft": "ttft_s",
    "tput_per_gpu": "tput_total",
}


def scored_file(path: Path) -> dict:
    """Rows of `path` with predicted beside measured, their errors, and what was dropped; ValueError if unreadable."""
    return scored(points_of(path))


def scored(points: pl.DataFrame) -> dict:
    """The same of points in the columns of POINTS."""
    rows, dropped = judged(points)
    found = {"n": rows.height, "dropped": dict(dropped), "rows": [], "errors": {}}
    if rows.is_empty():
        return found
    sample = sampled(rows)
    keys = (tuple(map(str, cell[:4])) for cell in sample.cells)
    cells = [calibration(key, two) for key, two in zip(keys, sample.two, strict=True)]
    theta = np.log([[getattr(cell.factors, name) for name in FACTORS] for cell in cells])
    told = predicted(sample, theta)
    found["errors"] = {name: errors(told[:, j], sample.target[:, j]) for j, name in enumerate(TARGETS)}
    for i, key in enumerate(rows["id"]):
        pair = {f"{name}": float(np.exp(sample.target[i, j])) for j, name in enumerate(TARGETS)}
        said = {f"predicted_{name}": float(np.exp(told[i, j])) for j, name in enumerate(TARGETS)}
        found["rows"].append({"id": key} | pair | said | {"log_sd": cells[i].spread})
    return found


def points_of(path: Path) -> pl.DataFrame:
    """`path` as points: a CSV or Parquet of ours, or InferenceX results as JSON or CSV; ValueError if unreadable."""
    try:
        rows = _rows(path)
        ours = [_from_inferencex(row, f"row {i}") if "accelerator" not in row else row for i, row in enumerate(rows, 1)]
        found = pl.DataFrame([{n: row.get(n) for n in SCHEMA} for row in ours], schema=SCHEMA, strict=False)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, pl.exceptions.PolarsError) as refused:
        raise ValueError(
            f"{path} cannot be read as results: {str(refused).splitlines()[0][:200]}; allowed: our points as CSV or "
            "Parquet, InferenceX results as JSON or CSV."
        ) from refused
    if found.is_empty():
        raise ValueError(f"{path} holds no result.")
    return found


def _rows(path: Path) -> list[dict]:
    if path.suffix == ".parquet":
        return pl.read_parquet(path).to_dicts()
    if path.suffix == ".json":
        rows = json.loads(path.read_text(encoding="utf-8"))
        return rows if isinstance(rows, list) else [rows]
    return pl.read_csv(path, infer_schema_length=None).to_dicts()


def _from_inferencex(row: dict, key: str) -> dict:
    """One InferenceX result in our columns: rates over all chips, names by key."""
    flat = row | row.get("metrics", {})
    ours = {RENAMED.get(name, name): value for name, value in flat.items() if value not in (None, "")}
    two = ours["disaggregated"] = str(ours.get("disaggregated", "")).lower() == "true"
    ours |= {name: str(ours.get(name, "")).lower() == "true" for name in ("dp_attention", "prefill_dp_attention")}
    ours["tp"], ours["ep"] = ours.get("tp", ours.get("decode_tp")), ours.get("ep", ours.get("decode_ep"))
    ours["chips"] = ours["prefill_chips"] + ours["decode_chips"] if two else ours.get("chips", ours["tp"])
    ours["tput_output"] = _output_rate(ours, two)
    speculative = ours.get("spec_decoding", ours.get("spec_method", "none"))
    ours["decoding"] = "plain" if speculative in ("none", "", None) else "mtp"
    known = {column: vocabulary().aliases[kind] for kind, column in _NAMED.items()}
    names = {column: known[column].get(str(ours.get(column, "")).lower(), ours.get(column)) for column in known}
    return ours | names | {"id": key, "kind": "run"}


_NAMED = {"chip": "accelerator", "llm": "llm", "precision": "precision", "engine": "engine"}


def _output_rate(ours: dict, two: bool) -> float | None:
    """Output tok/s per chip of the whole deployment; disaggregated results state it per decode chip."""
    rate = ours.get("output_tput_per_gpu")
    if rate is None:
        return None
    return rate * ours["decode_chips"] / ours["chips"] if two else rate
