"""A compared question in the chart: its curves in the panels of the first, and their names."""

from collections.abc import Sequence
from dataclasses import replace
from html import escape

import numpy as np

from data.compared import Compared
from model.standing import Curve
from pages.ui import lead, notes, phrases
from pages.ui.frame import Frame
from pages.ui.notes import Note
from pages.ui.panels import Panel, key, panels
from pages.ui.sheet import Sheet
from pages.ui.space import ON_KNOT, Box, Room, text_width
from pages.ui.strokes import stroke

MARK = "2nd"  # what tells the name of a second curve from that of the first
SIZE, SIZE_NARROW = 12.0, 11.0
ALONG = (0.0, 0.12, 0.25, 0.4, 0.55, 0.7, 0.85, 1.0)  # of a curve, where its name is tried
UPS = (12.0, -12.0, 20.0, -20.0)  # px from the curve to the middle of its name


def panelled(found: Compared) -> tuple[Panel, ...]:
    """The panels of the first answer with the curves of the second that differ, each on its side of the decoding.

    One panel alone holds all of them.
    """
    here, there = (phrases.noun(answer.question) for answer in (found.here, found.there))
    title = there if found.drawn and here != there else ""
    shown, sides = [replace(p, second_title=title) for p in panels(found.here)], lead.sides(found.there)
    if len(shown) == 1 or not found.drawn:
        return tuple(_with(panel, found.drawn) for panel in shown)
    theirs = [sides[min(place, len(sides) - 1)].curves for place in range(len(shown))]
    return tuple(_with(p, [c for c in found.drawn if c in own]) for p, own in zip(shown, theirs, strict=True))


def _with(panel: Panel, curves: Sequence[Curve]) -> Panel:
    return replace(panel, second=tuple(curves), second_paths=tuple(map(stroke, curves)))


def names(sheet: Sheet, frame: Frame, room: Room) -> tuple[list[Note], Room]:
    """A name on every curve of the second question where there is room for it, and the room with them."""
    told, size = [], SIZE_NARROW if frame.narrow else SIZE
    for curve, path in zip(sheet.panel.second, sheet.panel.second_paths, strict=True):
        text = f"{curve.name} {MARK}"
        width = text_width(text, size, bold=False)
        places = [(path.x[k], path.y[k]) for k in (np.array(ALONG) * (len(path.x) - 1)).astype(int)]
        tries = [(at, up, _box(at, up, width, frame)) for at in places for up in UPS]
        costs = room.costs([box for *_, box in tries])
        if costs.min() >= ON_KNOT:
            continue
        at, up, box = tries[int(costs.argmin())]
        room = room.furnished([box])
        look = {"font": {"size": size, "color": sheet.colours.text(curve.accelerator)}, "xanchor": "center"}
        look |= {"yanchor": "middle", "yshift": up, "name": f"second {key(curve)}"}
        look |= {"bgcolor": notes.translucent(sheet.colours.background)}
        told.append(notes.note(f"<i>{escape(text)}</i>", (float(at[0]), float(at[1])), frame, **look))
    return told, room


def _box(at: tuple[float, float], up: float, width: float, frame: Frame) -> Box:
    x, y = float(frame.px(at[0])), float(frame.py(at[1])) + up
    return Box(x - width / 2, x + width / 2, y - 7, y + 7)
