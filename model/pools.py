"""Prefill and decode on chips of their own: rates matched in closed form, the cache sent across."""

from dataclasses import dataclass

import numpy as np

from model.calibration import Factors
from model.serving import OCCUPANCY, PASS_TOKENS, ROUNDS, SOFTNESS, Load, Pace, Served, decode_step, first_token


@dataclass(frozen=True, slots=True)
class Pools:
    """Workers of either kind and the time one prompt's cache takes from the one to the other [s]; arrays broadcast."""

    prefill_workers: float | np.ndarray
    decode_workers: float | np.ndarray
    transfer_s: float | np.ndarray = 0.0


def disaggregated(prefill: Pace, decode: Pace, factors: Factors, load: Load, pools: Pools) -> Served:
    """Steady state of two pools; the slower of clients, prefill and decode room sets the rate.

    X = softmin(C / (wait + answer TPOT), n_p / t_prompt, n_d room / (answer TPOT)); what waits, waits for its first
    token, and the busier the readers, the more prompts stand before it.
    """
    most = pools.decode_workers * np.maximum(decode.room, 1e-9)
    each = prefill_rate(prefill, factors, load, pools.transfer_s)
    alone = prefill.prompt + factors.opening * prefill.pass_s + pools.transfer_s
    line = factors.queue * np.maximum(load.concurrency / pools.prefill_workers - 1, 0.0) / each
    running = 0.9 * np.minimum(load.concurrency, most)
    for _ in range(ROUNDS + 1):
        tpot = decode_step(decode, load, running / pools.decode_workers) / factors.accepted
        talk = load.answer * tpot
        clients = OCCUPANCY * load.concurrency / (alone + line + talk)
        rate = softmin(clients, each * pools.prefill_workers, most / talk)
        running = np.minimum(rate * talk, load.concurrency)
    held = np.maximum(OCCUPANCY * load.concurrency / rate - talk - alone - line, 0.0)
    busy = rate / (each * pools.prefill_workers)
    queue = factors.first_queue * busy * np.maximum(load.concurrency / pools.prefill_workers - 1, 0.0) / each
    first = first_token(prefill, factors) + pools.transfer_s + queue + factors.first_held * held
    first = np.minimum(first, load.concurrency / rate - talk)  # the average by Little's law: a median lies below it
    return Served(tpot, first, rate, running / pools.decode_workers)


def prefill_rate(prefill: Pace, factors: Factors, load: Load, transfer_s=0.0):
    """Prompts one prefill worker reads and sends across per second, the slower of the two.

    Its passes are full, so short prompts share them; its link carries one cache of `transfer_s` after another.
    """
    whole = load.prompt / PASS_TOKENS
    return 1 / np.maximum(factors.interference * (prefill.prompt + factors.passes * prefill.pass_s * whole), transfer_s)


def decode_rate(decode: Pace, factors: Factors, load: Load, running):
    """Answers one decode worker finishes per second with `running` sequences: x_d = B / (answer TPOT)."""
    return running * factors.accepted / (load.answer * decode_step(decode, load, running))


def matched(prefill_rate, decode_rate, decode_workers):
    """Prefill workers for `decode_workers`, n_p = n_d x_d / x_p: the integers on either side, at least 1."""
    exact = decode_workers * decode_rate / prefill_rate
    return np.maximum(np.floor(exact), 1.0), np.maximum(np.ceil(exact), 1.0)


def softmin(*values):
    """Smooth minimum that lies below every value: (sum v^-s)^(-1/s)."""
    least = np.minimum.reduce(np.broadcast_arrays(*values))
    return least * sum((value / least) ** -SOFTNESS for value in values) ** (-1 / SOFTNESS)
