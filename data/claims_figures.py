"""What the tables of figures and the formulas say to a claim; nothing here sees the published number."""

from dataclasses import dataclass
from functools import cache

from data import machines, tables
from data.claims_table import readable
from model import claims, work


@dataclass(frozen=True, slots=True)
class Found:
    """A recomputed value in SI, the calculation with its numbers in place, and the ids of the points used."""

    value: float
    working: str
    used: tuple[str, ...] = ()


class Unknown(Exception):
    """Why something cannot be recomputed, in a sentence."""


def of_chips(chip: str, parameter: str, system: str) -> Found:
    """A figure of a chip times the chips of a system."""
    count, (value, text) = _figure(system, "domain_chips")[0], _figure(chip, parameter)
    return Found(count * value, f"{count:,.0f} × {text}")


def chips_in(system: str, chip: str, parameter: str) -> Found:
    """How many chips make up a figure of a system."""
    (whole, whole_text), (part, part_text) = _figure(system, parameter), _figure(chip, parameter)
    return Found(whole / part, f"{whole_text} / {part_text}")


def links(chip: str) -> Found:
    """Bandwidth of all links of a system, each chip's direction counted; a unit of both ways halves it back."""
    count, (value, text) = _figure(chip, "domain_chips")[0], _figure(chip, "link_bytes_s")
    return Found(count * value, f"2 directions × {count:,.0f} × {text}")


def figure_ratio(chip: str, other: str, parameter: str) -> Found:
    """A figure of one chip over that of another."""
    (value, text), (base, base_text) = _figure(chip, parameter), _figure(other, parameter)
    return Found(value / base, f"{text} / {base_text}")


def per_watt(chip: str, parameter: str) -> Found:
    """A figure of a chip per rated W."""
    value, text = _figure(chip, parameter)
    watts = tables.power_figures()[chip].rated_w
    if watts is None:
        raise Unknown(f"the rated power of {tables.vocabulary().chips[chip]} is undisclosed")
    return Found(value / watts.value, f"{text} / {watts.value:,.0f} W")


def per_watt_at(chip: str, parameter: str, kind: str, data_sheet: str) -> Found:
    """A bandwidth of a chip per rated W of another `kind` of rating, and what the `data_sheet`'s would give instead."""
    value, text = _figure(chip, parameter)
    watts = tables.printed_figures().filter(key=chip, parameter="rated_w", kind=kind)["si_value"]
    if watts.is_empty():
        raise Unknown(f"no {kind} power of {tables.vocabulary().chips[chip]} is disclosed")
    usual = per_watt(chip, data_sheet)
    beside = f"{usual.working} of the data sheet would be {usual.value / 1e9:.2f}"
    return Found(value / watts[0], f"{beside}; {text} / {watts[0]:,.0f} W ({kind})")


def power_ratio(chip: str, rival: str) -> Found:
    """Rated power of the rival over that of the accelerator."""
    watts = [tables.power_figures()[key].rated_w for key in (rival, chip)]
    if None in watts:
        raise Unknown("a rated power is undisclosed")
    return Found(watts[0].value / watts[1].value, f"{watts[0].value:,.0f} / {watts[1].value:,.0f} W")


def params(llm: str) -> Found:
    """Parameters of an LLM."""
    value, text = _figure(llm, "params")
    return Found(value, f"{text} in its configuration")


def weight_bytes(llm: str, bytes_each: int) -> Found:
    """Weights of an LLM at `bytes_each` per parameter."""
    value, text = _figure(llm, "params")
    return Found(1e9 * claims.weight_gb(value / 1e9, bytes_each), f"{text} × {bytes_each} B")


def cache_bytes(llm: str, tokens: int, bytes_each: int) -> Found:
    """Cache of one sequence of `tokens`, all of whose layers keep every token."""
    value, text = _figure(llm, "kv_values_token")
    working = f"{text} × {tokens:,} tokens × {bytes_each} B"
    return Found(1e9 * claims.cache_gb(value, tokens, bytes_each), working)


def step_intensity(llm: str, precision: str, context: int) -> Found:
    """FLOP per byte of a decoding step of one sequence of `context` tokens, its attention and cache included."""
    of, formats, at = machines.llms()[llm], machines.formats()[llm, precision], work.Deployment()
    flops = work.dense_flops(of, at) + work.expert_flops(of, at) + work.decode_attention_flops(of, at, context)
    read = work.dense_weight_bytes(of, formats, at) + work.cache_read_bytes(of, formats, at, context)
    working = f"{flops / 1e9:,.2f} GFLOP / {read / 1e9:,.2f} GB of one step at {context:,} tokens"
    return Found(float(flops / read), working)


def block_share(bits: int, scale_bits: int, block: int, whole: int) -> Found:
    """Bits of a value whose block shares a scale, as a share of `whole` bits."""
    value = claims.block_bits(bits, scale_bits, block)
    return Found(value / whole, f"({bits} + {scale_bits} / {block}) / {whole} bit")


def mean_length(nominal: int, least_percent: int) -> Found:
    """Mean of lengths drawn evenly from `least_percent` % to all of `nominal` [tokens]."""
    value = claims.mean_length(nominal, least_percent / 100)
    return Found(value, f"{nominal:,} × (1 + {least_percent / 100:g}) / 2")


@cache
def _figures() -> dict[tuple[str, str], tuple[float, str]]:
    """(accelerator or LLM, parameter) -> SI value and text as printed; what is printed goes before what is computed."""
    rows = tables.printed_figures().filter(~tables.printed_figures()["estimate"]).iter_rows(named=True)
    ranked = sorted(rows, key=lambda row: row["grade"] == "computed", reverse=True)
    return {
        (row["key"], row["parameter"]): (row["si_value"], f"{readable(row['value'])} {row['unit']}") for row in ranked
    }


def _figure(key: str, parameter: str) -> tuple[float, str]:
    found = _figures().get((key, parameter))
    if found is None:
        raise Unknown(f"{parameter} of {key} is undisclosed")
    return found
