"""Every page, in both themes and on a phone, passes axe without a serious or critical finding."""

import pytest
from axe_playwright_python.sync_playwright import Axe

from tests.browser.conftest import still
from tests.test_app import VIEWS

FORMS = {
    "light": {"color_scheme": "light"},
    "dark": {"color_scheme": "dark"},
    "phone": {"viewport": {"width": 390, "height": 844}, "color_scheme": "light"},
}
ADDRESSES = {view: "/" + view.removesuffix(".py").replace("frontier", "") for view in VIEWS}
EVERY = {
    "runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"],
    "rules": {"target-size": {"enabled": True}},
    "resultTypes": ["violations"],
}
CONTRAST, FINGERS = (
    ["color-contrast"],
    ["target-size", "button-name", "link-name", "label", "scrollable-region-focusable"],
)
RULES = {  # the dark theme differs in colours alone, a phone in sizes and in what scrolls
    "light": EVERY,
    "dark": {"runOnly": CONTRAST, "resultTypes": ["violations"]},
    "phone": {"runOnly": FINGERS, "resultTypes": ["violations"]},
}
# of a long table the first rows stand for all: the same classes, thousands of times
ALIKE = "document.querySelectorAll('.sv-rows tbody tr:nth-child(n+30)').forEach(row => row.remove())"


@pytest.mark.parametrize("form", FORMS)
def test_no_page_shuts_anyone_out(visit, server, form):
    page, found = visit("/", **FORMS[form]), []
    for address in ADDRESSES.values():
        page.goto(server.url + address)
        page.wait_for_selector("[data-testid=stApp] h1")
        still(page)
        page.evaluate(ALIKE)
        for fault in Axe().run(page, options=RULES[form]).response["violations"]:
            if fault["impact"] in ("serious", "critical"):
                where = [f"{node['html'][:160]} {node['failureSummary'][:160]}" for node in fault["nodes"][:3]]
                found.append(f"{address}: {fault['id']} ({len(fault['nodes'])}): {where}")
    assert not found, "\n".join(found)
