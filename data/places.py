"""Gives every point its place: on a frontier or beaten by whom, within the limits or not, or why it cannot stand."""

from collections.abc import Mapping
from dataclasses import replace

import numpy as np
import polars as pl

from data import basis
from model.frontier import dominated_by, frontier, frontier_by
from model.power import Watts
from model.question import Question, is_maximised

_UNJUDGED = "a time your limit needs is not published"


def placed(points: pl.DataFrame, question: Question, watts: Mapping[str, Watts]) -> pl.DataFrame:
    """`points` with series, on_frontier, on_global_frontier, dominated_by, meets_slo and excluded."""
    why = basis.why_excluded(points, question, watts)
    meets = _meets_slo(points, question)
    # On the speed axis a speed limit is shown as shade: the curve left of it stays.
    needed = _meets_slo(points, replace(question, slo_interactivity=None)) if question.x == "interactivity" else meets
    why = [reason or (_UNJUDGED if met < 0 else None) for reason, met in zip(why, needed, strict=True)]
    judged = np.array([reason is None for reason in why], bool) & (needed == 1)
    series = points.select(pl.struct("accelerator", "precision", "decoding").rank("dense").cast(pl.Int64) - 1)
    series = series.to_series().to_numpy() if points.height else np.empty(0, int)
    x, y = (np.where(judged, points[name].to_numpy(), np.nan) for name in ("x", "y"))
    up = is_maximised(question.x), is_maximised(question.y)
    own, everyone = frontier_by(series, x, y, *up), frontier(x, y, *up)
    beaten_by = _beaten_by(series, x, y, own, up)
    ids = points["id"].to_numpy()
    return points.with_columns(
        pl.Series("series", series, dtype=pl.Int64),
        pl.Series("on_frontier", own, dtype=pl.Boolean),
        pl.Series("on_global_frontier", everyone, dtype=pl.Boolean),
        pl.Series("dominated_by", [ids[i] if i >= 0 else None for i in beaten_by], dtype=pl.String),
        pl.Series("meets_slo", [None if m < 0 else bool(m) for m in meets], dtype=pl.Boolean),
        pl.Series("excluded", why, dtype=pl.String),
    )


def _beaten_by(series: np.ndarray, x: np.ndarray, y: np.ndarray, own: np.ndarray, up: tuple[bool, bool]) -> np.ndarray:
    """Row that beats each row, -1 for none: of its own series while off that frontier, else of the global one [n]."""
    beaten_by = np.full(len(x), -1)
    for group in np.unique(series):
        rows = np.flatnonzero(series == group)
        inside = dominated_by(x[rows], y[rows], own[rows], *up)
        beaten_by[rows[inside >= 0]] = rows[inside[inside >= 0]]
    return np.where(own, dominated_by(x, y, frontier(x, y, *up), *up), beaten_by)


def _meets_slo(points: pl.DataFrame, question: Question) -> np.ndarray:
    """1 within every limit, 0 outside one, -1 where a figure the limits need is missing; int8 [n]."""
    tail = "_p99" if question.slo_stat == "p99" else ""
    speed = 1 / basis.column(points, "tpot_p99_s") if tail else basis.column(points, "interactivity")
    tests = [(basis.column(points, f"ttft{tail}_s"), question.slo_ttft_s)]
    tests += [(basis.column(points, f"e2e{tail}_s"), question.slo_e2e_s)]
    tests += [(-speed, None if question.slo_interactivity is None else -question.slo_interactivity)]
    meets = np.ones(points.height, np.int8)
    for value, limit in tests:
        if limit is not None:
            verdict = np.where(np.isnan(value), -1, value <= limit).astype(np.int8)
            meets = np.where((meets == 0) | (verdict == 0), 0, np.minimum(meets, verdict))
    return meets
