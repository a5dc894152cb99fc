"""A real browser follows hostile links: no exception box, no console error, no markup that came with the link."""

from tests.browser.conftest import settled
from tests.hostile import links

FOLLOWED = 40
PLANTED = "img[src=x], script:not([src]):not(:empty)"


def test_hostile_links_do_nothing(visit, server):
    page = visit("/")
    page.on("dialog", lambda dialog: (_ for _ in ()).throw(AssertionError(dialog.message)))
    for address in links(FOLLOWED, seed=3):
        page.goto(server.url + address)
        page.wait_for_selector("[data-testid=stApp] h1")
        settled(page)
        assert not page.locator("[data-testid=stException]").count(), address[:300]
        planted = page.locator(PLANTED).evaluate_all("found => found.map(one => one.outerHTML)")
        assert not [html for html in planted if "alert(1)" in html], address[:300]
