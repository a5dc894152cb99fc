"""The report and the citation: they say what the page says, and no text in them becomes markup."""

from dataclasses import replace

import pytest

from data.answer import answer
from model import __version__
from model.question import Question
from pages.ui import handout, link
from pages.ui.picture import _pictured

QUESTION = Question(layer=("published",))


@pytest.fixture(scope="module")
def shown():
    return _pictured(QUESTION, "light")


@pytest.fixture(scope="module")
def report(shown):
    return shown.content.report


def test_it_opens_with_headline_and_subline(shown, report):
    first, second = report["before"].split("\n\n")
    assert first == f"# {handout.markdown(shown.headline)}"
    assert second == handout.markdown(shown.content.subtitle) + "."


def test_the_ranking_has_the_pages_numbers(shown, report):
    table = report["after"].partition("\n\n")[2].partition("\n\n")[0].splitlines()[2:]
    rows = shown.content.ranking["rows"]
    assert len(table) == len(rows) > 3
    for line, row in zip(table, rows, strict=True):
        cells = line.removeprefix("| ").removesuffix(" |").split(" | ")
        assert cells[0] == row["name"]
        assert cells[1] == (row["missing"] or f"{row['value']} {row['note']}".strip())
        assert cells[2:4] == [row["lead"], row["first"]]
        assert cells[-1] == row["watts"]


def test_the_words_of_the_page_are_in_it(shown, report):
    assert len(shown.content.words) > 2
    for text, _ in shown.content.words:
        assert handout.markdown(text) in report["after"]


def test_every_accelerators_watts_have_their_source(shown, report):
    table = report["after"].partition("## Watts and prices used")[2].partition("## Sources")[0]
    for row in shown.answer.assumptions.iter_rows(named=True):
        (line,) = [x for x in table.splitlines() if x.startswith(f"| {row['accelerator']} |")]
        assert handout.markdown(handout.addresses()[row["power_source"]][0]) in line
        assert f"| {row['watts_per_chip']:,.0f} |" in line


def test_sources_have_their_addresses(shown, report):
    sources = report["after"].partition("## Sources")[2]
    for key in set(shown.answer.points.filter("on_frontier")["source"]):
        assert handout.addresses()[key][1] in sources


def test_the_query_asks_the_same_again(shown, report):
    assert link.parse(report["query"]) == (shown.answer.question, ())


def test_the_citation_names_version_title_and_newest_data(shown, report):
    first, _, last = report["citation"]
    assert first == f"Scoville {__version__}, “{handout.markdown(shown.headline)}”, accessed"
    assert last == f"; newest data of {shown.answer.points['date'].drop_nulls().max()}"


def test_nothing_drawn_gives_no_report(shown):
    nothing = answer(replace(QUESTION, since="2099-01-01"))
    assert handout.report(nothing, shown.content) == {}


@pytest.mark.parametrize(
    ("text", "written"),
    [
        ("<img src=x onerror=alert(1)>", "\\<img src=x onerror=alert(1)\\>"),
        ("[a](javascript:alert(1))", "\\[a\\](javascript:alert(1))"),
        ("a | b\n# c", "a \\| b \\# c"),
        ("1. first", "1\\. first"),
        ("- item", "\\- item"),
        ("---", "\\---"),
        ("+7 %", "+7 %"),
        ("see https://example.org and www.example.org", "see https\\://example.org and www\\.example.org"),
        ("&lt;b&gt; **x** `y` $z$", "\\&lt;b\\&gt; \\*\\*x\\*\\* \\`y\\` \\$z\\$"),
        ("17,792 at 1.9×", "17,792 at 1.9×"),
        ("1.9× B200", "1.9× B200"),
    ],
)
def test_no_text_becomes_markup(text, written):
    assert handout.markdown(text) == written
    assert handout._address(text).removeprefix(": ") == written


@pytest.mark.parametrize("text", ["javascript:alert(1)", "https://a b", "https://a>b", "data:text/html,x"])
def test_only_web_addresses_become_links(text):
    assert "<" not in handout._address(text).replace("\\<", "")


def test_hostile_names_stay_text_in_the_ranking(shown):
    rows = [shown.content.ranking["rows"][0] | {"name": "<b>|x"}]
    ranking = dict(shown.content.ranking) | {"rows": rows}
    told = handout.report(shown.answer, replace(shown.content, ranking=ranking, title="# [x](y)"))
    assert "| \\<b\\>\\|x |" in told["after"]
    assert told["before"].startswith("# \\# \\[x\\](y)\n")
    assert told["title"] == "\\# \\[x\\](y)"
