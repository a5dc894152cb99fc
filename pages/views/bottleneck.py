"""Bottleneck: where the time of a token and the memory of a chip go."""

import streamlit as st

from data.bottleneck import found
from data.yours import drawn
from pages.ui import bottleneck, bottleneck_controls, bottleneck_page
from pages.ui.controls import asked
from pages.ui.passports import contents
from pages.ui.upload import brought
from pages.ui.widgets import plain

question = asked()
answers = found(question)

st.title(plain(bottleneck.headline(answers)), anchor=False)
st.html(f'<p class="sv-asked">{bottleneck.conditions(answers)}</p>')
bottleneck_controls.boxes()
bottleneck_page.answer(answers)
st.html(contents(bottleneck.PARTS))

st.header(bottleneck.PARTS["time"], anchor="time")
bottleneck_page.time(answers, drawn(brought(), question))
st.header(bottleneck.PARTS["roofline"], anchor="roofline")
bottleneck_page.roofline(answers)
st.header(bottleneck.PARTS["memory"], anchor="memory")
bottleneck_page.memory(answers)
st.header(bottleneck.PARTS["alone"], anchor="alone")
bottleneck_page.alone()
st.header(bottleneck.PARTS["files"], anchor="files")
bottleneck_page.files(question)
