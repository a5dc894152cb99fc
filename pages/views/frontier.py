"""The frontier: which accelerator gives more tokens per watt at which speed."""

import streamlit as st

from pages.ui.controls import asked

st.title("Frontier")
st.write(str(asked()))
