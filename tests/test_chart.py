"""The live chart gets plotly.js from the installed package and still shows something where that cannot be written."""

from pathlib import Path

import pytest
from plotly.offline import get_plotlyjs
from streamlit.testing.v1 import AppTest

from pages.ui import plotlyjs

PAGE = """
from data.answer import answer
from model.question import Question
from pages.ui import chart, figures, ranking, theme
from pages.ui.panels import panels

said, colours = answer(Question(chip=("jalapeno", "gb200"), precision=("fp4",))), theme.colours("light")
figure = figures.figure(said, panels(said), colours)
content = chart.Content(figure, colours, "alt", [("Said.", "plain")], ranking.table(said, colours, panels(said)))
chart.live_chart(content, "frontier", {})
"""


def test_plotly_js_is_written_once_under_its_version(tmp_path):
    address = plotlyjs.address(tmp_path)
    assert address == f"app/static/plotly-{plotlyjs.version()}.min.js"
    (written,) = tmp_path.iterdir()
    assert written.read_text(encoding="utf-8") == get_plotlyjs()
    before = written.stat().st_mtime_ns
    assert plotlyjs.address(tmp_path) == address and written.stat().st_mtime_ns == before


def test_a_folder_that_is_missing_is_created(tmp_path):
    assert plotlyjs.address(tmp_path / "deleted" / "static")
    assert [path.suffix for path in (tmp_path / "deleted" / "static").iterdir()] == [".js"]


def test_a_folder_that_cannot_be_written_has_no_address(tmp_path):
    (tmp_path / "file").touch()
    assert plotlyjs.address(tmp_path / "file" / "static") is None


@pytest.mark.parametrize("written", [True, False])
def test_the_page_draws_with_and_without_a_writable_folder(written, tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    folder = tmp_path / ("static" if written else "file/static")
    monkeypatch.setattr(plotlyjs, "STATIC", folder)
    page = AppTest.from_string(PAGE, default_timeout=20).run()
    assert not page.exception
    assert bool(page.get("plotly_chart")) == (not written)
    assert any("static/" in caption.value for caption in page.caption) == (not written)


def test_the_element_writes_text_never_markup():
    script = (Path(plotlyjs.__file__).parent / "chart.js").read_text(encoding="utf-8")
    assert "innerHTML" not in script and "insertAdjacentHTML" not in script
