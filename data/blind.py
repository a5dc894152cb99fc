"""Scores files of results that the model has never seen, with the committed calibration."""

import csv
import io
import json
import math
from pathlib import Path

import numpy as np
import polars as pl

from data.calibrated import calibration
from data.observed import judged, observed
from data.sample import TARGETS, predicted, sampled
from data.schema import POINTS
from data.scores import errors
from data.tables import vocabulary
from model.calibration import FACTORS

_TYPES = {"VARCHAR": pl.String, "INTEGER": pl.Int32, "DOUBLE": pl.Float64, "BOOLEAN": pl.Boolean}
SCHEMA = {name: _TYPES[kind] for name, kind in POINTS.items()}
# Rows that agree in these and in time per token and rate are the same run.
SAME = ("accelerator", "llm", "precision", "engine", "decoding", "isl", "osl", "concurrency", "chips")
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
    """Rows of `path` with predicted beside measured, and what was dropped; ValueError if unreadable."""
    return scored(points_of(path))


def scored(points: pl.DataFrame) -> dict:
    """Points in the columns of POINTS with predicted beside measured, and what was dropped.

    `errors` are those of rows the model has not seen, `errors_fitted` those of rows that are part of its fit.
    """
    rows, dropped = judged(points)
    found = {"n": rows.height, "dropped": dict(dropped), "rows": [], "errors": {}, "errors_fitted": {}}
    if rows.is_empty():
        return found
    sample = sampled(rows)
    keys = (tuple(map(str, cell[:4])) for cell in sample.cells)
    cells = [calibration(key, two) for key, two in zip(keys, sample.two, strict=True)]
    theta = np.log([[getattr(cell.factors, name) for name in FACTORS] for cell in cells])
    told = predicted(sample, theta)
    known = _fitted(rows)
    for name, some in (("errors", ~known), ("errors_fitted", known)):
        found[name] = {target: errors(told[some, j], sample.target[some, j]) for j, target in enumerate(TARGETS)}
    for i, key in enumerate(rows["id"]):
        pair = {name: _known(sample.target[i, j]) for j, name in enumerate(TARGETS)}
        said = {f"predicted_{name}": _known(told[i, j]) for j, name in enumerate(TARGETS)}
        found["rows"].append({"id": key, "fitted": bool(known[i])} | pair | said | {"log_sd": cells[i].spread})
    return found


def _fitted(rows: pl.DataFrame) -> np.ndarray:
    """Which of `rows` are part of the fit: bool [n]. A run is known by what it ran and by what it measured."""
    digits = [pl.col(name).cast(pl.Float64).round_sig_figs(5) for name in ("tpot_s", "tput_output")]
    seen, own = (table.select(*SAME, *digits) for table in (observed()[0], rows))
    return (
        own.join(seen.unique().with_columns(known=True), own.columns, "left", maintain_order="left")["known"]
        .fill_null(False)
        .to_numpy()
    )


def _known(logarithm: float) -> float | None:
    return float(np.exp(logarithm)) if np.isfinite(logarithm) else None


def points_of(path: Path) -> pl.DataFrame:
    """`path` as points: a CSV or Parquet of ours, or InferenceX results as JSON or CSV; ValueError if unreadable."""
    try:
        rows = _rows(path)
    except OSError as refused:
        raise ValueError(f"{path} cannot be opened: {refused.strerror or 'no such file'}.") from refused
    except (ValueError, pl.exceptions.PolarsError) as refused:
        raise ValueError(f"{path} is not {KINDS.get(path.suffix, 'CSV')} that can be read. {ALLOWED}") from refused
    if not rows:
        raise ValueError(f"{path} holds no result.")
    ours = [_ours(row, f"{path}, row {place}") for place, row in enumerate(rows, 1)]
    return pl.DataFrame(ours, schema=SCHEMA)


KINDS = {".json": "JSON", ".parquet": "Parquet"}
ALLOWED = "Allowed: our points as CSV or Parquet, InferenceX results as JSON or CSV."
_WRONG = {pl.Int32: "a whole number", pl.Float64: "a number", pl.Boolean: "true or false", pl.String: "text"}


def _ours(row: object, where: str) -> dict[str, object]:
    """One row in our columns and types; ValueError with `where` it stands and what is wrong."""
    if not isinstance(row, dict) or not isinstance(row.get("metrics", {}), dict):
        raise ValueError(f"{where}: not a result, which has a name and a value for each column. {ALLOWED}")
    if not {"accelerator", "hw", "hardware"} & set(row):
        raise ValueError(f"{where}: no column says the accelerator (accelerator, hw or hardware). {ALLOWED}")
    try:
        ours = row if "accelerator" in row else _from_inferencex(row, where.rpartition(", ")[2])
    except (KeyError, TypeError) as refused:
        raise ValueError(f"{where}: its numbers of chips are missing or no numbers. {ALLOWED}") from refused
    return {name: _typed(ours.get(name), (name, kind), where) for name, kind in SCHEMA.items()}


def _typed(value: object, column: tuple[str, type[pl.DataType]], where: str) -> object:
    """A cell as its column holds it, None if empty."""
    name, kind = column
    if value is None or value == "":
        return None
    text = str(value).strip()
    try:
        number = float(text) if kind in (pl.Int32, pl.Float64) else math.nan
        if kind == pl.Boolean:
            return {"true": True, "false": False}[text.lower()]
        if kind == pl.Int32 and not (number.is_integer() and abs(number) < 2**31):
            raise ValueError
    except (ValueError, KeyError) as refused:
        raise ValueError(f"{where}: {name} is {text[:40]!r}, not {_WRONG[kind]}.") from refused
    return int(number) if kind == pl.Int32 else number if kind == pl.Float64 else text


def _rows(path: Path) -> list:
    """The rows of a file as they stand there; the one place where a file is opened."""
    if path.suffix == ".parquet":
        return pl.read_parquet(path).to_dicts()
    text = path.read_text(encoding="utf-8-sig")
    if path.suffix == ".json":
        rows = json.loads(text)
        return rows if isinstance(rows, list) else [rows]
    reader = csv.DictReader(io.StringIO(text, newline=""), strict=True)
    try:
        rows = list(reader)
    except csv.Error as refused:
        raise ValueError(str(refused)) from refused
    if any(None in row or None in row.values() for row in rows):
        raise ValueError("rows of unequal length")
    return rows


def _from_inferencex(row: dict, key: str) -> dict:
    """One InferenceX result in our columns: rates over all chips, names by key."""
    flat = row | row.get("metrics", {})
    ours = {RENAMED.get(name, name): _number(value) for name, value in flat.items() if value not in (None, "")}
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


def _number(value: object) -> object:
    """A number that a CSV holds as text; anything else as it is."""
    try:
        return float(value) if isinstance(value, str) else value
    except ValueError:
        return value


def _output_rate(ours: dict, two: bool) -> float | None:
    """Output tok/s per chip of the whole deployment; disaggregated results state it per decode chip."""
    rate = ours.get("output_tput_per_gpu")
    if rate is None:
        return None
    return rate * ours["decode_chips"] / ours["chips"] if two else rate
