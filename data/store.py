"""Reads the tables of figures as they are printed, and knows where the points may lie instead."""

import os
from functools import cache
from pathlib import Path
from types import MappingProxyType

import polars as pl

from data.schema import COLUMNS, POINTS

CannotRead = pl.exceptions.PolarsError

HERE = Path(__file__).parent
SETTING = "SCOVILLE_POINTS"
_TYPES = {"VARCHAR": pl.String, "INTEGER": pl.Int32, "DOUBLE": pl.Float64, "BOOLEAN": pl.Boolean}
POINT_TYPES = MappingProxyType({column: _TYPES[kind] for column, kind in POINTS.items()})


def accelerators() -> pl.DataFrame:
    """One row per accelerator in display order: what it is, with its source."""
    return table("accelerators")


def llms() -> pl.DataFrame:
    """One row per LLM in display order: what it is, with its source."""
    return table("llms")


def sources() -> pl.DataFrame:
    """One row per source: key, title, publisher, url, published, accessed, licence."""
    return table("sources")


def published_curves() -> pl.DataFrame:
    """One row per printed value of a curve interpolated by its publisher, or of a point printed alone."""
    return table("published_curves")


def measured_power() -> pl.DataFrame:
    """One row per board measurement [W per chip], also as a share of rated power."""
    factor = pl.col("unit").replace_strict(dict(table("units").select("unit", "factor").iter_rows())).cast(pl.Float64)
    share = pl.col("value").cast(pl.Float64) * factor / pl.col("rated_w").cast(pl.Float64)
    return table("measured_power").with_columns(share.alias("fraction_of_rated"))


@cache
def table(name: str, folder: Path = HERE) -> pl.DataFrame:
    """A table as printed, every cell a text and an empty one null; the points typed. Read once per process."""
    return read_table(name, folder)


def read_table(name: str, folder: Path) -> pl.DataFrame:
    """The table as it lies there now; CannotRead when a cell is not of its type."""
    columns = dict(POINT_TYPES) if name == "points" else dict.fromkeys(COLUMNS[name], pl.String)
    return pl.read_csv(folder / f"{name}.csv", schema=columns)


def elsewhere() -> str | None:
    """Where the setting says the points are; None when they are those of this folder."""
    return os.environ.get(SETTING) or None


def scan(place: str) -> str:
    """The scan of the points at `place`: a Parquet or CSV file, a folder or glob of them, or a DuckDB file."""
    path = Path(place)
    if path.suffix in (".duckdb", ".db"):
        return "given.points"
    if path.is_dir():
        place = str(path / ("*.parquet" if any(path.glob("*.parquet")) else "*.csv"))
    if place.endswith((".csv", ".csv.gz")):
        return f"read_csv('{quoted(place)}', header = true, all_varchar = true, union_by_name = true)"
    return f"read_parquet('{quoted(place)}', union_by_name = true)"


def quoted(place: str) -> str:
    """`place` as it stands between single quotes."""
    return place.replace("'", "''")
