"""Who leads where: an envelope of points at a speed or faster, its changes, and the pin in the middle."""

import numpy as np
import pytest

from model.envelope import crossovers, default_pin, envelope, leader, leads_everywhere, stretches
from model.standing import Curve

STEPS = [10, 20, 30, 50, 75, 100, 150, 200, 300, 500, 1000]


def curve(x, y, **how):
    x, y = np.array(x, float), np.array(y, float)
    return Curve("a", "A", "fp4", "plain", "A", x, y, np.arange(len(x)), **how)


FLAT = curve([20, 80], [50, 50])
STEEP = curve([10, 90], [90, 10])  # meets 50 at speed 50


def test_two_lines_cross_where_algebra_says():
    (passes,) = crossovers([FLAT, STEEP])[:1]
    assert (passes.before, passes.after) == (1, 0) and passes.at == pytest.approx(50, rel=1e-8)


def test_the_lead_falls_to_the_slower_curve_where_the_other_ends():
    assert [part.leader for part in stretches([FLAT, STEEP])] == [1, 0, 1]
    begin, end, last = stretches([FLAT, STEEP])[-1]
    assert (begin, end, last) == (pytest.approx(80, rel=1e-8), 90, 1)


def test_a_faster_start_above_all_others_leads_everywhere():
    """Jalapeño's slowest point, at 65 tok/s/user, beats every GPU point at any speed."""
    curves = [curve([20, 60, 170], [13_000, 2800, 300]), curve([65, 102, 700], [19_641, 17_686, 933])]
    assert leads_everywhere(curves) == 1 and crossovers(curves) == []
    assert stretches(curves) == [(20, 700, 1)]
    assert leads_everywhere([FLAT, STEEP]) is None


def test_leader_at_a_place():
    assert [leader([FLAT, STEEP], at) for at in (5, 40, 60, 85, 95)] == [1, 1, 0, 1, None]
    assert leader([], 50) is None and leads_everywhere([]) is None


def test_level_curves_give_the_lead_to_the_first():
    assert leads_everywhere([curve([10, 20], [5, 4]), curve([10, 20], [5, 4])]) == 0


def test_curves_level_at_first_part_where_they_part():
    curves = [curve([10, 20, 40], [5, 5, 1], smooth=False), curve([10, 20, 40], [5, 5, 2], smooth=False)]
    assert stretches(curves) == [(10, pytest.approx(20), 0), (pytest.approx(20), 40, 1)]


def test_costs_lead_by_being_low():
    costs = {"maximise_y": False, "reciprocal": True}
    curves = [curve([20, 80], [1 / 50, 1 / 50], **costs), curve([10, 90], [1 / 90, 1 / 10], **costs)]
    assert [part.leader for part in stretches(curves)] == [1, 0, 1]
    assert crossovers(curves)[0].at == pytest.approx(50, rel=1e-8)
    assert envelope(curves, np.array([50.0, 85, 99])) == pytest.approx([1 / 50, 1 / 15, np.nan], nan_ok=True)


def test_staircases_over_time_change_the_lead_at_their_knots():
    """Within 2.3 s the second has 9, but its next point takes 1 s; the first has 8 at 1.9 s."""
    how = {"smooth": False, "maximise_x": False}
    curves = [curve([6, 1.9, 0.9], [10, 8, 1], **how), curve([2.3, 1], [9, 3], **how)]
    passes = [(change.at, change.before, change.after) for change in crossovers(curves)]
    assert passes == [
        (pytest.approx(6), 0, 1),
        (pytest.approx(2.3), 1, 0),
        (pytest.approx(1.9), 0, 1),
        (pytest.approx(1), 1, 0),
    ]


def test_the_envelope_is_the_best_of_all():
    assert envelope([FLAT, STEEP], np.array([5.0, 30, 70, 85, 95])) == pytest.approx(
        [90, 70, 50, 15, np.nan], nan_ok=True
    )


def test_the_pin_is_the_step_nearest_to_the_middle_of_the_common_range():
    """Common range 20 to 80: geometric middle 40, nearer to 50 than to 30 in log."""
    assert default_pin([FLAT, STEEP], STEPS) == 50
    assert default_pin([curve([30], [1])], STEPS) == 30
    assert default_pin([], STEPS) is None


def test_without_a_common_range_the_pin_goes_to_the_leader():
    assert default_pin([curve([10, 20], [5, 4]), curve([100, 400], [9, 1])], STEPS) == 200


def test_the_pin_on_an_axis_of_times():
    how = {"smooth": False, "maximise_x": False}
    assert default_pin([curve([8, 1], [5, 4], **how), curve([16, 2], [5, 4], **how)], [1, 2, 4, 8]) == 4
