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
    layers = [*(dust(sheet, i) for i in order), band(sheet), *(plateau(sheet, i) for i in sheet.plateaus)]
    layers += [ghost(sheet, k) for k in range(len(sheet.panel.ghosts))]
    for i in order:
        layers += [*line(sheet, i), knots(sheet, i)]
    return [layer for layer in layers if layer]


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


def dust(sheet: Sheet, place: int) -> Trace | None:
    """The points of one curve's group that are not on its frontier."""
    p, curve = sheet.points, sheet.panel.curves[place]
    own = (p.series == sheet.panel.series[place]) & ~p.on_frontier
    rows = np.flatnonzero(own & np.isfinite(p.x) & np.isfinite(p.y))
    if not rows.size:
        return None
    marker = {"size": theme.DUST, "color": sheet.line(place), "line": {"width": 0}}
    look = {"mode": "markers", "marker": marker | {"opacity": sheet.colours.dust_opacity}}
    return _trace("dust", key(curve), (p.x[rows], p.y[rows]), **look, **_told(sheet, rows))


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


def knots(sheet: Sheet, place: int) -> Trace | None:
    """The measured points of the frontier; the marker is the grade of evidence."""
    curve = sheet.panel.curves[place]
    keep = np.ones(len(curve.x), bool)
    if sheet.front == "global":
        keep = strokes.on_envelope(curve, curve.x, sheet.panel.curves)
    if not keep.any():
        return None
    rows = np.asarray(curve.row)[keep]
    marks = [theme.MARKERS[g] for g in sheet.points.grades[rows]]
    colour = sheet.line(place)
    outline = {"color": colour, "width": theme.KNOT_OUTLINE}
    marker = {
        "symbol": [symbol for symbol, _ in marks],
        "color": [sheet.colours.background if hollow else colour for _, hollow in marks],
        "size": theme.KNOT_HIGHLIGHTED if sheet.strong(place) else theme.KNOT,
        "line": outline,
        "opacity": 1,
    }
    look = {"mode": "markers", "marker": marker, "cliponaxis": False}
    return _trace("knots", key(curve), (curve.x[keep], curve.y[keep]), **look, **_told(sheet, rows))
