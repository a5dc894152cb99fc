"""The texts on the chart as Plotly annotations: names, ratio, pin tag, crossovers, limit. All text is escaped."""

from collections.abc import Sequence
from html import escape

import numpy as np

from model.envelope import Crossover
from model.question import GHOSTS, Question
from pages.ui import formats, labels, lead, marks, phrases, space, strokes
from pages.ui.frame import Frame
from pages.ui.labels import Name, Placed
from pages.ui.panels import key
from pages.ui.sheet import Sheet
from pages.ui.space import Box, Drawn, text_width

Note = dict[str, object]
Changes = Sequence[tuple[Crossover, float]]  # with the height of the ring
Room = tuple[Drawn, Sequence[Box]]  # lines and texts that are there already
NAME, NAME_STRONG, NAME_NARROW, GHOST_NAME = 13.5, 14.5, 12.5, 12.5
RATIO, RATIO_NARROW = 22, 17


def _note(text: str, at: tuple[float, float], frame: Frame, **rest: object) -> Note:
    x, y = at
    place = {"x": float(np.log10(x)) if frame.log_x else x, "y": float(np.log10(y)) if frame.log_y else y}
    return place | {"text": text, "showarrow": False, "borderpad": 1, **rest}


def names(sheet: Sheet, frame: Frame, rings: Sequence[float], lines: Drawn) -> tuple[list[Note], list[Box]]:
    """The names at the starts of the curves and the boxes they take; `rings` are the crossovers' x."""
    wanted = [_name(sheet, i, frame, rings) for i in range(len(sheet.panel.curves)) if _is_named(sheet, i)]
    placed = labels.place(wanted, frame, lines)
    return [_name_note(sheet, frame, p) for p in placed], [p.box(frame) for p in placed]


def _is_named(sheet: Sheet, place: int) -> bool:
    """On the global frontier alone, only the curves that are part of it."""
    curve = sheet.panel.curves[place]
    return sheet.front != "global" or bool(strokes.on_envelope(curve, curve.x, sheet.panel.curves).any())


def _name(sheet: Sheet, place: int, frame: Frame, rings: Sequence[float]) -> Name:
    curve = sheet.panel.curves[place]
    size = NAME_STRONG if sheet.strong(place) else NAME
    start, lifted = (float(curve.x[0]), float(curve.y[0])), place in sheet.plateaus
    gap = [float(frame.px(start[0])) - float(frame.px(x)) for x in rings]
    right = lifted and any(0 <= g < labels.RING_NEAR for g in gap)
    return Name(curve.name, place, start, min(size, NAME_NARROW) if frame.narrow else size, lifted, right)


def _name_note(sheet: Sheet, frame: Frame, placed: Placed) -> Note:
    name = placed.name
    font = {"size": name.size, "color": sheet.panel.text(name.place, sheet.colours)}
    look = {"font": font, "xanchor": "left" if name.right_of_start else "right", "yanchor": "middle"}
    look |= {"xshift": placed.shift, "yshift": placed.middle - float(frame.py(name.start[1]))}
    look |= {"name": f"name {key(sheet.panel.curves[name.place])}"}
    if placed.covers or _on_the_pin(sheet, frame, placed.box(frame)):
        look["bgcolor"] = translucent(sheet.colours.background)
    return _note(f"<b>{escape(name.text)}</b>", (placed.x, name.start[1]), frame, **look)


def _on_the_pin(sheet: Sheet, frame: Frame, box: Box) -> bool:
    return bool(box.left - 2 <= frame.px(sheet.pin) <= box.right + 2)


def translucent(colour: str) -> str:
    """The colour at 85 % opacity."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.85)"


def ghost_name(sheet: Sheet, frame: Frame, question: Question, watts: float | None) -> tuple[list[Note], list[Box]]:
    """The name of the dotted curve, left of its start: "550 W, Jalapeño only"; and the box it takes."""
    ghosts = sheet.panel.ghosts
    if not ghosts:
        return [], []
    place = next((i for i, g in enumerate(ghosts) if g.accelerator == sheet.panel.highlighted), 0)
    curve = ghosts[place]
    basis = f"{formats.watts(watts)} W" if len(ghosts) == 1 and formats.is_known(watts) else GHOSTS[question.ghost]
    text = basis if frame.narrow else f"{basis}, {curve.name} only" if len(ghosts) == 1 else f"dotted: {basis}"
    size, start = 11.5 if frame.narrow else GHOST_NAME, (float(curve.x[0]), float(curve.y[0]))
    right, middle = float(frame.px(start[0])) - labels.LEFT_OF_START, float(frame.py(start[1]))
    box = Box(right - text_width(text, size, bold=False), right, middle - 7, middle + 7)
    look = {"font": {"size": size, "color": sheet.panel.text(sheet.of_ghost(place), sheet.colours)}}
    look |= {"name": f"ghost {key(curve)}", "xanchor": "right", "yanchor": "middle", "xshift": -labels.LEFT_OF_START}
    if _on_the_pin(sheet, frame, box):
        look["bgcolor"] = translucent(sheet.colours.background)
    return [_note(escape(text), start, frame, **look)], [box]


def ratio(sheet: Sheet, frame: Frame, lines: Drawn) -> tuple[list[Note], list[Box]]:
    """How many times the leader leads the runner-up at the pin, beside the bracket; and the box it takes."""
    ends = marks.bracket_ends(sheet)
    if ends is None:
        return [], []
    rows = [(sheet.panel.curves[i], sheet.panel.standings[i]) for i in ends]
    one, two = (s.value for _, s in rows)
    text, size = lead.ratio_words(*rows), RATIO_NARROW if frame.narrow else RATIO
    box, right, free = space.ratio_place((sheet.pin, one, two), text_width(text, size), frame, lines)
    look = {"font": {"size": size, "color": sheet.colours.ink}, "yanchor": "middle"}
    look |= {"xanchor": "left" if right else "right", "xshift": 7 if right else -7}
    look |= {"name": " ".join(["ratio", *(key(curve) for curve, _ in rows)])}
    look |= {"yshift": (box.bottom + box.top) / 2 - float(frame.py(one))}
    if not free:
        look["bgcolor"] = translucent(sheet.colours.background)
    return [_note(f"<b>{text}</b>", (sheet.pin, one), frame, **look)], [box]


def pin_tag(sheet: Sheet, frame: Frame, question: Question) -> Note:
    """The pinned value, white on ink, on the axis."""
    text = phrases.bare(sheet.pin, question)
    look = {"font": {"size": 13, "color": sheet.colours.background}, "bgcolor": sheet.colours.ink, "name": "pin"}
    look |= {"yref": "paper", "yanchor": "top", "xanchor": "center", "yshift": -4, "borderpad": 2}
    note = _note(f"<b>{escape(text)}</b>", (sheet.pin, 1.0), frame, **look)
    return note | {"y": 0}


def crossovers(sheet: Sheet, frame: Frame, question: Question, changes: Changes, room: Room) -> list[Note]:
    """Beside each ring where the lead passes to whom, on a phone only where; no text where there is no place."""
    lines, taken = room
    told, taken = [], list(taken)
    size = 12 if frame.narrow else 13
    for crossing, height in changes:
        at, after = phrases.bare(crossing.at, question), sheet.panel.curves[crossing.after].name
        more = "" if frame.narrow else f" lead passes to {after}"
        width = text_width(at, size) + text_width(more, size, bold=False) + 4
        free = space.callout_place((crossing.at, height), width, frame, lines, taken)
        if free is not None:
            taken.append(free[2])
            text = f"<b>{escape(at)}</b>{escape(more)}"
            told.append(_note(text, (crossing.at, height), frame, **_callout(sheet, size, *free[:2])))
    return told


def _callout(sheet: Sheet, size: float, right: int, up: int) -> Note:
    look = {"font": {"size": size, "color": sheet.colours.ink}, "name": "crossover", "showarrow": True}
    look |= {"arrowhead": 0, "arrowwidth": 1, "arrowcolor": sheet.colours.ink, "standoff": 6, "ax": right, "ay": -up}
    return look | {"xanchor": "left" if right > 0 else "right", "bgcolor": translucent(sheet.colours.background)}


def limit(sheet: Sheet, frame: Frame, question: Question, bound: float) -> Note:
    """What the grey area is, at its top."""
    text = f"slower than your limit {phrases.bare(bound, question)}"
    look = {"font": {"size": 11, "color": sheet.colours.muted}, "yref": "paper", "yanchor": "top", "name": "limit"}
    right = float(frame.px(bound)) > 6.2 * len(text)
    look |= {"xanchor": "right" if right else "left", "xshift": -4 if right else 4}
    return _note(escape(text), (bound, 1.0), frame, **look) | {"y": 1}
