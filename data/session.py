"""A database of one visitor's own points: in memory, apart from the shared one, shut off from files and network."""

import duckdb
import polars as pl

from data import store
from data.schema import POINTS
from data.tables import PREPARED

Database = duckdb.DuckDBPyConnection
LIMITS = {
    "threads": 1,
    "memory_limit": "256MB",
    "max_temp_directory_size": "0MB",  # what does not fit fails instead of being written to the disk
    "autoinstall_known_extensions": False,
    "autoload_known_extensions": False,
    "python_enable_replacements": False,  # else any variable passes for a table
}


def opened(points: pl.DataFrame) -> duckdb.DuckDBPyConnection:
    """A connection that holds `points`, with the columns of POINTS, as a table of that name, and can do nothing else.

    Reading a file, attaching a database, installing and every change of a setting fail from here on; a query that needs
    more than the limit fails with duckdb.OutOfMemoryException. Nothing is shared with any other connection.
    """
    database = duckdb.connect(":memory:", config=dict(LIMITS))
    database.register("rows", points.select(*POINTS))
    database.execute("create table points as from rows")
    database.unregister("rows")
    database.execute("set enable_external_access = false")
    database.execute("set lock_configuration = true")
    return database


def filterable(points: pl.DataFrame) -> duckdb.DuckDBPyConnection:
    """The same, with all that the conditions on published points need: they are asked of these in the same words."""
    database = opened(points)
    database.execute("alter table points rename to given_points")
    database.register("rows", store.accelerators())
    database.execute("create table accelerators as from rows")
    database.unregister("rows")
    database.execute(PREPARED)
    return database
