"""The whole main job without a mouse: choose, read, export, share, by Tab, arrows, Space and Enter alone.

What is in focus is asked for by the role and the name that a screen reader speaks.
"""

from tests.browser.conftest import settled, still

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
OUR_OWN = ".sv-ranking tbody tr, .sv-ranking input, .sv-ranking button, .sv-save button, .st-key-first button"
LOW = """(which) => [...document.querySelectorAll(which)].map((node) => [node, node.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.height < 43.5 || box.width < 43.5))
  .map(([node, box]) => `${node.outerHTML.slice(0, 120)} ${box.width}x${box.height}`)"""


def reach(page, role: str, name: str, most: int = 90) -> None:
    """Tab until the element of this role and name has the focus; it has to be on the screen then."""
    wanted = page.get_by_role(role, name=name, exact=role != "slider").first  # Streamlit names a slider twice
    for _ in range(most):
        if wanted.evaluate("node => node === document.activeElement"):
            break
        page.keyboard.press("Tab")
    assert wanted.evaluate("node => node === document.activeElement"), f"Tab does not reach {role} {name}"
    box = wanted.bounding_box()
    assert 0 <= box["y"] <= page.viewport_size["height"], f"{role} {name} is reached but not seen"


def press(page, key: str) -> None:
    """Press a key that changes the answer and wait for the chart to be drawn anew."""
    before = page.locator(".sv").get_attribute("data-drawn")
    page.keyboard.press(key)
    page.wait_for_function(f"document.querySelector('.sv').dataset.drawn !== '{before}'")
    settled(page)


def test_choose_read_export_and_share_without_a_mouse(visit):
    page = visit("/")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    still(page)
    assert page.get_by_role("heading", level=1).count() == 1
    before = page.get_by_role("heading", level=1).inner_text()

    reach(page, "radio", "Rated")
    page.keyboard.press("ArrowRight")
    press(page, "Space")
    assert "power=Sustained" in page.url
    reach(page, "slider", "Pin: tok/s per user, or s")
    press(page, "ArrowRight")
    assert "pin=" in page.url
    reach(page, "button", "Jalapeño")
    assert page.evaluate("document.activeElement.getAttribute('aria-pressed')") == "true"
    page.keyboard.press("ArrowRight")
    press(page, "Space")
    assert "chip=GB300" not in page.url
    reach(page, "button", "FP4")
    page.keyboard.press("ArrowRight")
    press(page, "Space")
    assert "precision=FP8" in page.url

    said = page.get_by_role("heading", level=1).inner_text()
    assert said != before
    assert page.locator(".sv [role=status].sv-unseen").inner_text() == said
    assert page.get_by_role("img", name=said).count() == 1  # the chart is told in the same words
    ranking = page.get_by_role("table").first
    assert ranking.get_by_role("rowheader").count() == ranking.locator("tbody tr").count() > 1
    assert ranking.get_by_role("columnheader", name="lead").count() == 1
    first = ranking.get_by_role("checkbox").first.get_attribute("aria-label")
    assert first.startswith("Show Jalapeño") and first.endswith("in the chart")
    reach(page, "checkbox", first)
    page.keyboard.press("Space")
    assert not page.get_by_role("checkbox", name=first, exact=True).is_checked()

    reach(page, "button", "Copy link")
    page.keyboard.press("Enter")
    page.get_by_text("Link copied").first.wait_for()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    name = page.locator(".st-key-files button").first.inner_text()
    reach(page, "button", name)
    with page.expect_download() as started:
        page.keyboard.press("Enter")
    assert started.value.suggested_filename == "scoville-frontier.csv"


def test_the_orientation_hides_no_answer_and_goes_for_the_session(visit):
    page = visit("/")
    told, ranking = page.locator(".st-key-first"), page.locator(".sv-ranking").bounding_box()
    box = told.bounding_box()
    assert ranking["y"] + ranking["height"] <= box["y"] and box["y"] + box["height"] <= 860
    address = page.url
    reach(page, "button", "Got it")
    page.keyboard.press("Enter")
    told.wait_for(state="detached")
    assert page.url == address
    page.locator("[data-testid=stMain]").evaluate("node => node.scrollTo(0, 0)")  # Tab had scrolled
    assert page.locator(".sv-ranking").bounding_box() == ranking


def test_a_finger_meets_44_pixels_and_motion_is_still(visit):
    page = visit("/", **PHONE, reduced_motion="reduce")
    still(page)
    assert page.evaluate(LOW, OUR_OWN) == []
    moving = "[...document.querySelectorAll('*')].filter(node => "
    moving += "parseFloat(getComputedStyle(node).transitionDuration) > 0.01).length"
    assert page.evaluate(moving) == 0


def test_paper_has_the_answer_and_its_assumptions_but_no_controls(visit):
    page = visit("/")
    page.emulate_media(media="print")
    for shown in ("h1", ".sv-plot", ".sv-ranking", ".sv-words", ".sv-paper table"):
        assert page.locator(shown).first.is_visible(), shown
    for hidden in ("[data-testid=stSidebar]", "header", ".sv-save", ".sv-presets", ".st-key-first"):
        assert not page.locator(hidden).first.is_visible(), hidden
    assert page.locator(".sv-paper tbody tr").count() == 6
    assert page.locator("[data-testid=stMain]").evaluate("node => getComputedStyle(node).overflowY") == "visible"
