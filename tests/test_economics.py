"""Tokens per kW, cost and energy: published figures, worked numbers, and no prize for a missing rate."""

import numpy as np
import pytest

from model.economics import METRICS, j_per_tok, metric, tok_per_usd, tput_per_kw, tput_per_mw, usd_per_mtok
from model.question import Y_METRICS, is_maximised

RATES = {"tput_total": 9000.0, "tput_output": 1000.0, "tput_input": 8000.0}


@pytest.mark.parametrize(
    ("tput", "watts", "published"),
    [(59_813.91, 700, 85_448.4), (16_493.11, 1400, 11_780.8), (13_748.39, 700, 19_640.6)],
)
def test_tokens_per_rated_kw_as_published(tput, watts, published):
    assert tput_per_kw(tput, watts) == pytest.approx(published, rel=1e-5)


def test_worked_by_hand():
    """1,000 tok/s per chip: 3.6 M tokens an hour, so 1.80 USD/h is 0.50 USD per M; at 700 W it is 0.7 J per token."""
    assert usd_per_mtok(1000, 1.80) == pytest.approx(0.5)
    assert tok_per_usd(1000, 1.80) == pytest.approx(2e6)
    assert j_per_tok(1000, 700) == pytest.approx(0.7)
    assert tput_per_mw(1000, 500) == pytest.approx(2e6)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("tput_total_per_kw", 18_000),
        ("tput_output_per_kw", 2000),
        ("tput_input_per_kw", 16_000),
        ("tput_total_per_mw", 18e6),
        ("tput_output_per_mw", 2e6),
        ("tput_input_per_mw", 16e6),
        ("tput_total", 9000),
        ("tput_output", 1000),
        ("tput_input", 8000),
        ("usd_per_mtok_total", 1 / 18),
        ("usd_per_mtok_output", 0.5),
        ("tok_per_usd", 18e6),
        ("j_per_tok_total", 1 / 18),
        ("j_per_tok_output", 0.5),
    ],
)
def test_every_metric_at_500_watts_and_1_80_an_hour(key, value):
    assert metric(key, RATES, 500, 1.80) == pytest.approx(value)


def test_every_choice_of_y_has_a_formula():
    assert METRICS.keys() == Y_METRICS.keys()


@pytest.mark.parametrize("key", Y_METRICS)
def test_a_missing_or_impossible_figure_is_no_value(key):
    junk = np.array([0.0, -1.0, np.nan, np.inf, 7.0])
    good = [False] * 4 + [True]
    assert np.isfinite(metric(key, dict.fromkeys(RATES, junk), 500, 1.8)).tolist() == good
    needs = METRICS[key][1]
    if needs:
        both = {"watts": 500, "usd_chip_hour": 1.8}
        assert np.isfinite(metric(key, RATES, **both | {needs: junk})).tolist() == good
        assert np.isnan(metric(key, RATES, **both | {needs: None}))


def test_more_throughput_is_better_on_every_metric():
    slow, fast = RATES, {key: 2 * rate for key, rate in RATES.items()}
    for key in Y_METRICS:
        gain = metric(key, fast, 500, 1.8) / metric(key, slow, 500, 1.8)
        assert gain == pytest.approx(2 if is_maximised(key) else 0.5)
