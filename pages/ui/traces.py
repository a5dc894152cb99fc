"""The layers of the chart as Plotly traces with float32 arrays, back to front; `meta` says layer and curve."""

from html import escape

import numpy as np

from model.standing import Curve
from pages.ui import dots, ribbons, strokes, theme
from pages.ui.panels import key
from pages.ui.sheet import Sheet, Trace, trace

PIECES = 24  # of a plateau line


def traces(sheet: Sheet) -> list[Trace]:
    """All layers of one panel, back to front."""
    order = sheet.panel.drawing_order()
    layers = [*ribbons.bands(sheet), dots.dust(sheet, order), band(sheet)]
    layers += [*(plateau(sheet, i) for i in sheet.plateaus), *ribbons.lines(sheet)]
    layers += [ghost(sheet, k) for k in range(len(sheet.panel.ghosts))]
    layers += [stretch for k in range(len(sheet.panel.second)) for stretch in second(sheet, k)]
    layers += [stretch for i in order for stretch in line(sheet, i)]
    layers += [*ribbons.told(sheet), dots.knots(sheet, order), ribbons.operating(sheet)]
    return [layer for layer in layers if layer]


def band(sheet: Sheet) -> Trace | None:
    """The envelope of the drawn curves, when the global frontier is asked for."""
    if sheet.best is None:
        return None
    look = {"color": sheet.colours.ink, "width": theme.ENVELOPE}
    return trace("envelope", "", sheet.best, line=look, opacity=theme.ENVELOPE_OPACITY)


def plateau(sheet: Sheet, place: int) -> Trace:
    """From the slowest start of any curve to this one's: its first point already serves slower users."""
    curve = sheet.panel.curves[place]
    look = {"color": sheet.line(place), "width": theme.PLATEAU}
    text = f"no slower {escape(curve.name)} point published"
    if plateau_wins(sheet, place):
        text += ";<br>this one already beats all others"
    ends = _along(sheet.edge, curve)
    told = {"hoverinfo": "text", "hovertext": text}
    return trace("plateau", key(curve), ends, line=look, opacity=theme.PLATEAU_OPACITY, **told)


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
    return trace("ghost", key(curve), (path.x, path.y), line=look)


def second(sheet: Sheet, place: int) -> list[Trace]:
    """A curve of the compared question: dash-dotted, no knots, pale where not measured."""
    curve, path = sheet.panel.second[place], sheet.panel.second_paths[place]
    look = {"color": sheet.colours.line(curve.accelerator), "width": theme.SECOND, "dash": theme.SECOND_DASH}
    look = {"line": look, "hoverinfo": "text", "hovertext": f"{escape(curve.name)}, second question"}
    drawn = []
    for keep, more in ((path.thin, {"opacity": theme.PALE_OPACITY}), (~path.thin, {})):
        if keep.any():
            drawn.append(trace("second", key(curve), strokes.chosen(path, keep), **look | more))
    return drawn


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
        drawn.append(trace("unmeasured", key(curve), gaps, line=thin, opacity=theme.PALE_OPACITY))
    if (full := ~path.thin & shown).any():
        drawn.append(trace("frontier", key(curve), strokes.chosen(path, full), line=look))
    return drawn
