"""Half a minute of bytes and of samples changed at random: never an exception, a hang or half a point."""

import json
import math
import time

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.imported import AGENTIC_TYPES, CHECK_TYPES, POINT_TYPES
from data.results import Given, read
from tests import results_files as files

SECONDS = {"bytes": 10, "structure": 20}
SLOWEST_S = 5
ASKED = Given(chips=8, accelerator="h200", llm="gpt-oss-120b", precision="fp4", isl=1024, osl=1024)
ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(
        ["", "0", "-1", "1e999", "NaN", "=cmd|' /C calc'!A0", "<img src=x onerror=alert(1)>", "a:b,c", "\u202e", "9.99"]
    ),
    st.lists(st.integers(), max_size=3),
    st.dictionaries(st.text(max_size=3), st.integers(), max_size=2),
)
CHANGES = settings(max_examples=200, deadline=None, database=None, suppress_health_check=list(HealthCheck))


def whole(data, name="file", asked=ASKED):
    """Reads, and holds the report to all that it promises."""
    start = time.perf_counter()
    report = read(name, data, asked)
    assert time.perf_counter() - start < SLOWEST_S
    assert report.points.schema == dict(POINT_TYPES) and report.agentic.schema == dict(AGENTIC_TYPES)
    assert report.checks.schema == dict(CHECK_TYPES)
    assert bool(report.fault) != bool(report.format)
    assert report.accepted + len(report.rejected) == report.read
    ids = report.points["id"].to_list()
    assert len(set(ids)) == len(ids) and set(report.checks["id"]) <= set(ids)
    for row in report.points.iter_rows(named=True):
        assert all(v > 0 and math.isfinite(v) for v in row.values() if isinstance(v, float)), row
        assert all(v.isprintable() and v == v.strip() != "" for v in row.values() if isinstance(v, str)), row
        assert None not in (row["accelerator"], row["llm"], row["precision"], row["isl"], row["osl"], row["tput_total"])
    for row in report.agentic.iter_rows(named=True):
        assert all(v.isprintable() for v in row.values() if isinstance(v, str)), row
    assert report.points.equals(read(name, data, asked).points)


def until(seconds, function):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        function()


def test_bytes():
    @CHANGES
    @given(st.binary(max_size=300), st.sampled_from(sorted(files.SAMPLES)), st.integers(0, 5000), st.integers(0, 60))
    def changed(noise, sample, place, taken):
        data = files.SAMPLES[sample]
        place %= len(data)
        whole(noise)
        whole(data[:place] + noise[:20] + data[place + taken :])

    until(SECONDS["bytes"], changed)


@st.composite
def mutated(draw):
    """A sample with a few of its cells replaced, moved or dropped, as bytes."""
    sample = draw(st.sampled_from(sorted(files.SAMPLES)))
    data = files.SAMPLES[sample]
    if data[:1] in b"[{" and b"}\n{" not in data:
        tree = json.loads(data)
        for _ in range(draw(st.integers(1, 4))):
            _change(draw, tree)
        return json.dumps(tree, ensure_ascii=draw(st.booleans())).encode("utf-8", "surrogatepass")
    lines = [line.split(",") for line in data.decode().splitlines()]
    for _ in range(draw(st.integers(1, 4))):
        row = lines[draw(st.integers(0, len(lines) - 1))]
        row[draw(st.integers(0, len(row) - 1))] = str(draw(ODD))
    return "\n".join(",".join(row) for row in lines).encode("utf-8", "surrogatepass")


def _change(draw, tree):
    """Replace one value somewhere in the tree."""
    place = tree
    while True:
        keys = list(place) if isinstance(place, dict) else range(len(place))
        if not keys:
            return
        key = draw(st.sampled_from(list(keys)))
        if isinstance(place[key], dict | list) and draw(st.integers(0, 3)):
            place = place[key]
            continue
        if isinstance(place, dict) and draw(st.integers(0, 4)) == 0:
            del place[key]
        else:
            place[key] = draw(ODD)
        return


def test_structure():
    @CHANGES
    @given(mutated(), st.sampled_from(["file", "x_isl99_osl1.json", "x_999999999k1k_.json"]))
    def changed(data, name):
        whole(data, name, ASKED if len(data) % 2 else Given(chips=8, accelerator="h200", precision="fp4"))

    until(SECONDS["structure"], changed)


@pytest.mark.parametrize("sample", files.SAMPLES)
def test_the_samples_themselves_pass_the_fuzz(sample):
    whole(files.SAMPLES[sample])
