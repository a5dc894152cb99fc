"""A visitor's own results: the box that takes them, what was read of them, and the line that tells they are here.

They live in the browser's session alone: the points, the reports they came from, and what the visitor added where the
files are silent.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from io import BytesIO

import polars as pl
import streamlit as st

from data import results, yours
from data.results import Given
from data.spreadsheet import safe
from data.yours import LAYER, NONE, Yours
from model.question import LAYERS
from pages.ui import upload_report
from pages.ui.formats import plural
from pages.ui.widgets import plain, put
from pages.ui.yours_words import NOT_IN_LINK

HELD, REPORTS, ADDED, TURN, READ = (f"yours {name}" for name in ("points", "reports", "added", "turn", "read"))
LABEL = "Your own results: InferenceX, vLLM, SGLang, AIPerf or aiconfigurator files, or our CSV"
HELP = "They are read in memory, stay in this browser session and are never stored or shown to anybody else."
NOTE = "Up to 20 MB a file; the format is recognised from the content. A new upload replaces the one before."
FILES = ("json", "jsonl", "csv", "parquet", "txt")


def brought() -> Yours:
    """The visitor's own points; NONE without any."""
    return st.session_state.get(HELD, NONE)


def agentic() -> list[pl.DataFrame]:
    """The visitor's agentic rows, a table per file."""
    return [report.agentic for report in st.session_state.get(REPORTS, ())]


def line() -> None:
    """In the sidebar of every page: how many points of whose are loaded, and what can be done with them."""
    own = brought()
    if not own:
        return
    drawn = LAYERS[LAYER] in (st.session_state.get("layer") or ())
    with st.sidebar, st.container(key="yours"):
        said = f"Your points: {own.points.height:,} as “{own.name}”. "
        st.caption(plain(said + (NOT_IN_LINK if drawn else "They are hidden.")))
        with st.container(horizontal=True):
            st.button("Remove", key="remove yours", on_click=_remove)
            if drawn:
                st.button("Hide", key="hide yours", on_click=_hide)
            else:
                st.button("Show", key="show yours", on_click=_show)


def upload() -> None:
    """The box for files of results, what was read of each, what is still asked, and the points to take along."""
    with st.expander("Bring your own results", expanded=bool(brought() or st.session_state.get(REPORTS)), key="bring"):
        _box()


def _box() -> None:
    key = f"upload {st.session_state.setdefault(TURN, 0)}"
    st.caption(plain(NOTE))
    files = st.file_uploader(LABEL, FILES, accept_multiple_files=True, key=key, help=HELP, on_change=_show)
    _template()
    if files:
        _read(files)
    reports = st.session_state.get(REPORTS, ())
    for place, report in enumerate(reports):
        upload_report.told(report, place)
    if reports:
        upload_report.asked(reports, _added(), _add)
    if brought():
        _taken(brought())


def watts(accelerator: str, typed: float) -> None:
    """Callback: the W per chip of an accelerator that no table knows; the link cannot carry them."""
    st.session_state[HELD] = yours.with_watts(brought(), accelerator, typed)


def _read(files: Sequence) -> None:
    """Read the files anew where they or what was added changed; the points replace those before."""
    state = tuple(file.file_id for file in files), _added()
    if st.session_state.get(READ) == state:
        return
    bar = st.progress(0.0) if len(files) > 1 else None
    reports = []
    for place, file in enumerate(files):
        with st.spinner(plain(f"Reading {file.name}"), show_time=True):
            reports.append(results.read(file.name, file.getvalue(), _added()))
        if bar:
            bar.progress((place + 1) / len(files), plain(f"Read {place + 1} of {plural(len(files), 'file')}"))
    if bar:
        bar.empty()
    before = brought()
    points = _together([report.points for report in reports])
    name = (
        before.name if before and st.session_state.get(READ, (None,))[0] == state[0] else files[0].name.rsplit(".")[0]
    )
    st.session_state.update({READ: state, REPORTS: tuple(reports)})
    st.session_state[HELD] = replace(yours.yours(name, points), watts=before.watts)
    st.rerun()  # the sidebar stands above and tells of them too


def _together(frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """The points of several files in one table, numbered through."""
    every = pl.concat(frames)
    number = pl.int_range(1, pl.len() + 1).cast(pl.String).str.zfill(5)
    return every.with_columns(id=pl.format("u{}", number))


def _taken(own: Yours) -> None:
    """Rename, download, remove."""
    with st.container(horizontal=True, vertical_alignment="bottom", key="your points"):
        st.text_input(
            "Name of your points", own.name, max_chars=yours.LONGEST_NAME, key="yours name", on_change=_rename
        )
        made = partial(safe, own.points)
        st.download_button("Your points as CSV", made, "points.csv", "text/csv", key="csv yours", on_click="ignore")
        made = partial(_parquet, own.points)
        st.download_button("As Parquet", made, "points.parquet", key="parquet yours", on_click="ignore")
        st.button("Remove your points", key="remove yours here", on_click=_remove)


def _parquet(points: pl.DataFrame) -> bytes:
    made = BytesIO()
    points.write_parquet(made, compression="zstd")
    return made.getvalue()


def _template() -> None:
    made = results.template
    st.download_button("Template as CSV", made, "scoville-template.csv", "text/csv", key="template", on_click="ignore")


def _added() -> Given:
    return st.session_state.get(ADDED, Given())


def _add(given: Given) -> None:
    st.session_state[ADDED] = given


def _rename() -> None:
    st.session_state[HELD] = yours.renamed(brought(), st.session_state["yours name"])


def _remove() -> None:
    """Nothing of them stays, and the box is empty again."""
    for name in (HELD, REPORTS, ADDED, READ, "yours name"):
        st.session_state.pop(name, None)
    st.session_state[TURN] = st.session_state.get(TURN, 0) + 1
    _hide()


def _show() -> None:
    """Draw them: their layer is on; nothing else of the question changes."""
    held = st.session_state.get("layer") or []
    if LAYERS[LAYER] not in held:
        put({"layer": [*held, LAYERS[LAYER]]})


def _hide() -> None:
    put({"layer": [label for label in st.session_state.get("layer") or [] if label != LAYERS[LAYER]]})
