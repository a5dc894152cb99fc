"""The systems of the pools page at the pin as rows, and what the share of decode chips does."""

from math import ceil

import numpy as np
import polars as pl

from data.parts import chips_of
from data.pools import Answered, Line, at, domain, draws, watts_of
from data.pools_more import Shares
from pages.ui.formats import UNKNOWN, count, is_known, listing, number, seconds, span, speed
from pages.ui.pools import amount, pinned

SYSTEM_HEADS = {"name": "System", "value": "Tokens/s per chip", "band": "90 % band", "fast": "Fastest, tok/s per user"}
SYSTEM_HEADS |= {"prefill": "Prefill", "decode": "Decode", "scale": "In units of scale", "first": "First token"}
SYSTEM_HEADS |= {"kw": "kW"}


def heads(found: Answered) -> dict[str, str]:
    """Columns of the table of systems; kW only where some system has watts."""
    unit = "Tokens/s per kW" if found.per_watt else "Tokens/s per chip"
    return SYSTEM_HEADS | {"value": f"{unit} at {speed(pinned(found.question))}"}


def systems(found: Answered) -> pl.DataFrame:
    """One row per system at the pinned speed, the pair first."""
    return pl.DataFrame([_system(found, place) for place in range(len(found.systems))])


def _system(found: Answered, place: int) -> dict[str, str]:
    one, line = found.systems[place], found.lines[place]
    empty = dict.fromkeys(SYSTEM_HEADS, "")
    if line is None:
        return empty | {"name": one.name, "value": "not computable" if one.why else "outside your limits"}
    row = empty | {"name": one.name, "fast": speed(line.x[-1])}
    knot = at(line, pinned(found.question))
    if knot is None:
        return row | {"value": "no configuration this fast"}
    slow = line.x[knot] > 1.02 * pinned(found.question)
    value = number(line.y[knot]) + (f", at {speed(line.x[knot])}" if slow else "")
    row |= {"value": value, "band": span(number(line.low[knot]), number(line.high[knot]))}
    return row | _deployed(found, line, knot)


def _deployed(found: Answered, line: Line, knot: int) -> dict[str, str]:
    """Of one knot: the accelerators of both pools, their units of scale, first token and kW."""
    one, row = line.system, line.row[knot]
    values = {name: float(one.rows[name][row]) for name in ("prefill_parts", "decode_parts", "ttft_s", "chips")}
    pools = [(one.prefill, values["prefill_parts"]), (one.decode, values["decode_parts"])]
    texts = [amount(key, parts) if parts else "on the same" for key, parts in pools]
    watts = float(watts_of(one, draws(found.question))[row]) * values["chips"]
    told = {"prefill": texts[0], "decode": texts[1], "scale": listing([_scale(k, n) for k, n in pools if n])}
    told |= {"first": seconds(values["ttft_s"]) if is_known(values["ttft_s"]) else "not known"}
    return told | {"kw": number(watts / 1e3) if np.isfinite(watts) else UNKNOWN}


def _scale(key: str, parts: float) -> str:
    """In how many racks, pods or wafers accelerators stand: 3 × 72."""
    size = domain(key)
    if size == 1:
        return f"{count(parts)} × {count(chips_of(key))}"
    return f"{count(ceil(parts / size))} × {count(size)}"


def shared(found: Answered, made: Shares) -> str:
    """What more decode chips do, in a sentence."""
    most = int(made.per_chip.argmax())
    fast, kept = made.speed[-1], made.per_chip[-1] / made.per_chip[most]
    best, end = (f"{100 * share:.3g} %" for share in (made.share[most], made.share[-1]))
    said = (
        f"Most tokens per chip come from {best} decode chips, where both pools are busy, at {speed(made.speed[most])} "
        f"tok/s per user. More of them leave each with fewer sequences: at {end} a user gets {speed(fast)} tok/s and a "
        f"chip gives {100 * kept:.0f} % of the most."
    )
    if made.per_kw is None:
        return said
    return f"{said} Most tokens per watt come from {100 * made.share[int(made.per_kw.argmax())]:.3g} %."
