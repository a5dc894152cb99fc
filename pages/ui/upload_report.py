"""What was read of a visitor's files, as text, and what is asked of them where the files are silent."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from functools import partial

import polars as pl
import streamlit as st

from data.imported import ASKABLE
from data.results import Given, Report
from data.spreadsheet import safe
from data.tables import vocabulary
from pages.ui.formats import plural
from pages.ui.widgets import plain

SHOWN = 20  # repairs or rejected rows; the file has all
MOST_NAMES = 12  # unknown names that can be mapped
KINDS = {"chip": ("accelerator", "chips"), "llm": ("LLM", "llms")}
KINDS |= {"precision": ("precision", "precisions"), "engine": ("engine", "engines")}
NUMBERS = {"chips": (1, 100_000), "isl": (1, 10_000_000), "osl": (1, 10_000_000)}
NAMES = {"accelerator": "chips", "llm": "llms", "precision": "precisions"}
REJECTED = ("row", "field", "value", "right")


def told(report: Report, place: int) -> None:
    """One file, the `place`-th: read, accepted, repaired, rejected with the first reasons."""
    if report.fault:
        st.error(plain(f"{report.name}: {report.fault}"))
        return
    said = f"{report.name}, {report.format}: {summary(report)}"
    (st.success if report.accepted == report.read else st.warning)(plain(said))
    if failed := report.failed():
        st.warning(plain("Accepted, but a check is not passed by " + "; by ".join(failed) + "."))
    for title, rows, words in _parts(report):
        with st.expander(f"{title} ({len(rows):,})"):
            st.text("\n".join(words(row) for row in rows[:SHOWN]))
            if len(rows) > SHOWN:
                st.caption(f"The first {SHOWN} of {len(rows):,}.")
            table = pl.DataFrame([asdict(row) for row in rows], infer_schema_length=None)
            name = f"scoville-{title.lower()}.csv"
            key = f"csv {title} {place}"
            st.download_button("All as CSV", partial(safe, table), name, "text/csv", key=key, on_click="ignore")


def summary(report: Report) -> str:
    """How many rows were read, accepted, repaired and rejected; agentic ones apart."""
    repaired = len({each.row for each in report.repaired})
    parts = [f"{plural(report.read, 'row')} read", f"{report.accepted:,} accepted"]
    parts += [f"{repaired:,} of them repaired"] if repaired else []
    parts += [f"{len({each.row for each in report.rejected}):,} rejected"] if report.rejected else []
    text = ", ".join(parts) + "."
    if agentic := report.agentic.height:
        text += f" {plural(agentic, 'row')} of an agentic workload share no axis with fixed lengths and are not drawn."
    return text


def _parts(report: Report) -> list[tuple[str, Sequence, Callable]]:
    repaired = ("Repaired", report.repaired, lambda one: f"{_row(one.row)}{one.field}: {one.what}")
    rejected = ("Rejected", report.rejected, lambda one: f"{_row(one.row)}{one.field} {_cell(one.value)}; {one.right}")
    return [part for part in (rejected, repaired) if part[1]]


def _row(row: int) -> str:
    return f"Row {row:,}, " if row else ""


def _cell(value: str) -> str:
    return f"“{value}”" if value else "is missing"


def asked(reports: Sequence[Report], given: Given, add: Callable[[Given], None]) -> None:
    """Boxes for what files do not say and for names no table knows; `add` gets what is chosen."""
    fields = [name for name in ASKABLE if any(name in report.asks for report in reports) or getattr(given, name)]
    names = [name for report in reports for name in report.unknown if name[0] in KINDS]
    names = list(dict.fromkeys([*(name for name, _ in given.names), *names]))
    if fields:
        st.caption("The files do not say the following; rows without it are rejected until you do.")
    for name in fields:
        _field(name, given, add)
    if names:
        st.caption("Names no table knows. They are kept as they are unless you say what they mean.")
    for name in names[:MOST_NAMES]:
        _name(name, given, add)
    if len(names) > MOST_NAMES:
        st.caption(f"The first {MOST_NAMES} of {len(names):,} names; the others are kept as they are.")


def _field(name: str, given: Given, add: Callable[[Given], None]) -> None:
    key, label, now = f"yours asks {name}", ASKABLE[name], getattr(given, name)
    label = label[0].upper() + label[1:]
    change = partial(_fill, name, key, given, add)
    st.session_state.setdefault(key, now)  # after another page the boxes are new, what was given is not
    if name in NUMBERS:
        st.number_input(label, *NUMBERS[name], None, key=key, on_change=change, placeholder="type a number")
        return
    options = getattr(vocabulary(), NAMES[name])
    st.selectbox(label, list(options), None, options.get, key=key, on_change=change, placeholder="choose")


def _fill(name: str, key: str, given: Given, add: Callable[[Given], None]) -> None:
    add(replace(given, **{name: st.session_state[key]}))


def _name(name: tuple[str, str], given: Given, add: Callable[[Given], None]) -> None:
    kind, spelling = name
    word, of = KINDS[kind]
    options, now = getattr(vocabulary(), of), dict(given.names).get(name)
    key = f"yours means {kind} {spelling}"
    change = partial(_mean, name, key, given, add)
    st.session_state.setdefault(key, now)
    label = plain(f"{spelling} is which {word}?")
    st.selectbox(label, list(options), None, options.get, key=key, on_change=change, placeholder="keep its name")


def _mean(name: tuple[str, str], key: str, given: Given, add: Callable[[Given], None]) -> None:
    names = {one: means for one, means in given.names if one != name}
    chosen = st.session_state[key]
    add(replace(given, names=tuple((names | ({name: chosen} if chosen else {})).items())))
