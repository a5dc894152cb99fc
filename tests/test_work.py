"""Bytes and FLOP equal hand-worked or published counts."""

import numpy as np
import pytest

from data.machines import formats, llms
from model.work import (
    Deployment,
    cache_kept_bytes,
    cache_read_bytes,
    cache_share,
    dense_weight_bytes,
    expert_weight_bytes,
    prompt_attention_flops,
)
from tests.machines import DENSE, FP8, SPARSE

ONE = Deployment()


def test_a_dense_model_of_70e9_bytes_is_split_over_its_chips():
    assert dense_weight_bytes(DENSE, FP8, Deployment(8.0)) == pytest.approx(70e9 / 8)
    assert expert_weight_bytes(DENSE, FP8, ONE) == 0


def test_data_parallel_attention_copies_dense_weights_and_spreads_experts():
    at = Deployment(8.0, 8.0, 8.0)
    assert dense_weight_bytes(SPARSE, FP8, at) == pytest.approx(17e9)
    assert expert_weight_bytes(SPARSE, FP8, at) == pytest.approx(256 * 2.5e9 / 8)


@pytest.mark.parametrize(
    ("kv_heads", "tp", "dp", "share"), [(8, 4, 1, 1 / 4), (8, 16, 1, 1 / 8), (1, 8, 1, 1), (1, 8, 8, 1 / 8)]
)
def test_a_latent_is_copied_to_every_rank_and_split_by_data_parallelism(kv_heads, tp, dp, share):
    assert cache_share(kv_heads, Deployment(float(tp), 1.0, float(dp))) == pytest.approx(share)


@pytest.mark.parametrize(
    ("llm", "values"),
    [
        ("DeepSeek-R1-0528", 61 * 576),
        ("Kimi-K2.5", 61 * 576),
        ("Llama-3.3-70B-Instruct", 80 * 2 * 8 * 128),
        ("MiniMax-M2.5", 62 * 2 * 8 * 128),
        ("GLM-5", 78 * (576 + 128)),
        ("Qwen-3.5-397B-A17B", 15 * 2 * 2 * 256),
        ("gpt-oss-120b", 18 * 2 * 8 * 64),
        ("DeepSeek-V4-Pro", 30 * 512 / 4 + 30 * 128 / 4 + 31 * 512 / 128),
    ],
)
def test_cache_values_per_token_are_those_of_the_configuration(llm, values):
    model, fp8 = llms()[llm], formats()[llm, "fp8"]
    grown = cache_kept_bytes(model, fp8, ONE, 20_000.0) - cache_kept_bytes(model, fp8, ONE, 19_000.0)
    assert grown / 1000 / fp8.cache_bytes == pytest.approx(values)


def test_a_window_stops_growing_and_a_selection_stops_being_read():
    oss, glm = llms()["gpt-oss-120b"], llms()["GLM-5"]
    fp8 = formats()["GLM-5", "fp8"]
    window = cache_kept_bytes(oss, FP8, ONE, 129.0) - cache_kept_bytes(oss, FP8, ONE, 128.0)
    assert window == pytest.approx(18 * 1024)  # only the full layers grow
    read = cache_read_bytes(glm, fp8, ONE, 9000.0) - cache_read_bytes(glm, fp8, ONE, 8000.0)
    assert read == pytest.approx(1000 * 78 * 128)  # only the index keys are scanned


def test_prompt_attention_worked_by_hand():
    """80 layers x 4 x 64 heads x 128 x (1000 / 2) tokens before, on one chip."""
    assert prompt_attention_flops(DENSE, ONE, 1000.0) == pytest.approx(80 * 4 * 64 * 128 * 500)


def test_parameters_of_the_tables_add_up_to_the_advertised_totals():
    for key, billions in {
        "DeepSeek-R1-0528": 671,
        "gpt-oss-120b": 116.8,
        "Kimi-K2.5": 1026,
        "Qwen-3.5-397B-A17B": 397,
    }.items():
        assert llms()[key].params == pytest.approx(billions * 1e9, rel=0.01)


def test_arrays_equal_scalars():
    tp = np.array([1.0, 2, 4, 8])
    together = cache_read_bytes(SPARSE, FP8, Deployment(tp), 4096.0)
    np.testing.assert_allclose(together, [cache_read_bytes(SPARSE, FP8, Deployment(t), 4096.0) for t in tp], rtol=1e-12)
