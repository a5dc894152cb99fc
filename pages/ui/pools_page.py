"""The pools page put on the screen: the pair, the charts, the tables and the files."""

from functools import partial
from html import escape

import streamlit as st

from data.pools import Answered, at
from data.pools_more import hops, published, shares
from data.tables import vocabulary
from model.question import WATTS_LIMIT
from pages.ui import pools, pools_beside, pools_charts, pools_controls, pools_csv, pools_curves, pools_rows, pools_sram
from pages.ui.accuracy_choices import CONFIG
from pages.ui.demand_charts import Look
from pages.ui.link import format as link_of
from pages.ui.passports import table
from pages.ui.theme import colours
from pages.ui.values import number_text
from pages.ui.widgets import plain, put

POWERED = {"groq3-lpx": "groq3-lpu"}  # a rack's watts are typed per chip: a rack draws more than a part may


def pair(found: Answered) -> None:
    """The pair with its numbers, the frontiers and the systems at the pin."""
    pools_controls.pair()
    _watts(found)
    for text in pools.words(found):
        _say(text)
    if any(found.lines):
        _draw(pools_charts.frontiers(found, _look(pools.headline(found))), "pools frontier")
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
    question = found.question
    over, shared = (partial(make, question) for make in (pools_csv.pools_csv, pools_csv.share_csv))
    with st.container(horizontal=True):
        for label, make, name in (("Frontiers as CSV", over, "pools"), ("Shares as CSV", shared, "shares")):
            call = {"key": f"csv {name}", "on_click": "ignore"}
            st.download_button(label, make, f"scoville-{name}.csv", "text/csv", **call)
    command = f'.venv/bin/python -m pages.ui.export "{link_of(question, pools_csv.PAGE)}"'
    st.caption(plain(f"The same file from a shell: {command}; the shares with --curve."))


def _watts(found: Answered) -> None:
    """A box for each accelerator of the pair without watts on this basis."""
    for place, key in zip(st.columns(3), found.unpowered, strict=False):
        typed = POWERED.get(key, key)
        label = f"{vocabulary().chips[typed]}, W per chip"
        call = {"placeholder": "type watts", "on_change": _typed, "args": (typed,)}
        place.number_input(label, 1.0, WATTS_LIMIT, None, key=f"pool watts of {typed}", **call)


def _typed(key: str) -> None:
    value = st.session_state[f"pool watts of {key}"]
    if value is not None:
        kept = [
            text for text in (st.session_state["watts"] or "").split(",") if text and not text.startswith(f"{key}:")
        ]
        put({"watts": ",".join([*kept, f"{key}:{number_text(value)}"])})


def _look(said: str) -> Look:
    return Look(colours(st.context.theme.type or "light"), said)


def _say(text: str) -> None:
    st.html(f'<p class="sv-said">{escape(text)}</p>')


def _draw(figure: dict, key: str) -> None:
    st.plotly_chart(figure, key=key, theme=None, config=CONFIG, alt=figure["layout"]["meta"])
