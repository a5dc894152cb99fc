"""Puts visitors on a server of this machine and prints what they waited: `python -m tests.load [--seconds 60]`.

Every visitor is a session of its own and looks at its own pin, so that an answer meant for another is noticed. Bounded
in number and time; speaks to 127.0.0.1 only.
"""

import argparse
import asyncio
import json
import random
import re
import statistics
import tempfile
import time
from pathlib import Path

from pages.ui import link
from pages.ui.presets import OPENING
from tests.bench_model import resident_mb
from tests.browser.conftest import Server
from tests.visitors import Visitor

DEFAULTS = {"STREAMLIT_RUNNER_POST_SCRIPT_GC": "true", "STREAMLIT_RUNNER_MAGIC_ENABLED": "true"}
POWERS = ("All-in", "Facility", "Rated", "Sustained")
PAGES = ("", "sizing", "pools", "demand", "bottleneck", "claims", "accuracy", "method")
PINS = (20, 31.6, 50, 63.1, 100, 126, 158, 200)
PAUSE_S, EVERY = 0.3, 4  # between two changes of a visitor; of which every fourth asks for a new sweep
QUERY = link.format(OPENING.question).partition("?")[2]


def reruns(port: int, times: int = 40) -> dict[str, float]:
    """Median ms from a change to all it changes: of the power basis, and of the batch range, which sweeps anew."""

    async def measured() -> dict[str, float]:
        visitor = Visitor(port)
        await visitor.open(query=QUERY)
        power = [await visitor.change("power", POWERS[k % len(POWERS)]) for k in range(times)]
        sweeps = [await visitor.change("batch_min", 2.0 + k) for k in range(times)]
        await visitor.close()
        assert not visitor.faults, visitor.faults
        return {"rerun_power_ms": _median_ms(power[len(POWERS) :]), "rerun_new_sweep_ms": _median_ms(sweeps)}

    return asyncio.run(measured())


def crowd(port: int, visitors: int, seconds: float) -> dict[str, float]:
    """Waits of `visitors` at once, each with a change every PAUSE_S, on the frontier page [ms]."""

    async def run() -> list[float]:
        found = await asyncio.gather(*(_turning(port, k, seconds) for k in range(visitors)))
        return sorted(wait for waits in found for wait in waits)

    waits = asyncio.run(run())
    at = {f"p{share}_ms": round(1e3 * waits[int(share / 100 * (len(waits) - 1))], 1) for share in (50, 95)}
    return at | {"visitors": visitors, "changes": len(waits)}


async def _turning(port: int, k: int, seconds: float) -> list[float]:
    visitor, waits = Visitor(port), []
    await asyncio.sleep(k * PAUSE_S / 20)
    await visitor.open(query=QUERY)
    end, turn = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        turn += 1
        new_sweep = turn % EVERY == 0
        change = ("batch_min", 2.0 + (37 * k + turn) % 200) if new_sweep else ("power", POWERS[turn % len(POWERS)])
        waits.append(await visitor.change(*change))
        await asyncio.sleep(PAUSE_S)
    await visitor.close()
    assert not visitor.faults, visitor.faults
    return waits


def idle_mb(port: int, process: int, visitors: int = 100) -> float:
    """Memory of a visitor who looks at the opening picture and does nothing [MB]."""

    async def run() -> float:
        before, crowd = resident_mb(process), [Visitor(port) for _ in range(visitors)]
        for visitor in crowd:
            await visitor.open(query=QUERY)
        after = resident_mb(process)
        for visitor in crowd:
            await visitor.close()
        return round((after - before) / visitors, 2)

    return asyncio.run(run())


def mixed(port: int, visitors: int, seconds: float) -> dict[str, object]:
    """Visitors on all pages, each looking at its own pin on the frontier: what went wrong, and how many pages came."""

    async def run() -> list[tuple[int, list[str]]]:
        return await asyncio.gather(*(_wandering(port, k, seconds) for k in range(visitors)))

    found = asyncio.run(run())
    faults = [fault for _, faults in found for fault in faults]
    return {
        "visitors": visitors,
        "pages": sum(pages for pages, _ in found),
        "faults": faults[:5],
        "failed": len(faults),
    }


async def _wandering(port: int, k: int, seconds: float) -> tuple[int, list[str]]:
    chance, faults, pages, end = random.Random(k), [], 0, time.monotonic() + seconds
    await asyncio.sleep(chance.uniform(0, 2))
    while time.monotonic() < end:
        pin, page = PINS[k % len(PINS)], chance.choice(PAGES)
        visitor = Visitor(port)
        await visitor.open(page, f"{QUERY}&pin={pin}")
        if not page and not re.search(rf"\b{re.escape(f'{pin:g}')}\b", visitor.title.replace("\\", "")):
            faults.append(f"asked for a pin of {pin:g} and read: {visitor.title}")
        faults += visitor.faults
        await visitor.close()
        pages += 1
        await asyncio.sleep(PAUSE_S)
    return pages, faults


async def _opened(port: int) -> None:
    visitor = Visitor(port)
    await visitor.open(query=QUERY)
    await visitor.close()


def _median_ms(waits: list[float]) -> float:
    return round(1e3 * statistics.median(waits), 1)


def speeds() -> dict[str, object]:
    """Reruns and a crowd of 20, of Scoville and of the same page on Streamlit's own chart and settings."""
    found = {}
    for name, script, settings in (("live", "app.py", {}), ("defaults", "tests/peer_app.py", DEFAULTS)):
        start = time.perf_counter()
        server = Server(_log(), script, settings)
        ready, memory = round(time.perf_counter() - start, 2), resident_mb(server.process.pid)
        asyncio.run(_opened(server.port))  # the first visitor waits for imports
        judged = reruns(server.port) | {"crowd": crowd(server.port, 20, 10)}
        judged |= {"ready_s": ready, "memory_mb": memory, "idle_visitor_mb": idle_mb(server.port, server.process.pid)}
        server.stop()
        found[name] = judged
    return found


def _log() -> Path:
    return Path(tempfile.mkstemp(suffix=".log")[1])


def main() -> None:
    """Run and print."""
    reader = argparse.ArgumentParser(prog="python -m tests.load", description=__doc__)
    reader.add_argument("--seconds", type=float, default=60, help="how long the 50 mixed visitors stay, at most 600")
    seconds = min(600.0, reader.parse_args().seconds)
    server = Server(_log())
    mixed(server.port, 8, 2)
    before = resident_mb(server.process.pid)
    found = mixed(server.port, 50, seconds)
    mixed(server.port, 1, 2)
    found |= {"memory_before_mb": before, "memory_after_mb": resident_mb(server.process.pid)}
    found["said"] = [
        line for line in server.log.read_text().splitlines() if re.search("Traceback|Error|[Ww]arning", line)
    ]
    server.stop()
    print(json.dumps({"mixed": found} | speeds(), indent=2))


if __name__ == "__main__":
    main()
