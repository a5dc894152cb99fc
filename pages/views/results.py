"""Results: everything that was published, simulated or brought, to search, open, compare and take along."""

import streamlit as st

from data.catalogue import catalogue
from pages.ui import results_agentic, results_controls, results_detail, results_page, results_words
from pages.ui.controls import asked
from pages.ui.passports import contents
from pages.ui.upload import agentic, brought, upload
from pages.ui.widgets import plain

question, yours = asked(), brought().points
found = catalogue(question, yours)

st.title(plain(results_words.headline(found, question)), anchor=False)
st.html(f'<p class="sv-asked">{results_words.conditions(found, question)}</p>')
st.html(contents(results_words.PARTS))
upload()
results_controls.filters()

st.header(results_words.PARTS["rows"], anchor="rows")
results_page.listed(found, question, yours)
results_agentic.listed(agentic())
results_detail.files(question, yours)
st.header(results_words.PARTS["opened"], anchor="opened")
results_detail.details(question, yours)
st.header(results_words.PARTS["coverage"], anchor="coverage")
results_page.covered(question, yours)
st.header(results_words.PARTS["history"], anchor="history")
results_page.followed(found, question)
