"""What a curve is called, on the chart, in words and in tables alike."""

from collections.abc import Mapping

import polars as pl

from data import tables
from model.question import DECODINGS, Question

IFS = ("bandwidth", "compute", "link", "latency", "capacity", "watts")  # what a what-if multiplies


def curve_names(rows: pl.DataFrame, question: Question) -> dict[int, str]:
    """The name of each series of `rows`: its accelerator, with whatever else tells it from the others shown.

    An accelerator is called what the visitor calls it, where they do. Measured curves are named among themselves, so
    that the model beside them renames none; a modelled curve has the name of the measured one it stands beside. A
    what-if says what it changes.
    """
    rows = rows if "what_if" in rows.columns else rows.with_columns(what_if=pl.lit(None, pl.Boolean))
    measured = rows.filter(pl.col("what_if").is_null())
    kinds = ("accelerator", "precision", "decoding")
    beside = set(measured.select(kinds).iter_rows())
    several = {
        shared: [some[name].n_unique() > 1 for name in kinds[1:]] for shared, some in ((True, measured), (False, rows))
    }
    names, called = {}, dict(question.names)
    for row in rows.unique("series", keep="first", maintain_order=True).iter_rows(named=True):
        row["chip"] = called.get(row["accelerator"], row["chip"])
        name = _name(row, *several[tuple(row[kind] for kind in kinds) in beside])
        names[row["series"]] = name + (altered(question) if row["what_if"] else "")
    return names


def _name(row: dict[str, object], several_precisions: bool, several_decodings: bool) -> str:
    parts = [row["chip"]]
    if several_precisions:
        parts.append(tables.vocabulary().precisions.get(row["precision"], row["precision"]))
    if several_decodings and row["decoding"] != "plain":
        parts.append(DECODINGS.get(row["decoding"], "unrecorded"))
    return " ".join(parts)


def row_name(row: Mapping[str, object], question: Question) -> str:
    """What one row's accelerator is called: as its curve, without precision and decoding."""
    return f"{row['chip']}{altered(question)}" if row.get("what_if") else str(row["chip"])


def named(rows: pl.DataFrame, question: Question) -> pl.DataFrame:
    """`rows` whose column `chip` says what a what-if changes."""
    changed = pl.concat_str("chip", pl.lit(altered(question)))
    return rows.with_columns(chip=pl.when(pl.col("what_if").fill_null(False)).then(changed).otherwise("chip"))


def altered(question: Question) -> str:
    """What a what-if changes: ", bandwidth ×1.5"; ", what if" where it changes nothing."""
    values = {name: getattr(question, f"if_{name}") for name in IFS}
    said = [f", {name} ×{value:g}" for name, value in values.items() if value != 1]
    return "".join(said) or ", what if"
