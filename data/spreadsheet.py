"""Tables as CSV that a spreadsheet can open without running anything, written to a file or to standard output."""

import os
import sys
from pathlib import Path

import polars as pl

FORMULA = r"^('*[=+\-@\t\r])"  # a spreadsheet runs a cell that starts so; with apostrophes before, to be read back
MADE_SAFE = r"^'('*[=+\-@\t\r])"  # the same after `safe`


def safe(table: pl.DataFrame) -> bytes:
    """UTF-8 CSV with one header row; unknown is an empty cell, and a text that would run gets a leading apostrophe."""
    table = table.with_columns(pl.col(pl.String).str.replace(FORMULA, "'${1}"), pl.col(pl.Float64).fill_nan(None))
    return table.write_csv().encode()


def write(content: bytes, path: Path | None) -> int:
    """Write to `path`, without one to standard output; 2 after saying why it cannot be written, else 0."""
    if path == Path():
        print("-o needs the name of a file.", file=sys.stderr)
        return 2
    try:
        if path:
            path.write_bytes(content)
        else:
            sys.stdout.buffer.write(content)
            sys.stdout.flush()
    except OSError as error:
        if not path:  # what is still held back would fail once more at exit
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        if isinstance(error, BrokenPipeError):  # the reader, such as `head`, has seen enough
            return 0
        print(f"{path or 'standard output'} cannot be written: {error.strerror}.", file=sys.stderr)
        return 2
    return 0
