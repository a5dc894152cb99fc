"""The listed results as CSV and Parquet, each row with its source and licence. Streamlit is not imported."""

import io
from dataclasses import replace

import polars as pl

from data.catalogue import BAND, attributed, catalogue
from data.catalogue_columns import KINDS
from data.catalogue_views import ACROSS, coverage
from data.schema import POINTS
from data.spreadsheet import safe
from model import __version__
from model.question import Question
from pages.ui import link

PAGE = "results"
KEYS = (*POINTS, *BAND)  # as in the tables: names of accelerators, LLMs, precisions and engines are keys
ATTRIBUTION = ("source_title", "source_publisher", "source_url", "source_licence")
COLUMNS = ("of", *KEYS, *ATTRIBUTION, "link", "scoville_version")


def content(question: Question, every: bool, curve: bool) -> bytes:
    """What the command line prints of a link: the rows, with `every` all published and simulated; or the coverage."""
    if every:
        question = replace(question, res_every=True, res_text="", res_kind=tuple(KINDS))
    return coverage_csv(question) if curve else results_csv(question)


def results_csv(question: Question, yours: pl.DataFrame | None = None) -> bytes:
    """UTF-8 CSV of the results that are listed, in their order; a text that would run as a formula is made harmless."""
    return safe(_table(question, yours))


def parquet(question: Question, yours: pl.DataFrame | None = None) -> bytes:
    """The same rows and columns as Parquet, with every text as it is."""
    made = io.BytesIO()
    _table(question, yours).write_parquet(made, compression="zstd")
    return made.getvalue()


def coverage_csv(question: Question, yours: pl.DataFrame | None = None) -> bytes:
    """UTF-8 CSV of the coverage: one row per accelerator and column that has a result."""
    across = ACROSS[question.res_cover]
    found = coverage(catalogue(replace(question, res_every=True), yours).rows, question.res_cover)
    rows = [
        {"accelerator": key}
        | dict(zip(across, column, strict=True))
        | {"results": cell.count, "newest": cell.newest or None, "best_grade": cell.grade, "until": cell.until}
        for (key, column), cell in sorted(found.cells.items())
    ]
    names = ("accelerator", *across, "newest", "best_grade")
    schema = dict.fromkeys(("accelerator", *across), pl.String) | {"results": pl.Int64}
    table = pl.DataFrame(rows, schema=schema | dict.fromkeys(names[-2:], pl.String) | {"until": pl.Boolean})
    return safe(_signed(table, question))


def _table(question: Question, yours: pl.DataFrame | None) -> pl.DataFrame:
    return _signed(attributed(catalogue(question, yours).rows), question).select(COLUMNS)


def _signed(table: pl.DataFrame, question: Question) -> pl.DataFrame:
    constant = {"link": link.format(question, PAGE), "scoville_version": __version__}
    return table.with_columns(pl.lit(value).alias(name) for name, value in constant.items())
