"""Answers a Question with tables: points on one basis, frontiers, the ghost basis and who leads. Draws nothing."""

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

import polars as pl

from data import basis, tables
from data.assumptions import assumptions
from data.beside import EXTRA, beside
from data.places import placed
from model.power import PriceFigure, Watts
from model.question import DECODINGS, Question, is_maximised
from model.standing import Curve, Standing, knots, ranking

IFS = ("bandwidth", "compute", "link", "latency", "capacity", "watts")  # what a what-if multiplies
WEAKNESS = "ABCVPMU"  # evidence grades from the strongest to the weakest


@dataclass(frozen=True, slots=True, eq=False)
class Answer:
    """What the figures say to a question. `curves` and `standings` run in parallel, best at the pin first.

    `points` holds one row per published point with its watts, price, x, y and place, then one per modelled point with
    its band; `row` numbers of curves and standings count its rows. `modelled` are the model's curves beside measured
    ones; where nothing is measured they are `curves` themselves. `excluded` are points that cannot stand on these
    axes, `left_out` what the filters that are on by default hide, `not_computable` the accelerators without a figure
    on this basis, `unmodelled` those the model says nothing about: (key, reason).
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

    @property
    def measured(self) -> pl.DataFrame:
        """The rows of `points` behind `curves`: those the model computed only where nothing is measured."""
        return self.points if self.promoted else self.points.filter(pl.col("kind").ne_missing("model"))

    @property
    def promoted(self) -> bool:
        """Whether the curves are the model's, for want of measured ones."""
        return bool(self.curves) and self.curves[0].what_if is not None


def answer(question: Question) -> Answer:
    """The answer to `question`; an empty one has no curves. Raises only for a broken table."""
    rows, left_out = _asked(question.filters())
    rows = rows if "published" in question.layer else rows.clear()
    watts, prices = basis.chip_watts(question), basis.chip_prices(question)
    model = beside(question, watts, prices)
    points = _joined(placed(basis.on_basis(rows, question, watts, prices), question, watts), model.points)
    own, modelled = _parted(_curves(points, question))
    curves, standings = _ranked(own, question.pin)
    ghost_watts, ghosts = _ghosts(rows, question, prices)
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


@lru_cache(maxsize=64)
def _asked(filters: Question) -> tuple[pl.DataFrame, tuple[tuple[str, int], ...]]:
    """Points that pass the filters and what the default ones left out; turning axes or power asks no table again."""
    return tables.points(filters), tuple(tables.dropped(filters))


def _curves(points: pl.DataFrame, question: Question) -> list[Curve]:
    """One curve per series that has a usable point."""
    up_x, up_y = is_maximised(question.x), is_maximised(question.y)
    on, curves = points.with_row_index("row").filter("on_frontier"), []
    several = on["precision"].n_unique() > 1, on["decoding"].n_unique() > 1
    for (_,), rows in on.group_by(["series"], maintain_order=True):
        rows = rows[knots(rows["x"].to_numpy(), up_x)]
        first = rows.row(0, named=True)
        curves.append(
            Curve(
                accelerator=first["accelerator"],
                name=_name(first, *several) + (_altered(question) if first.get("what_if") else ""),
                precision=first["precision"],
                decoding=first["decoding"],
                grade=max(rows["grade"], key=WEAKNESS.find),
                x=rows["x"].to_numpy(),
                y=rows["y"].to_numpy(),
                row=rows["row"].to_numpy().astype(int),
                smooth=question.x == "interactivity" and not question.steps,
                maximise_x=up_x,
                maximise_y=up_y,
                reciprocal=not up_y,
                what_if=first.get("what_if"),
            )
        )
    return curves


def _name(row: dict[str, object], several_precisions: bool, several_decodings: bool) -> str:
    """What a curve is called: the accelerator, with whatever else tells it from the others shown."""
    parts = [row["chip"]]
    if several_precisions:
        parts.append(tables.vocabulary().precisions[row["precision"]])
    if several_decodings and row["decoding"] != "plain":
        parts.append(DECODINGS.get(row["decoding"], "unrecorded"))
    return " ".join(parts)


def _altered(question: Question) -> str:
    """What a what-if changes: ", bandwidth ×1.5"; ", what if" where it changes nothing."""
    values = {name: getattr(question, f"if_{name}") for name in IFS}
    said = [f", {name} ×{value:g}" for name, value in values.items() if value != 1]
    return "".join(said) or ", what if"


def _ranked(curves: list[Curve], pin: float) -> tuple[tuple[Curve, ...], tuple[Standing, ...]]:
    """Curves and their standings at the pin, best first, in one order."""
    order = [standing.series for standing in ranking(tuple(curves), pin)]
    ordered = tuple(curves[i] for i in order)
    return ordered, ranking(ordered, pin)


def _ghosts(rows: pl.DataFrame, question: Question, prices: dict[str, PriceFigure]):
    """Watts and curves on the second basis; only curves that differ from the first are kept."""
    second = basis.ghost_question(question)
    if second is None:
        return {}, ()
    watts, ghost_watts = basis.chip_watts(question), basis.chip_watts(second)
    points = placed(basis.on_basis(rows, second, ghost_watts, prices), second, ghost_watts)
    moved = question.power == "measured" or second.power == "measured"
    curves = _curves(points, second)
    return ghost_watts, tuple(
        curve for curve in curves if moved or ghost_watts[curve.accelerator].value != watts[curve.accelerator].value
    )


def _not_computable(points: pl.DataFrame, question: Question, watts: dict[str, Watts]) -> tuple[tuple[str, str], ...]:
    """Accelerators of which no point has a y on this basis for want of watts, with the reason."""
    if not basis.needs_watts(question):
        return ()
    known = points.group_by("accelerator", maintain_order=True).agg(pl.col("watts_per_chip").is_finite().any())
    return tuple((key, watts[key].reason) for key, some in known.iter_rows() if not some)
