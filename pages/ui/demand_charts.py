"""The charts of the demand page: the fleet over elasticity, and over the years."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import log10

import numpy as np

from data.demand import Evidence, Gain
from data.tables import vocabulary
from model.demand import energy_ratio, fleet_mw
from model.question import Question
from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.claims_charts import above
from pages.ui.demand import YEARS, bill
from pages.ui.demand_figures import marked, power, typed
from pages.ui.frame import one_two_five, share
from pages.ui.space import spread
from pages.ui.theme import Colours
from pages.ui.values import number_text

ENDS = (0.0, 2.0)  # elasticities drawn; further where the visitor's is larger
HEIGHT, TOP, BOTTOM, RIGHT, LEFT = 400, 44, 46, 92, 48  # px
MARKED = 6.0  # px of the visitor's point


@dataclass(frozen=True, slots=True)
class Look:
    """Colours and the description of a chart."""

    ink: Colours
    meta: str


def over_elasticity(question: Question, gains: Sequence[Gain], evidence: Sequence[Evidence], look: Look) -> Figure:
    """The fleet [MW, log] over ε, one line per accelerator replaced, the first one strong."""
    ink, right = look.ink, max(ENDS[1], question.demand_elasticity)
    x = np.linspace(ENDS[0], right, 81)
    lines = [question.demand_mw * energy_ratio(gain.value, x, question.demand_pass) for gain in gains]
    low, high = min(line.min() for line in lines) / 1.4, max(line.max() for line in lines) * 1.4
    low, high = min(low, question.demand_mw / 2), max(high, question.demand_mw * 2)
    layout = _framed(ink, (low, high), "Fleet after the gain, MW, logarithmic")
    layout["xaxis"] |= {"range": [ENDS[0], right], "dtick": 0.5, "tickformat": "~g"}
    layout["xaxis"]["title"] = {"text": "ε: elasticity of demand on price", "font": {"size": 13}}
    layout["shapes"] = [_across(question.demand_mw, ink), *(_upright(each.value, ink) for each in evidence)]
    layout["annotations"] += [above(f"{each.value:g}", each.value, ink) for each in evidence]
    layout["annotations"] += _names(gains, [float(line[-1]) for line in lines], (low, high), ink)
    layout["annotations"].append(_now(question, ink))
    layout["meta"] = look.meta
    drawn = [_line(x, line, gain, gain is gains[0], ink) for gain, line in reversed([*zip(gains, lines, strict=True)])]
    here = question.demand_mw * bill(question, gains[0])
    return {"data": [*drawn, _point(question.demand_elasticity, here, gains[0], ink)], "layout": layout}


def over_years(question: Question, gain: Gain, look: Look) -> Figure:
    """The fleet [MW] over the years, with the gain and without, from zero up."""
    ink, t = look.ink, np.linspace(0, YEARS, 41)
    ratio = bill(question, gain)
    both = [fleet_mw(question.demand_mw, r, question.demand_growth, t) for r in (1.0, ratio)]
    layout = laid_out(ink, 300)
    layout["margin"] |= {"t": TOP, "b": BOTTOM, "r": RIGHT, "l": LEFT}
    layout["xaxis"] |= {"range": [0, YEARS], "dtick": 2, "title": {"text": "years from now", "font": {"size": 13}}}
    layout["yaxis"] |= {"range": [0, 1.08 * max(line.max() for line in both)], "automargin": False, "nticks": 6}
    layout["yaxis"]["tickfont"] = {"size": 12, "color": ink.muted}
    layout["yaxis"] |= _even(layout["yaxis"]["range"][1])
    layout |= {"showlegend": False, "meta": look.meta}
    names = spread_names(
        [float(line[-1]) for line in both], (0.0, layout["yaxis"]["range"][1]), (300 - TOP - BOTTOM, False)
    )
    colours = (ink.muted, ink.text(gain.second))
    told = zip(("without", "with the gain"), names, colours, strict=True)
    layout["annotations"] = [_name(text, at, colour) for text, at, colour in told]
    layout["annotations"].append(_title("Fleet, MW", ink))
    strong = _line(t, both[1], gain, True, ink) | {"hovertemplate": "%{y:,.4g} MW with the gain<extra></extra>"}
    plain = strong | {"y": both[0].tolist(), "line": {"color": ink.muted, "width": 1.8}}
    return {"data": [plain | {"hovertemplate": "%{y:,.4g} MW without<extra></extra>"}, strong], "layout": layout}


def _framed(ink: Colours, ends: tuple[float, float], title: str) -> Figure:
    layout = laid_out(ink, HEIGHT)
    layout["margin"] |= {"t": TOP, "b": BOTTOM, "r": RIGHT, "l": LEFT}
    ticks = one_two_five(*ends)
    ticks = ticks if len(ticks) < 10 else [tick for tick in ticks if f"{tick:e}"[0] == "1"]
    layout["yaxis"] |= {"type": "log", "range": [log10(end) for end in ends], "tickvals": ticks, "automargin": False}
    layout["yaxis"] |= {"ticktext": [marked(tick) for tick in ticks], "tickfont": {"size": 12, "color": ink.muted}}
    return layout | {"showlegend": False, "annotations": [_title(title, ink)]}


def _even(top: float) -> Figure:
    """Marks of an axis from zero up to `top` [MW], at most six."""
    step = next(step for step in one_two_five(top / 100, top) if top / step < 6)
    ticks = [step * n for n in range(int(top / step) + 1)]
    return {"tickvals": ticks, "ticktext": [marked(tick) for tick in ticks]}


def _title(text: str, ink: Colours) -> Figure:
    place = {"xref": "paper", "yref": "paper", "x": 0, "y": 1, "xshift": -LEFT + 6, "yshift": 20}
    return place | {"text": f"<b>{text}</b>", "showarrow": False, "xanchor": "left", "yanchor": "bottom"}


def _line(x: np.ndarray, y: np.ndarray, gain: Gain, strong: bool, ink: Colours) -> Figure:
    name = vocabulary().chips.get(gain.second, "your gain")
    return {
        "type": "scatter",
        "mode": "lines",
        "x": x.tolist(),
        "y": y.tolist(),
        "line": {"color": ink.line(gain.second), "width": 3.4 if strong else 1.6},
        "hovertemplate": f"{name}: %{{y:,.4g}} MW at ε = %{{x:.2f}}<extra></extra>",
    }


def _point(x: float, y: float, gain: Gain, ink: Colours) -> Figure:
    marker = {"size": 2 * MARKED, "color": ink.background, "line": {"width": 2.6, "color": ink.line(gain.second)}}
    text = f"<b>{power(y)}</b>  " if x > 1 else f"  <b>{power(y)}</b>"
    side = "top left" if x > 1 else "bottom right"
    return {
        "type": "scatter",
        "mode": "markers+text",
        "x": [x],
        "y": [y],
        "marker": marker,
        "text": [text],
        "textposition": side,
        "textfont": {"size": 15, "color": ink.text(gain.second)},
        "hovertemplate": f"your ε = {number_text(x)}<extra></extra>",
        "cliponaxis": False,
    }


def _names(gains: Sequence[Gain], ends: list[float], limits: tuple[float, float], ink: Colours) -> list[Figure]:
    """Which accelerator is replaced, at the right end of its line."""
    heights = spread_names(ends, limits, (HEIGHT - TOP - BOTTOM, True))
    texts = [vocabulary().chips.get(gain.second, "your gain") for gain in gains]
    told = zip(texts, heights, gains, strict=True)
    return [_name(f"<b>{t}</b>" if g is gains[0] else t, at, ink.text(g.second)) for t, at, g in told]


def spread_names(ends: Sequence[float], limits: tuple[float, float], form: tuple[float, bool]) -> list[float]:
    """Heights of names, as shares of the plot, beside the ends of their lines; `form` is its px and whether log."""
    height, log = form
    at = [float(share(end, limits, log)) * height for end in ends]
    order = sorted(range(len(at)), key=lambda place: -at[place])
    placed = dict(zip(order, spread([at[place] for place in order], height, 0), strict=True))
    return [placed[place] / height for place in range(len(at))]


def _name(text: str, at: float, colour: str) -> Figure:
    place = {"xref": "paper", "yref": "paper", "x": 1, "y": at, "xanchor": "left", "yanchor": "middle", "xshift": 5}
    return place | {"text": text, "showarrow": False, "font": {"size": 12.5, "color": colour}}


def _now(question: Question, ink: Colours) -> Figure:
    place = {
        "xref": "paper",
        "x": 0,
        "y": log10(question.demand_mw),
        "xanchor": "left",
        "yanchor": "bottom",
        "xshift": 4,
    }
    text = f"{typed(question.demand_mw)} now"
    return place | {
        "text": text,
        "showarrow": False,
        "bgcolor": ink.background,
        "font": {"size": 12, "color": ink.muted},
    }


def _across(at: float, ink: Colours) -> Figure:
    line = {"color": ink.ink, "width": 1}
    return {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": at, "y1": at, "line": line}


def _upright(at: float, ink: Colours) -> Figure:
    line = {"color": ink.muted, "width": 1.2, "dash": "dot"}
    return {"type": "line", "yref": "paper", "y0": 0, "y1": 1, "x0": at, "x1": at, "line": line}
