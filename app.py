"""The frame of every page: title, navigation, address and the shared sidebar."""

import sys
from pathlib import Path

import streamlit as st

from data.tables import refused
from pages.ui.address import settle
from pages.ui.chart import load_early
from pages.ui.controls import controls, folded
from pages.ui.live import live
from pages.ui.upload import line
from pages.ui.widgets import plain

st.set_page_config("Scoville", "🌶️", layout="wide")
FRONTIER = "pages/views/frontier.py"
UI = Path(__file__).parent / "pages" / "ui"
st.html(UI / "page.css")
st.logo(UI / "scoville.svg")
frontier = st.Page(FRONTIER, title="Frontier", default=True)
method = st.Page("pages/views/method.py", title="Accelerators and method", url_path="method")
accuracy = st.Page("pages/views/accuracy.py", title="Accuracy", url_path="accuracy")
claims = st.Page("pages/views/claims.py", title="Claims", url_path="claims")
bottleneck = st.Page("pages/views/bottleneck.py", title="Bottleneck", url_path="bottleneck")
pools = st.Page("pages/views/pools.py", title="Pools", url_path="pools")
demand = st.Page("pages/views/demand.py", title="Demand", url_path="demand")
results = st.Page("pages/views/results.py", title="Results", url_path="results")
sizing = st.Page("pages/views/sizing.py", title="Sizing", url_path="sizing")
page = st.navigation([frontier, results, sizing, claims, bottleneck, pools, demand, accuracy, method], position="top")
if why := refused():
    print(why, file=sys.stderr)
    st.error(plain(why))
    st.stop()
settle(page.url_path)
line()
folded()
if page is frontier:  # as a fragment, which draws the controls too
    load_early()
    live(str(Path(__file__).parent / FRONTIER))
else:
    controls()
    page.run()
