"""The model's frontiers as a table: `python -m data.simulate` writes data/simulated.parquet.

Every accelerator whose figures are published, every LLM with points, every precision, the three standard workloads.
Rows have the columns of the points and can be read in their place (SCOVILLE_POINTS=data/simulated.parquet), with the
90 % band, the limiting term and the calibration beside them. `--check` recomputes and compares instead of writing.
"""

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

import numpy as np
import polars as pl

from data import scope
from data.machines import formats, llms
from data.modelled import swept
from data.observed import WORKLOADS
from data.paths import unreadable, unwritable
from data.tables import vocabulary
from data.tried import Asked
from model.frontier import frontier_by
from model.question import BATCH_LIMIT
from model.shortlist import best_per

PATH = Path(__file__).parent / "simulated.parquet"
SPEED_STEP = 0.16  # natural logarithm of speed; of the rows closer than this the best is kept
TOLERANCE = 1e-6  # relative, of every number
Workload = tuple[str, int, int]


def simulated(workloads: Iterable[Workload]) -> pl.DataFrame:
    """Frontier rows of every accelerator and precision for each (LLM, ISL, OSL); floats of single precision."""
    return pl.concat([_frontiers(*workload) for workload in workloads])


def workloads() -> list[Workload]:
    """All that the table holds."""
    return [(llm, isl, osl) for llm in vocabulary().llms if llm in llms() for isl, osl in WORKLOADS]


def _frontiers(llm: str, isl: int, osl: int) -> pl.DataFrame:
    cells = tuple((key, precision) for key in scope.chips() for of, precision in formats() if of == llm)
    rows, _ = swept(Asked(llm, isl, osl, cells, (), (1, BATCH_LIMIT)))
    rows = rows.filter(~pl.col("by_load"))
    cell = rows.select(pl.struct("accelerator", "precision").rank("dense")).to_series().to_numpy().astype(int)
    speed, tput = rows["interactivity"].to_numpy(), rows["tput_total"].to_numpy()
    on = np.flatnonzero(frontier_by(cell, speed, tput, True, True)) if rows.height else np.empty(0, int)
    bins = np.floor(np.log(speed[on]) / SPEED_STEP).astype(int)
    kept = np.sort(on[best_per(cell[on] * 1000 + bins, tput[on])])
    named = pl.format("{}:{}:{}:{}", pl.col("id"), pl.lit(llm), pl.lit(isl), pl.lit(osl)).alias("id")
    single = pl.col(pl.Float64).cast(pl.Float32)
    return rows[kept].with_columns(named, single).drop("chip", "what_if", "by_load").select(pl.all().exclude(_EMPTY))


_EMPTY = (
    "draft_tokens",
    "date",
    "ttft_p99_s",
    "tpot_p99_s",
    "e2e_p99_s",
    "measured_w",
    "run_url",
    "prefill_dp_attention",
)
_EMPTY += ("measured_j_per_tok_output", "measured_j_per_tok_total")


def differences(committed: pl.DataFrame, found: pl.DataFrame) -> list[str]:
    """What differs by more than TOLERANCE between two tables; empty if nothing does."""
    if committed.columns != found.columns or committed.height != found.height:
        return [f"{committed.height:,} rows of {committed.width} columns became {found.height:,} of {found.width}"]
    said = []
    for name in found.columns:
        one, two = committed[name], found[name]
        if one.dtype.is_float():
            same = np.allclose(one.to_numpy(), two.to_numpy(), rtol=TOLERANCE, atol=0, equal_nan=True)
        else:
            same = one.equals(two)
        said += [] if same else [f"{name} differs"]
    return said


def main(arguments: list[str] | None = None) -> int:
    """Write the table, or with --check say what differs from it; 2 where the file cannot be used."""
    parser = argparse.ArgumentParser(prog="python -m data.simulate", description=__doc__.partition("\n")[0])
    parser.add_argument("-o", type=Path, default=PATH, metavar="FILE", help="where to write (default: data/)")
    parser.add_argument("--check", action="store_true", help="recompute and compare with the file instead")
    asked = parser.parse_args(arguments)
    if why := (unreadable if asked.check else unwritable)(asked.o):
        print(why, file=sys.stderr)
        return 2
    found = simulated(workloads())
    if asked.check:
        said = differences(pl.read_parquet(asked.o), found)
        print("\n".join(said) or f"{found.height:,} rows are as committed")
        return bool(said)
    found.write_parquet(asked.o, compression="zstd", compression_level=19, statistics=False)
    print(f"{found.height:,} rows, {asked.o.stat().st_size:,} bytes")
    return 0


if __name__ == "__main__":
    sys.exit(main())
