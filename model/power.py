"""Turns a chip's published power figures and a declared basis into watts per chip [W]."""

import math
from dataclasses import dataclass

import numpy as np

from model.question import Question


@dataclass(frozen=True, slots=True)
class Figure:
    """One published number with its passport; `source` is a key of the table of sources, `date` its vintage."""

    value: float  # in the unit its field is named after
    source: str
    date: str | None = None  # ISO
    grade: str = ""
    note: str = ""


@dataclass(frozen=True, slots=True)
class PowerFigures:
    """What is published about one chip's draw [W per chip]; None means undisclosed."""

    rated_w: Figure | None = None  # package TDP
    sustained_w: Figure | None = None  # published draw under load
    all_in_w: Figure | None = None  # chip and its share of host, NICs and switches, at rated draw


@dataclass(frozen=True, slots=True)
class PriceFigure:
    """What one chip costs per hour [USD/chip-hour] in a tier; None means undisclosed."""

    usd_chip_hour: float | None
    tier: str
    source: str = ""
    date: str | None = None  # ISO
    grade: str = ""


@dataclass(frozen=True, slots=True)
class Watts:
    """W per chip on one basis, or None with the reason and what the visitor can do.

    `one_sided` marks a chip left at its rated power on a basis that asks for its real draw. The comparison is
    one-sided when some chips carry the mark and others do not.
    """

    value: float | None  # W per chip
    how: str
    one_sided: bool = False
    source: str = ""
    date: str | None = None
    grade: str = ""
    reason: str = ""


def watts_per_chip(figures: PowerFigures, question: Question, custom_w: float | None = None) -> Watts:
    """W per chip on `question.power`; `custom_w` [W] also stands in for a figure the basis lacks. Never raises.

    On the measured basis the watts belong to each point (see `measured_watts`), so the value is None here.
    """
    published = _BASES[question.power](figures, question)
    if published.value is not None or question.power == "measured" or not _is_watts(custom_w):
        return published
    if question.power == "custom":
        return Watts(custom_w, f"your {custom_w:,.0f} W", source="visitor")
    how = f"your {custom_w:,.0f} W, used as it stands: {published.reason.partition(';')[0]}"
    return Watts(custom_w, how, source="visitor")


def measured_watts(measured_w: np.ndarray, j_per_tok_total: np.ndarray, tput_total: np.ndarray) -> np.ndarray:
    """GPU board power of each point [W per chip]: its own telemetry, else J/token x tok/s per chip; NaN without."""
    measured, energy, rate = (np.asarray(a, float) for a in (measured_w, j_per_tok_total, tput_total))
    with np.errstate(invalid="ignore", over="ignore"):
        derived = np.where((energy > 0) & (rate > 0), energy * rate, np.nan)
        watts = np.where((measured > 0) & np.isfinite(measured), measured, derived)
    return np.where(np.isfinite(watts), watts, np.nan)


def _rated(figures: PowerFigures, _question: Question) -> Watts:
    return _published(figures.rated_w, "rated package power") if figures.rated_w else _undisclosed("rated power")


def _sustained(figures: PowerFigures, question: Question) -> Watts:
    """Published sustained draw; else rated x f [W]; else rated, marked one-sided."""
    if figures.sustained_w:
        return _published(figures.sustained_w, "published sustained draw")
    rated = figures.rated_w
    if not rated:
        return _undisclosed("sustained or rated power")
    if question.f is not None:
        how = f"{question.f:g} × {rated.value:,.0f} W rated, your assumption: no sustained figure published"
        return Watts(rated.value * question.f, how, source=rated.source, date=rated.date, grade=rated.grade)
    how = "rated, no sustained figure published and none assumed"
    return Watts(rated.value, how, True, rated.source, rated.date, rated.grade)


def _all_in(figures: PowerFigures, question: Question) -> Watts:
    """All-in W per chip; the vintage assumes rated draw, so a lower draw is taken off or scaled.

    fixed = all-in - rated + draw; proportional = all-in x draw / rated
    """
    if not figures.all_in_w:
        return _undisclosed("all-in power")
    if question.all_in_draw == "rated":
        return _published(figures.all_in_w, "all-in at rated draw")
    if not figures.rated_w:
        return _undisclosed("rated power, which a lower all-in draw needs")
    draw, all_in, rated = _sustained(figures, question), figures.all_in_w, figures.rated_w
    if question.all_in_draw == "fixed":
        value = all_in.value - rated.value + draw.value
        how = f"all-in {all_in.value:,.0f} − {rated.value:,.0f} + {draw.value:,.0f} W, fixed overhead; chip: {draw.how}"
    else:
        value = all_in.value * draw.value / rated.value
        how = f"all-in {all_in.value:,.0f} × {draw.value:,.0f} / {rated.value:,.0f} W, proportional; chip: {draw.how}"
    source, grade = _joined(all_in.source, draw.source), _joined(all_in.grade, draw.grade)
    return Watts(value, how, draw.one_sided, source, all_in.date, grade)


def _facility(figures: PowerFigures, question: Question) -> Watts:
    """All-in x PUE [W per chip]."""
    all_in = _all_in(figures, question)
    if all_in.value is None:
        return all_in
    how = f"{question.pue:g} PUE × {all_in.how}"
    return Watts(all_in.value * question.pue, how, all_in.one_sided, all_in.source, all_in.date, all_in.grade)


def _custom(_figures: PowerFigures, _question: Question) -> Watts:
    return Watts(None, "not computable", reason="no watts entered; enter watts per chip")


def _measured(_figures: PowerFigures, _question: Question) -> Watts:
    reason = "measured power belongs to each point; points without telemetry need another basis"
    return Watts(None, "each point's own telemetry, GPU board only", reason=reason)


_BASES = {
    "rated": _rated,
    "sustained": _sustained,
    "measured": _measured,
    "all_in": _all_in,
    "facility": _facility,
    "custom": _custom,
}


def _published(figure: Figure, how: str) -> Watts:
    how = f"{how}, {figure.note}" if figure.note else how
    return Watts(figure.value, how, source=figure.source, date=figure.date, grade=figure.grade)


def _undisclosed(what: str) -> Watts:
    reason = f"{what} undisclosed; enter watts per chip or choose a basis that has a figure"
    return Watts(None, "not computable", reason=reason)


def _joined(*words: str) -> str:
    return " + ".join(dict.fromkeys(word for word in words if word))


def _is_watts(custom_w: float | None) -> bool:
    return custom_w is not None and math.isfinite(custom_w) and custom_w > 0
