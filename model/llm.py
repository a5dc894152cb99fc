"""What one language model asks of a machine: parameters read, cache kept and arithmetic done, for no machine yet."""

from dataclasses import dataclass
from math import inf


@dataclass(frozen=True, slots=True)
class Attention:
    """Layers of one attention kind; a layer that indexes and then attends is two kinds.

    `ratio` context tokens share one cache entry (1 in plain attention). A query reads the cache of at most `reads`
    tokens and the cache keeps at most `keeps` (a sliding window limits both, a sparse selection only the first).
    `kv_heads` is how many ranks the cache can be split over under tensor parallelism; 1 copies it to every rank.
    """

    layers: float
    kv_values: float  # cache values of a token, all heads together, before `ratio`
    kv_heads: float  # 1 for a latent or an index
    decode_flops: float  # FLOP of one query against one cache entry, all heads
    prefill_flops: float  # the same while the prompt is read, where a latent is expanded
    ratio: float = 1.0
    reads: float = inf
    keeps: float = inf


@dataclass(frozen=True, slots=True)
class Llm:
    """A language model as its configuration states it. Parameters are counts, not bytes."""

    name: str
    layers: float
    moe_layers: float
    hidden: float
    experts: float  # routed, per layer; 1 for a dense model
    active_experts: float  # routed, per token; 1 for a dense model
    expert_params: float  # one routed expert, summed over the layers; 0 for a dense model
    dense_params: float  # read for every token whatever the routing
    attention: tuple[Attention, ...]
    state_values: float = 0.0  # recurrent state of one sequence
    context: float = inf  # longest context [tokens]

    @property
    def active_params(self) -> float:
        """Parameters one token uses, the embedding look-up left out."""
        return self.dense_params + self.active_experts * self.expert_params

    @property
    def params(self) -> float:
        """All parameters but the input embedding."""
        return self.dense_params + self.experts * self.expert_params if self.expert_params else self.dense_params


def grouped(layers: float, heads: float, kv_heads: float, head_dim: float) -> Attention:
    """Grouped-query attention: a key and a value per `kv_heads` group (Ainslie et al., arXiv 2305.13245)."""
    flops = 4 * heads * head_dim  # scores and weighted values, 2 FLOP per multiply-add
    return Attention(layers, 2 * kv_heads * head_dim, kv_heads, flops, flops)


def latent(layers: float, heads: float, rank: float, dims: tuple[float, float, float]) -> Attention:
    """Multi-head latent attention; `dims` are the no-position, position and value widths (DeepSeek-V2, 2405.04434).

    Decoding works on the latent itself (absorbed projections), reading the prompt on expanded keys and values.
    """
    nope, rope, value = dims
    return Attention(layers, rank + rope, 1, 2 * heads * (2 * rank + rope), 2 * heads * (nope + rope + value))


def index(layers: float, heads: float, head_dim: float) -> Attention:
    """Keys of a lightning indexer: every query scores every token (DeepSeek-V3.2; GLM-5)."""
    flops = 2 * heads * head_dim
    return Attention(layers, head_dim, 1, flops, flops)
