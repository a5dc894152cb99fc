"""The frontier page with st.plotly_chart drawing the same figure: the peer that tests/bench.py times."""

import streamlit as st

from pages.ui import chart, details
from pages.ui.address import settle
from pages.ui.controls import controls, folded
from pages.ui.picture import picture

st.set_page_config("Scoville, st.plotly_chart", layout="wide")
settle()
folded()
shown = picture(controls())
st.title(shown.headline)
figure = {"data": shown.content.figure["data"], "layout": shown.content.figure["wide"]}
st.plotly_chart(figure, key="peer", theme=None, config=chart.PLAIN_CONFIG)
details.frontier_table(shown.answer)
details.assumptions(shown.answer)
