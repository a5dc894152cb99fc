"""What a first visitor is told below the answer: three sentences, until they are put away for the session."""

import streamlit as st

SEEN = "orientation seen"  # no parameter has a space in its name, so no link carries it
SENTENCES = (
    "Each line is one accelerator; the axis titles say which way is better.",
    "Headline and ranking read every line at the pin, which a click or the slider moves.",
    "Dashes are our model, every number has its source below, and ready questions follow this note.",
)


def first_visit() -> None:
    """The sentences and a button that puts them away; the ready questions below are the second step."""
    if st.session_state.get(SEEN):
        return
    with st.container(key="first", horizontal=True, vertical_alignment="center"):
        st.html(f"<p><strong>New here?</strong> {' '.join(SENTENCES)}</p>")
        st.button("Got it", key="put orientation away", on_click=_seen)


def _seen() -> None:
    st.session_state[SEEN] = True
