"""The logarithmic charts of the bottleneck page as plain Plotly dicts: the roofline, and the cache over the context."""

from collections.abc import Sequence
from math import log10

import numpy as np

from data.bottleneck import Found, growth
from data.machines import accelerators
from data.tables import vocabulary
from model.bottleneck import roof
from model.hardware import Accelerator
from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.bottleneck import name
from pages.ui.bottleneck_parts import gigabytes
from pages.ui.frame import one_two_five, short
from pages.ui.theme import Colours

INTENSITIES = np.geomspace(0.1, 1e5, 121)
DASHES = {"fp4": "solid", "fp8": "dash", "bf16": "dot"}
HEIGHT = 380
TOKENS = "Context, tokens →"
DECADES = [10.0**power for power in range(-1, 6)]


def roofline(found: Found, ends: tuple[float, float], ink: Colours, meta: str) -> Figure:
    """FLOP/s over FLOP per byte of one accelerator: its roofs, decode steps by batch, and a prompt.

    `ends` are the least and most FLOP/s drawn, the same beside each other.
    """
    chip, timed = accelerators()[found.setting.accelerator], found.timed
    layout = laid_out(ink, HEIGHT)
    layout["margin"] |= {"t": 30, "b": 44}
    axis = {"type": "log", "title": {"text": "FLOP per byte →", "font": {"size": 13}, "standoff": 6}}
    ticks = {"tickvals": DECADES, "ticktext": [short(value) for value in DECADES]}
    layout["xaxis"] |= axis | ticks | {"range": [-1, 5]}
    rates = [10.0**power for power in range(8, 20)]
    layout["yaxis"] |= {"type": "log", "range": [log10(end) for end in ends], "tickvals": rates}
    layout["yaxis"] |= {"ticktext": [short_rate(rate) for rate in rates], "tickfont": {"size": 12, "color": ink.muted}}
    title = _over("<b>FLOP/s of one chip</b> ↑", ink)
    layout["annotations"] = [title, *_peak_names(chip, ink), _two_over_b(timed.weights, ink)]
    layout["shapes"] = [_line_at(timed.weights, ink)]
    marks = [_decode(found, ink), _prompt(found, ink)]
    return {"data": [*_roofs(chip, ink), *marks], "layout": layout | {"showlegend": False, "meta": meta}}


def ends(found: Sequence[Found]) -> tuple[float, float]:
    """The least and most FLOP/s of all rooflines."""
    least = min(float(one.timed.decode.rate().min()) for one in found)
    most = max(max(accelerators()[one.setting.accelerator].peaks.values()) for one in found)
    return least / 3, most * 3


def _roofs(chip: Accelerator, ink: Colours) -> list[Figure]:
    """One roof per precision, and one of the on-chip memory where its bandwidth is published."""
    line, names = ink.line(chip.key), vocabulary().precisions
    found = [
        _roof(names[key], roof(INTENSITIES, chip.peaks[key], chip.hbm_bytes_s), (line, dash))
        for key, dash in DASHES.items()
        if key in chip.peaks
    ]
    if chip.sram_bytes_s:
        rate = roof(INTENSITIES, max(chip.peaks.values()), chip.sram_bytes_s)
        found.append(_roof("On-chip memory", rate, (ink.muted, "longdashdot")))
    return found


def _roof(title: str, rate: np.ndarray, look: tuple[str, str]) -> Figure:
    colour, dash = look
    line = {"color": colour, "width": 2, "dash": dash}
    hover = f"{title}: at most %{{y:.3s}}FLOP/s<extra></extra>"
    return _scatter("lines", INTENSITIES, rate) | {"line": line, "hovertemplate": hover}


def _decode(found: Found, ink: Colours) -> Figure:
    """Decode steps, one per batch, the chosen one larger."""
    timed, line = found.timed, ink.line(found.setting.accelerator)
    chosen = [batch == found.setting.batch for batch in timed.batches]
    texts = [f"<b>{batch:,}</b>" if one else f"{batch:,}" for batch, one in zip(timed.batches, chosen, strict=True)]
    fill = [line if one else ink.background for one in chosen]
    return _scatter("lines+markers+text", timed.decode.intensity(), timed.decode.rate()) | {
        "text": texts,
        "textposition": "bottom right",
        "textfont": {"size": 12, "color": ink.ink},
        "line": {"color": line, "width": 1},
        "marker": {"size": [13 if one else 8 for one in chosen], "color": fill, "line": {"color": line, "width": 2}},
        "hovertemplate": "decode at batch %{text}: %{x:.3g} FLOP per byte, %{y:.3s}FLOP/s<extra></extra>",
        "cliponaxis": False,
    }


def _prompt(found: Found, ink: Colours) -> Figure:
    work = found.timed.prefill
    return _scatter("markers+text", [work.intensity()], [work.rate()]) | {
        "text": ["prompt"],
        "textposition": "bottom right",
        "textfont": {"size": 12, "color": ink.ink},
        "marker": {"symbol": "square", "size": 10, "color": ink.line(found.setting.accelerator)},
        "hovertemplate": "one prompt alone: %{x:.3g} FLOP per byte, %{y:.3s}FLOP/s<extra></extra>",
    }


def _scatter(mode: str, x, y) -> Figure:
    return {"type": "scatter", "mode": mode, "x": [float(v) for v in x], "y": [float(v) for v in y]}


def _peak_names(chip: Accelerator, ink: Colours) -> list[Figure]:
    """The names of the roofs above their right ends; equal peaks share one."""
    names = {}
    for key in DASHES:
        if key in chip.peaks:
            names.setdefault(chip.peaks[key], []).append(vocabulary().precisions[key])
    note = {"x": 5, "xanchor": "right", "yanchor": "bottom", "showarrow": False}
    font = {"size": 12, "color": ink.text(chip.key)}
    told = [note | {"y": log10(peak), "text": ", ".join(found), "font": font} for peak, found in names.items()]
    if not chip.sram_bytes_s:
        return told
    fast = {"x": 0, "y": log10(chip.sram_bytes_s), "text": "on-chip memory ", "font": {"size": 12, "color": ink.muted}}
    return [*told, note | fast]


def _two_over_b(x: float, ink: Colours) -> Figure:
    note = {"x": log10(x), "yref": "paper", "y": 0.98, "xanchor": "right", "yanchor": "top"}
    return note | {"text": "weights<br>alone: 2/b ", "showarrow": False, "font": {"size": 12, "color": ink.muted}}


def _line_at(x: float, ink: Colours) -> Figure:
    line = {"color": ink.muted, "width": 1, "dash": "dot"}
    return {"type": "line", "yref": "paper", "y0": 0, "y1": 1, "x0": x, "x1": x, "line": line}


def _over(text: str, ink: Colours) -> Figure:
    place = {"xref": "paper", "yref": "paper", "x": 0, "y": 1, "xanchor": "left", "yanchor": "bottom", "yshift": 6}
    return place | {"text": text, "showarrow": False, "font": {"size": 13, "color": ink.ink}}


def cache_growth(found: Sequence[Found], ink: Colours, meta: str) -> Figure:
    """Cache of the batch in each chip [GB] over the context, with what is free beside the weights as a line."""
    shown = [one for one in found if one.room]
    layout = laid_out(ink, HEIGHT)
    layout["margin"] |= {"t": 30, "b": 44, "r": 76}
    title = {"title": {"text": TOKENS, "font": {"size": 13}, "standoff": 6}}
    curves = [(one, *growth(one.setting)) for one in shown]
    spans = [np.concatenate([x for _, x, _ in curves]), np.concatenate([y for *_, y in curves]) / 1e9]
    free = [max(free_gb(one), 0.0) for one in shown]
    spans[1] = np.concatenate([spans[1], [2 * value for value in free if value]])
    for axis, span in zip(("xaxis", "yaxis"), spans, strict=True):
        low, high = float(span.min()), float(span.max())
        ticks = one_two_five(low, high) if high / low < 300 else [10.0**n for n in range(-6, 9)]
        layout[axis] |= {"type": "log", "range": [log10(low), log10(high)], "tickvals": ticks}
        layout[axis] |= {"ticktext": [short(tick) for tick in ticks], "tickfont": {"size": 12, "color": ink.muted}}
    layout["xaxis"] |= title
    layout["annotations"] = [_over("<b>KV cache in one chip, GB</b>", ink)]
    roomiest = max(free)
    looks = [("solid" if one is shown[0] else "dash", free_gb(one) == roomiest) for one in shown]
    drawn = zip(curves, looks, strict=True)
    traces = [trace for (one, x, y), seen in drawn for trace in _growing(one, (x, y / 1e9), seen, ink)]
    return {"data": traces, "layout": layout | {"showlegend": False, "meta": meta}}


def free_gb(found: Found) -> float:
    """What is free for the cache beside the weights of one chip [GB]."""
    return (found.room.memory.free + found.room.memory.cache) / 1e9


def _growing(found: Found, curve: tuple[np.ndarray, np.ndarray], look: tuple[str, bool], ink: Colours) -> list[Figure]:
    """The curve, what is free as a dotted level, and a mark where the curve meets it.

    `look`: its dash, as two curves may be the same, and whether no other has more room, so that names keep apart.
    """
    (x, y), (dash, roomiest), chip = curve, look, name(found.setting)
    line, free = ink.line(found.setting.accelerator), free_gb(found)
    hover = f"{chip}: %{{x:,.0f}} tokens, %{{y:.3g}} GB<extra></extra>"
    drawn = [_scatter("lines", x, y) | {"line": {"color": line, "width": 2.2, "dash": dash}, "hovertemplate": hover}]
    if free <= 0:
        return drawn
    level = {"line": {"color": line, "width": 1.4, "dash": "dot"}}
    told = f"{chip}: {gigabytes(1e9 * free)} free beside the weights"
    drawn.append(_scatter("lines", x[[0, -1]], [free, free]) | level | {"hovertemplate": f"{told}<extra></extra>"})
    if x[0] <= found.room.longest < found.room.limit:
        reached = f"<b>{chip} {found.room.longest:,}</b>"
        font = {"size": 12, "color": ink.text(found.setting.accelerator)}
        side = "top left" if roomiest else "bottom right"
        mark = {"text": [reached.replace(f"{chip} ", f"{chip}<br>")], "textposition": side, "textfont": font} | {
            "marker": {"size": 10, "color": line},
            "hovertemplate": f"{reached} tokens<extra></extra>",
            "cliponaxis": False,
        }
        drawn.append(_scatter("markers+text", [found.room.longest], [free]) | mark)
    return drawn


def short_rate(rate: float) -> str:
    """FLOP/s in few characters: 10T, 1P."""
    for size, unit in ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G")):
        if rate >= size:
            return f"{rate / size:g}{unit}"
    return f"{rate / 1e6:g}M"
