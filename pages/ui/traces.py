"""The layers of the chart as Plotly traces with float32 arrays, back to front; `meta` says layer and accelerator."""

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

import numpy as np

from data.answer import Answer
from model.standing import Curve
from pages.ui import strokes, theme
from pages.ui.panels import Panel, key
from pages.ui.theme import Colours

Trace = dict[str, object]
FLOAT = np.float32
PIECES = 24  # of a plateau line


@dataclass(frozen=True, slots=True)
class Points:
    """The columns of the answer's points that are drawn, as arrays; `texts` are ready hover texts or None."""

    x: np.ndarray
    y: np.ndarray
    series: np.ndarray
    on_frontier: np.ndarray
    ids: np.ndarray
    grades: np.ndarray
    texts: Sequence[str] | None


@dataclass(frozen=True, slots=True)
class Sheet:
    """Everything the layers of one panel need."""

    panel: Panel
    points: Points
    colours: Colours
    pin: float
    front: str  # each | global | both
    best: tuple[np.ndarray, np.ndarray] | None  # envelope of the panel's curves, when it is drawn
    plateaus: tuple[int, ...]
    edge: float  # the slowest start of any curve

    def strong(self, place: int) -> bool:
        """Whether this curve is a highlighted one."""
        return self.panel.curves[place].accelerator == self.panel.highlighted

    def line(self, place: int) -> str:
        """Colour of this curve."""
        return self.panel.line(place, self.colours)

    def of_ghost(self, place: int) -> int:
        """Place of the curve that this ghost repeats."""
        return next(i for i, c in enumerate(self.panel.curves) if key(c) == key(self.panel.ghosts[place]))


def points(answer: Answer, texts: Sequence[str] | None) -> Points:
    """The drawn columns of `answer.points`, one entry per row."""
    table = answer.points
    columns = (table[name].to_numpy() for name in ("x", "y", "series", "on_frontier", "id", "grade"))
    return Points(*columns, texts)


def traces(sheet: Sheet) -> list[Trace]:
    """All layers of one panel, back to front."""
    order = sheet.panel.drawing_order()
    layers = [dust(sheet, order), band(sheet), *(plateau(sheet, i) for i in sheet.plateaus)]
    layers += [ghost(sheet, k) for k in range(len(sheet.panel.ghosts))]
    layers += [stretch for i in order for stretch in line(sheet, i)]
    return [layer for layer in [*layers, knots(sheet, order)] if layer]


def _trace(layer: str, name: str, xy: tuple[np.ndarray, np.ndarray], **rest: object) -> Trace:
    x, y = (np.asarray(v, FLOAT) for v in xy)
    base = {"type": "scatter", "x": x, "y": y, "mode": "lines", "hoverinfo": "skip"}
    return base | {"meta": {"layer": layer, "key": name}} | rest


def _told(sheet: Sheet, rows: np.ndarray) -> Trace:
    """Row ids for clicks and the hover texts, when there are any."""
    told = {"customdata": [str(i) for i in sheet.points.ids[rows]]}
    if sheet.points.texts is not None:
        told |= {"hoverinfo": "text", "hovertext": [sheet.points.texts[r] for r in rows]}
    return told


def runs(sheet: Sheet, counts: Sequence[tuple[int, int]]) -> dict[str, object]:
    """`meta.runs` of a trace that holds points of several curves: how many of each, in order. (place, count)"""
    return {"runs": [[key(sheet.panel.curves[i]), count] for i, count in counts]}


def dust(sheet: Sheet, order: Sequence[int]) -> Trace | None:
    """The points that are not on the frontier of their curve; one trace, since each costs the browser time."""
    p = sheet.points
    drawn = ~p.on_frontier & np.isfinite(p.x) & np.isfinite(p.y)
    own = [np.flatnonzero(drawn & (p.series == sheet.panel.series[i])) for i in order]
    rows = np.concatenate([*own, np.empty(0, int)])
    if not rows.size:
        return None
    colours = [sheet.line(i) for i, some in zip(order, own, strict=True) for _ in some]
    marker = {"size": theme.DUST, "color": colours, "line": {"width": 0}, "opacity": sheet.colours.dust_opacity}
    trace = _trace("dust", "", (p.x[rows], p.y[rows]), mode="markers", marker=marker, **_told(sheet, rows))
    trace["meta"] |= runs(sheet, [(i, len(some)) for i, some in zip(order, own, strict=True)])
    return trace


def band(sheet: Sheet) -> Trace | None:
    """The envelope of the drawn curves, when the global frontier is asked for."""
    if sheet.best is None:
        return None
    look = {"color": sheet.colours.ink, "width": theme.ENVELOPE}
    return _trace("envelope", "", sheet.best, line=look, opacity=theme.ENVELOPE_OPACITY)


def plateau(sheet: Sheet, place: int) -> Trace:
    """From the slowest start of any curve to this one's: its first point already serves slower users."""
    curve = sheet.panel.curves[place]
    look = {"color": sheet.line(place), "width": theme.PLATEAU}
    text = f"no slower {escape(curve.name)} point published"
    if plateau_wins(sheet, place):
        text += "; this one already beats all others"
    ends = _along(sheet.edge, curve)
    told = {"hoverinfo": "text", "hovertext": text}
    return _trace("plateau", key(curve), ends, line=look, opacity=theme.PLATEAU_OPACITY, **told)


def _along(edge: float, curve: Curve) -> tuple[np.ndarray, np.ndarray]:
    """The plateau in short pieces, so that it can be hovered anywhere."""
    return np.geomspace(edge, curve.x[0], PIECES), np.full(PIECES, curve.y[0])


def plateau_paths(sheet: Sheet) -> list[strokes.Stroke]:
    """The plateau lines as strokes, for texts to keep clear of."""
    ends = [_along(sheet.edge, sheet.panel.curves[i]) for i in sheet.plateaus]
    return [strokes.Stroke(x, y, np.zeros(PIECES - 1, bool)) for x, y in ends]


def plateau_wins(sheet: Sheet, place: int) -> bool:
    """Whether this curve's start is better than every point of the others."""
    others = [c for i, c in enumerate(sheet.panel.curves) if i != place]
    own = float(sheet.panel.curves[place].y[0])
    return all(own > c.y.max() if c.maximise_y else own < c.y.min() for c in others)


def ghost(sheet: Sheet, place: int) -> Trace:
    """The same frontier on the other power basis: dotted, no knots."""
    curve, path = sheet.panel.ghosts[place], sheet.panel.ghost_paths[place]
    look = {"color": sheet.line(sheet.of_ghost(place)), "width": theme.GHOST, "dash": theme.GHOST_DASH}
    return _trace("ghost", key(curve), (path.x, path.y), line=look)


def line(sheet: Sheet, place: int) -> list[Trace]:
    """The curve: full strength where measured, thin and pale where not."""
    curve, path = sheet.panel.curves[place], sheet.panel.paths[place]
    width = theme.LINE_HIGHLIGHTED if sheet.strong(place) else theme.LINE
    look = {"color": sheet.line(place), "width": width}
    if curve.grade == "M":
        look["dash"] = theme.MODEL_DASH
    shown = np.ones_like(path.thin)
    if sheet.front == "global":
        on = strokes.on_envelope(curve, path.x, sheet.panel.curves)
        shown = on[:-1] & on[1:]
    drawn = []
    if (pale := path.thin & shown).any():
        thin = look | {"width": theme.PALE_WIDTH * width}
        gaps = strokes.chosen(path, pale)
        drawn.append(_trace("unmeasured", key(curve), gaps, line=thin, opacity=theme.PALE_OPACITY))
    if (full := ~path.thin & shown).any():
        drawn.append(_trace("frontier", key(curve), strokes.chosen(path, full), line=look))
    return drawn


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
        "size": [theme.KNOT_HIGHLIGHTED if sheet.strong(i) else theme.KNOT for i in places],
        "line": {"color": colours, "width": theme.KNOT_OUTLINE},
        "opacity": 1,
    }
    xy = tuple(np.concatenate([getattr(c, axis)[keep] for _, c, keep in kept]) for axis in "xy")
    trace = _trace("knots", "", xy, mode="markers", marker=marker, cliponaxis=False, **_told(sheet, rows))
    trace["meta"] |= runs(sheet, counts)
    return trace


def _kept(sheet: Sheet, place: int) -> np.ndarray:
    """Which knots of a curve are drawn: all, or on the global frontier alone those of it."""
    curve = sheet.panel.curves[place]
    if sheet.front != "global":
        return np.ones(len(curve.x), bool)
    return strokes.on_envelope(curve, curve.x, sheet.panel.curves)
