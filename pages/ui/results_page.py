"""The results page put on the screen: the filters, the table, what is opened, the coverage and a history."""

from dataclasses import replace
from functools import partial
from html import escape

import polars as pl
import streamlit as st

from data.catalogue import Catalogue, catalogue, every
from data.catalogue_hidden import hidden
from data.catalogue_views import History, coverage, histories, history
from model.question import Question
from pages.ui import results_controls, results_cover, results_history, results_table, results_words
from pages.ui.accuracy_choices import CONFIG
from pages.ui.formats import UNKNOWN, plural
from pages.ui.theme import colours
from pages.ui.widgets import plain

HEIGHT = 430  # px of the table
SELECT = "Select a row to open it below, several to compare them; of more than four the last four are opened."
COVERED = (
    "Every LLM and workload, with the search and the kinds chosen above. A cell tells the number of results, their "
    "best grade and the month of the newest."
)
MOST_ROWS = 12_000  # sent to the browser: Streamlit lets rows be selected only where it holds them all


def listed(found: Catalogue, question: Question, yours: pl.DataFrame | None = None) -> None:
    """The table; a row that is selected is opened below it."""
    results_controls.arranged()
    if found.rows.is_empty():
        return _none(question, yours)
    rows = found.rows.head(MOST_ROWS)
    ids = rows["id"].to_list()
    key = f"results {hash(_of_table(question)):x} {found.held['yours']}"
    at = {one: row for row, one in enumerate(ids)} if question.res_open else {}
    chosen = [at[one] for one in question.res_open if one in at]
    st.dataframe(
        results_table.shown(rows, question),
        column_config=results_table.config(question),
        hide_index=True,
        height=HEIGHT,
        placeholder=UNKNOWN,
        key=key,
        on_select=partial(results_controls.open_rows, key, ids),
        selection_mode="multi-row",
        selection_default={"selection": {"rows": chosen}},
        alt=results_words.headline(found, question),
    )
    st.caption(f"{results_words.cut(found.rows.height, MOST_ROWS)}{SELECT}")


def _none(question: Question, yours: pl.DataFrame | None) -> None:
    """Why nothing is listed, and the button that lifts what hides it."""
    without = hidden(question, yours)
    st.info(plain(results_words.nothing(without, question)))
    if without.count:
        st.button(results_words.LIFT, key="lift filters", on_click=results_controls.lift)


def _of_table(question: Question) -> tuple:
    """What the rows of the table, their order and its columns depend on."""
    names = ("res_every", "res_text", "res_kind", "res_columns", "res_sort", "res_up")
    return (question.filters(), *(getattr(question, name) for name in names))


def covered(question: Question, yours: pl.DataFrame | None) -> None:
    """The coverage of the listed kinds over every LLM and workload."""
    results_controls.cover()
    counted = coverage(catalogue(replace(question, res_every=True), yours).rows, question.res_cover)
    st.html(f'<p class="sv-said">{escape(results_cover.words(counted, question.res_cover))}</p>')
    st.html(results_cover.table(counted, question.res_cover))
    st.caption(COVERED)


def followed(found: Catalogue, question: Question) -> None:
    """One configuration over the days on which it was run: of those listed, else of all."""
    keys = histories(found.rows) or histories(every())
    own = [history(key) for key in (question.res_history, *question.res_open) if key]
    chosen = next((one for one in own if one), None) or history(keys[0])
    if chosen is None:
        return
    labels = {one.id: _label(one) for key in dict.fromkeys((chosen.id, *keys)) if (one := history(key))}
    results_controls.history(labels, chosen.id)
    said = results_words.history(chosen)
    st.html(f'<p class="sv-said">{escape(said)}</p>')
    figure = results_history.chart(chosen, colours(st.context.theme.type or "light"), said)
    st.plotly_chart(figure, key="results history", theme=None, config=CONFIG, alt=said)


def _label(one: History) -> str:
    return f"{results_words.configuration(one.runs.row(-1, named=True))} ({plural(one.dates, 'day')})"
