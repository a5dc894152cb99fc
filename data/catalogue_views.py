"""Results counted and followed: how many there are of what, and what one configuration did over its software's life."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache, lru_cache

import polars as pl

from data.answer import WEAKNESS
from data.catalogue import every
from data.schema import CONFIGURATION
from data.tables import vocabulary

MOST_HISTORIES = 40  # configurations offered


@dataclass(frozen=True, slots=True)
class Cell:
    """Results of one accelerator and column: how many, the newest date (ISO, "" if none has one), the best grade.

    A median of several runs has the last day that it can hold, so it dates a cell only where no run does: `until`.
    """

    count: int
    newest: str
    grade: str
    until: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Coverage:
    """Accelerators down, columns across, both in display order; cells without a result are absent."""

    rows: Mapping[str, str]  # key -> name
    columns: tuple[tuple[str, ...], ...]
    cells: Mapping[tuple[str, tuple[str, ...]], Cell]


ACROSS = {"llm": ("llm",), "precision": ("llm", "precision"), "workload": ("isl", "osl")}


def coverage(rows: pl.DataFrame, by: str) -> Coverage:
    """Results per accelerator and LLM, LLM and precision, or lengths (`by`: a key of ACROSS); rows must tell them."""
    across, weakness = ACROSS[by], pl.col("grade").replace_strict({g: i for i, g in enumerate(WEAKNESS)})
    known = rows.drop_nulls(across)
    ran = pl.col("date").filter(pl.col("kind").ne_missing("median")).max()
    newest, until = (
        pl.coalesce(ran, pl.col("date").max()).fill_null(""),
        ran.is_null() & pl.col("date").max().is_not_null(),
    )
    best = pl.col("grade").sort_by(weakness).first()
    counted = known.group_by("accelerator", *across).agg(pl.len(), newest.alias("newest"), best, until.alias("until"))
    cells = {(key, tuple(map(str, rest[:-4]))): Cell(*rest[-4:]) for key, *rest in counted.iter_rows()}
    words = vocabulary()
    names = dict(words.chips) | {key: key for key in sorted({key for key, _ in cells} - words.chips.keys())}
    found = {key: name for key, name in names.items() if any(key == own for own, _ in cells)}
    order = [list(words.llms), list(words.precisions)]
    columns = sorted({column for _, column in cells}, key=lambda column: _rank(column, order, by))
    return Coverage(found, tuple(columns), cells)


def _rank(column: tuple[str, ...], order: list[list[str]], by: str) -> tuple:
    """Where a column stands: lengths by size, LLMs and precisions as everywhere."""
    if by == "workload":
        return tuple(int(part) for part in column)
    return tuple(
        (known.index(part) if part in known else len(known), part) for part, known in zip(column, order, strict=False)
    )


@dataclass(frozen=True, slots=True, eq=False)
class History:
    """The dated runs of one configuration, oldest first; `id` is the newest's."""

    id: str
    runs: pl.DataFrame

    @property
    def dates(self) -> int:
        """Days on which it was run."""
        return self.runs["date"].n_unique()


def histories(rows: pl.DataFrame) -> list[str]:
    """The newest run of each configuration among `rows` that ran on two days or more, those with most days first."""
    found = _dated().filter(pl.col("days") > 1).join(rows.select("id"), on="id", how="semi")
    best = found.select("newest", "days").unique().sort("days", "newest", descending=[True, False])
    return best["newest"].head(MOST_HISTORIES).to_list()


@lru_cache(maxsize=2 * MOST_HISTORIES)
def history(key: str) -> History | None:
    """All dated runs of the configuration that the published run `key` is of; None if fewer than two days."""
    runs = _dated()
    newest = runs.filter(id=key)["newest"]
    runs = runs.filter(pl.col("newest").is_in(newest.implode())).sort("date", "id")
    return History(runs["id"][-1], runs) if runs["date"].n_unique() > 1 else None


@cache
def _dated() -> pl.DataFrame:
    """The published runs that have a date, with the days of their configuration and the id of its newest run."""
    runs = every().filter(pl.col("kind") == "run", pl.col("date").is_not_null()).sort("date", "id")
    newest, days = pl.col("id").last().over(CONFIGURATION), pl.col("date").n_unique().over(CONFIGURATION)
    return runs.with_columns(newest.alias("newest"), days.alias("days"))
