"""No link does more than be told that it is wrong: 20,000 of them are read, 200 are opened."""

import re
from dataclasses import asdict
from pathlib import Path
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from model.question import Question
from pages.ui import link
from pages.ui.link import parse
from tests.hostile import links

ROOT = Path(__file__).parent.parent
READ, OPENED = 20_000, 200
TAG = re.compile(r"<img src=x|<script>alert", re.I)  # as the links bring them


def test_every_link_is_read_as_a_valid_question_and_junk_is_told():
    told = 0
    for address in links(READ, seed=1):
        question, notes = parse(address)
        again, none = parse(link.format(question, link.page_of(address)))
        assert (again, none) == (question, ()), address
        told += bool(notes)
        assert all(note.rstrip().endswith((".", ")")) and len(note) < 500 for note in notes), address
    assert told > READ / 2  # most of them hold junk, and that is said


def test_what_is_valid_alone_stays_the_default():
    default = asdict(Question())
    for number in ("1e999", "NaN", "-0", "inf", "9" * 400):
        for name in ("pin", "f", "pue", "isl", "batch", "slo_ttft_s"):
            question, notes = parse(f"/?v=1&{name}={number}")
            assert asdict(question) == default and notes, (name, number)


@pytest.mark.parametrize("part", range(4))
def test_every_link_opens_without_an_exception(part):
    for address in list(links(OPENED, seed=2))[part::4]:
        page, _, query = address.partition("?")
        app = AppTest.from_file(ROOT / "app.py", default_timeout=60)
        for name, values in parse_qs(query, keep_blank_values=True).items():
            app.query_params[name] = values
        if page.strip("/"):
            app.run()
            app.switch_page(f"pages/views/{page.strip('/')}.py")
        app.run()
        assert not app.exception, (address[:300], app.exception)
        assert not [html.value for html in app.get("html") if TAG.search(str(html.value))], address[:300]
