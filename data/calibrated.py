"""The committed calibration, ready to look up: factors and spread of every cell, and of the pooled ones behind it."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import MappingProxyType

from data import schema
from data.schema import POOLED, POOLED_APART
from model.calibration import FACTORS, Factors

PATH = Path(__file__).parent / "calibration.csv"
COLUMNS = schema.COLUMNS["calibration"]
BITS = {"fp4": 2, "int4": 2, "fp8": 3, "bf16": 4}  # of a number, as a power of two
WELL = 8  # points from which a cell counts as well calibrated


@dataclass(frozen=True, slots=True)
class Calibration:
    """Factors of one cell, the standard deviation of a log throughput predicted with them, and what they rest on."""

    key: tuple[str, str, str, str]  # accelerator, engine, LLM, precision
    factors: Factors
    spread: float
    n: int
    first: str  # dates of the points, ISO; empty where none
    last: str
    software: str  # month of the runs, or "median" over versions
    lent: tuple[str, str, str, str] | None = None  # the measured cell whose factors these are, where nobody measured

    @property
    def rests_on(self) -> tuple[str, str, str, str]:
        """The cell of the table that the factors are of."""
        return self.lent or self.key

    @property
    def grade(self) -> str:
        """A from eight points, B from fewer, C from none."""
        return "A" if self.n >= WELL else "B" if self.n else "C"


@cache
def calibrations() -> Mapping[tuple[str, str, str, str], Calibration]:
    """All cells by (accelerator, engine, LLM, precision), read once per process."""
    with PATH.open(encoding="utf-8", newline="") as lines:
        found = [_calibration(row) for row in csv.DictReader(lines)]
    return MappingProxyType({cell.key: cell for cell in found})


def calibration(key: tuple[str, str, str, str], apart: bool = False) -> Calibration | None:
    """The cell of (accelerator, engine, LLM, precision), else its accelerator's pooled one, `apart` if disaggregated.

    None where the chip's figures are undisclosed or nobody knows the LLM in that precision.
    """
    accelerator, _, llm, precision = key
    pooled = (accelerator, POOLED_APART if apart else POOLED, llm, precision)
    return calibrations().get(key) or calibrations().get(pooled)


def _calibration(row: dict[str, str]) -> Calibration:
    key = (row["accelerator"], row["engine"], row["llm"], row["precision"])
    factors = Factors(**{name: float(row[name]) for name in FACTORS})
    return Calibration(
        key, factors, float(row["log_sd"]), int(row["n"]), row["first_date"], row["last_date"], row["software"]
    )
