"""The chart of two questions: y here over y there, accelerator by accelerator, over the axis of the page."""

from collections.abc import Sequence
from html import escape
from math import log10

import numpy as np

from data.compared import Compared, Quotient
from model.question import is_maximised
from pages.ui.accuracy_charts import Figure, laid_out
from pages.ui.axes import X_TITLES
from pages.ui.claims_charts import level, times
from pages.ui.compare import name
from pages.ui.frame import is_log_x, one_two_five, short
from pages.ui.phrases import measure
from pages.ui.space import spread
from pages.ui.theme import Colours

HEIGHT, ABOVE, BELOW, NAMES = 340, 16, 46, 118  # px: of the figure, and around its plot
LEAST = 1.05  # an axis reaches at least this factor beyond 1 on both sides
LEVELS = (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 2, 3, 5, 10, 20, 50, 100)
APART = 0.055  # of the axis, between two ticks


def along(found: Compared, ink: Colours, said: str) -> Figure | None:
    """The quotients that are not the same everywhere; None where there is none. `said` is the text alternative."""
    drawn = [one for one in found.quotients if one.x.size > 1 and not one.same]
    if not drawn:
        return None
    low, high = _ends(drawn)
    layout = laid_out(ink, HEIGHT)
    layout["margin"] |= {"t": ABOVE, "b": BELOW, "r": NAMES, "l": 44}
    ticks = _ticks(low, high)
    layout["yaxis"] |= {"type": "log", "range": [log10(low), log10(high)], "tickvals": ticks, "automargin": False}
    layout["yaxis"]["ticktext"] = [f"{tick:g}×" for tick in ticks]
    layout["xaxis"] |= _across(found, drawn)
    layout |= {"showlegend": False, "meta": said, "shapes": [level(ink)], "annotations": _names(found, drawn, ink)}
    curves = [_line(found, one, ink) for one in reversed(drawn)]
    return {"data": [*curves, *_rings(drawn, ink)], "layout": layout}


def _ends(drawn: Sequence[Quotient]) -> tuple[float, float]:
    ratios = np.concatenate([one.ratio for one in drawn])
    return min(float(ratios.min()) / LEAST, 1 / LEAST), LEAST * max(float(ratios.max()), 1.0)


def _ticks(low: float, high: float) -> list[float]:
    """Levels that stand apart, 1 always among them."""
    shown, room = [1.0], APART * log10(high / low)
    for tick in sorted(LEVELS, key=lambda tick: abs(log10(tick))):
        if low <= tick <= high and all(abs(log10(tick / other)) > room for other in shown):
            shown.append(tick)
    return sorted(shown)


def _across(found: Compared, drawn: Sequence[Quotient]) -> Figure:
    """The axis of the page: its scale and its direction, as far as both have points."""
    question = found.here.question
    ends = [min(one.x[0] for one in drawn), max(one.x[-1] for one in drawn)]
    log = is_log_x(question)
    ticks = one_two_five(*ends) if log else None
    axis = {"type": "log" if log else "linear", "range": [log10(end) for end in ends] if log else ends}
    if not is_maximised(question.x):
        axis["range"] = axis["range"][::-1]
    if ticks:
        axis |= {"tickvals": ticks, "ticktext": [short(tick) for tick in ticks], "tickangle": 0}
    return axis | {"title": {"text": X_TITLES[question.x], "font": {"size": 13}}}


def _line(found: Compared, one: Quotient, ink: Colours) -> Figure:
    unit = "%{x:,.3~g} s" if not is_maximised(found.here.question.x) else "%{x:,.3~g}"
    colour, width = (ink.line(one.accelerator), 2.2) if one.accelerator else (ink.ink, 3.4)
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name(found, one),
        "x": one.x.astype(np.float32),
        "y": one.ratio.astype(np.float32),
        "line": {"color": colour, "width": width},
        "hovertemplate": f"%{{y:.3g}}× at {unit}<extra></extra>",
    }


def _rings(drawn: Sequence[Quotient], ink: Colours) -> list[Figure]:
    """Where here and there change places: rings on the line at 1."""
    at = [(x, ink.line(one.accelerator) if one.accelerator else ink.ink) for one in drawn for x in one.passing]
    if not at:
        return []
    line = {"width": 2, "color": [colour for _, colour in at]}
    ring = {"symbol": "circle", "size": 9, "color": ink.background, "line": line}
    places = {"x": [x for x, _ in at], "y": [1.0] * len(at), "marker": ring, "cliponaxis": False}
    return [{"type": "scatter", "mode": "markers", "hovertemplate": "%{x:,.3~g}<extra></extra>"} | places]


def _names(found: Compared, drawn: Sequence[Quotient], ink: Colours) -> list[Figure]:
    """The names right of the plot, at the heights where their lines end, kept apart."""
    low, high = (log10(end) for end in _ends(drawn))
    tall = HEIGHT - ABOVE - BELOW
    fast = -1 if is_maximised(found.here.question.x) else 0
    ends = sorted(((log10(one.ratio[fast]), one) for one in drawn), key=lambda end: -end[0])
    heights = spread([(end - low) / (high - low) * tall for end, _ in ends], tall - 6, 6)
    look = {"xref": "paper", "x": 1, "xanchor": "left", "xshift": 6, "yref": "paper", "showarrow": False}
    return [
        look
        | {"y": height / tall, "yanchor": "middle", "text": f"{times(10**end)} {_short(found, one)}"}
        | {"font": {"size": 12, "color": ink.text(one.accelerator) if one.accelerator else ink.ink}}
        for height, (end, one) in zip(heights, ends, strict=True)
    ]


def _short(found: Compared, one: Quotient) -> str:
    return escape(name(found, one)) if one.accelerator else "<b>best of each</b>"


def title(found: Compared) -> str:
    """What the chart counts."""
    what = measure(found.here.question).what
    better = "above 1× is better here" if is_maximised(found.here.question.y) else "below 1× is better here"
    return f"{what[0].upper()}{what[1:]} here over there; {better}. Rings: the two change places. Right: the fast ends."
