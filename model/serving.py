"""What users and operator see in steady state: time to first token, time per token, requests per second."""

from dataclasses import dataclass

import numpy as np

from model.calibration import Factors
from model.experts import share_touched
from model.step import Ideal, latency, link_rate, weight_rate

OCCUPANCY = (
    0.977  # share of the run's time with every client busy: median of 523 InferenceX runs, middle 80 % 0.97-0.99
)
PASS_TOKENS = 8192.0  # prompt tokens an engine reads in one pass (common chunk budget)
ARRIVALS = 5.0  # prompts share a pass more often than at random, since requests start and end in waves
ROUNDS = 3  # of the fixed point: converged to 0.02 % on average over the published points, 0.5 % in 99 of 100
SOFTNESS = 8.0  # how sharply a bottleneck takes over


@dataclass(frozen=True, slots=True)
class Load:
    """What is asked of the system; effective lengths in tokens, floats or arrays."""

    prompt: float | np.ndarray
    answer: float | np.ndarray
    concurrency: float | np.ndarray  # requests in flight, per replica (aggregate) or in all (disaggregated)
    drafts: float | np.ndarray = 0.0  # tokens drafted per step
    draft_cost: float | np.ndarray = 0.0  # share of a decode step that drafting adds


@dataclass(frozen=True, slots=True)
class Pace:
    """One replica's times with calibration folded in; arrays broadcast [s unless said]."""

    fixed: np.ndarray  # of a decode step, whatever the batch
    experts: np.ndarray  # reading all routed experts
    log_miss: np.ndarray  # of one sequence's tokens [1]
    sequence: np.ndarray  # added to a step by every running sequence
    prompt: np.ndarray  # added by reading one prompt
    pass_s: np.ndarray  # fixed time of one prompt pass
    room: np.ndarray  # sequences that fit [1]
    parted: np.ndarray  # 1 where attention is data parallel, so that few chips read a prompt, else 0


@dataclass(frozen=True, slots=True)
class Served:
    """Steady state; arrays broadcast."""

    tpot_s: np.ndarray  # time per output token
    ttft_s: np.ndarray  # time to first token of the median request
    requests_s: np.ndarray  # completed per second, by all replicas or workers together
    running: np.ndarray  # sequences decoding at a time, per replica or decode worker


def pace(ideal: Ideal, factors: Factors, load: Load, room) -> Pace:
    """Times of one replica; `room` is how many sequences fit by the data sheet.

    Speculation verifies 1 + drafts tokens of a sequence in one step: the cache is read once, the rest grows.
    """
    verified = 1 + load.drafts
    weights, link = weight_rate(ideal, factors), link_rate(ideal, factors)
    token = ideal.gemm / factors.gemm + ideal.link / link
    touched = share_touched(ideal.log_miss * factors.breadth, load.prompt)
    return Pace(
        fixed=ideal.dense / weights + latency(ideal, factors),
        experts=ideal.experts / weights,
        log_miss=ideal.log_miss * factors.breadth * verified,
        sequence=ideal.cache / factors.cache + factors.sequence_s + verified * token,
        prompt=load.prompt * (token + ideal.attention / factors.attention),
        pass_s=(ideal.dense + ideal.experts * touched) / weights + latency(ideal, factors),
        room=room * factors.room,
        parted=ideal.uneven,
    )


def decode_step(pace: Pace, load: Load, running):
    """Length of a decode step as a sequence sees it that is one of `running` on average [s], drafting included."""
    running = np.maximum(running, 1.0)  # a step that a sequence takes has one at least
    step = pace.fixed + pace.experts * share_touched(pace.log_miss, running) + running * pace.sequence
    return step * (1 + load.draft_cost * (np.asarray(load.drafts) > 0))


def prompt_seconds(pace: Pace, factors: Factors, load: Load, running):
    """Time one prompt takes from a replica [s]: its tokens, and its share of the passes' fixed time.

    Chunked prefill: a pass holds PASS_TOKENS, so a long prompt pays for several and short ones share one when more
    arrive in a step, `running / answer` of them on average.
    """
    whole = np.minimum(load.prompt / PASS_TOKENS, 1.0)
    shared = np.maximum(load.prompt / PASS_TOKENS, whole + (1 - whole) / (1 + ARRIVALS * running / load.answer))
    return pace.prompt + factors.passes * pace.pass_s * shared


def aggregate(pace: Pace, factors: Factors, load: Load) -> Served:
    """Steady state of replicas that read prompts and decode on the same chips, in a closed loop of clients.

    TPOT = t(B) / accepted + interference (B / answer) t_prompt;  X = C / (wait + answer TPOT);  B = X answer TPOT.
    """
    most = np.minimum(load.concurrency, np.maximum(pace.room, 1e-9))
    running = 0.95 * most
    for _ in range(ROUNDS):
        step, prompt = decode_step(pace, load, running), prompt_seconds(pace, factors, load, running)
        tpot = step / factors.accepted + factors.interference * running / load.answer * prompt
        alone = pace.prompt + factors.opening * pace.pass_s + step / 2
        queue = factors.queue * np.maximum(most - 1, 0.0) * prompt
        rate = OCCUPANCY * most / (alone + queue + load.answer * tpot)
        running = rate * load.answer * tpot / OCCUPANCY
    line = factors.first_queue * np.maximum(most - 1, 0.0) * prompt
    outside = OCCUPANCY * np.maximum(load.concurrency - most, 0.0) / rate
    first = np.minimum(first_token(pace, factors) + line, most / rate - load.answer * tpot)
    return Served(tpot, first + factors.first_held * outside, rate, running)


def first_token(pace: Pace, factors: Factors):
    """Time from a replica's start on a prompt to the median first token [s].

    Fitted apart from the rates, whose waits are averages over few late and many early requests.
    """
    reading = factors.first_prompt * pace.prompt + factors.first_pass * pace.pass_s
    return factors.first_s + reading * np.where(pace.parted > 0, factors.first_parted, 1.0)
