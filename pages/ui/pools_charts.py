"""The charts of the pools page: frontiers of the systems, the share of decode chips, and the hops of two networks."""

from collections.abc import Sequence
from html import escape
from itertools import count
from math import log10

from data.pools import Answered, Line, at
from data.pools_more import claims, published
from data.tables import vocabulary
from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.demand_charts import Look, spread_names
from pages.ui.formats import speed
from pages.ui.frame import one_two_five, short
from pages.ui.pools import RATES, pinned, rate_of
from pages.ui.theme import KNOT_OUTLINE, LINE, LINE_HIGHLIGHTED, MODEL_DASH, Colours

HEIGHT, TOP, BOTTOM, LEFT, RIGHT = 430, 44, 46, 52, 14  # px
BAND, BAND_OWN = 0.08, 0.14  # opacity
DEEPEST = 2_000.0  # times below the highest value that are still drawn
MARGIN = 1.35  # times slower than the slowest knot that the axis begins: room for a number


def frontiers(found: Answered, look: Look) -> Figure:
    """Every system's frontier with its band, log-log, the pair strong; published points of the pair as squares."""
    ink, lines = look.ink, [line for line in found.lines if line]
    top = max(float(line.high.max()) for line in lines)
    marks = () if found.per_watt else published(found.question)[:2]
    ends = [min(float(line.x[0]) for line in lines), max(float(line.x[-1]) for line in lines)]
    ends = [min([ends[0], *marks[0]]), max([ends[1], *marks[0]])] if marks else ends
    bottom = max(top / DEEPEST, min(float(line.low.min()) for line in lines))
    layout = _framed(found, ink, (ends[0] / MARGIN, ends[1] * 1.15), (bottom, top * 1.6))
    layout["meta"] = look.meta
    layout["shapes"] = [upright(pinned(found.question), ink)]
    layout["annotations"] += _names(lines, layout, ink)
    layout["annotations"] += [_tag(found, ink)]
    drawn = [_band(line, line is found.lines[0], ink) for line in lines]
    drawn += [_line(line, line is found.lines[0], ink) for line in reversed(lines)]
    pin = pinned(found.question)
    drawn += [_knot(line, pin, line is found.lines[0], ink) for line in lines if at(line, pin) is not None]
    if marks and len(marks[0]):
        drawn.append(_published(found, ink))
    _claim_line(found, layout, ink)
    return {"data": drawn, "layout": layout}


def _framed(found: Answered, ink: Colours, x: tuple[float, float], y: tuple[float, float]) -> Figure:
    layout = laid_out(ink, HEIGHT)
    layout["margin"] |= {"t": TOP, "b": BOTTOM, "r": RIGHT, "l": LEFT}
    for axis, (low, high) in (("xaxis", x), ("yaxis", y)):
        ticks = one_two_five(low, high)
        ticks = ticks if len(ticks) < 12 else [tick for tick in ticks if f"{tick:e}"[0] == "1"]
        layout[axis] |= {"type": "log", "range": [log10(low), log10(high)], "tickvals": ticks, "tickangle": 0}
        layout[axis] |= {"ticktext": [short(tick) for tick in ticks], "tickfont": {"size": 12, "color": ink.muted}}
    layout["xaxis"] |= {"showgrid": False}
    layout["xaxis"]["title"] = {"text": "Speed for one user, tok/s → faster", "font": {"size": 13}}
    layout["yaxis"] |= {"automargin": False}
    unit = f"{found.question.power.replace('_', '-')} kW" if found.per_watt else "chip"
    title = f"{RATES[rate_of(found.question)].capitalize()} tokens/s per {unit}, logarithmic"
    return layout | {"showlegend": False, "annotations": [titled(title, ink)]}


def titled(text: str, ink: Colours, y: float = 1.0) -> Figure:
    """The bold name of an axis, top left of its plot."""
    place = {"xref": "paper", "yref": "paper", "x": 0, "y": y, "xshift": -LEFT + 6, "yshift": 16, "showarrow": False}
    return place | {
        "text": f"<b>{text}</b> ↑ better",
        "xanchor": "left",
        "yanchor": "bottom",
        "font": {"color": ink.ink},
    }


def colour(line: Line, own: bool, ink: Colours) -> str:
    """The pair in ink, an accelerator alone in its own colour."""
    return ink.ink if own else ink.line(line.system.decode)


def _band(line: Line, own: bool, ink: Colours) -> Figure:
    shade = colour(line, own, ink)
    return {
        "type": "scatter",
        "mode": "lines",
        "x": [*line.x.tolist(), *line.x[::-1].tolist()],
        "y": [*line.high.tolist(), *line.low[::-1].tolist()],
        "fill": "toself",
        "fillcolor": _see_through(shade, BAND_OWN if own else BAND),
        "line": {"width": 0},
        "hoverinfo": "skip",
    }


def _see_through(shade: str, opacity: float) -> str:
    red, green, blue = (int(shade[place : place + 2], 16) for place in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"


def _line(line: Line, own: bool, ink: Colours) -> Figure:
    return {
        "type": "scatter",
        "mode": "lines",
        "x": line.x.tolist(),
        "y": line.y.tolist(),
        "line": {"color": colour(line, own, ink), "width": LINE_HIGHLIGHTED if own else LINE, "dash": MODEL_DASH},
        "hovertemplate": f"{line.system.name}: %{{y:,.3s}} at %{{x:,.0f}} tok/s per user<extra></extra>",
    }


def _knot(line: Line, pin: float, own: bool, ink: Colours) -> Figure:
    """The configuration that is taken at the pin: the grade's hollow triangle."""
    knot, shade = at(line, pin), colour(line, own, ink)
    marker = {"symbol": "triangle-up", "size": 11, "color": ink.background, "line": {"width": 2.4, "color": shade}}
    place = {"x": [float(line.x[knot])], "y": [float(line.y[knot])]}
    return {"type": "scatter", "mode": "markers", "marker": marker, "hoverinfo": "skip", "cliponaxis": False} | place


def _published(found: Answered, ink: Colours) -> Figure:
    x, y, key = published(found.question)
    name = vocabulary().chips[key]
    outline = {"width": KNOT_OUTLINE, "color": ink.line(key)}
    return {
        "type": "scatter",
        "mode": "markers",
        "x": x.tolist(),
        "y": y.tolist(),
        "marker": {"symbol": "square", "size": 7, "color": ink.background, "line": outline},
        "hovertemplate": f"{name}, published, with MTP: %{{y:,.3s}} at %{{x:,.0f}} tok/s per user<extra></extra>",
    }


def _names(lines: Sequence[Line], layout: Figure, ink: Colours) -> list[Figure]:
    """Each system's number in the key left of the slow end of its line, kept apart: short enough for a phone."""
    limits = tuple(10**end for end in layout["yaxis"]["range"])
    heights = spread_names([float(line.y[0]) for line in lines], limits, (HEIGHT - TOP - BOTTOM, True))
    place = {"xref": "x", "yref": "paper", "showarrow": False, "xanchor": "right", "xshift": -4}
    font = {"size": 14, "color": ink.ink}
    return [
        place | {"x": log10(line.x[0]), "y": height, "text": f"<b>{number}</b>", "font": font}
        for number, line, height in zip(count(1), lines, heights, strict=False)
    ]


def key(found: Answered, ink: Colours) -> str:
    """Names of the lines with their numbers as HTML: a name beside every line would lie over others on a phone."""
    lines = [line for line in found.lines if line]
    told = [
        f'<span><i style="border-color:{colour(line, line is found.lines[0], ink)}"></i><b>{number}</b> '
        f"{escape(line.system.name)}</span>"
        for number, line in zip(count(1), lines, strict=False)
    ]
    return f'<p class="sv-key">{"".join(told)}</p>'


def _tag(found: Answered, ink: Colours) -> Figure:
    place = {"x": log10(pinned(found.question)), "y": 0, "yref": "paper", "yanchor": "top", "showarrow": False}
    text = {"text": f"<b>{speed(pinned(found.question))}</b>", "font": {"size": 12, "color": ink.background}}
    return place | text | {"bgcolor": ink.ink, "borderpad": 2, "yshift": -3}


def _claim_line(found: Answered, layout: Figure, ink: Colours) -> None:
    """Where a claim of this pair was made: a dotted line with what it says."""
    pair = (found.systems[0].prefill, found.systems[0].decode)
    for each in claims():
        if each.speed and (each.prefill, each.decode) == pair:
            layout["shapes"].append(
                upright(each.speed, ink) | {"line": {"color": ink.muted, "width": 1, "dash": "dot"}}
            )
            what = each.what.removeprefix("throughput ")
            text = f"claimed here:<br>{each.value:g}× {what}<br>over {vocabulary().chips[each.baseline]}"
            place = {"x": log10(each.speed), "y": 1, "yref": "paper", "yanchor": "top", "xanchor": "right"}
            font = {"size": 11.5, "color": ink.muted}
            layout["annotations"].append(place | {"text": text, "showarrow": False, "align": "right", "font": font})


def upright(x: float, ink: Colours) -> Figure:
    """A thin line through the whole plot."""
    line = {"color": ink.muted, "width": 1.2}
    return {"type": "line", "yref": "paper", "y0": 0, "y1": 1, "x0": x, "x1": x, "line": line, "layer": "below"}
