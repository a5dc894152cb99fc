"""The table of results as it is shown: names instead of keys, numbers with their unit in the head."""

import polars as pl
import streamlit as st

from data.catalogue import NAMED, source_names
from data.catalogue_columns import COLUMNS, KINDS, USUAL_COLUMNS
from data.schema import POINTS
from data.tables import vocabulary
from model.question import DECODINGS, Question
from pages.ui.formats import NOT_RECORDED
from pages.ui.terms import of_head

DIGITS = 5  # significant, of a measured value
WIDE = {"accelerator": 95, "llm": 150, "engine": 140, "source": 200, "note": 200}  # px
NARROW = {"interactivity": 122, "tput_total": 126}  # px; both can be seen on a phone beside the accelerator
OR_EARLIER = " or earlier"  # a median of several runs has the last day that it can hold


def columns(question: Question) -> list[str]:
    """The columns shown, in one order."""
    chosen = question.res_columns or USUAL_COLUMNS
    return [name for name in COLUMNS if name in chosen]


def shown(rows: pl.DataFrame, question: Question) -> pl.DataFrame:
    """`rows` with the columns that are shown and nothing else, in words."""
    names = columns(question)
    return rows.select(_worded(name).alias(name) for name in names)


def _worded(name: str) -> pl.Expr:
    column = pl.col(name)
    if name == "date":
        return pl.when(pl.col("kind").eq_missing("median")).then(column + OR_EARLIER).otherwise(column)
    if name == "accelerator":  # own rows are marked in a column that is always in sight
        chip = column.replace(dict(vocabulary().chips))
        return pl.when(of="yours").then(pl.concat_str(pl.lit("yours: "), chip)).otherwise(chip).cast(pl.Categorical)
    words = {"source": source_names(), "of": KINDS, "decoding": DECODINGS | {"unknown": NOT_RECORDED}}
    if name in NAMED or name in words:  # few different texts: as categories they travel as numbers
        renamed = dict(getattr(vocabulary(), NAMED[name]) if name in NAMED else words[name])
        return column.replace(renamed).cast(pl.Categorical)
    return column.round_sig_figs(DIGITS) if POINTS.get(name) == "DOUBLE" else column


def config(question: Question) -> dict[str, object]:
    """What stands above each column, and how its numbers are written."""
    return {name: _column(name) for name in columns(question)}


def _column(name: str) -> object:
    kind, told = POINTS.get(name), of_head(COLUMNS[name]) or None
    if kind in ("DOUBLE", "INTEGER"):
        return st.column_config.NumberColumn(COLUMNS[name], format="localized", width=NARROW.get(name), help=told)
    if kind == "BOOLEAN":
        return st.column_config.CheckboxColumn(COLUMNS[name], help=told)
    pinned = True if name == "accelerator" else None
    return st.column_config.TextColumn(COLUMNS[name], width=WIDE.get(name, "small"), pinned=pinned, help=told)
