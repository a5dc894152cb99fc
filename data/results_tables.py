"""CSV results: which format a file's header is of, and the report on its rows."""

import csv
from collections.abc import Callable, Iterator
from itertools import islice

from data import results_csv, results_planner, results_profile
from data.imported import Given, Json, Report, Unreadable, shown
from data.results_door import lines
from data.results_export import EXPORT, exported, is_export
from data.results_judge import Way, judged
from data.results_records import NOT_KNOWN, pointed
from data.results_rows import Reader
from data.store import CannotRead

FORMATS: tuple[tuple[Callable[[list[str]], bool], Way, Reader], ...] = (
    (is_export, EXPORT, exported),
    (results_planner.is_planner, results_planner.PLANNER, results_planner.planned),
)
_BEFORE_TABLES = 10  # lines in which a profile export begins its first table
_MLPERF = "This is a table of MLPerf results; it has no speed per user, so it makes no points here."
_OTHERS = {  # what a header is known by -> what is said
    "power.draw": "This is a log of GPU power, not of results; its run's JSON holds the results.",
    "public id": _MLPERF,
    "benchmark  /  model mlc": _MLPERF,
}


def table(report: Report, plain: bytes, given: Given) -> Report:
    """The report on a CSV file, whatever separates its cells. Unreadable when its header is of no known format."""
    try:
        found = _table(report, plain, given)
        if not found.read:
            raise Unreadable("The file holds a header and no rows.")
        return found
    except csv.Error as error:
        raise Unreadable(f"The CSV cannot be read: {error}.") from None


def _table(report: Report, plain: bytes, given: Given) -> Report:
    first = next((line for line in lines(plain) if line.strip() and not line.startswith("#")), "")
    separator = max((",", "\t", ";"), key=first.count)
    header = [name.strip() for name in next(csv.reader([first], delimiter=separator), [])]
    twice = next((name for name in header if name and header.count(name) > 1), None)
    if results_csv.is_own(header) and twice:
        raise Unreadable(f"The header names {shown(twice)} more than once, so it cannot be told which is meant.")
    if results_csv.is_own(header):
        return _own(report, plain, separator, given)
    for known, way, reader in FORMATS:
        if known(header):
            return pointed(report, way, (reader, _numbered(lines(plain), separator)), given)
    if any(line.startswith("Metric,") for line in islice(lines(plain), _BEFORE_TABLES)):
        record = results_profile.from_csv(lines(plain))
        if results_profile.is_profile(record):
            return pointed(report, results_profile.PROFILE, (results_profile.profiled, [(1, record)]), given)
    said = next((what for mark, what in _OTHERS.items() if mark in first.lower()), NOT_KNOWN)
    raise Unreadable(said)


def _own(report: Report, plain: bytes, separator: str, given: Given) -> Report:
    try:
        frame, ragged = results_csv.cells(plain, separator), []
    except CannotRead:
        frame, ragged = results_csv.cells_by_row(plain, separator)
    frame, report = results_csv.typed(frame, ragged, report)
    return judged(results_csv.OWN, frame, given, report)


def _numbered(lines: Iterator[str], separator: str) -> Iterator[tuple[int, Json]]:
    """(row number, cells by column) below the header; a cell too many or too few is told by its row's reader."""
    rows = csv.reader((line for line in lines if not line.startswith("#")), delimiter=separator)
    header: list[str] = []
    count = 0
    for cells in rows:
        if not any(cells):
            continue
        if not header:
            header = [name.strip() for name in cells]
            continue
        count += 1
        yield count, dict(zip(header, cells, strict=True)) if len(cells) == len(header) else None
