"""How much one chip must read, compute and send: bytes and FLOP of a deployment, for no particular accelerator.

Every function takes floats or numpy arrays and broadcasts. Under tensor parallelism a replica's chips share every
matrix; under data-parallel attention (`dp` groups) each group keeps its own sequences and its own copy of the dense
weights, while the routed experts stay spread over all chips.
"""

from dataclasses import dataclass

import numpy as np

from model.llm import Attention, Llm

ACTIVATION_BYTES = 2.0  # activations travel and accumulate in 16 bit


@dataclass(frozen=True, slots=True)
class Formats:
    """Number formats of a served model: bytes per value, scales included, and the format that multiplies."""

    expert_bytes: float
    dense_bytes: float
    cache_bytes: float
    expert_precision: str  # key of the accelerator's peaks
    dense_precision: str


@dataclass(frozen=True, slots=True)
class Deployment:
    """One replica; arrays broadcast. `tp` is all its chips, `dp` of them-strong groups hold attention apart."""

    tp: float | np.ndarray = 1.0  # chips of the replica
    ep: float | np.ndarray = 1.0  # groups the experts are dealt over; 1 slices every expert
    dp: float | np.ndarray = 1.0  # groups with attention, and sequences, of their own


def dense_weight_bytes(llm: Llm, formats: Formats, at: Deployment):
    """Bytes of attention, shared and dense layers on one chip; read in full at every step."""
    return llm.dense_params * formats.dense_bytes * at.dp / at.tp


def expert_weight_bytes(llm: Llm, formats: Formats, at: Deployment):
    """Bytes of all routed experts on one chip; a step reads the share that is touched (`experts.share_touched`)."""
    routed = llm.experts if llm.expert_params else 0.0
    return routed * llm.expert_params * formats.expert_bytes / at.tp


def cache_share(kv_heads: float, at: Deployment):
    """Share of one sequence's cache that one chip holds, averaged over a replica's sequences.

    Heads split over the ranks of a group; a latent (one head) is copied to each of them (DeepSeek-V2, 2405.04434).
    """
    return 1 / (at.dp * np.minimum(at.tp / at.dp, kv_heads))


def cache_read_bytes(llm: Llm, formats: Formats, at: Deployment, context):
    """Bytes of cache one chip reads for one sequence's next token at `context` tokens; a recurrent state twice."""
    read = sum(
        _entries(kind, context, kind.reads) * kind.kv_values * cache_share(kind.kv_heads, at) for kind in llm.attention
    )
    return read * formats.cache_bytes + 2 * llm.state_values * ACTIVATION_BYTES / at.tp


def cache_kept_bytes(llm: Llm, formats: Formats, at: Deployment, context):
    """Bytes of cache one sequence of `context` tokens occupies on one chip."""
    kept = sum(
        _entries(kind, context, kind.keeps) * kind.kv_values * cache_share(kind.kv_heads, at) for kind in llm.attention
    )
    return kept * formats.cache_bytes + llm.state_values * ACTIVATION_BYTES / at.tp


def dense_flops(llm: Llm, at: Deployment):
    """FLOP of one token in the dense matrices, on one chip: 2 per parameter."""
    return 2 * llm.dense_params / at.tp


def expert_flops(llm: Llm, at: Deployment):
    """FLOP of one token in its routed experts, on one chip."""
    return 2 * llm.active_experts * llm.expert_params / at.tp


def decode_attention_flops(llm: Llm, at: Deployment, context):
    """FLOP of one new token's attention over `context` tokens, on one chip."""
    return sum(kind.layers * kind.decode_flops * _read(kind, context) for kind in llm.attention) / at.tp


def prompt_attention_flops(llm: Llm, at: Deployment, prompt):
    """FLOP of attention per prompt token, on one chip: on average half the prompt lies before a token."""
    return sum(kind.layers * kind.prefill_flops * _read(kind, prompt / 2) for kind in llm.attention) / at.tp


def _read(kind: Attention, context):
    return np.minimum(context, kind.reads) / kind.ratio


def _entries(kind: Attention, context, most: float):
    return kind.layers * np.minimum(context, most) / kind.ratio
