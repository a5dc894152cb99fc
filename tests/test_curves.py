"""The curves that are drawn lie where the measured frontiers lie, as far as their bands say."""

from dataclasses import replace

import numpy as np
import pytest

from data import accuracy, curves
from data.answer import answer
from model.ribbon import distance
from pages.ui import accuracy_curves
from pages.ui.presets import OPENING


@pytest.fixture(scope="module")
def seen():
    return curves.judged(curves.seen)


def test_the_bands_hold_the_measured_frontiers_of_every_accelerator(seen):
    assert seen["all"]["n"] > 1500 and seen["all"]["inside"] >= curves.LEAST and seen["all"]["half_width"] < 40
    own = [found for name, found in seen.items() if name != "all"]
    assert (
        sum(found["n"] for found in own) == seen["all"]["n"] and min(found["inside"] for found in own) >= curves.LEAST
    )


def test_the_curves_lie_near_the_measured_frontiers_and_neither_above_nor_below(seen):
    assert seen["all"]["distance"] < 10 and abs(seen["all"]["bias"]) < 0.05


def test_the_curve_that_is_judged_is_the_one_that_is_drawn():
    asked = replace(OPENING.question, layer=("published", "model"), chip=("b200",), y="tput_total")
    shown = next(curve for curve in answer(asked).modelled)
    of = next(m for m in curves.measured() if (m.llm, m.isl, m.accelerator, m.precision) == CELL)
    speed, tput, spread = curves.drawn(of, curves.seen(of))
    assert speed == pytest.approx(shown.x, rel=1e-9) and tput == pytest.approx(shown.y, rel=1e-9)
    assert (spread > 0).all() and np.abs(distance((speed, tput), of.speed, of.tput)).max() < 1


CELL = ("DeepSeek-R1-0528", 8192, "b200", "fp4")


def test_results_without_curves_have_none(monkeypatch):
    monkeypatch.setattr(accuracy, "results", lambda: {"curves": {"seen": {"all": {"n": 3}, "on b200": {"n": 3}}}})
    assert accuracy.curves() == {"seen": {"n": 3}}
    monkeypatch.setattr(accuracy, "results", dict)
    assert accuracy.curves() == {}


def test_the_page_says_what_was_computed_and_nothing_where_it_was_not(monkeypatch):
    found = {"seen": {"n": 2083, "inside": 96.1, "half_width": 27.6}, "workload": {"n": 2005, "inside": 89.9}}
    monkeypatch.setattr(accuracy, "curves", lambda: found)
    said = accuracy_curves.curves()
    assert said.startswith("Frontier band: inside 96 % of 2,083 measured frontier points, median half-width 28 %")
    assert said.endswith("by fits that lack the workload inside 90 % of 2,005. ")
    monkeypatch.setattr(accuracy, "curves", dict)
    assert accuracy_curves.curves() == ""
