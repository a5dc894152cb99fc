"""Whether a deployment fits, how many sequences it can hold at once, and why not."""

import numpy as np

from model.hardware import Accelerator
from model.llm import Llm
from model.work import Deployment, Formats, cache_kept_bytes, dense_weight_bytes, expert_weight_bytes

USED_FRACTION = 0.92  # of the memory; serving engines reserve the rest (their defaults: 0.85 to 0.95)
RESERVED_BYTES = 3e9  # activations, graphs and communication buffers
REASONS = (
    "",
    "the weights do not fit in the memory",
    "one sequence does not fit beside the weights in the memory",
    "more chips than the network joins",
    "heads or experts do not divide",
    "no arithmetic in this precision",
    "figures undisclosed",
    "more requests in flight than were run",
)
FITS, WEIGHTS, SEQUENCE, DOMAIN, DIVIDE, PRECISION, UNDISCLOSED, BUSY = range(len(REASONS))


def free_bytes(llm: Llm, chip: Accelerator, formats: Formats, at: Deployment):
    """Bytes of one chip left for the cache; negative where the weights do not fit."""
    weights = dense_weight_bytes(llm, formats, at) + expert_weight_bytes(llm, formats, at)
    return USED_FRACTION * (chip.hbm_bytes or 0.0) - RESERVED_BYTES - weights


def max_running(free, sequence_bytes):
    """Sequences a replica can hold, from the free bytes of a chip and one sequence's bytes on it; never negative."""
    return np.maximum(free, 0.0) / sequence_bytes


def reason(llm: Llm, chip: Accelerator, formats: Formats, at: Deployment, context):
    """Code of `REASONS` that says whether one sequence of `context` tokens can be served; shape of the deployment.

    A replica may be larger than the scale-up domain where a link beyond it is published; it then runs at that rate.
    """
    free = free_bytes(llm, chip, formats, at)
    one = cache_kept_bytes(llm, formats, at, context)
    groups = np.asarray(at.ep)
    tests = [
        (np.asarray(at.tp) > chip.domain) & (not chip.outer_bytes_s),
        (np.asarray(at.tp) % at.dp != 0) | (groups > llm.experts) | (np.asarray(at.tp) % groups != 0),
        free <= 0,
        free < one,
    ]
    return np.select(tests, [DOMAIN, DIVIDE, WEIGHTS, SEQUENCE], FITS).astype(np.int8)


def in_words(codes: np.ndarray, chips: np.ndarray, most: str = "all that its network joins") -> str:
    """Why none of some deployments runs, in a sentence, from the codes and chips of all [n]: what stops the largest.

    `most` says what the largest number of chips is.
    """
    joined = codes != DOMAIN
    if not joined.any():
        return REASONS[DOMAIN]
    largest = np.argmax(np.where(joined, chips, 0))
    said = REASONS[int(codes[largest])]
    if codes[largest] not in (WEIGHTS, SEQUENCE):
        return said
    last = most if not joined.all() else "the largest deployment tried"
    return f"{said} of {chips[largest]:,.0f} chips, {last}"
