"""The frame of every page: title, navigation, address and the shared sidebar."""

import streamlit as st

from pages.ui.address import settle
from pages.ui.controls import controls

st.set_page_config("Scoville", "🌶️", layout="wide")
frontier = st.Page("pages/views/frontier.py", title="Frontier", default=True)
method = st.Page("pages/views/method.py", title="Accelerators and method", url_path="method")
page = st.navigation([frontier, method], position="top")
settle()
controls()
page.run()
