"""A visitor's own points in one browser session, and none of them in another at the same time."""

import polars as pl
import pytest

from data import store
from data.spreadsheet import safe
from tests.browser.conftest import settled

HOSTILE = "<img src=x onerror=alert(1)>"


@pytest.fixture
def results(tmp_path):
    """A file of results on an accelerator with a hostile name, of another LLM's engine with another."""
    rows = store.table("points").filter(
        llm="DeepSeek-R1-0528", isl=8192, osl=1024, accelerator="gb200", precision="fp4", decoding="plain", grade="A"
    )
    path = tmp_path / "night run.csv"
    mine = rows.with_columns(engine=pl.lit(HOSTILE))
    path.write_bytes(safe(pl.concat([mine, mine.head(5).with_columns(accelerator=pl.lit(HOSTILE))])))
    return path


def rerun(page):
    page.wait_for_timeout(500)
    settled(page)


def upload(page, path):
    """Bring the file on the results page."""
    page.get_by_role("link", name="Results", exact=True).first.click()
    page.get_by_text("Bring your own results").wait_for()
    page.get_by_text("Bring your own results").click()
    page.locator("input[type=file]").set_input_files(path)
    page.get_by_text("accepted").wait_for()
    rerun(page)


def to_frontier(page):
    page.get_by_role("link", name="Frontier", exact=True).first.click()
    page.wait_for_selector(".js-plotly-plot .main-svg")
    rerun(page)


def drawn(page):
    """Symbols of the marks that the chart holds, and all its texts."""
    return page.evaluate("""() => {
        const plot = document.querySelector(".js-plotly-plot");
        const marks = plot.data.flatMap((trace) => trace.marker ? [trace.marker.symbol].flat() : []);
        const notes = plot.layout.annotations.map((note) => note.text);
        return [marks, notes.concat(plot.data.flatMap((trace) => [trace.hovertext || []].flat()))];
    }""")


def file_of(page, name):
    with page.expect_download() as got:
        page.get_by_role("button", name=name).first.click()
    return pl.read_csv(got.value.path(), infer_schema_length=None)


def test_own_points_are_drawn_told_and_taken_along_in_one_session_alone(visit, results):
    mine, other = visit("/"), visit("/")
    upload(mine, results)
    to_frontier(mine)
    symbols, texts = drawn(mine)
    assert "star" in symbols and any("yours: night run GB200" in text for text in texts)
    assert "layer=Yours" in mine.url
    assert mine.get_by_text("does not carry them").count() >= 2  # in the sidebar, and by the files
    table = file_of(mine, "All points as CSV")
    assert table.filter(grade="U").height > 0 and "yours: night run GB200" in table["chip"].to_list()

    other.goto(mine.url)  # the same link, at the same time
    other.wait_for_selector(".js-plotly-plot .main-svg")
    rerun(other)
    symbols, texts = drawn(other)
    assert "star" not in symbols and not any("yours" in text for text in texts)
    assert not other.get_by_text("night run").count()
    assert file_of(other, "All points as CSV").filter(grade="U").is_empty()

    mine.get_by_role("button", name="Remove", exact=True).click()
    rerun(mine)
    assert "star" not in drawn(mine)[0] and not mine.get_by_text("night run").count()


def test_a_hostile_name_stays_letters_everywhere(visit, results):
    page = visit("/")
    page.on("dialog", lambda dialog: pytest.fail("a script ran"))
    upload(page, results)
    for name in ("Frontier", "Sizing", "Bottleneck", "Accuracy", "Results"):
        page.get_by_role("link", name=name, exact=True).first.click()
        rerun(page)
        assert page.locator("img[src=x]").count() == 0
    to_frontier(page)
    texts = [text for text in drawn(page)[1] if "onerror" in text]
    assert texts and all("<img" not in text for text in texts)
