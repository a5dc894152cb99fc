"""The frontier: which accelerator gives more tokens per watt at which speed."""

import streamlit as st

from pages.ui import compare_page, details, handout, orientation, series
from pages.ui.chart import live_chart
from pages.ui.controls import controls
from pages.ui.picture import events, picture
from pages.ui.upload import brought
from pages.ui.widgets import plain

shown = picture(controls(), brought())

st.title(plain(shown.headline), anchor=False)
st.html(shown.subline_html)
live_chart(shown.content, "frontier", events())

details.operating_points(shown.answer)
details.missing_watts(shown.answer)
details.point(shown.answer)
orientation.first_visit()
details.presets()
with st.container(horizontal=True, key="beside"):
    compare_page.control(shown.answer.question)
    series.control(shown.answer)
compare_page.section(shown.second)
st.header("The frontier in numbers", anchor=False)
details.frontier_table(shown.answer)
details.files(shown.answer, shown.second and shown.second.there)
handout.cite(shown.answer, shown.headline)
st.header("Watts and prices used", anchor=False)
details.assumptions(shown.answer)
