"""The demand page put on the screen: the choices, the two charts, the rows and the files."""

from html import escape

import streamlit as st

from data.demand import Gains, evidence
from model.question import Question
from pages.ui import demand, demand_charts, demand_controls, demand_csv
from pages.ui import files as page_files
from pages.ui.accuracy_choices import CONFIG
from pages.ui.demand_charts import Look
from pages.ui.passports import table
from pages.ui.theme import colours


def answered(question: Question, gains: Gains) -> None:
    """Whose gain, the sliders, and the fleet over elasticity."""
    demand_controls.pair(gains.pair)
    demand_controls.elasticity()
    demand_controls.numbers("demand_mw", "demand_pass")
    said = demand.words(question, gains)
    _say(said)
    if gains.own is None:
        return
    found = [gain for gain in (gains.own, *gains.others) if gain]
    _draw(demand_charts.over_elasticity(question, found, evidence(), _look(said)), "demand elasticity")
    st.caption(
        "Dotted: the published elasticities. Each line is the accelerator replaced; the strong one is the pair’s."
    )
    st.html(table(demand.gain_rows(question, gains), demand.GAIN_HEADS))


def years(question: Question, gains: Gains) -> None:
    """The fleet over the years."""
    demand_controls.numbers("demand_growth")
    said = demand.years(question, gains)
    if gains.own is not None:
        _say(said)
        _draw(demand_charts.over_years(question, gains.own, _look(said)), "demand years")


def files(question: Question) -> None:
    """Both tables as CSV, and the command that prints them."""
    made = ("Elasticity as CSV", demand_csv.demand_csv, "demand"), ("Years as CSV", demand_csv.years_csv, "fleet")
    page_files.files(question, demand_csv.PAGE, made, "the years")


def _look(said: str) -> Look:
    return Look(colours(st.context.theme.type or "light"), said)


def _say(text: str) -> None:
    st.html(f'<p class="sv-said">{escape(text)}</p>')


def _draw(figure: dict, key: str) -> None:
    st.plotly_chart(figure, key=key, theme=None, config=CONFIG, alt=figure["layout"]["meta"])
