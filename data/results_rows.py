"""Rows of records, one by one: cells of any type to numbers and texts, good rows kept and bad ones reported."""

import math
from collections.abc import Callable, Iterable

import polars as pl

from data.cells import MOST_WHOLE, NUMBER
from data.imported import Given, Json, Reject, Repair, Report, Wrong
from data.results_judge import TYPES

Row = dict[str, object]
Numbered = Iterable[tuple[int, object]]
Reader = Callable[[Json, Given], tuple[Row, list[tuple[str, str]]]]
_CHUNK = 5_000  # rows held as Python objects at a time
_TRUE, _FALSE = frozenset({"true", "1", "yes"}), frozenset({"false", "0", "no"})
_UNKNOWN = frozenset({"", "-", "n/a", "na", "none", "null", "nan"})


def number(record: Json, key: str) -> float | None:
    """The finite number under a key, zero and below included; None when there is none. Wrong for any other text."""
    cell = record.get(key)
    if cell is None or isinstance(cell, bool | dict | list):
        return None
    if isinstance(cell, str):
        if cell.strip().lower() in _UNKNOWN:
            return None
        if not NUMBER.fullmatch(cell.strip()):
            raise Wrong(key, cell, "a number, or nothing when unknown")
        cell = float(cell)
    try:
        value = float(cell)
    except OverflowError:
        raise Wrong(key, cell, "a number that a computer can hold") from None
    if math.isinf(value):
        raise Wrong(key, cell, "a number that a computer can hold")
    return value if math.isfinite(value) else None


def whole(record: Json, key: str) -> int | None:
    """The whole number above zero under a key; None when there is none or it is zero."""
    value = number(record, key)
    if not value:
        return None
    if value != int(value) or not 1 <= value <= MOST_WHOLE:
        raise Wrong(key, record.get(key), f"a whole number from 1 to {MOST_WHOLE:,}")
    return int(value)


def text(record: Json, key: str) -> str | None:
    """The text under a key, a number as text; None when there is none."""
    cell = record.get(key)
    if isinstance(cell, bool | dict | list) or cell is None:
        return None
    return str(cell).encode(errors="replace").decode().strip() or None


def flag(record: Json, key: str) -> bool | None:
    """The truth under a key, of booleans, words and 0 and 1; None when there is none."""
    said = str(record.get(key)).strip().lower()
    return True if said in _TRUE else False if said in _FALSE else None


def inner(record: Json, *path: str) -> Json:
    """The object at a path of keys; an empty one where there is none."""
    found: object = record
    for key in path:
        found = found.get(key) if isinstance(found, dict) else None
    return found if isinstance(found, dict) else {}


def gathered(records: Numbered, reader: Reader, given: Given, report: Report) -> tuple[pl.DataFrame, Report]:
    """The rows that a reader makes of numbered records, as a frame of TYPES, and the report with what was said."""
    frames, rows, said, left_out, read = [], [], [], [], 0
    for count, record in records:
        read += 1
        try:
            if not isinstance(record, dict):
                raise Wrong("row", record, "an object with named fields")
            row, repairs = reader(record, given)
            rows.append(row | {"row": count})
            said += [Repair(count, field, what) for field, what in repairs]
        except Wrong as wrong:
            left_out.append(Reject(count, wrong.field, wrong.value, wrong.right))
        if len(rows) == _CHUNK:
            frames.append(pl.DataFrame(rows, schema=dict(TYPES)))
            rows = []
    frames.append(pl.DataFrame(rows, schema=dict(TYPES)))
    report = Report(report.name, read=read, repaired=(*report.repaired, *said), rejected=tuple(left_out))
    return pl.concat(frames), report


def add(row: Row, note: str) -> None:
    """Append a remark to a row's note."""
    row["note"] = f"{row['note']}; {note}" if row.get("note") else note
