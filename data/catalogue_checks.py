"""What a result must satisfy to be believed, worked on its own figures; a missing figure leaves a check open."""

import math
from collections.abc import Mapping
from dataclasses import dataclass

from data.observed import OCCUPANCY

ROUNDING = 0.01  # relative, of figures that belong together
SUM = 0.005  # relative, of rates that add up

Row = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Check:
    """One check: `value` must lie from `low` to `high`; `why` says what is missing where there is no value."""

    key: str
    value: float | None
    low: float
    high: float
    why: str = ""

    @property
    def met(self) -> bool | None:
        """Whether it holds; None where it is not computable."""
        return None if self.value is None else self.low <= self.value <= self.high


def checks(row: Row) -> tuple[Check, ...]:
    """Every check of a result, in one order."""
    return (
        *(_check(key, row, *asked) for key, asked in _WORKED.items()),
        _tails(row),
        _pools(row),
    )


_WORKED = {  # key: figures needed, what is made of them, where it must lie
    "speed": (("tpot_s", "interactivity"), lambda step, speed: step * speed, (1 - ROUNDING, 1 + ROUNDING)),
    "total": (("tput_input", "tput_output", "tput_total"), lambda i, o, both: (i + o) / both, (1 - SUM, 1 + SUM)),
    "occupancy": (
        ("tput_output", "chips", "tpot_s", "concurrency"),
        lambda rate, chips, step, flying: rate * chips * step / flying,
        OCCUPANCY,
    ),
    "latency": (("ttft_s", "e2e_s"), lambda first, whole: first / whole, (0.0, 1.0)),
}


def _tails(row: Row) -> Check:
    """The largest median over its p99, of those that have both."""
    pairs = [(row[name], row[name.replace("_s", "_p99_s")]) for name in ("ttft_s", "tpot_s", "e2e_s")]
    shares = [median / tail for median, tail in pairs if _known(median) and _known(tail)]
    return Check("tails", max(shares, default=None), 0.0, 1.0, "" if shares else "no p99 published")


def _pools(row: Row) -> Check:
    if not row["disaggregated"]:
        return Check("pools", None, 1.0, 1.0, "one pool: nothing to add up")
    return _check("pools", row, ("prefill_chips", "decode_chips", "chips"), lambda p, d, n: (p + d) / n, (1.0, 1.0))


def _check(key: str, row: Row, names: tuple[str, ...], worked, ends: tuple[float, float]) -> Check:
    missing = [name for name in names if not _known(row[name])]
    why = "" if not missing else f"not published: {', '.join(missing)}"
    return Check(key, None if missing else worked(*(row[name] for name in names)), *ends, why)


def _known(value: object) -> bool:
    return value is not None and math.isfinite(value) and value > 0
