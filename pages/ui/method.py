"""The tables and texts of the method page: every figure with its passport, every word with its formula."""

import polars as pl

from data import tables
from pages.ui.formats import count
from pages.ui.printed import grouped, in_si, with_unit

INTRODUCTION = """
<p class="sv-asked">Every number of this site starts as a figure somebody published. Figures are stored with the
digits and the unit of their source and converted once. What nobody published stays empty; an estimate is a row of its
own and says so. The sidebar belongs to the frontier.</p>
"""

PARTS = {
    "definitions": "Definitions and formulas",
    "steps": "From a figure to the picture",
    "worked": "Formulas of the decision pages, worked",
    "power": "Power and prices",
    "figures": "Figures as printed",
    "measured": "Measured board power",
    "accelerators": "Accelerators",
    "llms": "LLMs",
    "sources": "Sources and licences",
}

BINARY = """
Vendors' GB of memory on the package are binary, and a TB is 1,000 of them; MB and GB of on-chip memory are decimal.
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
8. **Second question.** The best y here is divided by the best y there wherever both questions have points. With other
   axes, another LLM or other lengths nothing is divided. Differences below 0.5 % change no places.
"""

LICENCES = """
Benchmark points come from InferenceX of SemiAnalysis (repository under Apache-2.0; figures of its dashboard are cited
as facts), board power from the ML.ENERGY leaderboard and InferenceX, Jalapeño's results from OpenAI, mostly through
InferenceX. Each row below gives publisher, address, dates and licence note, and every CSV names the source of each row.
"""

YES, NO, SUPERSEDED = "Yes", "No", "Superseded"

_DATED = {"rated_w": "Rated power", "sustained_w": "Sustained power", "all_in_w": "All-in power"}
_DATED |= {"usd_chip_hour": "Price"}
_NAMED = _DATED | {
    "hbm_bytes": "Memory on the package",
    "hbm_bytes_s": "Bandwidth of the memory on the package",
    "hbm_bytes_s_driver": "The same bandwidth of the parts in use",
    "sram_bytes": "On-chip memory or last-level cache",
    "sram_bytes_s": "Bandwidth of the on-chip memory",
    "dram_bytes": "Memory that is neither HBM nor on the chip",
}
_TASKS = {"gpqa": "GPQA, science questions", "lm-arena-chat": "LM Arena, chat"}


def names() -> list[str]:
    """The accelerators and LLMs that have printed figures, in display order."""
    return _printed()["name"].unique(maintain_order=True).to_list()


def figures(chosen: list[str]) -> pl.DataFrame:
    """One row per printed figure of the chosen names, of all when none is chosen; dated ones are in `vintages`."""
    return _of(_shown(_printed().filter(~pl.col("parameter").is_in(list(_DATED)))), chosen)


def vintages(chosen: list[str], superseded: bool = True) -> pl.DataFrame:
    """One row per power and price figure, those in use first; with `superseded` the vintages before them too."""
    rows = _shown(_in_use(_printed().filter(pl.col("parameter").is_in(list(_DATED)))))
    rows = rows.filter(superseded | (pl.col("in_use") != SUPERSEDED)).with_columns(
        place=pl.col("name").replace_strict({name: place for place, name in enumerate(names())}),
        use=pl.col("in_use").replace_strict({YES: 0, NO: 1, SUPERSEDED: 2}),
        kind_place=pl.col("parameter").replace_strict({name: place for place, name in enumerate(_DATED)}),
    )
    return _of(rows.sort("place", "use", "kind_place", "tier", "date", descending=[False] * 4 + [True]), chosen)


def measured(chosen: list[str]) -> pl.DataFrame:
    """One row per board power, measured, derived or a vendor's bound: the evidence for f, sustained over rated."""
    words = tables.vocabulary()
    rows = _with_source(tables.measured_power()).with_columns(
        name=pl.col("accelerator").replace(dict(words.chips)),
        llm=pl.col("llm").replace(dict(words.llms)),
        precision=pl.col("precision").replace(dict(words.precisions)),
        task=_capital(pl.col("task").replace(_TASKS)),
        in_flight=pl.col("concurrency").cast(pl.Int64, strict=False).map_elements(count, return_dtype=pl.String),
        figure=_figure(),
        f=pl.col("fraction_of_rated"),
        share=pl.format(
            "{} of {} W",
            pl.col("fraction_of_rated").round(2),
            pl.col("rated_w").map_elements(grouped, return_dtype=pl.String),
        ),
        standing=_capital(pl.col("grade")),
        date=pl.col("source_published"),
        remark=_capital(pl.concat_str("method", "note", separator="; ", ignore_nulls=True)),
    )
    return _of(_addressed(rows), chosen)


def accelerators() -> pl.DataFrame:
    """One row per accelerator: what it is."""
    texts = [_capital(pl.col(name)) for name in ("system", "topology", "status")]
    rows = _with_source(tables.accelerators()).with_columns(
        *texts, memory=pl.col("memory").str.replace("^none", "No HBM")
    )
    return _addressed(rows)


def llms() -> pl.DataFrame:
    """One row per LLM: what it is."""
    rows = _with_source(tables.llms()).with_columns(
        attention=_capital(pl.col("attention")), precision=pl.col("native_precision")
    )
    return _addressed(rows)


def sources() -> pl.DataFrame:
    """One row per source with publisher, address, dates and licence note."""
    developers = dict(tables.llms().select("source", "developer").iter_rows())
    return tables.sources().select(
        pl.col("title").alias("source"),
        pl.col("key").replace_strict(developers, default=pl.col("publisher")).alias("publisher"),
        *("published", "accessed"),
        _capital(pl.col("licence")).alias("licence"),
        pl.col("url").alias("address"),
    )


def addresses() -> dict[str, tuple[str, str]]:
    """Title and address of every source by key; "" where it has no address."""
    return {key: (title, url or "") for key, title, url in tables.sources().select("key", "title", "url").iter_rows()}


def _printed() -> pl.DataFrame:
    """The printed figures with the display name of their subject, in display order."""
    subjects = pl.concat([table.select("key", "name") for table in (tables.accelerators(), tables.llms())])
    return subjects.join(tables.printed_figures(), on="key", how="inner", maintain_order="left_right")


def _of(rows: pl.DataFrame, chosen: list[str]) -> pl.DataFrame:
    return rows.filter(pl.col("name").is_in(chosen)) if chosen else rows


def _with_source(rows: pl.DataFrame) -> pl.DataFrame:
    known = tables.sources().select("key", "title", "url", "published").rename(lambda name: f"source_{name}")
    return rows.join(known, left_on="source", right_on="source_key", how="left", maintain_order="left")


def _addressed(rows: pl.DataFrame) -> pl.DataFrame:
    """The title of the source in place of its key, with its address."""
    return rows.with_columns(source=pl.col("source_title"), address=pl.col("source_url"))


def _shown(rows: pl.DataFrame) -> pl.DataFrame:
    """A column for each head of the printed figures; `printed` and `unit` stay as the source has them."""
    what = _capital(pl.col("parameter").replace_strict(_NAMED, default=pl.col("meaning")))
    grade = _capital(pl.col("grade"))
    guessed = pl.col("estimate") & (pl.col("grade") != "estimate")
    rows = _with_source(rows).with_columns(
        what=pl.concat_str(what, "tier", separator=", ", ignore_nulls=True),
        printed=pl.col("value"),
        figure=_figure(),
        si=pl.struct("value", "unit", "si_value", "si_unit").map_elements(in_si, return_dtype=pl.String),
        standing=pl.when(guessed).then(pl.format("{}, estimate", grade)).otherwise(grade),
        remark=_capital(pl.col("note")),
    )
    return _addressed(rows)


def _in_use(rows: pl.DataFrame) -> pl.DataFrame:
    """Which figure of each series is in use: the newest of the registry; estimates and other kinds never are."""
    usual = pl.col("kind") == "registry"
    newest = pl.col("date").filter(usual & ~pl.col("estimate")).max().over("key", "parameter", "tier")
    used = usual & ~pl.col("estimate") & (pl.col("date") == newest)
    old = usual & (pl.col("date") < newest)
    return rows.with_columns(
        in_use=pl.when(used).then(pl.lit(YES)).when(old).then(pl.lit(SUPERSEDED)).otherwise(pl.lit(NO))
    )


def _capital(text: pl.Expr) -> pl.Expr:
    return text.str.slice(0, 1).str.to_uppercase() + text.str.slice(1)


def _figure() -> pl.Expr:
    """The digits as printed, grouped by thousands, with the unit as printed."""
    return pl.struct("value", "unit").map_elements(with_unit, return_dtype=pl.String)
