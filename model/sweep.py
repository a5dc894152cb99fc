"""Every configuration of one accelerator and LLM at once: degrees of parallelism by load, one pool or two.

Plain decoding. Nothing is left out: a configuration that cannot run is a row with a code of `memory.REASONS`.
"""

from dataclasses import dataclass, fields

import numpy as np

from model import memory
from model.calibration import Factors
from model.hardware import Accelerator, missing, peak
from model.kernel import one_pool, two_pools
from model.llm import Llm
from model.pools import matched, prefill_rate
from model.serving import Load, Pace, decode_step, pace
from model.step import ideal
from model.work import Deployment, Formats, cache_kept_bytes

DEGREES = (1, 2, 4, 8, 16, 32, 64)  # chips of a replica
WORKERS = (1, 2, 4)  # decode workers of two pools
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
    return Swept(tp, ep, dp, none + 1, none, none, none, load.concurrency, tp, tpot, ttft, tput, running, reason)


def apart(case: Case, concurrency: np.ndarray, at: Deployment, readers: Deployment) -> Swept:
    """Prompts read by `readers`, answers by `at`, `concurrency` in all [2, w, p, d, n].

    Rates are matched in closed form: of each number of decode workers the two whole numbers of prefill workers next
    to the balance.
    """
    load = Load(case.prompt, case.answer, np.asarray(concurrency, float))
    (decode, why), (prefill, why_not) = paces(case, at), paces(case, readers)
    ok, read = why == memory.FITS, why_not == memory.FITS
    shape = (2, len(WORKERS), len(why_not), len(why), len(load.concurrency))
    served, counts = np.full((4, *shape), np.nan), np.full(shape, np.nan)
    if ok.any() and read.any():
        pools = _taken(decode, ok, (-1, 1)), _taken(prefill, read, (-1, 1, 1)), _transfer_s(case, readers.tp[read])
        some, found = _matched(case, load, pools)
        counts, served = _among(counts, some, read, ok), _among(served, found, read, ok)
    workers, tp, prefill_tp = np.array(WORKERS, float)[:, None, None, None], at.tp[:, None], readers.tp[:, None, None]
    chips = workers * tp + counts * prefill_tp
    codes = np.where(why[:, None] > 0, why[:, None], why_not[:, None, None])
    reason = np.where(chips > max(case.chip.domain, MOST_CHIPS), np.int8(memory.DOMAIN), codes)
    tpot, ttft, rate, running = served
    np.copyto(served, np.nan, where=reason > 0)
    own = (tp, at.ep[:, None], at.dp[:, None], workers, prefill_tp, readers.ep[:, None, None], counts)
    return Swept(*own, load.concurrency, chips, tpot, ttft, rate * case.answer / chips, running, reason)


def _among(all_: np.ndarray, some: np.ndarray, read: np.ndarray, ok: np.ndarray) -> np.ndarray:
    """`all_` [..., p, d, n] with `some` of its readers and deployments filled in."""
    rows = all_[..., read, :, :]
    rows[..., ok, :] = some
    all_[..., read, :, :] = rows
    return all_


def _matched(case: Case, load: Load, pools: tuple[Pace, Pace, np.ndarray]) -> tuple[np.ndarray, np.ndarray]:
    """Prefill workers [2, w, p, d, n] and what they and the decode workers serve [4, 2, w, p, d, n]."""
    decode, prefill, transfer_s = pools
    workers = np.array(WORKERS, float)[:, None, None, None]
    each = np.minimum(load.concurrency / workers, decode.room)
    leaves = each / (case.answer * decode_step(decode, load, each))
    enters = prefill_rate(prefill, case.factors, load)
    few, more = matched(enters, leaves, workers)
    counts = np.stack([few, np.maximum(more, few + 1)])  # where one is too many already, two
    alone = prefill.prompt + case.factors.opening * prefill.pass_s + transfer_s[:, None, None]
    line = case.factors.queue * np.maximum(load.concurrency / counts - 1, 0.0) / enters
    return counts, two_pools(decode, case.factors, load, (workers, counts * enters, alone, line))


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


def _transfer_s(case: Case, tp: np.ndarray) -> np.ndarray:
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
