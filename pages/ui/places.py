"""Finds the place of each text that is not a curve's name: the ghost's name, the ratio, crossovers, the limit."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

import numpy as np

from pages.ui.frame import Frame
from pages.ui.space import Box, Room, text_width

HEIGHTS = (0.50, 0.42, 0.58, 0.34, 0.66, 0.26)  # of the bracket
ANY_HEIGHT = (*HEIGHTS, 0.74, 0.18, 0.82, 0.10, 0.90)
RATIO_WIDTH, RATIO_WIDTH_NARROW = 0.075, 0.16  # of the width
CLEAR, CLOSE, TIGHT = 15.0, 10.0, 8.0  # px from a ratio's middle to any curve: wanted, and where nothing else is free
SMALLER = 0.75  # size of a ratio where the full one has no place
ASIDE, ASIDE_STEP = 30, 12  # px: where a ratio with a leader begins to look for a place
RIGHTS, UPS = (46, -46, 70, -70, 110, -110, 20, -20, 160, -160), (34, 62, 92, -30, 124, 160, 200, -60)
CROSSED, SHORTER = 12.0, 40.0  # px that a leader may be longer: to cross less of a curve, for a longer text
LINE = 15.0  # px, height of a line of a callout
LIMIT_STEP, LIMIT_INSET = 16.0, 4.0  # px


@dataclass(frozen=True, slots=True)
class Spot:
    """A text in its place: `right` if it is anchored at its left end, `size` [px], `leader` if a line leads to it."""

    box: Box
    text: str
    right: bool
    size: float
    leader: bool = False


def ghost(texts: Sequence[str], start: tuple[float, float], size: float, room: Room) -> Spot:
    """Left of the start [px], shorter where there is no room, else right of it; the least bad place if none is free."""
    x, y = start
    sides = ((False, -9.0, 0.0), (True, 8.0, 10.0), (True, 8.0, 0.0), (False, 0.0, 12.0), (True, 8.0, -12.0))
    spots = []
    for (right, across, up), text in product(sides, texts):
        width = text_width(text, size, bold=False)
        left = x + across if right else x + across - width
        spots.append(Spot(Box(left, left + width, y + up - 7, y + up + 7), text, right, size))
    return spots[int(room.costs([s.box for s in spots]).argmin())]


def ratio(ends: tuple[float, float, float], text: str, size: float, frame: Frame, room: Room) -> Spot:
    """Beside the bracket, whose pin and two heights [data] are `ends`.

    The first place no curve passes within 15 px of, or else 10 px, or else a smaller text; then a place further away
    with a leader line; the least bad one beside the bracket if there is none.
    """
    x, (low, high) = float(frame.px(ends[0])), sorted(float(frame.py(e)) for e in ends[1:])
    wide = (RATIO_WIDTH_NARROW if frame.narrow else RATIO_WIDTH) * frame.width
    small = SMALLER * size
    tries = [
        (size, max(text_width(text, size), wide), CLEAR, HEIGHTS),
        (size, text_width(text, size), CLOSE, ANY_HEIGHT),
        (small, text_width(text, small), TIGHT, ANY_HEIGHT),
    ]
    spots = []
    for use, width, clear, heights in tries:
        for share, right in product(heights, (True, False)):
            box = _beside(x, width if right else -width, low + share * (high - low), clear)
            spots.append(Spot(box, text, right, use))
    costs = room.costs([s.box for s in spots])
    if costs.min():  # only then a place aside is looked for
        aside = _further(x, (low + high) / 2, text, small)
        free = np.flatnonzero(room.costs([s.box for s in aside]) == 0)
        return aside[free[0]] if free.size else spots[int(costs.argmin())]
    return spots[int(costs.argmin())]


def _further(x: float, middle: float, text: str, size: float) -> list[Spot]:
    """Places aside of the bracket, the nearest first."""
    width, spots = text_width(text, size), []
    for far, right in product(range(ASIDE, 20 * ASIDE_STEP, ASIDE_STEP), (True, False)):
        for up in (0, 14, -14, 28, -28, 42, -42):
            box = _beside(x, width if right else -width, middle + up, TIGHT, far)
            spots.append(Spot(box, text, right, size, leader=True))
    return spots


def _beside(x: float, width: float, middle: float, clear: float, far: float = 7) -> Box:
    """A box `far` px right of `x`, left of it for a negative width."""
    near, end = (x + far, x + far + width) if width > 0 else (x - far, x - far + width)
    return Box(min(near, end), max(near, end), middle - clear, middle + clear)


def callout(at: tuple[float, float], texts: Sequence[str], size: float, room: Room) -> Spot | None:
    """Beside a ring at `at` [px], the nearest place whose leader crosses few curves; None when every place is taken.

    Later texts are shorter and each costs more; their lines are divided by <br>.
    """
    tries = [
        (abs(right) + abs(up) + SHORTER * k, text, up, right)
        for (k, text), up, right in product(enumerate(texts), UPS, RIGHTS)
    ]
    tries.sort(key=lambda one: one[0])
    boxes = [_aside(at, (right, up), text, size) for _, text, up, right in tries]
    best, least = None, float("inf")
    for (price, text, up, right), box, cost in zip(tries, boxes, room.costs(boxes), strict=True):
        if price >= least:
            break
        if not cost and (crossed := room.crossed(at, (at[0] + right, at[1] + up))) is not None:
            total = price + CROSSED * crossed
            best, least = (Spot(box, text, right > 0, size, leader=True), total) if total < least else (best, least)
    return best


def _aside(at: tuple[float, float], way: tuple[float, float], text: str, size: float) -> Box:
    """The box of a text whose nearer end is `way` [px, right and up] from a ring."""
    lines = text.split("<br>")
    width, half = max(text_width(line, size) for line in lines) + 4, LINE * len(lines) / 2 + 1
    x, y = at[0] + way[0], at[1] + way[1]
    left = x if way[0] > 0 else x - width
    return Box(left, left + width, y - half, y + half)


def limit(texts: Sequence[str], right: float, size: float, room: Room) -> Spot:
    """At the top left inside the grey area that ends at `right` [px], lower where that is taken; else beside it."""
    spots = []
    for text, top in product(texts, np.arange(room.height, room.height / 3, -LIMIT_STEP)):
        width = text_width(text, size, bold=False)
        box = Box(LIMIT_INSET, LIMIT_INSET + width, top - LIMIT_STEP, top)
        spots += [Spot(box, text, True, size)] if box.right <= right else []
    for text, top in product(texts, np.arange(room.height, 0, -LIMIT_STEP)):
        left = right + LIMIT_INSET
        box = Box(left, left + text_width(text, size, bold=False), top - LIMIT_STEP, top)
        spots.append(Spot(box, text, True, size))
    return spots[int(room.costs([s.box for s in spots]).argmin())]
