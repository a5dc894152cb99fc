"""The sidebar's fold for a second question and for names of one's own; the frontier page's buttons set these too."""

import streamlit as st

from pages.ui import widgets
from pages.ui.parameters import LONGEST_COMPARED
from pages.ui.widgets import Values


def fold() -> Values:
    """The link of a second question, and what accelerators are called in the figure."""
    st.caption("For the frontier: a second question on the same axes, and names of your own.")
    hint = "A link of this site, or what follows its question mark; empty compares with nothing."
    value = st.text_input("Second question", key="compare", help=hint, max_chars=LONGEST_COMPARED, bind=widgets.BOUND)
    names = widgets.typed("names", "Your names", "gb300:Blackwell Ultra", "Separated by commas; 40 characters each.")
    return {"compare": value} | names
