"""Checks every table of a folder: `python -m data.check [--folder DIR]` prints counts, or what is wrong and where."""

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from data import claims_check, schema, store, tables
from data.agreement import Tables, disagreements
from data.cells import Known, wrong
from data.reading import Fault, read

SHOWN = 20  # faults printed; the rest is counted


def main(arguments: list[str] | None = None) -> int:
    """Print one line per table with its count; 1 after saying what is wrong with a table, else 0.

    Where the setting names other points, they are tried too: 2 and a sentence when they cannot be served.
    """
    parser = argparse.ArgumentParser(prog="python -m data.check", description=__doc__)
    parser.add_argument("--folder", type=Path, default=store.HERE, help="where the tables are (default: the app's)")
    counts, faults = check(parser.parse_args(arguments).folder)
    for table, count in counts.items():
        print(f"{table}.csv: {count:,} rows")
    for fault in faults[:SHOWN]:
        print(fault, file=sys.stderr)
    if len(faults) > SHOWN:
        print(f"… and {len(faults) - SHOWN:,} more", file=sys.stderr)
    refused = tables.refused() if store.elsewhere() and not faults else None
    if refused:
        print(refused, file=sys.stderr)
    return 1 if faults else 2 if refused else 0


def check(folder: Path) -> tuple[dict[str, int], list[Fault]]:
    """Rows per table, and every fault: first what keeps a file from being read, then in the order of the files.

    What refers to a table that cannot be read is not tested.
    """
    found, broken = {}, []
    for table in schema.COLUMNS:
        found[table], faults = read(folder, table)
        broken += faults
    complete = set(found) - {fault.file.removesuffix(".csv") for fault in broken}
    known = {table: _keys(table, found) for table in complete}
    faults = [*_cells(found, known), *disagreements(found, complete), *claims_check.faults(found["claims"], known)]
    if not broken and not faults:
        faults = list(_unreadable(folder, found))
    return {table: len(rows) for table, rows in found.items()}, broken + sorted(faults, key=lambda fault: fault.file)


def _keys(table: str, found: Tables) -> dict[str, None]:
    column = schema.KEYS.get(table, "key")
    return {row[column]: None for _, row in found[table] if row.get(column)}


def _cells(found: Tables, known: Known) -> Iterator[Fault]:
    """Each cell by itself: missing, unknown, not one of the choices, not a number or not a day."""
    for table, rows in found.items():
        for line, row in rows:
            for column, cell in row.items():
                if what := wrong(table, column, cell, known):
                    yield Fault(f"{table}.csv", line, column, what)


def _unreadable(folder: Path, found: Tables) -> Iterator[Fault]:
    """The last word has what reads the tables for the app."""
    for table, rows in found.items():
        try:
            height = store.read_table(table, folder).height
        except store.CannotRead as error:
            yield Fault(f"{table}.csv", 1, "file", f"cannot be read: {str(error).splitlines()[0]}")
        else:
            if height != len(rows):
                yield Fault(f"{table}.csv", 1, "file", f"reads as {height:,} rows, but has {len(rows):,} of cells")


if __name__ == "__main__":
    sys.exit(main())
