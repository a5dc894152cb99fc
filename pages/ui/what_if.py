"""The choices of a what-if: one accelerator with other figures than published."""

import streamlit as st

from data import scope
from pages.ui import parameters, widgets
from pages.ui.widgets import Values

WHAT_IFS = {
    "if_bandwidth": ("Memory bandwidth ×", "Times the published bytes per second."),
    "if_compute": ("Compute ×", "Times the published FLOP per second, in every precision."),
    "if_link": ("Link ×", "Times the published link bandwidth, inside and beyond the scale-up domain."),
    "if_latency": ("Latency per layer ×", "Times the calibrated fixed time of a layer; less is better."),
    "if_capacity": ("Memory size ×", "Times the published bytes of memory."),
    "if_watts": ("Watts ×", "Times the watts per chip of the chosen basis."),
}


def fold() -> Values:
    """One accelerator with other figures than published, drawn as a curve of its own by the model."""
    st.caption("Draws one more curve of the model layer. 1 is the published figure, 2 is twice as much.")
    values = widgets.listed("if_chip", "Accelerator changed", scope.chips(), "Only the model can say what changes.")
    for name, (label, hint) in WHAT_IFS.items():
        values |= widgets.number(name, label, parameters.IF_LIMITS, hint)
    return values
