"""Names of one's own for the series of a figure: they are in the link, in the picture and in the report."""

from functools import partial

import streamlit as st

from data.answer import Answer
from data.yours import chip_name, is_unknown
from pages.ui.formats import listing
from pages.ui.values import LONGEST_NAME
from pages.ui.widgets import put

HINT = f"At most {LONGEST_NAME} characters; commas and colons become spaces. Empty is the usual name."
CAPTION = "For chart, ranking, headline, picture and report, and in the link. Tables and CSV keep the usual names."


def control(answered: Answer) -> None:
    """A box for each accelerator that is drawn, when asked for."""
    if not answered.curves:
        return
    box = st.popover("Name the series…", key="name series", on_change="rerun")
    if not box.open:
        return
    called = dict(answered.question.names)
    with box:
        st.caption(CAPTION)
        for key in dict.fromkeys(curve.accelerator for curve in answered.curves if not is_unknown(curve.accelerator)):
            st.session_state[f"name of {key}"] = called.get(key, "")
            call = {"max_chars": LONGEST_NAME, "help": HINT, "placeholder": chip_name(key)}
            st.text_input(chip_name(key), key=f"name of {key}", on_change=partial(_name, called, key), **call)
        if called:
            st.button("The usual names", key="names usual", on_click=partial(put, {"names": ""}))


def words(answered: Answer) -> list[str]:
    """Which of the accelerators drawn has another name here than the usual one."""
    called, drawn = dict(answered.question.names), {curve.accelerator for curve in answered.curves}
    said = [f"{chip_name(key)} is called “{text}”" for key, text in called.items() if key in drawn]
    return [f"Names in this figure: {listing(said)}."] if said else []


def _name(called: dict[str, str], key: str) -> None:
    text = " ".join(st.session_state[f"name of {key}"].replace(",", " ").replace(":", " ").split())
    named = called | {key: text}
    put({"names": ",".join(f"{one}:{name}" for one, name in named.items() if name)})
