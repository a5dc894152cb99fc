"""Accelerators and method: every figure with its source, and what every word on the screen means."""

import streamlit as st

from pages.ui import method

LOOK = {
    "address": st.column_config.LinkColumn("address", display_text="open"),
    "in SI": st.column_config.NumberColumn("in SI", format="%.4g"),
    "f": st.column_config.NumberColumn("f", format="%.2f"),
}

st.title("Accelerators and method")
st.markdown(method.INTRODUCTION)

chosen = st.multiselect("Accelerators and LLMs", method.names(), placeholder="All", key="figures of")

st.header("Power and prices", help="Superseded figures are kept: an old link asks for its own vintage.")
st.dataframe(method.vintages(chosen), column_config=LOOK, hide_index=True)
st.header("Figures as printed")
st.dataframe(method.figures(chosen), column_config=LOOK, hide_index=True)
st.header("Measured board power", help="The evidence for f. GPU boards only: no host, network or fans.")
st.dataframe(method.measured(chosen), column_config=LOOK, hide_index=True)

st.header("Definitions and formulas")
st.markdown(method.definitions())
st.header("From a figure to the picture")
st.markdown(method.STEPS)

st.header("Accelerators")
st.dataframe(method.accelerators(), column_config=LOOK, hide_index=True)
st.header("LLMs")
st.dataframe(method.llms(), column_config=LOOK, hide_index=True)
st.header("Sources and licences")
st.markdown(method.LICENCES)
st.dataframe(method.sources(), column_config=LOOK, hide_index=True)
