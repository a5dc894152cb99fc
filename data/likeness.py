"""Which cells of the calibration are alike: the prior covariance between their log factors."""

from collections.abc import Sequence

import numpy as np

from data.fitting import Prior
from data.machines import families, vendors
from model.calibration import FACTORS

# Share of the prior variance that two cells have in common when they agree in these respects. Tuned on the splits
# that leave out a workload, a TP degree or an accelerator; see data/validate.py.
SHARED = {
    (): 0.3,
    ("vendor",): 1.0,
    ("family",): 1.0,
    ("accelerator",): 0.1,
    ("maker",): 0.6,
    ("engine",): 0.2,
    ("llm",): 0.6,
    ("precision",): 0.2,
    ("llm", "maker"): 0.15,
    ("accelerator", "engine"): 0.3,
    ("accelerator", "engine", "llm", "precision"): 0.25,
    ("accelerator", "engine", "llm", "precision", "decoding"): 0.3,
    ("maker", "era"): 0.1,
    ("accelerator", "engine", "llm", "precision", "era"): 0.15,
    ("accelerator", "engine", "llm", "precision", "era", "decoding"): 0.1,
}
# Prior of every factor: typical value and standard deviation of its logarithm.
PRIOR = {
    "weights": (0.8, 0.2),
    "cache": (0.6, 0.2),
    "gemm": (0.5, 0.15),
    "attention": (0.17, 0.4),
    "link": (0.4, 0.25),
    "layer_s": (50e-6, 0.4),
    "hop_s": (8e-6, 0.7),
    "sequence_s": (15e-6, 0.4),
    "interference": (1.0, 0.1),
    "passes": (1.0, 0.6),
    "opening": (3.0, 0.15),
    "queue": (0.08, 0.2),
    "first_s": (0.03, 0.4),
    "first_prompt": (1.2, 0.3),
    "first_pass": (2.0, 0.4),
    "first_queue": (0.02, 0.4),
    "first_held": (1.0, 0.1),
    "first_parted": (1.0, 0.1),
    "dealt": (1.65, 0.6),
    "uneven": (1.0, 0.1),
    "breadth": (1.0, 0.1),
    "room": (1.0, 0.1),
    "accepted": (2.2, 0.2),
}
# Jalapeno's first runs read all prompts before they decode, so a token waits for hardly any prompt while a first token
# waits for them all; its layers take microseconds where GPUs need tens. Nothing like it is known elsewhere, so nothing
# is borrowed. One workload alone does not tell attention from matrix products, nor the cache from other costs of a
# sequence: their priors are narrow.
OWN = {
    "jalapeno": {
        "weights": (0.6, 0.2),
        "cache": (0.7, 0.2),
        "gemm": (0.5, 0.2),
        "attention": (0.6, 0.15),
        "link": (0.4, 0.4),
        "layer_s": (10e-6, 0.7),
        "hop_s": (2e-6, 1.0),
        "sequence_s": (5e-6, 1.5),
        "interference": (0.1, 1.0),
        "passes": (1.0, 0.4),
        "opening": (5.0, 0.5),
        "queue": (0.5, 0.4),
        "first_queue": (0.9, 0.2),
        "dealt": (1.65, 0.3),
        "uneven": (1.0, 0.2),
        "breadth": (1.5, 0.4),
    }
}
# A prefill pool waits for its own batches and queues, decoding for none of them: other values where pools are apart.
APART = {
    "sequence_s": (5e-6, 0.7),
    "passes": (2.0, 0.8),
    "opening": (12.0, 0.8),
    "queue": (0.1, 0.5),
    "first_s": (0.1, 0.3),
    "first_prompt": (1.3, 0.2),
    "first_pass": (2.0, 0.3),
    "first_queue": (0.1, 0.4),
    "first_held": (0.7, 0.3),
    "first_parted": (2.0, 0.3),
    "interference": (0.8, 0.2),
}
SHARES = ("weights", "cache", "gemm", "attention", "link")  # of what the data sheet promises: never above 1
JITTER = 1e-6
NOISE = 0.12  # log error of one point that a cell's own factors need not explain
FIRST_NOISE, FIRST_APART_NOISE = 0.15, 1.0  # the same of a first token, whose median scatters more
OWN_NOISE = 0.06  # the same of a chip with a prior of its own: one software, one campaign
BORROWED_NOISE = 0.15  # the same where the factors are to serve a chip that has no points


def prior(cells: Sequence[tuple[str, ...]], apart: bool, noise: float = NOISE) -> Prior:
    """Prior of the log factors of `cells`, each (accelerator, engine, llm, precision, decoding, era).

    `apart` says that prompts are read on chips of their own.
    """
    chips = {cell[0] for cell in cells}
    alone = len(chips) == 1 and chips <= set(OWN)
    known = PRIOR | (OWN[chips.pop()] if alone else APART if apart else {})
    typical, sd = np.array([known[name] for name in FACTORS]).T
    covariance = alike(cells) + JITTER * np.eye(len(cells))
    first = FIRST_APART_NOISE if apart else FIRST_NOISE
    most = np.where(np.isin(FACTORS, SHARES), 0.0, np.inf)
    return Prior(np.log(typical), sd, most, np.linalg.inv(covariance), OWN_NOISE if alone else noise, first)


def alike(cells: Sequence[tuple[str, ...]]) -> np.ndarray:
    """Prior covariance of one log factor between cells, in units of its variance [cells, cells]."""
    known = [_respects(cell) for cell in cells]
    total = np.zeros((len(cells), len(cells)))
    for respects, share in SHARED.items():
        label = np.unique(["|".join(cell[name] for name in respects) for cell in known], return_inverse=True)[1]
        total += share * (label[:, None] == label[None, :])
    return total


def maker(engine: str) -> str:
    """The engine that computes, whatever orchestrates it: dynamo-trt and trt are one."""
    return next((name for name in ("trt", "sglang", "vllm", "atom") if name in engine), engine)


def _respects(cell: tuple[str, ...]) -> dict[str, str]:
    chip, engine, llm, precision, decoding, era = cell
    return {
        "accelerator": chip,
        "family": families().get(chip, chip),
        "vendor": vendors().get(chip, chip),
        "engine": engine,
        "maker": maker(engine),
        "llm": llm,
        "precision": precision,
        "decoding": decoding,
        "era": era,
    }
