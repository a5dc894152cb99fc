"""The model's records of accelerators, LLMs and number formats, filled from the tables; read once per process."""

import csv
from collections.abc import Mapping
from functools import cache
from math import inf
from pathlib import Path
from types import MappingProxyType

import polars as pl

from data import tables
from model.hardware import Accelerator
from model.llm import Attention, Llm
from model.work import Formats

HERE = Path(__file__).parent
PEAKS = ("fp4", "fp8", "bf16")
UNJOINED = "how many chips its network joins is not published"
TOPOLOGIES = ("torus", "boardfly", "clos")  # words in the table's topology; everything else is one switch tier


@cache
def accelerators() -> Mapping[str, Accelerator]:
    """Accelerators by key; undisclosed figures are None and `model.hardware.missing` names them."""
    figures = _figures("accelerator")
    topology = {row["key"]: row["topology"] or "" for row in tables.accelerators().iter_rows(named=True)}
    return MappingProxyType({key: _accelerator(key, figures.get(key, {}), text) for key, text in topology.items()})


def has_no_hbm(key: str) -> bool:
    """Whether weights and cache of an accelerator live in SRAM, for want of any other fast memory."""
    chip = accelerators()[key]
    return not chip.hbm_bytes and bool(chip.sram_bytes and chip.sram_bytes_s)


@cache
def domain_of(key: str) -> int | None:
    """Chips that an accelerator's network joins; None where that is not published and `accelerators` counts 8."""
    joined = _figures("accelerator").get(key, {}).get("domain_chips")
    return None if joined is None else int(joined)


def most_joined(key: str) -> str:
    """What the largest deployment of an accelerator is: all its network joins, or as many as the model counts."""
    if domain_of(key) is not None:
        return "all that its network joins"
    return f"the most that the model counts, as {UNJOINED}"


@cache
def llms() -> Mapping[str, Llm]:
    """LLMs whose layers are known, by key."""
    figures, kinds = _figures("llm"), {}
    for row in _read("attention.csv"):
        kinds.setdefault(row["llm"], []).append(_attention(row))
    return MappingProxyType({key: _llm(key, figures[key], tuple(found)) for key, found in kinds.items()})


@cache
def formats() -> Mapping[tuple[str, str], Formats]:
    """Bytes per value and multiplying format by (LLM, precision)."""
    numbers = ("expert_bytes", "dense_bytes", "cache_bytes")
    names = ("expert_precision", "dense_precision")
    return MappingProxyType(
        {
            (row["llm"], row["precision"]): Formats(*(float(row[n]) for n in numbers), *(row[n] for n in names))
            for row in _read("formats.csv")
        }
    )


@cache
def families() -> Mapping[str, str]:
    """Accelerator -> chip generation that shares its kernels."""
    return MappingProxyType({row["accelerator"]: row["family"] for row in _read("families.csv")})


@cache
def vendors() -> Mapping[str, str]:
    """Accelerator -> vendor."""
    return MappingProxyType(dict(tables.accelerators().select("key", "vendor").iter_rows()))


def _accelerator(key: str, figure: dict[str, float], topology: str) -> Accelerator:
    undirected = figure.get("link_bytes_s_undirected")
    word = next((word for word in TOPOLOGIES if word in topology.lower()), "switch")
    return Accelerator(
        key=key,
        hbm_bytes=figure.get("hbm_bytes"),
        hbm_bytes_s=figure.get("hbm_bytes_s_driver", figure.get("hbm_bytes_s")),
        peaks={name: figure[f"{name}_flops"] for name in PEAKS if f"{name}_flops" in figure},
        link_bytes_s=figure.get("link_bytes_s", undirected and undirected / 2),  # printed both ways, we assume
        domain=figure.get("domain_chips", 8.0),
        topology=word,
        max_hops=figure.get("max_hops", inf if word == "torus" else 1.0),
        outer_bytes_s=figure.get("global_link_bytes_s", figure.get("scaleout_bytes_s", 0.0)),
        sram_bytes=figure.get("sram_bytes", 0.0),
        sram_bytes_s=figure.get("sram_bytes_s", 0.0),
    )


def _llm(key: str, figure: dict[str, float], attention: tuple[Attention, ...]) -> Llm:
    routed, active = figure["experts"], figure["experts_per_token"]
    moe_layers = figure["layers"] - figure["dense_layers"] if routed else 0.0
    expert = 3 * figure["hidden"] * figure.get("expert_hidden", 0.0) * moe_layers  # gate, up and down matrices
    window = any(kind.keeps < inf for kind in attention)
    return Llm(
        name=key,
        layers=figure["layers"],
        moe_layers=moe_layers,
        hidden=figure["hidden"],
        experts=max(routed, 1.0),
        active_experts=max(active, 1.0),
        expert_params=expert,
        dense_params=figure["active_params"] - active * expert,
        attention=attention,
        state_values=0.0 if window else figure.get("kv_fixed_bytes", 0.0) / 2,  # printed at 16 bit
        context=figure.get("context_tokens", inf),
    )


def _attention(row: dict[str, str]) -> Attention:
    number = {
        name: float(text) if text else inf
        for name, text in row.items()
        if name not in ("llm", "kind", "source", "note")
    }
    heads = number["heads"]
    return Attention(
        layers=number["layers"],
        kv_values=number["cache_values"],
        kv_heads=number["kv_heads"],
        decode_flops=2 * heads * (number["key_dim"] + number["value_dim"]),
        prefill_flops=2 * heads * (number["prompt_key_dim"] + number["prompt_value_dim"]),
        ratio=number["ratio"],
        reads=number["reads_tokens"],
        keeps=number["keeps_tokens"],
    )


def _figures(subject: str) -> dict[str, dict[str, float]]:
    """Key -> parameter -> SI value; of several printed values the last in the table's order, as the newest."""
    found: dict[str, dict[str, float]] = {}
    printed = tables.printed_figures().filter((pl.col("subject") == subject) & (pl.col("kind") == ""))
    for key, parameter, value in printed.select("key", "parameter", "si_value").iter_rows():
        found.setdefault(key, {})[parameter] = value
    return found


def _read(name: str) -> list[dict[str, str]]:
    with (HERE / name).open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))
