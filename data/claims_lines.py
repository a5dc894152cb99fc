"""Frontiers and times as a claim compares them: OpenAI prints means of a run, where the points hold medians."""

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
import polars as pl

from data import store, tables
from data.answer import Answer, answer
from data.claims_figures import Unknown
from model.question import Question
from model.standing import Curve

PRECISION = "fp4"  # what both sides of OpenAI's tests ran


class Time(NamedTuple):
    """A time of one point [s], whether it is the mean or the median of its requests, and of how many points it is."""

    seconds: float
    kind: str
    point: str
    among: int

    def __str__(self) -> str:
        """How it stands in a calculation: "1.8014 s (mean)"."""
        long = self.seconds > 1
        return f"{self.seconds if long else 1e3 * self.seconds:.4f} {'s' if long else 'ms'} ({self.kind})"


@dataclass(frozen=True, slots=True, eq=False)
class Line:
    """A frontier, from its slow to its fast end, with the names of its accelerator and the id of each point."""

    name: str
    curve: Curve
    ids: tuple[str, ...]

    def at(self, x: float) -> float:
        """y at `x` along straight lines between the points; NaN outside them."""
        xs, ys = (self.curve.x, self.curve.y) if self.curve.maximise_x else (self.curve.x[::-1], self.curve.y[::-1])
        return float(np.interp(x, xs, ys, left=np.nan, right=np.nan))

    def near(self, x: float) -> tuple[str, ...]:
        """Ids of the points on both sides of `x` on an axis of speeds."""
        place = int(np.searchsorted(self.curve.x, x))
        return self.ids[max(0, place - 1) : place + 1]


@lru_cache(maxsize=128)
def answered(question: Question) -> Answer:
    """The answer to `question`, kept for the next claim."""
    return answer(question)


def line(llm: str, chip: str, decoding: str = "plain", **more: object) -> Line:
    """The frontier of an accelerator at 8k/1k, by default mixed tok/s per rated kW over tok/s/user; Unknown without."""
    question = Question(llm=llm, chip=(chip,), precision=(PRECISION,), decoding=(decoding,), **more)
    found, name = answered(question), tables.vocabulary().chips[chip]
    if not found.curves:
        axis = {"e2e_s": " with a request time", "interactivity": ""}.get(question.x, " of this kind")
        raise Unknown(f"no {decoding} point of {name} on this LLM{axis}")
    curve = found.curves[0]
    return Line(name, curve, tuple(found.points["id"][int(row)] for row in curve.row))


def recorded(llm: str, chip: str, decoding: str = "plain") -> pl.DataFrame:
    """The newest points of an accelerator at 8k/1k."""
    return answered(Question(llm=llm, chip=(chip,), precision=(PRECISION,), decoding=(decoding,))).points


def times(llm: str, chip: str, decoding: str, name: str) -> list[Time]:
    """`name` (tpot_s or e2e_s) of every newest point of an accelerator that records it, from the shortest."""
    return times_of(recorded(llm, chip, decoding), name)


def times_of(points: pl.DataFrame, name: str) -> list[Time]:
    """`name` of every point that records it, from the shortest: its mean where one is known."""
    rows = points.drop_nulls(name).select("id", name).rows()
    of_run = {key: means()[key][name] for key, _ in rows if key in means()}
    kinds = {key: "mean" if key in of_run else "median" for key, _ in rows}
    return sorted(Time(of_run.get(key, median), kinds[key], key, len(rows)) for key, median in rows)


@cache
def means() -> dict[str, dict[str, float]]:
    """Means of the requests of a point, by its id; none when the points are not those of this folder."""
    if store.elsewhere():
        return {}
    rows = store.table("means").iter_rows(named=True)
    return {row["point"]: {name: float(cell) for name, cell in row.items() if name != "point"} for row in rows}
