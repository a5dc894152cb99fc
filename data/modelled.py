"""Points the model computes for a question: the best configurations of every accelerator it can speak of, grade M."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np
import polars as pl

from data import scope, tables
from data.calibrated import Calibration
from data.engines import engines_for
from data.tried import Asked, case_of, picks, tried
from model import explain, memory
from model.calibration import band
from model.hardware import WIDER, is_native
from model.question import Question
from model.step import TERMS, ideal
from model.sweep import Case
from model.work import Deployment

MODEL = {
    "tput_low": pl.Float64,  # 90 % band of tput_total
    "tput_high": pl.Float64,
    "binding": pl.String,
    "calibration": pl.String,
    "calibration_date": pl.String,
    "what_if": pl.Boolean,
    "by_load": pl.Boolean,  # kept only as the best of its load
}
Reasons = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Made:
    """What all rows of one sweep share."""

    key: str
    precision: str
    calibration: Calibration
    two: bool


def modelled(question: Question) -> tuple[pl.DataFrame, Reasons]:
    """Rows of grade M with the columns of `tables.points` and those of MODEL, and (accelerator, why there is none).

    Only configurations that no other of the same accelerator and precision beats in speed, first token and throughput
    at once, and the best of each load. Power, price, axes and limits play no part.
    """
    cells, reasons = scope.cells(question)
    pinned = question.batch
    batches = (pinned, pinned) if pinned else (question.batch_min, question.batch_max)
    asked = Asked(question.llm, question.isl, question.osl, cells, question.engine, batches)
    parts = [swept(asked)]
    if question.if_chip:
        own, _ = scope.cells(replace(question, chip=(question.if_chip,)))
        parts.append(swept(replace(asked, cells=own, what_if=scope.multipliers(question))))
    return pl.concat([rows for rows, _ in parts]), reasons + parts[0][1]


@lru_cache(maxsize=64)
def swept(asked: Asked) -> tuple[pl.DataFrame, Reasons]:
    """Rows of every cell that is asked for, and why some have none; cached."""
    found, reasons = [], []
    for key, precision in asked.cells:
        rows, why = _cell(asked, key, precision)
        found += rows
        reasons += [(key, why)] if why else []
    schema = tables.points(Question(llm="")).schema | MODEL
    rows = pl.concat([pl.DataFrame(schema=schema), *found], how="diagonal_relaxed")
    return rows.select(pl.col(name).cast(kind) for name, kind in schema.items()), tuple(reasons)


def _cell(asked: Asked, key: str, precision: str) -> tuple[list[pl.DataFrame], str]:
    """Rows of one accelerator and precision, one pool and two; and why there are none."""
    found, codes = [], []
    for two, known in engines_for(key, asked.llm, precision, asked.engines):
        case = case_of(asked, key, known)
        swept = tried(case, two, asked.batches)
        kept, by_load = picks(swept)
        codes.append(swept.reason.ravel())
        if kept.size:
            rows = swept.picked(kept) | {"by_load": by_load}
            found.append(_columns(asked, case, rows, Made(key, precision, known, two)))
    if found:
        return found, ""
    return [], memory.REASONS[int(np.bincount(np.concatenate(codes)).argmax()) if codes else memory.PRECISION]


def _columns(asked: Asked, case: Case, row: dict[str, np.ndarray], made: Made) -> pl.DataFrame:
    """Rows of the points' table, with the columns of MODEL, for the configurations `row`."""
    at = Deployment(row["tp"], row["ep"], row["dp"])
    times = ideal(case.llm, case.chip, case.formats, at, (case.prompt, case.answer))
    alone = np.full(len(row["tp"]), made.two)
    limit = explain.binding(times, case.factors, (case.prompt, case.answer), row["running"], alone)
    total = row["tput"] * (1 + case.prompt / case.answer)
    low, high = band(total, made.calibration.spread)
    known = _layout(row, made.two) | {
        "id": _ids(row, made, bool(asked.what_if)),
        "tput_total": total,
        "tput_output": row["tput"],
        "tput_input": total - row["tput"],
        "interactivity": 1 / row["tpot_s"],
        "tpot_s": row["tpot_s"],
        "ttft_s": row["ttft_s"],
        "e2e_s": row["ttft_s"] + (case.answer - 1) * row["tpot_s"],
        "concurrency": row["concurrency"].astype(int),
        "chips": row["chips"].astype(int),
        "tput_low": low,
        "tput_high": high,
        "binding": [explain.NAMES[TERMS[i]] for i in limit],
        "by_load": row["by_load"],
    }
    same = [pl.lit(value).alias(name) for name, value in _shared(asked, case, made).items()]
    return pl.DataFrame(known).with_columns(same)


def _layout(row: dict[str, np.ndarray], two: bool) -> dict[str, np.ndarray]:
    """The degrees of parallelism, under the names of one pool or of two."""
    whole = {name: row[name].astype(int) for name in ("tp", "ep", "workers")}
    split = {"dp_attention": row["dp"] > 1, "disaggregated": np.full(len(row["tp"]), two)}
    if not two:
        return split | {"tp": whole["tp"], "ep": whole["ep"]}
    prefill = {name: row[name].astype(int) for name in ("prefill_tp", "prefill_ep", "prefill_workers")}
    decode = {"decode_tp": whole["tp"], "decode_ep": whole["ep"], "decode_workers": whole["workers"]}
    chips = {"prefill_chips": prefill["prefill_tp"] * prefill["prefill_workers"]}
    return split | prefill | decode | chips | {"decode_chips": whole["tp"] * whole["workers"]}


def _shared(asked: Asked, case: Case, made: Made) -> dict[str, object]:
    """What is the same in all rows of a sweep."""
    names = tables.vocabulary()
    known = made.calibration
    engine = names.engines.get(known.key[1], known.key[1])
    note = f"calibrated on {known.n} points of {engine}" if known.n else "pooled calibration: nothing measured to fit"
    if not is_native(case.chip, made.precision):
        wider = any(name in case.chip.peaks for name in WIDER[made.precision])
        how = "shrinks the weights only" if wider else "arithmetic is not published and taken from a narrower format"
        note += f"; {names.precisions[made.precision]} {how}"
    same = {"accelerator": made.key, "chip": names.chips[made.key], "llm": asked.llm, "precision": made.precision}
    same |= {"decoding": "plain", "engine": "model", "isl": asked.isl, "osl": asked.osl, "derived": False}
    same |= {"grade": "M", "kind": "model", "source": "model", "note": note, "what_if": bool(asked.what_if)}
    same |= {"calibration": "/".join(known.key), "calibration_date": known.last or None}
    return same


def _ids(row: dict[str, np.ndarray], made: Made, altered: bool) -> list[str]:
    """One text per configuration: "model:b200:fp4:tp8·ep1·dp1:c64"."""
    head = f"model:{made.key}:{made.precision}:{made.calibration.key[1]}:" + ("if:" if altered else "")
    names = ("prefill_workers", "prefill_tp", "prefill_ep", "workers", "tp", "ep", "dp", "concurrency")
    text = "{}x{}·{}+{}xtp{}·ep{}·dp{}:c{}" if made.two else "tp{4}·ep{5}·dp{6}:c{7}"
    whole = zip(*(row[name].astype(int).tolist() for name in names), strict=True)
    return [head + text.format(*values) for values in whole]
