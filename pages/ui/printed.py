"""Printed figures as text: the digits of the source, grouped, and the same figure in SI."""

from collections.abc import Mapping

_PREFIXES = ((1e18, "E"), (1e15, "P"), (1e12, "T"), (1e9, "G"), (1e6, "M"), (1e3, "k"), (1.0, ""))
_SCALED = {"byte": "B", "byte/s": "B/s", "FLOP/s": "FLOP/s", "OP/s": "OP/s"}


def with_unit(row: Mapping[str, str]) -> str:
    """The printed `value` with its printed `unit`: 1,400 W, 1 hop."""
    one = row["value"] == "1" and row["unit"].endswith("s") and "/" not in row["unit"] and " " not in row["unit"]
    return f"{grouped(row['value'])} {row['unit'][:-1] if one else row['unit']}"


def grouped(digits: str) -> str:
    """The digits a source prints, all of them, grouped by thousands: 129,280, 3.0."""
    whole, dot, decimals = digits.partition(".")
    return f"{int(whole):,}{dot}{decimals}"


def in_si(row: Mapping[str, float | str]) -> str:
    """The `si_value` with a prefix, 231.9 GB; "" where it reads like the print, and for counts."""
    unit, value = _SCALED.get(row["si_unit"]), row["si_value"]
    size, prefix = next(((s, p) for s, p in _PREFIXES if value >= s), _PREFIXES[-1])
    text = f"{value / size:.4g} {prefix}{unit}"
    return text if unit and text != with_unit(row) else ""
