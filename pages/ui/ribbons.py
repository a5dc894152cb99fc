"""The modelled curves as Plotly traces: a dashed line in its accelerator's colour, inside its 90 % band."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from model.standing import Curve
from pages.ui import beside, theme
from pages.ui.panels import key
from pages.ui.sheet import Sheet, Trace, runs_of, trace
from pages.ui.strokes import Stroke


def bands(sheet: Sheet) -> list[Trace]:
    """The filled bands, behind everything; stronger where nothing is measured."""
    panel = sheet.panel
    alone = beside.only(panel.curves, panel.modelled)
    drawn = [*zip(panel.modelled, panel.modelled_paths, strict=True)]
    drawn += [(c, p) for c, p in zip(panel.curves, panel.paths, strict=True) if c.what_if is not None]
    return [_band(sheet, curve, path, curve in alone) for curve, path in drawn if curve.name in panel.banded]


def _band(sheet: Sheet, curve: Curve, path: Stroke, alone: bool) -> Trace:
    low, high = edges(sheet, curve, path)
    around = np.concatenate([path.x, path.x[::-1]]), np.concatenate([low, high[::-1]])
    opacity = theme.MODEL_BAND * (2 if alone else 1)
    look = {"fill": "toself", "fillcolor": _rgba(sheet.colours.line(curve.accelerator), opacity), "line": {"width": 0}}
    return trace("model band", key(curve), around, **look)


def edges(sheet: Sheet, curve: Curve, path: Stroke) -> tuple[np.ndarray, np.ndarray]:
    """Low and high end of the band along the drawn line."""
    at, y = np.log(curve.x), sheet.points.y[curve.row]
    order = np.argsort(at)
    ratios = (getattr(sheet.points, side)[curve.row] / y for side in ("low", "high"))
    return tuple(path.y * np.interp(np.log(path.x), at[order], ratio[order]) for ratio in ratios)


def lines(sheet: Sheet) -> list[Trace]:
    """The dashed lines beside measured curves."""
    drawn = zip(sheet.panel.modelled, sheet.panel.modelled_paths, strict=True)
    return [trace("model", key(c), (p.x, p.y), line=_stroke(sheet, c), opacity=_opacity(sheet, c)) for c, p in drawn]


def _opacity(sheet: Sheet, curve: Curve) -> float:
    """Pale beside a measured curve of its own, unless its band is filled: six such lines at full strength tangle."""
    beside_own = curve not in beside.only(sheet.panel.curves, sheet.panel.modelled)
    return theme.MODEL_PALE if beside_own and curve.name not in sheet.panel.banded else 1.0


def _stroke(sheet: Sheet, curve: Curve) -> dict[str, object]:
    dash = theme.WHAT_IF_DASH if curve.what_if else theme.MODEL_DASH
    return {"color": sheet.colours.line(curve.accelerator), "width": theme.MODEL_LINE, "dash": dash}


def told(sheet: Sheet) -> list[Trace]:
    """Points to hover and click on the modelled curves: hollow triangles where nothing is measured, else unseen."""
    panel = sheet.panel
    only = beside.only(panel.curves, panel.modelled)
    alone = [_configured(sheet, c) for c in only]
    unseen = [_configured(sheet, c) for c in panel.modelled if c not in only]
    found = []
    if unseen:  # a line without width: a marker for each would cost the browser most of a repaint
        found.append(_points(sheet, unseen, line={"width": 0}))
    if alone:
        colours = [sheet.colours.line(c.accelerator) for c in alone for _ in c.x]
        marker = {"symbol": "triangle-up", "size": theme.MODEL_KNOT, "color": sheet.colours.background}
        marker |= {"line": {"color": colours, "width": 1}, "opacity": 0.9}
        found.append(_points(sheet, alone, mode="markers", marker=marker))
    return found


def _configured(sheet: Sheet, curve: Curve) -> Curve:
    """The knots that are a configuration: a what-if's curve has some of the unaltered frontier between its own."""
    x, y = sheet.points.x[curve.row], sheet.points.y[curve.row]
    own = np.isclose(x, curve.x, rtol=1e-6) & np.isclose(y, curve.y, rtol=1e-6)
    return replace(curve, x=curve.x[own], y=curve.y[own], row=curve.row[own])


def _points(sheet: Sheet, curves: Sequence[Curve], **look: object) -> Trace:
    rows = np.concatenate([c.row for c in curves]).astype(int)
    xy = tuple(np.concatenate([getattr(c, axis) for c in curves]) for axis in "xy")
    drawn = trace("model points", "", xy, **look | sheet.told(rows))
    drawn["meta"] |= runs_of([(key(c), len(c.x)) for c in curves])
    return drawn


def operating(sheet: Sheet) -> Trace | None:
    """One triangle per modelled curve: what it delivers at the pinned batch."""
    curves = [*sheet.panel.modelled, *(c for c in sheet.panel.curves if c.what_if is not None)]
    series = [sheet.points.series[int(c.row[0])] for c in curves]
    placed = [
        (c, np.flatnonzero(sheet.points.pinned & (sheet.points.series == s)))
        for c, s in zip(curves, series, strict=True)
    ]
    rows = np.concatenate([*(found for _, found in placed), np.empty(0, int)]).astype(int)
    if not rows.size:
        return None
    colours = [sheet.colours.line(c.accelerator) for c, found in placed for _ in found]
    marker = {"symbol": "triangle-up", "size": theme.OPERATING, "color": colours, "opacity": 1}
    marker |= {"line": {"color": sheet.colours.background, "width": 1.2}}
    xy = sheet.points.x[rows], sheet.points.y[rows]
    drawn = trace("operating", "", xy, mode="markers", marker=marker, **sheet.told(rows))
    drawn["meta"] |= runs_of([(key(c), len(found)) for c, found in placed])
    return drawn


def _rgba(colour: str, opacity: float) -> str:
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},{opacity})"
