"""Which engines' calibrations speak for an accelerator, LLM and precision: the newest of either way of serving."""

from functools import cache

import polars as pl

from data import store
from data.calibrated import Calibration, calibration, calibrations
from data.machines import vendors

Ways = tuple[tuple[bool, Calibration], ...]


@cache
def engines_for(accelerator: str, llm: str, precision: str, wanted: tuple[str, ...] = ()) -> Ways:
    """(two pools?, calibration) that speak for a cell; empty if none.

    Of one pool and of two the newest measured engine, of those `wanted` when some are named, and every other one that
    was measured as lately; one way that nobody has measured is left out where the other was. Where none was, the
    pooled factors of the accelerator: for one pool always, for two where a system of its vendor serves so.
    """
    two = _two_pools()
    known = [cell for cell in calibrations().values() if cell.n and (not wanted or cell.key[1] in wanted)]
    own = [cell for cell in known if (cell.key[0], *cell.key[2:]) == (accelerator, llm, precision)]
    found = []
    for way in (False, True):
        cells = [cell for cell in own if two.get(cell.key[1], False) is way]
        newest = max((cell.last for cell in cells), default="")
        found += [(way, cell) for cell in cells if cell.last == newest]
    if found:
        return tuple(found)
    pooled = [calibration((accelerator, "", llm, precision), apart) for apart in (False, True)]
    vendor = vendors().get(accelerator)
    served_apart = any(two.get(cell.key[1], False) and vendors().get(cell.key[0]) == vendor for cell in known)
    ways = (False, True) if served_apart else (False,)
    return tuple((way, pooled[way]) for way in ways if pooled[way])


@cache
def newest(two: bool) -> str | None:
    """ISO date of the newest point that the pooled factors of one pool (False) or of two rest on; None without any."""
    cells = [cell for cell in calibrations().values() if cell.n and _two_pools().get(cell.key[1], False) is two]
    return max((cell.last for cell in cells), default="") or None


@cache
def _two_pools() -> dict[str, bool]:
    """Whether an engine reads prompts on chips of their own, by key."""
    return dict(store.table("engines").select("key", pl.col("disaggregated") == "true").iter_rows())
