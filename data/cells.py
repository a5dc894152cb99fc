"""What one cell may hold. data/check.py asks it of every table, data/given.py of points that lie elsewhere."""

import math
import re
import unicodedata
from collections.abc import Mapping
from datetime import date

from data import schema
from model.question import WATTS_LIMIT

FIRST_YEAR, LAST_YEAR = 2000, 2099
MOST_WHOLE = 2**31 - 1  # what an INTEGER holds
LONGEST_NAME = 200  # characters; no link holds a longer one
NUMBER = re.compile(r"[+-]?(\d+(\.\d+)?([eE][+-]?\d{1,3})?|inf|nan)", re.ASCII | re.IGNORECASE)
URL = re.compile(r"https?://[^\s/]\S*")
_DAY = re.compile(r"\d{4}(-\d{2}(-\d{2})?)?", re.ASCII)
_SHOWN = 12  # of the names that are allowed
Known = Mapping[str, Mapping[str, object] | None]


def wrong(table: str, column: str, cell: str, known: Known) -> str:
    """What is wrong with a cell, and what is allowed; "" when nothing is.

    `known` holds the keys of the tables that cells refer to; one without keys is not asked.
    """
    if not cell.strip():
        missing = "missing; every row has one" if column in schema.NEEDED[table] else ""
        return missing or ("only spaces; leave it empty when unknown" if cell else "")
    return _wrong_text(cell) or _wrong_name(table, column, cell, known) or _wrong_value(table, column, cell)


def wrong_key(cell: str) -> str:
    """What keeps a text from being a key in a link; "" when nothing does."""
    if "," in cell or ":" in cell:
        return f"'{cell}' holds a comma or colon; those separate the parts of a link"
    return f"has {len(cell)} characters; allowed: {LONGEST_NAME}" if len(cell) > LONGEST_NAME else ""


def number(cell: str) -> float | None:
    """The number a cell holds, in ASCII digits without spaces; None when it holds none."""
    return float(cell) if NUMBER.fullmatch(cell) else None


def _wrong_text(cell: str) -> str:
    control = next((c for c in cell if unicodedata.category(c)[0] == "C"), None)
    if control is not None:
        return f"holds the control character U+{ord(control):04X}; allowed: printable text on one line"
    return f"'{cell}' has a space before or after it; allowed: none" if cell != cell.strip() else ""


def _wrong_name(table: str, column: str, cell: str, known: Known) -> str:
    if column == "key":
        return wrong_key(cell)
    named = schema.REFERENCES.get(column)
    also = schema.ALSO.get((table, column), ())
    for part in cell.split("; ") if (table, column) in schema.LISTS else [cell]:
        if named and named != table and known.get(named) and part not in known[named] and part not in also:
            return f"unknown {column} '{part}'; allowed: {some(known[named], f'{named}.csv')}"
    choices = schema.CHOICES_OF.get((table, column)) or schema.CHOICES.get(column)
    if column == "grade":
        choices = choices or schema.FIGURE_GRADES
    return f"unknown {column} '{cell}'; allowed: {', '.join(choices)}" if choices and cell not in choices else ""


def _wrong_value(table: str, column: str, cell: str) -> str:
    if column in schema.NUMBERS | schema.WHOLE_NUMBERS | schema.NUMBERS_OF.get(table, frozenset()):
        return _wrong_number(table, column, cell)
    if column in schema.DATES:
        return _wrong_day(cell, whole=column == "date" and table in schema.DATED)
    if column in schema.URLS and not URL.fullmatch(cell):
        return f"'{cell}' is not an address; allowed: http:// or https://"
    return ""


def _wrong_number(table: str, column: str, cell: str) -> str:
    value = number(cell)
    if value is None:
        return f"'{cell}' is not a number; leave it empty when unknown"
    may_be_zero = (table, column) in schema.MAY_BE_ZERO
    if not (value > 0 or (may_be_zero and value == 0)) or math.isinf(value):
        return f"{cell} is not allowed; a finite number above zero, or empty when unknown"
    if column in schema.WHOLE_NUMBERS and not (cell.isdecimal() and value <= MOST_WHOLE):
        return f"{cell} is not a whole number in digits; allowed: 1 to {MOST_WHOLE:,}"
    if column == "year" and not FIRST_YEAR <= value <= LAST_YEAR:
        return f"{cell} is not a year from {FIRST_YEAR} to {LAST_YEAR}"
    return too_many_watts(value) if column in schema.WATTS else ""


def too_many_watts(value: float) -> str:
    """What is wrong with a draw of `value` [W]; "" when nothing is."""
    return f"{value:,.0f} W is above {WATTS_LIMIT:,.0f} W, the most a part can draw" if value > WATTS_LIMIT else ""


def _wrong_day(cell: str, whole: bool) -> str:
    """A day of this century, or where it need not be `whole` its month or year."""
    try:
        day = date.fromisoformat((cell + "-01-01")[:10]) if _DAY.fullmatch(cell) else None
    except ValueError:
        day = None
    if day is None or (whole and len(cell) < 10):
        return f"'{cell}' is not a day; write YYYY-MM-DD"
    if not FIRST_YEAR <= day.year <= LAST_YEAR:
        return f"'{cell}' is not a day from {FIRST_YEAR}-01-01 to {LAST_YEAR}-12-31"
    return ""


def some(keys: Mapping[str, object], file: str) -> str:
    """The first of the keys, and where all are."""
    shown = list(keys)[:_SHOWN]
    return ", ".join(shown) + (f" … (all in {file})" if len(keys) > len(shown) else "")
