"""The frame of every page: title, navigation, address and the shared sidebar."""

from pathlib import Path

import streamlit as st

from pages.ui.address import settle
from pages.ui.controls import controls

st.set_page_config("Scoville", "🌶️", layout="wide")
st.html(Path(__file__).parent / "pages" / "ui" / "page.css")
frontier = st.Page("pages/views/frontier.py", title="Frontier", default=True)
method = st.Page("pages/views/method.py", title="Accelerators and method", url_path="method")
page = st.navigation([frontier, method], position="top")
settle()
controls()
page.run()
