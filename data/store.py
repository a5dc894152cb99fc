"""Opens the tables of figures, and the points wherever the setting says they are, as one in-memory database."""

import os
from pathlib import Path

import duckdb

from data.schema import COLUMNS, POINTS, POINTS_NEEDED

HERE = Path(__file__).parent
SETTING = "SCOVILLE_POINTS"


def opened(folder: Path = HERE, points_from: str | None = None) -> duckdb.DuckDBPyConnection:
    """The tables of `folder` in memory, each with the `position` of its rows.

    `points_from`, by default the setting, replaces the points: a Parquet or CSV file, a folder or a glob of them, or a
    DuckDB file with a table `points`. Those are scanned at each query, not copied. ValueError says what is wrong.
    """
    database = duckdb.connect()
    for table, columns in COLUMNS.items():
        if table != "points":
            rows = database.read_csv(str(folder / f"{table}.csv"), header=True, columns=dict.fromkeys(columns, "VARCHAR"))
            rows.project("*, row_number() over () as position").to_table(table)
    points_from = points_from or os.environ.get(SETTING)
    if points_from:
        _view_points(database, points_from)
    else:
        database.read_csv(str(folder / "points.csv"), header=True, columns=dict(POINTS)).to_table("points")
    return database


def _view_points(database: duckdb.DuckDBPyConnection, place: str) -> None:
    """Name the rows at `place` as `points`, with every column of the schema; a column they lack is unknown."""
    try:
        found = _scanned(database, place)
    except duckdb.Error as error:
        raise ValueError(f"{SETTING}={place} cannot be read as points: {str(error).splitlines()[0]}") from error
    missing = sorted(POINTS_NEEDED - set(found.columns))
    if missing:
        raise ValueError(f"{SETTING}={place} lacks the columns {', '.join(missing)}; data/schema.py lists them all")
    cells = [
        f"try_cast({name if name in found.columns else 'null'} as {kind}) as {name}" for name, kind in POINTS.items()
    ]
    found.project(", ".join(cells)).create_view("points")


def _scanned(database: duckdb.DuckDBPyConnection, place: str) -> duckdb.DuckDBPyRelation:
    path = Path(place)
    if path.suffix in (".duckdb", ".db"):
        if not path.is_file():
            raise duckdb.IOException(f"no file {place}")
        quoted = place.replace("'", "''")
        database.execute(f"attach '{quoted}' as given (read_only)")
        return database.table("given.points")
    if path.is_dir():
        place = str(path / ("*.parquet" if any(path.glob("*.parquet")) else "*.csv"))
    if place.endswith((".csv", ".csv.gz")):
        return database.read_csv(place, header=True, all_varchar=True, union_by_name=True)
    return database.read_parquet(place, union_by_name=True)
