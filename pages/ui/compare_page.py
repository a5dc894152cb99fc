"""A second question on the frontier page: its controls, what it says, the chart of the quotients, its files."""

from dataclasses import replace
from functools import partial
from html import escape

import polars as pl
import streamlit as st

from data.compared import Compared
from model.question import Question, is_maximised
from pages.ui import compare, compare_chart, compare_csv, link
from pages.ui.accuracy_choices import CONFIG
from pages.ui.claims_charts import times
from pages.ui.formats import UNKNOWN, seconds, speed
from pages.ui.parameters import LONGEST_COMPARED
from pages.ui.passports import table
from pages.ui.phrases import axis, place
from pages.ui.theme import colours
from pages.ui.widgets import held, plain, put
from pages.ui.wording import headline

PASTED, TOLD = "compare pasted", "compare told"  # no parameter has a space in its name
HINT = "A link of this site, or what follows its question mark; copy it with Copy link on another view."


def control(question: Question) -> None:
    """Where a second question comes from: this view, pinned, or a pasted link; nothing while one is compared."""
    for note in st.session_state.pop(TOLD, ()):
        st.warning(plain(note))
    if question.compare:
        return
    box = st.popover("Compare with…", key="compare with", on_change="rerun")
    if not box.open:
        return
    with box:
        st.caption("Draws a second question beside this one on the same axes, with the quotient of both.")
        st.button("Pin this view, then change the sidebar", key="compare pin", on_click=partial(_pin, question))
        call = {"max_chars": LONGEST_COMPARED, "placeholder": "https://… or v=1&power=Sustained"}
        st.text_input("Or paste a link", key=PASTED, help=HINT, on_change=_paste, **call)


def section(found: Compared | None) -> None:
    """Everything about the comparison below the chart; nothing without one."""
    if found is None:
        return
    question = found.here.question
    st.header("Beside a second question", anchor=False)
    st.html(_second(found))
    if found.quotients:
        st.html(table(rows(found), heads(found)))
        said = " ".join(compare.words(found))
        figure = compare_chart.along(found, colours(st.context.theme.type or "light"), said)
        if figure:
            st.caption(plain(compare_chart.title(found)))
            st.plotly_chart(figure, key="compare ratio", theme=None, config=CONFIG, alt=said)
    with st.container(horizontal=True, key="compare row"):
        if found.quotients:
            made = partial(compare_csv.ratio_csv, found)
            name = {"key": "csv ratio", "on_click": "ignore"}
            st.download_button("Quotient as CSV", made, "scoville-quotient.csv", "text/csv", **name)
        st.button("Swap the two", key="compare swap", on_click=partial(_swap, question))
        st.button("Stop comparing", key="compare stop", on_click=partial(put, {"compare": ""}))
    if found.quotients:
        st.caption(plain(f'From a shell: .venv/bin/python -m pages.ui.export "{link.format(question)}" --curve'))


def rows(found: Compared) -> pl.DataFrame:
    """One row per quotient: at the pin, its extremes, where both have points, where they change places."""
    return pl.DataFrame([_row(found, one) for one in found.quotients])


def heads(found: Compared) -> dict[str, str]:
    """What stands above the columns of `rows`."""
    question = found.here.question
    return {
        "who": "Accelerator",
        "pin": f"Here over there {place(question.pin, question)}",
        "least": "Least",
        "most": "Most",
        "span": f"Where both have points,{axis(question).unit}",
        "passing": "Change places at",
    }


def _row(found: Compared, one: object) -> dict[str, str]:
    question, known = found.here.question, one.x.size > 0
    written = speed if is_maximised(question.x) else seconds
    who = compare.name(found, one)
    return {
        "who": who[0].upper() + who[1:],
        "pin": "the same" if one.same else UNKNOWN if one.at_pin is None else times(one.at_pin),
        "least": times(float(one.ratio.min())) if known else UNKNOWN,
        "most": times(float(one.ratio.max())) if known else UNKNOWN,
        "span": f"{written(float(one.x[0]))} to {written(float(one.x[-1]))}" if known else "no place",
        "passing": compare.places(one, question) if one.passing else UNKNOWN,
    }


def _second(found: Compared) -> str:
    """The second question as a link with its headline, and what differs; all of it escaped."""
    address = escape(link.format(link.parse(found.here.question.compare)[0]))
    told = compare.differing(found) or ["Nothing that bears on the numbers differs."]
    told += [f"The two cannot share axes: {compare.why(found)}."] if found.apart else []
    lines = "".join(f"<li>{escape(line)}</li>" for line in told)
    there = f'<a href="{address}" target="_self">{escape(headline(found.there))}</a>'
    return f'<p class="sv-said">Second question: {there}.</p><ul class="sv-differs">{lines}</ul>'


def _pin(question: Question) -> None:
    put({"compare": link.text_of(question)})


def _paste() -> None:
    """What was pasted becomes the second question; what of it cannot be read is told."""
    text = st.session_state[PASTED].strip()
    if text:
        asked, st.session_state[TOLD] = link.parse({"v": link.VERSION, "compare": text})
        put({"compare": asked.compare})


def _swap(question: Question) -> None:
    second = link.parse(question.compare)[0]
    put(held(replace(second, compare=link.text_of(question), names=question.names)))
