"""The README's nginx keeps a visitor on one replica; when that one is killed, the link restores all on the other."""

import asyncio
import re
import shutil
import socket
import subprocess
import time
import urllib.request
from pathlib import Path

import pytest

from tests.browser.conftest import Server
from tests.visitors import Visitor

ROOT = Path(__file__).parent.parent
QUERY = "v=1&llm=gpt-oss-120b&pin=200&chip=B200&chip=GB300&layer=Published"
VISITORS = 6


@pytest.fixture(scope="module")
def replicas(tmp_path_factory):
    folder = tmp_path_factory.mktemp("replicas")
    running = [Server(folder / f"{name}.log") for name in ("one", "two")]
    yield running
    for server in running:
        server.stop()


@pytest.fixture
def proxy(replicas, tmp_path):
    """The port of nginx with the README's configuration in front of both."""
    nginx = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin")
    if nginx is None:
        pytest.skip("no nginx found; on Debian: apt-get install nginx-light")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    config = re.search(r"```nginx\n(.*?)```", (ROOT / "README.md").read_text(), re.S)[1]
    for written, real in (("8501", replicas[0].port), ("8502", replicas[1].port), ("8080", port)):
        config = config.replace(f"127.0.0.1:{written}", f"127.0.0.1:{real}")
    paths = "".join(f"{kind}_temp_path {tmp_path};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    whole = (
        f"daemon off; pid {tmp_path}/pid; error_log stderr; events {{}} http {{ access_log off; {paths}\n{config} }}"
    )
    (tmp_path / "nginx.conf").write_text(whole)
    with (tmp_path / "log").open("w") as log:
        process = subprocess.Popen([nginx, "-c", str(tmp_path / "nginx.conf")], stderr=log)
    for _ in range(100):
        with socket.socket() as knock:
            if knock.connect_ex(("127.0.0.1", port)) == 0:
                break
        time.sleep(0.05)
    yield port
    process.terminate()
    process.wait(10)


def test_a_killed_replica_loses_no_visitor(replicas, proxy):
    with urllib.request.urlopen(f"http://127.0.0.1:{proxy}/", timeout=30) as page:
        cookie = page.headers["Set-Cookie"].partition(";")[0]
        assert page.headers["X-Content-Type-Options"] == "nosniff"
    assert re.fullmatch(r"replica=[0-9a-f]{32}", cookie)
    before, after = asyncio.run(_killed_under_load(replicas, proxy))
    assert len(set(before)) == 1 and "200" in before[0]
    assert after == before


async def _killed_under_load(replicas, port):
    """The headlines of all visitors before and after the first replica is killed while they turn widgets."""
    crowd = [Visitor(port, f"replica={k}") for k in range(VISITORS)]
    before = await _titles(crowd)
    turning = [asyncio.create_task(visitor.change("power", "All-in")) for visitor in crowd]
    replicas[0].process.kill()
    lost = await asyncio.gather(*turning, return_exceptions=True)
    assert 0 < sum(isinstance(wait, Exception) for wait in lost) < VISITORS  # both replicas had visitors
    again = [Visitor(port, f"replica={k}") for k in range(VISITORS)]
    after = await _titles(again)
    for visitor in crowd + again:
        await visitor.close()
    return before, after


async def _titles(crowd):
    """The headlines that the visitors read."""
    await asyncio.gather(*(visitor.open(query=QUERY) for visitor in crowd))
    assert not [fault for visitor in crowd for fault in visitor.faults]
    return [visitor.title for visitor in crowd]
