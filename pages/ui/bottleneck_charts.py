"""The bars of the bottleneck page as plain Plotly dicts: the time per token and the memory of a chip, part by part."""

from collections.abc import Mapping, Sequence

from data.bottleneck import Found
from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.bottleneck import name
from pages.ui.bottleneck_parts import MEMORY, TIME, Part, gigabytes
from pages.ui.formats import number, seconds
from pages.ui.theme import Colours

ROW = 30  # px per bar
ROOM = 1.22  # times the longest bar, so that its total has room
OVERFULL = 1.6  # times the memory, up to which a bar that does not fit is drawn
MODEL, MEASURED, FLOOR = "model", "measured", "bandwidth alone"


def time_bars(found: Sequence[Found], ink: Colours, meta: str) -> Figure:
    """The parts of the time per token [ms] of each accelerator, with the measured time and bandwidth's below it."""
    shown = [one for one in found if one.timed]
    rows = {f"{name(one.setting)}, {MODEL}": one for one in shown}
    values = {key: [1e3 * float(getattr(one.timed.parts, key)) for one in shown] for key in TIME}
    single = [bar for one in shown for bar in _single(one, ink)]
    totals = {row: 1e3 * float(one.timed.parts.total()) for row, one in rows.items()}
    totals |= {bar["y"][0]: bar["x"][0] for bar in single}
    order = [row for one in shown for row in totals if row.startswith(f"{name(one.setting)}, ")]
    layout = _bars(order, ROOM * max(totals.values()), ink, meta)
    layout["xaxis"] |= {"ticksuffix": " ms", "nticks": 6}
    texts = {row: f"<b>{seconds(total / 1e3)}</b>" for row, total in totals.items()}
    return {"data": [*_stacked(TIME, list(rows), values, ink), *single, _ends(totals, texts, ink)], "layout": layout}


def _single(found: Found, ink: Colours) -> list[Figure]:
    """The measured time in the accelerator's colour, and hollow what bandwidth alone says."""
    timed, chip = found.timed, name(found.setting)
    line = ink.line(found.setting.accelerator)
    hollow = {"color": ink.background, "line": {"color": ink.muted, "width": 1.5}}
    bars = [_bar(f"{chip}, {FLOOR}", 1e3 * timed.floor_s, hollow)]
    if timed.measured:
        row = f"{chip}, {MEASURED} at batch {number(timed.measured.batch)}"
        bars.insert(0, _bar(row, 1e3 * timed.measured.tpot_s, {"color": line}))
    return bars


def _bar(row: str, length: float, marker: Figure) -> Figure:
    hover = "%{y}: %{x:.3g} ms<extra></extra>"
    return {"type": "bar", "orientation": "h", "y": [row], "x": [length], "marker": marker, "hovertemplate": hover}


def memory_bars(found: Sequence[Found], ink: Colours, meta: str) -> Figure:
    """What lies in the memory of one chip [GB], with a line where it ends; what does not fit runs over it."""
    shown = [one for one in found if one.room]
    rows = [name(one.setting) for one in shown]
    values = {key: [max(getattr(one.room.memory, key), 0.0) / 1e9 for one in shown] for key in MEMORY}
    sizes = [size_gb(one) for one in shown]
    layout = _bars(rows, OVERFULL * max(sizes) if any(one.why for one in shown) else 1.02 * max(sizes), ink, meta)
    layout["xaxis"] |= {"ticksuffix": " GB", "nticks": 6}
    layout["shapes"] = [
        {"type": "line", "x0": size, "x1": size, "y0": place - 0.48, "y1": place + 0.48}
        | {"line": {"color": ink.ink, "width": 2.5}}
        for place, size in enumerate(sizes)
    ]
    return {"data": _stacked(MEMORY, rows, values, ink, " GB"), "layout": layout}


def size_gb(found: Found) -> float:
    """The memory of one chip [GB]: its parts, of which the free one is negative where they do not fit."""
    return sum(getattr(found.room.memory, key) for key in MEMORY) / 1e9


def memory_cells(found: Found) -> dict[str, str]:
    """The parts of the memory as text; a free part below nothing is what is missing."""
    held = {key: getattr(found.room.memory, key) for key in MEMORY}
    cells = {key: gigabytes(value) for key, value in held.items()}
    return cells if held["free"] >= 0 else cells | {"free": f"{gigabytes(-held['free'])} too little"}


def _stacked(parts: Mapping[str, Part], rows: list[str], values: Mapping, ink: Colours, unit: str = " ms"):
    """One trace per part, from the first to the last."""
    return [
        {
            "type": "bar",
            "orientation": "h",
            "name": part.name,
            "y": rows,
            "x": values[key],
            "marker": {"color": part.colour(ink), "line": {"width": 0.8, "color": ink.background}},
            "hovertemplate": f"{part.name}: %{{x:.3g}}{unit}<extra></extra>",
        }
        for key, part in parts.items()
    ]


def _ends(totals: Mapping[str, float], texts: Mapping[str, str], ink: Colours) -> Figure:
    """A text right of each bar."""
    return {
        "type": "scatter",
        "mode": "text",
        "y": list(totals),
        "x": list(totals.values()),
        "text": [f" {texts[row]}" for row in totals],
        "textposition": "middle right",
        "textfont": {"size": 13, "color": ink.ink},
        "hoverinfo": "skip",
        "cliponaxis": False,
    }


def _bars(rows: list[str], longest: float, ink: Colours, meta: str) -> Figure:
    layout = laid_out(ink, 54 + ROW * 1.2 * len(rows))
    layout["margin"] |= {"t": 6, "b": 34}
    layout["xaxis"] |= {"range": [0, longest]}
    layout["yaxis"] |= {"autorange": "reversed", "showgrid": False, "categoryorder": "array", "categoryarray": rows}
    layout["yaxis"] |= {"ticktext": [row.replace(", ", "<br>", 1) for row in rows], "tickvals": rows}
    layout["yaxis"]["tickfont"] = {"size": 12, "color": ink.ink}
    return layout | {"barmode": "stack", "bargap": 0.22, "showlegend": False, "meta": meta}
