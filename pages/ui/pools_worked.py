"""Every quantity of the pools page worked once, on the pair its bare link shows; numbers are computed."""

from collections.abc import Iterator
from functools import cache
from math import exp

from data.machines import accelerators, llms
from data.mixed import cache_bytes
from data.parts import part, pooled
from data.pools import Answered, answered, at, draws, watts_of
from data.pools_more import HOPPING, NETWORKS, hop_steps, hops
from model.calibration import BAND_90
from model.question import Question
from pages.ui.formats import count, number, seconds
from pages.ui.pools import pinned
from pages.ui.pools_sram import gigabytes, weights
from pages.ui.quantity import Quantity

MATCHED = "Rate matching as in DistServe (arXiv 2401.09670) and Splitwise (2311.18677), in closed form"
OURS = "Our arithmetic"
HOPS = "Steps by topology as on the page “Bottleneck”; calibrated time of a step"


@cache
def quantities() -> tuple[Quantity, ...]:
    """The quantities of the page in the order in which it shows them."""
    found = answered(Question())
    return (*_held(found), *_matched(found), *_crossed(found), _waited(found), _banded(found))


def _held(found: Answered) -> Iterator[Quantity]:
    """What fits in SRAM, and what a step costs there."""
    asked = found.setting
    size, rack = weights(asked.llm, asked.precision), accelerators()["groq3-lpx"]
    told = f"{asked.llm}: {gigabytes(size)} / {gigabytes(rack.sram_bytes)} = {number(size / rack.sram_bytes)} racks"
    yield Quantity("Racks that hold the weights", "weights / SRAM of a rack", told, OURS)
    side = part(asked, "groq3-lpx", "decode").side
    layer = side.case.factors.layer_s
    told = (
        f"{llms()[asked.llm].layers:g} × {1e6 * layer:.3g} µs = {seconds(llms()[asked.llm].layers * layer)} of a step"
    )
    yield Quantity(
        "Step of a row of n parts", "t(B / n) on one part", told, "Layers dealt out, all parts busy; our model"
    )


def _matched(found: Answered) -> Iterator[Quantity]:
    """The balance of both pools and their watts, of Vera Rubin in both, whose figures are all published."""
    line = found.lines[1]
    one, row = line.system, line.row[at(line, pinned(found.question))]
    value = {
        name: float(one.rows[name][row]) for name in ("exact_prefill", "prefill_workers", "decode_workers", "chips")
    }
    told = f"{one.name}: {number(value['exact_prefill'])} for {value['decode_workers']:g} decode workers; "
    told += f"{value['prefill_workers']:g} taken"
    yield Quantity("Prefill workers", "n_d x_d / x_p; both whole numbers beside it are tried", told, MATCHED)
    rate, watts = float(one.rows["total"][row]), float(watts_of(one, draws(found.question))[row])
    told = f"{number(rate)} / {number(watts)} W × 1,000 = {number(1e3 * rate / watts)}"
    yield Quantity("Tokens/s per kW", "X tokens / (n_p W_p + n_d W_d), over all parts", told, OURS)


def _crossed(found: Answered) -> Iterator[Quantity]:
    """The cache's way from pool to pool."""
    case, link = part(found.setting, "vr200", "prefill").side.case, found.link.bytes_s
    size = cache_bytes(found.setting, case.prompt)
    told = f"{number(size / 1e6)} MB / ({case.factors.link:.3g} × {number(link / 1e9)} GB/s) = "
    told += seconds(size / link / case.factors.link)
    yield Quantity("Cache across", "cache of a prompt / (η link), over the chips that made it", told, OURS)


def _waited(found: Answered) -> Quantity:
    key, asked = NETWORKS[1], found.setting
    hop = pooled(asked, key, True).factors.hop_s
    told = (
        f"{count(HOPPING[-1])} chips: 2 × {llms()[asked.llm].layers:g} × {hop_steps(key):.1f} × {1e6 * hop:.3g} µs = "
    )
    return Quantity("Hops of a torus", "2 L steps t_hop", told + seconds(float(hops(asked)[key][-1])), HOPS)


def _banded(found: Answered) -> Quantity:
    spread = found.systems[0].spread
    told = f"exp(1.645 × {spread:.3g}) = {exp(BAND_90 * spread):.2g} times either way"
    return Quantity(
        "Band of a pair", "exp(1.645 s), with the larger s of its parts", told, "A factor of 3 without HBM is judgement"
    )
