"""The chart of a lead at equal service: a ratio over what a user feels."""

from collections.abc import Sequence
from math import log10

from data.versus import Service
from model.question import X_METRICS, is_maximised
from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.claims_charts import EVEN, level
from pages.ui.formats import seconds, speed
from pages.ui.frame import one_two_five, short
from pages.ui.theme import Colours

APART = 0.13  # of the axis, between two ticks
FINE = (1, 1.2, 1.5, 2, 2.5, 3, 4, 5, 6, 8)  # ticks of an axis shorter than a decade
AXES = {
    "interactivity": "tok/s per user, logarithmic · faster →",
    "e2e_s": "whole request (E2E), logarithmic · faster →",
    "ttft_s": "first token (TTFT), logarithmic · sooner →",
}


def along(found: Service, marks: Sequence[tuple[float, float, str]], look: tuple[Colours, str]) -> Figure:
    """The ratio over an axis of service, log-log; `marks` are (x, ratio, text) of published figures."""
    ink, meta = look
    up = is_maximised(found.axis)
    layout = laid_out(ink, 380)
    layout["margin"] |= {"t": 26, "b": 46, "r": 16}
    ratios = [*found.ratio, *(ratio for _, ratio, _ in marks), EVEN]
    low, high = 0.8 * min(ratios), 1.6 * max(ratios)
    ticks = one_two_five(low, high)
    layout["yaxis"] |= {"type": "log", "range": [log10(low), log10(high)], "tickvals": ticks}
    layout["yaxis"]["ticktext"] = [f"{short(level)}×" for level in ticks]
    start, end = (found.x[0], found.x[-1]) if up else (found.x[-1], found.x[0])
    layout["xaxis"] |= {"type": "log", "range": _padded(start, end)} | _places(found)
    layout["xaxis"]["title"] = {"text": AXES.get(found.axis, X_METRICS[found.axis]), "font": {"size": 13}}
    layout |= {"showlegend": False, "meta": meta, "shapes": [level(ink)]}
    drawn = [_curve(found, up, ink), *(_knots(found, place, ink) for place in (0, 1))]
    return {"data": [*drawn, *([_marked(marks, ink)] if marks else [])], "layout": layout}


def _knots(found: Service, place: int, ink: Colours) -> Figure:
    """Where one side has a point: a dot on the curve in that side's colour."""
    curve = found.curves[place]
    inside = [x for x in curve.x.tolist() if found.x[0] <= x <= found.x[-1]]
    at = dict(zip(found.x, found.ratio, strict=True))
    return {
        "type": "scatter",
        "mode": "markers",
        "x": inside,
        "y": [at[x] for x in inside],
        "marker": {"size": 8, "color": ink.line(curve.accelerator), "line": {"width": 1.5, "color": ink.background}},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _curve(found: Service, up: bool, ink: Colours) -> Figure:
    unit = "%{x:,.0f} tok/s per user" if up else "%{x:.3g} s"
    return {
        "type": "scatter",
        "mode": "lines",
        "x": found.x,
        "y": found.ratio,
        "line": {"color": ink.line("jalapeno"), "width": 3.4, "shape": "linear" if up else "hv"},
        "hovertemplate": f"%{{y:.3g}}× at {unit}<extra></extra>",
    }


def _marked(marks: Sequence[tuple[float, float, str]], ink: Colours) -> Figure:
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [x for x, _, _ in marks],
        "y": [ratio for _, ratio, _ in marks],
        "text": [f"<b>{text}</b>  " for _, _, text in marks],
        "textposition": "middle left",
        "textfont": {"size": 13, "color": ink.ink},
        "marker": {"size": 12, "symbol": "diamond-open", "color": ink.ink, "line": {"width": 2.5}},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _places(found: Service) -> Figure:
    """Ticks at both ends and at round places between, far enough apart to be read on a phone."""
    low, high = min(found.x), max(found.x)
    steps = one_two_five(low, high) if high > 10 * low else [m * 10.0**p for p in range(-4, 5) for m in FINE]
    apart = (high / low) ** APART
    ticks = [low]
    for tick in steps:
        if ticks[-1] * apart < tick < high / apart:
            ticks.append(tick)
    ticks.append(high)
    written = speed if is_maximised(found.axis) else seconds
    return {"tickangle": 0, "tickvals": ticks, "ticktext": [written(tick) for tick in ticks]}


def _padded(start: float, end: float) -> list[float]:
    room = 0.04 * (log10(end) - log10(start)) or 0.1
    return [log10(start) - room, log10(end) + room]
