"""All results in one table: published, simulated and the visitor's own, as the question and the search leave them."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, lru_cache

import polars as pl

from data import own_filters, session, simulate, store, tables
from data.catalogue_columns import USUAL_KINDS
from data.filters import EVERY, asked
from data.schema import POINTS
from data.tables import vocabulary
from model.question import DECODINGS, GRADES, Question

BAND = {"tput_low": pl.Float64, "tput_high": pl.Float64, "binding": pl.String}
BAND |= {"calibration": pl.String, "calibration_date": pl.String}
_TYPES = {"VARCHAR": pl.String, "INTEGER": pl.Int32, "DOUBLE": pl.Float64, "BOOLEAN": pl.Boolean}
SCHEMA = {name: _TYPES[kind] for name, kind in POINTS.items()} | BAND  # of a result, before `of` and `told`
NAMED = {"accelerator": "chips", "llm": "llms", "precision": "precisions", "engine": "engines"}
_WORDS = ("accelerator", "llm", "precision", "decoding", "engine", "source", "grade", "date", "kind", "id", "note")


@dataclass(frozen=True, slots=True, eq=False)
class Catalogue:
    """The results that are left, sorted; and how many there are of each kind before anything is left out."""

    rows: pl.DataFrame
    held: Mapping[str, int]


def catalogue(question: Question, yours: pl.DataFrame | None = None) -> Catalogue:
    """The results that pass the question's filters, its kinds and its search, in its order.

    One row per result with the columns of SCHEMA; `of` is its kind, and `told` the text that is searched, in lower
    case. `yours` are points in the columns of data/points.csv.
    """
    own = _conformed(yours, "yours")
    parts = {"published": lambda: _published(scoped(question)), "simulated": lambda: _kept(_simulated(), question)}
    parts["yours"] = lambda: _own(own, question)
    found = pl.concat([parts[kind]() for kind in question.res_kind or USUAL_KINDS])
    held = {"published": every().height, "simulated": _simulated().height, "yours": own.height}
    return Catalogue(_sorted(searched(found, question.res_text), question), held)


def scoped(question: Question) -> Question:
    """The question of the published points: all LLMs, lengths, decodings, grades and runs with `res_every`."""
    kept = question.filters()
    return widened(kept) if question.res_every else kept


def widened(question: Question) -> Question:
    """The same question of every LLM, workload and run; what was chosen beyond the defaults still holds."""
    known = {"decoding": question.decoding or tuple(DECODINGS), "grade": question.grade or tuple(GRADES)}
    return replace(question.filters(), llm=EVERY, isl=0, osl=0, latest=False, **known)


def every() -> pl.DataFrame:
    """Every published point."""
    return _published(widened(Question()))


def opened(ids: tuple[str, ...], yours: pl.DataFrame | None = None) -> list[dict[str, object]]:
    """The results of these ids in their order, whatever the filters; ids that nobody has are left out."""
    found = pl.concat([_of(table, ids) for table in (every(), _simulated(), _conformed(yours, "yours"))])
    by_id = {row["id"]: row for row in found.unique("id", keep="first", maintain_order=True).iter_rows(named=True)}
    return [by_id[key] for key in ids if key in by_id]


def searched(rows: pl.DataFrame, text: str) -> pl.DataFrame:
    """The rows in which all words of `text` begin a word, in any case; nothing in it is a pattern.

    So "b200" does not find GB200.
    """
    for word in text.lower().split():
        start = r"(?:^|[^\p{L}\p{N}])" if word[0].isalnum() else ""
        rows = rows.filter(pl.col("told").str.contains(start + pl.escape_regex(word)))
    return rows


@cache
def source_names() -> Mapping[str, str]:
    """Source key -> its title."""
    return dict(tables.sources().select("key", "title").iter_rows()) | {"model": "Model of this site"}


def _of(table: pl.DataFrame, ids: tuple[str, ...]) -> pl.DataFrame:
    return table.filter(pl.col("id").is_in(ids))


@lru_cache(maxsize=16)
def _published(filters: Question) -> pl.DataFrame:
    return _conformed(tables.points(filters), "published")


@cache
def _simulated() -> pl.DataFrame:
    return _conformed(pl.read_parquet(simulate.PATH), "simulated")


def _conformed(rows: pl.DataFrame | None, of: str) -> pl.DataFrame:
    """`rows` in the columns of SCHEMA, with `of` and `told`; what they lack is unknown."""
    rows = pl.DataFrame(schema=SCHEMA) if rows is None else rows
    absent = [pl.lit(None, kind).alias(name) for name, kind in SCHEMA.items() if name not in rows.columns]
    rows = rows.with_columns(absent).select(pl.col(name).cast(kind) for name, kind in SCHEMA.items())
    return rows.with_columns(pl.lit(of).alias("of")).with_columns(_told().alias("told"))


def _told() -> pl.Expr:
    """All that is searched of a row: its keys and the names they are shown by."""
    words = vocabulary()
    names = {column: dict(getattr(words, kind)) for column, kind in NAMED.items()} | {"source": dict(source_names())}
    shown = [pl.col(column).replace(renamed) for column, renamed in names.items()]
    texts = [pl.col(*_WORDS), *(each.name.suffix("_name") for each in shown), pl.col("of")]
    return pl.concat_str(texts, separator=" ", ignore_nulls=True).str.to_lowercase()


def _own(rows: pl.DataFrame, question: Question) -> pl.DataFrame:
    """The visitor's own rows that the frontier of the same question shows."""
    if rows.is_empty():
        return rows
    passed = own_filters.passing(scoped(question), session.filterable(rows.select(list(POINTS))))
    return rows.filter(pl.col("id").is_in(passed["id"].implode()))


def _kept(rows: pl.DataFrame, question: Question) -> pl.DataFrame:
    """The model's rows that pass the question's filters; grade and decoding only where chosen."""
    values = asked(question)
    for name in ("llm", "isl", "osl"):
        rows = rows if question.res_every else rows.filter(pl.col(name) == values[name])
    chosen = {"chip": "accelerator"} | {name: name for name in ("precision", "engine", "grade", "decoding")}
    for name, column in chosen.items():
        rows = rows.filter(pl.col(column).is_in(values[name])) if name in values else rows
    ends = {"since": pl.col("date").ge, "until": pl.col("date").le}
    ends |= {"low": pl.col("concurrency").ge, "high": pl.col("concurrency").le}
    for name, passes in ends.items():
        rows = rows.filter(passes(values[name])) if name in values else rows
    return rows


def _sorted(rows: pl.DataFrame, question: Question) -> pl.DataFrame:
    by = [question.res_sort, "id"]
    return rows.sort(by, descending=[not question.res_up, False], nulls_last=True, maintain_order=True)


def simulated_rows() -> pl.DataFrame:
    """Every row of the model's table."""
    return _simulated()


def attributed(rows: pl.DataFrame) -> pl.DataFrame:
    """`rows` with title, publisher, address and licence of their sources."""
    named = store.sources().select(
        pl.col("key").alias("source"),
        *(pl.col(name).alias(f"source_{name}") for name in ("title", "publisher", "url", "licence")),
    )
    return rows.join(named, on="source", how="left", maintain_order="left")
