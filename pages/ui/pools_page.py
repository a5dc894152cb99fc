"""The pools page put on the screen: the pair, the charts, the tables and the files."""

from html import escape

import streamlit as st

from data.pools import Answered, at
from data.pools_more import hops, published, shares
from data.tables import vocabulary
from pages.ui import files as page_files
from pages.ui import (
    pools,
    pools_beside,
    pools_boxes,
    pools_charts,
    pools_controls,
    pools_csv,
    pools_curves,
    pools_rows,
    pools_sram,
)
from pages.ui.accuracy_choices import CONFIG
from pages.ui.demand_charts import Look
from pages.ui.passports import table
from pages.ui.theme import colours
from pages.ui.widgets import plain


def pair(found: Answered) -> None:
    """The pair with its numbers, the frontiers and the systems at the pin."""
    pools_controls.pair()
    pools_boxes.boxes(found)
    for text in pools.words(found):
        _say(text)
    if any(found.lines):
        look = _look(pools.headline(found))
        st.html(pools_charts.key(found, look.ink))
        _draw(pools_charts.frontiers(found, look), "pools frontier")
        st.caption(plain(_legend(found)))
    st.html(table(pools_rows.systems(found), pools_rows.heads(found)))
    typed = any(getattr(found.question, name) is not None for name in pools_controls.NUMBERS)
    with st.expander("Figures of your own", expanded=typed or bool(found.systems[0].why)):
        pools_controls.numbers()


def _legend(found: Answered) -> str:
    said = "Dashed: the model, with its 90 % band. Triangles: the configurations at the pin."
    x, _, key = published(found.question)
    if len(x) and not found.per_watt:
        said += f" Squares: {vocabulary().chips[key]}’s published curve, not verified and with MTP."
    return said


def share(found: Answered) -> None:
    """What changes with the share of decode chips."""
    own = found.lines[0]
    knot = None if own is None else at(own, pools.pinned(found.question))
    made = None if knot is None else shares(found, knot)
    if made is None:
        _say("Nothing to draw: the pair has no configuration at this speed.")
        return
    said = pools_rows.shared(found, made)
    _say(said)
    _draw(pools_curves.over_share(made, own.system.name, _look(said)), "pools share")
    st.caption("The upright line is the share of the configuration at the pin.")


def sram(found: Answered) -> None:
    """Whether the LLM fits in SRAM."""
    for text in pools_sram.fit_words(found):
        _say(text)
    st.html(table(pools_sram.sram(found), pools_sram.SRAM_HEADS))


def network(found: Answered) -> None:
    """The hops of both networks."""
    said = pools_beside.network(found)
    _say(said)
    if waits := hops(found.setting):
        _draw(pools_curves.networks(waits, _look(said)), "pools network")


def files(found: Answered) -> None:
    """Both tables as CSV, and the command that prints them."""
    made = ("Frontiers as CSV", pools_csv.pools_csv, "pools"), ("Shares as CSV", pools_csv.share_csv, "shares")
    page_files.files(found.question, pools_csv.PAGE, made, "the shares")


def _look(said: str) -> Look:
    return Look(colours(st.context.theme.type or "light"), said)


def _say(text: str) -> None:
    st.html(f'<p class="sv-said">{escape(text)}</p>')


def _draw(figure: dict, key: str) -> None:
    st.plotly_chart(figure, key=key, theme=None, config=CONFIG, alt=figure["layout"]["meta"])
