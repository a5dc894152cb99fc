"""What stands below the picture: the frontier as a table and a file, one point in full, the watts and prices used."""

from functools import cache, partial
from html import escape

import polars as pl
import streamlit as st

from data import tables
from data.answer import Answer
from data.naming import named
from data.yours import GRADE, SOURCE, accelerator_of, chip_name, is_unknown
from model.question import DECODINGS, WATTS_LIMIT, Y_METRICS
from pages.ui import heads, hover, link, operating, paper, upload, yours_words
from pages.ui.export import frontier_csv
from pages.ui.formats import NOT_RECORDED, UNKNOWN, count, plural
from pages.ui.left_out import left_out_details
from pages.ui.method import addresses
from pages.ui.phrases import measure
from pages.ui.picture import POINT, point_shown
from pages.ui.presets import PRESETS
from pages.ui.terms import marked
from pages.ui.theme import colours
from pages.ui.values import number_text
from pages.ui.wattless import wattless
from pages.ui.widgets import plain, put

BOXES = 4  # in a row, for watts


def presets() -> None:
    """Ready questions as links, to follow, copy or open beside this one."""
    st.html(_presets_html())


@cache
def _presets_html() -> str:
    links = [
        f'<a href="{escape(link.format(preset.question))}" target="_self" title="{escape(preset.line)}">'
        f"{escape(preset.name)}</a>"
        for preset in PRESETS
    ]
    return f'<nav class="sv-presets" aria-label="Ready questions">Ask: {" ".join(links)}</nav>'


def point(answered: Answer) -> None:
    """Everything about the point that was clicked, with its source and run address."""
    row = point_shown(answered)
    if row is None:
        return
    with st.container(border=True, key="point"):
        facts = hover.panel(row, answered.question, addresses())
        st.html(f'<dl class="sv-facts">{"".join(_fact(*fact) for fact in facts)}</dl>')
        st.button("Close", key="close point", on_click=partial(st.session_state.pop, POINT, None))


def _fact(label: str, text: str, address: str) -> str:
    """One fact as HTML, all of it escaped; only web addresses become links."""
    shown = escape(text)
    if address.startswith(("https://", "http://")):
        shown = f'<a href="{escape(address)}" target="_blank" rel="noopener">{shown}</a>'
    return f"<div><dt>{marked(label)}</dt><dd>{shown}</dd></div>"


def missing_watts(answered: Answer) -> None:
    """A box for each accelerator that has no figure on this basis: the watts typed become part of the question."""
    found = wattless(answered)
    for place, (key, reason) in enumerate(found.items()):
        if place % BOXES == 0:
            row = st.columns(BOXES)
        row[place % BOXES].number_input(
            f"{chip_name(key)}, W per chip",
            min_value=1.0,
            max_value=WATTS_LIMIT,
            value=None,
            help=f"Not computable on this basis: {reason}",
            placeholder="type watts",
            key=f"watts of {key}",
            on_change=partial(_type_watts, key),
        )


def _type_watts(key: str) -> None:
    typed = st.session_state[f"watts of {key}"]
    if typed is not None and is_unknown(key):
        upload.watts(accelerator_of(key), typed)
    elif typed is not None:
        key = accelerator_of(key)
        put({"watts": ",".join(filter(None, (st.session_state["watts"], f"{key}:{number_text(typed)}")))})


def operating_points(answered: Answer) -> None:
    """With a pinned batch: a card for every accelerator the model can speak of."""
    found = operating.cards(answered)
    if found:
        st.caption(plain(operating.title(answered)))
        st.html(operating.html(found, colours(st.context.theme.type or "light")))


def frontier_table(answered: Answer) -> None:
    """The frontier's rows, best first along each curve; a column head sorts, arrow keys move."""
    question, names = answered.question, tables.vocabulary()
    rows = named(answered.points.filter("on_frontier"), question).with_columns(
        pl.col("x", "y", "y_low", "y_high", "ttft_s", "e2e_s").round_sig_figs(5),
        pl.col("precision").replace(names.precisions),
        pl.col("decoding").replace(DECODINGS | {"unknown": NOT_RECORDED}),
        pl.col("engine").replace(names.engines),
        pl.col("source").replace(_urls()),
    )
    unit = measure(question).unit
    columns = heads.HEADS | {"x": heads.number(heads.X_HEADS[question.x]), "y": heads.number(Y_METRICS[question.y])}
    columns |= {"y_low": heads.number(f"Band, low, {unit}"), "y_high": heads.number(f"Band, high, {unit}")}
    shown = rows.select(list(columns)).to_arrow()  # which Streamlit sends as it is; a polars frame goes through pandas
    told = f"The frontier in numbers: {plural(rows.height, 'point')}."
    st.dataframe(shown, column_config=columns, hide_index=True, height=320, placeholder=UNKNOWN, alt=told)
    st.caption(plain(left_out_details(answered)))


def files(answered: Answer, second: Answer | None = None) -> None:
    """The frontier, or every point, as CSV, of a compared question too; made when asked for, without a rerun."""
    with st.container(horizontal=True, key="files"):
        for rows, label in (("frontier", "Frontier as CSV"), ("all", "All points as CSV")):
            label += _holds(answered.points.filter("on_frontier") if rows == "frontier" else answered.points)
            made = partial(frontier_csv, answered, rows, second)
            st.download_button(label, made, f"scoville-{rows}.csv", "text/csv", key=f"csv {rows}", on_click="ignore")
    if said := yours_words.counted(answered):
        st.caption(plain(f"{said} The files hold them as grade U."))
    st.caption(
        plain(f'The same file from a shell: .venv/bin/python -m pages.ui.export "{link.format(answered.question)}"')
    )


def _holds(rows: pl.DataFrame) -> str:
    """How many rows are published, modelled and the visitor's own; "" where all are published."""
    made, own = rows.filter(kind="model").height, rows.filter(grade=GRADE).height
    parts = [f"{count(rows.height - made - own)} published", *([f"{count(made)} modelled"] if made else [])]
    parts += [f"{count(own)} yours"] if own else []
    return f" ({', '.join(parts)})" if made or own else ""


def assumptions(answered: Answer) -> None:
    """The watts and prices behind every number, with source, date and grade."""
    named = answered.assumptions.with_columns(pl.col("power_source", "price_source").replace(_urls()))
    told = "Watts and prices of every accelerator that is drawn, with source and date."
    with st.container(key="assumptions"):
        st.dataframe(named.to_arrow(), column_config=heads.ASSUMED, hide_index=True, placeholder=UNKNOWN, alt=told)
    st.html(paper.assumptions(answered))


def _urls() -> dict[str, str | None]:
    return {key: address for key, (_, address) in addresses().items() if address} | {"model": None, SOURCE: None}
