"""Which rows of somebody's results cannot stand, and which checks a row passes: peers' own tests, on whole columns."""

from collections.abc import Iterator
from dataclasses import dataclass

import polars as pl

from data import store
from data.imported import ASKABLE, CHECKS, Reject, shown

TIMES = ("ttft_s", "tpot_s", "e2e_s")
RATES = ("tput_total", "tput_output", "tput_input")
TAILS = ("ttft_p90_s", "tpot_p90_s", "e2e_p90_s", "ttft_p99_s", "tpot_p99_s", "e2e_p99_s")
ENERGY = ("measured_w", "measured_j_per_tok_output", "measured_j_per_tok_total")
MEASURES = (*RATES, "interactivity", *TIMES, *TAILS, *ENERGY)
RATES_APART = 0.005  # how far input and output may be from the total
SPEED_APART, SPEED_WRONG = 0.001, 0.06  # how far speed × time per token may be from 1: full precision, and rounded
FIT_LOW, FIT_HIGH = 0.8 * 0.85, 1.15  # requests done over requests that fit; prompts and answers may be a fifth shorter
BUSY_LOW, BUSY_HIGH = 0.05, 1.12  # sequences that decode at a time over requests in flight
BEYOND, SLOWEST_S = 10, 5.0  # times the largest published figure; the longest time per token
ROUNDING = 1 + 1e-5


@dataclass(frozen=True, slots=True)
class Rule:
    """Rows where `broken` holds are left out; `right` says what `field` should be."""

    field: str
    broken: pl.Expr
    right: str


def rejects(frame: pl.DataFrame, needed: tuple[str, ...]) -> list[Reject]:
    """The rows of a frame that are left out, each with the first rule it breaks, by row number."""
    rules = list(_rules(needed))
    broken = frame.select(rule.broken.fill_null(False).alias(str(k)) for k, rule in enumerate(rules))
    found: dict[int, Reject] = {}
    for k, rule in enumerate(rules):
        if broken[str(k)].any():
            at = frame.filter(broken[str(k)]).select("row", rule.field)
            found |= {
                row: Reject(row, rule.field, shown(cell), rule.right) for row, cell in at.rows() if row not in found
            }
    return [found[row] for row in sorted(found)]


def _rules(needed: tuple[str, ...]) -> Iterator[Rule]:
    for name in needed:
        what = ASKABLE.get(name)
        right = f"missing; {what} is needed, in the file or given by you" if what else "missing; every row needs it"
        yield Rule(name, pl.col(name).is_null(), right)
    for name in MEASURES:
        bad = (pl.col(name) < 0) | pl.col(name).is_infinite()
        yield Rule(name, bad, "a finite number above zero, or empty when unknown")
    yield Rule("tput_total", pl.col("tput_total").is_null(), "missing; a throughput above zero is needed")
    yield Rule("tput_total", rates_apart() > RATES_APART, "input and output rate must add up to it within 0.5 %")
    yield Rule("interactivity", speed_apart() > SPEED_WRONG, "must be 1 / time per output token within 6 %")
    yield Rule("ttft_s", pl.col("ttft_s") > pl.col("e2e_s") * ROUNDING, "at most the time of the whole request")
    for name in TIMES:
        stem = name.removesuffix("_s")
        yield Rule(name, pl.col(name) > _tail(stem) * ROUNDING, "a median is at most its 90th and 99th percentile")
    parts = pl.col("prefill_chips") + pl.col("decode_chips")
    yield Rule("chips", pl.col("chips") != parts, "prefill and decode chips together")
    for pool in ("", "prefill_", "decode_"):
        beyond = pl.col(f"{pool}ep") > pl.col(f"{pool}chips")
        yield Rule(f"{pool}ep", beyond, "at most the chips that share the experts")


def rates_apart() -> pl.Expr:
    """How far input and output rate are from the total, as a share of it."""
    return ((pl.col("tput_input") + pl.col("tput_output")) / pl.col("tput_total") - 1).abs()


def speed_apart() -> pl.Expr:
    """How far speed × time per token is from 1."""
    return (pl.col("interactivity") * pl.col("tpot_s") - 1).abs()


def checks(frame: pl.DataFrame) -> pl.DataFrame:
    """(id, check, passed) of every check that a row's cells allow."""
    fit = pl.col("requests_per_s").fill_null(pl.col("tput_output") * pl.col("chips") / pl.col("osl"))
    fit = fit * pl.col("e2e_mean_s") / pl.col("concurrency")
    busy = pl.col("tput_output") * pl.col("chips") * pl.col("tpot_s") / pl.col("concurrency")
    whole = pl.col("ep").is_not_null() & pl.col("chips").is_not_null()
    order = pl.col("ttft_s") <= pl.col("e2e_s") * ROUNDING
    slower = [pl.col(name) <= _tail(name.removesuffix("_s")) * ROUNDING for name in TIMES]
    made = (
        *(rates_apart() <= RATES_APART, speed_apart() <= SPEED_APART, fit.is_between(FIT_LOW, FIT_HIGH), order),
        *(pl.all_horizontal(slower), pl.when(whole).then(pl.col("ep") <= pl.col("chips"))),
        *(pl.col("power_valid"), ~pl.col("median_only"), busy.is_between(BUSY_LOW, BUSY_HIGH), _plausible()),
    )
    wide = frame.select("id", *(check.alias(name) for name, check in zip(CHECKS, made, strict=True)))
    long = wide.unpivot(index="id", variable_name="check", value_name="passed").drop_nulls("passed")
    return long.with_columns(pl.col("check").cast(pl.Enum(CHECKS))).sort("id", maintain_order=True)


def _plausible() -> pl.Expr:
    """Whether no figure is beyond ten times the largest published, and an answer's tokens come within seconds."""
    published = store.table("points").select(pl.col(name).max() for name in (*RATES, "interactivity", *TIMES))
    within = [pl.col(name) <= BEYOND * most for name, most in published.row(0, named=True).items()]
    return pl.all_horizontal(*within, pl.col("tpot_s") <= SLOWEST_S)


def _tail(stem: str) -> pl.Expr:
    """The lower of the 90th and 99th percentile that are known, so that both are held."""
    return pl.min_horizontal(f"{stem}_p90_s", f"{stem}_p99_s")
