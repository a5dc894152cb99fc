"""The importer on the command line: a report of every file, and the points written as Parquet or CSV."""

import argparse
import json
import os
import sys
import tempfile
from collections.abc import Iterable
from dataclasses import asdict
from pathlib import Path

import polars as pl

from data import paths, spreadsheet
from data.imported import Given, Reject, Report
from data.results import read, template
from data.results_door import MOST_BYTES
from data.results_judge import ids

SHOWN = 20  # lines of one kind per file; the rest is counted


def main(arguments: list[str] | None = None) -> int:
    """0 when every file gave a row, 1 when one gave none, 2 when the call itself is wrong, with a sentence."""
    asked = _parser().parse_args(arguments)
    if asked.template:
        return spreadsheet.write(template().encode(), asked.o)
    if not asked.files:
        print("Name at least one file, or ask for the --template.", file=sys.stderr)
        return 2
    if asked.o and (why := _unwritable(asked.o)):
        print(why, file=sys.stderr)
        return 2
    missing = next((path for path in asked.files if path.is_dir() or not path.exists()), None)
    if missing:
        print(f"{missing} cannot be read: there is no such file.", file=sys.stderr)
        return 2
    reports = [_read(path, _given(asked)) for path in asked.files]
    print(
        json.dumps([_plain(report) for report in reports], indent=2) if asked.json else "\n\n".join(map(said, reports))
    )
    if asked.o:
        points = pl.concat([report.points for report in reports])
        if points.is_empty() and any(report.agentic.height for report in reports):
            print(f"{asked.o} has no rows: agentic rows are no fixed-length points.", file=sys.stderr)
        _write(points, asked.o)
    return 0 if all(report.accepted for report in reports) else 1


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m data.results", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("-o", type=Path, metavar="FILE", help="write the fixed-length points: .parquet or .csv")
    parser.add_argument("--json", action="store_true", help="print the report as JSON")
    parser.add_argument("--template", action="store_true", help="print our own CSV's header with an example")
    for name in ("chips", "isl", "osl", "concurrency"):
        parser.add_argument(f"--{name}", type=_whole, metavar="N", help="where a file does not say it")
    for name in ("accelerator", "llm", "precision", "engine", "decoding", "date"):
        parser.add_argument(f"--{name}", metavar="NAME", help="where a file does not say it")
    parser.add_argument("--name", action="append", default=[], metavar="SPELLING=KEY", help="what a name means")
    return parser


def _whole(text: str) -> int:
    if not text.isdecimal() or not 1 <= int(text[:12]) < 2**31:
        raise argparse.ArgumentTypeError(f"'{text:.20}' is not a whole number above zero")
    return int(text)


def _given(asked: argparse.Namespace) -> Given:
    names = tuple((spelling, key) for spelling, _, key in (each.rpartition("=") for each in asked.name))
    numbers = {name: getattr(asked, name) for name in ("chips", "isl", "osl", "concurrency")}
    texts = {name: getattr(asked, name) for name in ("accelerator", "llm", "precision", "engine", "decoding", "date")}
    return Given(names=names, **numbers, **texts)


def _read(path: Path, given: Given) -> Report:
    try:
        with path.open("rb") as file:
            return read(path.name, file.read(MOST_BYTES + 1), given)
    except OSError as error:
        return Report(path.name, fault=f"The file cannot be read: {error.strerror}.")


def said(report: Report) -> str:
    """A report as lines of text."""
    lines = [f"{report.name}: {report.format or 'not read'}"]
    if report.fault:
        return f"{lines[0]}\n  {report.fault}"
    repaired, rejected = len({each.row for each in report.repaired}), len(report.rejected)
    counts = {"read": report.read, "accepted": report.accepted, "repaired": repaired, "rejected": rejected}
    lines += [f"  {what:<9}{count:>9,}" for what, count in counts.items()]
    lines += _some("repaired", _grouped((each.row, f"{each.field}: {each.what}") for each in report.repaired))
    lines += _some("rejected", _grouped((each.row, _rejected(each)) for each in report.rejected))
    lines += _some("unknown", [f"{kind} '{spelling}', kept under its own name" for kind, spelling in report.unknown])
    if report.asks:
        lines.append(f"  to read more rows, give {', '.join(f'--{name}' for name in report.asks)}")
    lines += [f"  check not passed by {words}" for words in report.failed()]
    return "\n".join(lines)


def _rejected(each: Reject) -> str:
    return f"{each.field}: " + (f"'{each.value}'; " if each.value else "") + each.right


def _grouped(said: Iterable[tuple[int, str]]) -> list[str]:
    """One line for all rows of which the same is said, in the order of the first."""
    rows: dict[str, list[int]] = {}
    for row, words in said:
        rows.setdefault(words, []).append(row)
    return [f"{_rows(sorted(set(found)))}, {words}" for words, found in rows.items()]


def _rows(found: list[int]) -> str:
    if len(found) == 1:
        return f"row {found[0]:,}" if found[0] else "whole file"
    if found[-1] - found[0] == len(found) - 1:
        return f"rows {found[0]:,} to {found[-1]:,}"
    first = ", ".join(f"{row:,}" for row in found[:3])
    return f"rows {first}" if len(found) <= 3 else f"{len(found):,} rows ({first}, …)"


def _some(what: str, lines: list[str]) -> list[str]:
    more = [f"  {what}: … and {len(lines) - SHOWN:,} more"] if len(lines) > SHOWN else []
    return [f"  {what}: {line}" for line in lines[:SHOWN]] + more


def _plain(report: Report) -> dict[str, object]:
    frames = {name: getattr(report, name).to_dicts() for name in ("points", "agentic", "checks")}
    shallow = {
        name: getattr(report, name) for name in ("name", "format", "fault", "read", "accepted", "unknown", "asks")
    }
    lists = {name: [asdict(each) for each in getattr(report, name)] for name in ("repaired", "rejected")}
    return shallow | lists | frames


def _unwritable(path: Path) -> str:
    if path.suffix not in (".parquet", ".csv"):
        return f"{path} must end in .parquet or .csv."
    return paths.unwritable(path)


def _write(points: pl.DataFrame, path: Path) -> None:
    """Write beside the file first and rename, so that a reader never meets half of it; ids go on over all files."""
    points = points.with_columns(ids())
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=path.suffix, delete=False) as file:
        if path.suffix == ".csv":
            file.write(spreadsheet.safe(points))
        else:
            points.write_parquet(file)
    os.replace(file.name, path)
