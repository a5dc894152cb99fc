"""Pools of two accelerators beside each of them alone, on the question's axes and basis of power."""

from dataclasses import dataclass

import numpy as np

from data import basis
from data.machines import accelerators
from data.mixed import EITHER, ONE, TWO, Link, System, between, pair, system
from data.parts import CHIP, RACK, Setting, chips_of, has_no_hbm, setting
from model.calibration import band
from model.economics import METRICS, tput_per_kw
from model.frontier import frontier
from model.question import Question

FINEST = 0.002  # natural logarithm of speed between two knots


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """The frontier of one system on the axes: speed [tok/s/user], y and its 90 % band, and rows behind the knots."""

    system: System
    x: np.ndarray
    y: np.ndarray
    low: np.ndarray
    high: np.ndarray
    row: np.ndarray


@dataclass(frozen=True, slots=True, eq=False)
class Answered:
    """The pair's system first, then what it is compared with; `unpowered` are those of the pair without watts."""

    question: Question
    setting: Setting
    systems: tuple[System, ...]
    lines: tuple[Line | None, ...]
    per_watt: bool
    unpowered: tuple[str, ...]
    link: Link


def answered(question: Question) -> Answered:
    """The answer of the pools page."""
    asked, link = setting(question), between(question)
    prefill, decode = pair(question)
    kinds = [(prefill, decode, TWO)]
    same = prefill == decode
    kinds += [(prefill, prefill, ONE)] if same else [(prefill, prefill, EITHER), (decode, decode, EITHER)]
    found = tuple(system(asked, *kind, link.bytes_s if kind[2] == TWO else None) for kind in kinds)
    watts = draws(question)
    unpowered = tuple(dict.fromkeys(key for key in (prefill, decode) if not watts.get(key)))
    per_watt = METRICS[question.y][1] == "watts" and not unpowered
    lines = tuple(None if one.why else line(one, question, watts if per_watt else {}) for one in found)
    return Answered(question, asked, found, lines, per_watt, unpowered, link)


def draws(question: Question) -> dict[str, float | None]:
    """W of one accelerator on the question's basis; watts are typed of one chip, so a rack of LPUs draws 256 times."""
    found = {key: each.value for key, each in basis.chip_watts(question).items()}
    lpu = found.get(CHIP) or found.get(RACK)
    return found | {RACK: lpu and lpu * chips_of(RACK)}


def typed_watts(question: Question) -> dict[str, float]:
    """W per chip that the visitor typed for either accelerator of the pair and that count on this basis."""
    known = {key: each.value for key, each in basis.chip_watts(question).items() if each.source == "visitor"}
    found = {key: known.get(CHIP) or known.get(key) if key == RACK else known.get(key) for key in pair(question)}
    return {key: value for key, value in found.items() if value}


def published_watts() -> tuple[float, float]:
    """The least and the most rated W of one chip that were published."""
    chips = accelerators()
    rated = [w.value for key, w in basis.chip_watts(Question()).items() if w.value and key in chips]
    return min(rated), max(rated)


def rate_of(question: Question) -> str:
    """Which tokens are counted: output, input or total, as on the question's vertical axis."""
    return next((name for name in ("output", "input") if name in question.y), "total")


def watts_of(one: System, watts: dict[str, float | None]) -> np.ndarray:
    """W per chip over both pools, of every row; NaN where either is unknown."""
    draw = {key: watts.get(key) or np.nan for key in (one.prefill, one.decode)}
    rows, prefill = one.rows, one.rows["prefill_parts"]
    return (np.where(prefill > 0, prefill * draw[one.prefill], 0.0) + rows["decode_parts"] * draw[one.decode]) / rows[
        "chips"
    ]


def line(one: System, question: Question, watts: dict[str, float | None]) -> Line | None:
    """The frontier of a system, per kW where `watts` are given, else per chip; None where nothing meets the limits."""
    rate = one.rows[rate_of(question)]
    y = np.asarray(tput_per_kw(rate, watts_of(one, watts)) if watts else rate, float)
    if question.slo_ttft_s is not None:
        y = np.where(one.rows["ttft_s"] <= question.slo_ttft_s, y, np.nan)
    x = one.rows["speed"]
    row = np.flatnonzero(frontier(x, y))
    row = row[np.argsort(x[row], kind="stable")]
    row = _thinned(row[np.unique(x[row], return_index=True)[1]], x)
    return Line(one, x[row], y[row], *band(y[row], one.spread), row) if row.size else None


def _thinned(row: np.ndarray, x: np.ndarray) -> np.ndarray:
    """Of knots less than 0.2 % apart in speed the one with most, the slowest; and the fastest of all."""
    if not row.size:
        return row
    first = np.unique(np.floor(np.log(x[row]) / FINEST), return_index=True)[1]
    return row[np.union1d(first, [len(row) - 1])]


def at(found: Line | None, speed: float) -> int | None:
    """Place of the knot that serves `speed` or faster with most; None where no configuration is so fast."""
    if found is None or speed > found.x[-1]:
        return None
    return int(np.searchsorted(found.x, speed))


def domain(key: str) -> float:
    """Accelerators of one unit of scale: of the rack of LPUs the rack itself, of a wafer the wafer."""
    return 1.0 if has_no_hbm(key) else accelerators()[key].domain


def compared(asked: Setting, question: Question, key: str) -> Line | None:
    """The frontier of one accelerator in both roles on the axes of `question`."""
    one = system(asked, key, key, EITHER, None)
    return None if one.why else line(one, question, draws(question))
