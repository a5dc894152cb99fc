"""Fits the factors of every cell at once: a Gaussian prior ties alike cells together, robust residuals pull them apart.

theta [cells, factors] are natural logarithms. Prior: theta ~ N(mean, K x diag(sd^2)), where K counts what two cells
share (chip, generation, vendor, engine, LLM, ...). So a thin cell borrows from its likes, and a chip without points
gets what the others imply. Residuals cost a soft-L1. Gauss-Newton steps are solved by conjugate gradients.
"""

from dataclasses import dataclass

import numpy as np

from data.sample import Sample, picked, predicted
from model.calibration import FACTORS

SOFT = 0.1  # log residual beyond which a point counts linearly
DIFFERENCE = 1e-4
LONGEST_STEP = 1.0  # of a log factor in one iteration
TOLERANCE = 1e-4  # of a solved step
STIFFNESS = 0.02  # by how much a log factor may pass its bound for the price of one standard deviation


@dataclass(frozen=True, slots=True)
class Prior:
    """Mean, spread and upper bound of each log factor [factors]; inverse covariance of the cells [cells, cells].

    `noise` is the log residual of rates that one point may have for free, `first_noise` that of its first token.
    """

    mean: np.ndarray
    sd: np.ndarray
    most: np.ndarray
    inverse: np.ndarray
    noise: float
    first_noise: float


@dataclass(frozen=True, slots=True)
class Stage:
    """What is fitted at a time: which log factors to which targets, and the free residual of a point."""

    free: np.ndarray  # indices of factors
    targets: tuple[int, ...]  # of TARGETS
    noise: float


RATES = np.array([i for i, name in enumerate(FACTORS) if not name.startswith("first_")])
FIRST = np.array([i for i, name in enumerate(FACTORS) if name.startswith("first_")])


def fitted(
    sample: Sample, cell: np.ndarray, prior: Prior, rounds: int = 40, start: np.ndarray | None = None
) -> np.ndarray:
    """Most likely log factors [cells, factors] given the points; `cell` is each point's row [n]. Deterministic.

    Times per token and rates first, then the first token: its scatter would only disturb them.
    """
    theta = np.tile(prior.mean, (len(prior.inverse), 1)) if start is None else start.copy()
    theta = _staged((sample, cell), prior, theta, Stage(RATES, (0, 1), prior.noise), rounds)
    timed = np.isfinite(sample.target[:, 2])
    if not timed.any():
        return theta
    points = picked(sample, timed), cell[timed]
    return _staged(points, prior, theta, Stage(FIRST, (2,), prior.first_noise), rounds)


def _staged(points: tuple[Sample, np.ndarray], prior: Prior, theta: np.ndarray, stage: Stage, rounds: int):
    """`theta` with the free factors of one stage at their most likely."""
    guess = predicted(points[0], theta[points[1]])
    best, diagonal = _cost(points[0], guess, theta, (prior, stage)), np.arange(len(stage.free))
    for _ in range(rounds):
        information, gradient = _normal_equations(points, guess, theta, stage)
        away = theta[:, stage.free] - prior.mean[stage.free]
        gradient -= prior.inverse @ away / prior.sd[stage.free] ** 2
        over = theta[:, stage.free] - prior.most[stage.free]
        gradient -= np.maximum(over, 0.0) / STIFFNESS**2
        information[:, diagonal, diagonal] += (over > 0) / STIFFNESS**2
        step = np.zeros_like(theta)
        step[:, stage.free] = _solved(information, prior, prior.sd[stage.free], gradient)
        step = np.clip(step, -LONGEST_STEP, LONGEST_STEP)
        theta, guess, cost = _line_search(points, (prior, stage), (theta, step, guess, best))
        gain, best = best - cost, cost
        if gain < 1e-4 * best:
            break
    return theta


def _line_search(points: tuple[Sample, np.ndarray], how: tuple[Prior, Stage], state: tuple):
    """The longest of ever halved steps that lowers the cost; the old state if none does."""
    theta, step, guess, best = state
    for share in 0.5 ** np.arange(8):
        trial = theta + share * step
        seen = predicted(points[0], trial[points[1]])
        cost = _cost(points[0], seen, trial, how)
        if cost < best:
            return trial, seen, cost
    return theta, guess, best


def _residual(sample: Sample, guess: np.ndarray, stage: Stage) -> np.ndarray:
    return np.nan_to_num(sample.target - guess)[:, stage.targets]


def _cost(sample: Sample, guess: np.ndarray, theta: np.ndarray, how: tuple[Prior, Stage]) -> float:
    prior, stage = how
    soft = 2 * SOFT**2 * (np.sqrt(1 + (_residual(sample, guess, stage) / SOFT) ** 2) - 1)
    away = (theta - prior.mean)[:, stage.free] / prior.sd[stage.free]
    over = np.maximum(theta - prior.most, 0.0)[:, stage.free] / STIFFNESS
    return float(soft.sum() / stage.noise**2 + (away * (prior.inverse @ away)).sum() + (over**2).sum())


def _normal_equations(points: tuple[Sample, np.ndarray], guess: np.ndarray, theta: np.ndarray, stage: Stage):
    """J'WJ per cell [cells, free, free] and J'Wr [cells, free], by forward differences."""
    sample, cell = points
    slope = np.empty((len(cell), len(stage.targets), len(stage.free)))
    for j, factor in enumerate(stage.free):
        moved = theta[cell]
        moved[:, factor] += DIFFERENCE
        slope[:, :, j] = (predicted(sample, moved) - guess)[:, stage.targets] / DIFFERENCE
    residual = _residual(sample, guess, stage)
    known = np.isfinite(sample.target[:, stage.targets])
    weight = known / np.sqrt(1 + (residual / SOFT) ** 2) / stage.noise**2
    weighted = slope * weight[:, :, None]
    square = np.matmul(weighted.transpose(0, 2, 1), slope)
    pull = (weighted * residual[:, :, None]).sum(axis=1)
    return _by_cell(square, cell, len(theta)), _by_cell(pull, cell, len(theta))


def _by_cell(values: np.ndarray, cell: np.ndarray, cells: int) -> np.ndarray:
    total = np.zeros((cells, *values.shape[1:]))
    order = np.argsort(cell, kind="stable")
    present, first = np.unique(cell[order], return_index=True)
    total[present] = np.add.reduceat(values[order], first)
    return total


def _solved(information: np.ndarray, prior: Prior, sd: np.ndarray, gradient: np.ndarray) -> np.ndarray:
    """x with (information + prior) x = gradient, by conjugate gradients, each cell's own block as preconditioner."""
    weight, diagonal = 1 / sd**2, np.arange(gradient.shape[1])
    block = information.copy()
    block[:, diagonal, diagonal] += np.diag(prior.inverse)[:, None] * weight
    inverse = np.linalg.inv(block)
    times = lambda matrices, v: np.matmul(matrices, v[:, :, None])[:, :, 0]  # noqa: E731
    x, rest = np.zeros_like(gradient), gradient.copy()
    along = near = times(inverse, rest)
    size = first = (rest * near).sum()
    while size > TOLERANCE**2 * first:
        image = (prior.inverse @ along) * weight + times(information, along)
        length = size / (along * image).sum()
        x, rest = x + length * along, rest - length * image
        near = times(inverse, rest)
        size, before = (rest * near).sum(), size
        along = near + size / before * along
    return x
