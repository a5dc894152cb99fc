"""Speed of the frontier beside what others use for it: `python -m tests.bench_frontier` prints JSON.

Same data, same answer asserted, one thread each. moocore is timed where it is installed (`pip install moocore`).
"""

import importlib.util
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path

import duckdb
import numpy as np
import polars as pl

from model.frontier import frontier

SIZES = (10_000, 1_000_000, 10_000_000)
TURNS = {10_000: (20, 10), 1_000_000: (5, 1), 10_000_000: (3, 1)}  # and calls of one racer in a turn
Mask = Callable[[np.ndarray, np.ndarray], np.ndarray]


def hyperbola(size: int) -> tuple[np.ndarray, np.ndarray]:
    """A noisy hyperbola: rates over speeds as benchmarks scatter them, best where speed is low."""
    noise = np.random.default_rng(1)
    x = noise.uniform(1, 500, size)
    return x, 1e6 / x * noise.uniform(0.2, 1.0, size)


def all_on(size: int) -> tuple[np.ndarray, np.ndarray]:
    """The worst case: every row lies on the frontier, in random order."""
    x = np.random.default_rng(2).permutation(np.linspace(1, 500, size))
    return x, 1e6 / x


def by_numpy(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Sort by both, keep what rises above the running maximum."""
    order = np.lexsort((y, x))[::-1]
    best = np.maximum.accumulate(y[order])
    mask = np.zeros(x.size, bool)
    mask[order[y[order] > np.concatenate([[-np.inf], best[:-1]])]] = True
    return mask


def by_polars(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Sort by both, keep what rises above the running maximum."""
    rows = pl.DataFrame({"x": x, "y": y}).with_row_index("row").sort("x", "y", descending=True)
    on = rows.filter(pl.col("y") > pl.col("y").cum_max().shift(1).fill_null(-np.inf))
    mask = np.zeros(x.size, bool)
    mask[on["row"].to_numpy()] = True
    return mask


def by_duckdb(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """A window's running maximum over the rows before."""
    database = _database()
    database.register("points", pl.DataFrame({"x": x, "y": y}).with_row_index("row").to_arrow())
    rows = database.execute(
        "select row from (select row, y, max(y) over (order by x desc, y desc rows between unbounded preceding "
        "and 1 preceding) as best from points) where best is null or y > best"
    ).fetchnumpy()["row"]
    mask = np.zeros(x.size, bool)
    mask[rows] = True
    return mask


@cache
def _database() -> duckdb.DuckDBPyConnection:
    database = duckdb.connect(config={"threads": 1})
    database.execute("set enable_progress_bar = false")
    return database


def by_moocore(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """The library of the field, compiled C."""
    import moocore

    return moocore.is_nondominated(np.column_stack([x, y]), maximise=True)


def peers() -> dict[str, Mask]:
    """The others by name."""
    found = {"polars": by_polars, "duckdb": by_duckdb, "numpy": by_numpy}
    return found | ({"moocore": by_moocore} if importlib.util.find_spec("moocore") else {})


def raced(x: np.ndarray, y: np.ndarray, turns: int, calls: int) -> dict[str, float]:
    """Median ms of ours and of every other on the same rows, and ours over the best of them."""
    racers = {"ours": frontier} | peers()
    for name, racer in racers.items():
        assert np.array_equal(racer(x, y), frontier(x, y)), f"{name} finds another frontier"
    durations = {name: [] for name in racers}
    for name, racer in list(racers.items()) * turns:  # in turns, so that a busy moment hits all
        for _ in range(calls):
            start = time.perf_counter()
            racer(x, y)
            durations[name].append(1e3 * (time.perf_counter() - start))
    found = {name: round(statistics.median(values), 3) for name, values in durations.items()}
    best = min(found[name] for name in racers if name != "ours")
    share = round(float(frontier(x, y).mean()), 5)
    return found | {"best_other_over_ours": round(best / found["ours"], 2), "share_on_frontier": share}


def frontier_speeds() -> dict[str, object]:
    """Frontiers of every size and of the worst case."""
    found = {f"frontier_{size}": raced(*hyperbola(size), *TURNS[size]) for size in SIZES}
    return found | {"frontier_1000000_all_on": raced(*all_on(1_000_000), 5, 1)}


def alone() -> dict[str, object]:
    """`frontier_speeds` of a process that was started with one thread for every library [ms]."""
    one = {name: "1" for name in ("POLARS_MAX_THREADS", "OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS")}
    run = [sys.executable, "-m", "tests.bench_frontier"]
    root = Path(__file__).parent.parent
    return json.loads(subprocess.run(run, cwd=root, env=os.environ | one, check=True, capture_output=True).stdout)


if __name__ == "__main__":
    print(json.dumps(frontier_speeds(), indent=2))
