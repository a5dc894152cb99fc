"""Latency steps by topology, bytes of collectives, and the link that is slowest."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.network import all_gather_bytes, all_reduce_bytes, bandwidth, steps


def test_steps_worked_by_hand():
    assert steps("switch", 8, 8, 1) == 3
    assert steps("torus", 1000, 9600, 16) == pytest.approx(15)  # a 10 x 10 x 10 block: three half rings of five
    assert steps("torus", 9600, 9600, 16) == 16  # the accelerator's own longest path
    assert steps("boardfly", 1152, 1152, 7) == pytest.approx(np.log2(1152))
    assert steps("clos", 64, 128, 1) == 6
    assert steps("clos", 256, 128, 1) == 10  # eight, and two to the spine and back


def test_one_chip_talks_to_nobody():
    for topology in ("switch", "torus", "boardfly", "clos"):
        assert steps(topology, 1, 8, 7) == 0
    assert all_reduce_bytes(1e6, 1) == 0 and all_gather_bytes(1e6, 1) == 0


@given(st.sampled_from(["switch", "torus", "boardfly", "clos"]), st.integers(1, 10))
def test_more_chips_never_need_fewer_steps(topology, doublings):
    n = 2.0**doublings
    assert steps(topology, 2 * n, 2048, 16) >= steps(topology, n, 2048, 16)


def test_an_all_reduce_is_a_scatter_and_a_gather():
    assert all_reduce_bytes(1e6, 8) == pytest.approx(2 * all_gather_bytes(1e6, 8)) == pytest.approx(1.75e6)


def test_beyond_the_domain_the_outer_link_counts():
    assert bandwidth(900e9, 50e9, 8, 8) == 900e9
    assert bandwidth(900e9, 50e9, 16, 8) == 50e9
    assert bandwidth(900e9, 0.0, 16, 8) == 900e9
