"""The lines of the chart as arrays: sampled curves, where they are measured, and the envelope of the best."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from model.envelope import envelope
from model.interpolate import samples
from model.standing import Curve, reading, unmeasured

STEPS = 20  # samples a segment
MODELLED_SAMPLES = 200  # about so many of a modelled curve, whose knots are many and near
ON_THE_ENVELOPE = 1e-4  # relative


@dataclass(frozen=True, slots=True)
class Stroke:
    """A curve as drawn, from its slow end to its fast end; `thin` marks the intervals nobody measured."""

    x: np.ndarray
    y: np.ndarray
    thin: np.ndarray  # bool, one shorter than x


def stroke(curve: Curve) -> Stroke:
    """The curve sampled 20 times a segment (modelled: less), evenly in log x; corners only for a staircase."""
    if not curve.smooth or len(curve.x) < 2:
        x, y = staircase(curve.x, curve.y)
        return Stroke(x, y, np.zeros(max(len(x) - 1, 0), bool))
    steps = STEPS if curve.what_if is None else min(STEPS, 1 + MODELLED_SAMPLES // len(curve.x))
    at = samples(curve.x, steps) if curve.maximise_x else samples(curve.x[::-1], steps)[::-1]
    return Stroke(at, reading(curve, at), np.repeat(unmeasured(curve), steps))


def staircase(x: np.ndarray, y: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Corners of the staircase from the slow end: at a limit counts the next knot that meets it."""
    return np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]


def chosen(path: Stroke, keep: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """x and y of the kept intervals, NaN between runs; empty arrays when none is kept."""
    edges = np.flatnonzero(np.diff(np.concatenate([[0], keep.astype(np.int8), [0]])))
    x, y = [], []
    for begin, end in zip(edges[::2], edges[1::2], strict=True):
        x += [path.x[begin : end + 1], [np.nan]]
        y += [path.y[begin : end + 1], [np.nan]]
    return (np.concatenate(x[:-1]), np.concatenate(y[:-1])) if x else (np.empty(0), np.empty(0))


def best(curves: Sequence[Curve], paths: Sequence[Stroke]) -> tuple[np.ndarray, np.ndarray]:
    """The envelope of the drawn curves, slow to fast, at each of their sampled places."""
    at = np.unique(np.concatenate([p.x for p in paths]))
    at = at if curves[0].maximise_x else at[::-1]
    return at, envelope(curves, at)


def on_envelope(curve: Curve, at: np.ndarray, curves: Sequence[Curve]) -> np.ndarray:
    """At which of the places the curve is itself the best of all."""
    return np.isclose(reading(curve, at), envelope(curves, at), rtol=ON_THE_ENVELOPE)
