"""Checks every table of a folder: `python -m data.check [--folder DIR]` prints counts, or what is wrong and where."""

import argparse
import math
import sys
from collections.abc import Iterator
from datetime import date
from pathlib import Path

from data import schema
from data.reading import Fault, Row, read
from data.store import HERE

SHOWN = 20  # faults printed; the rest is counted
CLOSE = 0.005  # relative: rates are printed rounded
ABOVE_RATED = 1.06  # most that telemetry of a board may exceed the rated power; a sensor that says more is wrong


def main(arguments: list[str] | None = None) -> int:
    """Print one line per table with its count; 1 when something is wrong, after saying what, else 0."""
    parser = argparse.ArgumentParser(prog="python -m data.check", description=__doc__)
    parser.add_argument("--folder", type=Path, default=HERE, help="where the tables are (default: those of the app)")
    counts, faults = check(parser.parse_args(arguments).folder)
    for table, count in counts.items():
        print(f"{table}.csv: {count:,} rows")
    for fault in faults[:SHOWN]:
        print(fault, file=sys.stderr)
    if len(faults) > SHOWN:
        print(f"… and {len(faults) - SHOWN:,} more", file=sys.stderr)
    return 1 if faults else 0


def check(folder: Path) -> tuple[dict[str, int], list[Fault]]:
    """Rows per table, and every fault in the order of the tables."""
    tables, faults = {}, []
    for table in schema.COLUMNS:
        rows, broken = read(folder, table)
        tables[table] = rows
        faults += broken
    known = {table: _keys(table, rows) for table, rows in tables.items()}
    for table, rows in tables.items():
        for check_rows in (_cells, _units_fit, _unique, _sorted):
            faults += check_rows(table, rows, known, tables)
    rated = _rated(tables)
    faults += [fault for line, row in tables["points"] for fault in (*_point(line, row), *_draw(line, row, rated))]
    return {table: len(rows) for table, rows in tables.items()}, sorted(faults, key=lambda fault: fault.file)


def _keys(table: str, rows: list[tuple[int, Row]]) -> dict[str, None]:
    column = {"units": "unit", "parameters": "parameter"}.get(table, "key")
    return {row[column]: None for _, row in rows if row.get(column)}


def _cells(table: str, rows, known, _tables) -> Iterator[Fault]:
    """Each cell by itself: missing, unknown, not one of the choices, not a number or not a day."""
    for line, row in rows:
        for column, cell in row.items():
            what = _empty(table, column) if not cell else _wrong(table, column, cell, known)
            if what:
                yield Fault(f"{table}.csv", line, column, what)


def _empty(table: str, column: str) -> str:
    return "missing; every row has one" if column in schema.NEEDED[table] else ""


def _wrong(table: str, column: str, cell: str, known: dict[str, dict[str, None]]) -> str:
    """What is wrong with a cell that is not empty, and what is allowed; "" when nothing is."""
    named = schema.REFERENCES.get(column)
    if named and named != table and cell not in known[named]:
        return f"unknown {column} '{cell}'; allowed: {_some(known[named], f'{named}.csv')}"
    choices = schema.CHOICES_OF.get((table, column)) or schema.CHOICES.get(column)
    if column == "grade":
        choices = choices or schema.FIGURE_GRADES
    if choices and cell not in choices:
        return f"unknown {column} '{cell}'; allowed: {', '.join(choices)}"
    if column in schema.NUMBERS | schema.WHOLE_NUMBERS:
        return _wrong_number(table, column, cell)
    if column in schema.DATES and not _is_day(cell, whole=table in ("points", "power", "prices", "published_curves")):
        return f"'{cell}' is not a day; write YYYY-MM-DD"
    return ""


def _wrong_number(table: str, column: str, cell: str) -> str:
    value = number(cell)
    if value is None:
        return f"'{cell}' is not a number; leave it empty when unknown"
    may_be_zero = (table, column) == ("llm_figures", "value")
    if not (value > 0 or (may_be_zero and value == 0)) or math.isinf(value):
        return f"{cell} is not allowed; a finite number above zero, or empty when unknown"
    if column in schema.WHOLE_NUMBERS and value != int(value):
        return f"{cell} is not a whole number"
    return ""


def _units_fit(table: str, rows, _known, tables) -> Iterator[Fault]:
    """A figure's unit measures what its parameter is."""
    si = {row["unit"]: row["si"] for _, row in tables["units"]}
    wanted = {row["parameter"]: row["si"] for _, row in tables["parameters"]}
    for line, row in rows if table.endswith("_figures") else ():
        got, want = si.get(row["unit"]), wanted.get(row["parameter"])
        if got and want and got != want:
            what = f"'{row['unit']}' is {got}; allowed for {row['parameter']}: units of {want}"
            yield Fault(f"{table}.csv", line, "unit", what)


def _unique(table: str, rows, _known, _tables) -> Iterator[Fault]:
    columns = schema.UNIQUE.get(table, ())
    seen: dict[tuple[str, ...], int] = {}
    for line, row in rows if columns else ():
        key = tuple(row[column] for column in columns)
        if seen.setdefault(key, line) != line:
            what = f"duplicate {' '.join(key)}, also in line {seen[key]}; allowed: once"
            yield Fault(f"{table}.csv", line, columns[0], what)


def _sorted(table: str, rows, _known, _tables) -> Iterator[Fault]:
    columns = schema.SORTED.get(table, ())
    last: tuple = ()
    for line, row in rows if columns else ():
        key = tuple(_rank(column, row[column]) for column in columns)
        if key < last:
            yield Fault(f"{table}.csv", line, columns[0], f"unsorted; rows stand in the order of {', '.join(columns)}")
        last = key


def _rank(column: str, cell: str) -> float | str:
    return (number(cell) or 0) if column in schema.WHOLE_NUMBERS else cell


def _point(line: int, row: Row) -> Iterator[Fault]:
    """Cells of a point that must agree with each other."""
    value = {name: number(row[name]) for name in schema.NUMBERS | schema.WHOLE_NUMBERS if name in row}
    total, output, given = (value[f"tput_{name}"] for name in ("total", "output", "input"))
    if total and output and given and not math.isclose(output + given, total, rel_tol=CLOSE):
        what = f"{total:g} is not output {output:g} + input {given:g}; all three over all chips, within 0.5 %"
        yield Fault("points.csv", line, "tput_total", what)
    speed, pace = value["interactivity"], value["tpot_s"]
    if speed and pace and not math.isclose(speed * pace, 1, rel_tol=CLOSE):
        yield Fault("points.csv", line, "tpot_s", f"{pace:g} s x {speed:g} tok/s/user is not 1, within 0.5 %")
    for pool in ("", "prefill_", "decode_"):
        experts, chips = value[f"{pool}ep"], value[f"{pool}chips"]
        if experts and chips and experts > chips:
            yield Fault("points.csv", line, f"{pool}ep", f"EP {experts:g} is above the {chips:g} chips of {pool}chips")


def _rated(tables) -> dict[str, float]:
    """Rated power of each accelerator [W]; its rows stand from the oldest to the newest."""
    factors = {row["unit"]: number(row["factor"]) for _, row in tables["units"]}
    rows = [row for _, row in tables["power"] if (row["basis"], row["kind"]) == ("rated", "registry")]
    return {row["accelerator"]: (number(row["value"]) or 0) * (factors.get(row["unit"]) or 0) for row in rows}


def _draw(line: int, row: Row, rated: dict[str, float]) -> Iterator[Fault]:
    """Telemetry far above the rated power is left out, as watts and as the energy of a token."""
    most = ABOVE_RATED * rated.get(row["accelerator"], 0)
    energy, rate = number(row["measured_j_per_tok_total"]), number(row["tput_total"])
    watts = {"measured_w": number(row["measured_w"]), "measured_j_per_tok_total": (energy or 0) * (rate or 0)}
    for column, value in watts.items():
        if most and value and value > most:
            what = f"{value:,.0f} W is above {most:,.0f} W, {ABOVE_RATED} x rated power; leave it empty, say so in note"
            yield Fault("points.csv", line, column, what)


def number(cell: str) -> float | None:
    """The number a cell holds; None when it holds none."""
    try:
        return float(cell) if cell and "_" not in cell else None
    except ValueError:
        return None


def _is_day(cell: str, whole: bool) -> bool:
    try:
        return bool(date.fromisoformat(cell if whole else f"{cell}-01-01"[:10])) and len(cell) in (4, 7, 10)
    except ValueError:
        return False


def _some(keys: dict[str, None], file: str) -> str:
    some = list(keys)[:12]
    return ", ".join(some) + (f" … (all in {file})" if len(keys) > len(some) else "")


if __name__ == "__main__":
    sys.exit(main())
