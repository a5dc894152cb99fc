"""The frontier: which accelerator gives more tokens per watt at which speed."""

import streamlit as st

from data.answer import answer
from pages.ui.controls import asked

st.title("Frontier")
st.dataframe(answer(asked()).points.filter("on_frontier"))
