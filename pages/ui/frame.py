"""The plot area of one panel: ranges, ticks, and where a value lies in pixels."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil, floor, log10

import numpy as np

from model.question import Question, is_maximised
from model.standing import Curve, reach

PAD_LEFT, PAD_LEFT_NARROW, PAD_RIGHT = 0.085, 0.20, 0.03  # of the span
WIDE = {"l": 46, "r": 10, "t": 30, "b": 46, "height": 500, "width": 898}
NARROW = {"l": 32, "r": 6, "t": 26, "b": 42, "height": 342, "width": 358}
NAME_WIDTH, NAME_WIDTH_NARROW = 7.6, 7.3  # px of a character in a name
PANEL_GAP = 0.05  # of the width, between two panels
COSTLY, MOST_COSTLY = 12.0, 40.0  # a minimised axis ends at these many times the best value: usually, at most


@dataclass(frozen=True, slots=True)
class Frame:
    """Ranges in data units from the slow (left) and bottom edge; size of the plot area in CSS pixels."""

    left: float
    right: float
    bottom: float
    top: float
    log_x: bool
    log_y: bool
    width: float
    height: float
    narrow: bool

    def px(self, x: np.ndarray | float) -> np.ndarray | float:
        """Pixels from the left edge."""
        return share(x, (self.left, self.right), self.log_x) * self.width

    def py(self, y: np.ndarray | float) -> np.ndarray | float:
        """Pixels from the bottom edge."""
        return share(y, (self.bottom, self.top), self.log_y) * self.height


def share(value: np.ndarray | float, ends: tuple[float, float], log: bool) -> np.ndarray | float:
    """Where `value` lies between the ends, 0 to 1 inside."""
    low, high = (log10(e) for e in ends) if log else ends
    return ((np.log10(value) if log else value) - low) / (high - low)


def frames(question: Question, curves: Sequence[Curve], ghosts: Sequence[Curve], panels: int) -> tuple[Frame, Frame]:
    """The wide and the narrow frame that hold all the curves; default ranges when there are none."""
    return tuple(_frame(question, [*curves, *ghosts], narrow, panels) for narrow in (False, True))


def _frame(question: Question, curves: Sequence[Curve], narrow: bool, panels: int) -> Frame:
    form = NARROW if narrow else WIDE
    log_x = is_log_x(question)
    width = form["width"] - form["l"] - form["r"]
    width = width if narrow or panels < 2 else width * (1 - PANEL_GAP) / 2
    left, right = x_range(question, curves, PAD_LEFT_NARROW if narrow else PAD_LEFT)
    left = _with_names(curves, (left, right), (width, narrow), log_x)
    bottom, top = y_range(question, curves)
    return Frame(left, right, bottom, top, log_x, question.logy, width, form["height"] - form["t"] - form["b"], narrow)


def _with_names(curves: Sequence[Curve], ends: tuple[float, float], form: tuple[float, bool], log: bool) -> float:
    """The left end moved out so far that every name ends inside the plot; `form` is its width and if it is narrow."""
    (left, right), (width, narrow) = ends, form
    letter = NAME_WIDTH_NARROW if narrow else NAME_WIDTH
    needs = [((letter * len(c.name) + 12) / width, share(float(c.x[0]), ends, log)) for c in curves]
    # moved out by m spans, a start at s of the old span stands at (s + m) / (1 + m) of the new one
    more = max([0.0, *((need - at) / (1 - need) for need, at in needs if need < 1)])
    if log:
        return float(left * (left / right) ** more)
    return left - more * (right - left)


def is_log_x(question: Question) -> bool:
    """Times are always logarithmic and run from slow to fast; speed and concurrency as chosen."""
    return question.logx or not is_maximised(question.x)


def x_range(question: Question, curves: Sequence[Curve], pad_left: float) -> tuple[float, float]:
    """Left and right end: slowest start to fastest end, padded."""
    if not curves:
        return (5.0, 500.0) if is_maximised(question.x) else (50.0, 0.2)
    slow = min if is_maximised(question.x) else max
    start, end = slow(c.x[0] for c in curves), (max if slow is min else min)(c.x[-1] for c in curves)
    if start == end:
        start, end = (start / 2, end * 2) if slow is min else (start * 2, end / 2)
    if is_log_x(question):
        span = log10(end / start)
        return start / 10 ** (pad_left * span), end * 10 ** (PAD_RIGHT * span)
    return max(0.0, start - pad_left * (end - start)), end + PAD_RIGHT * (end - start)


def y_range(question: Question, curves: Sequence[Curve]) -> tuple[float, float]:
    """Bottom and top end: zero to 1.06 times the largest, or on a log axis 0.8 times the least to 1.25 times."""
    if not curves:
        return (1.0, 1000.0) if question.logy else (0.0, 1.06)
    least, most = min(float(c.y.min()) for c in curves), max(float(c.y.max()) for c in curves)
    if question.logy:
        return 0.8 * least, 1.25 * most
    if not is_maximised(question.y):
        wanted = [COSTLY * least, *(float(c.y[0]) for c in curves), *_at_pin(curves, question.pin)]
        most = min(most, MOST_COSTLY * least, max(wanted))
    return 0.0, 1.06 * most


def _at_pin(curves: Sequence[Curve], pin: float) -> list[float]:
    """What the curves that reach the pin say there."""
    return [value for c in curves if np.isfinite(value := float(reach(c, pin)))]


def one_two_five(low: float, high: float) -> list[float]:
    """The 1-2-5 values from low to high."""
    powers = range(floor(log10(low)), ceil(log10(high)) + 1)
    return [m * 10.0**p for p in powers for m in (1, 2, 5) if low <= m * 10.0**p <= high]


def even_ticks(top: float, about: int = 6) -> list[float]:
    """Round steps from zero to `top`, about six of them."""
    power = 10.0 ** floor(log10(top / about))
    step = min((m * power for m in (1, 2, 2.5, 5, 10)), key=lambda s: abs(floor(top / s) + 1 - about))
    return [round(step * k, 12) for k in range(floor(top / step) + 1)]


def x_ticks(frame: Frame, pin: float) -> list[float]:
    """Ticks of the x-axis, without those that the tag of the pin would cover."""
    low, high = sorted((frame.left, frame.right))
    ticks = one_two_five(low, high) if frame.log_x else even_ticks(high, 5 if frame.narrow else 8)
    return [t for t in ticks if abs(frame.px(t) - frame.px(pin)) > (24 if frame.narrow else 28)]


def y_ticks(frame: Frame) -> list[float]:
    """Ticks of the y-axis."""
    return one_two_five(frame.bottom, frame.top) if frame.log_y else even_ticks(frame.top)


def short(value: float) -> str:
    """A tick in few characters: 500, 2.5k, 20M."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if abs(value) >= size:
            return f"{value / size:.4g}{unit}"
    return f"{value:.4g}"
