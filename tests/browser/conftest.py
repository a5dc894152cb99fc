"""A real server and a real browser; a page that logged an error fails its test."""

import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent.parent
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"]
FLAGS += ["--disable-component-update", "--disable-sync"]
# Streamlit asks these two below the page's path on a deep link, and answers itself at the root after the 404.
PATIENCE_MS = 90_000  # a busy machine is slow, not wrong
ALLOWED = re.compile(r"/_stcore/(health|host-config)")


class Server:
    """Scoville on a free port of this machine."""

    def __init__(self, log: Path, script: str = "app.py", settings: dict[str, str] | None = None) -> None:
        self.log, self.script, self.settings = log, script, settings or {}
        self.start()

    def start(self) -> None:
        """Start and wait until the script has run once, as a deployment's probe does."""
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = free.getsockname()[1]
        command = [sys.executable, "-m", "streamlit", "run", self.script, "--server.headless=true"]
        command += [f"--server.port={self.port}", "--server.address=127.0.0.1"]
        with self.log.open("a") as log:
            environment = os.environ | {"PYTHONPATH": str(ROOT)} | self.settings
            self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=log, stderr=log)
        self._wait("/_stcore/script-health-check")

    def _wait(self, path: str) -> None:
        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            try:
                with urllib.request.urlopen(self.url + path, timeout=5) as reply:
                    if reply.status == 200:
                        return
            except OSError:
                time.sleep(0.1)
        raise TimeoutError(self.log.read_text())

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)

    def restart(self) -> None:
        """A new process on a new port: nothing but the link survives."""
        self.stop()
        self.start()


def chromium() -> str | None:
    """Path of the machine's Chromium or Chrome, None without one."""
    return next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)


@pytest.fixture(scope="session")
def server(tmp_path_factory):
    log = tmp_path_factory.mktemp("server") / "log.txt"
    running = Server(log)
    yield running
    running.stop()
    assert not re.search(r"Traceback|[Ww]arning|Error", log.read_text()), log.read_text()


@pytest.fixture(scope="session")
def browser():
    path = chromium()
    if path is None:
        message = "no Chromium found; install it, on Debian with: apt-get install chromium"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)  # on a visitor's laptop the other tests still count
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield running
        running.close()


@pytest.fixture
def visit(server, browser):
    """Opens an address in a fresh browser context; at the end no page may have logged an error."""
    contexts, faults = [], []

    def open_page(address: str = "/", **options):
        context = browser.new_context(**{"viewport": {"width": 1280, "height": 860}} | options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        page.on(
            "console", lambda m: faults.append(f"{m.text} {m.location}") if m.type in ("error", "warning") else None
        )
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.goto(server.url + address)
        page.wait_for_selector(".js-plotly-plot .main-svg")
        settled(page)
        return page

    yield open_page
    pages = [page for context in contexts for page in context.pages]
    exceptions = sum(page.locator("[data-testid=stException]").count() for page in pages)
    for context in contexts:
        context.close()
    assert not exceptions
    assert not [fault for fault in faults if not ALLOWED.search(fault)]


def settled(page) -> None:
    """Wait until the script has finished and the chart of its answer is drawn."""
    page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
    page.wait_for_timeout(250)


def still(page) -> None:
    """Wait until the whole page stands: its script has finished and for half a second nothing was added to it."""
    page.wait_for_function(
        """() => {
          const app = document.querySelector("[data-testid=stApp]");
          const now = `${app.dataset.testScriptState} ${document.querySelectorAll("*").length}`;
          if (now !== window.stood) Object.assign(window, { stood: now, since: performance.now() });
          return now.startsWith("notRunning") && performance.now() - window.since > 500;
        }""",
        polling=100,
    )
