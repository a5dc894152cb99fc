"""Speeds of the model: configurations per second, the opening sweep, and the same against aiconfigurator."""

import json
import subprocess
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

ROOT = Path(__file__).parent.parent
PEER = ROOT / "tests" / "peer_sweep.py"
CONFIGURATIONS = 1_000_000


def _cpu_s(call, times: int) -> float:
    """Least processor time of a call [s]: what one core needs when nobody else uses it."""
    call()
    found = []
    for _ in range(times):
        start = time.process_time()
        call()
        found.append(time.process_time() - start)
    return min(found)


def kernel_rate() -> float:
    """Configurations a second that one core computes, one pool, DeepSeek-R1 in FP4 on GB200."""
    from model.kernel import one_pool
    from model.serving import Load
    from model.sweep import deployments, paces, shaped

    case = _case()
    layouts = deployments()
    pace, _ = paces(case, layouts)
    load = Load(case.prompt, case.answer, np.geomspace(1, 16_384, CONFIGURATIONS // len(layouts.tp)))
    folded = shaped(pace, (-1, 1))
    return load.concurrency.size * len(layouts.tp) / _cpu_s(lambda: one_pool(folded, case.factors, load), 5)


def _case():
    from data.engines import engines_for
    from data.machines import accelerators, formats, llms
    from model.sweep import Case

    cell = "DeepSeek-R1-0528", "fp4"
    factors = replace(engines_for("gb200", *cell)[0][1].factors, accepted=1.0)
    return Case(llms()[cell[0]], accelerators()["gb200"], formats()[cell], factors, 7372.8, 921.6)


def opening_sweep() -> dict[str, float]:
    """The opening question: every configuration of its accelerators, and with the rows made of them [ms]."""
    from data import modelled
    from data import tried as sweeps
    from data.engines import engines_for
    from data.tried import Asked, case_of, tried
    from pages.ui.presets import OPENING

    question = replace(OPENING.question, layer=("published", "model"))
    asked = Asked(question.llm, question.isl, question.osl, (), (), (question.batch_min, question.batch_max))
    ways = [(key, *way) for key in question.chip for way in engines_for(key, question.llm, "fp4")]

    def sweep() -> int:
        return sum(tried(case_of(asked, key, known), known, two, asked.batches).size for key, two, known in ways)

    def rows() -> None:
        modelled.swept.cache_clear()
        sweeps.kept.cache_clear()
        modelled.modelled(question)

    return {
        "opening_configurations": sweep(),
        "opening_sweep_ms": round(1e3 * _cpu_s(sweep, 15), 2),
        "opening_rows_ms": round(1e3 * _cpu_s(rows, 15), 2),
    }


def model_speeds() -> dict[str, float]:
    """What bench prints of the model."""
    return {"model_configurations_per_s": round(kernel_rate())} | opening_sweep()


def against(python: str) -> dict[str, float]:
    """aiconfigurator's sweep of DeepSeek-R1 on H200, run by the interpreter `python`, and how many times more we
    compute a second on one core: by the rows that it returns, and by the different points that it visits for them."""
    done = subprocess.run([python, str(PEER)], capture_output=True, text=True, check=True)
    peer = json.loads(done.stdout.splitlines()[-1])
    own = kernel_rate()
    by = {"rows_returned": peer["rows"], "points_visited": peer["points_visited"]}
    return {f"peer_{name}": value for name, value in peer.items()} | {
        f"peer_ratio_by_{name}": round(own * peer["seconds"] / count) for name, count in by.items()
    }


def resident_mb(process: int | str) -> float:
    """Resident memory of a process [MB]."""
    for line in Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS"):
            return round(int(line.split()[1]) / 1024, 1)
    return float("nan")
