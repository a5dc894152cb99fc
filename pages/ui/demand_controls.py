"""The choices of the demand page: bound in the sidebar, so that links keep them, and repeated on the page."""

from html import escape

import streamlit as st

from data.demand import evidence
from data.tables import vocabulary
from pages.ui import parameters, widgets
from pages.ui.parameters import DEMAND_LIMITS
from pages.ui.terms import explained
from pages.ui.widgets import Values

NUMBERS = {
    "demand_gain": ("Gain in tokens per watt", "Empty: read off the frontiers at the pinned service level."),
    "demand_elasticity": ("Elasticity ε", "By how many percent demand grows when the price falls by one percent."),
    "demand_pass": ("Pass-through, 0 to 1", "Share of the saving on energy that reaches the price, 0 to 1."),
    "demand_mw": ("Fleet now, MW", "Power of the fleet before the gain."),
    "demand_growth": ("Growth per year, share", "Of demand, whatever the price; 0.2 is 20 % a year."),
}
STEP = 0.01


def fold() -> Values:
    """What the demand page takes; its own boxes set these too."""
    st.caption("For the page “Demand”; the pair is chosen under “Claims”, the service level is the pin.")
    values: Values = {}
    for name, (label, hint) in NUMBERS.items():
        values |= widgets.number(name, label, DEMAND_LIMITS[name], hint)
    return values


def pair(own: tuple[str, str]) -> None:
    """Which accelerator takes the place of which, and a gain typed instead; `own` are the keys in use."""
    labels = dict(zip(("lead_of", "lead_over"), ("New", "In place of"), strict=True))
    chips = vocabulary().chips_with_points
    places = st.columns(3)
    for place, (name, label), key in zip(places, labels.items(), own, strict=False):
        now = vocabulary().chips[key]  # of the same one chosen twice `own` holds who stands in for it
        st.session_state[f"page {name}"] = now if now in chips.values() else None
        call = {"on_change": widgets.copied, "args": (name,), "help": explained(name)}
        place.selectbox(label, list(chips.values()), key=f"page {name}", **call)
    with places[2]:
        number("demand_gain", "Or a gain of your own, ×")


def elasticity() -> None:
    """The elasticity as a slider; below it stand the published ones, each at its place."""
    low, high = DEMAND_LIMITS["demand_elasticity"]
    widgets.mirror("demand_elasticity")
    label, hint = NUMBERS["demand_elasticity"]
    call = {"on_change": widgets.copied, "args": ("demand_elasticity",)}
    st.slider(
        label, low, high, step=STEP, key="page demand_elasticity", help=explained("demand_elasticity", hint), **call
    )
    st.html(marks(low, high))


def marks(low: float, high: float) -> str:
    """The published elasticities as marks under a slider from `low` to `high`, as HTML."""
    at = {one: 100 * (one.value - low) / (high - low) for one in evidence()}
    each = [f'<span style="left:{x:.1f}%" title="{escape(one.name)}">{one.value:g}</span>' for one, x in at.items()]
    return f'<div class="sv-marks" aria-label="Published elasticities">{"".join(each)}</div>'


def numbers(*names: str) -> None:
    """Several numbers beside each other."""
    for place, name in zip(st.columns(len(names)), names, strict=True):
        with place:
            number(name, NUMBERS[name][0])


def number(name: str, label: str) -> None:
    """A number on the page that shows what the sidebar's holds and sets it."""
    low, high = (parameters.DEMAND_LIMITS | parameters.POOL_LIMITS)[name]
    widgets.mirror(name)
    call = {"on_change": widgets.copied, "args": (name,), "placeholder": "none", "help": explained(name)}
    st.number_input(label, low, high, None, key=f"page {name}", **call)
