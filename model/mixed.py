"""Prefill on one accelerator, decode on another: rates matched in closed form, parts without HBM counted by SRAM.

A part without HBM holds weights and cache in its SRAM. Several of them stand in a row, each with its share of the
layers; the sequences are spread over the row, so that every part is busy with some of them.
"""

from dataclasses import dataclass, fields, replace

import numpy as np

from model import memory
from model.hardware import Accelerator
from model.llm import Llm
from model.network import steps
from model.pools import Pools, decode_rate, disaggregated, matched, prefill_rate
from model.serving import Load, Pace, aggregate, decode_step, pace
from model.step import COLLECTIVES, ideal
from model.sweep import Case, paces, shaped
from model.work import Deployment, Formats, cache_kept_bytes, dense_weight_bytes, expert_weight_bytes

ONE = Deployment()
HALVINGS = 60  # of a search for a batch, to the last digit of a double


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """Workers of one pool: their times, parts and why one cannot run; arrays [d]."""

    case: Case
    pace: Pace
    parts: np.ndarray  # accelerators of one worker
    why: np.ndarray  # codes of `memory.REASONS`
    most: np.ndarray  # requests in flight per worker up to which it is asked; inf where nobody has run any


@dataclass(frozen=True, slots=True, eq=False)
class Mixed:
    """What pairs of workers serve; arrays of one shape [n]. `prefill` and `decode` count rows of the sides."""

    prefill: np.ndarray
    decode: np.ndarray
    prefill_workers: np.ndarray
    decode_workers: np.ndarray
    exact_prefill: np.ndarray  # prefill workers that the closed form asks for, before rounding
    concurrency: np.ndarray
    tpot_s: np.ndarray
    ttft_s: np.ndarray
    requests_s: np.ndarray  # by all together
    running: np.ndarray  # sequences per decode worker


def weight_bytes(llm: Llm, formats: Formats) -> float:
    """Bytes of all weights, the input embedding left out."""
    return float(dense_weight_bytes(llm, formats, ONE) + expert_weight_bytes(llm, formats, ONE))


def parts_needed(size_bytes: float, sram_bytes: float) -> float:
    """How many parts hold `size_bytes` in `sram_bytes` each; the least is the next whole number."""
    return size_bytes / sram_bytes


def in_sram(chip: Accelerator) -> Accelerator:
    """`chip` with its SRAM in the place of the HBM it has not; parts in a row send little, so no link is asked for."""
    return replace(chip, hbm_bytes=chip.sram_bytes, hbm_bytes_s=chip.sram_bytes_s, link_bytes_s=1.0, domain=1.0)


def boards(case: Case, at: Deployment, most: np.ndarray | float = np.inf) -> Side:
    """Workers with HBM, tensor or data parallel over the scale-up links, asked for up to `most` requests each."""
    found, why = paces(case, at)
    parts, most = (np.broadcast_to(np.asarray(value, float), len(why)) for value in (at.tp, most))
    return Side(case, _of_length(found, len(why)), parts, why, most)


def in_a_row(case: Case, stages: np.ndarray) -> Side:
    """Workers of `stages` parts without HBM; `case.chip` comes from `in_sram`.

    A step of B sequences takes as long as one of B / stages on a single part that held everything.
    """
    stages = np.asarray(stages, float)
    lengths = case.prompt, case.answer
    free = stages * memory.free_bytes(case.llm, case.chip, case.formats, ONE)
    free = free + (stages - 1) * weight_bytes(case.llm, case.formats)  # taken off once, not from every part
    one = cache_kept_bytes(case.llm, case.formats, ONE, case.prompt + case.answer / 2)
    times = ideal(case.llm, case.chip, case.formats, ONE, lengths)
    found = _of_length(pace(times, case.factors, Load(*lengths, 1.0), np.maximum(free / one, 1.0)), len(stages))
    spread = {name: getattr(found, name) / stages for name in ("log_miss", "sequence", "prompt")}
    why = np.select([free <= 0, free < one], [memory.WEIGHTS, memory.SEQUENCE], memory.FITS).astype(np.int8)
    return Side(case, replace(found, **spread), stages, why, np.full(len(stages), np.inf))


def mixed(prefill: Side, decode: Side, concurrency: np.ndarray, workers: np.ndarray, sent_s: np.ndarray) -> Mixed:
    """Every decode worker with every prefill worker, at every load and number of decode workers; flat [n].

    Of prefill workers the two whole numbers next to the balance n_p = n_d x_d / x_p. `sent_s` [prefill workers] is how
    long one prompt's cache takes across. The factors of the prefill side rule the wait for a first token. Where a
    decode worker would have more requests than its `most`, the time per token is NaN.
    """
    case, load = prefill.case, Load(prefill.case.prompt, prefill.case.answer, np.asarray(concurrency, float))
    rows = [np.flatnonzero(side.why == memory.FITS) for side in (decode, prefill)]
    at, of = (np.ravel(grid) for grid in np.meshgrid(*rows, indexing="ij"))
    answers, reads, count = _rows(decode.pace, at), _rows(prefill.pace, of), np.asarray(workers, float)[:, None, None]
    each = np.minimum(load.concurrency / count, answers.room)
    leaves = decode_rate(answers, decode.case.factors, load, each)
    enters = prefill_rate(reads, case.factors, load, sent_s[of][:, None])
    few, more = matched(enters, leaves, count)
    few = np.broadcast_to(few, np.shape(leaves))
    counts = np.stack([few, np.maximum(more, few + 1)])
    served = disaggregated(reads, answers, case.factors, load, Pools(counts, count, sent_s[of][:, None]))
    exact = np.broadcast_to(count * leaves / enters, np.shape(leaves))
    tpot = np.where(load.concurrency > decode.most[at][:, None] * count, np.nan, served.tpot_s)
    arrays = (of[:, None], at[:, None], counts, count, exact, load.concurrency)
    arrays += (tpot, served.ttft_s, served.requests_s, served.running)
    return Mixed(*(np.broadcast_to(array, counts.shape).ravel() for array in arrays))


def over_parts(prefill: Side, decode: Side, rows: tuple[int, int], parts: tuple, sent_s: float = 0.0):
    """Requests/s and time per token [s] of so many parts, whole workers or not; `rows` and `parts` (prefill, decode).

    `sent_s` is how long one prompt's cache takes across from a prefill worker. Prefill is busy and decides how many
    requests there are, unless decode cannot hold them: X = min(n_p x_p, n_d x_d).
    """
    (of, at), case = rows, prefill.case
    reads, answers = _row(prefill.pace, of), _row(decode.pace, at)
    load = Load(case.prompt, case.answer, 1.0)
    entering = np.asarray(parts[0], float) / prefill.parts[of] * prefill_rate(reads, case.factors, load, sent_s)
    workers = np.asarray(parts[1], float) / decode.parts[at]
    most = decode_rate(answers, decode.case.factors, load, answers.room)
    wanted = np.minimum(entering / workers, most)
    low, high = np.zeros_like(wanted), np.full_like(wanted, float(answers.room))
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        enough = decode_rate(answers, decode.case.factors, load, middle) >= wanted
        low, high = np.where(enough, low, middle), np.where(enough, middle, high)
    return wanted * workers, decode_step(answers, load, high)


def hop_seconds(llm: Llm, chip: Accelerator, hop_s: float, chips: np.ndarray) -> np.ndarray:
    """Time a pass waits for the hops of its collectives among `chips` [s]: 2 a layer, hops by topology."""
    return COLLECTIVES * llm.layers * steps(chip.topology, chips, chip.domain, chip.max_hops) * hop_s


def _of_length(found: Pace, length: int) -> Pace:
    return Pace(*(np.broadcast_to(np.asarray(getattr(found, f.name), float), length) for f in fields(Pace)))


def _rows(found: Pace, index: np.ndarray) -> Pace:
    return shaped(Pace(*(getattr(found, f.name)[index] for f in fields(Pace))), (-1, 1))


def _row(found: Pace, index: int) -> Pace:
    return Pace(*(getattr(found, f.name)[index] for f in fields(Pace)))


def alone(side: Side, concurrency: np.ndarray) -> Mixed:
    """The same workers reading prompts and answering on the same parts; prefill counts are 0; flat [n]."""
    load = Load(side.case.prompt, side.case.answer, np.asarray(concurrency, float))
    at = np.flatnonzero(side.why == memory.FITS)
    served = aggregate(_rows(side.pace, at), side.case.factors, load)
    none, one = np.zeros((1, 1)), np.ones((1, 1))
    tpot = np.where(load.concurrency > side.most[at][:, None], np.nan, served.tpot_s)
    arrays = (none.astype(int), at[:, None], none, one, none, load.concurrency)
    arrays += (tpot, served.ttft_s, served.requests_s, served.running)
    return Mixed(*(np.broadcast_to(array, served.tpot_s.shape).ravel() for array in arrays))
