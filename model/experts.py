"""How many experts a batch of tokens touches: the weights a step must read depend on it."""

import numpy as np


def touched(experts, active, tokens):
    """Distinct routed experts that `tokens` independent tokens touch in one layer; any shapes that broadcast.

    A(n) = E (1 - (1 - k/E)^n), with k of E experts per token: A(1) = k, A(inf) = E. A dense model is E = k = 1.
    """
    return experts * share_touched(log_missed(experts, active), tokens)


def share_touched(log_miss, tokens):
    """Share of the experts touched, 1 - exp(n log(1 - k/E)), accurate for small shares; `log_miss` of `log_missed`."""
    return -np.expm1(tokens * log_miss)


def log_missed(experts, active):
    """log(1 - k/E): log-probability that one token passes an expert by; -inf where every expert is always used."""
    with np.errstate(divide="ignore"):
        return np.log1p(-np.asarray(active, float) / experts)
