"""A table as CSV bytes that a spreadsheet may open."""

import polars as pl

FORMULA = r"^([=+\-@\t\r])"  # a spreadsheet runs a cell that starts so


def safe(table: pl.DataFrame) -> bytes:
    """UTF-8 CSV with one header row; unknown is an empty cell, and text that would run gets a leading apostrophe."""
    table = table.with_columns(pl.col(pl.String).str.replace(FORMULA, "'${1}"), pl.col(pl.Float64).fill_nan(None))
    return table.write_csv().encode()
