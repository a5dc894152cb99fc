"""The bottleneck page put on the screen: the answer as a table, then time, roofline and memory beside each other."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from data.bottleneck import Found
from data.machines import has_no_hbm
from data.yours import NONE, Yours
from model.question import Question
from pages.ui import bottleneck, bottleneck_charts, bottleneck_csv, bottleneck_curves, bottleneck_words, pools_csv
from pages.ui import files as page_files
from pages.ui.accuracy_choices import CONFIG
from pages.ui.bottleneck_parts import MEMORY, TIME, legend, microseconds
from pages.ui.link import format as link_of
from pages.ui.passports import table
from pages.ui.theme import Colours, colours


def answer(found: Sequence[Found]) -> None:
    """One row per accelerator, and where machines are computed that keep an LLM in SRAM."""
    for one in found:
        if has_no_hbm(one.setting.accelerator):
            chip = one.setting.accelerator
            address = escape(link_of(Question(llm=one.setting.llm, pool_decode=chip), pools_csv.PAGE))
            text = f"How many of {escape(bottleneck.name(one.setting))} hold it in SRAM, and what they then give"
            st.html(f'<p class="sv-said">{text}: <a href="{address}" target="_self">the page Pools</a>.</p>')
    st.html(table(bottleneck.answers(found), bottleneck.answer_heads(found[0].setting)))


def files(question: Question) -> None:
    """The tables of the page as CSV, and how to make the same file without it."""
    made = [("Tables as CSV", bottleneck_csv.content, "bottleneck")]
    page_files.files(question, bottleneck_csv.PAGE, made, "the cache over the context")


def time(found: Sequence[Found], yours: Yours = NONE) -> None:
    """The time per token part by part, beside the measured one, that of bandwidth alone and the visitor's own run."""
    shown = [one for one in found if one.timed]
    if not shown:
        _say("No time can be computed for this choice; the sentences above say why.")
        return
    said = list(map(bottleneck_words.time_words, shown))
    _draw(bottleneck_charts.time_bars(shown, look(), " ".join(said)), "bottleneck time")
    cells = {key: [_time_cell(one, key) for one in shown] for key in TIME}
    st.html(legend(TIME, _names(shown), cells, look()))
    for words in said:
        _say(words)
    for one in shown if yours else ():
        _say(bottleneck_words.own_words(one, yours))


def roofline(found: Sequence[Found]) -> None:
    """One roofline per accelerator on the same axes."""
    shown = [one for one in found if one.timed]
    if not shown:
        _say("Without times there are no points to draw under the roofs.")
        return
    st.caption(
        "Roofs: peak arithmetic by precision and bandwidth of the memory on the package; dash-dotted: on-chip memory "
        "where its bandwidth is published. Circles: decode steps by batch; square: one prompt alone."
    )
    ends = bottleneck_curves.ends(shown)
    for place, one in zip(st.columns(len(shown)), shown, strict=True):
        with place:
            said = bottleneck_words.roofline_words(one)
            _draw(bottleneck_curves.roofline(one, ends, look(), said), f"bottleneck roofline {one.setting.accelerator}")
            _say(said)


def memory(found: Sequence[Found]) -> None:
    """What lies in a chip's memory, and how the cache grows with the context."""
    shown = [one for one in found if one.room]
    for one in found:
        if one.room is None:
            _say(bottleneck_words.nothing_laid_out(one))
    if not shown:
        return
    words = list(map(bottleneck_words.memory_words, shown))
    said = " ".join(words)
    _draw(bottleneck_charts.memory_bars(shown, look(), said), "bottleneck memory")
    cells = [bottleneck_charts.memory_cells(one) for one in shown]
    st.html(legend(MEMORY, _names(shown), {key: [cell[key] for cell in cells] for key in MEMORY}, look()))
    for text in words:
        _say(text)
    st.caption(
        "KV cache of the whole batch in one chip over the context; dotted: what is free beside the weights, engine "
        "reserve and buffers. The mark is the longest context that fits."
    )
    _draw(bottleneck_curves.cache_growth(shown, look(), said), "bottleneck growth")


def alone() -> None:
    """What bandwidth alone explains of published batch-1 times."""
    _say(bottleneck_words.alone_words())
    st.html(table(bottleneck_words.share_rows(), bottleneck_words.SHARE_HEADS))
    st.caption(bottleneck_words.SHARE_NOTE)


def look() -> Colours:
    """The colours of the visitor's theme."""
    return colours(st.context.theme.type or "light")


def _names(shown: Sequence[Found]) -> list[str]:
    return [bottleneck.name(one.setting) for one in shown]


def _time_cell(found: Found, key: str) -> str:
    parts = found.timed.parts
    value = float(getattr(parts, key))
    return f"{microseconds(value)} · {bottleneck.percent(value / float(parts.total()))}" if value else ""


def _say(text: str) -> None:
    st.html(f'<p class="sv-said">{escape(text)}</p>')


def _draw(figure: dict, key: str) -> None:
    st.plotly_chart(figure, key=key, theme=None, config=CONFIG, alt=figure["layout"]["meta"])
