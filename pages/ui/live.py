"""Runs a page as a fragment: a change of what is always in sight runs it alone, not the folded sidebar."""

import runpy

import streamlit as st


@st.fragment
def live(script: str) -> None:
    """Run a page's script in place of its `run()`, after `folded`.

    Its widgets belong to app.py, as those of all pages do: a page's own would be dropped on leaving it and enter the
    address anew on the next page, one entry of the history more.
    """
    runpy.run_path(script)
