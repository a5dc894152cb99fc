"""The measured points as Plotly traces: the faint dust and the knots of the frontiers."""

from collections.abc import Sequence

import numpy as np

from pages.ui import strokes, theme
from pages.ui.sheet import Sheet, Trace, runs, trace


def dust(sheet: Sheet, order: Sequence[int]) -> Trace | None:
    """The points that are not on the frontier of their curve; one trace, since each costs the browser time."""
    p = sheet.points
    off = ~p.on_frontier & np.isfinite(p.x) & np.isfinite(p.y)
    own = [np.flatnonzero(off & (p.series == sheet.panel.series[i])) for i in order]
    rows = np.concatenate([*own, np.empty(0, int)])
    if not rows.size:
        return None
    colours = [sheet.line(i) for i, some in zip(order, own, strict=True) for _ in some]
    marker = {"size": theme.DUST, "color": colours, "line": {"width": 0}, "opacity": sheet.colours.dust_opacity}
    marker |= _own(p.grades[rows] == "U")
    drawn = trace("dust", "", (p.x[rows], p.y[rows]), mode="markers", marker=marker, **sheet.told(rows))
    drawn["meta"] |= runs(sheet, [(i, len(some)) for i, some in zip(order, own, strict=True)])
    return drawn


def _own(mine: np.ndarray) -> dict[str, object]:
    """Among the dust the visitor's own points have their marker too; {} without any."""
    if not mine.any():
        return {}
    symbol, size = theme.MARKERS["U"][0], np.where(mine, theme.OWN_DUST, theme.DUST)
    return {"symbol": np.where(mine, symbol, "circle").tolist(), "size": size.tolist()}


def knots(sheet: Sheet, order: Sequence[int]) -> Trace | None:
    """The measured points of the frontiers; the marker is the grade of evidence. One trace, as the dust."""
    kept = [(i, sheet.panel.curves[i], _kept(sheet, i)) for i in order]
    rows = np.concatenate([*(np.asarray(c.row)[keep] for _, c, keep in kept), np.empty(0, int)]).astype(int)
    if not rows.size:
        return None
    counts = [(i, int(keep.sum())) for i, _, keep in kept]
    places = [i for i, count in counts for _ in range(count)]
    marks = [theme.MARKERS[g] for g in sheet.points.grades[rows]]
    colours = [sheet.line(i) for i in places]
    hollow, background = [h for _, h in marks], sheet.colours.background
    marker = {
        "symbol": [symbol for symbol, _ in marks],
        "color": [background if h else colour for h, colour in zip(hollow, colours, strict=True)],
        "size": [_size(sheet, i) for i in places],
        "line": {"color": colours, "width": theme.KNOT_OUTLINE},
        "opacity": 1,
    }
    xy = tuple(np.concatenate([getattr(c, axis)[keep] for _, c, keep in kept]) for axis in "xy")
    drawn = trace("knots", "", xy, mode="markers", marker=marker, cliponaxis=False, **sheet.told(rows))
    drawn["meta"] |= runs(sheet, counts)
    return drawn


def _size(sheet: Sheet, place: int) -> float:
    if sheet.panel.curves[place].what_if is not None:
        return theme.MODEL_KNOT
    if sheet.panel.curves[place].grade == "U":
        return theme.OWN_KNOT
    return theme.KNOT_HIGHLIGHTED if sheet.strong(place) else theme.KNOT


def _kept(sheet: Sheet, place: int) -> np.ndarray:
    """Which knots of a curve are drawn: all, or on the global frontier alone those of it."""
    curve = sheet.panel.curves[place]
    if sheet.front != "global":
        return np.ones(len(curve.x), bool)
    return strokes.on_envelope(curve, curve.x, sheet.panel.curves)
