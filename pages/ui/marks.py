"""What is marked on the curves: the pin with its bracket and rings, the places where the lead changes, the limits."""

from collections.abc import Sequence

import numpy as np

from model.envelope import Crossover
from pages.ui import beside, space, traces
from pages.ui.frame import Frame
from pages.ui.panels import key
from pages.ui.sheet import Sheet, Trace, runs, trace

BRACKET_FROM = 1.15  # a smaller lead is not worth a bracket
PIN_MARK, GHOST_MARK, RING = 10.0, 7.0, 11.0
MOST_RINGS = 2
BRACKET_CLEAR = 3.0  # px that texts keep from the bracket


def pin_marks(sheet: Sheet) -> Trace | None:
    """Rings where the curves stand at the pin; none on a plateau or where nobody measured."""
    panel = sheet.panel
    ghosts = [(s.value, sheet.of_ghost(k), True) for k, s in enumerate(panel.ghost_standings) if s.kind == "value"]
    shown = panel.ranked()[:2] if sheet.front == "global" else range(len(panel.curves))
    marked = [i for i in panel.drawing_order() if i in shown and panel.standings[i].kind == "value"]
    curves = [(panel.standings[i].value, i, False) for i in marked]
    marks = ghosts + curves
    if not marks:
        return None
    outline = {"color": [sheet.line(i) for _, i, _ in marks], "width": [1.6 if small else 2.6 for *_, small in marks]}
    marker = {
        "size": [GHOST_MARK if small else PIN_MARK for *_, small in marks],
        "color": sheet.colours.background,
        "opacity": 1,
        "line": outline,
    }
    at = np.full(len(marks), sheet.pin), np.array([value for value, *_ in marks])
    drawn = trace("pin", "", at, mode="markers", marker=marker)
    drawn["meta"] |= runs(sheet, [(i, 1) for _, i, _ in marks])
    return drawn


def bracket_ends(sheet: Sheet) -> tuple[int, int] | None:
    """Places of leader and runner-up at the pin, when the lead deserves a bracket."""
    ranked = sheet.panel.ranked()
    if len(ranked) < 2:
        return None
    first, second = (sheet.panel.standings[i].value for i in ranked[:2])
    return (ranked[0], ranked[1]) if max(first, second) >= BRACKET_FROM * min(first, second) else None


def bracket(sheet: Sheet) -> Trace | None:
    """The thick line between leader and runner-up on the pin."""
    ends = bracket_ends(sheet)
    if ends is None:
        return None
    at = np.full(2, sheet.pin), np.array([sheet.panel.standings[i].value for i in ends])
    drawn = trace("bracket", "", at, line={"color": sheet.colours.ink, "width": 2.2})
    drawn["meta"] |= {"keys": [key(sheet.panel.curves[i]) for i in ends]}
    return drawn


def nearest(changes: Sequence[Crossover], pin: float) -> list[Crossover]:
    """The two changes of lead nearest to the pin, by ratio."""
    return sorted(changes, key=lambda c: abs(np.log(c.at / pin)))[:MOST_RINGS]


def rings(sheet: Sheet, changes: Sequence[Crossover], heights: Sequence[float]) -> Trace | None:
    """Rings on the places where the lead changes."""
    if not changes:
        return None
    marker = {"symbol": "circle-open", "size": RING, "color": sheet.colours.ink, "line": {"width": 1.8}}
    at = np.array([c.at for c in changes]), np.array(heights)
    return trace("crossover", "", at, mode="markers", marker=marker)


def pin_line(sheet: Sheet) -> dict[str, object]:
    """The vertical line through the full height, behind the curves."""
    line = {"color": sheet.colours.muted, "width": 1.2}
    return {"type": "line", "x0": sheet.pin, "x1": sheet.pin, "y0": 0, "y1": 1, "line": line, "layer": "below"}


def limit_shade(sheet: Sheet, slow_edge: float, limit: float) -> dict[str, object]:
    """Grey over everything slower than the limit on the x-axis."""
    look = {"fillcolor": sheet.colours.muted, "opacity": 0.10, "line": {"width": 0}, "layer": "below"}
    return {"type": "rect", "x0": slow_edge, "x1": limit, "y0": 0, "y1": 1} | look


def room(sheet: Sheet, frame: Frame, changes: Sequence[tuple[Crossover, float]]) -> space.Room:
    """The plot as texts find it: curves, plateaus, knots, rings, and the bracket; `changes` with heights [data]."""
    panel, walls = sheet.panel, traces.plateau_paths(sheet)
    pins = [(sheet.pin, s.value) for s in [*panel.standings, *panel.ghost_standings] if s.kind == "value"]
    marked = [*zip((c.at for c, _ in changes), (h for _, h in changes), strict=True), *pins]
    knotted = [*panel.curves, *beside.only(panel.curves, panel.modelled)]
    knots = [(x, y) for c in knotted for x, y in zip(c.x, c.y, strict=True)]
    lines = space.drawn([*panel.paths, *panel.ghost_paths, *panel.second_paths, *walls], frame)
    dots = space.joined(space.dots(knots, frame), space.dots(marked, frame, RING / 2))
    flat = (space.Wall(float(frame.px(w.x[0])), float(frame.px(w.x[-1])), float(frame.py(w.y[0]))) for w in walls)
    empty = space.Room(frame.width, frame.height, lines, dots, tuple(flat))
    return empty.furnished(_bracket_box(sheet, frame))


def _bracket_box(sheet: Sheet, frame: Frame) -> list[space.Box]:
    ends = bracket_ends(sheet)
    if ends is None:
        return []
    x, heights = float(frame.px(sheet.pin)), [float(frame.py(sheet.panel.standings[i].value)) for i in ends]
    return [space.Box(x - BRACKET_CLEAR, x + BRACKET_CLEAR, min(heights), max(heights))]
