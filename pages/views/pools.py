"""Pools: prefill on one accelerator, decode on another, against each of them alone."""

import streamlit as st

from data.pools import answered
from pages.ui import pools, pools_beside, pools_page
from pages.ui.controls import asked
from pages.ui.passports import contents, table
from pages.ui.widgets import plain

found = answered(asked())

st.title(plain(pools.headline(found)), anchor=False)
st.html(f'<p class="sv-asked">{pools.conditions(found)}</p>')
st.html(contents(pools.PARTS))

st.header(pools.PARTS["frontier"], anchor="frontier")
pools_page.pair(found)
st.header(pools.PARTS["share"], anchor="share")
pools_page.share(found)
st.header(pools.PARTS["sram"], anchor="sram")
pools_page.sram(found)
st.header(pools.PARTS["network"], anchor="network")
pools_page.network(found)
st.header(pools.PARTS["claims"], anchor="claims")
st.html(table(pools_beside.claimed(found), pools_beside.CLAIM_HEADS))
st.header(pools.PARTS["rests"], anchor="rests")
st.html(pools_beside.rests(found))
pools_page.files(found)
