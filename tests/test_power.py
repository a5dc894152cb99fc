"""Watts per chip on every basis: worked numbers, and what is said when a figure is missing."""

from dataclasses import replace

import numpy as np
import pytest

from model.power import Figure, PowerFigures, measured_watts, watts_per_chip
from model.question import POWER_BASES, Question

JALAPENO = PowerFigures(
    rated_w=Figure(700, "openai", "2026-08-25", "V"),
    sustained_w=Figure(550, "openai-deck", "2026-08-25", "V", "at or below"),
    all_in_w=Figure(1125, "semianalysis", "2026-09-10", "B"),
)
GB300 = PowerFigures(
    rated_w=Figure(1400, "nvidia", None, "A"), all_in_w=Figure(2120, "semianalysis", "2026-07-31", "B")
)
UNKNOWN = PowerFigures()


def watts(figures, custom_w=None, **asked):
    return watts_per_chip(figures, replace(Question(), **asked), custom_w)


@pytest.mark.parametrize(
    ("asked", "jalapeno", "gb300"),
    [
        ({"power": "rated"}, 700, 1400),
        ({"power": "sustained"}, 550, 1400),
        ({"power": "sustained", "f": 0.5}, 550, 700),
        ({"power": "all_in"}, 1125, 2120),
        ({"power": "all_in", "all_in_draw": "fixed"}, 975, 2120),
        ({"power": "all_in", "all_in_draw": "fixed", "f": 0.5}, 975, 1420),
        ({"power": "all_in", "all_in_draw": "proportional"}, 883.92857, 2120),
        ({"power": "all_in", "all_in_draw": "proportional", "f": 0.5}, 883.92857, 1060),
        ({"power": "facility", "pue": 1.2}, 1350, 2544),
        ({"power": "facility", "pue": 1.2, "all_in_draw": "fixed"}, 1170, 2544),
    ],
    ids=str,
)
def test_watts_worked_by_hand(asked, jalapeno, gb300):
    assert watts(JALAPENO, **asked).value == pytest.approx(jalapeno)
    assert watts(GB300, **asked).value == pytest.approx(gb300)


def test_a_fixed_overhead_lifts_jalapeno_by_1125_over_975():
    at_rated, fixed = (watts(JALAPENO, power="all_in", all_in_draw=draw).value for draw in ("rated", "fixed"))
    assert at_rated / fixed == pytest.approx(1.1538, rel=1e-4)


def test_only_a_chip_left_at_rated_is_marked_one_sided():
    left = watts(GB300, power="sustained")
    assert left.one_sided and left.how == "rated, no sustained figure published and none assumed"
    assert watts(GB300, power="all_in", all_in_draw="fixed").one_sided
    for fair in (
        watts(JALAPENO, power="sustained"),
        watts(GB300, power="sustained", f=0.8),
        watts(GB300, power="all_in"),
    ):
        assert not fair.one_sided


def test_every_figure_carries_source_date_and_grade():
    fixed = watts(JALAPENO, power="all_in", all_in_draw="fixed")
    assert (fixed.source, fixed.date, fixed.grade) == ("semianalysis + openai-deck", "2026-09-10", "B + V")
    sustained = watts(JALAPENO, power="sustained")
    assert (sustained.source, sustained.how) == ("openai-deck", "published sustained draw, at or below")


@pytest.mark.parametrize("basis", POWER_BASES)
def test_a_missing_figure_is_told_in_words_and_never_guessed(basis):
    answer = watts(UNKNOWN, power=basis, f=0.8)
    assert answer.value is None and answer.reason


def test_sustained_needs_no_rated_figure_but_a_lower_all_in_draw_does():
    assert watts(PowerFigures(sustained_w=Figure(300, "s")), power="sustained").value == 300
    lower = watts(PowerFigures(all_in_w=Figure(900, "s")), power="all_in", all_in_draw="fixed")
    assert lower.value is None and "rated power" in lower.reason


def test_typed_watts_are_the_custom_basis_and_fill_a_gap_on_the_others():
    assert watts(GB300, 900, power="custom").value == 900
    assert watts(GB300, 900, power="rated").value == 1400
    filled = watts(UNKNOWN, 900, power="facility")
    assert (filled.value, filled.source, filled.how) == (
        900,
        "visitor",
        "your 900 W, used as it stands: all-in power undisclosed",
    )
    assert watts(UNKNOWN, 900, power="measured").value is None


@pytest.mark.parametrize("junk", [None, 0, -5.0, float("nan"), float("inf")])
def test_typed_junk_is_no_power(junk):
    assert watts(GB300, junk, power="custom").value is None


def test_measured_watts_prefer_telemetry_and_else_follow_from_energy():
    """0.05 J/token at 10,000 tok/s per chip is 500 W."""
    nan = np.nan
    got = measured_watts(
        [620, nan, 0, nan, nan, np.inf], [0.05, 0.05, 0.05, nan, 0.05, nan], [1e4, 1e4, 1e4, 1e4, 0, 1e4]
    )
    assert got == pytest.approx([620, 500, 500, nan, nan, nan], nan_ok=True)
