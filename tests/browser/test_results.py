"""What a visitor sees and does on the results page, in a real browser."""

from dataclasses import replace

from data.catalogue import catalogue
from model.question import Question
from pages.ui import link, results_csv, results_words
from tests.browser.conftest import settled

HOSTILE = "<img src=x onerror=alert(1)>"
BOX = {"x": 16, "y": 54}  # px: the mark of the first row


def headline(page) -> str:
    return page.locator("h1").inner_text()


def asked(page):
    return link.parse("/results?" + page.url.partition("?")[2])[0]


def search(page, text):
    box = page.locator(".st-key-page-res_text input")
    box.fill(text)
    box.press("Enter")
    page.wait_for_timeout(500)
    settled(page)


def test_search_open_a_row_and_follow_it_to_the_frontier(visit):
    page = visit("/results?v=1&res_every=true")
    search(page, "b200 fp8 trt")
    question = asked(page)
    assert question == replace(Question(), res_every=True, res_text="b200 fp8 trt")
    found = catalogue(question)
    assert headline(page) == results_words.headline(found, question)
    page.locator("[data-testid=stDataFrame]").first.click(position=BOX)
    page.get_by_text("Show it on the frontier").first.wait_for()
    settled(page)
    first = found.rows.row(0, named=True)
    assert asked(page).res_open == (first["id"],)
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Listed rows as CSV").click()
    assert waiting.value.path().read_bytes() == results_csv.results_csv(asked(page))
    page.get_by_text("Show it on the frontier").first.click()
    page.wait_for_url("**/?v=1*")
    page.wait_for_selector(".js-plotly-plot .main-svg")
    settled(page)
    shown = asked(page)
    assert (shown.llm, shown.isl, shown.osl) == tuple(first[name] for name in ("llm", "isl", "osl"))
    assert shown.precision == (first["precision"],) and shown.highlight == first["accelerator"]


def test_a_link_restores_search_and_opened_results(visit):
    opened = "/results?v=1&res_every=true&res_text=b200&res_open=r00004%2Cm00040"
    page = visit(opened)
    question = asked(page)
    assert question == link.parse(opened)[0]
    assert page.get_by_role("tab", name="m00040").count() == 1
    assert page.locator(".sv-beside td").filter(has_text="≠ Chips").count() == 1


def test_hostile_words_stay_letters(visit):
    page = visit("/results?v=1")
    search(page, HOSTILE)
    assert asked(page).res_text == HOSTILE
    assert page.locator("[data-testid=stMain] img").count() == 0
    assert headline(page).startswith("No result of ")
