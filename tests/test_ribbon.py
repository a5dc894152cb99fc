"""The band of a frontier and the distance from it: both along the line on which a slower system moves."""

import numpy as np
import pytest

from model.calibration import BAND_90
from model.ribbon import around, distance

X, Y = np.array([10.0, 20.0, 40.0, 80.0]), np.array([8000.0, 6000.0, 2000.0, 100.0])
WIDTH = 0.2
SPREAD = np.full(4, WIDTH / BAND_90)


def test_a_slower_system_lies_at_its_factor_from_the_frontier():
    for factor in (0.5, 0.9, 1.0, 1.3):
        assert distance((X, Y), X * factor, Y * factor) == pytest.approx(-np.log(factor), abs=1e-12)


def test_beyond_its_ends_the_frontier_is_level_and_then_falls_off():
    slow = distance((X, Y), np.array([1.0]), np.array([4000.0]))
    fast = distance((X, Y), np.array([100.0]), np.array([1.0]))
    assert slow == pytest.approx(np.log(2)) and fast == pytest.approx(np.log(0.8))


def test_the_ends_of_the_band_lie_at_its_width_from_the_frontier():
    low, high = around(X, Y, SPREAD)
    assert (low < Y).all() and (high >= Y * np.exp(WIDTH) * (1 - 1e-9)).all()
    assert distance((X, Y), X[1:], high[1:]) == pytest.approx(-WIDTH, abs=1e-9)
    assert distance((X, Y), X[:-1], low[:-1]) == pytest.approx(WIDTH, abs=1e-9)


def test_where_the_frontier_is_level_the_band_is_its_width():
    low, high = around(X, np.full(4, 100.0), SPREAD)
    assert low == pytest.approx(100 * np.exp(-WIDTH)) and high == pytest.approx(100 * np.exp(WIDTH))
