"""Curves between knots: hand-worked values, monotone, never outside the data."""

import numpy as np
import pytest

from model.interpolate import crossings, ratio_at, samples, staircase, steffen, steffen_reciprocal, steffen_slopes


def test_slopes_worked_by_hand():
    """Knots (0,0) (1,1) (3,2) (4,5): secants 1, 1/2, 3.

    p1 = (1*2 + 0.5*1)/3 = 5/6, inner 2*min(1, 0.5, 5/12) = 5/6.
    p2 = (0.5*1 + 3*2)/3 = 13/6, inner 2*min(0.5, 3, 13/12) = 1.
    Ends (3*1 - 5/6)/2 = 13/12 and (3*3 - 1)/2 = 4.
    """
    assert steffen_slopes(np.array([0, 1, 3, 4]), np.array([0, 1, 2, 5])) == pytest.approx([13 / 12, 5 / 6, 1, 4])


def test_value_worked_by_hand():
    """Middle of (1,1)-(3,2): (1 + 2)/2 + 2 (5/6 - 1)/8 = 1.5 - 1/24."""
    assert steffen([0, 1, 3, 4], [0, 1, 2, 5], 2.0) == pytest.approx(1.5 - 1 / 24)


def test_a_turning_point_has_slope_zero():
    assert steffen_slopes(np.array([0, 1, 2]), np.array([0, 1, 0])) == pytest.approx([1.5, 0, -1.5])


def test_two_knots_make_a_line_and_one_a_point():
    assert steffen([1, 3], [10, 20], [1, 2, 3]) == pytest.approx([10, 15, 20])
    assert steffen([5], [7], [4, 5, 6]) == pytest.approx([np.nan, 7, np.nan], nan_ok=True)


def test_log_x_bends_in_the_logarithm():
    assert steffen([1, 100], [0, 2], 10.0, log_x=True) == pytest.approx(1)


@pytest.mark.parametrize("log_x", [False, True])
def test_falling_knots_give_a_falling_curve_through_them(log_x):
    for seed in range(100):
        draw = np.random.default_rng(seed)
        x = np.unique(np.exp(draw.normal(3, 1.5, 12)))
        y = np.sort(np.exp(draw.normal(7, 2, x.size)))[::-1]
        at = samples(x, 50)
        value = steffen(x, y, at, log_x)
        assert (np.diff(value) <= 1e-9 * y[0]).all() and value.max() == y[0] and value.min() == y[-1]
        assert steffen(x, y, x, log_x) == pytest.approx(y)
        assert np.isnan(steffen(x, y, [x[0] * 0.999, x[-1] * 1.001, np.nan], log_x)).all()


def test_a_cost_is_interpolated_as_its_rate():
    """Between 1/10 and 1/20 the rate is 15 halfway, so the cost is 1/15, not the mean 0.075."""
    assert steffen_reciprocal([1, 3], [1 / 10, 1 / 20], 2.0) == pytest.approx(1 / 15)


def test_a_staircase_holds_until_the_next_faster_knot():
    held = staircase([10, 20, 40], [9, 5, 1], [9, 10, 11, 20, 20.1, 40, 41])
    assert held == pytest.approx([np.nan, 9, 5, 5, 1, 1, np.nan], nan_ok=True)


def test_within_a_time_counts_the_points_at_or_below_it():
    """GB300 on DeepSeek-R1: 11,781 tok/s/kW at 2.26 s to the first token and 982 at 0.62 s, so 982 within 2 s."""
    held = staircase([0.62, 2.26], [982, 11781], [0.5, 0.62, 2, 2.26, 3], maximise_x=False)
    assert held == pytest.approx([np.nan, 982, 982, 11781, np.nan], nan_ok=True)


def test_samples_are_even_in_log_x_and_keep_the_knots():
    at = samples(np.array([1, 16, 64]), 4)
    assert at == pytest.approx([1, 2, 4, 8, 16, 16 * 2**0.5, 32, 32 * 2**0.5, 64])
    assert samples(np.array([5.0])).tolist() == [5.0]


def test_crossings_are_found_to_a_billionth():
    """100 - x and x meet at 50; 100 - x and 70 at 30."""
    grid = np.linspace(1, 99, 9)
    assert crossings(lambda x: 100 - x, lambda x: x, grid) == pytest.approx([50], rel=1e-9)
    assert crossings(lambda x: 100 - x, lambda x: 70 + 0 * x, grid) == pytest.approx([30], rel=1e-9)


def test_a_touch_and_a_missing_stretch_are_no_crossing():
    grid = np.linspace(1, 99, 99)
    assert crossings(lambda x: (x - 50) ** 2, lambda x: 0 * x, grid).size == 0
    assert crossings(lambda x: np.where(x < 40, x, np.nan), lambda x: 50 + 0 * x, grid).size == 0


def test_ratio_where_both_have_data():
    first, second = (lambda at: steffen([1, 3], [10, 20], at)), (lambda at: steffen([2, 4], [5, 5], at))
    assert ratio_at(first, second, np.array([1.0, 2.0, 3.5])) == pytest.approx([np.nan, 3, np.nan], nan_ok=True)
