"""Every decision page opens on an answer of its own when its address is bare."""

import pytest

from data import bottleneck as apart
from data import demand as bills
from data import pools as systems
from pages.ui import bottleneck, demand, link, pools
from pages.ui.openings import OPENINGS

HEADLINES = {
    "bottleneck": lambda question: bottleneck.headline(apart.found(question)),
    "pools": lambda question: pools.headline(systems.answered(question)),
    "demand": lambda question: demand.headline(question, bills.gains(question)),
}
SAID = {"bottleneck": "On Jalapeño, DeepSeek-R1-0528", "pools": "Vera Rubin + Groq 3 LPX", "demand": "100 MW becomes"}


@pytest.mark.parametrize("page", OPENINGS)
def test_a_bare_address_asks_the_pages_own_question(page):
    question, notes = link.parse(f"/{page}")
    assert notes == () and question == OPENINGS[page] and question != link.parse("/")[0]
    assert link.parse(link.format(question, page)) == (question, ())


@pytest.mark.parametrize("page", SAID)
def test_it_is_answered(page):
    assert SAID[page] in HEADLINES[page](OPENINGS[page])
