"""Which of a visitor's own points a question asks for: what cannot be chosen hides none of them.

A value that is not recorded, or that no table names, stands in no list of the sidebar; so no such list hides it. Their
grade (U) is not filtered either: the layer alone switches them on and off.
"""

from dataclasses import replace

import polars as pl

from data import session, tables
from model.question import BATCH_LIMIT, DECODINGS, Question

GRADE = "U"
COLUMNS = {"chip": "accelerator", "precision": "precision", "engine": "engine", "decoding": "decoding"}
FREE = {"chip": (), "precision": (), "engine": (), "decoding": tuple(DECODINGS)}  # what lets every value pass
_ANY = FREE | {"since": None, "until": None, "batch": None, "batch_min": 1, "batch_max": BATCH_LIMIT, "latest": False}
FILTERS = (*COLUMNS, "batch", "since", "latest")  # in the order of the sidebar
_TOGETHER = {"batch": ("batch", "batch_min", "batch_max"), "since": ("since", "until")}


def passing(question: Question, database: session.Database) -> pl.DataFrame:
    """The points in `database` that pass the question's filters, as `tables.points` gives them."""
    rows = tables.points(replace(question.filters(), grade=(GRADE,), **FREE), database)
    for name, column in COLUMNS.items():
        chosen = getattr(question, name) or (("plain",) if name == "decoding" else ())
        if chosen:
            cell = pl.col(column)
            rows = rows.filter(cell.is_null() | cell.is_in(chosen) | ~cell.is_in(_known(name)))
    return rows


def hidden(question: Question, database: session.Database) -> dict[str, int]:
    """Filter (of FILTERS) -> how many points of the question's LLM and lengths it would hide alone; those that do."""
    free = replace(question.filters(), **_ANY)
    whole = passing(free, database).height
    found = {}
    for name in FILTERS:
        alone = replace(free, **{part: getattr(question, part) for part in _TOGETHER.get(name, (name,))})
        found[name] = whole - passing(alone, database).height
    return {name: n for name, n in found.items() if n}


def _known(name: str) -> list[str]:
    """The values that can be chosen."""
    words = tables.vocabulary()
    known = {"chip": words.chips, "precision": words.precisions, "engine": words.engines, "decoding": DECODINGS}
    return list(known[name])
