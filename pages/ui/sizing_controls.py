"""The choices of the sizing page: bound in the sidebar, so that links keep them, and repeated on the page."""

import streamlit as st

from data import scope
from model import question as choices
from pages.ui import parameters, widgets
from pages.ui.widgets import Values

AMOUNTS = {
    "load_users": ("Users", "People served at the same time; each sends one request after the other."),
    "load_every_s": ("A request of each every, s", "From one request of a user to the next."),
    "load_rps": ("Requests per second", "Of all users together, with the prompt and answer lengths chosen."),
    "load_mw": ("Budget, MW", "Facility power: all-in × PUE."),
    "load_usd": ("Budget, USD per month", "A month has 730 hours."),
}


def fold() -> Values:
    """What the sizing page takes; its own boxes set these too."""
    st.caption("For the page “Sizing”; its limits stand under “Limits”.")
    chips, limits = scope.drawable(), parameters.LOAD_LIMITS
    values = widgets.one("load", "Load", choices.LOADS, "What the fleet has to serve, or what it may cost.")
    for name, (label, hint) in AMOUNTS.items():
        values |= widgets.number(name, label, limits[name], hint)
    return (
        values
        | widgets.listed("size_by", "Ranked by", choices.SIZE_BY, "The measure of the bars, the table and the advice.")
        | widgets.listed("size_of", "Ratio of", chips, "Empty for the best fleet.")
        | widgets.listed("size_over", "Ratio to", chips, "Empty for the next.")
        | widgets.one("map_by", "Map upwards", choices.MAP_BY, "What changes upwards on the map of winners.")
    )
