"""What each accelerator of a pool brings: its case, the deployments that are tried, and what is not known of it."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from data.calibrated import Calibration, calibration
from data.engines import engines_for
from data.layouts import alike
from data.machines import accelerators, formats, has_no_hbm, llms, most_joined
from data.observed import EFFECTIVE, WORKLOADS
from data.tried import BUSIER, READERS
from model import memory
from model.calibration import BAND_90, Factors
from model.hardware import Accelerator, missing
from model.mixed import Side, boards, in_a_row, in_sram, parts_needed, weight_bytes
from model.question import Question
from model.sweep import Case, deployments
from model.work import Deployment

PRECISIONS = ("fp4", "int4", "fp8", "bf16")  # the first that the LLM has, unless one is chosen
RACK, CHIP = "groq3-lpx", "groq3-lpu"  # sold by the rack: the chip is always counted in whole ones
STAND_IN = "trainium3"  # has no measured relative, so that its pooled factors are those of all chips together
SRAM_BAND = 3.0  # times either way: nothing of the kind is calibrated, so this is a judgement
STAGES = (1.0, 1.25, 1.5, 2.0, 3.0, 4.0)  # of the fewest parts that hold the LLM


@dataclass(frozen=True, slots=True)
class Setting:
    """The part of a question that a pool's times depend on."""

    llm: str
    precision: str
    isl: int
    osl: int
    peak_tflops: float | None
    layer_us: float | None


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """One accelerator in one role; `side` is None where `why` says what is not known or does not fit."""

    key: str
    side: Side | None
    spread: float  # standard deviation of the logarithm of a throughput predicted so
    calibration: Calibration | None = None
    why: str = ""


def setting(question: Question) -> Setting:
    """What of `question` the times depend on; of several precisions the first that the LLM has."""
    wanted = question.precision or PRECISIONS
    known = [name for name in (*wanted, *PRECISIONS) if (question.llm, name) in formats()]
    lengths = question.isl, question.osl, question.pool_peak_tflops, question.pool_layer_us
    return Setting(question.llm, known[0] if known else "", *lengths)


def sold_as(key: str) -> str:
    """The accelerator a pool is built of: of one LPU the rack."""
    return RACK if key == CHIP else key


def chips_of(key: str) -> int:
    """Chips in one accelerator: 256 of the rack, else 1."""
    return int(accelerators()[key].domain) if key == RACK else 1


def sram_parts(llm: str, precision: str, key: str) -> float:
    """How many parts' SRAM the weights alone fill."""
    return parts_needed(weight_bytes(llms()[llm], formats()[llm, precision]), accelerators()[key].sram_bytes)


@lru_cache(maxsize=64)
def part(asked: Setting, key: str, role: str) -> Part:
    """`key` in one role: "prefill", "decode", or "both" on the same chips."""
    if asked.llm not in llms() or not asked.precision:
        return Part(key, None, 0.0, why="the layers of this LLM are not known")
    without = has_no_hbm(key)
    chip = _chip(asked, key)
    if lacks := missing(chip):
        typed = "; type one below to compute it" if lacks == "peak arithmetic" and without else ""
        return Part(key, None, 0.0, why=f"{lacks} undisclosed{typed}")
    known = _calibration(asked, STAND_IN if without else key, role != "both")
    if known is None:
        return Part(key, None, 0.0, why="no calibration speaks for it")
    case = _case(asked, chip, _factors(asked, known.factors, without))
    side = _in_a_row(case) if without else _boards(case, known, role)
    spread = float(np.log(SRAM_BAND)) / BAND_90 if without else known.spread
    if not (side.why == memory.FITS).any():
        return Part(key, None, spread, known, memory.in_words(side.why, side.parts, most_joined(key)))
    return Part(key, side, spread, known)


def _chip(asked: Setting, key: str) -> Accelerator:
    """The record, of a part without HBM with its SRAM instead, and with the peak that is typed where none is known."""
    chip = accelerators()[key]
    if not has_no_hbm(key):
        return chip
    chip = in_sram(chip)
    typed = asked.peak_tflops and not chip.peaks
    return replace(chip, peaks={"bf16": asked.peak_tflops * 1e12}) if typed else chip


def _calibration(asked: Setting, key: str, two: bool) -> Calibration | None:
    """Of the newest ways of serving, with or without pools, the one measured most; else the pooled factors."""
    ways = engines_for(key, asked.llm, asked.precision)
    measured = max((cell for way, cell in ways if way == two and cell.n), key=lambda cell: cell.n, default=None)
    return measured or pooled(asked, key, two) or pooled(asked, STAND_IN, two)


def pooled(asked: Setting, key: str, two: bool) -> Calibration | None:
    """The factors pooled for an accelerator, of one pool or two; no engine has an empty name."""
    return calibration((key, "", asked.llm, asked.precision), two)


def _factors(asked: Setting, factors: Factors, without: bool) -> Factors:
    factors = replace(factors, accepted=1.0)
    typed = without and asked.layer_us is not None
    return replace(factors, layer_s=asked.layer_us * 1e-6) if typed else factors


def _case(asked: Setting, chip: Accelerator, factors: Factors) -> Case:
    short = EFFECTIVE if (asked.isl, asked.osl) in WORKLOADS else 1.0
    lengths = short * asked.isl, short * asked.osl
    return Case(llms()[asked.llm], chip, formats()[asked.llm, asked.precision], factors, *lengths)


def _in_a_row(case: Case) -> Side:
    """As many parts in a row as hold the LLM and a sequence, and up to four times as many."""
    usable = memory.free_bytes(case.llm, case.chip, case.formats, Deployment()) + weight_bytes(case.llm, case.formats)
    fewest = np.ceil(weight_bytes(case.llm, case.formats) / usable)
    return in_a_row(case, np.unique(np.ceil(fewest * np.array([*STAGES, 1 + 1 / fewest]))))


def _boards(case: Case, known: Calibration, role: str) -> Side:
    """The deployments of systems most like it that were run and fit; where there are none, all one can think of."""
    for ran in alike((case.chip.key, *known.key[1:]), role != "both"):
        side = boards(case, *_once(ran.at if role == "both" else getattr(ran.at, role), ran.most))
        side = replace(side, most=np.full(len(side.why), np.inf)) if role == "prefill" else side
        if (side.why == memory.FITS).any():
            return side
    return boards(case, READERS if role == "prefill" else deployments())


def _once(at: Deployment, most: np.ndarray) -> tuple[Deployment, np.ndarray]:
    """Each deployment once, with BUSIER times the most requests in flight that one of its workers was run with."""
    places, which = np.unique(np.stack([at.tp, at.ep, at.dp], axis=1), axis=0, return_inverse=True)
    busiest = np.zeros(len(places))
    np.maximum.at(busiest, which.ravel(), most)
    return Deployment(*places.T), BUSIER * busiest
