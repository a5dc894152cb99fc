"""The tables and texts of the method page: every figure with its passport, every word with its formula."""

import polars as pl

from data import tables
from pages.ui.glossary import GROUPS, Term

INTRODUCTION = """
Every number of this site starts as a figure somebody published. Figures are stored with the digits and the unit of
their source and converted once. What nobody published stays empty; an estimate is a row of its own and says so.
"""

STEPS = """
1. **Points.** Rates per chip count all chips of a deployment. Where the public benchmark divides input by prefill chips
   and output by decode chips, both are renormalised, and input and output must add up to the mixed rate within 0.5 %.
2. **Newest run.** Of several runs of one configuration the newest counts, unless you switch that off.
3. **Watts.** Each chip gets the watts of one power basis and one vintage. The assumptions under the chart list them.
   Telemetry of a run above 1.06 × rated power is dropped, and so is that of medians whose rate and speed come from
   different runs.
4. **Axes.** Costs and energies follow from the rate, the watts and the price of the same row.
5. **Frontier.** Per accelerator, precision and decoding; points with a missing or zero figure are counted, not ranked.
6. **Curve.** Monotone interpolation on speed, steps on times; nothing beyond the first and the last point.
7. **Comparison.** At the pin each curve gives a value, its start, a range where nobody measured, or nothing.
"""

LICENCES = """
Benchmark points come from InferenceX of SemiAnalysis (repository under Apache-2.0; figures of its dashboard are cited
as facts), board power from the ML.ENERGY leaderboard and InferenceX, Jalapeño's results from OpenAI, mostly through
InferenceX. Each row below gives publisher, address, dates and licence note, and every CSV names the source of each row.
"""

IN_USE, SUPERSEDED, BESIDE, ESTIMATE = "in use", "superseded", "kept beside", "estimate"
_DATED = ("rated_w", "sustained_w", "all_in_w", "usd_chip_hour")


def names() -> list[str]:
    """The accelerators and LLMs that have printed figures, in display order."""
    return _printed()["name"].unique(maintain_order=True).to_list()


def figures(chosen: list[str]) -> pl.DataFrame:
    """One row per printed figure of the chosen names, of all when none is chosen; dated ones are in `vintages`."""
    return _shown(_of(_printed().filter(~pl.col("parameter").is_in(_DATED)), chosen)).drop("standing", "tier", "kind")


def vintages(chosen: list[str]) -> pl.DataFrame:
    """One row per power and price figure of every date, superseded ones included, with what is in use."""
    return _shown(_of(_standing(_printed().filter(pl.col("parameter").is_in(_DATED))), chosen))


def measured(chosen: list[str]) -> pl.DataFrame:
    """One row per board power, measured, derived or a vendor's bound: the evidence for f, sustained over rated."""
    chips = tables.vocabulary().chips
    rows = tables.measured_power().with_columns(name=pl.col("accelerator").replace(dict(chips)))
    return _of(_with_source(rows), chosen).select(
        pl.col("name"),
        pl.col("llm"),
        pl.col("precision"),
        pl.col("task"),
        pl.col("concurrency").cast(pl.Float64, strict=False).alias("requests in flight"),
        pl.col("value").alias("printed"),
        pl.col("unit"),
        pl.col("rated_w").cast(pl.Float64).alias("rated W"),
        pl.col("fraction_of_rated").alias("f"),
        pl.col("method"),
        pl.col("grade").alias("evidence"),
        *_PASSPORT,
    )


def llms() -> pl.DataFrame:
    """One row per LLM: what it is."""
    return _with_source(tables.llms()).select(
        *("name", "developer", "released", "attention"), pl.col("native_precision").alias("precision"), *_PASSPORT
    )


def accelerators() -> pl.DataFrame:
    """One row per accelerator: what it is."""
    columns = ("name", "vendor", "system", "year", "process", "memory", "topology", "status")
    return _with_source(tables.accelerators()).select(*columns, *_PASSPORT)


def sources() -> pl.DataFrame:
    """One row per source with publisher, address, dates and licence note."""
    columns = ("title", "publisher", "published", "accessed", "licence")
    return tables.sources().select(*columns, pl.col("url").alias("address"))


def addresses() -> dict[str, tuple[str, str]]:
    """Title and address of every source by key; "" where it has no address."""
    return {key: (title, url or "") for key, title, url in tables.sources().select("key", "title", "url").iter_rows()}


def definitions() -> str:
    """The glossary as Markdown tables, one per group."""
    return "\n\n".join(f"#### {group}\n\n{_table(list(terms.values()))}" for group, terms in GROUPS.items())


_PASSPORT = (pl.col("source_title").alias("source"), pl.col("source_url").alias("address"))


def _printed() -> pl.DataFrame:
    """The printed figures with the display name of their subject, in display order."""
    subjects = pl.concat([table.select("key", "name") for table in (tables.accelerators(), tables.llms())])
    return subjects.join(tables.printed_figures(), on="key", how="inner", maintain_order="left_right")


def _of(rows: pl.DataFrame, chosen: list[str]) -> pl.DataFrame:
    return rows.filter(pl.col("name").is_in(chosen)) if chosen else rows


def _with_source(rows: pl.DataFrame) -> pl.DataFrame:
    known = tables.sources().select("key", "title", "url").rename(lambda name: f"source_{name}")
    return rows.join(known, left_on="source", right_on="source_key", how="left", maintain_order="left")


def _shown(rows: pl.DataFrame) -> pl.DataFrame:
    standing = pl.when("estimate").then(pl.lit(ESTIMATE)).otherwise(rows.get_column("standing", default=pl.lit("")))
    return _with_source(rows.with_columns(standing=standing)).select(
        pl.col("name"),
        pl.col("meaning").alias("what"),
        pl.col("tier"),
        pl.col("kind"),
        pl.col("value").alias("printed"),
        pl.col("unit"),
        pl.col("si_value").alias("in SI"),
        pl.col("si_unit").alias("SI unit"),
        pl.col("standing"),
        pl.col("grade").alias("evidence"),
        pl.col("date"),
        *_PASSPORT,
        pl.col("note").alias("remark"),
    )


def _standing(rows: pl.DataFrame) -> pl.DataFrame:
    """Which figure of each series is in use: the newest of the registry; other kinds are kept beside it."""
    series = pl.struct("key", "parameter", "tier", "kind")
    usual = pl.col("kind") == "registry"
    newest = pl.col("date") == pl.col("date").max().over(series)
    return rows.with_columns(
        standing=pl.when(~usual).then(pl.lit(BESIDE)).when(newest).then(pl.lit(IN_USE)).otherwise(pl.lit(SUPERSEDED))
    )


def _table(terms: list[Term]) -> str:
    rows = [f"| **{term.term}** | {term.meaning} | {term.unit} | {term.formula} |" for term in terms]
    return "\n".join(["| word | meaning | unit | formula |", "|---|---|---|---|", *rows])
