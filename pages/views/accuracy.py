"""Accuracy: how far the model's predictions are from what was measured, beside the strongest peer's."""

import streamlit as st

from pages.ui import accuracy, accuracy_asides, accuracy_choices, accuracy_tables, accuracy_yours
from pages.ui.passports import contents, table
from pages.ui.upload import brought
from pages.ui.widgets import plain

st.title(plain(accuracy.headline()), anchor=False)
lines = (accuracy_asides.overall(), accuracy.subline(), accuracy_asides.better_elsewhere(), accuracy.stamp())
st.html("".join(f'<p class="sv-asked">{line}</p>' for line in lines if line))
st.html(contents(accuracy.PARTS))

st.header(accuracy.PARTS["gates"], anchor="gates")
st.html(f'<p class="sv-asked">{accuracy.standing()} {accuracy_asides.first_tokens()}</p>')
st.html(table(accuracy_tables.gates(), accuracy_tables.GATE_HEADS))
st.header(accuracy.PARTS["splits"], anchor="splits")
quantity = accuracy_choices.quantity("accuracy quantity")
st.html(table(accuracy_tables.split_errors(quantity), accuracy_tables.ERROR_HEADS))
st.download_button("All splits as CSV", accuracy_tables.splits_csv, "scoville-accuracy.csv", on_click="ignore")

st.header(accuracy.PARTS["accelerators"], anchor="accelerators")
split = accuracy_choices.split("accuracy split")
accuracy_choices.errors(split, quantity)

st.header(accuracy.PARTS["points"], anchor="points")
accuracy_choices.pairs(split, quantity)

st.header(accuracy.PARTS["band"], anchor="band")
accuracy_choices.band(split)
st.html(table(accuracy_tables.coverage(), accuracy_tables.BAND_HEADS))

accuracy_yours.scored(brought())
st.header(accuracy.PARTS["calibration"], anchor="calibration")
chosen = st.multiselect("Accelerators", accuracy_tables.cell_names(), placeholder="All", key="accuracy cells")
st.html(f'<p class="sv-asked">{accuracy_tables.cell_count()}</p>')
st.html(table(accuracy_tables.cells(chosen), accuracy_tables.CELL_HEADS))
st.header(accuracy.PARTS["limits"], anchor="limits")
st.html(accuracy.limits())
