"""The model's curves beside measured ones: which part of them is drawn, and which speak of what nobody measured."""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from data.answer import Answer
from model.standing import Curve


def within(answer: Answer) -> tuple[Curve, ...]:
    """The model's curves between the slow and the fast end of the measured ones; whole with a pinned batch."""
    if not answer.curves or answer.question.batch:
        return answer.modelled
    ends = [float(x) for c in answer.curves for x in (c.x[0], c.x[-1])]
    cut = [_cut(curve, min(ends), max(ends)) for curve in answer.modelled]
    return tuple(curve for curve in cut if len(curve.x))


def only(curves: Sequence[Curve], modelled: Sequence[Curve]) -> list[Curve]:
    """The modelled curves without a measured one: other accelerators and precisions, and what-ifs."""
    known = {(c.accelerator, c.precision, c.decoding) for c in curves}
    return [c for c in modelled if c.what_if or (c.accelerator, c.precision, c.decoding) not in known]


def framed(answer: Answer, curves: Sequence[Curve], modelled: Sequence[Curve]) -> list[Curve]:
    """Which of the modelled curves the axes must hold: those alone, and all with a pinned batch."""
    return list(modelled) if answer.question.batch else only(curves, modelled)


def _cut(curve: Curve, low: float, high: float) -> Curve:
    inside = (curve.x >= low) & (curve.x <= high)
    return replace(curve, **{name: np.asarray(getattr(curve, name))[inside] for name in ("x", "y", "row")})
