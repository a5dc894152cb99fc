"""Every configuration of one accelerator and LLM at once: degrees of parallelism by load, one pool or two.

Plain decoding. Nothing is left out: a configuration that cannot run is a row with a code of `memory.REASONS`.
"""

from dataclasses import dataclass, fields, replace

import numpy as np

from model import memory
from model.calibration import Factors
from model.hardware import Accelerator, missing, peak
from model.kernel import one_pool, two_pools
from model.llm import Llm
from model.pools import matched, prefill_rate
from model.serving import Load, Pace, decode_step, first_token, pace
from model.step import ideal
from model.work import Deployment, Formats, cache_kept_bytes

DEGREES = (1, 2, 4, 8, 16, 32, 64)  # chips of a replica
MOST_CHIPS = 72  # of two pools together, where the scale-up domain is smaller


@dataclass(frozen=True, slots=True)
class Case:
    """What does not change within a sweep; lengths are effective tokens."""

    llm: Llm
    chip: Accelerator
    formats: Formats
    factors: Factors
    prompt: float
    answer: float


@dataclass(frozen=True, slots=True)
class Swept:
    """Configurations and what they deliver; arrays that broadcast to one shape, NaN where `reason` is not 0.

    Of one pool the prefill_ arrays are 0. `tput` is output tok/s per chip over all chips, `running` sequences per
    replica or decode worker.
    """

    tp: np.ndarray
    ep: np.ndarray
    dp: np.ndarray
    workers: np.ndarray
    prefill_tp: np.ndarray
    prefill_ep: np.ndarray
    prefill_dp: np.ndarray
    prefill_workers: np.ndarray
    concurrency: np.ndarray
    chips: np.ndarray
    tpot_s: np.ndarray
    ttft_s: np.ndarray
    tput: np.ndarray
    running: np.ndarray
    reason: np.ndarray  # int8

    @property
    def size(self) -> int:
        """Number of configurations."""
        return int(self.reason.size)

    def picked(self, index: np.ndarray) -> dict[str, np.ndarray]:
        """Every array at the flat `index`, by name."""
        at = np.unravel_index(index, self.reason.shape)
        return {f.name: np.broadcast_to(getattr(self, f.name), self.reason.shape)[at] for f in fields(self)}


@dataclass(frozen=True, slots=True)
class Pairs:
    """Decode and prefill workers that serve together, the number of the former [r], and the most chips of both."""

    decode: Deployment
    prefill: Deployment
    workers: np.ndarray
    most: float


def deployments(most: int = DEGREES[-1]) -> Deployment:
    """Replicas of 1 to `most` chips: tensor parallel or attention apart, every expert sliced or dealt out [d]."""
    found = [(tp, ep, dp) for tp in DEGREES if tp <= most for dp in sorted({1, tp}) for ep in sorted({1, tp})]
    return Deployment(*np.array(found, float).T)


def together(case: Case, concurrency: np.ndarray, at: Deployment) -> Swept:
    """Prompts and answers on the same chips: `at` by requests in flight per replica, `concurrency` [d, n]."""
    load = Load(case.prompt, case.answer, np.asarray(concurrency, float))
    found, why = paces(case, at)
    served = np.full((4, len(why), len(load.concurrency)), np.nan)
    if (fits := why == memory.FITS).any():
        served[:, fits] = one_pool(_taken(found, fits, (-1, 1)), case.factors, load)
    tpot, ttft, rate, running = served
    tp, ep, dp = (np.asarray(v)[:, None] for v in (at.tp, at.ep, at.dp))
    none, tput = np.zeros((1, 1)), rate * case.answer / tp
    reason = np.broadcast_to(why[:, None], tpot.shape)
    own = (tp, ep, dp, none + 1, none, none, none, none)
    return Swept(*own, load.concurrency, tp, tpot, ttft, tput, running, reason)


def crossed(decode: Deployment, prefill: Deployment, workers: tuple[int, ...], domain: float) -> Pairs:
    """Every number of decode workers of every kind with prefill workers of every kind, within domain or MOST_CHIPS."""
    w, d, p = (v.ravel() for v in np.indices((len(workers), len(decode.tp), len(prefill.tp))))
    each = [Deployment(at.tp[i], at.ep[i], at.dp[i]) for at, i in ((decode, d), (prefill, p))]
    return Pairs(*each, np.array(workers, float)[w], max(domain, MOST_CHIPS))


def apart(case: Case, concurrency: np.ndarray, at: Pairs) -> Swept:
    """Prompts read and answered on chips of their own, `concurrency` in all [2, r, n].

    Rates are matched in closed form: to each row the two whole numbers of prefill workers next to the balance.
    """
    load = Load(case.prompt, case.answer, np.asarray(concurrency, float))
    (decode, why), (prefill, why_not) = paces(case, at.decode), paces(case, at.prefill)
    codes = np.where(why > 0, why, why_not)
    fits, shape = codes == memory.FITS, (2, len(codes), len(load.concurrency))
    served, counts = np.full((4, *shape), np.nan), np.full(shape, np.nan)
    workers = at.workers[:, None]
    if fits.any():
        pools = _taken(decode, fits, (-1, 1)), _taken(prefill, fits, (-1, 1)), transfer_s(case, at.prefill.tp[fits])
        counts[:, fits], served[:, :, fits] = _matched(case, load, pools, workers[fits])
    tp, prefill_tp = at.decode.tp[:, None], at.prefill.tp[:, None]
    chips = workers * tp + counts * prefill_tp
    reason = np.where(chips > at.most, np.int8(memory.DOMAIN), codes[:, None])
    tpot, ttft, rate, running = served
    np.copyto(served, np.nan, where=reason > 0)
    own = (tp, *(v[:, None] for v in (at.decode.ep, at.decode.dp)), workers)
    own += (prefill_tp, *(v[:, None] for v in (at.prefill.ep, at.prefill.dp)), counts)
    return Swept(*own, load.concurrency, chips, tpot, ttft, rate * case.answer / chips, running, reason)


def _matched(case: Case, load: Load, pools: tuple, workers: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Prefill workers [2, r, n] and what they and the decode workers serve [4, 2, r, n]."""
    decode, prefill, sent = pools
    each = np.minimum(load.concurrency / workers, decode.room)
    leaves = each / (case.answer * decode_step(decode, load, each))
    enters = prefill_rate(prefill, case.factors, load, sent[:, None])
    few, more = matched(enters, leaves, workers)
    counts = np.stack([few, np.maximum(more, few + 1)])  # where one is too many already, two
    alone = prefill.prompt + case.factors.opening * prefill.pass_s + sent[:, None]
    ahead = np.maximum(load.concurrency / counts - 1, 0.0) / enters
    first = first_token(prefill, case.factors) + sent[:, None]
    waits = alone + case.factors.queue * ahead, first, case.factors.first_queue * ahead
    return counts, two_pools(decode, case.factors, load, (workers, counts * enters, *waits))


def within(swept: Swept, most: np.ndarray) -> Swept:
    """The same without the configurations that have more than `most` [d or r] requests in flight per decode worker."""
    busy = swept.concurrency > most[:, None] * swept.workers
    reason = np.where(busy & (swept.reason == memory.FITS), np.int8(memory.BUSY), swept.reason)
    served = ("tpot_s", "ttft_s", "tput", "running")
    return replace(
        swept, reason=reason, **{name: np.where(reason > 0, np.nan, getattr(swept, name)) for name in served}
    )


def paces(case: Case, at: Deployment) -> tuple[Pace, np.ndarray]:
    """Times of the replicas `at` [d] and the code of what forbids each; NaN where nothing can be computed."""
    refused = memory.UNDISCLOSED if missing(case.chip) else memory.PRECISION if not _multiplies(case) else memory.FITS
    if refused:
        unknown = np.full(len(at.tp), np.nan)
        return Pace(*[unknown] * len(fields(Pace))), np.full(len(at.tp), refused, np.int8)
    why = memory.reason(case.llm, case.chip, case.formats, at, case.prompt + case.answer)
    with np.errstate(all="ignore"):
        times = ideal(case.llm, case.chip, case.formats, at, (case.prompt, case.answer))
        one = cache_kept_bytes(case.llm, case.formats, at, case.prompt + case.answer / 2)
        free = memory.free_bytes(case.llm, case.chip, case.formats, at)
        room = np.maximum(memory.max_running(free, one), 1.0)
        return pace(times, case.factors, Load(case.prompt, case.answer, 1.0), room), why


def _multiplies(case: Case) -> bool:
    wanted = case.formats.expert_precision, case.formats.dense_precision, "bf16"
    return all(peak(case.chip, precision) for precision in wanted)


def transfer_s(case: Case, tp: np.ndarray) -> np.ndarray:
    """Time one prompt's cache takes over the scale-out links of the `tp` chips that made it [p]."""
    sent = cache_kept_bytes(case.llm, case.formats, Deployment(), case.prompt)
    link = case.chip.outer_bytes_s or case.chip.link_bytes_s
    return sent / (link or np.nan) / tp / case.factors.link


def _taken(pace: Pace, which: np.ndarray, shape: tuple[int, ...]) -> Pace:
    """The times of some of the replicas, with arrays of another shape."""
    length = len(which)
    return shaped(Pace(*(np.broadcast_to(getattr(pace, f.name), length)[which] for f in fields(Pace))), shape)


def shaped(pace: Pace, shape: tuple[int, ...]) -> Pace:
    """The same times with arrays of another shape."""
    return Pace(*(np.reshape(np.asarray(getattr(pace, f.name), float), shape) for f in fields(Pace)))
