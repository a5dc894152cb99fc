"""A real browser opens a comparison from its link: both questions drawn, the quotient in words and alike in the CSV."""

import csv

from pages.ui import link
from tests.test_compared import ASKED


def test_a_link_opens_a_comparison_and_its_csv_agrees(visit):
    page = visit(link.format(ASKED))
    layers = page.evaluate("document.querySelector('.js-plotly-plot').data.map((trace) => trace.meta.layer)")
    assert {"frontier", "second"} <= set(layers)
    assert link.parse(page.url)[0] == ASKED
    words = page.locator(".sv-words").first.inner_text()
    page.get_by_role("heading", name="Beside a second question").wait_for()
    with page.expect_download() as got:
        page.get_by_role("button", name="Quotient as CSV").click()
    rows = list(csv.DictReader(got.value.path().read_text(encoding="utf-8").splitlines()))
    for who in ("Jalapeño", "GB200", "MI355X"):
        (ratio,) = {f"{float(row['ratio']):.2f}×" for row in rows if row["accelerator"] == who}
        assert ratio in words
    page.get_by_role("button", name="Stop comparing").click()
    page.get_by_role("button", name="Compare with…").wait_for()
    assert "compare=" not in page.url
    page.get_by_role("button", name="Compare with…").click()
    page.get_by_role("button", name="Pin this view").click()
    page.get_by_text("Nothing that bears on the numbers differs.").wait_for()
    assert "compare=" in page.url
