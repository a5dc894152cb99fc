"""Places the names at the starts of their curves without measuring text in the browser."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pages.ui.frame import Frame
from pages.ui.space import Box, Drawn, meets, text_width

APART, TOUCHING = 16.0, 17.0  # px between the middles of two names; names this near share a right edge
SHARED_EDGE = 1.5  # … when their starts lie within this factor
LEFT_OF_START, ABOVE_LINE, RING_NEAR = 9.0, 12.0, 90.0  # px
ELSEWHERE = (14.0, -14.0, 18.0, -18.0)  # px up, for a name that would lie on a curve


@dataclass(frozen=True, slots=True)
class Name:
    """A name to place: `start` is its curve's first point, `lifted` puts it above a plateau line."""

    text: str
    place: int  # of its curve in the panel
    start: tuple[float, float]
    size: float
    lifted: bool = False
    right_of_start: bool = False


@dataclass(frozen=True, slots=True)
class Placed:
    """A placed name: anchored at `x` [data], shifted by px; `middle` is its height above the bottom [px]."""

    name: Name
    x: float
    shift: float
    middle: float
    covers: bool = False  # it lies on another curve

    def box(self, frame: Frame) -> Box:
        """Where the text lies, from an estimate of its width."""
        edge, width = float(frame.px(self.x)) + self.shift, text_width(self.name.text, self.name.size)
        left = edge if self.name.right_of_start else edge - width
        return Box(left, left + width, self.middle - 7, self.middle + 7)


def place(names: Sequence[Name], frame: Frame, lines: Drawn) -> list[Placed]:
    """Names at least 16 px apart wherever they would meet, in the order of their starts, inside the plot."""
    placed = [_beside(n, frame) for n in sorted(names, key=lambda n: -n.start[1])]
    placed = _share_edges(placed, frame)
    for group in _meeting(placed, frame):
        heights = spread([placed[i].middle for i in group], frame.height)
        for i, height in zip(group, heights, strict=True):
            placed[i] = replace(placed[i], middle=height)
    for i in range(len(placed)):
        placed[i] = _off_the_curves(placed, i, frame, lines)
    return placed


def _beside(name: Name, frame: Frame) -> Placed:
    up = (-ABOVE_LINE if frame.log_y else ABOVE_LINE) if name.lifted else 0.0
    shift = 5.0 if name.right_of_start else -5.0 if name.lifted else -LEFT_OF_START
    return Placed(name, name.start[0], shift, float(frame.py(name.start[1])) + up)


def _share_edges(placed: list[Placed], frame: Frame) -> list[Placed]:
    """Neighbours that touch and start at similar speeds end at the slowest start."""
    runs: list[list[int]] = []
    for i, p in enumerate(placed):
        if p.name.lifted:
            continue
        run = next((run for run in runs if _alike(placed[run[-1]], p)), None)
        if run is None:
            runs.append(run := [])
        run.append(i)
    for run in runs:
        edge = min((placed[i].x for i in run), key=frame.px)
        for i in run:
            placed[i] = replace(placed[i], x=edge)
    return placed


def _alike(one: Placed, two: Placed) -> bool:
    starts = one.name.start[0], two.name.start[0]
    return abs(one.middle - two.middle) <= TOUCHING and max(starts) <= SHARED_EDGE * min(starts)


def _meeting(placed: Sequence[Placed], frame: Frame) -> list[list[int]]:
    """Groups of names that would meet if they were at one height, each from top to bottom."""
    boxes = [p.box(frame) for p in placed]
    groups: list[list[int]] = []
    for i, box in enumerate(boxes):
        hit = [g for g in groups if any(boxes[k].left < box.right and box.left < boxes[k].right for k in g)]
        groups = [g for g in groups if g not in hit] + [[*(k for g in hit for k in g), i]]
    return [sorted(group, key=lambda i: -placed[i].middle) for group in groups]


def spread(middles: Sequence[float], height: float) -> list[float]:
    """Heights at least 16 px apart, in the given falling order, as near as possible to the wanted ones."""
    stacks: list[tuple[float, int]] = []  # sum of wanted tops, members
    for k, middle in enumerate(middles):
        stacks.append((middle + APART * k, 1))
        while len(stacks) > 1 and stacks[-2][0] / stacks[-2][1] < stacks[-1][0] / stacks[-1][1]:
            (a, n), (b, m) = stacks[-2:]
            stacks[-2:] = [(a + b, n + m)]
    tops = [total / count for total, count in stacks for _ in range(count)]
    heights = [top - APART * k for k, top in enumerate(tops)]
    down = max(0.0, heights[0] - (height - 6)) if heights else 0.0
    up = max(0.0, 8 - (heights[-1] - down)) if heights else 0.0
    return [h - down + up for h in heights]


def _off_the_curves(placed: Sequence[Placed], which: int, frame: Frame, lines: Drawn) -> Placed:
    """The name a little higher or lower where it would lie on a curve; marked as covering where that does not help."""
    name = placed[which]
    if not _covers(name, frame, lines):
        return name
    others = [_tall(p.box(frame)) for k, p in enumerate(placed) if k != which]
    for up in () if name.name.lifted else ELSEWHERE:
        moved = replace(name, middle=name.middle + up)
        inside = 8 <= moved.middle <= frame.height - 6
        if inside and not _covers(moved, frame, lines) and not meets(_tall(moved.box(frame)), others):
            return moved
    return replace(name, covers=True)


def _tall(box: Box) -> Box:
    """The box with the room that keeps names 16 px apart."""
    return box._replace(bottom=box.bottom - 1, top=box.top + 1)


def _covers(placed: Placed, frame: Frame, lines: Drawn) -> bool:
    box = placed.box(frame)
    return lines.crosses(box._replace(left=box.left + 2, right=box.right - 2))
