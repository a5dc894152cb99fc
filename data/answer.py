"""Answers a Question with tables: points on one basis, frontiers, the ghost basis and who leads. Draws nothing."""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

import polars as pl

from data import basis, tables
from data.assumptions import assumptions
from data.beside import EXTRA, beside
from data.bounded import bounded
from data.naming import curve_names
from data.places import placed
from data.yours import NONE, Yours, chip_prices, chip_watts, shown
from model.power import PriceFigure, Watts
from model.question import Question, is_maximised
from model.standing import Curve, Standing, knots, ranking

_OF_CURVES = ("series", "accelerator", "chip", "precision", "decoding", "grade", "x", "y", "tput_total", "what_if")
WEAKNESS = "ABCVPMU"  # evidence grades from the strongest to the weakest


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What the figures say to a question. `curves` and `standings` run in parallel, best at the pin first.

    `points` holds one row per published point with its watts, price, x, y and place, then one per modelled point with
    its band; `row` numbers of curves and standings count its rows. `modelled` are the model's curves beside measured
    ones; where nothing is measured they are `curves` themselves. `excluded` are points that cannot stand on these
    axes, `left_out` what the filters that are on by default hide, `not_computable` the accelerators without a figure
    on this basis, `unmodelled` those the model says nothing about: (key, reason). The visitor's own points (grade U)
    stand after the published ones, in series of their own.
    """

    question: Question
    points: pl.DataFrame
    curves: tuple[Curve, ...]
    standings: tuple[Standing, ...]
    ghosts: tuple[Curve, ...]
    watts: dict[str, Watts]
    ghost_watts: dict[str, Watts]
    prices: dict[str, PriceFigure]
    excluded: tuple[tuple[str, int], ...]
    left_out: tuple[tuple[str, int], ...]
    not_computable: tuple[tuple[str, str], ...]
    assumptions: pl.DataFrame
    modelled: tuple[Curve, ...] = ()
    unmodelled: tuple[tuple[str, str], ...] = ()
    yours: Yours = NONE

    @property
    def measured(self) -> pl.DataFrame:
        """The rows of `points` behind `curves`: those the model computed only where nothing is measured."""
        return self.points if self.promoted else self.points.filter(pl.col("kind").ne_missing("model"))

    @property
    def promoted(self) -> bool:
        """Whether the curves are the model's, for want of measured ones."""
        return bool(self.curves) and self.curves[0].what_if is not None


def answer(question: Question, yours: Yours = NONE) -> Answer:
    """The answer to `question`; an empty one has no curves. Raises only for a broken table."""
    rows, left_out = _given(question, yours)
    watts, prices = chip_watts(yours, question), chip_prices(yours, question)
    model = beside(question, watts, prices)
    points = _joined(placed(basis.on_basis(rows, question, watts, prices), question, watts), model.points)
    measured, modelled = _parted(_curves(points, question))
    curves, standings = _ranked(measured, question.pin)
    ghost_watts, ghosts = _ghosts(rows, question, (watts, prices, yours), curves)
    return Answer(
        question=question,
        points=points,
        curves=curves,
        standings=standings,
        ghosts=ghosts,
        watts=watts,
        ghost_watts=ghost_watts,
        prices=prices,
        excluded=tuple(Counter(points["excluded"].drop_nulls().to_list()).most_common()),
        left_out=left_out,
        not_computable=_not_computable(points, question, watts),
        assumptions=assumptions(points["accelerator"].unique(maintain_order=True), watts, prices),
        modelled=tuple(modelled),
        unmodelled=model.reasons,
        yours=yours,
    )


def _joined(points: pl.DataFrame, model: pl.DataFrame) -> pl.DataFrame:
    """Published rows first, so that the model's change none of their numbers; its series count on from theirs."""
    after = int(points["series"].max() or 0) + 1
    unknown = [pl.lit(None, model.schema[name]).alias(name) for name in EXTRA]
    counted = model.with_columns(pl.col("series") + after)
    return pl.concat([points.with_columns(unknown).select(model.columns), counted])


def _parted(curves: list[Curve]) -> tuple[list[Curve], list[Curve]]:
    """The curves that are ranked, and the model's beside them; it is ranked itself where nothing is measured."""
    measured = [curve for curve in curves if curve.what_if is None]
    ranked = measured or [curve for curve in curves if not curve.what_if]
    return ranked, [curve for curve in curves if curve not in ranked]


def _given(question: Question, yours: Yours) -> tuple[pl.DataFrame, tuple[tuple[str, int], ...]]:
    """The published points, the visitor's own after them; and what the filters leave out of the published ones."""
    rows, left_out = _published(question)
    own = shown(yours, question)
    return (pl.concat([rows, own]) if own.height else rows), left_out


def _published(question: Question) -> tuple[pl.DataFrame, tuple[tuple[str, int], ...]]:
    """The points asked for and what the filters leave out; with the layer off no point, and none left out."""
    rows, left_out = _asked(question.filters())
    return (rows, left_out) if "published" in question.layer else (rows.clear(), ())


def _known(points: pl.DataFrame) -> list[str]:
    """The columns a curve is made of, as far as `points` has them: few are copied faster than all."""
    return [column for column in _OF_CURVES if column in points.columns]


@lru_cache(maxsize=64)
def _asked(filters: Question) -> tuple[pl.DataFrame, tuple[tuple[str, int], ...]]:
    """Points that pass the filters and what the default ones left out; turning axes or power asks no table again."""
    return tables.points(filters), tuple(tables.dropped(filters))


def _curves(points: pl.DataFrame, question: Question) -> list[Curve]:
    """One curve per series that has a usable point."""
    up = is_maximised(question.x)
    on = points.select(pl.int_range(pl.len()).alias("row"), "on_frontier", *_known(points)).filter("on_frontier")
    names, curves = curve_names(on, question), []
    for (series,), rows in on.group_by(["series"], maintain_order=True):
        rows = rows[knots(rows["x"].to_numpy(), up)]
        curve = _curve(rows, names[int(series)], question)
        curves.append(bounded(curve, question, rows["tput_total"].to_numpy()) if curve.what_if else curve)
    return curves


def _curve(rows: pl.DataFrame, name: str, question: Question) -> Curve:
    """The curve through the knots `rows` of one series."""
    first, up_y = rows.row(0, named=True), is_maximised(question.y)
    return Curve(
        accelerator=first["accelerator"],
        name=name,
        precision=first["precision"],
        decoding=first["decoding"],
        grade=max(rows["grade"], key=WEAKNESS.find),
        x=rows["x"].to_numpy(),
        y=rows["y"].to_numpy(),
        row=rows["row"].to_numpy().astype(int),
        smooth=question.x == "interactivity" and not question.steps,
        maximise_x=is_maximised(question.x),
        maximise_y=up_y,
        reciprocal=not up_y,
        what_if=first.get("what_if"),
    )


def _ranked(curves: list[Curve], pin: float) -> tuple[tuple[Curve, ...], tuple[Standing, ...]]:
    """Curves and their standings at the pin, best first, in one order."""
    order = [standing.series for standing in ranking(tuple(curves), pin)]
    ordered = tuple(curves[i] for i in order)
    return ordered, ranking(ordered, pin)


def _ghosts(rows: pl.DataFrame, question: Question, costs: tuple, own: tuple[Curve, ...]):
    """Watts and curves on the second basis; only curves that differ from the first are kept."""
    second = basis.ghost_question(question)
    if second is None:
        return {}, ()
    watts, prices, yours = costs
    ghost_watts = chip_watts(yours, second)
    if "measured" not in (question.power, second.power):
        moved = [key for key, figure in ghost_watts.items() if figure.value != watts[key].value]
        rows = rows.filter(pl.col("accelerator").is_in(moved))
    points = placed(basis.on_basis(rows, second, ghost_watts, prices), second, ghost_watts)
    names = {(c.accelerator, c.precision, c.decoding): c.name for c in own}
    found = _curves(points, second)
    return ghost_watts, tuple(
        replace(c, name=names.get((c.accelerator, c.precision, c.decoding), c.name)) for c in found
    )


def _not_computable(points: pl.DataFrame, question: Question, watts: dict[str, Watts]) -> tuple[tuple[str, str], ...]:
    """Accelerators of which no point has a y on this basis for want of watts, with the reason."""
    if not basis.needs_watts(question):
        return ()
    known = points.group_by("accelerator", maintain_order=True).agg(pl.col("watts_per_chip").is_finite().any())
    return tuple((key, watts[key].reason) for key, some in known.iter_rows() if not some)
