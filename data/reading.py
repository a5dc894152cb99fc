"""Reads a table line by line, and says what stops it from being read."""

import csv
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from data.schema import COLUMNS

Row = dict[str, str]


class Fault(NamedTuple):
    """What is wrong at a line of a file (the header is line 1) and what is allowed."""

    file: str
    line: int
    column: str
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.column}: {self.what}"


def read(folder: Path, table: str) -> tuple[list[tuple[int, Row]], list[Fault]]:
    """Rows with their lines, as far as the file can be read, and what stops it from being read."""
    file, columns = f"{table}.csv", COLUMNS[table]
    rows, faults = [], []
    try:
        with (folder / file).open(encoding="utf-8", newline="") as text:
            reader = csv.reader(text, strict=True)
            header = next(reader, [])
            faults += _header(file, header, columns)
            for cells in reader if not faults else ():
                if len(cells) == len(header):
                    rows.append((reader.line_num, dict(zip(header, cells, strict=True))))
                else:
                    what = f"{len(cells)} cells; the header has {len(header)}"
                    faults.append(Fault(file, reader.line_num, "row", what))
    except OSError as error:
        faults.append(Fault(file, 1, "file", f"cannot be opened ({error.strerror}); {folder} must hold every table"))
    except UnicodeDecodeError as error:
        faults.append(Fault(file, len(rows) + 2, "file", f"byte {error.object[error.start]:#04x} is not UTF-8"))
    except csv.Error as error:
        faults.append(Fault(file, reader.line_num, "row", f"not CSV: {error}; quotes must come in pairs"))
    return rows, faults


def _header(file: str, header: list[str], columns: tuple[str, ...]) -> Iterator[Fault]:
    for name in header:
        if name not in columns:
            yield Fault(file, 1, name or "header", f"unknown column; allowed: {', '.join(columns)}")
    for name in columns:
        if header.count(name) != 1:
            yield Fault(file, 1, name, "column is missing" if name not in header else "column stands twice")
