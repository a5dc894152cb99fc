"""The loops of the sweep: serving's steady states with all that the load does not change folded in beforehand.

Equal to `serving.aggregate` and `pools.disaggregated` for plain decoding (tests/test_sweep.py), several times faster:
the arrays of a block are written in place and stay in the processor's cache.
"""

import numpy as np

from model.calibration import Factors
from model.serving import ARRIVALS, OCCUPANCY, PASS_TOKENS, ROUNDS, Load, Pace, first_token

BLOCK = 1 << 15  # configurations computed at a time


def one_pool(pace: Pace, factors: Factors, load: Load) -> np.ndarray:
    """TPOT [s], TTFT [s], requests/s and running sequences [4, d, n] of d replicas under n loads."""
    shape = np.broadcast_shapes(np.shape(pace.room), np.shape(load.concurrency))
    served = np.empty((4, *shape))
    width = max(BLOCK // shape[0], 1)
    for begin in range(0, shape[1], width):
        some = slice(begin, begin + width)
        part = Load(load.prompt, load.answer, load.concurrency[some])
        served[:, :, some] = _together(pace, factors, part)
    return served


def _together(pace: Pace, factors: Factors, load: Load) -> np.ndarray:
    """One block of `one_pool`."""
    most, answer = np.minimum(load.concurrency, np.maximum(pace.room, 1e-9)), load.answer
    served, spare = np.empty((4, *most.shape)), np.empty_like(most)
    tpot, ttft, rate, running = served
    waiting, alone = factors.queue * np.maximum(most - 1, 0.0), pace.prompt + factors.opening * pace.pass_s
    np.multiply(most, 0.95, out=running)
    for _ in range(ROUNDS):
        step = decode_step(pace, running, ttft, spare)
        prompt = _prompt_seconds(pace, factors, load, running, spare)
        np.multiply(running, factors.interference / answer, out=tpot)
        tpot *= prompt
        tpot += step if np.all(factors.accepted == 1) else step / factors.accepted
        np.multiply(waiting, prompt, out=spare)
        step *= 0.5
        step += alone
        np.multiply(tpot, answer, out=running)
        np.add(step, spare, out=rate)
        rate += running
        np.divide(most, rate, out=rate)
        running *= rate
    rate *= OCCUPANCY
    np.multiply(spare, factors.first_queue / factors.queue, out=ttft)
    _add_first(ttft, (most, rate, tpot), pace, factors, load)
    return served


def _add_first(ttft: np.ndarray, served: tuple, pace: Pace, factors: Factors, load: Load) -> None:
    """Makes of the queue before a first token, in `ttft`, the median time to it [s]."""
    most, rate, tpot = served
    ttft += first_token(pace, factors)
    np.minimum(ttft, most / rate - load.answer * tpot, out=ttft)
    ttft += factors.first_held * OCCUPANCY * np.maximum(load.concurrency - most, 0.0) / rate


def decode_step(pace: Pace, running: np.ndarray, out: np.ndarray, spare: np.ndarray) -> np.ndarray:
    """Length of a decode step [s] in `out`, with `spare` as scratch."""
    np.maximum(running, 1.0, out=spare)
    np.multiply(spare, pace.log_miss, out=out)
    np.expm1(out, out=out)
    out *= -pace.experts
    out += pace.fixed
    spare *= pace.sequence
    out += spare
    return out


def _prompt_seconds(pace: Pace, factors: Factors, load: Load, running: np.ndarray, spare: np.ndarray):
    """Time one prompt takes from a replica [s]; a prompt of a whole pass or more takes the same whatever the load."""
    passes = load.prompt / PASS_TOKENS
    if passes >= 1:
        return pace.prompt + factors.passes * pace.pass_s * passes
    np.multiply(running, ARRIVALS / load.answer, out=spare)
    spare += 1
    np.divide(1 - passes, spare, out=spare)
    spare += passes
    spare *= factors.passes * pace.pass_s
    spare += pace.prompt
    return spare


def two_pools(decode: Pace, factors: Factors, load: Load, pools: tuple) -> np.ndarray:
    """The same four [4, ...] of two pools.

    `pools` are decode workers, prompts/s that enter, the wait before decoding on average, and of the median first token
    the fixed time and the queue before it when the readers never rest [s].
    """
    workers, enters, wait = pools[:3]
    shape = np.broadcast_shapes(np.shape(enters), np.shape(decode.room), np.shape(load.concurrency))
    served, spare = np.empty((4, *shape)), np.empty(shape)
    tpot, ttft, rate, running = served
    most = workers * np.maximum(decode.room, 1e-9)
    asked = OCCUPANCY * load.concurrency
    running[...] = 0.9 * np.minimum(load.concurrency, most) / workers
    for _ in range(ROUNDS + 1):
        decode_step(decode, running, tpot, spare)
        tpot /= factors.accepted
        talk = load.answer * tpot
        _softmin(rate, (asked / (wait + talk), enters, most / talk), spare)
        np.multiply(rate, talk, out=running)
        np.minimum(running, load.concurrency, out=running)
        running /= workers
    np.divide(asked, rate, out=ttft)
    _first_apart(ttft, (rate, talk), factors, load, pools)
    return served


def _first_apart(ttft: np.ndarray, served: tuple, factors: Factors, load: Load, pools: tuple) -> None:
    """Makes of the time between two starts of a client, in `ttft`, the median time to a first token [s]."""
    (rate, talk), (_, enters, wait, first, queue) = served, pools
    ttft -= talk
    ttft -= wait
    np.maximum(ttft, 0.0, out=ttft)
    ttft *= factors.first_held
    ttft += first
    ttft += rate / enters * queue
    np.minimum(ttft, load.concurrency / rate - talk, out=ttft)


def _softmin(out: np.ndarray, values: tuple, spare: np.ndarray) -> None:
    """`pools.softmin` of three values: the eighth power by squaring, the eighth root by square roots."""
    least = np.minimum(np.minimum(values[0], values[1]), values[2])
    out[...] = 0.0
    for value in values:
        np.divide(least, value, out=spare)
        for _ in range(3):
            np.multiply(spare, spare, out=spare)
        out += spare
    for _ in range(3):
        np.sqrt(out, out=out)
    np.divide(least, out, out=out)
