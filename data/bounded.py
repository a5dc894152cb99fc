"""Between its knots, too, worse hardware is drawn no better than without the what-if, and better no worse."""

from dataclasses import replace

import numpy as np

from data import scope
from data.altered import bound, direction
from data.engines import engines_for
from data.tried import Asked
from model.question import Question
from model.standing import Curve

SAME = 1e-9  # relative, within which y counts as proportional to throughput


def bounded(curve: Curve, question: Question, tput_total: np.ndarray) -> Curve:
    """A what-if's curve with the knots of the unaltered frontier between its own; any other as it is.

    At every knot of either the lower of both where all is altered for the worse, the higher where all is for the
    better. A knot that is not the curve's own has the row of the next faster one. `tput_total` [tok/s per chip] is that
    of each knot. Only over speed, and for a y that goes with throughput.
    """
    better = direction(scope.multipliers(question)) if curve.what_if and curve.smooth else 0
    own, scale = _rate(curve), _scale(curve, tput_total)
    if not better or not scale:
        return curve
    x, tput = _unaltered(curve, question)
    at = np.union1d(curve.x, x[(x > curve.x[0]) & (x < curve.x[-1])])
    if at.size == len(curve.x) or not x.size:
        return curve
    plain = scale * np.interp(at, x, tput, right=0.0 if better > 0 else np.inf)
    rate = (np.maximum if better > 0 else np.minimum)(np.interp(at, curve.x, own), plain)
    y = 1 / rate if curve.reciprocal else rate
    return replace(curve, x=at, y=y, row=curve.row[np.searchsorted(curve.x, at)])


def _rate(curve: Curve) -> np.ndarray:
    return 1 / curve.y if curve.reciprocal else curve.y


def _scale(curve: Curve, tput_total: np.ndarray) -> float:
    """What a token per second and chip counts in the unit of y, or 1/y; 0 where that differs between the knots."""
    each = _rate(curve) / tput_total
    return float(each[0]) if np.ptp(each) <= SAME * each[0] else 0.0


def _unaltered(curve: Curve, question: Question) -> tuple[np.ndarray, np.ndarray]:
    """Speed, rising, and input and output tok/s per chip of the frontier without the what-if."""
    batches = (question.batch, question.batch) if question.batch else (question.batch_min, question.batch_max)
    asked = Asked(question.llm, question.isl, question.osl, (), (), batches)
    x, output = bound(asked, engines_for(curve.accelerator, question.llm, curve.precision, question.engine))
    return x, output * (1 + question.isl / question.osl)
