"""Which engines' calibrations speak for an accelerator, LLM and precision: the newest of either way of serving."""

from dataclasses import replace
from functools import cache

import polars as pl

from data import store
from data.calibrated import BITS, Calibration, calibration, calibrations
from data.machines import formats, vendors

Ways = tuple[tuple[bool, Calibration], ...]


@cache
def engines_for(accelerator: str, llm: str, precision: str, wanted: tuple[str, ...] = ()) -> Ways:
    """(two pools?, calibration) that speak for a cell; empty if none.

    Of one pool and of two the newest measured engine, of those `wanted` when some are named, and every other one that
    was measured as lately; one way that nobody has measured is left out where the other was. In a format that nobody
    measured on this accelerator, those of the nearest one that was, so that bytes and peaks alone tell them apart; of
    two as near the narrower. Where none was measured, the pooled factors of the accelerator: for one pool always, for
    two where a system of its vendor serves so.
    """
    known = {name: _newest((accelerator, llm, name), wanted) for of, name in formats() if of == llm}
    if known.get(precision):
        return known[precision]
    measured = [name for name, ways in known.items() if ways]
    if measured:
        near = min(measured, key=lambda name: (abs(BITS[name] - BITS[precision]), BITS[name], name))
        return tuple((two, _lent(cell, precision, two)) for two, cell in known[near])
    pooled = [calibration((accelerator, "", llm, precision), apart) for apart in (False, True)]
    ways = (False, True) if _apart_of(vendors().get(accelerator), wanted) else (False,)
    return tuple((way, pooled[way]) for way in ways if pooled[way])


def _newest(of: tuple[str, str, str], wanted: tuple[str, ...]) -> Ways:
    """The ways of serving an (accelerator, LLM, precision) that were measured, the newest engines of each."""
    two, found = _two_pools(), []
    own = [cell for cell in _measured(wanted) if (cell.key[0], *cell.key[2:]) == of]
    for way in (False, True):
        cells = [cell for cell in own if two.get(cell.key[1], False) is way]
        newest = max((cell.last for cell in cells), default="")
        found += [(way, cell) for cell in cells if cell.last == newest]
    return tuple(found)


def _lent(cell: Calibration, precision: str, two: bool) -> Calibration:
    """The factors of a measured cell for a format nobody measured, with a band no narrower than the pooled one."""
    key = (*cell.key[:3], precision)
    pooled = calibration((cell.key[0], "", *key[2:]), two)
    spread = max(cell.spread, pooled.spread if pooled else cell.spread)
    return replace(cell, key=key, spread=spread, n=0, first="", last="", lent=cell.key)


def _apart_of(vendor: str | None, wanted: tuple[str, ...]) -> bool:
    """Whether a system of the vendor was measured in two pools."""
    two = _two_pools()
    return any(two.get(cell.key[1], False) and vendors().get(cell.key[0]) == vendor for cell in _measured(wanted))


@cache
def _measured(wanted: tuple[str, ...]) -> tuple[Calibration, ...]:
    """Cells with points, of the engines `wanted` if any are named."""
    return tuple(cell for cell in calibrations().values() if cell.n and (not wanted or cell.key[1] in wanted))


@cache
def newest(two: bool) -> str | None:
    """ISO date of the newest point that the pooled factors of one pool (False) or of two rest on; None without any."""
    cells = [cell for cell in calibrations().values() if cell.n and _two_pools().get(cell.key[1], False) is two]
    return max((cell.last for cell in cells), default="") or None


@cache
def _two_pools() -> dict[str, bool]:
    """Whether an engine reads prompts on chips of their own, by key."""
    return dict(store.table("engines").select("key", pl.col("disaggregated") == "true").iter_rows())
