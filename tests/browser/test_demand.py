"""What a visitor sees and does on the demand page, in a real browser."""

import csv
import io

from data.demand import gains
from pages.ui import demand, demand_csv, link
from tests.browser.conftest import settled

OPENED = "/demand?v=1&demand_gain=1.9&demand_elasticity=1.43&demand_mw=50"


def headline(page) -> str:
    return page.locator("h1").inner_text()


def asked(page):
    return link.parse("/demand?" + page.url.partition("?")[2])[0]


def test_a_link_restores_gain_elasticity_and_fleet(visit):
    page = visit(OPENED)
    question, notes = link.parse(OPENED)
    assert notes == () and asked(page) == question
    assert headline(page) == "50 MW becomes 65.9 MW: at ε = 1.43 demand outgrows 1.90× the tokens per watt"
    assert page.locator(".st-key-page-demand_gain input").input_value() == "1.90"
    assert page.locator(".sv-rows tbody tr").filter(has_text="Short run").count() == 1


def test_the_gain_of_a_pair_is_read_off_the_frontiers_and_the_file_is_the_command_lines(visit):
    page = visit("/demand?v=1")
    page.locator(".st-key-page-lead_over input").click()
    page.get_by_role("option", name="B200", exact=True).click()
    page.wait_for_function("document.querySelector('.sv-asked').innerText.includes('in place of B200')")
    settled(page)
    question = asked(page)
    assert question.lead_over == "b200" and headline(page) == demand.headline(question, gains(question))
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Elasticity as CSV").click()
    content = waiting.value.path().read_bytes()
    assert content == demand_csv.content(question, False, False)
    assert next(csv.DictReader(io.StringIO(content.decode())))["in_place_of"] == "b200"


def test_a_typed_fleet_stands_in_the_link(visit):
    page = visit(OPENED)
    box = page.locator(".st-key-page-demand_mw input")
    box.fill("0.001")
    box.press("Enter")
    page.wait_for_function("document.querySelector('h1').innerText.startsWith('0.001')")
    settled(page)
    assert asked(page).demand_mw == 0.001
