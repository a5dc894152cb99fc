"""Two accelerators compared as a published claim does it: best points of a day, their lead on any basis, its curve."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial

import polars as pl

from data import basis, tables
from data.answer import Answer, answer
from data.observed import WORKLOADS
from data.pairs import Pair
from model.lead import Lead, lead, overlap, ratio_curve
from model.power import Watts
from model.question import DECODINGS, GRADES, Question
from model.standing import Curve

WORKLOAD = {"isl": 8192, "osl": 1024}
KEPT = (  # what a comparison takes from the visitor; everything else is as published
    *("power", "f", "pue", "all_in_draw", "power_date", "watts", "price", "price_date", "prices"),
    *("slo_ttft_s", "slo_stat", "lead_of", "lead_over"),
)
WITHOUT_POWER = {"power": "rated", "f": None, "pue": 1.2, "all_in_draw": "rated"}  # where these play no part
SERVICES = ("interactivity", "e2e_s", "ttft_s")


Point = dict[str, object]  # a row of `best`


@dataclass(frozen=True, slots=True, eq=False)
class Service:
    """The ratio of one pair along an axis of service, inside what both have; `why` tells why there is none."""

    axis: str
    curves: tuple[Curve, ...]  # first, second; fewer where one has no point with this figure
    points: pl.DataFrame  # rows that the curves count
    x: list[float]
    ratio: list[float]
    shared: tuple[float, float] | None
    counted: tuple[tuple[int, int], ...]  # of each side: points with the figure, and all
    why: str = ""


def on_rated(question: Question) -> Question:
    """The same question on rated power, alike for all choices of power that play no part there."""
    return replace(question, **WITHOUT_POWER)


def asked(question: Question, pair: Pair) -> Question:
    """The question of a comparison: the visitor's power, prices and limits on the published conditions."""
    kept = {name: getattr(question, name) for name in KEPT}
    return Question(llm=pair.llm, until=pair.day, **WORKLOAD, **kept)


@lru_cache(maxsize=256)
def best(question: Question) -> pl.DataFrame:
    """Of every accelerator its point with the most mixed tokens per chip, best per watt on the basis first.

    All points of a chip have the same watts, so the best per chip is the best per watt too, except on measured power,
    which belongs to each point. A point without watts comes last with an unknown y.
    """
    watts, prices = basis.chip_watts(question), basis.chip_prices(question)
    rows = basis.on_basis(_points(question.filters()), question, watts, prices).drop_nulls("tput_total")
    top = rows.sort("tput_total", descending=True, maintain_order=True).unique("accelerator", maintain_order=True)
    return top.with_columns(pl.col("y").fill_nan(None)).sort("y", descending=True, nulls_last=True, maintain_order=True)


def peaks(question: Question, pair: Pair) -> tuple[Point | None, Point | None]:
    """The best points of both sides, as `best` has them."""
    return _peak(question, pair, pair.first, "plain"), _peak(question, pair, pair.second, pair.decoding)


def rivals(question: Question, pair: Pair, decoding: str) -> pl.DataFrame:
    """The best points of all accelerators but the first, so decoded, best per watt first."""
    return best(replace(asked(question, pair), decoding=(decoding,))).filter(pl.col("accelerator") != pair.first)


def lead_in_watts(question: Question, pair: Pair) -> Lead:
    """The lead in tokens per watt on the question's basis, as its factors."""
    points = peaks(question, pair)
    return lead(*(tuple(point and point[name] for point in points) for name in ("tput_total", "watts_per_chip")))


def lead_in_dollars(question: Question, pair: Pair) -> Lead:
    """The lead in tokens per dollar in the question's price tier and vintage, as its factors."""
    points = peaks(on_rated(question), pair)
    return lead(*(tuple(point and point[name] for point in points) for name in ("tput_total", "usd_chip_hour")))


def draws(question: Question, pair: Pair) -> tuple[Watts, Watts]:
    """Watts of both chips on the question's basis, with how they came about."""
    watts = basis.chip_watts(asked(question, pair))
    return watts[pair.first], watts[pair.second]


@cache
def own_share(chip: str) -> float | None:
    """Published sustained over rated draw of one chip; None where either is undisclosed."""
    figures = tables.power_figures().get(chip)
    if not figures or not figures.sustained_w or not figures.rated_w:
        return None
    return figures.sustained_w.value / figures.rated_w.value


@cache
def price_days(chip: str, tier: str = "owner") -> list[str]:
    """ISO days of the registry's prices of one chip, newest first."""
    rows = tables.printed_figures().filter(key=chip, parameter="usd_chip_hour", tier=tier, kind="registry")
    return rows.filter(~pl.col("estimate"))["date"].unique().sort(descending=True).to_list()


@cache
def price_of(chip: str, day: str, tier: str = "owner") -> float | None:
    """USD per chip-hour of one chip in the vintage of `day`."""
    price = tables.price_figures(tier, day).get(chip)
    return price.usd_chip_hour if price else None


def points(llms: tuple[str, ...], ids: tuple[str, ...]) -> pl.DataFrame:
    """The points of these ids, in this order, whatever their grade, decoding or age."""
    every = {"grade": tuple(GRADES), "decoding": tuple(DECODINGS), "latest": False}
    found = [tables.points(Question(llm=llm, isl=isl, osl=osl, **every)) for llm in llms for isl, osl in WORKLOADS]
    rows = pl.concat(found) if found else tables.points(Question()).clear()
    order = {key: place for place, key in enumerate(ids)}
    return rows.filter(pl.col("id").is_in(ids)).sort(pl.col("id").replace_strict(order, default=len(ids)))


@cache
def source(key: str) -> tuple[str, str]:
    """Title and address of a source, "" where it has none."""
    rows = tables.sources().filter(key=key)
    return (rows["title"][0], rows["url"][0] or "") if rows.height else (key, "")


@cache
def shares(llms: tuple[str, ...], chips: tuple[str, ...]) -> pl.DataFrame:
    """Measured draw over rated draw by accelerator, LLM and precision: low, high, n; of these LLMs or chips."""
    rows = tables.measured_power().filter(grade="measured")
    rows = rows.filter(pl.col("llm").is_in(llms) | pl.col("accelerator").is_in(chips))
    share = pl.col("fraction_of_rated")
    groups = rows.group_by("accelerator", "llm", "precision", maintain_order=True)
    return groups.agg(low=share.min(), high=share.max(), n=pl.len(), task=pl.col("task").first())


def service(question: Question, pair: Pair, axis: str) -> Service:
    """How the lead changes along `axis`, one of SERVICES, with the question's limits; each side's best precision."""
    chips, decodings = (pair.first, pair.second), ("plain", pair.decoding)
    answered = answer(replace(asked(question, pair), x=axis, chip=chips, decoding=decodings))
    curves = tuple(filter(None, map(partial(_best_curve, answered.curves), chips, decodings)))
    rows = [_of(answered, chip, way) for chip, way in zip(chips, decodings, strict=True)]
    counted = tuple((part.filter(pl.col("excluded").is_null()).height, part.height) for part in rows)
    if len(curves) < 2:
        return Service(axis, curves, answered.points, [], [], None, counted, "missing")
    x, ratio = ratio_curve(*curves)
    why = "" if len(x) else "apart"
    return Service(axis, curves, answered.points, x.tolist(), ratio.tolist(), overlap(*curves), counted, why)


def _best_curve(curves: tuple[Curve, ...], chip: str, decoding: str) -> Curve | None:
    own = [curve for curve in curves if (curve.accelerator, curve.decoding) == (chip, decoding)]
    return max(own, key=lambda curve: float(curve.y.max()), default=None)


def _of(answered: Answer, chip: str, decoding: str) -> pl.DataFrame:
    """The points of one side; where it has a curve, those of the curve's precision."""
    rows = answered.points.filter(accelerator=chip, decoding=decoding)
    curve = _best_curve(answered.curves, chip, decoding)
    return rows.filter(precision=curve.precision) if curve else rows


def _peak(question: Question, pair: Pair, chip: str, decoding: str) -> Point | None:
    rows = best(replace(asked(question, pair), decoding=(decoding,))).filter(accelerator=chip)
    return rows.row(0, named=True) if rows.height else None


@lru_cache(maxsize=32)
def _points(filters: Question) -> pl.DataFrame:
    return tables.points(filters)
