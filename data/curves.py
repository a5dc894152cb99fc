"""How far the curves that the model draws lie from the measured frontiers: `data.validate` saves it with its results.

A measured frontier is that of the published points of one accelerator, LLM, precision and workload, plain decoding; the
model's is the best of all that it tries there. The distance of a measured knot is the factor that moves it onto the
model's curve (`model.ribbon.distance`), and the band is the one that is drawn.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from data import scope, tables
from data.calibrated import Calibration, calibrations
from data.engines import Ways, engines_for
from data.fitting import Prior, fitted
from data.likeness import prior
from data.machines import formats, llms
from data.observed import GRADES, WORKLOADS
from data.sample import picked
from data.scores import coverage
from data.splits import ROUNDS, Board, apart, groups, spokesman
from data.tried import Asked, kept
from model.calibration import Factors
from model.frontier import frontier
from model.question import BATCH_LIMIT, Question
from model.ribbon import distance

LEAST = 85.0  # share of the knots that the band must hold [%]


@dataclass(frozen=True, slots=True, eq=False)
class Measured:
    """One measured frontier: speed [tok/s/user], rising, and input + output tokens [tok/s per chip] of its knots."""

    llm: str
    isl: int
    osl: int
    accelerator: str
    precision: str
    speed: np.ndarray
    tput: np.ndarray


def measured() -> Iterator[Measured]:
    """Every measured frontier that the model can be asked about."""
    for llm in llms():
        for isl, osl in WORKLOADS:
            points = tables.points(Question(llm=llm, isl=isl, osl=osl, grade=GRADES))
            for (key, precision), rows in points.group_by("accelerator", "precision", maintain_order=True):
                x, y = (rows[name].cast(pl.Float64).to_numpy() for name in ("interactivity", "tput_total"))
                if key in scope.chips() and (llm, precision) in formats() and (on := frontier(x, y)).any():
                    speed, first = np.unique(x[on], return_index=True)
                    yield Measured(llm, isl, osl, key, precision, speed, y[on][first])


def drawn(of: Measured, ways: Ways) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Speed, rising, tok/s per chip and spread of the knots of the model's curve beside a measured frontier [k]."""
    asked = Asked(of.llm, of.isl, of.osl, (), (), (1, BATCH_LIMIT))
    parts = [(kept(asked, *way).rows, way[1].spread) for way in ways]
    speed = np.concatenate([1 / rows["tpot_s"] for rows, _ in parts])
    total = np.concatenate([rows["tput"] * (1 + of.isl / of.osl) for rows, _ in parts])
    spread = np.concatenate([np.full(len(rows["tpot_s"]), sd) for rows, sd in parts])
    on = np.flatnonzero(frontier(speed, total))
    x, first = np.unique(speed[on], return_index=True)
    return x, total[on][first], spread[on][first]


def judged(ways_of: Callable[[Measured], Ways]) -> dict[str, dict]:
    """Of all measured frontiers, and "on " each accelerator: how many knots the band holds, its width, the distances.

    n and inside [%], half_width [%] of the band along both axes at the median, median distance [%], bias [mean log].
    """
    found: dict[str, list[np.ndarray]] = {}
    for one in measured():
        if not (ways := ways_of(one)) or not (line := drawn(one, ways))[0].size:
            continue
        off = distance(line[:2], one.speed, one.tput)
        spread = np.interp(np.log(one.speed), np.log(line[0]), line[2])
        for name in ("all", f"on {one.accelerator}"):
            found.setdefault(name, []).append(np.stack([off, spread]))
    return {name: _summary(*np.concatenate(parts, axis=1)) for name, parts in found.items()}


def _summary(off: np.ndarray, spread: np.ndarray) -> dict[str, float]:
    size = 100 * np.expm1(np.abs(off))
    return coverage(off, spread) | {"distance": float(np.median(size)), "bias": float(off.mean())}


def seen(one: Measured) -> Ways:
    """The committed calibrations that speak for a measured frontier; none where only pooled ones do."""
    return tuple(way for way in engines_for(one.accelerator, one.llm, one.precision) if way[1].n)


def unseen(boards: list[Board], without: dict[bool, dict]) -> Callable[[Measured], Ways]:
    """The same from fits that lack the accelerator's workload; deployments and loads stay those that were run.

    `without` holds the fits that lack an accelerator, of aggregate (False) and disaggregated points (True).
    """
    found: dict[tuple, list] = {}
    for on in boards:
        label, two = groups(on.rows, "workload"), apart(on)
        ties = prior(on.cells, two)
        for group in sorted(set(label)):
            for known in _without(on, ties, label != group, without.get(two, {}).get(group.split()[0])):
                found.setdefault((group, known.key[0], *known.key[2:]), []).append((two, known))
    return lambda one: tuple(
        found.get((f"{one.accelerator} {one.isl}/{one.osl}", one.accelerator, one.llm, one.precision), ())
    )


def _without(on: Board, ties: Prior, stay: np.ndarray, start: np.ndarray | None) -> Iterator[Calibration]:
    """The calibrations of a fit to the rows that `stay`: of each cell the software that speaks for it."""
    theta, rounds = (None, 30) if start is None else (start, ROUNDS)
    fit = fitted(picked(on.sample, stay), on.cell[stay], ties, rounds, theta)
    count: dict[tuple, Counter] = {}
    for cell in on.cell[stay].tolist():
        count.setdefault(on.cells[cell][:4], Counter())[cell] += 1
    for key, cells in sorted(count.items()):
        if key in calibrations():
            best = spokesman(on.cells, cells)
            factors = Factors(*np.exp(fit[best]).tolist())
            yield Calibration(key, factors, calibrations()[key].spread, cells[best], "", "", "")
