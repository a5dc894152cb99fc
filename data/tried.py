"""One sweep of the model: which configurations are tried, with whose factors, and which of them are worth keeping."""

from dataclasses import dataclass, replace

import numpy as np

from data import scope
from data.calibrated import Calibration
from data.machines import accelerators, formats, llms
from data.observed import EFFECTIVE, WORKLOADS
from model.shortlist import best_per, shortlist
from model.sweep import Case, Swept, apart, deployments, together
from model.work import Deployment

LADDER = np.unique(np.round(2 ** np.arange(0, 14.01, 0.25)))  # requests in flight
READERS = Deployment(*np.array([(1, 1, 1), (2, 1, 1), (4, 1, 1), (8, 1, 1), (8, 8, 8)], float).T)
COARSE = 2  # of two pools every second step of the ladder
FEWEST_APART = 4  # requests in flight that two pools are worth


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


def case_of(asked: Asked, key: str, known: Calibration) -> Case:
    """What stays the same in a sweep of accelerator `key`; published workloads are shorter than their names say."""
    chip = scope.altered(accelerators()[key], asked.what_if)
    factors = scope.slowed(replace(known.factors, accepted=1.0), asked.what_if)
    short = EFFECTIVE if (asked.isl, asked.osl) in WORKLOADS else 1.0
    return Case(llms()[asked.llm], chip, formats()[known.key[2:]], factors, short * asked.isl, short * asked.osl)


def tried(case: Case, two: bool, batches: tuple[int, int]) -> Swept:
    """Every deployment at every load of the ladder within `batches`, of one pool or of two."""
    low, high = batches
    ladder = LADDER[::COARSE] if two else LADDER
    low = max(low, FEWEST_APART) if two and high >= FEWEST_APART else low
    loads = np.unique([low, *ladder[(ladder >= low) & (ladder <= high)], min(high, max(low, LADDER[-1]))])
    return apart(case, loads, deployments(), READERS) if two else together(case, loads, deployments())


def picks(swept: Swept) -> tuple[np.ndarray, np.ndarray]:
    """Flat indices worth keeping, and which of them are there only as the best of their load."""
    tput = swept.tput.ravel()
    kept = shortlist(1 / swept.tpot_s.ravel(), swept.ttft_s.ravel(), tput)
    best = best_per(np.broadcast_to(swept.concurrency, swept.reason.shape).ravel(), tput)
    found = np.union1d(kept, best)
    return found, ~np.isin(found, kept)
