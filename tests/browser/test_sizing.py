"""What a visitor sees and does on the sizing page, in a real browser."""

import pytest

from data.sizing import sized
from pages.ui import link, sizing_csv, sizing_words
from pages.ui.sizing_presets import OPENING_OF_SIZING, SIZING_PRESETS
from tests.browser.conftest import settled

CHEAP = next(preset.question for preset in SIZING_PRESETS if preset.name.startswith("Cheapest"))


def headline(page) -> str:
    return page.locator("h1").inner_text()


def asked(page):
    return link.parse("/sizing?" + page.url.partition("?")[2])


def said(question) -> str:
    return sizing_words.headline(sized(question))


def test_a_bare_address_opens_on_an_answer(visit):
    page = visit("/sizing")
    assert headline(page) == said(OPENING_OF_SIZING.question)
    assert asked(page) == (OPENING_OF_SIZING.question, ())
    bars = page.locator(".sv-fleet")
    assert bars.count() == 6 and bars.nth(5).bounding_box()["y"] < 860


def test_a_link_restores_target_load_and_measure(visit):
    address = link.format(CHEAP, "sizing") + "&load_users=250000"  # the preset has map_by already
    page = visit(address)
    question, notes = link.parse(address)
    assert notes == () and asked(page) == (question, ())
    assert headline(page) == said(question)
    assert page.locator(".st-key-page-slo_interactivity input").input_value() == "60"
    assert page.locator(".st-key-page-load_users input").input_value() == "250000"
    assert "Price of Jalapeño" in page.locator(".js-plotly-plot").inner_text()


def test_a_changed_limit_changes_answer_and_link(visit):
    page = visit("/sizing")
    box = page.locator(".st-key-page-slo_interactivity input")
    box.fill("60")
    box.press("Enter")
    page.wait_for_function("document.querySelector('h1').innerText.startsWith('At 60 ')")
    settled(page)
    assert "slo_interactivity=60" in page.url
    assert headline(page) == said(asked(page)[0])
    page.locator(".st-key-page-size_by").get_by_text("USD per M output tokens", exact=True).click()
    page.wait_for_function("document.querySelector('h1').innerText.includes('is cheapest')")
    settled(page)
    assert headline(page) == said(CHEAP)
    assert "map_by=Price+of+one" in page.url  # the map follows the measure
    page.locator(".st-key-page-map_by").get_by_text("Sustained share f", exact=True).click()  # and can be set apart
    page.get_by_text("The map compares by watts, not by USD").wait_for()


def test_two_rows_are_compared_by_click_and_by_keyboard(visit):
    page = visit("/sizing")
    page.locator(".sv-fleet[data-key=jalapeno]").click()
    page.get_by_text("B300 needs").wait_for()
    settled(page)
    row = page.locator(".sv-fleet[data-key=gb300]")
    row.focus()
    page.keyboard.press("Enter")
    page.get_by_text("For this target GB300 needs").wait_for()
    settled(page)
    assert page.locator(".sv-fleet[aria-pressed=true]").count() == 2
    question = asked(page)[0]
    assert (question.size_of, question.size_over) == ("jalapeno", "gb300")


def test_the_buttons_give_the_files_of_the_link(visit):
    page = visit(link.format(CHEAP, "sizing"))
    for name, made in (("Fleets as CSV", sizing_csv.fleets_csv), ("Map as CSV", sizing_csv.map_csv)):
        with page.expect_download() as waiting:
            page.get_by_role("button", name=name).click()
        assert waiting.value.path().read_bytes() == made(asked(page)[0])


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(visit, width):
    page = visit("/sizing", viewport={"width": width, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = page.evaluate(
        "[...document.querySelectorAll('.sv-fleet, .sv-said')].filter(n => n.scrollWidth > innerWidth)"
    )
    assert wide == []
