"""What one accelerator offers, as its data sheet says, and which of its peaks a number format reaches."""

from dataclasses import dataclass
from math import inf

# A format the chip lacks still shrinks the weights; the arithmetic then runs at the next wider format it has.
WIDER = {"fp4": ("fp4", "fp8", "bf16"), "int4": ("bf16",), "fp8": ("fp8", "bf16"), "bf16": ("bf16",)}

NARROWER = {"fp4": (), "fp8": (("fp4", 2),), "bf16": (("fp8", 2), ("fp4", 4))}


@dataclass(frozen=True, slots=True)
class Accelerator:
    """One chip in its scale-up domain; None where undisclosed or where the chip lacks a format."""

    key: str
    hbm_bytes: float | None
    hbm_bytes_s: float | None
    peaks: dict[str, float]  # format -> dense FLOP/s
    link_bytes_s: float | None  # scale-up, one direction
    domain: float = 8  # chips in the scale-up domain
    topology: str = "switch"  # switch, torus, boardfly or clos
    max_hops: float = 1  # longest path in the domain
    outer_bytes_s: float = 0.0  # beyond the domain, one direction
    sram_bytes: float = 0.0
    sram_bytes_s: float = 0.0


def peak(chip: Accelerator, precision: str) -> float:
    """Dense FLOP/s at which `chip` multiplies weights of `precision`; 0 where it can not at all.

    Where only narrower formats are disclosed, half the rate per doubled width is assumed.
    """
    wider = next((chip.peaks[name] for name in WIDER[precision] if chip.peaks.get(name)), 0.0)
    narrower = NARROWER[precision if precision in NARROWER else "bf16"]
    return wider or next((chip.peaks[name] / halvings for name, halvings in narrower if chip.peaks.get(name)), 0.0)


def is_native(chip: Accelerator, precision: str) -> bool:
    """Whether the chip multiplies in `precision` itself; otherwise only the weight bytes shrink."""
    return bool(chip.peaks.get(precision))


def missing(chip: Accelerator) -> str:
    """Which figure the model needs and nobody has published, in words; empty if none is missing."""
    needs = {
        "memory size": chip.hbm_bytes,
        "memory bandwidth": chip.hbm_bytes_s,
        "peak arithmetic": max(chip.peaks.values(), default=None),
        "link bandwidth": chip.link_bytes_s,
    }
    return ", ".join(name for name, value in needs.items() if not value or value == inf)
