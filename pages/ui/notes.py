"""The texts on the chart as Plotly annotations: names, ratio, pin tag, crossovers, limit. All text is escaped."""

from collections.abc import Sequence
from html import escape

import numpy as np

from data.answer import Answer
from model.envelope import Crossover
from model.question import GHOSTS, Question
from pages.ui import beside, expected, formats, labels, lead, marks, phrases, places, strokes
from pages.ui.frame import Frame
from pages.ui.labels import Name, Placed
from pages.ui.panels import key
from pages.ui.places import Spot
from pages.ui.sheet import Sheet
from pages.ui.space import ON_KNOT, Box, Drawn, Room, drawn, text_width

Note = dict[str, object]
Changes = Sequence[tuple[Crossover, float]]  # with the height of the ring
NAME, NAME_STRONG, NAME_NARROW, GHOST_NAME = 13.5, 14.5, 12.5, 12.5
RATIO, RATIO_NARROW = 22, 17


def note(text: str, at: tuple[float, float], frame: Frame, **rest: object) -> Note:
    """A text at a point [data], as Plotly's annotation."""
    x, y = at
    place = {"x": float(np.log10(x)) if frame.log_x else x, "y": float(np.log10(y)) if frame.log_y else y}
    return place | {"text": text, "showarrow": False, "borderpad": 1, **rest}


def names(sheet: Sheet, frame: Frame, rings: Sequence[float], room: Room) -> tuple[list[Note], Room]:
    """The names at the starts of the curves and the room with them; `rings` are the crossovers' x."""
    wanted = [_name(sheet, i, frame, rings) for i in range(len(sheet.panel.curves)) if _is_named(sheet, i)]
    placed = labels.place(wanted, frame, room)
    dashes = drawn(sheet.panel.modelled_paths, frame)
    return [_name_note(sheet, frame, p, dashes) for p in placed], room.furnished(p.box(frame) for p in placed)


def modelled_names(sheet: Sheet, frame: Frame, room: Room) -> tuple[list[Note], Room]:
    """Names of the curves that only the model draws, above their slow ends, and the room with them."""
    told = []
    for curve in beside.only(sheet.panel.curves, sheet.panel.modelled):
        size, start = NAME_NARROW if frame.narrow else GHOST_NAME, (float(curve.x[0]), float(curve.y[0]))
        left, width = float(frame.px(start[0])), text_width(curve.name, size, bold=False)
        middles = [float(frame.py(start[1])) + up for up in (13, -13, 27, -27, 41, -41, 55, 69)]
        free = min((Box(left, left + width, m - 7, m + 7) for m in middles), key=room.cost)
        if room.cost(free) < ON_KNOT:
            room = room.furnished([free])
            look = {"font": {"size": size, "color": sheet.colours.text(curve.accelerator)}, "xanchor": "left"}
            look |= {"yanchor": "middle", "yshift": (free.bottom + free.top) / 2 - float(frame.py(start[1]))}
            look |= {"name": f"name {key(curve)}", "bgcolor": translucent(sheet.colours.background)}
            told.append(note(escape(curve.name), start, frame, **look))
    return told, room


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
    under = {"edge": sheet.edge, "low": not curve.maximise_y} if lifted else {}
    size = min(size, NAME_NARROW) if frame.narrow else size
    return Name(curve.name, place, start, size, lifted, right, stair=not curve.smooth, **under)


def _name_note(sheet: Sheet, frame: Frame, placed: Placed, dashes: Drawn) -> Note:
    name, box = placed.name, placed.box(frame)
    colour = sheet.panel.text(name.place, sheet.colours)
    start = float(frame.px(name.start[0])), float(frame.py(name.start[1]))
    look = {"font": {"size": name.size, "color": colour}, "name": f"name {key(sheet.panel.curves[name.place])}"}
    look |= {"xanchor": "left" if name.right_of_start else "right", "yanchor": "middle"}
    x = placed.x
    if placed.has_leader(frame):
        x, near = name.start[0], box.left if name.right_of_start else box.right
        look |= _leader(sheet, near - start[0], placed.middle - start[1]) | {"arrowcolor": colour}
    else:
        look |= {"xshift": placed.shift, "yshift": placed.middle - start[1]}
    if placed.covers or _on_the_pin(sheet, frame, box) or dashes.crosses(box):
        look["bgcolor"] = translucent(sheet.colours.background)
    return note(f"<b>{escape(name.text)}</b>", (x, name.start[1]), frame, **look)


def _on_the_pin(sheet: Sheet, frame: Frame, box: Box) -> bool:
    return bool(box.left - 2 <= frame.px(sheet.pin) <= box.right + 2)


def translucent(colour: str) -> str:
    """The colour at 85 % opacity."""
    red, green, blue = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    return f"rgba({red},{green},{blue},0.85)"


def ghost_name(
    sheet: Sheet, frame: Frame, question: Question, watts: float | None, room: Room
) -> tuple[list[Note], Room]:
    """The name of the dotted curve, left of its start: "550 W, Jalapeño only"; and the room with it."""
    ghosts = sheet.panel.ghosts
    if not ghosts:
        return [], room
    place = next((i for i, g in enumerate(ghosts) if g.accelerator == sheet.panel.highlighted), 0)
    curve = ghosts[place]
    basis = f"{formats.watts(watts)} W" if len(ghosts) == 1 and formats.is_known(watts) else GHOSTS[question.ghost]
    text = f"{basis}, {curve.name} only" if len(ghosts) == 1 else f"dotted: {basis}"
    size, start = 11.5 if frame.narrow else GHOST_NAME, (float(curve.x[0]), float(curve.y[0]))
    texts = [basis] if frame.narrow else [text, basis]
    spot = places.ghost(texts, (float(frame.px(start[0])), float(frame.py(start[1]))), size, room)
    look = {"font": {"size": size, "color": sheet.panel.text(sheet.of_ghost(place), sheet.colours)}}
    look |= {"name": f"ghost {key(curve)}"} | _shifts(spot, start, frame)
    if _on_the_pin(sheet, frame, spot.box):
        look["bgcolor"] = translucent(sheet.colours.background)
    return [note(escape(spot.text), start, frame, **look)], room.furnished([spot.box])


def _shifts(spot: Spot, at: tuple[float, float], frame: Frame) -> Note:
    """Anchors of a text in its place, from a point [data]."""
    side, across = ("left", spot.box.left) if spot.right else ("right", spot.box.right)
    up = (spot.box.bottom + spot.box.top) / 2 - float(frame.py(at[1]))
    return {"xanchor": side, "yanchor": "middle", "xshift": across - float(frame.px(at[0])), "yshift": up}


def ratio(sheet: Sheet, frame: Frame, room: Room, answer: Answer) -> tuple[list[Note], Room]:
    """How many times the leader leads at the pin (≈ inside bands), beside the bracket; and the room with it."""
    ends = marks.bracket_ends(sheet)
    if ends is None:
        return [], room
    rows = [(sheet.panel.curves[i], sheet.panel.standings[i]) for i in ends]
    one, two = (s.value for _, s in rows)
    alike = expected.alike(answer, *(curve for curve, _ in rows))
    text, size = "≈" if alike else lead.ratio_words(*rows), RATIO_NARROW if frame.narrow else RATIO
    spot = places.ratio((sheet.pin, one, two), text, size, frame, room)
    look = {"font": {"size": spot.size, "color": sheet.colours.ink}} | _shifts(spot, (sheet.pin, one), frame)
    look |= {"name": " ".join(["ratio", *(key(curve) for curve, _ in rows)])}
    if spot.leader:
        middle = float(frame.py(one) + frame.py(two)) / 2
        aside, up = look["xshift"], look["yshift"] + float(frame.py(one)) - middle
        look |= _leader(sheet, aside, up) | {"xshift": 0, "yshift": middle - float(frame.py(one)), "standoff": 2}
    elif room.cost(spot.box):
        look["bgcolor"] = translucent(sheet.colours.background)
    return [note(f"<b>{escape(text)}</b>", (sheet.pin, one), frame, **look)], room.furnished([spot.box])


def pin_tag(sheet: Sheet, frame: Frame, question: Question) -> Note:
    """The pinned value, white on ink, on the axis."""
    text = phrases.bare(sheet.pin, question)
    look = {"font": {"size": 13, "color": sheet.colours.background}, "bgcolor": sheet.colours.ink, "name": "pin"}
    look |= {"yref": "paper", "yanchor": "top", "xanchor": "center", "yshift": -4, "borderpad": 2}
    return note(f"<b>{escape(text)}</b>", (sheet.pin, 1.0), frame, **look) | {"y": 0}


def crossovers(sheet: Sheet, frame: Frame, question: Question, changes: Changes, room: Room) -> list[Note]:
    """Beside each ring where the lead passes to whom, on a phone or without room only where."""
    told, size = [], 12 if frame.narrow else 13
    for crossing, height in changes:
        at, after = phrases.bare(crossing.at, question), sheet.panel.curves[crossing.after].name
        texts = [at] if frame.narrow else [f"{at} lead passes to {after}", f"{at} lead passes<br>to {after}", at]
        ring = float(frame.px(crossing.at)), float(frame.py(height))
        spot = places.callout(ring, texts, size, room)
        if spot is None:
            continue
        room = room.furnished([spot.box])
        text = f"<b>{escape(at)}</b>{escape(spot.text.removeprefix(at)).replace('&lt;br&gt;', '<br>')}"
        aside = (spot.box.left if spot.right else spot.box.right) - ring[0]
        look = _leader(sheet, aside, (spot.box.bottom + spot.box.top) / 2 - ring[1])
        look |= {"xanchor": "left" if spot.right else "right"}
        look |= {"font": {"size": size, "color": sheet.colours.ink}, "name": "crossover", "align": "left"}
        told.append(note(text, (crossing.at, height), frame, **look))
    return told


def _leader(sheet: Sheet, right: float, up: float) -> Note:
    """A text at a distance [px] with a line to its point."""
    look = {"showarrow": True, "arrowhead": 0, "arrowwidth": 1, "arrowcolor": sheet.colours.ink, "standoff": 6}
    return look | {"ax": right, "ay": -up, "yanchor": "middle", "bgcolor": translucent(sheet.colours.background)}


def limit(sheet: Sheet, frame: Frame, question: Question, bound: float, room: Room) -> tuple[list[Note], Room]:
    """What the grey area is, at its top left; and the room with it."""
    at = phrases.bare(bound, question)
    texts = [f"slower than your limit {at}", f"slower than {at}", f"limit {at}"]
    spot = places.limit(texts, float(frame.px(bound)), 11, room)
    look = {"font": {"size": 11, "color": sheet.colours.muted}, "yref": "paper", "yanchor": "top", "name": "limit"}
    look |= {"xanchor": "left", "xshift": spot.box.left, "yshift": spot.box.top - frame.height}
    return [note(escape(spot.text), (frame.left, 1.0), frame, **look) | {"y": 1}], room.furnished([spot.box])
