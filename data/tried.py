"""One sweep of the model: which configurations are tried, with whose factors, and which of them are worth keeping."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from data import scope
from data.calibrated import Calibration
from data.layouts import Ran, alike
from data.machines import accelerators, formats, llms, most_joined
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
    swept = tried(case, known, two, asked.batches)
    found, by_load = picks(*(np.broadcast_to(getattr(swept, n), swept.reason.shape).ravel() for n in JUDGED))
    rows = swept.picked(found) | {"by_load": by_load}
    return Kept(rows, "" if rows["tp"].size else memory.in_words(*_sizes(swept), most_joined(known.key[0])))


def tried(case: Case, known: Calibration, two: bool, batches: tuple[int, int]) -> Swept:
    """Every load of the ladder within `batches` on the deployments that are `chosen`, of one pool or two.

    Each up to BUSIER times the load it was run at, unless `batches` asks for more of all.
    """
    low, high = batches
    ladder = LADDER[::COARSE] if two else LADDER
    low = max(low, FEWEST_APART) if two and high >= FEWEST_APART else low
    loads = np.unique([low, *ladder[(ladder >= low) & (ladder <= high)], min(high, max(low, LADDER[-1]))])
    ran, holds = chosen(_deployed(known), two)
    swept = apart(case, loads, ran.at) if two else together(case, loads, ran.at)
    most = BUSIER * ran.most
    return within(swept, most) if (loads[0] <= (most * (ran.at.workers if two else 1))[holds]).any() else swept


@lru_cache(maxsize=256)
def chosen(cell: tuple[str, str, str, str], two: bool) -> tuple[Ran, np.ndarray]:
    """The deployments to try, of one pool or two, and which of them hold the weights.

    Those of the cell, else of the systems most like it of which any holds the weights; all that one can think of if
    none does. What is asked of them has no say: neither a what-if nor a longer context changes what is tried.
    """
    for ran in alike(cell, two):
        if (holds := _holding(cell, ran.at)).any():
            return ran, holds
    chip = accelerators()[cell[0]]
    at = thinkable(chip.domain) if two else deployments()
    holds = _holding(cell, at)
    return Ran(at, np.full(len(holds), np.inf)), holds


def _deployed(known: Calibration) -> tuple[str, str, str, str]:
    """The cell whose deployments are tried: whose factors they are, else the accelerator in the narrowest format."""
    if known.rests_on != known.key or known.n:
        return known.rests_on
    accelerator, engine, llm, precision = known.key
    narrow = next((name for name in scope.NARROWEST if (llm, name) in formats()), precision)
    return accelerator, engine, llm, narrow


def _holding(cell: tuple[str, str, str, str], at: Deployment | Pairs) -> np.ndarray:
    """Which deployments hold the weights."""
    case = llms()[cell[2]], accelerators()[cell[0]], formats()[cell[2:]]
    both = (at.decode, at.prefill) if isinstance(at, Pairs) else (at,)
    return np.all([memory.reason(*case, one, 0.0) == memory.FITS for one in both], axis=0)


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
