"""Experts touched: one token touches k, very many touch all, and a dense model is one expert."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from model.experts import log_missed, share_touched, touched


@given(st.integers(2, 1024), st.data())
def test_one_token_touches_its_own_and_many_touch_all(experts, draw):
    active = draw.draw(st.integers(1, experts - 1))
    assert touched(experts, active, 1) == pytest.approx(active)
    assert touched(experts, active, 1e9) == pytest.approx(experts)


@given(st.floats(1, 1e5), st.floats(1, 1e5))
def test_more_tokens_never_touch_fewer(a, b):
    few, many = sorted((a, b))
    assert touched(256, 8, few) <= touched(256, 8, many)


def test_a_dense_model_is_one_expert_always_read():
    assert touched(1, 1, np.array([1, 2, 1000])) == pytest.approx([1, 1, 1])


def test_deepseek_at_32_tokens_worked_by_hand():
    """256 (1 - (1 - 8/256)^32) = 256 (1 - 0.96875^32) = 256 x 0.63797 = 163.3."""
    assert touched(256, 8, 32) == pytest.approx(163.32, abs=0.05)


def test_arrays_equal_scalars():
    tokens = np.linspace(1, 4096, 57)
    one_by_one = [float(share_touched(log_missed(384, 8), n)) for n in tokens]
    np.testing.assert_allclose(share_touched(log_missed(384, 8), tokens), one_by_one, rtol=1e-12)
