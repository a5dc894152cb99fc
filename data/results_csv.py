"""Our own table, as CSV or Parquet: columns of the points, judged as whole columns; and the template to fill in."""

import csv
import io
from collections.abc import Iterable

import polars as pl

from data import spreadsheet, store
from data.cells import MOST_WHOLE, NUMBER
from data.imported import POINT_TYPES, Reject, Repair, Report, Unreadable, shown
from data.results_door import MOST_CELLS, MOST_COLUMNS, MOST_ROWS, lines
from data.results_judge import SET, TYPES, Way
from data.schema import POINTS

OWN = Way("our own table", ("accelerator", "llm", "precision", "isl", "osl"))
NEEDED = frozenset({"accelerator", "llm", "precision", "isl", "osl"})
EXAMPLE = "r02466"  # the published row in the template
RATES_TOLD = "# tput_* are tok/s per chip: the rate of the whole system over all its chips"
_UNKNOWN = ("", "-", "n/a", "N/A", "NA", "na", "null", "NULL", "None", "none", "nan", "NaN", "NAN", "unknown")
_WORDS = {
    "true": True,
    "false": False,
    "True": True,
    "False": False,
    "TRUE": True,
    "FALSE": False,
    "1": True,
    "0": False,
}


def is_own(header: Iterable[str]) -> bool:
    """Whether a header is that of the points; columns may be missing, and others stand beside them."""
    names = set(header)
    return len(NEEDED & names) >= 3 and bool({"tput_total", "tput_output"} & names)


def cells(plain: bytes, separator: str) -> pl.DataFrame:
    """The columns of ours as texts, with the number of each row; CannotRead where a line has too many cells."""
    options = {"separator": separator, "comment_prefix": "#", "infer_schema": False}
    header = pl.read_csv(io.BytesIO(plain), n_rows=0, **options).columns
    wanted = [name for name in header if name.strip() in TYPES and name.strip() not in SET]
    frame = pl.read_csv(io.BytesIO(plain), columns=wanted, **options)
    frame = frame.rename({name: name.strip() for name in wanted})
    return frame.with_row_index("row", 1).cast({"row": pl.Int64})


def cells_by_row(plain: bytes, separator: str) -> tuple[pl.DataFrame, list[Reject]]:
    """The same where some lines have too many or too few cells, and those lines. csv.Error where quotes never end."""
    rows = csv.reader((line for line in lines(plain) if not line.startswith("#")), delimiter=separator)
    header = [name.strip() for name in next(filter(any, rows), [])]
    places = {name: k for k, name in enumerate(header) if name in TYPES and name not in SET}
    kept, ragged = [], []
    for count, row in enumerate(filter(any, rows), 1):
        if len(row) == len(header):
            kept.append((count, *(row[k] for k in places.values())))
        else:
            ragged.append(Reject(count, "row", f"{len(row):,} cells", f"{len(header):,} cells, as the header has"))
    schema = {"row": pl.Int64} | dict.fromkeys(places, pl.String)
    return pl.DataFrame(kept, schema=schema, orient="row"), ragged


def typed(frame: pl.DataFrame, ragged: list[Reject], report: Report) -> tuple[pl.DataFrame, Report]:
    """Cells of text as a frame of TYPES; a row with a cell that cannot be read is left out and told."""
    words = [name for name in frame.columns if name != "row" and TYPES[name] == pl.String]
    frame = frame.with_columns(pl.col(words).str.replace(spreadsheet.MADE_SAFE, "${1}"))
    found: dict[int, Reject] = {reject.row: reject for reject in ragged}
    repairs, columns = [], []
    for name in (name for name in frame.columns if name != "row"):
        text = frame[name].str.strip_chars()
        blank = text.is_in(_UNKNOWN) & (TYPES[name] != pl.String)
        told = frame["row"].filter(blank & (text != ""))
        repairs += [Repair(row, name, "read as unknown") for row in told]
        column, right = _column(name, text.set(blank, None))
        bad = column.is_null() & text.is_not_null() & ~blank & (text != "")
        for row, cell in zip(frame["row"].filter(bad), text.filter(bad), strict=True):
            found.setdefault(row, Reject(row, name, shown(cell), right))
        columns.append(column)
    empty = [name for name in TYPES if name not in frame.columns]
    result = pl.DataFrame([frame["row"], *columns]).with_columns(
        pl.lit(None, TYPES[name]).alias(name) for name in empty
    )
    result = result.filter(~pl.col("row").is_in(list(found))).select(*TYPES)
    said = {"read": frame.height + len(ragged), "repaired": tuple(repairs), "rejected": tuple(found.values())}
    return result, Report(report.name, **said)


def _column(name: str, text: pl.Series) -> tuple[pl.Series, str]:
    """A column of texts as what it holds, null where that cannot be, and what would be right."""
    kind = TYPES[name]
    if kind == pl.String:
        return text.alias(name), ""
    if kind == pl.Boolean:
        return text.replace_strict(_WORDS, default=None, return_dtype=pl.Boolean).alias(name), "true or false"
    numbers = text.set(~text.str.contains(f"^(?i:{NUMBER.pattern})$").fill_null(True), None).cast(
        pl.Float64, strict=False
    )
    if kind == pl.Float64:
        return numbers.alias(name), "a number in digits, with a point and without separators, such as 1234.5"
    good = numbers.is_between(1, MOST_WHOLE) & (numbers == numbers.floor())
    right = f"a whole number from 1 to {MOST_WHOLE:,}"
    return numbers.set(~good.fill_null(True), None).cast(pl.Int32, strict=False).alias(name), right


def parquet(data: bytes) -> pl.DataFrame:
    """A Parquet file of our own columns; Unreadable where it is none, or holds more than a CSV may."""
    try:
        schema = pl.read_parquet_schema(io.BytesIO(data))
        rows = pl.scan_parquet(io.BytesIO(data)).select(pl.len()).collect().item()
    except (pl.exceptions.PolarsError, OSError, ValueError, pl.exceptions.PanicException):
        raise Unreadable("The file is marked as Parquet, but cannot be read as such.") from None
    if rows > MOST_ROWS or len(schema) > MOST_COLUMNS or rows * len(schema) > MOST_CELLS:
        raise Unreadable(
            f"The file has {rows:,} rows and {len(schema):,} columns; at most {MOST_ROWS:,} rows are read."
        )
    wanted = [name for name, kind in schema.items() if name in POINT_TYPES and name not in SET]
    if not is_own(schema) or any(schema[name] != POINT_TYPES[name] for name in wanted):
        raise Unreadable("The Parquet file does not have the columns of our own; save other results as CSV or JSON.")
    try:
        return pl.read_parquet(io.BytesIO(data), columns=wanted)
    except (pl.exceptions.PolarsError, OSError, ValueError, pl.exceptions.PanicException):
        raise Unreadable("The Parquet file is broken inside.") from None


def numbered(frame: pl.DataFrame, report: Report) -> tuple[pl.DataFrame, Report]:
    """Rows that have their types already as a frame of TYPES."""
    frame = frame.with_row_index("row", 1).cast({"row": pl.Int64})
    empty = [name for name in TYPES if name not in frame.columns]
    frame = frame.with_columns(pl.lit(None, TYPES[name]).alias(name) for name in empty).select(*TYPES)
    return frame, Report(report.name, read=frame.height)


def template() -> str:
    """Our CSV's header with every column, and a commented line of a published run as an example."""
    points = store.table("points")
    row = points.filter(pl.col("id") == EXAMPLE).select(name for name in POINTS if name not in SET)
    header, example = row.write_csv().splitlines()
    return f"{RATES_TOLD}\n{header}\n# {example}\n"
