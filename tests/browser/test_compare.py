"""A real browser saves the report: words, link and citation of the page, and its figure as a picture inside."""

import base64
import re

from model import __version__
from pages.ui import link

PNG = b"\x89PNG\r\n\x1a\n"


def test_the_report_holds_the_page(visit):
    page = visit("/?v=1&power=Sustained&f=0.8&pin=50")
    with page.expect_download() as got:
        page.get_by_role("button", name="Report", exact=True).click()
    text = got.value.path().read_text(encoding="utf-8")
    assert got.value.suggested_filename == "scoville-deepseek-r1-0528-tput-total-per-kw.md"
    assert text.startswith(f"# {page.get_by_role('heading', level=1).inner_text()}\n")
    (picture,) = re.findall(r"\(data:image/png;base64,([^)]*)\)", text)
    data = base64.b64decode(picture, validate=True)
    width = int.from_bytes(data[16:20], "big")
    assert data.startswith(PNG)
    assert width == 2 * page.locator(".sv-plot").first.evaluate("node => node.clientWidth")
    (address,) = re.findall(r"<(http://127\.0\.0\.1[^>]*)>", text)
    assert link.parse(address) == link.parse(page.url)
    assert re.search(rf"Scoville {re.escape(__version__)}, “.*”, accessed \d{{4}}-\d\d-\d\d, <http", text)
    for name in page.locator(".sv-ranking th.sv-name").all_inner_texts():
        assert f"| {name.strip()} |" in text


def test_the_line_to_cite_names_version_and_link(visit):
    page = visit("/?v=1&power=Sustained&f=0.8")
    line = page.locator("[data-testid=stCode]").filter(has_text="accessed").inner_text()
    assert line.startswith(f"Scoville {__version__}, “")
    assert page.url.partition("?")[2] in line
