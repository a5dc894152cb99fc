"""The choices of the sizing page: bound in the sidebar, so that links keep them, and repeated on the page."""

from collections.abc import Mapping

import streamlit as st

from data import scope
from data.sizing import Fleet
from data.sizing_map import follows
from model import question as choices
from pages.ui import link, parameters, widgets
from pages.ui.terms import explained
from pages.ui.widgets import BOUND, Values

LIMITS = {
    "slo_interactivity": "Speed at least, tok/s/user",
    "slo_ttft_s": "First token within, s",
    "slo_e2e_s": "Whole request within, s",
}
AMOUNTS = {
    "load_users": ("Users", "People served at the same time; each sends one request after the other."),
    "load_every_s": ("A request of each every, s", "From one request of a user to the next."),
    "load_rps": ("Requests per second", "Of all users together, with the prompt and answer lengths chosen."),
    "load_mw": ("Budget, MW of the facility", "Facility power: all-in × PUE."),
    "load_usd": ("Budget, USD per month", "A month has 730 hours."),
}
TAKES = {
    "users": ("load_users", "load_every_s"),
    "requests": ("load_rps",),
    "mw": ("load_mw", "load_every_s"),
    "usd": ("load_usd", "load_every_s"),
}
STEPS = {"slo_interactivity": 10.0, "slo_ttft_s": 0.5, "slo_e2e_s": 5.0, "load_users": 10_000, "load_every_s": 10.0}
STEPS |= {"load_rps": 100.0, "load_mw": 1.0, "load_usd": 100_000.0}  # of the buttons − and +
ANY_DIGITS = "%.7g"  # 0.001 MW is not 0.00
BOX = 176  # px
PAIR_OPEN = "sizing pair open"  # whether the next row that is clicked is the second of the two


def fold() -> Values:
    """What the sizing page takes; its own boxes set these too."""
    st.caption("For the page “Sizing”; its limits stand under “Limits”.")
    chips = scope.drawable()
    hint = "What the fleet has to serve, or what it may cost."
    values = widgets.one("load", "Load", choices.LOADS, hint, _map_follows)
    for name, (label, hint) in AMOUNTS.items():
        low, high = parameters.LOAD_LIMITS[name]
        call = {"key": name, "help": hint, "bind": BOUND, "format": _digits(low), "step": STEPS[name]}
        values[name] = st.number_input(label, low, high, widgets.defaults()[name], **call)
    return (
        values
        | widgets.listed("size_by", "Ranked by", choices.SIZE_BY, "The measure of bars and table.", _map_follows)
        | widgets.listed("size_of", "Ratio to", chips, "What the other is compared with; empty for the best fleet.")
        | widgets.listed("size_over", "Ratio of", chips, "What is compared with it; empty for the next.")
        | widgets.one("map_by", "Map upwards", choices.MAP_BY, "What changes upwards on the map of winners.")
    )


def target_and_load(load: str) -> None:
    """The limits and the load in a row of boxes; `load` is the key of its kind."""
    with st.container(horizontal=True, key="sizing target"):
        for name, label in LIMITS.items():
            _number(name, label, parameters.SLO_LIMITS)
        _box("load", "Load", choices.LOADS)
        for name in TAKES[load]:
            _number(name, AMOUNTS[name][0], parameters.LOAD_LIMITS[name])


def ranked_by() -> None:
    """The measure fleets are ranked by."""
    _pills("size_by", "Ranked by", choices.SIZE_BY)


def map_upwards() -> None:
    """What changes upwards on the map."""
    _pills("map_by", "Upwards", choices.MAP_BY)


def picked(key: str, two: tuple[Fleet, Fleet] | None) -> None:
    """A row was clicked: it is the first of the two that are compared, or the second where one waits for it."""
    key = key.removesuffix(" model")
    if key not in scope.drawable():  # a visitor's own, which no link can name
        return
    if two is not None and st.session_state.pop(PAIR_OPEN, False) and two[0].spot.key != key:
        st.session_state["size_over"] = scope.drawable()[key]
        return
    st.session_state["size_of"], st.session_state["size_over"] = scope.drawable()[key], None
    st.session_state[PAIR_OPEN] = True


def _digits(low: float) -> str:
    return "%d" if isinstance(low, int) else ANY_DIGITS


def _number(name: str, label: str, limits: tuple[float, float]) -> None:
    low, high = limits
    key = f"page {name}"
    st.session_state[key] = st.session_state[name]
    call = {"key": key, "on_change": _copy, "args": (name,), "help": explained(name)}
    call |= {"placeholder": "none", "width": BOX}
    st.number_input(label, low, high, value=None, step=STEPS[name], format=_digits(low), **call)


def _box(name: str, label: str, labels: Mapping[str, str]) -> None:
    st.session_state[f"page {name}"] = st.session_state[name]
    call = {"key": f"page {name}", "on_change": _copy, "args": (name,), "help": explained(name), "width": BOX}
    st.selectbox(label, list(labels.values()), **call)


def _pills(name: str, label: str, labels: Mapping[str, str]) -> None:
    st.session_state[f"page {name}"] = st.session_state[name]
    call = {"key": f"page {name}", "on_change": _copy, "args": (name,), "help": explained(name), "required": True}
    st.pills(label, list(labels.values()), **call)


def _copy(name: str) -> None:
    """What a box of the page holds is put into the sidebar's; an emptied amount falls back to its default."""
    value = st.session_state[f"page {name}"]
    st.session_state[name] = widgets.defaults()[name] if value is None else value
    if name in ("size_by", "load"):
        _map_follows()


def _map_follows() -> None:
    """Another measure was chosen: the map divides by the same, USD or watts. A link's own choice stays as it is."""
    held = {name: st.session_state[name] for name in ("load", "size_by", "map_by")}
    asked = link.parse(widgets.as_query(held))[0]
    st.session_state["map_by"] = choices.MAP_BY[follows(asked)]
