"""How long one step takes: every term apart and added up, so that it can be told what binds.

t(B) = weights(B) + cache B + compute B + link B + latency. Adding the terms predicts held-out points better than taking
the slowest, since kernels overlap little within a layer.
"""

from dataclasses import astuple, dataclass

import numpy as np

from model.calibration import Factors
from model.experts import log_missed, share_touched
from model.hardware import Accelerator, peak
from model.llm import Llm
from model.network import all_gather_bytes, all_reduce_bytes, bandwidth, steps
from model.work import (
    ACTIVATION_BYTES,
    Deployment,
    Formats,
    cache_read_bytes,
    decode_attention_flops,
    dense_flops,
    dense_weight_bytes,
    expert_flops,
    expert_weight_bytes,
    prompt_attention_flops,
)

COLLECTIVES = 2  # per layer: after attention and after the feed-forward part
TERMS = ("weights", "cache", "compute", "link", "latency")


@dataclass(frozen=True, slots=True)
class Ideal:
    """Times of one deployment at data-sheet rates, before calibration; arrays of one shape [s unless said]."""

    dense: np.ndarray  # read all dense weights
    experts: np.ndarray  # read all routed experts
    log_miss: np.ndarray  # log-probability that a token passes an expert by [1]
    cache: np.ndarray  # per running sequence: read its cache, or do its attention if that is longer
    gemm: np.ndarray  # per token
    attention: np.ndarray  # per prompt token
    link: np.ndarray  # per token
    layers: np.ndarray  # count
    hops: np.ndarray  # latency steps of all collectives of one pass, count
    dealt: np.ndarray  # 1 where experts are dealt over groups, else 0
    uneven: np.ndarray  # 1 where attention is data parallel, else 0


@dataclass(frozen=True, slots=True)
class Terms:
    """Parts of one decode step [s]; arrays broadcast."""

    weights: np.ndarray
    cache: np.ndarray
    compute: np.ndarray
    link: np.ndarray
    latency: np.ndarray


def ideal(llm: Llm, chip: Accelerator, formats: Formats, at: Deployment, lengths: tuple) -> Ideal:
    """Data-sheet times of a replica for (prompt, answer) `lengths` [tokens]; decoding sees prompt + answer / 2."""
    prompt, answer = lengths
    context = prompt + answer / 2
    bf16 = peak(chip, "bf16")
    read = cache_read_bytes(llm, formats, at, context) / chip.hbm_bytes_s
    attend = decode_attention_flops(llm, at, context) / bf16
    gemm = dense_flops(llm, at) / peak(chip, formats.dense_precision)
    gemm = gemm + expert_flops(llm, at) / peak(chip, formats.expert_precision)
    apart = np.asarray(at.dp) > 1
    return Ideal(
        dense=dense_weight_bytes(llm, formats, at) / chip.hbm_bytes_s,
        experts=expert_weight_bytes(llm, formats, at) / chip.hbm_bytes_s,
        log_miss=log_missed(llm.experts, llm.active_experts),
        cache=np.maximum(read, attend),
        gemm=gemm,
        attention=prompt_attention_flops(llm, at, prompt) / bf16,
        link=_message_bytes(llm, at) / bandwidth(chip.link_bytes_s, chip.outer_bytes_s, at.tp, chip.domain),
        layers=np.asarray(llm.layers, float),
        hops=COLLECTIVES * llm.layers * steps(chip.topology, at.tp, chip.domain, chip.max_hops),
        dealt=(np.asarray(at.ep) > 1).astype(float),
        uneven=apart.astype(float),
    )


def terms(ideal: Ideal, factors: Factors, running) -> Terms:
    """Parts of a decode step of `running` sequences, one token each."""
    share = share_touched(ideal.log_miss * factors.breadth, running)
    return Terms(
        weights=(ideal.dense + ideal.experts * share) / weight_rate(ideal, factors),
        cache=running * ideal.cache / factors.cache,
        compute=running * ideal.gemm / factors.gemm,
        link=running * ideal.link / link_rate(ideal, factors),
        latency=latency(ideal, factors) + running * factors.sequence_s,
    )


def seconds(parts: Terms):
    """Length of the step [s]: the sum of its parts."""
    return sum(astuple(parts))


def binding(parts: Terms) -> np.ndarray:
    """Which part is longest: an index into TERMS."""
    return np.argmax(np.stack(np.broadcast_arrays(*astuple(parts))), axis=0)


def latency(ideal: Ideal, factors: Factors):
    """Time of a pass that no bandwidth shortens [s]: kernels of every layer and steps of every collective."""
    return ideal.layers * factors.layer_s + ideal.hops * factors.hop_s


def weight_rate(ideal: Ideal, factors: Factors):
    """Fraction of memory bandwidth reached on weights; data-parallel groups wait for the slowest of them."""
    return factors.weights / np.where(ideal.uneven > 0, factors.uneven, 1.0)


def link_rate(ideal: Ideal, factors: Factors):
    """Fraction of link bandwidth reached; expert parallelism sends other messages than tensor parallelism."""
    return factors.link / np.where(ideal.dealt > 0, factors.dealt, 1.0)


def _message_bytes(llm: Llm, at: Deployment):
    """Bytes a chip sends per token and pass: two all-reduces a layer, or one gather and one scatter of tokens."""
    token = llm.hidden * ACTIVATION_BYTES
    gathered = 2 * all_gather_bytes(token, at.tp)
    reduced = COLLECTIVES * all_reduce_bytes(token, at.tp)
    return llm.layers * np.where(np.asarray(at.dp) > 1, gathered, reduced)
