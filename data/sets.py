"""Which points the accuracy table is about, what must hold for them, and what others say of the same points."""

from dataclasses import asdict, dataclass

import numpy as np
import polars as pl

from data.heldout import NULLS, null_told, peers
from data.scores import errors
from data.splits import Board

PAIR = ("DeepSeek-R1-0528", "gpt-oss-120b")
NAMES = ("tpot", "throughput", "ttft")
EACH = "on "  # start of the names of the sets that hold one accelerator each


@dataclass(frozen=True, slots=True)
class Gate:
    """One line that must hold: which figure of a split, what it must not exceed, what it should reach."""

    name: str
    split: str
    points: str  # a set, or EACH for the median over accelerators
    target: str  # one of NAMES, or "band"
    figure: str
    floor: float
    goal: float
    least: float | None = None  # for a share that must lie in a range: its lower floor
    goal_least: float | None = None  # and its lower goal

    def found(self, splits: dict) -> tuple[float, int]:
        """The figure, and on how many points it rests."""
        sets = splits[self.split]["sets"]
        known = [judged[self.target] for name, judged in sets.items() if _belongs(name, self.points)]
        return float(np.median([one[self.figure] for one in known])), sum(one["n"] for one in known)

    def judged(self, splits: dict) -> dict:
        """The gate with its figure, and whether floor and goal are kept."""
        value, n = self.found(splits)
        return asdict(self) | {
            "n": n,
            "value": value,
            "holds": value <= self.floor and (self.least is None or value >= self.least),
            "reached": value <= self.goal and (self.goal_least is None or value >= self.goal_least),
        }


def _belongs(name: str, points: str) -> bool:
    return name.startswith(EACH) if points == EACH else name == points


def masks(rows: pl.DataFrame) -> dict[str, np.ndarray]:
    """Name of a set -> mask of its rows."""
    two, plain = pl.col("disaggregated"), pl.col("decoding") == "plain"
    rack = two & pl.col("engine").str.contains("trt") & pl.col("accelerator").is_in(["gb200", "gb300"])
    tests = {
        "R1 and gpt-oss, aggregate": ~two & plain & pl.col("llm").is_in(PAIR),
        "all LLMs, aggregate": ~two & plain,
        "speculative, aggregate": ~two & ~plain,
        "disaggregated, TRT on GB200/GB300": rack,
        "disaggregated, others": two & ~rack,
        "all": pl.lit(True),
    }
    tests |= {f"{EACH}{key}": pl.col("accelerator") == key for key in sorted(set(rows["accelerator"]))}
    tests |= {f"of {key}": pl.col("llm") == key for key in sorted(set(rows["llm"]))}
    found = rows.select(test.alias(name) for name, test in tests.items())
    return {name: found[name].to_numpy() for name in tests if found[name].any()}


def peer(on: Board, told: np.ndarray) -> dict:
    """Errors of the peer and of ours, held out, on the points that both predict."""
    theirs = peers(on)
    both = np.isfinite(theirs[:, 0]) & np.isfinite(told[:, 0])
    sides = {"peer": theirs[both], "ours": told[both]}
    return {side: _errors(values, on.sample.target[both]) for side, values in sides.items()}


def nulls(on: Board) -> dict:
    """Errors of models that are not fitted, on all aggregate points with plain decoding."""
    mask = masks(on.rows)["all LLMs, aggregate"]
    return {null: _errors(null_told(on, null)[mask], on.sample.target[mask]) for null in NULLS}


def _errors(told: np.ndarray, measured: np.ndarray) -> dict:
    return {name: errors(told[:, j], measured[:, j]) for j, name in enumerate(NAMES)}


_PAIR, _ALL, _OTHERS = "R1 and gpt-oss, aggregate", "all LLMs, aggregate", "disaggregated, others"
_RACK = "disaggregated, TRT on GB200/GB300"
_OUT, _RATE, _BAND = "leave ISL/OSL out", ("throughput", "mape"), ("workload", "all", "band")
GATES = (
    Gate(f"{_OUT}, R1 and gpt-oss: TPOT", "workload", _PAIR, "tpot", "mape", 10.0, 7.5),
    Gate(f"{_OUT}, R1 and gpt-oss: throughput", "workload", _PAIR, *_RATE, 11.0, 8.5),
    Gate("leave TP out, R1 and gpt-oss: TPOT", "tp", _PAIR, "tpot", "mape", 12.0, 9.5),
    Gate("leave TP out, R1 and gpt-oss: throughput", "tp", _PAIR, *_RATE, 11.5, 9.0),
    Gate(f"{_OUT}, all LLMs aggregate: throughput", "workload", _ALL, *_RATE, 16.0, 11.0),
    Gate(f"{_OUT}, TRT on GB200/GB300: throughput", "workload", _RACK, *_RATE, 14.0, 10.0),
    Gate(f"{_OUT}, other disaggregated: throughput", "workload", _OTHERS, *_RATE, 30.0, 18.0),
    Gate("unseen accelerator, median over them: throughput", "accelerator", EACH, *_RATE, 22.0, 15.0),
    Gate(f"{_OUT}, all points: TTFT, median error", "workload", "all", "ttft", "median", 30.0, 18.0),
    Gate("Jalapeño, leave one batch size out: TPOT", "batch", "all", "tpot", "mape", 15.0, 8.0),
    Gate("Jalapeño, leave one batch size out: throughput", "batch", "all", *_RATE, 15.0, 8.0),
    Gate("90 % band, share inside", *_BAND, "inside", 95.0, 93.0, 85.0, 88.0),
    Gate("90 % band, median half-width", *_BAND, "half_width", 30.0, 20.0),
)
