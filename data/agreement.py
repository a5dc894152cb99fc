"""Whether the rows of the tables agree: with each other, with the dictionary, and each point with itself."""

import math
from collections.abc import Iterator

from data.cells import number, some, too_many_watts
from data.reading import Fault, Row
from data.schema import COUNTED, MEASURES, NAMED, NUMBERS, SORTED, UNIQUE, WHOLE_NUMBERS

CLOSE = 0.005  # relative: rates are printed rounded
ABOVE_RATED = 1.06  # most that telemetry of a board may exceed the rated power; a sensor that says more is wrong
Lines = list[tuple[int, Row]]  # each with its line of the file
Tables = dict[str, Lines]


def disagreements(tables: Tables, complete: set[str]) -> Iterator[Fault]:
    """Every fault between cells; what refers to a table that is not among the `complete` ones is not tested."""
    for table, rows in tables.items():
        for tested in (_units_fit(table, rows, tables), _unique(table, rows), _sorted(table, rows)):
            yield from tested
    for table in NAMED.values():
        yield from _names(table, tables[table])
    yield from _dictionary(tables) if "units" in complete else ()
    yield from _aliases(tables, complete) if "aliases" in complete else ()
    rated = _rated(tables)
    for line, row in tables["points"]:
        yield from _point(line, row)
        yield from _draw(line, row, rated)


def _units_fit(table: str, rows: Lines, tables: Tables) -> Iterator[Fault]:
    """A figure's unit measures what its parameter or its table is of; counts are whole, and no part draws 100 kW."""
    units = {row["unit"]: row for _, row in tables["units"]}
    measured = {row["parameter"]: row["si"] for _, row in tables["parameters"]}
    for line, row in rows if table.endswith("_figures") or table in MEASURES else ():
        unit, what = units.get(row["unit"]), row.get("parameter") or table
        want = measured.get(what) or MEASURES.get(table)
        value, factor = number(row["value"]), number(unit["factor"]) if unit else None
        if unit and want and unit["si"] != want:
            fault = f"'{row['unit']}' is {unit['si']}; allowed for {what}: units of {want}"
            yield Fault(f"{table}.csv", line, "unit", fault)
        elif value and factor and math.isfinite(value * factor):
            if want in COUNTED and not (value * factor).is_integer():
                yield Fault(f"{table}.csv", line, "value", f"{row['value']} is not whole; {what} is a count")
            if want == "W" and (fault := too_many_watts(value * factor)):
                yield Fault(f"{table}.csv", line, "value", fault)


def _unique(table: str, rows: Lines) -> Iterator[Fault]:
    columns = UNIQUE.get(table, ())
    seen: dict[tuple[str, ...], int] = {}
    for line, row in rows if columns else ():
        key = tuple(row[column] for column in columns)
        if seen.setdefault(key, line) != line:
            what = f"duplicate {' '.join(key)}, also in line {seen[key]}; allowed: once"
            yield Fault(f"{table}.csv", line, columns[0], what)


def _sorted(table: str, rows: Lines) -> Iterator[Fault]:
    columns = SORTED.get(table, ())
    last: tuple = ()
    for line, row in rows if columns else ():
        key = tuple(_rank(column, row[column]) for column in columns)
        if key < last:
            yield Fault(f"{table}.csv", line, columns[0], f"unsorted; rows stand in the order of {', '.join(columns)}")
        last = key


def _rank(column: str, cell: str) -> float | str:
    return (number(cell) or 0) if column in WHOLE_NUMBERS else cell


def _names(table: str, rows: Lines) -> Iterator[Fault]:
    """A name means one row: it is no other row's name or key, in whatever case."""
    seen: dict[str, tuple[int, str]] = {}
    for line, row in rows:
        for text in {row["key"].lower(), row["name"].lower()}:
            at, key = seen.setdefault(text, (line, row["key"]))
            if key != row["key"]:
                column = "name" if text == row["name"].lower() else "key"
                yield Fault(f"{table}.csv", line, column, f"'{row[column]}' is also {key}, in line {at}; allowed: once")


def _dictionary(tables: Tables) -> Iterator[Fault]:
    """A parameter is measured in something that a unit measures."""
    measured = dict.fromkeys(row["si"] for _, row in tables["units"])
    for line, row in tables["parameters"]:
        if row["si"] and row["si"] not in measured:
            what = f"no unit measures '{row['si']}'; allowed: {some(measured, 'units.csv')}"
            yield Fault("parameters.csv", line, "si", what)


def _aliases(tables: Tables, complete: set[str]) -> Iterator[Fault]:
    """A spelling is lower case, leads to a key there is, and is not the name of another."""
    for line, row in tables["aliases"]:
        table = NAMED.get(row["kind"])
        keys = {named["key"]: named for _, named in tables[table]} if table in complete else {}
        if keys and row["key"] and row["key"] not in keys:
            what = f"unknown {row['kind']} '{row['key']}'; allowed: {some(keys, f'{table}.csv')}"
            yield Fault("aliases.csv", line, "key", what)
        if row["spelling"] != row["spelling"].lower():
            yield Fault("aliases.csv", line, "spelling", f"'{row['spelling']}' is not in lower case; any case is read")
        for key, named in keys.items():
            if key != row["key"] and row["spelling"] in (key.lower(), named["name"].lower()):
                what = f"'{row['spelling']}' is the name of {key}; allowed: what no {row['kind']} is called"
                yield Fault("aliases.csv", line, "spelling", what)


def _point(line: int, row: Row) -> Iterator[Fault]:
    """Cells of a point that must agree with each other."""
    value = {name: number(row[name]) for name in NUMBERS | WHOLE_NUMBERS if name in row}
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


def _rated(tables: Tables) -> dict[str, float]:
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
