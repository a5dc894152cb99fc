"""Points the model computes for a question: the best configurations of every accelerator it can speak of, grade M."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np
import polars as pl

from data import scope, tables
from data.altered import altered
from data.calibrated import Calibration
from data.engines import engines_for
from data.machines import accelerators, llms
from data.replica import too_long
from data.tried import Asked, Rows, case_of
from model import explain, memory
from model.calibration import band
from model.hardware import WIDER, is_native
from model.question import Question
from model.step import TERMS, ideal
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
    if question.llm in llms() and (why := too_long(question.llm, question.isl + question.osl)):
        return _table(Asked(question.llm, question.isl, question.osl, (), (), (1, 1)), []), (("", why),)
    cells, reasons = scope.cells(question)
    pinned = question.batch
    batches = (pinned, pinned) if pinned else (question.batch_min, question.batch_max)
    asked = Asked(question.llm, question.isl, question.osl, cells, question.engine, batches)
    rows, why = swept(asked)
    if not question.if_chip:
        return rows, reasons + why
    own, absent = scope.cells(replace(question, chip=(question.if_chip,)))
    more, why_not = swept(replace(asked, cells=own, what_if=scope.multipliers(question)))
    said = reasons + why
    changed = tuple((key, f"as altered, {text}" if key else text) for key, text in absent + why_not)
    told = more.select(pl.struct("id", pl.col("interactivity", "tput_total").round_sig_figs(9))).to_series()
    said += tuple(one for one in changed if one not in said)
    return pl.concat([rows, more.filter(told.is_first_distinct())]), said


@lru_cache(maxsize=64)
def swept(asked: Asked) -> tuple[pl.DataFrame, Reasons]:
    """Rows of every cell that is asked for, and why some have none; cached."""
    found, reasons = [], []
    for key, precision in asked.cells:
        rows, why = _cell(asked, key, precision)
        found += rows
        reasons += [(key, why)] if why else []
    return _table(asked, found), tuple(reasons)


def _cell(asked: Asked, key: str, precision: str) -> tuple[list[tuple[Made, Rows]], str]:
    """Rows of one accelerator and precision, one pool and two; and why there are none."""
    ways = engines_for(key, asked.llm, precision, asked.engines)
    sweeps = altered(replace(asked, cells=(), engines=()), ways)
    found = [(Made(key, precision, known, two), one.rows) for (two, known), one in zip(ways, sweeps, strict=True)]
    why = next((one.why for one in sweeps), memory.REASONS[memory.PRECISION])
    found = [(made, rows) for made, rows in found if rows["tp"].size]
    return found, "" if found else why


def _table(asked: Asked, found: list[tuple[Made, Rows]]) -> pl.DataFrame:
    """The points' table, with the columns of MODEL, of all sweeps `found`."""
    schema = _schema()
    if not found:
        return pl.DataFrame(schema=schema)
    each = [_columns(asked, made, rows) for made, rows in found]
    numbers = {name: np.concatenate([part[name] for part in each]) for name in each[0]}
    shared = pl.DataFrame([_shared(asked, made) for made, _ in found], infer_schema_length=None)
    place = np.repeat(np.arange(len(found)), [len(rows["tp"]) for _, rows in found])
    whole = pl.concat([pl.DataFrame(numbers), shared[place]], how="horizontal").with_columns(
        pl.col(LAYOUT).fill_nan(None)
    )
    absent = [pl.lit(None).alias(name) for name in schema if name not in whole.columns]
    return whole.with_columns(absent).select(pl.col(name).cast(kind) for name, kind in schema.items())


@cache
def _schema() -> dict[str, pl.DataType]:
    return dict(tables.points(Question(llm="")).schema) | MODEL


def _columns(asked: Asked, made: Made, row: Rows) -> dict[str, np.ndarray]:
    """What differs between the rows of one sweep."""
    case = case_of(asked, made.key, made.calibration)
    lengths, alone = (case.prompt, case.answer), np.full(len(row["tp"]), made.two)
    times = ideal(case.llm, case.chip, case.formats, Deployment(row["tp"], row["ep"], row["dp"]), lengths)
    limit = explain.binding(times, case.factors, lengths, row["running"], alone)
    total = row["tput"] * (1 + case.prompt / case.answer)
    low, high = band(total, made.calibration.spread)
    return _layout(row, made.two) | {
        "id": np.array(_ids(row, made, bool(asked.what_if)), object),
        "tput_total": total,
        "tput_output": row["tput"],
        "tput_input": total - row["tput"],
        "interactivity": 1 / row["tpot_s"],
        "tpot_s": row["tpot_s"],
        "ttft_s": row["ttft_s"],
        "e2e_s": row["ttft_s"] + (case.answer - 1) * row["tpot_s"],
        "concurrency": row["concurrency"],
        "chips": row["chips"],
        "tput_low": low,
        "tput_high": high,
        "binding": _TERMS[limit],
        "by_load": row["by_load"],
    }


LAYOUT = ("tp", "ep", "prefill_tp", "prefill_ep", "prefill_workers", "prefill_chips")
LAYOUT += ("decode_tp", "decode_ep", "decode_workers", "decode_chips")
_TERMS = np.array([explain.NAMES[term] for term in TERMS], object)


def _layout(row: Rows, two: bool) -> dict[str, np.ndarray]:
    """The degrees of parallelism, under the names of one pool or of two; NaN under the other."""
    found = dict.fromkeys(LAYOUT, np.full(len(row["tp"]), np.nan))
    apart, prefill_apart = row["dp"] > 1, row["prefill_dp"] > 1
    found |= {"dp_attention": apart, "prefill_dp_attention": prefill_apart}
    if not two:
        return found | {"tp": row["tp"], "ep": row["ep"]}
    found |= {name: row[name] for name in ("prefill_tp", "prefill_ep", "prefill_workers")}
    found |= {"decode_tp": row["tp"], "decode_ep": row["ep"], "decode_workers": row["workers"]}
    prefill_chips = row["prefill_tp"] * row["prefill_workers"]
    return found | {"prefill_chips": prefill_chips, "decode_chips": row["tp"] * row["workers"]}


def _shared(asked: Asked, made: Made) -> dict[str, object]:
    """What is the same in all rows of a sweep."""
    names, known = tables.vocabulary(), made.calibration
    same = {"accelerator": made.key, "chip": names.chips[made.key], "llm": asked.llm, "precision": made.precision}
    same |= {"decoding": "plain", "engine": "model", "isl": asked.isl, "osl": asked.osl, "derived": False}
    same |= {"grade": "M", "kind": "model", "source": "model", "note": _note(made), "what_if": bool(asked.what_if)}
    same |= {"calibration": "/".join(known.rests_on), "calibration_date": known.last or None, "disaggregated": made.two}
    return same


def _note(made: Made) -> str:
    """What the factors rest on, and how a format is computed that the chip lacks."""
    names, known, chip = tables.vocabulary(), made.calibration, accelerators()[made.key]
    engine = names.engines.get(known.key[1], known.key[1])
    note = f"calibrated on {known.n} points of {engine}" if known.n else "pooled calibration: nothing measured to fit"
    if known.lent:
        asked, own = (names.precisions[name] for name in (made.precision, known.lent[3]))
        note = f"nobody measured {asked}: deployments and factors of {own} on {engine}, only bytes and peaks differ"
    if is_native(chip, made.precision):
        return note
    wider = any(name in chip.peaks for name in WIDER[made.precision])
    how = "shrinks the weights only" if wider else "arithmetic is not published and taken from a narrower format"
    return f"{note}; {names.precisions[made.precision]} {how}"


def _ids(row: Rows, made: Made, altered: bool) -> list[str]:
    """One text per configuration: "model:b200:fp4:tp8·ep1·dp1:c64"."""
    head = f"model:{made.key}:{made.precision}:{made.calibration.key[1]}:" + ("if:" if altered else "")
    names = ("prefill_workers", "prefill_tp", "prefill_ep", "prefill_dp", "workers", "tp", "ep", "dp", "concurrency")
    text = "{}xtp{}·ep{}·dp{}+{}xtp{}·ep{}·dp{}:c{}" if made.two else "tp{5}·ep{6}·dp{7}:c{8}"
    whole = zip(*(row[name].astype(int).tolist() for name in names), strict=True)
    return [head + text.format(*values) for values in whole]
