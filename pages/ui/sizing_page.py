"""The sizing page put on the screen: target and load, the fleets as bars, advice, the map and the table."""

from dataclasses import replace
from functools import partial
from html import escape
from pathlib import Path

import streamlit as st

from data.sizing import Sized, is_nothing, one_each, pair, sized
from data.sizing_map import is_rounding, mapped
from data.yours import is_yours
from model.question import Question
from pages.ui import (
    link,
    sizing_advice,
    sizing_chart,
    sizing_compared,
    sizing_controls,
    sizing_csv,
    sizing_rows,
    sizing_table,
    yours_words,
)
from pages.ui.accuracy_choices import CONFIG
from pages.ui.files import files
from pages.ui.passports import table
from pages.ui.sizing_presets import SIZING_PRESETS
from pages.ui.theme import Colours, colours
from pages.ui.widgets import plain

HERE = Path(__file__).parent
PARTS = {"map": "Who wins where", "figures": "The fleets in figures"}
_JS, _CSS = ((HERE / name).read_text(encoding="utf-8") for name in ("sizing_bars.js", "sizing.css"))
_bars = st.components.v2.component("scoville_fleets", js=_JS, css=_CSS, isolate_styles=False)
HATCHED = "Colour: the winner; the stronger, the larger its lead. Hatched: the bands of the two best overlap."
NO_MAP = "Nothing to map: nobody has a curve within these limits and the watts or price it is divided by."
DOTTED = "Dotted: your target and your own value."


def asking(question: Question) -> None:
    """The target and the load, and ready questions as links."""
    links = [
        f'<a href="{escape(link.format(preset.question, sizing_csv.PAGE))}" target="_self" '
        f'title="{escape(preset.line)}">{escape(preset.name)}</a>'
        for preset in SIZING_PRESETS
    ]
    st.html(f'<nav class="sv-presets" aria-label="Ready questions">Ask: {" ".join(links)}</nav>')
    sizing_controls.target_and_load(question.load)
    sizing_controls.ranked_by()


def fleets(found: Sized) -> None:
    """The fleets as bars, the ratio of two, and advice."""
    two = pair(found)
    if not one_each(found) and any(fleet.chips for fleet in found.fleets):
        address = link.format(replace(found.question, size_by="chips"), sizing_csv.PAGE)
        st.html(f'<p class="sv-said"><a href="{escape(address)}" target="_self">Ranked by Chips</a></p>')
    if found.fleets:
        data = sizing_rows.bars(found, look())
        _bars(key="sizing fleets", data=data, on_pick_change=partial(_picked, two))
    if said := sizing_compared.compared(found):
        st.html(f'<p class="sv-said"><strong>{escape(said)}</strong> Click two rows to compare them.</p>')
    if found.places.answered.yours:
        st.caption(plain(_yours(found)))
    if lines := sizing_advice.advice(found):
        inner = "".join(f"<li>{escape(line)}</li>" for line in lines)
        st.html(f'<ul class="sv-advice" aria-label="Advice">{inner}</ul>')


def winners(question: Question) -> None:
    """Who wins where, as a map and in a sentence, and as CSV."""
    sizing_controls.map_upwards()
    found = mapped(question)
    if found is None:
        st.html(f'<p class="sv-said">{NO_MAP}</p>')
        return
    said = sizing_chart.words(found, question) + sizing_chart.at_target(found, question)
    said += sizing_chart.not_followed(question) + sizing_chart.UNROUNDED * is_rounding(sized(question))
    st.html(f'<p class="sv-said">{escape(said)}</p>')
    figure = sizing_chart.winners(found, question, look(), said)
    st.plotly_chart(figure, key="sizing map", theme=None, config=CONFIG, alt=said)
    st.caption(f"{HATCHED} {DOTTED}")
    make = partial(sizing_csv.map_csv, question)
    name = "scoville-winners.csv"
    st.download_button("Map as CSV", make, name, "text/csv", key="csv map", on_click="ignore")


def figures(found: Sized) -> None:
    """Every figure of every fleet, and as CSV; without any fleet only the file, which lists who comes how near."""
    if found.fleets and not is_nothing(found):
        st.header(PARTS["figures"], anchor="figures")
        for quantities in (sizing_table.SIZE, sizing_table.EACH):
            st.html(f'<div class="sv-sizes">{table(*sizing_table.table(found, quantities))}</div>')
    made = [("Fleets as CSV", partial(sizing_csv.fleets_csv, yours=found.places.answered.yours), "fleets")]
    files(found.question, sizing_csv.PAGE, made, "the map")


def look() -> Colours:
    """The colours of the visitor's theme."""
    return colours(st.context.theme.type or "light")


def _yours(found: Sized) -> str:
    """Whether the visitor's own points are among the fleets, and where they are not."""
    answered = found.places.answered
    if not (said := yours_words.counted(answered)):
        return yours_words.elsewhere(answered)
    reached = any(is_yours(fleet.spot.key) for fleet in found.fleets)
    return f"{said} {'The map leaves them out.' if reached else 'None of them meets the target.'}"


def _picked(two) -> None:
    key = st.session_state["sizing fleets"].get("pick")
    if key:
        sizing_controls.picked(str(key), two)
