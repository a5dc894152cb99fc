"""Laws of the steady state: Little's, monotony, chunks, drafts, and pools that match."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from model.kernel import one_pool
from model.pools import Pools, disaggregated, matched, prefill_rate, softmin
from model.serving import OCCUPANCY, PASS_TOKENS, Load, prompt_seconds
from model.sweep import shaped
from tests.machines import CHIP, DENSE, SPARSE, TYPICAL, paced, served

PLAIN = replace(TYPICAL, accepted=1.0)
LONG = Load(7372.8, 921.6, np.array([1.0, 2, 8, 32, 128, 512, 2048, 8192]))


def scalar_reference(pace, factors, load):
    """The equations of `serving.aggregate` in plain floats, written a second time."""
    most = min(load.concurrency, pace.room)
    running = 0.95 * most
    for _ in range(3):
        seen = max(running, 1)
        step = pace.fixed + pace.experts * -np.expm1(seen * pace.log_miss) + seen * pace.sequence
        whole = min(load.prompt / PASS_TOKENS, 1)
        shared = max(load.prompt / PASS_TOKENS, whole + (1 - whole) / (1 + 5 * running / load.answer))
        prompt = pace.prompt + factors.passes * pace.pass_s * shared
        tpot = step / factors.accepted + factors.interference * running / load.answer * prompt
        alone = pace.prompt + factors.opening * pace.pass_s + step / 2
        queue = factors.queue * max(most - 1, 0) * prompt
        rate = OCCUPANCY * most / (alone + queue + load.answer * tpot)
        running = rate * load.answer * tpot / OCCUPANCY
    reading = factors.first_prompt * pace.prompt + factors.first_pass * pace.pass_s
    reading *= factors.first_parted if pace.parted else 1
    first = factors.first_s + reading + factors.first_queue * max(most - 1, 0) * prompt
    first = min(first, most / rate - load.answer * tpot)
    outside = OCCUPANCY * max(load.concurrency - most, 0) / rate
    return tpot, first + factors.first_held * outside, rate, running


@pytest.mark.parametrize("llm", [DENSE, SPARSE])
@pytest.mark.parametrize("lengths", [(921.6, 921.6), (7372.8, 921.6), (921.6, 7372.8), (60_000.0, 100.0)])
def test_scalar_reference_arrays_and_kernel_agree(llm, lengths):
    load = replace(LONG, prompt=lengths[0], answer=lengths[1])
    pace = paced(llm, CHIP, load)
    together = served(llm, CHIP, load)
    kernel = one_pool(shaped(pace, (-1, 1)), PLAIN, load)[:, 0]
    for i, users in enumerate(load.concurrency):
        alone = scalar_reference(pace, PLAIN, replace(load, concurrency=float(users)))
        np.testing.assert_allclose(
            [field[i] for field in (together.tpot_s, together.ttft_s, together.requests_s, together.running)],
            alone,
            rtol=1e-12,
        )
        np.testing.assert_allclose(kernel[:, i], alone, rtol=1e-12)


@given(st.floats(1, 5000), st.floats(64, 30_000), st.floats(16, 8000))
@settings(deadline=None)
def test_littles_law(users, prompt, answer):
    """Requests decoding = rate x time decoding, and never more than there are."""
    load = Load(prompt, answer, users)
    found = served(SPARSE, CHIP, load)
    assert found.running == pytest.approx(found.requests_s * answer * found.tpot_s / OCCUPANCY, rel=1e-9)
    assert found.running <= users * (1 + 1e-9)
    assert found.requests_s * (found.ttft_s + answer * found.tpot_s) <= users * (1 + 1e-9)


@given(st.floats(1, 5000), st.floats(64, 30_000), st.floats(16, 8000), st.floats(1, 16), st.floats(1, 8))
@settings(deadline=None)
def test_no_more_requests_are_in_two_pools_than_there_are(users, prompt, answer, readers, workers):
    load = Load(prompt, answer, users)
    pace = paced(SPARSE, CHIP, load)
    found = disaggregated(pace, pace, PLAIN, load, Pools(readers, workers))
    assert found.requests_s * (found.ttft_s + answer * found.tpot_s) <= users * (1 + 1e-9)


@given(st.floats(1, 4000), st.sampled_from(["hbm_bytes_s", "link_bytes_s", "hbm_bytes"]), st.floats(1, 10))
@settings(deadline=None)
def test_better_hardware_never_serves_fewer(users, figure, better):
    load = Load(7372.8, 921.6, users)
    chip = replace(CHIP, **{figure: getattr(CHIP, figure) * better})
    assert served(SPARSE, chip, load).requests_s >= served(SPARSE, CHIP, load).requests_s * (1 - 2e-3)


def test_throughput_grows_with_batch_until_memory_is_full():
    load = replace(LONG, concurrency=np.geomspace(1, 20_000, 200))
    found, room = served(DENSE, CHIP, load), paced(DENSE, CHIP, load).room
    inside = load.concurrency < room
    assert (np.diff(found.requests_s[inside]) > 0).all()
    np.testing.assert_allclose(found.requests_s[~inside], found.requests_s[~inside][0], rtol=1e-9)
    assert (np.diff(found.ttft_s) > 0).all()


def test_more_users_never_raise_interactivity():
    assert (np.diff(served(SPARSE, CHIP, LONG).tpot_s) >= -1e-12).all()


def test_a_long_prompt_pays_for_its_passes_and_short_ones_share():
    """16,384 tokens are two passes of 8,192; a prompt of 1,024 that arrives alone pays for a whole one."""
    for prompt, passes in ((16_384.0, 2.0), (8192.0, 1.0), (1024.0, 1.0)):
        load = Load(prompt, 1000.0, 1.0)
        pace = paced(DENSE, CHIP, load)
        assert prompt_seconds(pace, PLAIN, load, 0.0) == pytest.approx(pace.prompt + passes * pace.pass_s)


def test_drafts_pay_when_they_are_accepted():
    load = Load(921.6, 921.6, 8.0, drafts=2.0, draft_cost=0.05)
    plain, lucky = served(SPARSE, CHIP, replace(load, drafts=0.0)), served(SPARSE, CHIP, load, TYPICAL)
    unlucky = served(SPARSE, CHIP, load, replace(TYPICAL, accepted=1.0))
    assert lucky.tpot_s < plain.tpot_s < unlucky.tpot_s


def test_the_slower_pool_sets_the_rate():
    load = Load(7372.8, 921.6, 5000.0)
    pace = paced(SPARSE, CHIP, load)
    starved = disaggregated(pace, pace, PLAIN, load, Pools(1.0, 8.0))
    assert starved.requests_s == pytest.approx(prefill_rate(pace, PLAIN, load), rel=0.01)
    more = disaggregated(pace, pace, PLAIN, load, Pools(2.0, 8.0))
    assert more.requests_s > 1.9 * starved.requests_s and more.ttft_s < starved.ttft_s


def test_little_law_of_pools_and_transfer_in_the_first_token():
    load = Load(7372.8, 921.6, 64.0)
    pace = paced(SPARSE, CHIP, load)
    found, slow = (disaggregated(pace, pace, PLAIN, load, Pools(8.0, 4.0, sends)) for sends in (0.0, 0.5))
    assert 4 * found.running == pytest.approx(found.requests_s * 921.6 * found.tpot_s, rel=1e-9)
    assert slow.ttft_s > found.ttft_s + 0.3


def test_pools_are_matched_in_closed_form():
    """Decode finishes 12/s per worker, prefill 5/s: 3 decode workers ask for 7.2 prefill workers."""
    assert matched(5.0, 12.0, 3.0) == (7.0, 8.0)
    assert matched(100.0, 1.0, 1.0) == (1.0, 1.0)


def test_the_soft_minimum_lies_below_and_near():
    assert softmin(np.array(2.0), np.array(1e6)) == pytest.approx(2.0)
    assert 0.85 * 3 < softmin(np.array(3.0), np.array(3.0)) < 3
