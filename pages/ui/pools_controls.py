"""The choices of the pools page: bound in the sidebar, so that links keep them, and repeated on the page."""

import streamlit as st

from data.tables import vocabulary
from pages.ui import demand_controls, widgets
from pages.ui.parameters import POOL_LIMITS
from pages.ui.terms import explained
from pages.ui.widgets import Values

PARTS = {
    "pool_prefill": ("Reads prompts", "The accelerator of the prefill pool."),
    "pool_decode": ("Answers", "The accelerator of the decode pool."),
}
NUMBERS = {
    "pool_link_gbs": ("Link between the pools, GB/s per chip", "Empty: the slower of the published links."),
    "pool_peak_tflops": ("Dense peak of the decode part, TFLOP/s", "Only for a part of which none is published."),
    "pool_layer_us": ("Time of a layer without HBM, µs", "Fixed time of a layer; empty: that of measured chips."),
}
READY = (  # prefill, decode
    ("vr200", "groq3-lpx"),
    ("jalapeno", "jalapeno"),
    ("gb300", "gb300"),
    ("trainium3", "wse-3"),
    ("tpu-8i", "tpu-8i"),
)
OWN = "Your own"


def fold() -> Values:
    """What the pools page takes; its own boxes set these too."""
    st.caption("For the page “Pools”; LLM, precision, pin, power and limits stand above.")
    values: Values = {}
    for name, (label, hint) in PARTS.items():
        values |= widgets.listed(name, label, vocabulary().chips, hint)
    for name, (label, hint) in NUMBERS.items():
        values |= widgets.number(name, label, POOL_LIMITS[name], hint)
    return values


def pair() -> None:
    """The pair as pills of ready ones, and as two boxes."""
    chips, now = vocabulary().chips, tuple(st.session_state[name] for name in PARTS)
    options = {named(*pair): tuple(chips[key] for key in pair) for pair in READY}
    st.session_state["page pool_pair"] = next((text for text, names in options.items() if names == now), OWN)
    call = {"required": True, "on_change": _set_pair, "args": (options,)}
    st.pills("Prefill and decode", [*options, OWN], key="page pool_pair", **call)
    for place, (name, (label, _)) in zip(st.columns(2), PARTS.items(), strict=True):
        widgets.mirror(name)
        call = {"on_change": widgets.copied, "args": (name,), "help": explained(name)}
        place.selectbox(label, list(chips.values()), key=f"page {name}", **call)


def numbers() -> None:
    """What the visitor may type where nothing is published."""
    for place, (name, (label, _)) in zip(st.columns(3), NUMBERS.items(), strict=True):
        with place:
            demand_controls.number(name, label)


def named(prefill: str, decode: str) -> str:
    """Both accelerators of a pair: "Vera Rubin + Groq 3 LPX"."""
    chips = vocabulary().chips
    return f"{chips[prefill]} + {chips[decode]}" if prefill != decode else f"{chips[prefill]} both"


def _set_pair(options: dict[str, tuple[str, str]]) -> None:
    chosen = options.get(st.session_state["page pool_pair"])
    if chosen:
        st.session_state.update(zip(PARTS, chosen, strict=True))
