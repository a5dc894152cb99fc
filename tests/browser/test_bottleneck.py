"""What a visitor sees and does on the bottleneck page, in a real browser."""

import pytest

from data.bottleneck import found
from pages.ui import bottleneck, bottleneck_csv, link
from tests.browser.conftest import settled

OPENED = "/bottleneck?v=1&bn_chip=H200&bn_over=MI355X&batch=64&bn_ep=8&isl=1024"


def headline(page) -> str:
    return page.locator("h1").inner_text()


def asked(page):
    return link.parse("?" + page.url.partition("?")[2])[0]


def choose(page, box: str, option: str) -> None:
    page.locator(f".st-key-page-{box} input").click()
    page.get_by_role("option", name=option, exact=True).click()
    settled(page)


def enter(page, box: str, value: str) -> None:
    field = page.locator(f".st-key-page-{box} input")
    field.fill(value)
    field.press("Enter")
    page.wait_for_function(f"location.search.includes('{box}={value}')")
    settled(page)


def test_a_link_restores_the_whole_question(visit):
    page = visit(OPENED)
    question = link.parse(OPENED)[0]
    assert asked(page) == question
    assert headline(page) == bottleneck.headline(found(question))
    for box, value in {"bn_ep": "8", "batch": "64", "isl": "1024", "bn_tp": "8"}.items():
        assert page.locator(f".st-key-page-{box} input").input_value() == value
    assert page.locator(".js-plotly-plot").count() == 5


def test_the_longest_context_for_batch_64_on_h200_takes_two_choices(visit):
    page = visit("/bottleneck?v=1")
    choose(page, "bn_chip", "H200")
    enter(page, "batch", "64")
    row = page.locator(".sv-rows tr", has_text="H200, FP8")
    assert "23,336 tokens" in row.locator("td").all_inner_texts()
    assert "Longest context at batch 64" in page.locator(".sv-rows thead").first.inner_text()
    assert "bn_chip=H200" in page.url


def test_what_does_not_fit_says_why_and_the_file_says_the_same(visit):
    page = visit("/bottleneck?v=1")
    enter(page, "batch", "1000000")
    page.locator("h1", has_text="does not fit on 8 GB200").wait_for()
    assert "No time can be computed" in page.locator(".sv-said").first.inner_text()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Tables as CSV").click()
    assert waiting.value.path().read_bytes() == bottleneck_csv.content(asked(page))


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(visit, width):
    page = visit(OPENED, viewport={"width": width, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = page.evaluate(
        "[...document.querySelectorAll('.sv-said, .sv-parts')].filter(n => n.scrollWidth > innerWidth)"
    )
    assert wide == []
