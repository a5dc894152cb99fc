"""What is opened on the results page, in full and side by side, and the files of what is listed."""

from functools import partial
from html import escape

import polars as pl
import streamlit as st

from data.catalogue import opened
from data.catalogue_columns import MOST_OPEN
from data.catalogue_row import place, told
from model.question import Question
from pages.ui import results_controls, results_csv, results_row, results_words
from pages.ui.formats import plural
from pages.ui.link import format as link_of
from pages.ui.passports import table
from pages.ui.results_link import to_frontier
from pages.ui.widgets import plain

FILES = {  # label: what makes it, its name and its kind
    "Listed rows as CSV": (results_csv.results_csv, "scoville-results.csv", "text/csv"),
    "Listed rows as Parquet": (results_csv.parquet, "scoville-results.parquet", "application/vnd.apache.parquet"),
    "Coverage as CSV": (results_csv.coverage_csv, "scoville-coverage.csv", "text/csv"),
}


def files(question: Question, yours: pl.DataFrame | None) -> None:
    """The listed rows as CSV and as Parquet, and the command that prints the same."""
    with st.container(horizontal=True, key="result files"):
        for label, (make, name, kind) in FILES.items():
            made = partial(make, question, yours)
            st.download_button(label, made, name, kind, key=f"file {label}", on_click="ignore")
    command = f'.venv/bin/python -m pages.ui.export "{link_of(question, results_csv.PAGE)}"'
    said = f"The same file from a shell: {command}; the coverage with --curve, Parquet with -o rows.parquet."
    if yours is not None and not yours.is_empty():
        said += " Your own results are in your browser session only: the link and the command have none of them."
    st.caption(plain(said))


def details(question: Question, yours: pl.DataFrame | None) -> None:
    """What is opened: several side by side, then each in full."""
    asked = question.res_open[:MOST_OPEN]
    rows = opened(asked, yours)
    missing = len(asked) - len(rows)
    if question.res_open[MOST_OPEN:]:
        st.caption(f"The link opens {len(question.res_open):,} results; the first {MOST_OPEN} are shown.")
    if missing:
        st.caption(
            f"{plural(missing, 'result')} of the link cannot be shown here: no such id among the results you see."
        )
    if not rows:
        st.html('<p class="sv-none">Nothing opened: select up to four rows of the table.</p>')
        return
    st.button("Close all" if len(rows) > 1 else "Close", key="close results", on_click=results_controls.close)
    if len(rows) > 1:
        differ = results_row.compared(rows)
        st.html(f'<div class="sv-beside">{table(*differ)}</div>')
    for tab, row in zip(st.tabs([plain(str(row["id"])) for row in rows]), rows, strict=True):
        with tab:
            _detail(row, question)


def _detail(row: dict[str, object], question: Question) -> None:
    st.html(f'<p class="sv-said"><b>{escape(results_words.configuration(row))}</b></p>')
    st.html(results_row.facts(row))
    standing = results_row.place_words(place(row, question), question)
    st.html(f'<p class="sv-said">{escape(standing)} {_to_frontier(row, question)}</p>')
    st.html(table(results_row.checked(row), results_row.CHECK_HEADS))
    said = told(row)
    st.html(f'<p class="sv-said">{escape(results_row.model_words(row, said))}</p>')
    if not isinstance(said, str):
        st.html(table(results_row.modelled(row, said), results_row.TOLD_HEADS))


def _to_frontier(row: dict[str, object], question: Question) -> str:
    address = to_frontier(row, question)
    return f'<a class="sv-to" href="{escape(address)}" target="_self">Show it on the frontier</a>' if address else ""
