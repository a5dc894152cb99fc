"""Places the names at the starts of their curves without measuring text in the browser."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import groupby

from pages.ui.frame import Frame
from pages.ui.space import BEYOND_WALL, Box, Room, spread, text_width

TOUCHING = 17.0  # px between the middles of two names that share a right edge
SHARED_EDGE = 1.5  # … when their starts lie within this factor
LEFT_OF_START, ABOVE_LINE, RING_NEAR = 9.0, 12.0, 90.0  # px
ELSEWHERE = (14, -14, 18, -18, 24, -24, 32, -32)  # px up, for a name that would lie on a curve
AROUND = (0, 5, -5, 9, -9, 14, -14, 20, -20, 28, -28, 40, -40, 54, -54, 70, -70)  # px up, beside the start
FAR, PER_PX = 34.0, 0.8  # px to the start that a name may stand away; what each costs
LOWEST, HIGHEST, OFF_WALL = 8.0, 6.0, 10.0  # px from a name's middle to the plot's bottom and top and to a plateau
LEADER_ON_TEXT, LEADER_ON_LINE = 90.0, 4.0  # what a leader costs
ROUNDS, AT_ONCE = 2, 24  # looks at every name; places weighed together
SLIDE = 12  # px along a plateau
ASIDE = (12.0, 30.0, 50.0, 75.0, 100.0)  # px left or right of the start, where nearer places are taken
STOREYS = (1, -1, 1.5, -1.5, 2.2, -2.2, 3, -3, 4, -4, 5, -5, 6)  # times the usual way from a plateau


@dataclass(frozen=True, slots=True)
class Name:
    """A name to place: `start` is its curve's first point, `lifted` puts it above or below a plateau line."""

    text: str
    place: int  # of its curve in the panel
    start: tuple[float, float]
    size: float
    lifted: bool = False
    right_of_start: bool = False
    edge: float | None = None  # where the plateau begins
    low: bool = False  # stands under the plateau, where that begins
    stair: bool = False  # the curve is a staircase: no shared edges


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

    def has_leader(self, frame: Frame) -> bool:
        """Whether a line leads from a far name to its start; not where it names a plateau at its other end."""
        start = float(frame.px(self.name.start[0])), float(frame.py(self.name.start[1]))
        return away(self.box(frame), start) > FAR and self.x != self.name.edge


def place(names: Sequence[Name], frame: Frame, room: Room) -> list[Placed]:
    """Names at least 16 px apart wherever they would meet, on their side of every plateau, inside the plot."""
    placed = [_beside(n, frame) for n in sorted(names, key=lambda n: -n.start[1])]
    placed = _share_edges(placed, frame)
    for group in _meeting(placed, frame):
        for part, low, high in _storeys(group, placed, frame, room):
            heights = spread([placed[i].middle for i in part], high, low)
            for i, height in zip(part, heights, strict=True):
                placed[i] = replace(placed[i], middle=height)
    for _ in range(ROUNDS):
        for i in range(len(placed)):
            placed[i] = _settled(placed, i, frame, room)
    return placed


def _beside(name: Name, frame: Frame) -> Placed:
    height = float(frame.py(name.start[1]))
    if name.low:
        return Placed(replace(name, right_of_start=True), name.edge, 4.0, height - ABOVE_LINE)
    up = (-ABOVE_LINE if frame.log_y else ABOVE_LINE) if name.lifted else 0.0
    shift = 5.0 if name.right_of_start else -5.0 if name.lifted else -LEFT_OF_START
    return Placed(name, name.start[0], shift, height + up)


def _share_edges(placed: list[Placed], frame: Frame) -> list[Placed]:
    """Neighbours that touch and start at similar speeds end at the slowest start."""
    runs: list[list[int]] = []
    for i, p in enumerate(placed):
        if p.name.lifted or p.name.stair:
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
    """Groups of names beside their starts that would meet at one height, each from top to bottom."""
    boxes = {i: p.box(frame) for i, p in enumerate(placed) if not p.name.lifted}
    groups: list[list[int]] = []
    for i, box in boxes.items():
        hit = [g for g in groups if any(boxes[k].left < box.right and box.left < boxes[k].right for k in g)]
        groups = [g for g in groups if g not in hit] + [[*(k for g in hit for k in g), i]]
    return [sorted(group, key=lambda i: -placed[i].middle) for group in groups]


def _storeys(
    group: Sequence[int], placed: Sequence[Placed], frame: Frame, room: Room
) -> list[tuple[list[int], float, float]]:
    """The group between the plateaus that run through it: members, lowest and highest middle [px]."""
    boxes = [placed[i].box(frame) for i in group]
    left, right = min(b.left for b in boxes), max(b.right for b in boxes)
    floors = sorted({wall.height for wall in room.walls if wall.left <= right and left <= wall.right})
    bounds = [LOWEST, *(y for y in floors if OFF_WALL < y < frame.height), frame.height - HIGHEST]

    def storey(i: int) -> int:
        return sum(y < placed[i].middle for y in bounds[1:-1])

    last = len(bounds) - 2
    parts = ((k, list(part)) for k, part in groupby(group, storey))
    return [(part, bounds[k] + OFF_WALL * (k > 0), bounds[k + 1] - OFF_WALL * (k < last)) for k, part in parts]


def _settled(placed: Sequence[Placed], which: int, frame: Frame, room: Room) -> Placed:
    """The name where it is if that is free and near; else the best place around its start."""
    now = placed[which]
    start = float(frame.px(now.name.start[0])), float(frame.py(now.name.start[1]))
    around = room.furnished(_tall(p.box(frame)) for k, p in enumerate(placed) if k != which)

    def costs(at: Sequence[Placed]) -> list[float]:
        """What each place would cost: what it covers, and walls between the name and its start."""
        boxes = [p.box(frame) for p in at]
        walls = [not now.name.lifted and around.walled(box, start) for box in boxes]
        return [c + BEYOND_WALL * w for c, w in zip(around.costs(boxes), walls, strict=True)]

    best, (least,), way = now, costs([now]), PER_PX * away(now.box(frame), start)
    if not least and (now.name.lifted or way <= PER_PX * FAR):
        return replace(now, covers=False)
    least += way + _leader(now, frame, start, around)
    ways = sorted(((PER_PX * away(o.box(frame), start), o) for o in _options(now, frame)), key=lambda way: way[0])
    for some in (ways[k : k + AT_ONCE] for k in range(0, len(ways), AT_ONCE)):
        for (way, option), cost in zip(some, costs([o for _, o in some]), strict=True):
            if way + cost < least and (total := way + cost + _leader(option, frame, start, around)) < least:
                best, least = option, total
        if some[-1][0] >= least:
            break
    return replace(best, covers=room.covers(best.box(frame)))


def _leader(placed: Placed, frame: Frame, start: tuple[float, float], room: Room) -> float:
    """What the line to a far name costs: most across a text, some for every curve; 0 for a near name."""
    if not placed.has_leader(frame):
        return 0.0
    box = placed.box(frame)
    crossed = room.crossed(start, (box.left if placed.name.right_of_start else box.right, placed.middle))
    return LEADER_ON_TEXT if crossed is None else LEADER_ON_LINE * crossed


def _options(now: Placed, frame: Frame) -> list[Placed]:
    """Other places: a little higher or lower, left of the start, over and under it, right of it; along a plateau."""
    name, height = now.name, float(frame.py(now.name.start[1]))
    left, right, x = replace(name, right_of_start=False), replace(name, right_of_start=True), name.start[0]
    if name.lifted:
        edge = float(frame.px(x if name.edge is None else name.edge))
        along = [-5.0 - k for k in range(0, max(1, int(float(frame.px(x)) - edge)), SLIDE)]
        sides = [*((left, shift) for shift in along), *((right, shift) for shift in (5.0, *ASIDE))]
        return [Placed(n, x, shift, height + k * ABOVE_LINE) for k in STOREYS for n, shift in sides]
    moved = [replace(now, middle=now.middle + up) for up in ELSEWHERE]
    over = [Placed(n, x, shift, height + up) for up in (13.0, -13.0) for n, shift in ((left, 4.0), (right, -4.0))]
    sides = [(left, -LEFT_OF_START), (right, 9.0), *((right, s) for s in ASIDE), *((left, -s) for s in ASIDE)]
    return [*moved, *(Placed(n, x, shift, height + up) for n, shift in sides for up in AROUND), *over]


def away(box: Box, start: tuple[float, float]) -> float:
    """Px from the text to the start of its curve."""
    across = max(box.left - start[0], start[0] - box.right, 0.0)
    return (across**2 + max(box.bottom - start[1], start[1] - box.top, 0.0) ** 2) ** 0.5


def _tall(box: Box) -> Box:
    """The box with the room that keeps names 16 px apart."""
    return box._replace(bottom=box.bottom - 1, top=box.top + 1)
