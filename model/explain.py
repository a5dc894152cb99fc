"""What a configuration's time goes into: weights, cache, compute, link or latency."""

import numpy as np

from model.calibration import Factors
from model.serving import PASS_TOKENS
from model.step import TERMS, Ideal, Terms, latency, link_rate, terms, weight_rate

NAMES = dict(zip(TERMS, ("weights", "KV", "compute", "link", "latency"), strict=True))


def binding(ideal: Ideal, factors: Factors, lengths: tuple, running: np.ndarray, alone: np.ndarray) -> np.ndarray:
    """Index into TERMS of what the time between two tokens mostly goes into [n].

    `running` sequences a replica; where prompts are read on the same chips (`alone` is false) their share of the time
    counts too. `lengths` are prompt and answer [tokens].
    """
    parts, asked = terms(ideal, factors, np.maximum(running, 1.0)), prompts(ideal, factors, lengths[0])
    share = np.where(alone, 0.0, factors.interference * running / lengths[1])
    total = [getattr(parts, name) + share * getattr(asked, name) for name in TERMS]
    return np.argmax(np.stack(np.broadcast_arrays(*total)), axis=0)


def prompts(ideal: Ideal, factors: Factors, prompt: float) -> Terms:
    """Parts of reading one prompt [s], its passes' fixed time included."""
    passes = factors.passes * np.maximum(prompt / PASS_TOKENS, 1.0)
    return Terms(
        weights=passes * (ideal.dense + ideal.experts) / weight_rate(ideal, factors),
        cache=np.zeros(1),
        compute=prompt * (ideal.gemm / factors.gemm + ideal.attention / factors.attention),
        link=prompt * ideal.link / link_rate(ideal, factors),
        latency=passes * latency(ideal, factors),
    )
