"""Claims: every published figure recomputed, and what its lead becomes on the basis you choose."""

import streamlit as st

from data.pairs import pair_of
from pages.ui import claims, claims_page
from pages.ui.claims_controls import asked
from pages.ui.passports import contents
from pages.ui.widgets import plain

question = asked()
pair = pair_of(question)

st.title(plain(claims.headline(question, pair)), anchor=False)
st.html(f'<p class="sv-asked">{claims.conditions(question, pair)}</p>')
claims_page.opened(question)
st.html(contents(claims.PARTS))

st.header(claims.PARTS["list"], anchor="list")
claims_page.every(question)
st.header(claims.PARTS["basis"], anchor="basis")
claims_page.basis(question, pair)
st.header(claims.PARTS["lead"], anchor="lead")
claims_page.lead(question, pair)
st.header(claims.PARTS["whom"], anchor="whom")
claims_page.whom(question, pair)
st.header(claims.PARTS["service"], anchor="service")
claims_page.equal_service(question, pair)
