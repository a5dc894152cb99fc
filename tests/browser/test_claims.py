"""What a visitor sees and does on the claims page, in a real browser."""

import csv
import io

import pytest

from pages.ui import claims_csv, link
from tests.browser.conftest import settled

OPENED = "/claims?v=1&claim=gpt-oss-peak-ratio"


def headline(page) -> str:
    return page.locator("h1").inner_text()


def leads(page) -> list[str]:
    """The cells of the opened claim's row in the table of leads."""
    row = page.locator(".sv-rows tr", has_text="Jalapeño over GB200, gpt-oss-120b")
    return row.locator("td").all_inner_texts()


def press(page, label: str) -> None:
    page.locator(".st-key-page-power").get_by_text(label, exact=True).click()
    page.wait_for_function(f"document.querySelector('h1').innerText.includes('{label.lower()} watt')")
    settled(page)


def test_a_claim_opened_from_a_link_changes_with_the_basis(visit):
    page = visit(OPENED)
    assert headline(page).startswith("Published 1.9×, recomputed 1.9005×:")
    assert "85,448 / 44,960 = 1.9005×" in page.locator(".sv-claim").inner_text()
    assert page.locator(".sv-claim a").first.get_attribute("href").startswith("https://")
    assert leads(page)[1:] == ["1.90×", "1.84×", "1.62×", "1.40×"]
    press(page, "Sustained")
    assert headline(page).endswith("; per sustained watt 2.42×")
    assert leads(page)[1:3] == ["1.90×", "2.42×"]
    assert "power=Sustained" in page.url and "claim=gpt-oss-peak-ratio" in page.url
    press(page, "All-in")
    assert headline(page).endswith("; per all-in watt 1.84×")


def test_a_row_of_the_list_opens_its_claim_and_the_link_keeps_it(visit):
    page = visit("/claims?v=1")
    assert page.locator(".sv-claim").count() == 0
    page.locator(".sv-claims").get_by_role("button", name="DeepSeek-R1-0528").first.click()
    page.wait_for_selector(".sv-claim")
    settled(page)
    said, address = headline(page), "/claims?" + page.url.partition("?")[2]
    question, notes = link.parse(address)
    assert question.claim and notes == ()
    page.context.close()
    again = visit(address)
    assert headline(again) == said
    again.get_by_role("button", name="Close claim").click()
    again.wait_for_selector(".sv-claim", state="detached")
    settled(again)
    assert "claim=" not in again.url


def test_filters_of_the_page_stand_in_the_link_and_in_the_file(visit):
    page = visit("/claims?v=1")
    page.locator(".st-key-page-claim_verdict").get_by_text("Impossible").click()
    page.wait_for_function("!document.querySelector('.sv-claims').innerText.includes('Reproduced')")
    settled(page)
    assert "claim_verdict=Impossible" in page.url
    rows = page.locator(".sv-claims tbody tr").count()
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Claims as CSV").click()
    content = waiting.value.path().read_bytes()
    assert content == claims_csv.claims_csv(link.parse("?" + page.url.partition("?")[2])[0])
    assert len(list(csv.DictReader(io.StringIO(content.decode())))) == rows


def test_a_first_token_limit_replaces_the_curve_by_a_sentence(visit):
    page = visit("/claims?v=1")
    assert page.get_by_role("button", name="Curve as CSV").count() == 1
    page.locator(".st-key-page-slo_ttft_s").get_by_text("3 s", exact=True).click()
    page.get_by_text("Nothing to compare at equal speed per user").wait_for()
    settled(page)
    assert page.get_by_role("button", name="Curve as CSV").count() == 0
    assert "slo_ttft_s=3" in page.url


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_screen(visit, width):
    page = visit(OPENED, viewport={"width": width, "height": 844})
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    wide = page.evaluate(
        "[...document.querySelectorAll('.sv-claim *, .sv-said')].filter(n => n.scrollWidth > innerWidth)"
    )
    assert wide == []
