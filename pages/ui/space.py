"""Where on the plot a text fits: boxes in pixels from the lower left corner, and the lines they must not lie on."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import NamedTuple

import numpy as np

from pages.ui.frame import Frame
from pages.ui.strokes import Stroke

HEIGHTS = (0.50, 0.42, 0.58, 0.34, 0.66, 0.26)  # of the bracket
RATIO_WIDTH, RATIO_WIDTH_NARROW = 0.075, 0.16  # of the width
CLEAR, CLOSE = 15.0, 10.0  # px to any curve: wanted, and where nothing else is free
BOLD, REGULAR = 0.58, 0.52  # width of a character, of the font size
CALLOUTS = ((46, 34), (-46, 34), (46, 62), (-46, 62), (46, 92), (-46, 92), (70, -30), (-70, -30))  # px right and up


class Box(NamedTuple):
    """A rectangle [px]."""

    left: float
    right: float
    bottom: float
    top: float


@dataclass(frozen=True, slots=True)
class Drawn:
    """Every short piece of the drawn lines as a box: four arrays [px]."""

    left: np.ndarray
    right: np.ndarray
    bottom: np.ndarray
    top: np.ndarray

    def crosses(self, box: Box) -> bool:
        """Whether any line enters the box."""
        across = (self.right >= box.left) & (self.left <= box.right)
        return bool((across & (self.top >= box.bottom) & (self.bottom <= box.top)).any())


def drawn(paths: Iterable[Stroke], frame: Frame) -> Drawn:
    """The lines in pixels of this frame."""
    xs, ys = [[np.nan]], [[np.nan]]
    for path in paths:
        xs += [path.x, [np.nan]]
        ys += [path.y, [np.nan]]
    x, y = frame.px(np.concatenate(xs)), frame.py(np.concatenate(ys))
    ends = [(np.minimum(v[1:], v[:-1]), np.maximum(v[1:], v[:-1])) for v in (x, y)]
    return Drawn(*ends[0], *ends[1])


def meets(box: Box, others: Iterable[Box]) -> bool:
    """Whether the box overlaps another one."""
    return any(box.left < o.right and o.left < box.right and box.bottom < o.top and o.bottom < box.top for o in others)


def text_width(text: str, size: float, bold: bool = True) -> float:
    """Estimated width [px] of a text."""
    return len(text) * size * (BOLD if bold else REGULAR)


def ratio_place(ends: tuple[float, float, float], text: float, frame: Frame, lines: Drawn) -> tuple[Box, bool, bool]:
    """Box, side (True: right of the pin) and freedom of the ratio's place.

    `ends` are the pin and two heights [data], `text` its width. The first place no curve passes within 15 px of, or
    else 10 px of the text itself; the middle on the right, not free, if there is none.
    """
    pin, one, two = ends
    x, (low, high) = float(frame.px(pin)), sorted((float(frame.py(one)), float(frame.py(two))))
    usual = max(text, (RATIO_WIDTH_NARROW if frame.narrow else RATIO_WIDTH) * frame.width)
    for (width, clear), share, right in product(((usual, CLEAR), (text, CLOSE)), HEIGHTS, (True, False)):
        box = _beside(x, width if right else -width, low + share * (high - low), clear)
        if box.left >= 0 and box.right <= frame.width and not lines.crosses(box):
            return box, right, True
    return _beside(x, text, (low + high) / 2, CLEAR), True, False


def _beside(x: float, width: float, middle: float, clear: float) -> Box:
    """A box 7 px right of `x`, left of it for a negative width."""
    near, far = (x + 7, x + 7 + width) if width > 0 else (x - 7, x - 7 + width)
    return Box(min(near, far), max(near, far), middle - clear, middle + clear)


def callout_place(
    at: tuple[float, float], text: float, frame: Frame, lines: Drawn, taken: Sequence[Box]
) -> tuple[int, int, Box] | None:
    """Offset [px, right and up] and box of a text beside a ring at `at` [data]; None when every place is taken."""
    x, y = float(frame.px(at[0])), float(frame.py(at[1]))
    for right, up in CALLOUTS:
        left = x + right if right > 0 else x + right - text
        box = Box(left, left + text, y + up - 8, y + up + 8)
        inside = left >= 0 and box.right <= frame.width and box.bottom >= 0 and box.top <= frame.height
        if inside and not lines.crosses(box) and not meets(box, taken):
            return right, up, box
    return None
