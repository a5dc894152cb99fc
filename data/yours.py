"""A visitor's own points: one record that is passed along, never kept, and rows that look like published ones.

An accelerator of theirs has the key "yours:NAME:KEY", so that it is a series of its own everywhere; no published key
holds a colon.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache

import polars as pl

from data import basis, own_filters, session, tables
from data.own_filters import GRADE as GRADE
from data.store import POINT_TYPES
from model.power import PriceFigure, Watts
from model.question import WATTS_LIMIT, Question

LAYER, SOURCE, PREFIX = "yours", "yours", "yours:"
LONGEST_NAME, LONGEST_CHIP = 24, 32  # characters; they stand beside curves


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Yours:
    """Points under a name, as read, and the database that filters them. Two are equal only when they are one."""

    name: str
    points: pl.DataFrame
    database: session.Database | None = None
    watts: Mapping[str, float] = field(default_factory=dict)  # W per chip typed for accelerators no table knows

    def __bool__(self) -> bool:
        return self.points.height > 0


NONE = Yours("", pl.DataFrame(schema=dict(POINT_TYPES)))


def yours(name: str, points: pl.DataFrame) -> Yours:
    """The record of `points`, which have the columns of POINTS."""
    return Yours(named(name), points, session.filterable(points)) if points.height else NONE


def renamed(own: Yours, name: str) -> Yours:
    """The same points under another name."""
    return replace(own, name=named(name))


def with_watts(own: Yours, accelerator: str, watts: float) -> Yours:
    """The same points with the watts per chip of one of their accelerators."""
    if not 0 < watts <= WATTS_LIMIT:
        raise ValueError(f"{watts:g} W is not allowed; above 0 up to {WATTS_LIMIT:,.0f} W")
    return replace(own, watts={**own.watts, accelerator: watts})


def named(name: str) -> str:
    """A name as it stands beside curves: short, on one line, without the colon that ends it in a key."""
    printable = "".join(c if c.isprintable() and c != ":" else " " for c in name)
    return " ".join(printable.split())[:LONGEST_NAME].strip() or "results"


def key_of(own: Yours, accelerator: str) -> str:
    """What an accelerator of these points is called in keys."""
    return f"{PREFIX}{own.name}:{accelerator}"


def is_yours(key: str) -> bool:
    """Whether a key is that of a visitor's own accelerator."""
    return key.startswith(PREFIX)


def accelerator_of(key: str) -> str:
    """The accelerator behind a key; of a published one the key itself."""
    return key.split(":", 2)[2] if is_yours(key) else key


def is_unknown(key: str) -> bool:
    """Whether a key is that of a visitor's accelerator that no table or published point names."""
    return is_yours(key) and accelerator_of(key) not in tables.vocabulary().chips


def chip_name(key: str) -> str:
    """What the accelerator behind a key is called: "GB200", "yours: run 7 GB200"; an unknown one by its own name."""
    chip = tables.vocabulary().chips.get(accelerator_of(key)) or _short(accelerator_of(key))
    return f"yours: {key.split(':', 2)[1]} {chip}" if is_yours(key) else chip


def _short(name: str) -> str:
    return name if len(name) <= LONGEST_CHIP else name[: LONGEST_CHIP - 1] + "…"


def drawn(own: Yours, question: Question) -> Yours:
    """These points where their layer is asked for, else NONE; the evidence chosen is that of published points."""
    return own if LAYER in question.layer else NONE


def shown(own: Yours, question: Question) -> pl.DataFrame:
    """The points that pass the question's filters, as `tables.points` gives them, under keys and names of their own."""
    if not drawn(own, question):
        return _nothing()
    rows = own_filters.passing(question, own.database)
    keys = {name: key_of(own, name) for name in rows["accelerator"].unique()}
    names = {name: chip_name(key) for name, key in keys.items()}
    return rows.with_columns(
        chip=pl.col("accelerator").replace_strict(names, return_dtype=pl.String),
        accelerator=pl.col("accelerator").replace_strict(keys, return_dtype=pl.String),
    )


def chip_watts(own: Yours, question: Question) -> dict[str, Watts]:
    """W per chip by key as `basis.chip_watts`; of these accelerators those of the same part, else what was typed."""
    watts = basis.chip_watts(question)
    for key in own.points["accelerator"].unique():
        watts[key_of(own, key)] = watts.get(key) or basis.unlisted(question, own.watts.get(key))
    return watts


def chip_prices(own: Yours, question: Question) -> dict[str, PriceFigure]:
    """USD per chip-hour by key as `basis.chip_prices`, with those of these accelerators as far as they are known."""
    prices = basis.chip_prices(question)
    found = {key: prices[key] for key in own.points["accelerator"].unique() if key in prices}
    return prices | {key_of(own, key): figure for key, figure in found.items()}


@cache
def _nothing() -> pl.DataFrame:
    """The same columns without a row."""
    return tables.points(Question(llm="")).clear()
