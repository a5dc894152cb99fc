"""The steps of the two sliders whose values have no natural step: the pin and the sustained share."""

from math import log

from pages.ui.values import number_text

STEPS = 1.0, 1.2, 1.5, 1.75, 2.0, 2.5, 3.0, 4.0, 5.0, 6.0, 7.5, 9.0  # of a decade; the round speeds are among them
PINS = (*(float(f"{step}e{decade}") for decade in range(-3, 4) for step in STEPS), 10_000.0)
BREAK_EVEN = 0.786  # 550 W / 700 W: the share at which both sides are derated alike
SHARES = tuple(sorted({percent / 100 for percent in range(30, 101)} | {BREAK_EVEN}))
NOT_ASSUMED = "not assumed"

PIN_LABELS = tuple(map(number_text, PINS))
SHARE_LABELS = (NOT_ASSUMED, *map(number_text, SHARES))


def nearest(value: float, steps: tuple[float, ...]) -> float:
    """The step with the smallest ratio to `value`; both are positive."""
    return min(steps, key=lambda step: abs(log(step / value)))
