"""Prints speeds as JSON: `python -m tests.bench [--browser] [--peer-python PATH]`.

Medians of one run on one machine; compare the figures of one run with each other, not with those of another machine.
"""

import argparse
import json
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from tests import bench_frontier
from tests.bench_model import against, model_speeds
from tests.bench_results import results_speeds

ROOT = Path(__file__).parent.parent
BASES = {"All-in": "per all-in kW", "Facility": "per facility kW", "Rated": "per rated kW"}
PRESSES = 9
# Resolves with the ms from a key press to the first frame in which the chart carries the awaited axis title.
WATCH = """title => { window.repainted = new Promise(resolve => addEventListener("keydown", () => {
  const start = performance.now();
  const look = () => {
    const texts = [...document.querySelectorAll(".js-plotly-plot .annotation-text")].map(node => node.textContent);
    if (texts.some(text => text.includes(title))) requestAnimationFrame(() => resolve(performance.now() - start));
    else requestAnimationFrame(look);
  };
  look();
}, { once: true, capture: true })); }"""


def median_ms(call: Callable[[], object], times: int = 15) -> float:
    """Median duration of a call [ms], after one that is not counted."""
    call()
    durations = []
    for _ in range(times):
        start = time.perf_counter()
        call()
        durations.append(time.perf_counter() - start)
    return round(1e3 * statistics.median(durations), 2)


def start_ms() -> float:
    """From a new process to the first filtered read of the points [ms], imports included."""
    code = "from data.tables import points; from model.question import Question; points(Question())"
    return median_ms(lambda: subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=True), 5)


def data_speeds() -> dict[str, float]:
    """Reading, answering and drawing the opening question [ms]."""
    from data import answer, tables
    from pages.ui import figures, hover, theme
    from pages.ui.panels import panels
    from pages.ui.presets import OPENING

    question = OPENING.question
    answered = answer.answer(question)
    shown, texts = panels(answered), hover.hovers(answered)
    return {
        "filtered_read_ms": median_ms(lambda: tables.points(question)),
        "answer_ms": median_ms(lambda: answer.answer(replace(question, power="all_in"))),
        "figure_ms": median_ms(lambda: figures.figure(answered, shown, theme.colours("light"), texts)),
    }


def sizing_speeds() -> dict[str, float]:
    """The map of winners, 60 × 40 cells, and its figure; fleets with the model beside [ms]."""
    from data import sizing, sizing_map, spots
    from pages.ui import sizing_chart, theme
    from pages.ui.sizing_presets import OPENING_OF_SIZING

    question = replace(OPENING_OF_SIZING.question, layer=("published", "model"))
    found = sizing_map.mapped(question)
    return {
        "map_60x40_ms": median_ms(lambda: sizing_map.mapped.__wrapped__(question)),
        "map_figure_ms": median_ms(lambda: sizing_chart.winners(found, question, theme.colours("light"), "")),
        "fleets_ms": median_ms(lambda: sizing._sized(question)),
        "places_ms": median_ms(lambda: spots._places(spots.target(question))),
    }


def repaint_ms(script: str) -> float:
    """Median from a key press on the power control to the repainted chart, the opening question [ms]."""
    from playwright.sync_api import sync_playwright

    from pages.ui import link
    from pages.ui.presets import OPENING
    from tests.browser.conftest import FLAGS, Server, chromium, settled

    server = Server(Path(os.devnull), script)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.goto(server.url + link.format(OPENING.question))
        page.wait_for_selector(".js-plotly-plot .main-svg")
        settled(page)
        durations = [_press(page, *list(BASES.items())[k % len(BASES)]) for k in range(PRESSES + 1)]
        browser.close()
    server.stop()
    return round(statistics.median(durations[1:]), 1)


def _press(page, label: str, title: str) -> float:
    page.evaluate(WATCH, title)
    page.locator(".st-key-power").get_by_text(label, exact=True).locator(
        "xpath=ancestor-or-self::*[@tabindex or self::button][1]"
    ).focus()
    page.keyboard.press("Enter")
    duration = page.evaluate("window.repainted")
    page.wait_for_timeout(700)
    return duration


def memory_mb(changes: int = 200) -> dict[str, float]:
    """Resident memory of the server after the first page and after a visitor changed the batch range so often [MB]."""
    from playwright.sync_api import sync_playwright

    from tests.bench_model import resident_mb
    from tests.browser.conftest import FLAGS, Server, chromium, settled

    server = Server(Path(os.devnull))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1280, "height": 860})
        page.goto(f"{server.url}/")
        page.wait_for_selector(".js-plotly-plot .main-svg")
        settled(page)
        start = resident_mb(server.process.pid)
        for k in range(changes):
            page.locator(".st-key-batch_min input").fill(str(k + 2))
            page.keyboard.press("Enter")
            settled(page)
        after = resident_mb(server.process.pid)
        browser.close()
    server.stop()
    return {"server_start_mb": start, f"server_after_{changes}_changes_mb": after}


def main() -> None:
    """Run and print."""
    reader = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    reader.add_argument("--browser", action="store_true", help="also time repaints in Chromium")
    reader.add_argument("--peer-python", metavar="PATH", help="an interpreter with aiconfigurator, to time it too")
    asked = reader.parse_args()
    speeds = {"machine": f"{platform.machine()}, {os.cpu_count()} cores", "python": platform.python_version()}
    speeds |= {"start_ms": start_ms()} | data_speeds() | sizing_speeds() | bench_frontier.alone() | model_speeds()
    speeds |= results_speeds()
    if asked.peer_python:
        speeds |= against(asked.peer_python)
    if asked.browser:
        speeds |= memory_mb()
        live, peer = repaint_ms("app.py"), repaint_ms("tests/peer_app.py")
        speeds |= {"repaint_live_ms": live, "repaint_st_plotly_chart_ms": peer, "repaint_ratio": round(peer / live, 2)}
    print(json.dumps(speeds, indent=2))


if __name__ == "__main__":
    main()
