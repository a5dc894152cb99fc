"""The fast sweep says what the scalar equations say, and every configuration that cannot run says why."""

from dataclasses import replace

import numpy as np
import pytest

from data.machines import accelerators, formats, llms
from model import memory
from model.again import again
from model.frontier import frontier
from model.hardware import Accelerator
from model.pools import Pools, disaggregated
from model.serving import Load, aggregate
from model.shortlist import best_per, shortlist
from model.sweep import Case, apart, crossed, deployments, paces, together, within
from model.work import Deployment, cache_kept_bytes
from tests.machines import TYPICAL

PLAIN = replace(TYPICAL, accepted=1.0)
LOADS = np.array([1, 2, 7, 32, 100, 1000, 16384], float)
READERS = Deployment(*np.array([(1, 1, 1), (4, 1, 1), (8, 8, 8)], float).T)
PAIRS = crossed(deployments(), READERS, (1, 2, 4), 72)


def case(chip="gb200", llm="DeepSeek-R1-0528", precision="fp4", lengths=(7372.8, 921.6)):
    return Case(llms()[llm], accelerators()[chip], formats()[llm, precision], PLAIN, *lengths)


CASES = [case(), case("h100", "gpt-oss-120b", lengths=(922, 922)), case("mi355x", "Kimi-K2.5", lengths=(20000, 500))]


def at(pace, index):
    return type(pace)(*(float(np.broadcast_to(getattr(pace, n), len(pace.room))[index]) for n in pace.__slots__))


@pytest.mark.parametrize("case", CASES, ids=lambda c: c.chip.key)
def test_one_pool_equals_the_scalar_equations(case):
    swept, (pace, why) = together(case, LOADS, deployments()), paces(case, deployments())
    for d in np.flatnonzero(why == memory.FITS):
        for n, load in enumerate(LOADS):
            served = aggregate(at(pace, d), case.factors, Load(case.prompt, case.answer, load))
            got = swept.tpot_s[d, n], swept.ttft_s[d, n], swept.running[d, n], swept.tput[d, n]
            rate = served.requests_s * case.answer / deployments().tp[d]
            assert got == pytest.approx((served.tpot_s, served.ttft_s, served.running, rate), rel=1e-9)


@pytest.mark.parametrize("case", CASES[:1] + CASES[2:], ids=lambda c: c.chip.key)
def test_two_pools_equal_the_scalar_equations(case):
    swept, decode, prefill = apart(case, LOADS, PAIRS), paces(case, PAIRS.decode), paces(case, PAIRS.prefill)
    fits = np.argwhere(swept.reason == memory.FITS)
    assert len(fits) > 100
    for i in fits[:: len(fits) // 97]:
        row = {
            name: value[0] for name, value in swept.picked(np.ravel_multi_index(i[:, None], swept.reason.shape)).items()
        }
        pools = Pools(row["prefill_workers"], row["workers"], sent(case, PAIRS.prefill.tp[i[1]]))
        load = Load(case.prompt, case.answer, row["concurrency"])
        served = disaggregated(at(prefill[0], i[1]), at(decode[0], i[1]), case.factors, load, pools)
        rate = served.requests_s * case.answer / row["chips"]
        expected = served.tpot_s, served.ttft_s, served.running, rate
        assert (row["tpot_s"], row["ttft_s"], row["running"], row["tput"]) == pytest.approx(expected, rel=1e-9)
        assert row["chips"] == row["workers"] * row["tp"] + row["prefill_workers"] * row["prefill_tp"]


def sent(case, tp):
    kept = cache_kept_bytes(case.llm, case.formats, Deployment(), case.prompt)
    return kept / (case.chip.outer_bytes_s or case.chip.link_bytes_s) / tp / case.factors.link


def test_what_cannot_run_says_why_and_has_no_value():
    swept = together(case("tpu-v7"), LOADS, Deployment(*np.array([(1, 1, 1), (8, 8, 1), (16384, 1, 1)], float).T))
    codes = dict(zip(*np.unique(swept.reason, return_counts=True), strict=True))
    assert codes[memory.WEIGHTS] and codes[memory.DOMAIN] and codes[memory.FITS]
    assert (np.isnan(swept.tput) == (swept.reason != memory.FITS)).all()


def test_unpublished_figures_and_absent_formats_are_reasons_not_errors():
    nothing = Accelerator("x", None, None, {}, None)
    only_int8 = Accelerator("x", 1e12, 1e13, {"int8": 1e16}, 1e12)
    known = case()
    for chip, code in ((nothing, memory.UNDISCLOSED), (only_int8, memory.PRECISION)):
        swept = together(Case(known.llm, chip, known.formats, known.factors, 1000, 1000), LOADS, deployments())
        assert (swept.reason == code).all() and np.isnan(swept.tput).all()


@pytest.mark.parametrize("case", CASES[:1] + CASES[2:], ids=lambda c: c.chip.key)
def test_the_same_configurations_again_deliver_the_same(case):
    for swept in (together(case, LOADS, deployments()), apart(case, LOADS, PAIRS)):
        fits = np.flatnonzero(swept.reason.ravel() == memory.FITS)
        row = swept.picked(fits[:: len(fits) // 97])
        repeated = again(case, row, row["concurrency"][:, None])
        for name in ("tpot_s", "ttft_s", "tput", "running", "chips"):
            assert getattr(repeated, name)[:, 0] == pytest.approx(row[name], rel=1e-9)


def test_a_load_beyond_what_was_run_is_a_reason():
    swept = apart(CASES[0], LOADS, PAIRS)
    most = np.where(PAIRS.decode.tp == 8, 100.0, 5.0)
    held = within(swept, most)
    busy = (swept.concurrency > most[:, None] * swept.workers) & (swept.reason == memory.FITS)
    assert busy.any() and (held.reason == np.where(busy, memory.BUSY, swept.reason)).all()
    assert (np.isnan(held.tput) == (held.reason != memory.FITS)).all()


def test_a_replica_larger_than_its_domain_talks_at_the_outer_rate():
    known = case("b200")
    wide = Deployment(np.array([16.0]), np.array([16.0]), np.array([16.0]))
    slow = replace(known, chip=replace(known.chip, outer_bytes_s=known.chip.outer_bytes_s / 4))
    alone = replace(known, chip=replace(known.chip, outer_bytes_s=0.0))
    one, two, none = (together(k, LOADS, wide) for k in (known, slow, alone))
    assert (
        (one.reason == memory.FITS).all() and (two.tpot_s > one.tpot_s).all() and (none.reason == memory.DOMAIN).all()
    )


def test_the_shortlist_is_nobodys_second_best():
    rng = np.random.default_rng(5)
    speed, first, tput = np.exp(rng.normal(size=(3, 4000)))
    kept = shortlist(speed, first, tput)
    for i in kept:
        better = (speed > speed[i] * 1.06) & (first < first[i] / 1.5) & (tput > tput[i])
        assert not better.any()
    assert tput[kept].max() == tput.max()
    assert set(np.flatnonzero(frontier(speed, tput))) <= set(kept)
    assert set(np.round(best_per(np.array([1, 1, 2, 3]), np.array([1.0, 3.0, 2.0, np.nan])))) == {1, 2}
