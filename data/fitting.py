"""Fits the factors of every cell at once: a Gaussian prior ties alike cells together, robust residuals pull them apart.

theta [cells, factors] are natural logarithms. Prior: theta ~ N(mean, K x diag(sd^2)), where K counts what two cells
share (chip, generation, vendor, engine, LLM, ...). So a thin cell borrows from its likes, and a chip without points
gets what the others imply. Residuals cost a soft-L1. Gauss-Newton steps are solved by conjugate gradients.
"""

from dataclasses import dataclass

import numpy as np

from data.sample import Sample, predicted

TARGET_WEIGHT = np.array([1.0, 1.0, 0.2])  # TPOT, throughput, TTFT
SOFT = 0.1  # log residual beyond which a point counts linearly
DIFFERENCE = 1e-4
LONGEST_STEP = 1.0  # of a log factor in one iteration


@dataclass(frozen=True, slots=True)
class Prior:
    """Mean and spread of each log factor [factors], and the inverse covariance of the cells [cells, cells]."""

    mean: np.ndarray
    sd: np.ndarray
    inverse: np.ndarray
    noise: float  # log residual that one point may have for free


@dataclass(frozen=True, slots=True)
class Fitted:
    """Log factors [cells, factors], and the information the points hold on them [cells, factors, factors]."""

    theta: np.ndarray
    information: np.ndarray
    cost: float


def fitted(sample: Sample, cell: np.ndarray, prior: Prior, rounds: int = 40, start: np.ndarray | None = None) -> Fitted:
    """Most likely log factors given the points; `cell` is each point's row of theta [n]. Deterministic."""
    theta = np.tile(prior.mean, (len(prior.inverse), 1)) if start is None else start.copy()
    guess = predicted(sample, theta[cell])
    best, information = _cost(sample, guess, theta, prior), None
    for _ in range(rounds):
        information, gradient = _normal_equations(sample, guess, theta, cell)
        information, gradient = information / prior.noise**2, gradient / prior.noise**2
        gradient -= prior.inverse @ (theta - prior.mean) / prior.sd**2
        step = np.clip(_solved(information, prior, gradient), -LONGEST_STEP, LONGEST_STEP)
        theta, guess, cost = _line_search(sample, cell, prior, (theta, step, guess, best))
        gain, best = best - cost, cost
        if gain < 1e-4 * best:
            break
    return Fitted(theta, information, best)


def _line_search(sample: Sample, cell: np.ndarray, prior: Prior, state: tuple):
    """The longest of ever halved steps that lowers the cost; the old state if none does."""
    theta, step, guess, best = state
    for share in 0.5 ** np.arange(8):
        trial = theta + share * step
        seen = predicted(sample, trial[cell])
        cost = _cost(sample, seen, trial, prior)
        if cost < best:
            return trial, seen, cost
    return theta, guess, best


def _residual(sample: Sample, guess: np.ndarray) -> np.ndarray:
    return np.nan_to_num(sample.target - guess)


def _cost(sample: Sample, guess: np.ndarray, theta: np.ndarray, prior: Prior) -> float:
    soft = 2 * SOFT**2 * (np.sqrt(1 + (_residual(sample, guess) / SOFT) ** 2) - 1)
    away = (theta - prior.mean) / prior.sd
    return float((TARGET_WEIGHT * soft).sum() / prior.noise**2 + (away * (prior.inverse @ away)).sum())


def _normal_equations(sample: Sample, guess: np.ndarray, theta: np.ndarray, cell: np.ndarray):
    """J'WJ per cell [cells, factors, factors] and J'Wr [cells, factors], by forward differences."""
    slope = np.empty((*guess.shape, theta.shape[1]))
    for j in range(theta.shape[1]):
        moved = theta[cell]
        moved[:, j] += DIFFERENCE
        slope[:, :, j] = (predicted(sample, moved) - guess) / DIFFERENCE
    residual = _residual(sample, guess)
    weight = np.where(np.isnan(sample.target), 0.0, TARGET_WEIGHT) / np.sqrt(1 + (residual / SOFT) ** 2)
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


def _solved(information: np.ndarray, prior: Prior, gradient: np.ndarray, tolerance: float = 1e-4) -> np.ndarray:
    """x with (information + prior) x = gradient, by conjugate gradients, each cell's own block as preconditioner."""
    weight, diagonal = 1 / prior.sd**2, np.arange(gradient.shape[1])
    block = information.copy()
    block[:, diagonal, diagonal] += np.diag(prior.inverse)[:, None] * weight
    inverse = np.linalg.inv(block)
    times = lambda matrices, v: np.matmul(matrices, v[:, :, None])[:, :, 0]  # noqa: E731
    x, rest = np.zeros_like(gradient), gradient.copy()
    along = near = times(inverse, rest)
    size = first = (rest * near).sum()
    while size > tolerance**2 * first:
        image = (prior.inverse @ along) * weight + times(information, along)
        length = size / (along * image).sum()
        x, rest = x + length * along, rest - length * image
        near = times(inverse, rest)
        size, before = (rest * near).sum(), size
        along = near + size / before * along
    return x
