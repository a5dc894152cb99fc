"""Whether a deployment fits, how many sequences it can hold at once, and why not."""

import numpy as np

from model.hardware import Accelerator
from model.llm import Llm
from model.work import Deployment, Formats, cache_kept_bytes, dense_weight_bytes, expert_weight_bytes

USED_FRACTION = 0.92  # of the memory; serving engines reserve the rest (their defaults: 0.85 to 0.95)
RESERVED_BYTES = 3e9  # activations, graphs and communication buffers
REASONS = (
    "",
    "weights do not fit in memory",
    "one sequence does not fit beside the weights",
    "more chips than the network joins",
    "heads or experts do not divide",
    "no arithmetic in this precision",
    "figures undisclosed",
)
FITS, WEIGHTS, SEQUENCE, DOMAIN, DIVIDE, PRECISION, UNDISCLOSED = range(len(REASONS))


def free_bytes(llm: Llm, chip: Accelerator, formats: Formats, at: Deployment):
    """Bytes of one chip left for the cache; negative where the weights do not fit."""
    weights = dense_weight_bytes(llm, formats, at) + expert_weight_bytes(llm, formats, at)
    return USED_FRACTION * (chip.hbm_bytes or 0.0) - RESERVED_BYTES - weights


def max_running(free, sequence_bytes):
    """Sequences a replica can hold, from the free bytes of a chip and one sequence's bytes on it; never negative."""
    return np.maximum(free, 0.0) / sequence_bytes


def reason(llm: Llm, chip: Accelerator, formats: Formats, at: Deployment, context):
    """Code of `REASONS` that says whether one sequence of `context` tokens can be served; shape of the deployment."""
    free = free_bytes(llm, chip, formats, at)
    one = cache_kept_bytes(llm, formats, at, context)
    groups = np.asarray(at.ep)
    tests = [
        at.tp > chip.domain,
        (np.asarray(at.tp) % at.dp != 0) | (groups > llm.experts) | (np.asarray(at.tp) % groups != 0),
        free <= 0,
        free < one,
    ]
    return np.select(tests, [DOMAIN, DIVIDE, WEIGHTS, SEQUENCE], FITS).astype(np.int8)
