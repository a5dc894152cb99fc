"""The formulas of sizing: worked by hand, at their edges, and against a slow and plain winner of each cell."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.sizing import (
    chips_for,
    chips_within,
    facility_mw,
    in_flight,
    requests_of_users,
    requests_per_chip,
    systems_for,
    usd_per_hour,
    winners,
)


def test_worked_by_hand():
    """6,000 users each minute are 100 requests/s; 922 tok/s answer one of 922 tokens: 100 chips, by eights 104."""
    assert requests_of_users(6000, 60) == 100
    assert requests_per_chip(922, 922) == 1
    assert chips_for(100, 1, 8) == 104
    assert systems_for(104, 72) == 2
    assert facility_mw(104, 1250, 1.2) == pytest.approx(0.156)
    assert in_flight(100, 20) == 2000
    assert usd_per_hour(730_000) == 1000


def test_a_budget_buys_whole_replicas():
    assert chips_within(10_000, 1250, 1) == 8
    assert chips_within(10_000, 1250, 3) == 6
    assert chips_within(10_000, 1250, 8) == 8
    assert chips_within(9_999, 1250, 8) == 0


def test_a_whole_quotient_is_not_rounded_away():
    assert chips_for(0.3, 0.1, 1) == 3 and chips_within(0.3, 0.1, 1) == 3


@pytest.mark.parametrize("bad", [0, -1, float("nan"), float("inf")])
def test_what_is_not_a_rate_is_refused(bad):
    for call in (lambda: chips_for(bad, 1, 1), lambda: chips_for(1, bad, 1), lambda: chips_within(1, bad, 1)):
        with pytest.raises(ValueError, match="positive and finite"):
            call()


@given(st.floats(1e-6, 1e9), st.floats(1e-3, 1e3), st.integers(1, 2048))
def test_the_chips_serve_the_load_and_one_replica_less_does_not(load, each, replica):
    chips = chips_for(load, each, replica)
    assert chips % replica == 0 and chips * each >= load * (1 - 1e-8)
    assert chips == replica or (chips - replica) * each < load * (1 + 1e-8)


CELLS = st.lists(st.floats(0.1, 100) | st.just(float("nan")), min_size=6, max_size=6)


@given(st.integers(1, 4), st.data())
def test_winners_are_those_of_a_plain_loop(count, data):
    rate = np.array([data.draw(CELLS)[:3] for _ in range(count)])
    burden = np.array([data.draw(CELLS)[:2] for _ in range(count)])
    found = winners(rate, (0.9 * rate, 1.1 * rate), burden)
    for j in range(2):
        for i in range(3):
            known = sorted((-rate[c, i] / burden[c, j], c) for c in range(count) if rate[c, i] / burden[c, j] > 0)
            assert found.first[j, i] == (known[0][1] if known else -1)
            assert found.second[j, i] == (known[1][1] if len(known) > 1 else -1)
            if len(known) > 1:
                margin = known[0][0] / known[1][0]
                assert found.margin[j, i] == pytest.approx(margin)
                assert found.open[j, i] == (margin <= 1.1 / 0.9) or margin == pytest.approx(1.1 / 0.9)
            else:
                assert np.isnan(found.margin[j, i]) and not found.open[j, i]


def test_measured_points_without_bands_are_never_open():
    rate = np.array([[1.0], [1.0]])
    assert not winners(rate, (rate, rate), np.ones((2, 1))).open.any()
