"""Whether a path given on the command line can be used, found out before the work that needs it."""

import os
from pathlib import Path

import polars as pl


def unwritable(path: Path) -> str:
    """Why nothing can be written to `path`, as a sentence; "" when it can."""
    if path.is_dir():
        return f"{path} is a folder; -o needs the name of a file."
    if not path.parent.is_dir():
        return f"{path} cannot be written: there is no folder {path.parent}."
    place = path if path.exists() else path.parent
    return "" if os.access(place, os.W_OK) else f"{path} cannot be written: permission denied."


def unreadable(path: Path) -> str:
    """Why `path` is no Parquet file to read, as a sentence; "" when it is one."""
    if not path.is_file():
        return f"{path} cannot be read: there is no such file."
    try:
        pl.read_parquet_schema(path)
    except (OSError, pl.exceptions.PolarsError) as refused:
        return f"{path} cannot be read as Parquet: {str(refused).splitlines()[0]}."
    return ""
