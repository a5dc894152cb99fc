"""Accelerators without a published place at a target: why, and the point that comes nearest."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

import numpy as np
import polars as pl

from data import basis
from data.answer import Answer
from data.modelled import modelled
from data.tables import vocabulary
from model.question import Question

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True, eq=False)
class Miss:
    """An accelerator without a published place at the target.

    why: unreached, `nearest` is the point that comes nearest; unjudged, none of its `points` tells every time that the
    limits need; unpublished, there is no point at all. Where the model was asked in vain too, `reason` is its own and
    `modelled` its configuration that comes nearest.
    """

    key: str
    name: str
    why: str
    points: int = 0
    judged: int = 0
    nearest: Row | None = None
    modelled: Row | None = None
    reason: str = ""


def misses(answered: Answer, reached: set[str]) -> list[Miss]:
    """Accelerators asked for that have no published place at the target."""
    published = answered.points.filter(pl.col("kind").ne_missing("model"))
    chips, asked = vocabulary().chips, answered.question
    keys = asked.chip or tuple(published["accelerator"].unique(maintain_order=True))
    return [_miss(key, published.filter(accelerator=key), asked) for key in chips if key in keys and key not in reached]


def _miss(key: str, rows: pl.DataFrame, question: Question) -> Miss:
    name = vocabulary().chips[key]
    if rows.is_empty():
        return Miss(key, name, "unpublished")
    short = short_by(rows, question)
    judged = int(np.isfinite(short).sum())
    if not judged:
        return Miss(key, name, "unjudged", rows.height)
    return Miss(key, name, "unreached", rows.height, judged, rows.row(int(np.nanargmin(short)), named=True))


def with_model(miss: Miss, answered: Answer) -> Miss:
    """The same with what the model says of it, if it was asked."""
    asked = answered.question
    if "model" not in asked.layer:
        return miss
    rows = modelled(asked)[0].filter(accelerator=miss.key, what_if=False)
    if rows.is_empty():
        reasons = dict(answered.unmodelled)
        return replace(miss, reason=reasons.get(miss.key) or reasons.get("", ""))
    return replace(
        miss, modelled=rows.row(int(np.argmin(short_by(rows, replace(asked, slo_stat="median")))), named=True)
    )


def short_by(rows: pl.DataFrame, question: Question) -> np.ndarray:
    """How many times each row misses its worst limit; NaN where a figure that a limit needs is unknown [n]."""
    tail = "_p99" if question.slo_stat == "p99" else ""
    parts = [np.ones(rows.height)]
    for limit, name in ((question.slo_ttft_s, "ttft"), (question.slo_e2e_s, "e2e")):
        if limit is not None:
            parts.append(basis.column(rows, f"{name}{tail}_s") / limit)
    if question.slo_interactivity is not None:
        parts.append(question.slo_interactivity / basis.column(rows, "interactivity"))
    return np.maximum.reduce(parts)
