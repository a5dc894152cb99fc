"""Whether an LLM fits in SRAM, in sentences and rows."""

from math import ceil

import polars as pl

from data.machines import accelerators, formats, llms
from data.parts import chips_of, part, sram_parts
from data.pools import Answered
from data.tables import vocabulary
from model.memory import FITS
from model.mixed import parts_needed, weight_bytes
from pages.ui.claims_basis import llm
from pages.ui.formats import count, number

SRAM_HEADS = {"name": "LLM", "size": "Weights", "racks": "Groq 3 LPX racks", "chips": "LPUs", "wafers": "WSE-3 wafers"}
SRAM_HEADS |= {"model": "Racks with a cache"}
TRILLION, BITS = 1e12, 4.25  # a round LLM: parameters, and bits of a weight with its share of the scales
SRAM = ("groq3-lpx", "wse-3")
UNIT = {"groq3-lpx": ("rack", "LPUs"), "wse-3": ("wafer", ""), "wse-3-turbo": ("system", "")}


def fits(asked_llm: str, precision: str, key: str) -> str:
    """Whether the weights fit one part without HBM, in a sentence."""
    parts, (unit, _) = sram_parts(asked_llm, precision, key), UNIT.get(key, ("part", ""))
    size, held = weights(asked_llm, precision), accelerators()[key].sram_bytes
    name, number_ = vocabulary().chips[key], f"{parts:.3g}"
    told = f"{gigabytes(size)} of weights against {gigabytes(held)} of SRAM"
    verb = "fits" if parts <= 1 else "does not fit"
    lead = f"{llm(asked_llm)} in {vocabulary().precisions[precision]} {verb} one {name} {unit}: {told}"
    return f"{lead}." if parts <= 1 else f"{lead}, {number_} {unit}s, so at least {ceil(parts)}."


def weights(asked_llm: str, precision: str) -> float:
    """Bytes of all weights."""
    return weight_bytes(llms()[asked_llm], formats()[asked_llm, precision])


def gigabytes(size: float) -> str:
    """Bytes as GB, from a thousand up as TB."""
    return (
        f"{size / 1e12:.2f} TB" if size >= 1e12 else f"{size / 1e9:,.0f} GB" if size >= 1e10 else f"{size / 1e9:.2g} GB"
    )


def fewest(found: Answered, key: str) -> float | None:
    """Parts without HBM of which the fewest hold the LLM and a sequence; None where none does."""
    side = part(found.setting, key, "decode").side
    return None if side is None else float(side.parts[side.why == FITS].min())


def fit_words(found: Answered) -> list[str]:
    """Whether the weights fit one rack of LPUs and one wafer, and what a trillion parameters take."""
    asked = found.setting
    known = asked.llm in llms() and asked.precision
    said = [fits(asked.llm, asked.precision, key) for key in SRAM if known]
    racks = parts_needed(TRILLION * BITS / 8, accelerators()[SRAM[0]].sram_bytes)
    size = gigabytes(TRILLION * BITS / 8)
    more = f"A trillion parameters at {BITS} bit are {size}, more than {int(racks)} racks of LPUs."
    return [*said, more]


def sram(found: Answered) -> pl.DataFrame:
    """What the LLM's weights fill in each format, and those of a round trillion parameters."""
    asked, rows = found.setting, []
    for precision in (
        name for name in vocabulary().precisions if (asked.llm, name) in formats() and asked.llm in llms()
    ):
        name = f"{llm(asked.llm)}, {vocabulary().precisions[precision]}"
        row = _filled(name, weights(asked.llm, precision))
        least = fewest(found, "groq3-lpx") if precision == asked.precision else None
        rows.append(row | {"model": count(least) if least else ""})
    return pl.DataFrame([*rows, _filled(f"a trillion parameters at {BITS} bit", TRILLION * BITS / 8) | {"model": ""}])


def _filled(name: str, size: float) -> dict[str, str]:
    racks, wafers = (parts_needed(size, accelerators()[key].sram_bytes) for key in SRAM)
    told = [_whole(parts) for parts in (racks, wafers)]
    row = {"name": name, "size": gigabytes(size), "racks": told[0], "wafers": told[1]}
    return row | {"chips": count(ceil(racks) * chips_of("groq3-lpx"))}


def _whole(parts: float) -> str:
    """A filling in whole parts: "3.04, so 4"."""
    return f"{number(parts)}, so {ceil(parts)}" if parts > 1 else f"1, {100 * parts:.0f} % of it"
