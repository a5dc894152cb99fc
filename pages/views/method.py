"""Accelerators and method: what every word on the screen means, and every figure with its source."""

import streamlit as st

from pages.ui import method, passports, worked
from pages.ui.glossary import GROUPS
from pages.ui.passports import table

st.title("Accelerators and method", anchor=False)
st.html(method.INTRODUCTION)
st.html(passports.contents(method.PARTS))

st.header(method.PARTS["definitions"], anchor="definitions")
st.html(passports.definitions(GROUPS))
st.header(method.PARTS["steps"], anchor="steps")
st.markdown(method.STEPS)

st.header(method.PARTS["worked"], anchor="worked")
st.html(table(worked.rows(), worked.HEADS))
st.header(method.PARTS["power"], anchor="power")
chosen = st.multiselect(
    "Accelerators and LLMs in the next three tables", method.names(), placeholder="All", key="figures of"
)
superseded = st.toggle("Show superseded", key="superseded too", help="An old link asks for its own vintage.")
st.html(table(method.vintages(chosen, superseded), passports.VINTAGE_HEADS))
st.header(method.PARTS["figures"], anchor="figures")
st.caption(method.BINARY)
st.html(table(method.figures(chosen), passports.FIGURE_HEADS))
st.header(method.PARTS["measured"], anchor="measured")
st.caption("The evidence for f. GPU boards only: no host, network or fans. Dates are those of the source.")
st.html(table(method.measured(chosen), passports.MEASURED_HEADS))

st.header(method.PARTS["accelerators"], anchor="accelerators")
st.html(table(method.accelerators(), passports.ACCELERATOR_HEADS))
st.header(method.PARTS["llms"], anchor="llms")
st.html(table(method.llms(), passports.LLM_HEADS))
st.header(method.PARTS["sources"], anchor="sources")
st.markdown(method.LICENCES)
st.html(table(method.sources(), passports.SOURCE_HEADS))
