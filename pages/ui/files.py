"""The row of files of a page: its CSV buttons, and the command that makes the same bytes without the page."""

from collections.abc import Callable, Sequence
from functools import partial

import streamlit as st

from model.question import Question
from pages.ui import link
from pages.ui.widgets import plain

Made = tuple[str, Callable[[Question], bytes], str]  # what stands on the button, what makes the bytes, and their name


def files(question: Question, page: str, made: Sequence[Made], curve: str) -> None:
    """A button for each file of `page`, made when asked for, without a rerun; `curve` is what --curve prints."""
    with st.container(horizontal=True):
        for label, make, name in made:
            call = {"key": f"csv {name}", "on_click": "ignore"}
            st.download_button(label, partial(make, question), f"scoville-{name}.csv", "text/csv", **call)
    st.caption(plain(f"The same file from a shell: {command(question, page)}; {curve} with --curve."))


def command(question: Question, page: str) -> str:
    """The shell command that prints the first file of `page` for this question."""
    return f'.venv/bin/python -m pages.ui.export "{link.format(question, page)}"'
