"""What a curve says at the pin: a value, its start, a range or nothing; ranked, with the lead in times."""

import numpy as np
import pytest

from model.question import Question
from model.standing import Curve, knots, lead, ranking, reach, reading, standing, unmeasured


def curve(x, y, name="A", **how):
    x, y = np.array(x, float), np.array(y, float)
    return Curve(name.lower(), name, "fp4", "plain", "A", x, y, 10 + np.arange(len(x)), **how)


def times(x, y, name="A"):
    """Knots over a time axis: the slow end first, held until the next faster knot."""
    return curve(x, y, name, smooth=False, maximise_x=False)


GENTLE = curve([20, 24, 28], [10, 9, 7])
CLIFF = curve([20, 40, 45], [10, 4, 3], "Cliff")
B300 = curve([20, 33, 59, 90], [13_029, 11_610, 2790, 1400], "B300")
JALAPENO = curve([65, 102, 207], [19_641, 17_686, 7350], "Jalapeño")


def test_a_pin_on_a_knot_reads_the_knot():
    said = standing(CLIFF, 40)
    assert (said.kind, said.value, said.row, said.between) == ("value", 4, 11, (11, 11))


def test_a_pin_between_near_knots_reads_the_curve():
    said = standing(GENTLE, 22)
    assert said.kind == "value" and 9 < said.value < 10 and said.low == said.high == said.value
    assert said.between == (10, 11) and said.at == 22
    assert [standing(GENTLE, pin).row for pin in (21, 23.9)] == [10, 11]


def test_a_pin_slower_than_the_start_takes_the_start_and_says_where():
    said = standing(JALAPENO, 50)
    assert (said.kind, said.value, said.at, said.row) == ("start", 19_641, 65, 10)


def test_a_pin_in_an_unmeasured_stretch_gives_both_neighbours_and_no_invented_number():
    """B300 on DeepSeek-R1 at 50: nobody measured between 33 and 59, so 2,790 to 11,610 and a lead of 1.7 to 7.0."""
    said = standing(B300, 50)
    assert (said.kind, said.low, said.high) == ("range", 2790, 11_610) and said.low < said.value < said.high
    assert lead(standing(JALAPENO, 50), said) == pytest.approx((1.69, 7.04), abs=0.005)


def test_a_pin_faster_than_the_end_gets_no_value_and_hears_the_fastest():
    said = standing(CLIFF, 46)
    assert (said.kind, said.value, said.at, said.row) == ("none", None, 45, 12)
    assert lead(standing(JALAPENO, 102), said) is None


def test_only_wide_and_steep_segments_are_unmeasured():
    assert unmeasured(CLIFF).tolist() == [True, False]
    assert unmeasured(curve([10, 12.4, 20, 40], [10, 4, 3, 1.5])).tolist() == [False, False, False]
    assert unmeasured(curve([10, 20], [1, 2.1], maximise_y=False, reciprocal=True)).tolist() == [True]


def test_one_point_is_a_curve():
    point = curve([30], [5])
    assert [standing(point, pin).kind for pin in (20, 30, 40)] == ["start", "value", "none"]
    assert unmeasured(point).size == 0


def test_a_staircase_holds_the_faster_measured_point_and_never_a_range():
    said = standing(curve([20, 40, 45], [10, 4, 3], smooth=False), 25)
    assert (said.kind, said.value, said.row) == ("value", 4, 11)


@pytest.mark.parametrize(
    ("pin", "kind", "value", "row"),
    [(3, "start", 11_781, 10), (2.26, "value", 11_781, 10), (2, "value", 982, 11), (0.5, "none", None, 11)],
)
def test_within_a_time_counts_points_at_or_below_it(pin, kind, value, row):
    """GB300's first tokens on DeepSeek-R1: within 2 s only the point at 0.62 s counts."""
    said = standing(times([2.26, 0.62], [11_781, 982]), pin)
    assert (said.kind, said.value, said.row) == (kind, value, row)


def test_a_cost_is_read_as_its_rate_and_the_cheaper_leads():
    """Knots of 10 and 20 tok/USD at 20 and 10 tok/s/user: 15 at 15, so 1/15 USD per token."""
    cost = {"maximise_y": False, "reciprocal": True}
    cheap, dear = curve([10, 20], [1 / 20, 1 / 10], "cheap", **cost), curve([10, 20], [1, 2], "dear", **cost)
    assert reading(cheap, 15) == pytest.approx(1 / 15)
    ranked = ranking((dear, cheap), 15)
    assert [said.series for said in ranked] == [1, 0]
    assert lead(ranked[0], ranked[1], maximise_y=False) == pytest.approx((20, 20))
    assert lead(ranked[1], ranked[0], maximise_y=False) == pytest.approx((1 / 20, 1 / 20))


def test_a_range_of_costs_leads_by_a_range():
    gap = curve([20, 40], [1, 4], maximise_y=False, reciprocal=True)
    one = curve([20, 22], [0.5, 0.5], "one", maximise_y=False, reciprocal=True)
    assert lead(standing(one, 22), standing(gap, 22), maximise_y=False) == pytest.approx((2, 8))


def test_ranking_puts_the_best_first_and_the_slowest_last():
    curves = (CLIFF, JALAPENO, curve([10, 90], [5, 4], "Fast"), B300, curve([10, 50], [9, 1], "Slow"))
    ranked = ranking(curves, 100)
    assert [(curves[said.series].name, said.kind) for said in ranked] == [
        ("Jalapeño", "value"),
        ("B300", "none"),
        ("Fast", "none"),
        ("Slow", "none"),
        ("Cliff", "none"),
    ]


def test_ranking_of_times_puts_the_fastest_first_among_those_too_slow():
    curves = (times([9, 4], [5, 4], "late"), times([9, 3], [5, 4], "later"), times([9, 1], [5, 4], "in time"))
    assert [said.series for said in ranking(curves, 2)] == [2, 1, 0]


def test_level_curves_rank_by_name_and_lead_by_one():
    ranked = ranking((curve([10, 20], [5, 4], "B"), curve([10, 20], [5, 4], "A")), 15)
    assert [said.series for said in ranked] == [1, 0] and lead(*ranked) == (1, 1)


def test_reach_is_the_start_before_it_and_nothing_after_the_end():
    assert reach(CLIFF, np.array([1, 40, 50])) == pytest.approx([10, 4, np.nan], nan_ok=True)
    assert reach(times([9, 3], [5, 4]), np.array([20, 9, 3, 1])) == pytest.approx([5, 5, 4, np.nan], nan_ok=True)


def test_knots_run_from_slow_to_fast_and_count_duplicates_once():
    x = np.array([30.0, 10, 20, 10])
    assert knots(x).tolist() == [1, 2, 0]
    assert knots(x, maximise_x=False).tolist() == [0, 2, 1]


def test_every_segment_of_the_default_question_can_be_ranked():
    """The frozen default pin lies inside Jalapeño's range, so the opening picture has a value."""
    assert standing(JALAPENO, Question().pin).kind == "value"
