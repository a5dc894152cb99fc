"""What a visitor sees and does on the pools page, in a real browser."""

from data.pools import answered
from pages.ui import link, pools, pools_csv
from tests.browser.conftest import settled

OPENED = "/pools?v=1&llm=gpt-oss-120b&pin=400&watts=groq3-lpu%3A600&pool_link_gbs=100"


def headline(page) -> str:
    return page.locator("h1").inner_text()


def asked(page):
    return link.parse("/pools?" + page.url.partition("?")[2])[0]


def test_a_link_restores_the_pair_its_watts_and_its_link(visit):
    page = visit(OPENED)
    question, notes = link.parse(OPENED)
    assert notes == () and asked(page) == question
    assert headline(page) == pools.headline(answered(question))
    assert "tokens per watt" in headline(page)
    assert "over your link of 100 GB/s" in page.locator("[data-testid=stMain]").inner_text()
    assert page.get_by_text("gpt-oss-120b in FP4 fits one Groq 3 LPX rack", exact=False).first.is_visible()


def test_the_question_whether_r1_fits_is_answered_above_the_fold(visit):
    page = visit("/pools?v=1")
    said = page.get_by_text("does not fit one Groq 3 LPX rack", exact=False).first
    assert said.is_visible() and said.bounding_box()["y"] < 860


def test_a_ready_pair_and_a_typed_peak_stand_in_the_link_and_in_the_file(visit):
    page = visit("/pools?v=1")
    page.get_by_text("Trainium3 + WSE-3", exact=True).first.click()
    page.wait_for_function("document.querySelector('h1').innerText.includes('WSE-3: not computable')")
    settled(page)
    assert (asked(page).pool_prefill, asked(page).pool_decode) == ("trainium3", "wse-3")
    box = page.locator(".st-key-page-pool_peak_tflops input")
    box.fill("12500")
    box.press("Enter")
    page.wait_for_function("!document.querySelector('h1').innerText.includes('not computable')")
    settled(page)
    question = asked(page)
    assert question.pool_peak_tflops == 12_500 and headline(page) == pools.headline(answered(question))
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Frontiers as CSV").click()
    assert waiting.value.path().read_bytes() == pools_csv.content(question, False, False)


def test_watts_that_nobody_published_can_be_typed(visit):
    page = visit("/pools?v=1")
    assert "tokens per chip" in headline(page)
    box = page.get_by_label("Groq 3 LPX, W per LPU")
    box.fill("600")
    box.press("Enter")
    page.wait_for_function("document.querySelector('h1').innerText.includes('tokens per watt')")
    settled(page)
    assert asked(page).watts == (("groq3-lpu", 600.0),)
    page.reload()
    settled(page)
    page.wait_for_function("document.querySelector('h1')?.innerText.includes('tokens per watt')")
    assert page.get_by_label("Groq 3 LPX, W per LPU").input_value() == "600.00"
    assert "your 600 W per LPU of Groq 3 LPX" in page.locator(".sv-asked").inner_text()
