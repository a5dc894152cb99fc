"""Boxes for the watts of a pair that nobody has published; a link fills them."""

import streamlit as st

from data.pools import Answered, typed_watts
from data.tables import vocabulary
from model.question import WATTS_LIMIT
from pages.ui.pools_watts import replaced, unit
from pages.ui.widgets import put


def boxes(found: Answered) -> None:
    """A box for each accelerator of the pair without published watts on this basis; it shows what the link holds."""
    question = found.question
    if question.power == "measured":  # of points, so nothing typed counts
        return
    typed_now = typed_watts(question)
    for place, key in zip(st.columns(3), dict.fromkeys((*found.unpowered, *typed_now)), strict=False):
        st.session_state[f"pool watts of {key}"] = typed_now.get(key)
        label = f"{vocabulary().chips[key]}, W per {unit(key)}"
        call = {"placeholder": "type watts", "on_change": _copied, "args": (key,)}
        place.number_input(label, 0.001, WATTS_LIMIT, None, key=f"pool watts of {key}", **call)


def _copied(key: str) -> None:
    put({"watts": replaced(st.session_state["watts"] or "", key, st.session_state[f"pool watts of {key}"])})
