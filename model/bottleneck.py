"""Where the time of a decode step and the memory of a chip go, part by part, and what a roofline says of both.

The parts add up to what `step` and `serving` compute; a roofline (Williams et al., 2009) knows only bytes and FLOP.
"""

from dataclasses import dataclass, fields

import numpy as np

from model.calibration import Factors
from model.experts import log_missed, share_touched
from model.explain import prompts
from model.hardware import Accelerator
from model.llm import Llm
from model.memory import RESERVED_BYTES, USED_FRACTION
from model.serving import PASS_TOKENS, Load, pace, prompt_seconds
from model.step import Ideal, link_rate, seconds, weight_rate
from model.work import (
    Deployment,
    Formats,
    cache_kept_bytes,
    cache_read_bytes,
    decode_attention_flops,
    dense_flops,
    dense_weight_bytes,
    expert_flops,
    expert_weight_bytes,
    prompt_attention_flops,
)


@dataclass(frozen=True, slots=True)
class Parts:
    """The time between two tokens of one sequence, taken apart [s]; floats or arrays of one shape."""

    experts: float | np.ndarray  # read the routed experts that are touched
    dense: float | np.ndarray  # read all other weights
    cache: float | np.ndarray  # read the cache, or do its attention if that is longer
    compute: float | np.ndarray  # multiply
    link: float | np.ndarray  # bytes of the collectives
    hops: float | np.ndarray  # latency of the collectives
    layers: float | np.ndarray  # fixed time of every layer
    sequences: float | np.ndarray  # fixed time of every running sequence
    prompts: float | np.ndarray  # wait for prompts that are read on the same chips

    def total(self):
        """TPOT without speculation [s]: the sum of the parts."""
        return sum(getattr(self, field.name) for field in fields(self))


@dataclass(frozen=True, slots=True)
class Memory:
    """Bytes of one chip, part by part; `free` is negative where the parts do not fit."""

    dense: float
    experts: float
    cache: float  # of all running sequences, each at its full length
    buffers: float  # activations, graphs and communication
    spare: float  # kept free by the serving engine
    free: float


@dataclass(frozen=True, slots=True)
class Work:
    """What one chip multiplies and reads in one pass, and how long the pass takes."""

    flops: float | np.ndarray
    read_bytes: float | np.ndarray
    seconds: float | np.ndarray

    def intensity(self):
        """FLOP per byte read."""
        return self.flops / self.read_bytes

    def rate(self):
        """FLOP/s that the chip reaches."""
        return self.flops / self.seconds


def parts(times: Ideal, factors: Factors, load: Load, apart: bool = False) -> Parts:
    """The time between two tokens when `load.concurrency` sequences decode in every step of a replica.

    `apart`: prompts are read on other chips, so nobody waits for them. Sums to `step.seconds` and, with prompts on the
    same chips, interference (B / answer) t_prompt as in `serving.aggregate`.
    """
    running = np.asarray(load.concurrency, float)
    weights = weight_rate(times, factors)
    prompt = prompt_seconds(pace(times, factors, load, 1.0), factors, load, running)
    wait = factors.interference * running / load.answer * prompt
    return Parts(
        experts=times.experts * share_touched(times.log_miss * factors.breadth, running) / weights,
        dense=times.dense / weights,
        cache=running * times.cache / factors.cache,
        compute=running * times.gemm / factors.gemm,
        link=running * times.link / link_rate(times, factors),
        hops=times.hops * factors.hop_s,
        layers=times.layers * factors.layer_s,
        sequences=running * factors.sequence_s,
        prompts=0.0 * wait if apart else wait,
    )


def prompt_alone_s(times: Ideal, factors: Factors, prompt: float) -> float:
    """Time to read one prompt on an idle replica, its passes' fixed time included [s]."""
    return float(np.squeeze(seconds(prompts(times, factors, prompt))))


def step_bytes(llm: Llm, formats: Formats, at: Deployment, running, context):
    """Bytes one chip reads in a decode step of `running` sequences at `context` tokens: touched weights and cache."""
    weights = dense_weight_bytes(llm, formats, at) + _touched_bytes(llm, formats, at, running)
    return weights + running * cache_read_bytes(llm, formats, at, context)


def step_flops(llm: Llm, at: Deployment, running, context):
    """FLOP of one chip in a decode step: matrices and attention of one token per sequence."""
    return running * (dense_flops(llm, at) + expert_flops(llm, at) + decode_attention_flops(llm, at, context))


def weight_intensity(llm: Llm, formats: Formats, at: Deployment) -> float:
    """FLOP per byte of weights when one token is decoded: 2 / b with b bytes read per parameter used."""
    read = dense_weight_bytes(llm, formats, at) + _touched_bytes(llm, formats, at, 1.0)
    return float((dense_flops(llm, at) + expert_flops(llm, at)) / read)


def prompt_bytes(llm: Llm, formats: Formats, at: Deployment, prompt):
    """Weight bytes one chip reads for a whole prompt, once per pass of PASS_TOKENS; the cache it writes is left out."""
    each = dense_weight_bytes(llm, formats, at) + _touched_bytes(llm, formats, at, np.minimum(prompt, PASS_TOKENS))
    return each * np.maximum(prompt / PASS_TOKENS, 1.0)


def prompt_flops(llm: Llm, at: Deployment, prompt):
    """FLOP of one chip for a whole prompt."""
    return prompt * (dense_flops(llm, at) + expert_flops(llm, at) + prompt_attention_flops(llm, at, prompt))


def roof(intensity, peak_flops_s, bytes_s):
    """Most FLOP/s at an arithmetic intensity [FLOP/byte]: min(peak, intensity x bandwidth)."""
    return np.minimum(peak_flops_s, intensity * bytes_s)


def bandwidth_only_s(read_bytes, chip: Accelerator):
    """What a roofline of bandwidth alone says of a step [s]: bytes over the data sheet's bytes per second."""
    return read_bytes / chip.hbm_bytes_s


def active_bytes(llm: Llm, bytes_per_param: float, chips: float) -> float:
    """Bytes of weights that one token uses, on each of `chips`, all at one width: the usual floor of batch 1."""
    return llm.active_params * bytes_per_param / chips


def memory(llm: Llm, chip: Accelerator, formats: Formats, at: Deployment, held: tuple[float, float]) -> Memory:
    """What lies in the memory of one chip with `held` = (sequences, tokens of each)."""
    sequences, context = held
    dense, routed = dense_weight_bytes(llm, formats, at), expert_weight_bytes(llm, formats, at)
    cache = sequences * cache_kept_bytes(llm, formats, at, context)
    spare = (1 - USED_FRACTION) * chip.hbm_bytes
    free = chip.hbm_bytes - spare - RESERVED_BYTES - dense - routed - cache
    return Memory(*(float(v) for v in (dense, routed, cache, RESERVED_BYTES, spare, free)))


def most_sequences(free: float, llm: Llm, formats: Formats, at: Deployment, context: float) -> int:
    """Sequences of `context` tokens that fit into the `free` bytes of each chip; 0 where none does."""
    return int(max(free, 0.0) // float(cache_kept_bytes(llm, formats, at, context)))


def longest_context(free: float, llm: Llm, formats: Formats, at: Deployment, held: tuple[float, int]) -> int:
    """Most tokens each of `held[0]` sequences can reach in the `free` bytes of each chip, up to `held[1]`.

    The cache grows with the context, so whole numbers are halved until one is left.
    """
    sequences, most = held
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        fits = sequences * float(cache_kept_bytes(llm, formats, at, middle)) <= free
        low, high = (middle, high) if fits else (low, middle - 1)
    return low


def _touched_bytes(llm: Llm, formats: Formats, at: Deployment, tokens):
    log_miss = log_missed(llm.experts, llm.active_experts)
    return expert_weight_bytes(llm, formats, at) * share_touched(log_miss, tokens)
