"""Where on the plot a text fits: boxes in pixels from the lower left corner, and what they must not lie on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from pages.ui.frame import Frame
from pages.ui.strokes import Stroke

BOLD, REGULAR = 0.58, 0.52  # width of a character, of the font size
OUTSIDE, ON_TEXT, ON_KNOT, ON_LINE, BEYOND_WALL = 1000.0, 400.0, 100.0, 40.0, 200.0  # what a bad place costs
APART = 16.0  # px between the middles of two names over each other
PADDING = 3.0  # px of a background beyond its text
KNOT = 3.5  # px, half of a knot
WALL_NEAR = 2.0  # px: a curve that starts this near to a plateau is on both of its sides
ABOVE = 4.0  # px of the top margin that a text may use
INSET = 2.0  # px at either end of a text that may touch a curve


class Box(NamedTuple):
    """A rectangle [px]."""

    left: float
    right: float
    bottom: float
    top: float


class Wall(NamedTuple):
    """A plateau, which no name crosses [px]."""

    left: float
    right: float
    height: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """Every short piece of the drawn lines as a box: four arrays [px]."""

    left: np.ndarray
    right: np.ndarray
    bottom: np.ndarray
    top: np.ndarray

    def crosses(self, box: Box) -> bool:
        """Whether any line enters the box."""
        return bool(self.inside(tuple(np.array([[side]]) for side in box)).any())

    def inside(self, boxes: tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]) -> np.ndarray:
        """Which piece enters which box: boxes as columns of sides, the answer one row a box."""
        left, right, bottom, top = boxes
        across = (self.right > left) & (self.left < right)
        return across & (self.top > bottom) & (self.bottom < top)


@dataclass(frozen=True, slots=True)
class Room:
    """The plot and what is on it: curves, knots and rings, plateaus, and the texts and marks placed so far [px]."""

    width: float
    height: float
    lines: Drawn
    knots: Drawn
    walls: tuple[Wall, ...]
    taken: tuple[Box, ...] = ()

    def furnished(self, boxes: Iterable[Box]) -> "Room":
        """The room with more texts in it."""
        return replace(self, taken=(*self.taken, *boxes))

    def cost(self, box: Box) -> float:
        """0 for a free place; leaving the plot is worst, then another text, a knot, a curve."""
        return float(self.costs([box])[0])

    def costs(self, boxes: Sequence[Box]) -> np.ndarray:
        """The cost of each of the places."""
        left, right, bottom, top = np.array(boxes, float).T
        out = (left < 0) | (right > self.width) | (bottom < 0) | (top > self.height + ABOVE)
        sides = tuple(side[:, None] for side in (left, right, bottom, top))
        inner = (sides[0] + INSET, sides[1] - INSET, *sides[2:])
        taken = Drawn(*np.array(self.taken, float).reshape(-1, 4).T)
        texts, knots = taken.inside(sides).sum(axis=1), self.knots.inside(sides).sum(axis=1)
        return OUTSIDE * out + ON_TEXT * texts + ON_KNOT * knots + ON_LINE * self.lines.inside(inner).any(axis=1)

    def covers(self, box: Box) -> bool:
        """Whether a text lies on a curve."""
        return self.lines.crosses(box._replace(left=box.left + INSET, right=box.right - INSET))

    def walled(self, box: Box, start: tuple[float, float]) -> bool:
        """Whether a plateau lies under a text or between it and the start of its curve."""
        low, high = min(box.bottom - PADDING, start[1]), max(box.top + PADDING, start[1])
        between = (w for w in self.walls if low < w.height < high and abs(w.height - start[1]) > WALL_NEAR)
        left, right = min(box.left, start[0]), max(box.right, start[0])
        return any(wall.left <= right and left <= wall.right for wall in between)

    def crossed(self, start: tuple[float, float], end: tuple[float, float]) -> int | None:
        """How often a straight leader meets a curve; None if it crosses a text."""
        shares = np.linspace(0.15, 0.9, 24)
        x, y = (a + shares * (b - a) for a, b in zip(start, end, strict=True))
        if any(meets(Box(a - 1, a + 1, b - 1, b + 1), self.taken) for a, b in zip(x, y, strict=True)):
            return None
        across, up = x[:, None], y[:, None]
        return int(self.lines.inside((across - 1, across + 1, up - 1, up + 1)).any(axis=1).sum())


def drawn(paths: Iterable[Stroke], frame: Frame) -> Drawn:
    """The lines in pixels of this frame."""
    xs, ys = [[np.nan]], [[np.nan]]
    for path in paths:
        xs += [path.x, [np.nan]]
        ys += [path.y, [np.nan]]
    x, y = frame.px(np.concatenate(xs)), frame.py(np.concatenate(ys))
    ends = [(np.minimum(v[1:], v[:-1]), np.maximum(v[1:], v[:-1])) for v in (x, y)]
    whole = ~np.isnan(ends[0][0] + ends[1][0])
    return Drawn(*(side[whole] for pair in ends for side in pair))


def dots(places: Sequence[tuple[float, float]], frame: Frame, half: float = KNOT) -> Drawn:
    """Round marks at places [data] as boxes; those above or below the plot are not drawn."""
    at = np.array([*places, (np.nan, np.nan)], float)
    x, y = frame.px(at[:, 0]), frame.py(at[:, 1])
    y = np.where((y < 0) | (y > frame.height), np.nan, y)
    return Drawn(x - half, x + half, y - half, y + half)


def joined(one: Drawn, two: Drawn) -> Drawn:
    """Both."""
    pairs = ((getattr(one, side), getattr(two, side)) for side in ("left", "right", "bottom", "top"))
    return Drawn(*(np.concatenate(pair) for pair in pairs))


def meets(box: Box, others: Iterable[Box]) -> bool:
    """Whether the box overlaps another one."""
    return any(box.left < o.right and o.left < box.right and box.bottom < o.top and o.bottom < box.top for o in others)


def text_width(text: str, size: float, bold: bool = True) -> float:
    """Estimated width [px] of a text."""
    return len(text) * size * (BOLD if bold else REGULAR)


def spread(middles: Sequence[float], high: float, low: float) -> list[float]:
    """Heights at least 16 px apart between the bounds, in the given falling order, near to the wanted ones."""
    stacks: list[tuple[float, int]] = []  # sum of wanted tops, members
    for k, middle in enumerate(middles):
        stacks.append((middle + APART * k, 1))
        while len(stacks) > 1 and stacks[-2][0] / stacks[-2][1] < stacks[-1][0] / stacks[-1][1]:
            (a, n), (b, m) = stacks[-2:]
            stacks[-2:] = [(a + b, n + m)]
    tops = [total / count for total, count in stacks for _ in range(count)]
    heights = [min(high, top) - APART * k for k, top in enumerate(tops)]
    floors = [low + APART * (len(heights) - 1 - k) for k in range(len(heights))]
    return [max(h, floor) for h, floor in zip(heights, floors, strict=True)]
