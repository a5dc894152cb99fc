"""The page to take along: a Markdown report of an answer and the line to cite it by.

The browser adds what only it knows: the figure as it stands there, its own address and today's date (chart.js).
"""

import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from functools import cache

import polars as pl
import streamlit as st

from data.answer import Answer
from model import __version__
from pages.ui import link
from pages.ui.chart import Content
from pages.ui.formats import UNKNOWN, number
from pages.ui.method import addresses

_MARKUP = re.compile(r"([\\`*_{}\[\]<>#|~&$!@]|:(?=//)|(?<=www)\.|^[-+=](?!\d))", re.IGNORECASE)
_NUMBERED = re.compile(r"^(\d+)([.)])(?=\s|$)")
_ADDRESS = re.compile(r"https?://[^\s<>\\]+")
OWN = "The picture holds points that a visitor brought; the link does not carry them."
_ASSUMED = ("accelerator", "watts_per_chip", "how", "power_source", "power_date")
_ASSUMED_HEADS = ("Accelerator", "W per chip", "How", "Source of watts", "Date of watts")
_PRICED = ("usd_chip_hour", "price_source", "price_date")
_PRICED_HEADS = ("USD per chip-hour", "Source of price", "Date of price")


def markdown(text: str) -> str:
    """`text` on one line of Markdown with nothing in it read as markup, an address or a table's edge."""
    return _NUMBERED.sub(r"\1\\\2", _MARKUP.sub(r"\\\1", " ".join(text.split())))


def report(answered: Answer, content: Content) -> dict[str, object]:
    """What chart.js makes the report of: Markdown `before` and `after` the figure, `query` and `citation`; {} if empty.

    `citation` is the line to cite by in three parts, between which the browser puts the date and the address.
    """
    if not answered.curves:
        return {}
    title, said = content.title, markdown(" ".join(text for text, _ in content.words))
    own = [markdown(OWN)] if answered.yours else []
    before = [f"# {markdown(title)}", markdown(f"{content.subtitle}.")]
    after = [*_ranked(content.ranking), said, "## Watts and prices used", _assumed(answered.assumptions)]
    after += ["## Sources", _sources(answered), *own]
    return {
        "before": "\n\n".join(filter(None, before)),
        "after": "\n\n".join(filter(None, after)),
        "title": markdown(title),
        "query": link.format(answered.question),
        "citation": [markdown(part) for part in _cited(answered, title)],
    }


def cite(answered: Answer, title: str) -> None:
    """The line to cite the page by, with a button that copies it; nothing where nothing is drawn."""
    if not answered.curves:
        return
    first, second, last = _cited(answered, title)
    page = (st.context.url or "").partition("?")[0].rstrip("/")
    day = datetime.now(UTC).date().isoformat()
    st.caption("To cite this page:")
    st.code(f"{first} {day}{second} {page}{link.format(answered.question)}{last}", language=None, wrap_lines=True)


def _cited(answered: Answer, title: str) -> tuple[str, str, str]:
    """The parts of the citation around the day of access and the link."""
    return f"Scoville {__version__}, “{title}”, accessed", ",", _data_of(answered)


def _data_of(answered: Answer) -> str:
    """What the newest of the measured points is dated; "" where none is."""
    newest = answered.points.filter(pl.col("kind").ne_missing("model"))["date"].drop_nulls().max()
    return f"; newest data of {newest}" if newest else ""


def _ranked(ranking: dict[str, object]) -> list[str]:
    """The ranking at the pin: what the page shows in bars, in the same numbers."""
    if not ranking:
        return []
    value, *columns = ranking["columns"]
    lead, first, *model, basis = columns
    rows = [
        [row["name"], row["missing"] or f"{row['value']} {row['note']}", row["lead"], row["first"]]
        + [row["model"] for _ in model]
        + [row["watts"]]
        for row in ranking["rows"]
    ]
    heads = ["Accelerator", value, lead or "lead", first, *model, basis]
    return [f"## {markdown(ranking['heading'])}", _table(heads, rows)]


def _assumed(table: pl.DataFrame) -> str:
    """The watts behind every number, and the prices where any is known, with source and date."""
    rows, known = table.to_dicts(), _known()
    priced = any(row["usd_chip_hour"] is not None for row in rows)
    columns, heads = (_ASSUMED + _PRICED, _ASSUMED_HEADS + _PRICED_HEADS) if priced else (_ASSUMED, _ASSUMED_HEADS)
    for row in rows:
        usd = row["usd_chip_hour"]
        row |= {name: known.get(row[name], (row[name],))[0] or None for name in ("power_source", "price_source")}
        row["usd_chip_hour"] = None if usd is None else f"{usd:.2f}"
    return _table(heads, ([row[name] for name in columns] for row in rows))


@cache
def _known() -> dict[str, tuple[str, str]]:
    """Title and address of every source."""
    return addresses()


def _sources(answered: Answer) -> str:
    """Every source of the points drawn, of the watts and of the prices, with its address."""
    known, table = _known(), answered.assumptions
    drawn = answered.points.filter("on_frontier")["source"].unique(maintain_order=True)
    keys = dict.fromkeys([*drawn, *table["power_source"], *table["price_source"]])
    found = [known[key] for key in keys if key in known]
    return "\n".join(f"- {markdown(title)}{_address(address)}" for title, address in found)


def _address(text: str) -> str:
    """A web address as a link; whatever else stands there as text."""
    if not text:
        return ""
    return f": <{text}>" if _ADDRESS.fullmatch(text) else f": {markdown(text)}"


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    lines = [[markdown(head) for head in heads], ["---"] * len(heads)]
    lines += [[markdown(_text(cell)) for cell in row] for row in rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _text(cell: object) -> str:
    """A cell as the page prints it; unknown is shown as unknown."""
    if isinstance(cell, float):
        return number(cell)
    return UNKNOWN if cell is None else str(cell)
