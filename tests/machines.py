"""A chip, a language model and a deployment with round numbers, for tests of the model."""

from dataclasses import replace

from model.calibration import Factors
from model.hardware import Accelerator
from model.llm import Llm, grouped
from model.memory import free_bytes, max_running
from model.serving import Load, Pace, aggregate, pace
from model.step import ideal
from model.work import Deployment, Formats, cache_kept_bytes

CHIP = Accelerator(
    key="round",
    hbm_bytes=200e9,
    hbm_bytes_s=5e12,
    peaks={"fp4": 4e15, "fp8": 2e15, "bf16": 1e15},
    link_bytes_s=500e9,
    outer_bytes_s=50e9,
)
DENSE = Llm("dense", 80, 0, 8192, 1, 1, 0.0, 70e9, (grouped(80, 64, 8, 128),), 0.0, 131072)
SPARSE = Llm("sparse", 60, 60, 7168, 256, 8, 2.5e9, 17e9, (grouped(60, 64, 8, 128),), 0.0, 131072)
FP8 = Formats(1.0, 1.0, 1.0, "fp8", "fp8")
TYPICAL = Factors(
    weights=0.8,
    cache=0.6,
    gemm=0.5,
    attention=0.2,
    link=0.4,
    layer_s=50e-6,
    hop_s=8e-6,
    sequence_s=10e-6,
    interference=1.0,
    passes=1.0,
    opening=3.0,
    queue=0.08,
    first_s=0.03,
    first_prompt=1.2,
    first_pass=2.0,
    first_queue=0.02,
    first_held=1.0,
    first_parted=1.5,
    dealt=1.2,
    uneven=1.1,
    breadth=1.0,
    room=1.0,
    accepted=2.0,
)


def paced(llm: Llm, chip: Accelerator, load: Load, factors: Factors = TYPICAL, at: Deployment | None = None) -> Pace:
    """Pace of `llm` on eight chips unless said otherwise, with the room that memory leaves."""
    at = at or Deployment(8.0, 1.0, 1.0)
    times = ideal(llm, chip, FP8, at, (load.prompt, load.answer))
    one = cache_kept_bytes(llm, FP8, at, load.prompt + load.answer / 2)
    room = max_running(free_bytes(llm, chip, FP8, at), one)
    plain = replace(factors, accepted=1.0) if not load.drafts else factors
    return pace(times, plain, load, room)


def served(llm: Llm, chip: Accelerator, load: Load, factors: Factors = TYPICAL, at: Deployment | None = None):
    """Steady state of one aggregate replica."""
    plain = replace(factors, accepted=1.0) if not load.drafts else factors
    return aggregate(paced(llm, chip, load, factors, at), plain, load)
