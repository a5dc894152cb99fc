"""JSON results: which format a file's records are of, by what they hold, and the report on them."""

from collections.abc import Callable
from dataclasses import replace
from functools import partial

import polars as pl

from data import results_agentic, results_door, results_mesh, results_profile, results_serving
from data.imported import Given, Json, Repair, Report, Unreadable, Wrong
from data.results_inferencex import AGGREGATED, API, aggregated, api, is_aggregated, is_api
from data.results_judge import Way, judged
from data.results_rows import Numbered, Reader, Row, gathered

FORMATS: tuple[tuple[Callable[[Json], bool], Way, Reader], ...] = (
    (is_api, API, api),
    (is_aggregated, AGGREGATED, aggregated),
    (results_serving.is_serving, results_serving.SERVING, results_serving.served),
    (results_profile.is_profile, results_profile.PROFILE, results_profile.profiled),
    (results_mesh.is_mesh, results_mesh.MESH, results_mesh.meshed),
)
NOT_KNOWN = (
    "No known format: results are read as InferenceX JSON, API rows or dashboard CSV, the JSON of a serving-benchmark "
    "client, AIPerf or GenAI-Perf exports, aiconfigurator tables, and our own CSV or Parquet."
)


def records(report: Report, plain: bytes, given: Given) -> Report:
    """The report on a JSON file, agentic rows apart from fixed lengths. Unreadable when no row is of a known format."""
    rows, strange = _rows(plain)
    if strange:
        report = replace(report, repaired=(Repair(0, "file", "NaN and Infinity read as unknown"),))
    numbered = list(enumerate(rows, 1))
    agents = [(count, row) for count, row in numbered if isinstance(row, dict) and results_agentic.is_agentic(row)]
    taken = {count for count, _ in agents}
    others = [(count, row) for count, row in numbered if count not in taken]
    for known, way, reader in FORMATS:
        if any(isinstance(row, dict) and known(row) for _, row in others):
            reader = partial(_of_one, (known, reader))
            found = pointed(report, way, (reader, others), given)
            return joined(found, results_agentic.gathered(agents, given)) if agents else found
    if not agents:
        raise Unreadable(NOT_KNOWN)
    found = replace(results_agentic.gathered(agents, given), name=report.name, repaired=report.repaired)
    left = results_agentic.left_over(others)
    return replace(found, read=len(rows), rejected=tuple(sorted((*found.rejected, *left), key=lambda each: each.row)))


def _of_one(one: tuple[Callable[[Json], bool], Reader], record: Json, given: Given) -> tuple[Row, list]:
    """A row by the reader of its file; Wrong where it is a row of another format."""
    known, reader = one
    if not known(record) and (other := next((way.format for is_of, way, _ in FORMATS if is_of(record)), None)):
        raise Wrong("row", "", f"a row of another format, {other}; put it into a file of its own")
    return reader(record, given)


def _rows(plain: bytes) -> tuple[list[object], bool]:
    """The records of a file: of one object, a list, a list under "data", or one per line."""
    documents, strange = results_door.documents(plain)
    rows = documents
    if len(documents) == 1:
        one = documents[0]
        inside = results_mesh.spread(one) or one.get("data") if isinstance(one, dict) else one
        rows = inside if isinstance(inside, list) else [one]
    if not rows:
        raise Unreadable("The file holds an empty list, so no rows.")
    if len(rows) > results_door.MOST_RECORDS:
        most = f"at most {results_door.MOST_RECORDS:,} are read of JSON"
        raise Unreadable(f"The file has {len(rows):,} rows; {most}. Split it.")
    if any(isinstance(row, dict) and "power_valid" in row and "reasons" in row for row in rows):
        raise Unreadable("This is the audit of a power measurement, not a result; its run's JSON holds the results.")
    return rows, strange


def pointed(report: Report, way: Way, rows: tuple[Reader, Numbered], given: Given) -> Report:
    """The report on rows of one format; lengths that only the file's name tells are taken from there."""
    reader, numbered = rows
    frame, report = gathered(numbered, reader, given, report)
    told = results_serving.lengths(report.name)
    silent = frame.filter(pl.col("isl").is_null() & pl.col("osl").is_null())["row"]
    if told and silent.len() and (given.isl, given.osl) == (None, None):
        given = replace(given, isl=told[0], osl=told[1])
        what = f"{told[0]:,}/{told[1]:,} tokens, as the file's name says"
        said = tuple(Repair(row, "isl, osl", what) for row in silent)
        report = replace(report, repaired=(*report.repaired, *said))
    return judged(way, frame, given, report)


def joined(points: Report, agents: Report) -> Report:
    """One report of the fixed-length and the agentic rows of a file."""
    return replace(
        points,
        read=points.read + agents.read,
        rejected=tuple(sorted((*points.rejected, *agents.rejected), key=lambda each: each.row)),
        unknown=tuple(dict.fromkeys((*points.unknown, *agents.unknown))),
        agentic=pl.concat([points.agentic, agents.agentic]),
    )
