"""Reading somebody's results: 50,000 rows of our own CSV, in a process of its own so that its peak is told."""

import json
import resource
import statistics
import subprocess
import sys
import time
from pathlib import Path

import polars as pl

ROOT = Path(__file__).parent.parent
ROWS = 50_000


def results_speeds() -> dict[str, float]:
    """Median time of reading the rows [ms], and what it adds to the peak memory of the process [MB]."""
    said = subprocess.run([sys.executable, "-m", "tests.bench_results"], cwd=ROOT, capture_output=True, check=True)
    return json.loads(said.stdout)


def _measured() -> dict[str, float]:
    from data import store
    from data.results import read

    points = store.table("points")
    data = pl.concat([points] * (ROWS // points.height + 1)).head(ROWS).write_csv().encode()
    read("warm", points.head(5).write_csv().encode())
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    durations = []
    for _ in range(5):
        start = time.perf_counter()
        assert read("points.csv", data).accepted == ROWS
        durations.append(time.perf_counter() - start)
    added = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1e3
    return {"results_50000_rows_ms": round(1e3 * statistics.median(durations), 1), "results_added_mb": round(added, 1)}


if __name__ == "__main__":
    print(json.dumps(_measured()))
