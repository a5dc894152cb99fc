"""One sweep of the model: which configurations are tried, with whose factors, and which of them are worth keeping."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from data import scope
from data.calibrated import Calibration
from data.layouts import alike
from data.machines import accelerators, formats, llms
from data.observed import EFFECTIVE, WORKLOADS
from model import memory
from model.shortlist import best_per, shortlist
from model.sweep import Case, Pairs, Swept, apart, crossed, deployments, together, within
from model.work import Deployment

LADDER = np.unique(np.round(2 ** np.arange(0, 14.01, 0.25)))  # requests in flight
READERS = Deployment(*np.array([(1, 1, 1), (2, 1, 1), (4, 1, 1), (8, 1, 1), (8, 8, 8)], float).T)
WORKERS = (1, 2, 4)  # decode workers of two pools
COARSE = 2  # of two pools every second step of the ladder
BUSIER = 2.0  # requests in flight tried, over the most that a deployment was run with
FEWEST_APART = 4  # requests in flight that two pools are worth
JUDGED = ("tpot_s", "ttft_s", "tput", "concurrency")
Rows = dict[str, np.ndarray]


@dataclass(frozen=True, slots=True)
class Asked:
    """The part of a question that a sweep depends on."""

    llm: str
    isl: int
    osl: int
    cells: tuple[tuple[str, str], ...]  # accelerator, precision
    engines: tuple[str, ...]
    batches: tuple[int, int]  # fewest and most requests in flight
    what_if: tuple[float, ...] = ()  # bandwidth, compute, link, latency, capacity


@dataclass(frozen=True, slots=True, eq=False)
class Kept:
    """Of a sweep the rows worth keeping (arrays of `Swept.picked`, by_load beside them), and why there are none."""

    rows: Rows
    why: str


def case_of(asked: Asked, key: str, known: Calibration) -> Case:
    """What stays the same in a sweep of accelerator `key`; published workloads are shorter than their names say."""
    chip = scope.altered(accelerators()[key], asked.what_if)
    factors = scope.slowed(replace(known.factors, accepted=1.0), asked.what_if)
    short = EFFECTIVE if (asked.isl, asked.osl) in WORKLOADS else 1.0
    return Case(llms()[asked.llm], chip, formats()[known.key[2:]], factors, short * asked.isl, short * asked.osl)


@lru_cache(maxsize=256)
def kept(asked: Asked, two: bool, known: Calibration) -> Kept:
    """The rows worth keeping of the sweep of `known`'s accelerator, of one pool or two; cached."""
    case = case_of(asked, known.key[0], known)
    swept = tried(case, known.key, two, asked.batches)
    found, by_load = picks(*(np.broadcast_to(getattr(swept, n), swept.reason.shape).ravel() for n in JUDGED))
    rows = swept.picked(found) | {"by_load": by_load}
    return Kept(rows, "" if rows["tp"].size else memory.in_words(*_sizes(swept)))


def tried(case: Case, cell: tuple[str, str, str, str], two: bool, batches: tuple[int, int]) -> Swept:
    """Every load of the ladder within `batches` on the deployments that were run, of one pool or two.

    Those of the cell, else of the systems most like it of which any fits; all that one can think of if none does. Each
    up to BUSIER times the load it was run at, unless `batches` asks for more.
    """
    low, high = batches
    ladder = LADDER[::COARSE] if two else LADDER
    low = max(low, FEWEST_APART) if two and high >= FEWEST_APART else low
    loads = np.unique([low, *ladder[(ladder >= low) & (ladder <= high)], min(high, max(low, LADDER[-1]))])
    for ran in alike(cell, two):
        swept = apart(case, loads, ran.at) if two else together(case, loads, ran.at)
        for one in (within(swept, BUSIER * ran.most), swept):
            if (one.reason == memory.FITS).any():
                return one
    return apart(case, loads, thinkable(case.chip.domain)) if two else together(case, loads, deployments())


def thinkable(domain: float) -> Pairs:
    """Pairs of workers where nobody has run any."""
    return crossed(deployments(), READERS, WORKERS, domain)


def picks(tpot_s: np.ndarray, ttft_s: np.ndarray, tput: np.ndarray, concurrency: np.ndarray) -> tuple:
    """Indices worth keeping, and which of them are there only as the best of their load."""
    listed = shortlist(1 / tpot_s, ttft_s, tput)
    found = np.union1d(listed, best_per(concurrency, tput))
    return found, ~np.isin(found, listed)


def _sizes(swept: Swept) -> tuple[np.ndarray, np.ndarray]:
    """Code and chips of a worker of every configuration."""
    return swept.reason.ravel(), np.broadcast_to(swept.tp, swept.reason.shape).ravel()
