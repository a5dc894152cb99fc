"""A step is the sum of its terms; better hardware never makes it longer, and infinite hardware leaves latency."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from data.machines import accelerators, formats, llms
from model.step import TERMS, binding, ideal, latency, seconds, terms
from model.work import Deployment
from tests.machines import CHIP, DENSE, FP8, SPARSE, TYPICAL

LENGTHS = (7372.8, 921.6)
EIGHT = Deployment(8.0, 1.0, 1.0)


def length(llm, chip, running, at=EIGHT, factors=TYPICAL):
    return seconds(terms(ideal(llm, chip, FP8, at, LENGTHS), factors, running))


def test_one_user_reads_the_weights_once_per_token():
    """70e9 bytes over 8 chips at 0.8 of 5e12 bytes/s: 2.1875 ms, worked by hand."""
    parts = terms(ideal(DENSE, CHIP, FP8, EIGHT, LENGTHS), TYPICAL, 1.0)
    assert parts.weights == pytest.approx(2.1875e-3)
    assert parts.latency == pytest.approx(80 * 50e-6 + 80 * 2 * 3 * 8e-6 + 10e-6)


@given(st.sampled_from(["hbm_bytes_s", "link_bytes_s"]), st.floats(1.0, 50.0), st.floats(1, 2000))
@settings(deadline=None)
def test_more_bandwidth_or_link_never_hurts(figure, better, running):
    chip = replace(CHIP, **{figure: getattr(CHIP, figure) * better})
    for llm in (DENSE, SPARSE):
        assert length(llm, chip, running) <= length(llm, CHIP, running) * (1 + 1e-12)


@given(st.floats(1.0, 50.0), st.floats(1, 2000))
@settings(deadline=None)
def test_more_compute_never_hurts(better, running):
    chip = replace(CHIP, peaks={name: peak * better for name, peak in CHIP.peaks.items()})
    assert length(SPARSE, chip, running) <= length(SPARSE, CHIP, running) * (1 + 1e-12)


def test_infinite_hardware_leaves_only_latency():
    endless = replace(CHIP, hbm_bytes_s=1e40, link_bytes_s=1e40, peaks={name: 1e40 for name in CHIP.peaks})
    times = ideal(SPARSE, endless, FP8, EIGHT, LENGTHS)
    assert seconds(terms(times, TYPICAL, 64.0)) == pytest.approx(
        latency(times, TYPICAL) + 64 * TYPICAL.sequence_s, rel=1e-12
    )


def test_the_hops_of_a_topology_show():
    """TPU 8i's seven hops against TPU 8t's sixteen: at 512 chips a collective of the latter takes more steps."""
    at, llm = Deployment(512.0, 1.0, 1.0), llms()["DeepSeek-R1-0528"]
    few, many = (
        ideal(llm, accelerators()[key], formats()[llm.name, "fp4"], at, LENGTHS).hops for key in ("tpu-8i", "tpu-8t")
    )
    assert few < many


def test_what_binds():
    parts = terms(ideal(SPARSE, CHIP, FP8, EIGHT, LENGTHS), TYPICAL, np.array([1.0, 100.0, 1e6]))
    assert TERMS[binding(parts)[0]] == "latency"
    assert TERMS[binding(parts)[1]] == "weights"
    assert TERMS[binding(parts)[2]] == "cache"


def test_arrays_equal_scalars():
    tp, running = np.array([1.0, 2, 4, 8, 1, 8]), np.array([1.0, 7, 64, 256, 9, 1000])
    at = Deployment(tp, np.ones(6), np.array([1.0, 2, 1, 8, 1, 1]))
    together = length(SPARSE, CHIP, running, at)
    alone = [length(SPARSE, CHIP, b, Deployment(t, 1.0, d)) for t, b, d in zip(tp, running, at.dp, strict=True)]
    np.testing.assert_allclose(together, alone, rtol=1e-12)
