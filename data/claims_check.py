"""Whether claims.csv can be recomputed as it says: one number or a range, calls of known functions, known arguments."""

import re
from collections.abc import Iterator

from data import schema
from data.cells import NUMBER, some
from data.claims_calls import FUNCTIONS, Signature, calls
from data.reading import Fault, Row

DIGITS = re.compile(r"(?=.*[1-9])\d+(\.\d+)?", re.ASCII)  # of a number above zero
Keys = dict[str, dict[str, None]]
Rows = dict[str, Row]
_PATTERNS = {
    "figure": (DIGITS, "printed digits such as 1.80, or @ and the id of a claim"),
    "count": (re.compile(r"[1-9]\d{0,8}", re.ASCII), "a whole number above zero"),
    "month": (re.compile(r"\d{4}-(0[1-9]|1[0-2])(/\d{4}-(0[1-9]|1[0-2]))?", re.ASCII), "YYYY-MM, or YYYY-MM/YYYY-MM"),
    "day": (re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])", re.ASCII), "YYYY-MM-DD"),
}
_TABLES = {"llm": "llms", "chip": "accelerators", "parameter": "parameters", "precision": "precisions"}
_CHOICES = {"decoding": ("plain", "mtp", "other"), "basis": schema.CHOICES["basis"]}
_CHOICES |= {"rating": schema.CHOICES_OF["power", "kind"]}


def faults(lines: list[tuple[int, Row]], known: Keys) -> Iterator[Fault]:
    """What is wrong with the rows; `known` holds the keys of each table that could be read."""
    rows = {row["id"]: row for _, row in lines}
    for number, row in lines:
        for column, what in (*_number(row), *_either(row)):
            yield Fault("claims.csv", number, column, what)
        for column in FUNCTIONS:
            if row[column] and (what := _wrong_calls(column, row, rows, known)):
                yield Fault("claims.csv", number, column, what)


def _number(row: Row) -> Iterator[tuple[str, str]]:
    """A claim has a value, or both ends of a range from low to high, in plain digits."""
    given = tuple(bool(row[name]) for name in ("value", "low", "high"))
    if given not in ((True, False, False), (False, True, True)):
        yield "value", f"{row['id']} needs a value, or low and high; one of both"
        return
    for name in ("value", "low", "high"):
        if NUMBER.fullmatch(row[name]) and float(row[name]) > 0 and not DIGITS.fullmatch(row[name]):
            yield name, f"'{row[name]}' is not as printed; digits alone, whose last one says how exact the claim is"
    low, high = row["low"], row["high"]
    if DIGITS.fullmatch(low) and DIGITS.fullmatch(high) and float(low) >= float(high):
        yield "low", f"{low} is not below {high}, the high end"
    if row["relation"] == "within" and row["value"]:
        yield "relation", "'within' needs low and high; a value is at most, at least or about"


def _either(row: Row) -> Iterator[tuple[str, str]]:
    for column in FUNCTIONS:
        why = f"why_no_{column}"
        if bool(row[column]) == bool(row[why]):
            yield column, f"{row['id']} needs a function here, or in {why} the reason why there is none; one of both"


def _wrong_calls(column: str, row: Row, rows: Rows, known: Keys) -> str:
    try:
        found = calls(row[column])
    except ValueError as error:
        return str(error)
    ends = (1, 2) if row["relation"] == "within" or row["value"] else (2,)
    if len(found) not in ends:
        return f"{len(found)} functions; allowed: {' or '.join(map(str, ends))}, one per end of the claim"
    for name, arguments in found:
        signature = FUNCTIONS[column].get(name)
        if signature is None:
            return f"unknown function '{name}'; allowed: {', '.join(FUNCTIONS[column])}"
        if what := _wrong_arguments(name, signature, arguments, (row, rows, known)):
            return what
    return ""


def _wrong_arguments(name: str, signature: Signature, arguments: list[str], among: tuple[Row, Rows, Keys]) -> str:
    kinds = signature.kinds_of(len(arguments))
    if kinds is None:
        taken = ", ".join(signature.kinds) + (" …" if signature.more else "")
        return f"{name} has {len(arguments)} arguments; allowed: {taken}"
    for kind, argument in zip(kinds, arguments, strict=True):
        if what := _wrong_argument(kind, argument, *among):
            return f"{name}: {what}"
    return ""


def _wrong_argument(kind: str, argument: str, row: Row, rows: Rows, known: Keys) -> str:
    if kind == "figure" and argument.startswith("@"):
        return _wrong_reference(argument, row, rows)
    if kind in _PATTERNS:
        pattern, allowed = _PATTERNS[kind]
        return "" if pattern.fullmatch(argument) else f"'{argument}' is no {kind}; allowed: {allowed}"
    if kind in _CHOICES:
        allowed = _CHOICES[kind]
        return "" if argument in allowed else f"unknown {kind} '{argument}'; allowed: {', '.join(allowed)}"
    keys = known.get(_TABLES[kind])
    if keys is None or argument in keys:
        return ""
    return f"unknown {kind} '{argument}'; allowed: {some(keys, f'{_TABLES[kind]}.csv')}"


def _wrong_reference(argument: str, row: Row, rows: Rows) -> str:
    """A claim is not recomputed from itself, and what it refers to has a printed number there."""
    key, _, end = argument[1:].partition(".")
    if key == row["id"]:
        return f"'{argument}' is the claim itself; allowed: other claims"
    if key not in rows or end not in ("", "low", "high"):
        return f"unknown claim '{argument}'; allowed: @ and an id of claims.csv, for a range with .low or .high"
    return "" if rows[key][end or "value"] else f"'{argument}' has no number there; a range has .low and .high"
