"""The effective factors that turn a data sheet's times into served ones, and how far a prediction may be off."""

from dataclasses import dataclass, fields

import numpy as np

BAND_90 = 1.645  # standard deviations to either side of a 90 % band


@dataclass(frozen=True, slots=True)
class Factors:
    """Fitted per accelerator, engine, LLM family and precision; floats or arrays that broadcast.

    The first five are fractions of what the data sheet promises, so larger is faster.
    """

    weights: float | np.ndarray  # memory bandwidth while weights are read
    cache: float | np.ndarray  # memory bandwidth while the cache is read
    gemm: float | np.ndarray  # peak arithmetic in matrix products
    attention: float | np.ndarray  # peak BF16 arithmetic in prompt attention
    link: float | np.ndarray  # link bandwidth
    layer_s: float | np.ndarray  # fixed time per layer and step [s]
    hop_s: float | np.ndarray  # latency of one step of a collective [s]
    sequence_s: float | np.ndarray  # time every running sequence adds to a step [s]
    interference: float | np.ndarray  # share of the prompts' time that decoding waits for
    passes: float | np.ndarray  # fixed time of a prompt pass, over that of a decode step with every expert touched
    opening: float | np.ndarray  # such fixed times that a request waits before it decodes, on average
    queue: float | np.ndarray  # share of the other sequences' prompts that it waits for, on average
    first_s: float | np.ndarray  # of the median first token: what neither prompt nor load changes [s]
    first_prompt: float | np.ndarray  # its prompt, over the time the prompt takes from the replica
    first_pass: float | np.ndarray  # fixed times of a pass it waits for
    first_queue: float | np.ndarray  # share of the other sequences' prompts it waits for
    first_held: float | np.ndarray  # waiting for room, over the average
    first_parted: float | np.ndarray  # reading under data-parallel attention, over that without
    dealt: float | np.ndarray  # link time under expert parallelism, over that under tensor parallelism
    uneven: float | np.ndarray  # weight time under data-parallel attention, over that without
    breadth: float | np.ndarray  # experts read together with each one touched, as if routing were that much wider
    room: float | np.ndarray  # cache room, over what the data sheet leaves
    accepted: float | np.ndarray  # tokens a speculative step yields; 1 without speculation


FACTORS = tuple(field.name for field in fields(Factors))
# a chip that keeps every promise of its data sheet
PERFECT = Factors(*[1.0] * 5, *[0.0] * 3, *[1.0] * 4, 0.0, *[1.0] * 10)


def band(value, spread):
    """Low and high end of the 90 % band around `value`, from the standard deviation of its logarithm."""
    width = np.exp(BAND_90 * np.asarray(spread))
    return value / width, value * width


def half_width(spread):
    """Half the band's width relative to the value, the larger side: exp(1.645 s) - 1."""
    return np.expm1(BAND_90 * np.asarray(spread))


def distinguishable(low, high, other_low, other_high):
    """Whether two bands leave a gap between them; inside overlapping bands nobody can say who is faster."""
    return (low > other_high) | (other_low > high)
