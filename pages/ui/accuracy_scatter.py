"""Predicted against measured as a plain Plotly dict, and what the points say in a sentence."""

import numpy as np
import polars as pl

from data import accuracy
from data.accuracy import TARGET_OF
from data.heldout import SPREAD, name
from data.tables import vocabulary
from model.calibration import half_width
from pages.ui.accuracy import LEFT_OUT, percent, whole
from pages.ui.accuracy_charts import Figure, laid_out, named
from pages.ui.formats import count, number, seconds, tokens
from pages.ui.theme import Colours

MANY = 100  # points of an accelerator from which they are drawn paler
SCALES = {
    "throughput": (1.0, "tok/s per chip"),
    "tpot": (1000.0, "ms per token"),
    "ttft": (1.0, "s to the first token"),
}


def scatter(split: str, quantity: str, rows: pl.DataFrame, ink: Colours) -> Figure:
    """Predicted against measured on logarithmic axes, a colour per accelerator, with the line of no error."""
    factor, unit = SCALES[quantity]
    target = TARGET_OF[quantity]
    pairs = rows.with_columns(x=pl.col(target) * factor, y=pl.col(name(split, target)) * factor)
    ends = np.log10([pairs.select(pl.min_horizontal(pl.col("x", "y").min())).item(), pairs["x"].max()])
    ends = [ends[0] - 0.1, max(ends[1], np.log10(pairs["y"].max())) + 0.1]
    traces = _guides(10.0 ** np.array(ends), rows, split if quantity == "throughput" else None, ink)
    keys = [key for key in vocabulary().chips if key in set(pairs["accelerator"])]
    traces += [_cloud(pairs.filter(accelerator=key), key, quantity, ink) for key in keys]
    layout = laid_out(ink, 520)
    axis = {"type": "log", "range": ends, "dtick": 1, "minor": {"dtick": "D1"}, "tickformat": ",~r"}
    layout["xaxis"] |= axis | {"title": {"text": f"Measured, {unit}", "font": {"size": 13}}}
    layout["yaxis"] |= axis | {
        "title": {"text": f"Predicted, {unit}", "standoff": 6, "font": {"size": 13}},
        "automargin": True,
    }
    layout["yaxis"] |= {"tickfont": {"size": 12, "color": ink.muted}}
    layout["meta"] = verdict(split, quantity, rows)
    return {"data": traces, "layout": layout}


def verdict(split: str, quantity: str, rows: pl.DataFrame) -> str:
    """What the points of a choice say, in a sentence."""
    found = accuracy.summary(rows, split, quantity)
    band = found.get("band", {"n": 0})
    inside = f"; {whole(band['inside'])} lie inside the 90 % band" if band["n"] else ""
    return (
        f"Left out: {LEFT_OUT[split]}. {count(found['n'])} points are off by {percent(found['mape'])} on average, half "
        f"of them by less than {percent(found['median'])}, nine in ten by less than {percent(found['p90'])}{inside}."
    )


def _guides(ends: np.ndarray, rows: pl.DataFrame, split: str | None, ink: Colours) -> list[Figure]:
    """The line of no error, and where there is one the band around it, as wide as that of the middle point."""
    line = {"type": "scatter", "mode": "lines", "x": ends, "y": ends, "name": "No error", "hoverinfo": "skip"}
    line |= {"line": {"color": ink.ink, "width": 1.2}, "showlegend": False}
    if split is None:
        return [line]
    width = 1 + float(half_width(rows[name(split, SPREAD)].median()))
    band = {"type": "scatter", "mode": "lines", "fill": "toself", "hoverinfo": "skip", "line": {"width": 0}}
    band |= {"x": [*ends, *ends[::-1]], "y": [*(ends * width), *(ends[::-1] / width)], "name": "90 % band"}
    return [band | {"fillcolor": "rgba(128,136,150,0.20)"}, line]


def _cloud(rows: pl.DataFrame, key: str, quantity: str, ink: Colours) -> Figure:
    return {
        "type": "scatter",
        "mode": "markers",
        "name": named(key),
        "x": rows["x"].cast(pl.Float64).round_sig_figs(4).to_list(),
        "y": rows["y"].cast(pl.Float64).round_sig_figs(4).to_list(),
        "text": [_hover(row, quantity) for row in rows.iter_rows(named=True)],
        "hovertemplate": "%{text}<extra></extra>",
        "marker": {"size": 6, "color": ink.line(key), "opacity": 0.35 if rows.height > MANY else 0.7},
    }


def _hover(row: dict, quantity: str) -> str:
    words = vocabulary()
    off = whole(100 * (row["y"] / row["x"] - 1))
    written = number if quantity == "throughput" else lambda value: seconds(value / SCALES[quantity][0])
    return (
        f"{words.chips[row['accelerator']]}, {words.llms[row['llm']]}, {words.precisions[row['precision']]}<br>"
        f"{words.engines[row['engine']]}, {tokens(row['isl'])} in, {tokens(row['osl'])} out, {row['concurrency']:,} in "
        f"flight<br>measured {written(row['x'])}, predicted {written(row['y'])} ({off.replace('-', '−')})"
    )
