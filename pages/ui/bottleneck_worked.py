"""Every quantity of the bottleneck page worked once, on the deployment its bare link shows; numbers are computed."""

from collections.abc import Iterator
from functools import cache

from data.bottleneck import Found, found
from data.bottleneck_measured import FLOOR_BYTES, shares
from data.machines import accelerators, llms
from data.observed import EFFECTIVE
from data.tables import vocabulary
from model.experts import log_missed, share_touched
from model.memory import RESERVED_BYTES, USED_FRACTION
from model.question import Question
from pages.ui.bottleneck import name
from pages.ui.bottleneck_parts import gigabytes, percent
from pages.ui.formats import number, seconds
from pages.ui.quantity import Quantity

SUM = "Additive step of our model; its terms add up to the time per token"
RING = "Ring or tree all-reduce: Thakur, Rabenseifner and Gropp, 2005"
ROOF = "Roofline: Williams, Waterman and Patterson, 2009"
FITTED = "Our calibration, fitted per accelerator, engine, LLM and precision"


@cache
def quantities() -> tuple[Quantity, ...]:
    """The quantities of the page in the order in which it shows them."""
    first, second = found(Question())
    return (*_read(first), *_sent(first), _waiting(second), *_roofs(first), *_fits(first), _alone())


def _read(one: Found) -> Iterator[Quantity]:
    """Bytes over bandwidth, and FLOP over peak."""
    parts, held, llm = one.timed.parts, one.room.memory, llms()[one.setting.llm]
    factors, chip = one.timed.calibration.factors, accelerators()[one.setting.accelerator]
    share = float(share_touched(log_missed(llm.experts, llm.active_experts) * factors.breadth, one.setting.batch))
    rate = f"({factors.weights:.3g} × {chip.hbm_bytes_s / 1e12:g} TB/s)"
    told = f"{_at(one)}: {gigabytes(held.experts)} × {percent(share)} / {rate} = {seconds(float(parts.experts))}"
    yield Quantity("Expert weights", "E w (1 − (1 − k/E)^(s B)) / (η BW)", told, f"Expected experts touched. {SUM}")
    told = f"{_at(one)}: {gigabytes(held.dense)} / {rate} = {seconds(float(parts.dense))}"
    yield Quantity("Other weights", "w / (η BW)", told, SUM)
    kept = held.cache / one.setting.batch / one.setting.context
    middle = EFFECTIVE * (one.setting.isl + one.setting.osl / 2)
    told = f"{_at(one)}: {one.setting.batch} × {number(middle)} tokens × {number(kept)} bytes / "
    told += f"({factors.cache:.3g} × {chip.hbm_bytes_s / 1e12:g} TB/s) = {seconds(float(parts.cache))}"
    origin = "One latent per token, copied to every chip of a group: DeepSeek-V2, arXiv 2405.04434"
    yield Quantity("KV cache", "B S c / (η BW), S = prompt + answer / 2", told, origin)
    told = f"{_at(one)}: {seconds(float(parts.compute))} at {factors.gemm:.3g} of the peaks"
    yield Quantity("Arithmetic", "2 P B / (tp η peak), per precision", told, SUM)


def _sent(one: Found) -> Iterator[Quantity]:
    """What chips send each other, and the times that no rate shortens."""
    parts, llm, factors = one.timed.parts, llms()[one.setting.llm], one.timed.calibration.factors
    chip, tp = accelerators()[one.setting.accelerator], one.setting.at.tp
    sent = one.setting.batch * llm.layers * 4 * (1 - 1 / tp) * llm.hidden * 2
    told = f"{_at(one)}: {number(sent / 1e6)} MB / ({factors.link:.3g} × {chip.link_bytes_s / 1e9:g} GB/s) = "
    told += seconds(float(parts.link))
    yield Quantity("Bytes of collectives", "2 L B × 2 (1 − 1/tp) × 2 H / (η link)", told, RING)
    told = f"{_at(one)}: 2 × {llm.layers:g} × 3 × {1e6 * factors.hop_s:.3g} µs = {seconds(float(parts.hops))}"
    yield Quantity("Latency of collectives", "2 L log₂(tp) t_hop; on a torus the steps of its rings", told, FITTED)
    told = f"{_at(one)}: {llm.layers:g} × {1e6 * factors.layer_s:.3g} µs = {seconds(float(parts.layers))}"
    yield Quantity("Fixed time of layers", "L t_layer", told, FITTED)


def _waiting(one: Found) -> Quantity:
    asked, factors, wait = one.setting, one.timed.calibration.factors, float(one.timed.parts.prompts)
    share = factors.interference * asked.batch / (EFFECTIVE * asked.osl)
    told = f"{_at(one)}: {factors.interference:.3g} × {asked.batch} / {EFFECTIVE * asked.osl:.0f} × "
    told += f"{seconds(wait / share)} = {seconds(wait)}"
    return Quantity("Waiting for prompts", "φ (B / answer) t_prompt; 0 where other chips read them", told, FITTED)


def _roofs(one: Found) -> Iterator[Quantity]:
    """Bandwidth alone, arithmetic intensity and the roof over it."""
    timed, chip = one.timed, accelerators()[one.setting.accelerator]
    told = f"{_at(one)}: {gigabytes(timed.floor_s * chip.hbm_bytes_s)} / {chip.hbm_bytes_s / 1e12:g} TB/s = "
    yield Quantity("Bandwidth alone", "bytes read / BW", told + seconds(timed.floor_s), ROOF)
    told = f"{name(one.setting)}: 2 / {number(2 / timed.weights)} = {number(timed.weights)} FLOP/byte"
    yield Quantity("Decode intensity, batch 1", "2 / b, with b bytes read per parameter used", told, ROOF)
    at, peak = float(timed.decode.intensity()[0]), max(chip.peaks.values())
    told = (
        f"{name(one.setting)}, batch 1: min({peak / 1e15:g} PFLOP/s, {number(at)} × {chip.hbm_bytes_s / 1e12:g} TB/s)"
    )
    told += f" = {number(min(peak, at * chip.hbm_bytes_s) / 1e12)} TFLOP/s"
    yield Quantity("Roof", "min(peak, intensity × BW)", told, ROOF)


def _fits(one: Found) -> Iterator[Quantity]:
    """What is free for the cache, and what of it fits."""
    asked, room, held = one.setting, one.room, one.room.memory
    size, free = accelerators()[asked.accelerator].hbm_bytes, held.free + held.cache
    told = f"{name(asked)}: {USED_FRACTION:g} × {gigabytes(size)} − {gigabytes(RESERVED_BYTES)} − "
    told += f"{gigabytes(held.dense + held.experts)} = {gigabytes(free)}"
    origin = f"Engines' defaults keep 5 to 15 % free; {percent(1 - USED_FRACTION)} here"
    yield Quantity("Free for the cache", "0.92 HBM − 3 GB − weights", told, origin)
    one_kept = held.cache / asked.batch
    told = f"{name(asked)}: ⌊{gigabytes(free)} / {gigabytes(one_kept)}⌋ = {room.most:,} sequences"
    yield Quantity("Largest batch", "⌊free / cache of one sequence⌋", told, "Division; sequences at their full length")
    told = f"{name(asked)}: ⌊{gigabytes(free)} / ({asked.batch} × {number(one_kept / asked.context)} bytes)⌋ = "
    origin = "Found by halving; windows and compressed layers stop growing"
    yield Quantity("Longest context", "most S with B cache(S) ≤ free", f"{told}{room.longest:,} tokens", origin)


def _alone() -> Quantity:
    one = shares()[0]
    llm, chip = llms()[one.llm], accelerators()[one.accelerator]
    told = f"{vocabulary().chips[one.accelerator]}, {vocabulary().llms[one.llm]}: {llm.active_params / 1e9:g} B × "
    told += f"{FLOOR_BYTES:g} bytes / ({one.chips} × {chip.hbm_bytes_s / 1e12:g} TB/s) / {seconds(one.tpot_s)} = "
    formula = "active parameters × 4.25 bit / (chips × BW) / measured"
    return Quantity("Explained at batch 1", formula, told + percent(one.explained), ROOF)


def _at(one: Found) -> str:
    return f"{name(one.setting)}, batch {one.setting.batch}"
