"""Reads somebody's benchmark results: `python -m data.results FILE… [-o points.parquet|.csv] [--json]`."""

import sys
from dataclasses import replace

from data import results_csv, results_door
from data.cells import MOST_WHOLE
from data.imported import Given as Given
from data.imported import Reject as Reject
from data.imported import Repair as Repair
from data.imported import Report as Report
from data.imported import Unreadable
from data.results_csv import template as template
from data.results_judge import judged
from data.results_records import records
from data.results_tables import table

NOTHING = Given()
_NUMBERS = ("chips", "isl", "osl", "concurrency")


def read(name: str, data: bytes, given: Given = NOTHING) -> Report:
    """Everything that a file of results holds, as a report with points; never raises, whatever the bytes.

    Rates in tok/s per chip over all chips, times in seconds. What `given` adds counts only where the file is silent.
    """
    try:
        return _read(Report(name), data, _possible(given))
    except Unreadable as unreadable:
        return Report(name, fault=str(unreadable))


def _possible(given: Given) -> Given:
    """Without the numbers that no column holds: as if they were not given."""
    numbers = {name: value for name in _NUMBERS if (value := getattr(given, name)) is not None}
    return replace(given, **{name: None for name, value in numbers.items() if not 1 <= value <= MOST_WHOLE})


def _read(report: Report, data: bytes, given: Given) -> Report:
    results_door.bounded(data)
    if data.startswith(results_door.PARQUET):
        frame, report = results_csv.numbered(results_csv.parquet(data), report)
        return judged(results_csv.OWN, frame, given, report)
    plain = results_door.text(data)
    if results_door.is_json(plain):
        return records(report, plain, given)
    results_door.bounded_table(plain)
    return table(report, plain, given)


if __name__ == "__main__":
    from data.results_command import main

    sys.exit(main())
