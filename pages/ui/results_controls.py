"""The choices of the results page: bound in the sidebar, so that links keep them, and repeated on the page."""

from collections.abc import Mapping

import streamlit as st

from data.catalogue_columns import COLUMNS, COVERS, KINDS, MOST_OPEN
from data.catalogue_hidden import LIFTED
from model.question import GRADES
from pages.ui import widgets
from pages.ui.values import FIRST_DATE, LAST_DATE
from pages.ui.widgets import BOUND, Values

BOX = 190  # px of a filter
EXAMPLE = "b200 vllm fp8 2026-07"  # of a search
LONGEST_OPEN = 1_000  # characters of the ids that are opened


def fold() -> Values:
    """What the results page lists, opens and draws; its own boxes set these too."""
    st.caption("For the page “Results”.")
    return (
        widgets.switch("res_every", "Every LLM, workload and run", "Not only what the rest of the sidebar asks for.")
        | _words("res_text", "Words in it", "Only results in which all these words occur.", 100)
        | widgets.some("res_kind", "Results", KINDS, "Published, computed by the model, or your own.")
        | _several("res_columns", "Columns", COLUMNS)
        | widgets.listed("res_sort", "Sorted by", COLUMNS, "Unknown values come last.")
        | widgets.switch("res_up", "Smallest first", "Off: largest or newest first.")
        | _words("res_open", "Opened results", f"Ids, separated by commas; at most {MOST_OPEN}.", LONGEST_OPEN)
        | widgets.listed("res_cover", "Coverage by", COVERS, "The columns of the coverage table.")
        | _words("res_history", "History of", "Id of a run of the configuration whose history is drawn.", 200)
    )


def _words(name: str, label: str, hint: str, most: int) -> Values:
    given = widgets.defaults()[name] or ""
    value = st.text_input(label, given, key=name, help=hint, max_chars=most, bind=BOUND)
    return {name: value.strip() if value else ""}


def _several(name: str, label: str, labels: Mapping[str, str]) -> Values:
    hint = "Of the table of results; none chosen means the usual ones."
    chosen = st.multiselect(label, list(labels.values()), widgets.defaults()[name], key=name, help=hint, bind=BOUND)
    return {name: chosen}


def filters() -> None:
    """What is listed: words, kinds, evidence and days."""
    widgets.mirror("res_text")
    call = {"key": "page res_text", "on_change": widgets.copied, "args": ("res_text",)}
    st.text_input(
        "Search accelerator, LLM, engine, precision, source, note or id",
        max_chars=100,
        placeholder=f"such as: {EXAMPLE}",
        **call,
    )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _pills("res_kind", "Results", KINDS)
        _toggle("res_every", "Every LLM, workload and run")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        _multi("grade", "Evidence", GRADES)
        for name, label in (("since", "Not before"), ("until", "Not after")):
            widgets.mirror(name)
            call = {"key": f"page {name}", "on_change": widgets.copied, "args": (name,), "width": BOX}
            st.date_input(label, min_value=FIRST_DATE, max_value=LAST_DATE, format="YYYY-MM-DD", **call)


def arranged() -> None:
    """Which columns are shown, and in which order the rows stand."""
    with st.container(horizontal=True, vertical_alignment="bottom"):
        widgets.mirror("res_sort")
        call = {"key": "page res_sort", "on_change": widgets.copied, "args": ("res_sort",), "width": BOX}
        st.selectbox("Sorted by", list(COLUMNS.values()), **call)
        _toggle("res_up", "Smallest or oldest first")
    with st.expander("Columns"):
        _multi("res_columns", "Columns shown; none means the usual ones", COLUMNS)


def cover() -> None:
    """What stands across in the coverage."""
    widgets.mirror("res_cover")
    call = {"key": "page res_cover", "on_change": widgets.copied, "args": ("res_cover",)}
    st.pills("Across", list(COVERS.values()), required=True, **call)


def history(labels: Mapping[str, str], now: str) -> None:
    """Which configuration is followed, by the id of its newest run; `now` is the one that is drawn."""
    st.session_state["page res_history"] = now
    call = {"key": "page res_history", "on_change": widgets.copied, "args": ("res_history",)}
    st.selectbox("Configuration, those that ran on most days first", list(labels), format_func=labels.get, **call)


def open_rows(key: str, ids: list[str]) -> None:
    """Callback of the table `key` that lists `ids`: what is selected is opened, beside what it does not list."""
    picked = [ids[row] for row in st.session_state[key]["selection"]["rows"] if row < len(ids)]
    listed, now = set(ids), opened()
    kept = [one for one in now if one not in listed or one in picked]
    st.session_state["res_open"] = ",".join([*kept, *(one for one in picked if one not in kept)][-MOST_OPEN:])


def opened() -> list[str]:
    """The ids that are opened."""
    return [one.strip() for one in (st.session_state["res_open"] or "").split(",") if one.strip()]


def close() -> None:
    """Callback that closes all results."""
    st.session_state["res_open"] = ""


def lift() -> None:
    """Callback: no filter of the sidebar is left, and every LLM, workload and run is listed."""
    names = [name for change in LIFTED.values() for name in change]
    widgets.put({name: widgets.defaults()[name] for name in names} | {"res_every": True})


def _pills(name: str, label: str, labels: Mapping[str, str]) -> None:
    widgets.mirror(name)
    call = {"key": f"page {name}", "on_change": widgets.copied, "args": (name,)}
    st.pills(label, list(labels.values()), selection_mode="multi", **call)


def _multi(name: str, label: str, labels: Mapping[str, str]) -> None:
    widgets.mirror(name)
    call = {"key": f"page {name}", "on_change": widgets.copied, "args": (name,)}
    st.multiselect(label, list(labels.values()), **call)


def _toggle(name: str, label: str) -> None:
    widgets.mirror(name)
    st.toggle(label, key=f"page {name}", on_change=widgets.copied, args=(name,))
