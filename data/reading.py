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
        with (folder / file).open(encoding="utf-8-sig", newline="") as text:
            reader = csv.reader(text, strict=True)
            header = next(reader, [])
            faults += _header(file, header, columns)
            for cells in reader if not faults else ():
                if len(cells) == len(header):
                    rows.append((reader.line_num, dict(zip(header, cells, strict=True))))
                else:
                    what = f"{len(cells)} cells; the header has {len(header)}"
                    faults.append(Fault(file, reader.line_num, "row", what))
            if header and not rows and not faults:
                faults.append(Fault(file, 1, "file", "has no rows; a header and a row are needed"))
    except OSError as error:
        faults.append(Fault(file, 1, "file", f"cannot be opened ({error.strerror}); {folder} must hold every table"))
    except UnicodeDecodeError:
        faults.append(_not_text(folder / file))
    except csv.Error as error:
        faults.append(Fault(file, reader.line_num, "row", f"{_not_csv(str(error))}; quotes must come in pairs"))
    return rows, faults


def _not_text(path: Path) -> Fault:
    """Where the first byte stands that is no text; the reader itself decodes ahead of its lines."""
    content = path.read_bytes()
    try:
        content.decode()
        bad = len(content)
    except UnicodeDecodeError as error:
        bad = error.start
    line = content[:bad].count(b"\n") + 1
    return Fault(path.name, line, "file", f"byte 0x{content[bad : bad + 1].hex()} is not UTF-8")


def _not_csv(error: str) -> str:
    if "field limit" in error:
        return f"a cell of more than {csv.field_size_limit():,} characters"
    return f"not CSV: {error}"


def _header(file: str, header: list[str], columns: tuple[str, ...]) -> Iterator[Fault]:
    if not header:
        yield Fault(file, 1, "file", f"is empty or begins with an empty line; the header is {','.join(columns)}")
        return
    if len(header) == 1:
        yield Fault(file, 1, "header", f"has no comma; columns are separated by commas: {','.join(columns)}")
        return
    for name in header:
        if name not in columns:
            yield Fault(file, 1, name or "header", f"unknown column; allowed: {', '.join(columns)}")
    for name in columns:
        if header.count(name) != 1:
            yield Fault(file, 1, name, "column is missing" if name not in header else "column stands twice")
