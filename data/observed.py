"""Measured points the model can be held against: repaired where a record is known to be odd, dropped with a reason."""

from collections import Counter
from functools import cache

import polars as pl

from data.machines import accelerators, formats, llms
from data.tables import points, vocabulary
from model.hardware import missing
from model.question import Question

WORKLOADS = ((1024, 1024), (1024, 8192), (8192, 1024))
EFFECTIVE = 0.9  # InferenceX draws lengths evenly from 0.8 to 1.0 of nominal; measured mean 0.899
OCCUPANCY = (0.05, 1.12)  # requests decoding at a time over requests in flight; beyond it two runs were mixed
GRADES = ("A", "B", "V")


@cache
def observed() -> tuple[pl.DataFrame, Counter]:
    """Usable points, one row each, and how many were dropped by reason.

    Adds worker_tp, worker_ep, worker_dp (of decode workers), entry_tp, entry_ep, entry_dp (of prefill workers),
    workers, entries, and era: the month of a run, or "median" for medians over versions.
    """
    return judged(pl.concat(list(_asked())))


def judged(rows: pl.DataFrame) -> tuple[pl.DataFrame, Counter]:
    """`rows` of the points format that the model can be asked about, repaired, and the others counted by reason."""
    rows = repaired(rows)
    why = rows.select(_why().alias("why")).to_series()
    return rows.filter(why == ""), Counter(why.filter(why != "").to_list())


def repaired(rows: pl.DataFrame) -> pl.DataFrame:
    """One layout for both ways of serving; tp recorded as 1 under DP attention is chips / workers."""
    two = pl.col("disaggregated").fill_null(False)
    apart = pl.coalesce("dp_attention", _presumed_apart())
    workers = pl.when(two).then(pl.col("decode_workers")).otherwise(1)
    entries = pl.when(two).then(pl.col("prefill_workers")).otherwise(0)
    tp = pl.when(two).then(pl.col("decode_chips") / workers).otherwise(pl.col("chips")).cast(pl.Float64)
    entry_tp = pl.when(two).then(pl.col("prefill_chips") / entries).otherwise(tp)
    ep = pl.when(two).then(pl.col("decode_ep")).otherwise(pl.col("ep")).fill_null(1)
    return rows.with_columns(
        two.alias("disaggregated"),
        workers.cast(pl.Float64).alias("workers"),
        entries.cast(pl.Float64).alias("entries"),
        tp.alias("worker_tp"),
        ep.cast(pl.Float64).alias("worker_ep"),
        pl.when(apart).then(tp).otherwise(1.0).alias("worker_dp"),
        entry_tp.alias("entry_tp"),
        pl.when(two).then(pl.col("prefill_ep").fill_null(1)).otherwise(ep).cast(pl.Float64).alias("entry_ep"),
        pl.when(pl.col("prefill_dp_attention").fill_null(apart)).then(entry_tp).otherwise(1.0).alias("entry_dp"),
        pl.when(pl.col("kind") == "median")
        .then(pl.lit("median"))
        .otherwise(pl.col("date").str.slice(0, 7).fill_null("undated"))
        .alias("era"),
    )


def _presumed_apart() -> pl.Expr:
    """Whether attention was data parallel where none of an accelerator's records says.

    A latent is copied to every chip under tensor parallelism, so we presume groups of their own for LLMs with one once
    every chip has a sequence: Jalapeno's time per token falls with the chips as only that allows.
    """
    latent = [key for key, llm in llms().items() if all(kind.kv_heads == 1 for kind in llm.attention)]
    silent = pl.col("dp_attention").is_null().all().over("accelerator")
    return silent & pl.col("llm").is_in(latent) & (pl.col("concurrency") >= pl.col("chips"))


def _why() -> pl.Expr:
    """Reason to drop a row, empty if none."""
    two, tp = pl.col("disaggregated"), pl.col("worker_tp")
    busy = pl.col("tput_output") * pl.col("chips") * pl.col("tpot_s") / pl.col("concurrency")
    unknown = [key for key, chip in accelerators().items() if missing(chip)]
    known = pl.concat_str("llm", "precision", separator="/").is_in(["/".join(cell) for cell in formats()])
    whole = (tp % 1 == 0) & (pl.col("entry_tp") % 1 == 0) & (tp >= 1) & (pl.col("entry_tp") >= 1)
    adds_up = ~two | ((pl.col("prefill_chips") + pl.col("decode_chips") == pl.col("chips")) & whole)
    tests = [
        (~pl.col("llm").is_in(list(llms())) | ~known, "layers of the LLM unknown"),
        (~pl.col("accelerator").is_in(list(accelerators())).fill_null(False), "accelerator unknown"),
        (pl.col("accelerator").is_in(unknown), "figures of the accelerator undisclosed"),
        (~((pl.col("isl") > 0) & (pl.col("osl") > 0)).fill_null(False), "no ISL or OSL above zero"),
        (
            pl.col("tpot_s").is_null() | pl.col("tput_output").is_null() | pl.col("concurrency").is_null(),
            "no TPOT or rate",
        ),
        (pl.col("chips").is_null() | ~adds_up.fill_null(False), "chips do not add up"),
        (~busy.is_between(*OCCUPANCY), "rate and TPOT are of different runs"),
    ]
    why = pl.lit("")
    for test, reason in reversed(tests):
        why = pl.when(test).then(pl.lit(reason)).otherwise(why)
    return why


def _asked():
    for llm in vocabulary().llms:
        for isl, osl in WORKLOADS:
            question = Question(llm=llm, isl=isl, osl=osl, grade=GRADES, decoding=("plain", "mtp"))
            yield points(question)
