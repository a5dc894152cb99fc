"""The smaller charts of the pools page: the share of decode chips, and the hops of two networks."""

from math import log10

import numpy as np

from data.pools_more import HOPPING, Shares
from data.tables import vocabulary
from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.demand_charts import Look
from pages.ui.formats import count
from pages.ui.pools_charts import BOTTOM, HEIGHT, LEFT, RIGHT, TOP, titled, upright
from pages.ui.theme import LINE, MODEL_DASH

TICKS = (2, 8, 32, 128, 512)  # chips; few enough for a phone


def over_share(made: Shares, name: str, look: Look) -> Figure:
    """Throughput, as a share of its best, and speed over the share of chips that decode."""
    ink = look.ink
    layout = laid_out(ink, HEIGHT)
    layout["margin"] |= {"t": TOP, "b": BOTTOM, "r": RIGHT, "l": LEFT}
    layout["xaxis"] |= {"range": [0, 100], "ticksuffix": " %", "dtick": 25, "anchor": "y2", "showgrid": False}
    layout["xaxis"]["title"] = {"text": "chips that decode, of all", "font": {"size": 13}}
    layout |= {"showlegend": False, "meta": look.meta}
    small = {"tickfont": {"size": 12, "color": ink.muted}, "automargin": False, "nticks": 5}
    layout["yaxis2"] = layout["yaxis"] | small | {"domain": [0, 0.4], "range": [0, 1.15 * float(made.speed.max())]}
    layout["yaxis"] |= small | {"domain": [0.56, 1], "range": [0, 108], "ticksuffix": " %", "anchor": "x"}
    layout["annotations"] = [titled("Tokens, of the most", ink), titled("Speed for one user, tok/s", ink, 0.4)]
    layout["shapes"] = [upright(100 * made.chosen, ink)]
    x, middle = (100 * made.share).tolist(), int(np.argmin(abs(made.share - 0.5)))
    drawn = [_plain(x, made.speed, f"{name}: %{{y:,.0f}} tok/s per user", ink.ink) | {"yaxis": "y2"}]
    lines = (("per chip", made.per_chip, ink.ink, "bottom"), ("per watt", made.per_kw, ink.line("gb300"), "top"))
    for per, values, shade, side in lines:
        if values is None:
            continue
        height = 100 * values / values.max()
        drawn.append(_plain(x, height, f"{name}: %{{y:.0f}} % of the most {per}", shade))
        place = {"x": x[middle], "y": float(height[middle]), "yanchor": side, "showarrow": False}
        place |= {"xanchor": "right" if side == "bottom" else "left"}
        layout["annotations"].append(place | {"text": per, "font": {"size": 12.5, "color": shade}})
    return {"data": drawn, "layout": layout}


def _plain(x: list[float], y: np.ndarray, told: str, shade: str) -> Figure:
    line = {"color": shade, "width": LINE, "dash": MODEL_DASH}
    hover = f"{told} at %{{x:.0f}} % decoding<extra></extra>"
    return {"type": "scatter", "mode": "lines", "x": x, "y": y.tolist(), "line": line, "hovertemplate": hover}


def networks(waits: dict[str, np.ndarray], look: Look) -> Figure:
    """Time a decode step waits for hops over the chips of a replica, one line per network."""
    ink, most = look.ink, max(float(wait.max()) for wait in waits.values()) * 1e3
    layout = laid_out(ink, 300)
    layout["margin"] |= {"t": TOP, "b": BOTTOM, "r": RIGHT, "l": LEFT}
    layout["xaxis"] |= {"type": "log", "tickvals": TICKS, "ticktext": [count(n) for n in TICKS]}
    layout["xaxis"] |= {
        "title": {"text": "chips of one replica", "font": {"size": 13}},
        "showgrid": False,
        "tickangle": 0,
    }
    layout["yaxis"] |= {"range": [0, 1.1 * most], "automargin": False, "nticks": 6}
    layout["yaxis"]["tickfont"] = {"size": 12, "color": ink.muted}
    layout |= {"showlegend": False, "meta": look.meta}
    title = titled("Hops in a decode step, ms", ink)
    layout["annotations"] = [title | {"text": title["text"].replace("↑", "↓")}]
    drawn = []
    for (key, wait), name, shade in zip(waits.items(), ("Boardfly", "torus"), (ink.ink, ink.muted), strict=True):
        text, end = f"<b>{vocabulary().chips[key]}</b>, {name}", float(wait[-1]) * 1e3
        place = {"x": log10(HOPPING[-1]), "y": end, "xanchor": "right", "showarrow": False, "xshift": -14}
        place |= {"y": 0.45 * end} if shade == ink.ink else {}  # below its line, which is the lower one
        layout["annotations"].append(place | {"text": text, "font": {"size": 13, "color": shade}})
        drawn.append(_hopping(key, wait, shade))
    return {"data": drawn, "layout": layout}


def _hopping(key: str, wait: np.ndarray, shade: str) -> Figure:
    hover = f"{vocabulary().chips[key]}: %{{y:.2f}} ms among %{{x}} chips<extra></extra>"
    drawn = {"type": "scatter", "mode": "lines+markers", "x": HOPPING.tolist(), "y": (1e3 * wait).tolist()}
    drawn |= {"line": {"color": shade, "width": LINE, "dash": MODEL_DASH}, "marker": {"size": 6, "color": shade}}
    return drawn | {"hovertemplate": hover}
