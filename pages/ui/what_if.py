"""The choices of a what-if: one accelerator with other figures than published."""

import streamlit as st

from data import scope
from pages.ui import parameters, widgets
from pages.ui.widgets import Values


def fold() -> Values:
    """One accelerator with other figures than published, drawn as a curve of its own by the model."""
    st.caption("Draws one more curve of the model layer. 1 is the published figure, 2 is twice as much.")
    values = widgets.listed("if_chip", "Accelerator changed", scope.chips(), "Only the model can say what changes.")
    for name, (label, hint) in parameters.WHAT_IFS.items():
        values |= widgets.number(name, label, parameters.IF_LIMITS, hint)
    return values
