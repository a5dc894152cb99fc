"""Demand: what a gain in tokens per watt does to the energy bill once cheaper tokens are asked for more often."""

import streamlit as st

from data.demand import gains
from pages.ui import demand, demand_page
from pages.ui.controls import asked
from pages.ui.passports import contents, table
from pages.ui.widgets import plain

question = asked()
found = gains(question)

st.title(plain(demand.headline(question, found)), anchor=False)
st.html(f'<p class="sv-asked">{demand.conditions(question, found)}</p>')
st.html(contents(demand.PARTS))

st.header(demand.PARTS["elasticity"], anchor="elasticity")
demand_page.answered(question, found)
st.header(demand.PARTS["years"], anchor="years")
demand_page.years(question, found)
st.header(demand.PARTS["evidence"], anchor="evidence")
st.html(table(demand.evidence_rows(question, found), demand.EVIDENCE_HEADS))
st.header(demand.PARTS["not"], anchor="not")
st.html(demand.limits())
demand_page.files(question)
