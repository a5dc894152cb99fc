"""The charts of the accuracy page as plain Plotly dicts: errors and coverage by accelerator."""

import math

import polars as pl

from data import accuracy
from data.accuracy import ALL, OURS, results
from data.heldout import PEER
from data.sets import EACH
from data.tables import vocabulary
from pages.ui.accuracy import percent, whole
from pages.ui.formats import count, listing
from pages.ui.theme import Colours

FONT = "Source Sans, sans-serif"
TELLERS = {  # teller: name, symbol, size
    OURS: ("Model", "circle", 13),
    PEER: ("Peer", "x", 10),
    "textbook efficiencies": ("Textbook efficiencies", "square-open", 9),
    "peak roofline": ("Peak roofline", "diamond-open", 10),
}
TICKS = (1, 3, 10, 30, 100, 300, 1000, 3000)  # so few that they stand side by side on a phone
ROOMY = 2.0  # times an error that leaves room for its number
ROW, ROOM = 34, 92  # px per accelerator, and around them
COVERED = (85, 95)  # share inside the band that passes [%]
Figure = dict[str, object]


def errors(split: str, quantity: str, peers_only: bool, ink: Colours) -> Figure:
    """Mean error by accelerator on a logarithmic axis: the model beside others on the same points."""
    rows = _placed(accuracy.by_accelerator(split, quantity, peers_only).drop_nulls("mape"))
    order = [ALL, *(key for key in vocabulary().chips if key in set(rows["accelerator"]))]
    ours = {row["accelerator"]: row for row in rows.filter(teller=OURS).iter_rows(named=True)}
    labels = {key: f"{named(key)} · {count(ours[key]['n'])}" for key in order}
    traces = [_teller(rows.filter(teller=teller), labels, ink) for teller in TELLERS if teller in set(rows["teller"])]
    layout = laid_out(ink, ROOM + ROW * len(order))
    layout["yaxis"] |= {"categoryorder": "array", "categoryarray": [labels[key] for key in reversed(order)]}
    ends = [math.log10(rows["mape"].min() / ROOMY**1.6), math.log10(rows["mape"].max() * ROOMY)]
    layout["xaxis"] |= {"type": "log", "range": ends, "tickvals": TICKS, "ticktext": [f"{tick:,} %" for tick in TICKS]}
    layout["xaxis"] |= {"tickangle": 0}
    layout["meta"] = "Mean error by accelerator. " + "; ".join(
        f"{named(key)}: " + listing([f"{TELLERS[row['teller']][0]} {percent(row['mape'])}" for row in part])
        for key in order
        for part in [list(rows.filter(accelerator=key).iter_rows(named=True))]
    )
    return {"data": traces, "layout": layout}


def coverage(split: str, ink: Colours) -> Figure:
    """Share of measured throughputs inside the 90 % band, by accelerator, with the range that passes shaded."""
    sets = results()["splits"][split]["sets"]
    found = {key.removeprefix(EACH): one["band"] for key, one in sets.items() if key == ALL or key.startswith(EACH)}
    order = [ALL, *(key for key in vocabulary().chips if key in found)]
    labels = {key: f"{named(key)} · {count(found[key]['n'])}" for key in order}
    inside = [found[key]["inside"] for key in order]
    bars = _bars(order, inside, labels, ink)
    layout = laid_out(ink, ROOM - 44 + ROW * 0.8 * len(order))
    layout["yaxis"] |= {"categoryorder": "array", "categoryarray": [labels[key] for key in reversed(order)]}
    layout["margin"] |= {"t": 8}
    layout["xaxis"] |= {"range": [0, 100], "ticksuffix": " %", "dtick": 25}
    layout["shapes"] = _passing(ink)
    layout["meta"] = "Share inside the 90 % band. " + "; ".join(
        f"{named(key)} {whole(value)}" for key, value in zip(order, inside, strict=True)
    )
    return {"data": [bars], "layout": layout}


def _bars(order: list[str], inside: list[float], labels: dict[str, str], ink: Colours) -> Figure:
    return {
        "type": "bar",
        "orientation": "h",
        "x": inside,
        "y": [labels[key] for key in order],
        "marker": {"color": [_colour(key, ink) for key in order]},
        "width": 0.5,
        "text": [f" {whole(value)}" for value in inside],
        "textposition": "inside",
        "insidetextanchor": "start",
        "constraintext": "none",
        "textfont": {"color": ink.background, "size": 12},
        "hovertemplate": "%{y}: %{x:.1f} % inside<extra></extra>",
        "showlegend": False,
    }


def _passing(ink: Colours) -> list[Figure]:
    """The range that passes, shaded, and the 90 % that the band promises as a line."""
    tall = {"yref": "paper", "y0": 0, "y1": 1}
    shade = {"type": "rect", "x0": COVERED[0], "x1": COVERED[1], "line": {"width": 0}, "layer": "below"}
    rule = {"type": "line", "x0": 90, "x1": 90, "line": {"color": ink.ink, "width": 1}}
    return [shade | tall | {"fillcolor": ink.ink, "opacity": 0.12}, rule | tall]


def _placed(rows: pl.DataFrame) -> pl.DataFrame:
    """Where each number stands: outside the smallest and largest of a row, between them only where there is room."""
    rows = rows.sort("mape").with_columns(after=pl.col("mape").shift(-1).over("accelerator"))
    first = pl.int_range(pl.len()).over("accelerator") == 0
    room = pl.col("after").is_null() | (pl.col("after") > ROOMY * pl.col("mape"))
    rows = rows.with_columns(
        place=pl.when(first).then(pl.lit("middle left")).when(room).then(pl.lit("middle right")).otherwise(pl.lit(""))
    )
    return rows.sort(pl.col("accelerator") != ALL, maintain_order=True)  # the first gives the legend its colour


def _teller(rows: pl.DataFrame, labels: dict[str, str], ink: Colours) -> Figure:
    rows = rows.filter(pl.col("accelerator").is_in(list(labels)))
    shown, symbol, size = TELLERS[rows["teller"][0]]
    ours = rows["teller"][0] == OURS
    shown = f"Peer, {accuracy.peer_name()}" if rows["teller"][0] == PEER else shown
    fill = [_colour(key, ink) for key in rows["accelerator"]] if ours else ink.ink if shown[:4] == "Peer" else ink.muted
    return {
        "type": "scatter",
        "mode": "markers+text",
        "name": shown,
        "x": rows["mape"].to_list(),
        "y": [labels[key] for key in rows["accelerator"]],
        "text": [
            f"\u2002{whole(value)}\u2002" if place else "" for value, place in rows.select("mape", "place").iter_rows()
        ],
        "textposition": [place or "middle right" for place in rows["place"]],
        "textfont": {"size": 12, "color": ink.ink if ours else ink.muted},
        "marker": {"symbol": symbol, "size": size, "color": fill, "line": {"width": 2, "color": fill}},
        "customdata": rows.select(pl.col("median", "p90").round(1)).rows(),
        "hovertemplate": f"%{{y}}<br>{shown}: %{{x:.1f}} %<br>median %{{customdata[0]}} %, nine in ten within "
        "%{customdata[1]} %<extra></extra>",
        "cliponaxis": False,
    }


def named(key: str) -> str:
    """The accelerator's name; "All" for all of them."""
    return "All" if key == ALL else vocabulary().chips[key]


def _colour(key: str, ink: Colours) -> str:
    return ink.ink if key == ALL else ink.line(key)


def laid_out(ink: Colours, height: float) -> Figure:
    """The layout that the charts of this page share; `height` in px."""
    axis = {
        "gridcolor": ink.grid,
        "linecolor": ink.axis,
        "zeroline": False,
        "tickfont": {"size": 12, "color": ink.muted},
    }
    return {
        "height": height,
        "margin": {"l": 8, "r": 24, "t": 44, "b": 40},
        "paper_bgcolor": ink.background,
        "plot_bgcolor": ink.background,
        "font": {"family": FONT, "size": 13, "color": ink.ink},
        "legend": {"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "xanchor": "left", "font": {"size": 12}},
        "hoverlabel": {"bgcolor": ink.background, "bordercolor": ink.axis, "font": {"color": ink.ink}},
        "xaxis": dict(axis) | {"fixedrange": True},
        "yaxis": dict(axis) | {"fixedrange": True, "automargin": True, "tickfont": {"size": 13, "color": ink.ink}},
    }
