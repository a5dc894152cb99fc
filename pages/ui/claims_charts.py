"""The charts of the claims page as plain Plotly dicts: the lead over f, its factors, its rivals, and its curve."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.formats import number
from pages.ui.frame import one_two_five, short
from pages.ui.theme import Colours

ROW = 34  # px per bar
AFTER = "\u2002\u2002"  # room between the end of a row, or its mark, and a text
EVEN = 1.0  # a ratio without a lead
LEVELS = (0.1, 0.2, 0.5, 0.8, 1, 1.25, 1.5, 2, 3, 5, 10, 20, 50, 100, 200, 500)


def times(value: float) -> str:
    """A ratio on a chart: 1.90×, 15.4×, 104×."""
    return f"{value:.2f}×" if value < 9.995 else f"{value:.1f}×" if value < 99.95 else f"{value:,.0f}×"


@dataclass(frozen=True, slots=True)
class Step:
    """One bar of a waterfall: its name, where it begins and ends [ratio], and what stands beside it."""

    name: str
    start: float
    end: float
    text: str
    colour: str


def waterfall(steps: Sequence[Step], ink: Colours, meta: str) -> Figure:
    """Factors of a ratio one below the other on a logarithmic axis, so that they add up by eye."""
    ends = [EVEN, *(value for step in steps for value in (step.start, step.end))]
    low, high = math.log10(min(ends)), math.log10(max(ends))
    room = max(0.1, 0.2 * (high - low))
    layout = laid_out(ink, 58 + ROW * 1.25 * len(steps))
    layout["margin"] |= {"t": 6, "b": 34}
    layout["xaxis"] |= {"type": "log", "range": [low - room, high + 1.6 * room]} | _levels(10**low, 10**high)
    layout["yaxis"] |= {"autorange": "reversed", "showgrid": False}
    layout |= {"showlegend": False, "meta": meta, "shapes": [_rule(EVEN, ink)], "bargap": 0.3}
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": [step.name for step in steps],
        "base": [min(step.start, step.end) for step in steps],
        "x": [abs(step.end - step.start) for step in steps],
        "marker": {"color": [step.colour for step in steps]},
        "hoverinfo": "skip",
    }
    ends = {step.name: max(step.start, step.end) for step in steps}
    return {"data": [bars, _texts(ends, [f" <b>{step.text}</b>" for step in steps], ink)], "layout": layout}


def _texts(ends: Mapping[str, float], texts: Sequence[str], ink: Colours) -> Figure:
    """A text right of the end of each row."""
    return {
        "type": "scatter",
        "mode": "text",
        "y": list(ends),
        "x": list(ends.values()),
        "text": list(texts),
        "textposition": "middle right",
        "textfont": {"size": 13, "color": ink.ink},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def rivals(rows: Sequence[dict], first: dict, ink: Colours, meta: str) -> Figure:
    """Best points as bars, the first chip's on top as the measure; speculative decoding as a hollow mark on the row.

    `rows` hold chip, key, y, text and plain, best first.
    """
    plain = [row for row in (first, *rows) if row["plain"]]
    hollow = [row for row in rows if not row["plain"]]
    order = list(dict.fromkeys(row["chip"] for row in (*plain, *hollow)))
    layout = laid_out(ink, 50 + 30 * len(order))
    layout["margin"] |= {"t": 6, "b": 34}
    layout["xaxis"] |= {"range": [0, 1.4 * max(row["y"] for row in (first, *rows))], "tickformat": "~s", "nticks": 6}
    layout["yaxis"] |= {"autorange": "reversed", "showgrid": False, "categoryorder": "array", "categoryarray": order}
    layout |= {"showlegend": False, "meta": meta, "bargap": 0.34, "shapes": [_rule(first["y"], ink)]}
    bars = {
        "type": "bar",
        "orientation": "h",
        "y": [row["chip"] for row in plain],
        "x": [row["y"] for row in plain],
        "marker": {"color": [ink.line(row["key"]) for row in plain]},
        "customdata": [row["name"] for row in plain],
        "hovertemplate": "%{customdata}: %{x:,.0f} tok/s per kW<extra></extra>",
    }
    return {"data": [bars, _hollow(hollow, ink), _beside(order, plain, hollow, ink)], "layout": layout}


def _hollow(rows: Sequence[dict], ink: Colours) -> Figure:
    return {
        "type": "scatter",
        "mode": "markers",
        "y": [row["chip"] for row in rows],
        "x": [row["y"] for row in rows],
        "marker": {
            "symbol": "diamond",
            "size": 12,
            "color": ink.background,
            "line": {"width": 2.5, "color": [ink.line(row["key"]) for row in rows]},
        },
        "customdata": [row["name"] for row in rows],
        "hovertemplate": "%{customdata}: %{x:,.0f} tok/s per kW<extra></extra>",
    }


def _beside(order: Sequence[str], plain: Sequence[dict], hollow: Sequence[dict], ink: Colours) -> Figure:
    """The leads of each row, right of all that is drawn on it."""
    ends, texts = dict.fromkeys(order, 0.0), dict.fromkeys(order, "")
    for row in (*plain, *hollow):
        ends[row["chip"]] = max(ends[row["chip"]], row["y"])
        told = f"<b>{row['text'] or number(row['y'])}</b>" if row["plain"] else f"◇ {row['text']}"
        texts[row["chip"]] += f"{AFTER}{told}"
    return _texts(ends, list(texts.values()), ink)


def closeness(marks: Sequence[tuple[str, float, str]], ink: Colours, meta: str) -> Figure:
    """How far recomputed values are from the published one [% of it]: (name, percent, text) each."""
    far = max([6.0, *(1.25 * abs(percent) for _, percent, _ in marks)])
    layout = laid_out(ink, 64 + 30 * len(marks))
    layout["margin"] |= {"t": 22, "b": 32}
    layout["xaxis"] |= {"range": [-far, far], "ticksuffix": " %", "nticks": 7}
    layout["yaxis"] |= {"autorange": "reversed", "showgrid": False}
    layout |= {"showlegend": False, "meta": meta, "shapes": [*_bands(ink), _rule(0, ink)]}
    layout["annotations"] = [above("published", 0, ink)]
    trace = {
        "type": "scatter",
        "mode": "markers+text",
        "y": [name for name, _, _ in marks],
        "x": [percent for _, percent, _ in marks],
        "text": [f"  {text}  " for _, _, text in marks],
        "textposition": ["middle left" if percent > 0.5 * far else "middle right" for _, percent, _ in marks],
        "textfont": {"size": 12, "color": ink.ink},
        "marker": {"size": 11, "color": ink.ink},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }
    return {"data": [trace], "layout": layout}


def _bands(ink: Colours) -> list[Figure]:
    """Within 5 and within 0.5 % of the published value."""
    tall = {"type": "rect", "yref": "paper", "y0": 0, "y1": 1, "line": {"width": 0}, "fillcolor": ink.ink}
    return [
        tall | {"x0": -wide, "x1": wide, "opacity": opacity, "layer": "below"}
        for wide, opacity in ((5, 0.06), (0.5, 0.12))
    ]


def _levels(low: float, high: float) -> Figure:
    shown = [level for level in LEVELS if 0.9 * low <= level <= 1.1 * high]
    if len(shown) > 8:
        shown = [level for level in shown if level in one_two_five(min(shown), max(shown)) or level == EVEN]
    return {"tickangle": 0, "tickvals": shown, "ticktext": [f"{short(level)}×" for level in shown]}


def _rule(at: float, ink: Colours) -> Figure:
    """A thin vertical line through the whole plot."""
    line = {"color": ink.muted, "width": 1, "dash": "dot"}
    return {"type": "line", "yref": "paper", "y0": 0, "y1": 1, "x0": at, "x1": at, "line": line}


def level(ink: Colours) -> Figure:
    """The horizontal line at 1×: no lead."""
    line = {"color": ink.ink, "width": 1}
    return {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": EVEN, "y1": EVEN, "line": line}


def above(text: str, x: float, ink: Colours) -> Figure:
    """A muted word over the plot at `x`."""
    place = {"x": x, "y": 1, "yref": "paper", "yanchor": "bottom", "showarrow": False}
    return {"text": text, "font": {"size": 12, "color": ink.muted}} | place
