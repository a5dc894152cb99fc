"""A lead falls apart into its factors, f moves it in proportion, and its curve never leaves what both sides have."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.lead import lead, overlap, ratio_curve, share_without_lead, two_sided
from model.standing import Curve

AMOUNT = st.floats(0.01, 1e6)


def curve(x, y, **more):
    x, y = np.array(x, float), np.array(y, float)
    return Curve("chip", "Chip", "fp4", "plain", "A", x, y, np.arange(len(x)), **more)


@given(AMOUNT, AMOUNT, AMOUNT, AMOUNT)
def test_factors_multiply_to_the_ratio_of_rates_per_watt(rate, other_rate, watts, other_watts):
    found = lead((rate, other_rate), (watts, other_watts))
    assert found.total == pytest.approx((rate / watts) / (other_rate / other_watts))


@given(AMOUNT, AMOUNT, AMOUNT, AMOUNT)
def test_seen_from_the_other_side_a_lead_is_its_inverse(rate, other_rate, watts, other_watts):
    there = lead((rate, other_rate), (watts, other_watts)).total
    back = lead((other_rate, rate), (other_watts, watts)).total
    assert there * back == pytest.approx(1)


@pytest.mark.parametrize("missing", [None, float("nan"), float("inf"), 0.0, -1.0])
def test_without_a_figure_there_is_no_lead(missing):
    assert lead((missing, 1.0), (1.0, 1.0)).total is None
    found = lead((2.0, 1.0), (1.0, missing))
    assert (found.rate, found.burden, found.total) == (2.0, None, None)


@given(st.floats(0.5, 5), st.floats(0.3, 1))
def test_f_changes_a_lead_in_proportion(rated, own):
    assert two_sided(rated, own, own) == pytest.approx(rated)
    assert two_sided(rated, share_without_lead(rated, own), own) == pytest.approx(1)


@pytest.mark.parametrize(
    ("f", "leads"), [(0.6, (1.45, 1.27, 1.17)), (0.786, (1.90, 1.67, 1.53)), (0.9, (2.18, 1.91, 1.76))]
)
def test_the_published_ratios_at_f(f, leads):
    """85,448 / 44,960, 19,641 / 11,781 and 18,195 / 11,862 with Jalapeño at 550 of 700 W."""
    published = 85_448 / 44_960, 19_641 / 11_781, 18_195 / 11_862
    assert [two_sided(ratio, f, 550 / 700) for ratio in published] == pytest.approx(leads, abs=0.006)


def test_a_ratio_is_read_where_both_curves_have_points_only():
    first, second = curve([10, 20, 40], [8, 6, 2]), curve([5, 25, 30], [4, 2, 1])
    x, ratio = ratio_curve(first, second)
    assert overlap(first, second) == (10, 30) == (x[0], x[-1])
    assert {20.0, 25.0} <= set(x)  # the knots
    assert np.isfinite(ratio).all()
    assert ratio[-1] == pytest.approx(float(np.interp(30, [20, 40], [6, 2])), rel=0.2)


def test_curves_side_by_side_have_no_ratio():
    first, second = curve([10, 20], [8, 6]), curve([30, 40], [2, 1])
    assert overlap(first, second) is None
    assert all(values.size == 0 for values in ratio_curve(first, second))


def test_a_single_shared_place_is_a_curve_of_one():
    x, ratio = ratio_curve(curve([10, 20], [8, 6]), curve([20, 40], [2, 1]))
    assert (x.tolist(), ratio.tolist()) == ([20.0], [3.0])


def test_on_times_each_side_counts_with_its_nearest_faster_point():
    stairs = {"smooth": False, "maximise_x": False}
    first, second = curve([8, 4, 2], [9, 6, 3], **stairs), curve([6, 3], [3, 1], **stairs)
    x, ratio = ratio_curve(first, second)
    assert (x[0], x[-1]) == (3, 6)
    assert ratio[0] == 3 / 1
    assert ratio[-1] == 6 / 3
