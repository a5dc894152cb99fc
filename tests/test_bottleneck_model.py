"""The parts of a step add up to the step, what fits fits, and a roofline is bytes and FLOP alone; worked by hand."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model import bottleneck, memory
from model.calibration import PERFECT
from model.serving import Load, decode_step, pace, prompt_seconds
from model.step import ideal, seconds, terms
from model.work import Deployment, cache_kept_bytes
from tests.machines import CHIP, DENSE, FP8, SPARSE, TYPICAL

LENGTHS = (7372.8, 921.6)
EIGHT = Deployment(8.0, 1.0, 1.0)
LAYOUTS = st.sampled_from([EIGHT, Deployment(8.0, 8.0, 1.0), Deployment(8.0, 8.0, 8.0), Deployment(1.0)])
LLMS = st.sampled_from([DENSE, SPARSE])


def parts(llm, at, batch, apart=False, factors=TYPICAL):
    return bottleneck.parts(ideal(llm, CHIP, FP8, at, LENGTHS), factors, Load(*LENGTHS, batch), apart)


@given(LLMS, LAYOUTS, st.floats(1, 1e6))
@settings(deadline=None)
def test_the_parts_add_up_to_the_step_and_the_wait_for_prompts(llm, at, batch):
    times, load = ideal(llm, CHIP, FP8, at, LENGTHS), Load(*LENGTHS, batch)
    step, paced = seconds(terms(times, TYPICAL, batch)), pace(times, TYPICAL, load, 1.0)
    wait = TYPICAL.interference * batch / LENGTHS[1] * prompt_seconds(paced, TYPICAL, load, batch)
    assert parts(llm, at, batch).total() == pytest.approx(step + wait, rel=1e-12)
    assert parts(llm, at, batch, apart=True).total() == pytest.approx(step, rel=1e-12)
    assert parts(llm, at, batch, apart=True).total() == pytest.approx(decode_step(paced, load, batch), rel=1e-12)


def test_each_part_worked_by_hand():
    """70 GB over 8 chips at 0.8 of 5 TB/s; 3 latency steps of 8 us, twice a layer, 80 layers; 10 us a sequence."""
    found = parts(DENSE, EIGHT, 16.0)
    assert found.experts == 0
    assert found.dense == pytest.approx(8.75e9 / 4e12)
    assert found.cache == pytest.approx(16 * 7833.6 * 80 * 256 / 0.6 / 5e12)  # one of eight heads, key and value
    assert found.compute == pytest.approx(16 * 2 * 8.75e9 / 0.5 / 2e15)
    assert found.link == pytest.approx(16 * 80 * 2 * 2 * 0.875 * 16384 / 0.4 / 500e9)
    assert found.hops == pytest.approx(2 * 80 * 3 * 8e-6)
    assert found.layers == pytest.approx(80 * 50e-6)
    assert found.sequences == pytest.approx(160e-6)


def test_a_perfect_chip_is_bound_by_bandwidth_alone_at_batch_1():
    read = bottleneck.step_bytes(DENSE, FP8, EIGHT, 1.0, 7833.6)
    found = parts(DENSE, EIGHT, 1.0, apart=True, factors=PERFECT)
    alone = bottleneck.bandwidth_only_s(read, CHIP)
    assert alone == pytest.approx((8.75e9 + 7833.6 * 80 * 256) / 5e12)
    assert found.dense + found.cache == pytest.approx(alone)


@given(LLMS, LAYOUTS, st.floats(1, 1e5))
@settings(deadline=None)
def test_no_step_is_faster_than_the_roof_of_a_perfect_chip(llm, at, batch):
    times = ideal(llm, CHIP, FP8, at, LENGTHS)
    work = bottleneck.Work(
        bottleneck.step_flops(llm, at, batch, LENGTHS[0] + LENGTHS[1] / 2),
        bottleneck.step_bytes(llm, FP8, at, batch, LENGTHS[0] + LENGTHS[1] / 2),
        bottleneck.parts(times, PERFECT, Load(*LENGTHS, batch), True).total(),
    )
    assert work.rate() <= bottleneck.roof(work.intensity(), CHIP.peaks["fp8"], CHIP.hbm_bytes_s) * (1 + 1e-9)


@pytest.mark.parametrize("bytes_per_value", [0.5, 1.0, 2.0])
def test_decoding_one_token_does_two_flop_per_parameter(bytes_per_value):
    formats = replace(FP8, expert_bytes=bytes_per_value, dense_bytes=bytes_per_value)
    for llm in (DENSE, SPARSE):
        found = bottleneck.weight_intensity(llm, formats, EIGHT)
        assert found == pytest.approx(2 / bytes_per_value, rel=1e-6)


def test_attention_groups_read_a_copy_each_and_so_lower_the_intensity():
    apart = Deployment(8.0, 8.0, 8.0)
    assert bottleneck.weight_intensity(SPARSE, FP8, apart) < bottleneck.weight_intensity(SPARSE, FP8, EIGHT)


def test_a_roof_is_a_slope_and_a_level():
    found = bottleneck.roof(np.array([1.0, 400.0, 1e4]), 2e15, 5e12)
    assert found.tolist() == [5e12, 2e15, 2e15]


def test_a_prompt_of_two_passes_reads_the_weights_twice():
    one, two = (bottleneck.prompt_bytes(DENSE, FP8, EIGHT, prompt) for prompt in (8192.0, 16384.0))
    assert (one, two) == (pytest.approx(8.75e9), pytest.approx(17.5e9))


def test_the_memory_is_the_sum_of_its_parts():
    """200 GB: 8 % kept free, 3 GB of buffers, 35 GB of weights, 10 sequences of 8192 tokens at 81,920 bytes each."""
    found = bottleneck.memory(DENSE, CHIP, FP8, Deployment(2.0), (10, 8192))
    assert (found.dense, found.experts, found.buffers) == (35e9, 0, 3e9)
    assert found.cache == 10 * 8192 * 81_920
    assert found.free == pytest.approx(200e9 - 16e9 - 3e9 - 35e9 - found.cache)
    assert found.free + found.cache == pytest.approx(memory.free_bytes(DENSE, CHIP, FP8, Deployment(2.0)))


@given(LLMS, LAYOUTS, st.integers(1, 5000), st.integers(1, 131_072))
@settings(deadline=None)
def test_the_longest_context_and_the_largest_batch_fit_and_no_more(llm, at, batch, context):
    free = float(memory.free_bytes(llm, CHIP, FP8, at))
    most = bottleneck.most_sequences(free, llm, FP8, at, context)
    longest = bottleneck.longest_context(free, llm, FP8, at, (batch, 131_072))
    kept = [float(cache_kept_bytes(llm, FP8, at, tokens)) for tokens in (context, longest, longest + 1)]
    assert most * kept[0] <= max(free, 0) < (most + 1) * kept[0]
    assert longest == 0 or batch * kept[1] <= free
    assert longest == 131_072 or batch * kept[2] > free
