"""What a visitor sees and does on the frontier page, in a real browser."""

import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import urlsplit

from pages.ui import link
from tests.browser.conftest import ROOT, settled

RATIO = ".sv-ranking tbody tr:nth-child(2) td:nth-of-type(3)"
RANGE = "document.querySelector('.js-plotly-plot').layout.xaxis.range"
PLACE = """([x, y]) => {
  const plot = document.querySelector('.js-plotly-plot'), box = plot.getBoundingClientRect();
  const { xaxis, yaxis } = plot._fullLayout;
  return { x: box.left + xaxis._offset + xaxis.d2p(x), y: box.top + yaxis._offset + yaxis.d2p(y) };
}"""


def headline(page) -> str:
    return page.locator("h1").inner_text()


def drawn(page) -> int:
    return int(page.locator(".sv").get_attribute("data-drawn"))


def choose(page, group: str, label: str) -> None:
    """Press a pill of the group bound to a parameter and wait until the chart is drawn anew."""
    before = drawn(page)
    page.locator(f".st-key-{group}").get_by_text(label, exact=True).click()
    page.wait_for_function(f"Number(document.querySelector('.sv').dataset.drawn) > {before}")
    settled(page)


def box(page) -> dict:
    """The plot area inside the axes, in CSS pixels of the page."""
    return page.locator(".js-plotly-plot .nsewdrag").first.bounding_box()


def address(page) -> str:
    parts = urlsplit(page.url)
    return f"{parts.path}?{parts.query}"


def test_the_first_picture_is_the_answer(visit):
    page = visit("/")
    assert headline(page) == "Jalapeño leads at every speed: 3.8× GB200’s tokens per watt at 100 tok/s/user"
    assert page.locator(".sv-ranking tbody tr").count() == 6
    assert page.locator(RATIO).inner_text() == "3.8×"
    assert "first token takes 12 s" in page.locator(".sv-asked").nth(1).inner_text()
    assert "ghost=Sustained" in page.url
    lowest = page.locator(".sv-ranking").bounding_box()
    assert lowest["y"] + lowest["height"] < 860
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_power_basis_changes_axis_and_ratio(visit):
    page = visit("/")
    choose(page, "power", "All-in")
    assert "power=All-in" in page.url
    assert "Mixed tokens/s per all-in kW" in page.locator(".js-plotly-plot").inner_text()
    assert page.locator(RATIO).inner_text() == "3.7×"
    assert "1,125" in page.locator(".sv-ranking tbody tr").first.inner_text()


def test_a_link_restores_the_picture_on_a_restarted_server(visit, server):
    page = visit("/")
    choose(page, "power", "All-in")
    choose(page, "decoding", "MTP")
    said, link = headline(page), address(page)
    rows = page.locator(".sv-ranking tbody").inner_text()
    page.context.close()
    server.restart()
    again = visit(link)
    assert headline(again) == said
    assert again.locator(".sv-ranking tbody").inner_text() == rows
    assert sorted(address(again).split("?")[1].split("&")) == sorted(link.split("?")[1].split("&"))


def test_the_zoom_survives_a_change(visit):
    page = visit("/")
    whole, area = page.evaluate(RANGE), box(page)
    page.mouse.move(area["x"] + 300, area["y"] + 100)
    page.mouse.down()
    page.mouse.move(area["x"] + 600, area["y"] + 400, steps=5)
    page.mouse.up()
    page.wait_for_timeout(300)
    zoomed = page.evaluate(RANGE)
    assert zoomed[1] - zoomed[0] < 0.5 * (whole[1] - whole[0])
    choose(page, "power", "Facility")
    assert page.evaluate(RANGE) == zoomed


def test_a_click_on_the_empty_plot_moves_the_pin(visit):
    page = visit("/")
    entries, before, area = page.evaluate("history.length"), drawn(page), box(page)
    at = page.evaluate("document.querySelector('.js-plotly-plot')._fullLayout.xaxis.d2p(495)")
    page.mouse.click(area["x"] + at, area["y"] + 30)
    page.wait_for_function(f"Number(document.querySelector('.sv').dataset.drawn) > {before}")
    settled(page)
    assert "pin=500" in page.url
    assert headline(page).startswith("Only Jalapeño has points at 500 tok/s/user")
    page.locator(".sv-name button", has_text="Jalapeño").wait_for()
    page.locator(".sv-name button", has_text="GB200").click()
    page.wait_for_url("**highlight=GB200**")
    settled(page)
    assert page.evaluate("history.length") == entries


def test_a_click_on_a_knot_shows_the_point_with_its_source(visit):
    page = visit("/")
    knot = page.evaluate(PLACE, [101.64, 17685.87])
    page.mouse.move(knot["x"] - 3, knot["y"])
    page.mouse.move(knot["x"], knot["y"], steps=3)
    page.mouse.click(knot["x"], knot["y"])
    panel = page.locator(".st-key-point")
    panel.wait_for()
    assert "1,024" in panel.inner_text()
    assert panel.locator("a[href*='InferenceX-app/pull/870']").count() >= 1


def test_the_downloaded_csv_is_the_command_lines(visit, tmp_path):
    page = visit("/")
    choose(page, "power", "Sustained")
    for label, more in (("Frontier as CSV", []), ("All points as CSV", ["--all"])):
        with page.expect_download() as started:
            page.get_by_role("button", name=label).click()
        command = [sys.executable, "-m", "pages.ui.export", address(page), "-o", str(tmp_path / "line.csv"), *more]
        subprocess.run(command, cwd=ROOT, check=True)
        assert Path(started.value.path()).read_bytes() == (tmp_path / "line.csv").read_bytes()


def test_back_returns_to_the_page_before_in_one_press(visit):
    page = visit("/?v=1&precision=FP4")
    choose(page, "power", "All-in")
    said = headline(page)
    page.get_by_role("link", name="Accelerators and method").first.click()
    page.get_by_role("heading", name="Definitions and formulas").wait_for()
    settled(page)
    assert "power=All-in" in page.url
    page.go_back()
    page.wait_for_selector(".js-plotly-plot .main-svg")
    settled(page)
    assert headline(page) == said


def test_a_phone_shows_chart_and_ranking_without_sideways_scrolling(visit):
    page = visit("/", viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    ranking = page.locator(".sv-ranking").bounding_box()
    assert ranking["y"] + ranking["height"] < 844
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_nothing_matches_is_answered_in_words_with_a_way_out(visit):
    page = visit("/?v=1&llm=Kimi-K2.5&precision=FP8&chip=GB300")
    assert headline(page).startswith("No FP8 point of Kimi-K2.5 on GB300")
    before = drawn(page)
    page.locator(".sv-undo").first.click()
    page.wait_for_function(f"Number(document.querySelector('.sv').dataset.drawn) > {before}")
    settled(page)
    assert "GB300 peaks at" in headline(page)


def test_a_hostile_link_stays_letters(visit):
    page = visit("/?power=<img src=x onerror=alert(1)>&llm=' or 1=1 --&pin=1e999")
    assert page.locator("img[src=x]").count() == 0
    assert "is not known" in page.locator("[data-testid=stAlert]").first.inner_text()


def test_the_address_holds_the_question_through_every_turn_of_a_page(visit):
    page = visit("/?v=1&chip=GB300&chip=B200&precision=FP4&power=All-in&ghost=Rated&layer=Published")
    asked = link.parse(page.url)[0]
    for name in ("Results", "Frontier", "Sizing", "Frontier", "Claims", "Frontier"):
        page.get_by_role("link", name=name, exact=True).first.click()
        page.wait_for_url(re.compile(f"/{name.lower().replace('frontier', '')}\\?"))
        settled(page)
        page.wait_for_function("() => location.search.includes('ghost=')")
        assert link.parse(page.url)[0] == asked, name
