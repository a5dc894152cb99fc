"""Sizing: a target and a load in, chips, megawatts and money out, for every accelerator."""

import streamlit as st

from data.sizing import sized
from pages.ui import sizing_page, sizing_words
from pages.ui.controls import asked
from pages.ui.upload import brought
from pages.ui.widgets import plain

question = asked()
found = sized(question, brought())

st.title(plain(sizing_words.headline(found)), anchor=False)
st.html(f'<p class="sv-asked">{sizing_words.conditions(found)}</p>')
sizing_page.asking(question)
sizing_page.fleets(found)

st.header(sizing_page.PARTS["map"], anchor="map")
sizing_page.winners(question)
sizing_page.figures(found)
