"""What fits, how much of it, and the reason when it does not."""

from dataclasses import replace

import numpy as np
import pytest

from model import memory
from model.sweep import Case, deployments, paces
from model.work import Deployment
from tests.machines import CHIP, DENSE, FP8, SPARSE, TYPICAL


def test_room_worked_by_hand():
    """0.92 x 200 GB - 3 GB - 70 GB / 2 = 146 GB; 8192 tokens x 163,840 B / 2 = 0.671 GB each: 217 sequences."""
    at = Deployment(2.0)
    free = memory.free_bytes(DENSE, CHIP, FP8, at)
    assert free == pytest.approx(146e9)
    assert int(memory.max_running(free, 8192 * 163_840 / 2)) == 217


@pytest.mark.parametrize(
    ("llm", "at", "context", "code"),
    [
        (DENSE, Deployment(1.0), 8192.0, memory.FITS),
        (SPARSE, Deployment(1.0), 8192.0, memory.WEIGHTS),
        (DENSE, Deployment(1.0), 1e9, memory.SEQUENCE),
        (DENSE, Deployment(16.0), 8192.0, memory.DOMAIN),
        (SPARSE, Deployment(8.0, 3.0), 8192.0, memory.DIVIDE),
    ],
)
def test_each_reason(llm, at, context, code):
    assert memory.reason(llm, replace(CHIP, outer_bytes_s=0.0), FP8, at, context) == code


def test_a_link_beyond_the_domain_carries_a_larger_replica():
    assert memory.reason(DENSE, CHIP, FP8, Deployment(16.0), 8192.0) == memory.FITS


def test_why_nothing_runs_names_the_largest_deployment():
    chips = np.array([1.0, 8.0, 16.0, 64.0])
    weights, sequence, domain = memory.WEIGHTS, memory.SEQUENCE, memory.DOMAIN
    said = "the weights do not fit in the memory of 8 chips, all that its network joins"
    assert memory.in_words(np.array([weights, weights, domain, domain]), chips) == said
    assert memory.in_words(np.array([weights, weights, domain, domain]), chips, "or so").endswith("8 chips, or so")
    said = "one sequence does not fit beside the weights in the memory of 64 chips, the largest deployment tried"
    assert memory.in_words(np.array([weights, weights, weights, sequence]), chips) == said
    assert memory.in_words(np.full(4, memory.PRECISION), chips) == "no arithmetic in this precision"


def codes(chip):
    return paces(Case(SPARSE, chip, FP8, TYPICAL, 7168.0, 1024.0), deployments())[1]


def test_every_deployment_is_a_row_and_none_raises():
    for chip in (CHIP, replace(CHIP, hbm_bytes=None), replace(CHIP, peaks={"int8": 1e15})):
        assert codes(chip).shape == deployments().tp.shape
    assert set(codes(replace(CHIP, link_bytes_s=None))) == {memory.UNDISCLOSED}
    assert set(codes(replace(CHIP, peaks={"int8": 1e15}))) == {memory.PRECISION}


def test_more_memory_never_holds_fewer():
    sizes = np.linspace(50e9, 400e9, 40)
    room = [
        memory.max_running(memory.free_bytes(DENSE, replace(CHIP, hbm_bytes=s), FP8, Deployment(2.0)), 1e9)
        for s in sizes
    ]
    assert (np.diff(room) >= 0).all()
