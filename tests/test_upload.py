"""The box for a visitor's own files: what is read is told, drawn at once, mapped, renamed, removed."""

import polars as pl
import pytest
from streamlit.testing.v1 import AppTest

from data import store
from data.spreadsheet import safe

HOSTILE = "<img src=x onerror=alert(1)>"


def page():
    """The sidebar, the line and the box, as the app draws them."""
    from pages.ui.controls import controls, folded
    from pages.ui.upload import line, upload

    folded()
    line()
    controls()
    upload()


def own_csv(how_many=5, **changed):
    rows = store.table("points").filter(grade="A", accelerator="gb200", precision="fp4", decoding="plain")
    return safe(rows.head(how_many).with_columns(pl.lit(value).alias(name) for name, value in changed.items()))


@pytest.fixture
def app():
    return AppTest.from_function(page, default_timeout=60).run()


def given(app, *files):
    """The app after these files were chosen."""
    for name, content in files:
        app.file_uploader[0].upload(name, content, "text/csv")
    app = app.run()
    assert not app.exception
    return app


def held(app):
    return app.session_state["yours points"]


def test_a_file_is_read_told_and_drawn_at_once(app):
    app = given(app, ("run 7.csv", own_csv()))
    assert held(app).name == "run 7" and held(app).points.height == 5
    assert [one.value for one in app.success] == ["run 7\\.csv\\, our own table\\: 5 rows read\\, 5 accepted\\."]
    assert app.session_state["layer"] == ["Published", "Yours"]
    line = next(one.value for one in app.caption if one.value.startswith("Your points"))
    assert "5 as “run 7”" in line and "does not carry them" in line


def test_several_files_are_one_table(app):
    app = given(app, ("a.csv", own_csv(3)), ("a.csv", own_csv(2)))
    assert held(app).points["id"].to_list() == ["u00001", "u00002", "u00003", "u00004", "u00005"]


def test_a_bad_row_is_told_and_the_good_ones_stay(app):
    content = own_csv().decode().splitlines()
    heads = content[0].split(",")
    cells = content[2].split(",")
    cells[heads.index("tput_total")] = "-3"
    app = given(app, ("half.csv", "\n".join([content[0], content[1], ",".join(cells)]).encode()))
    assert held(app).points.height == 1
    assert "1 rejected" in app.warning[-1].value
    assert any("tput_total" in one.value and "Row 2" in one.value for one in app.text)


def test_what_is_no_table_is_refused_in_a_sentence_and_leaves_nothing(app):
    app = given(app, ("evil.csv", b"PK\x03\x04 zip"))
    assert "zip archive" in app.error[-1].value
    assert not held(app)


def test_an_unknown_name_is_mapped_by_the_visitor_and_stays_mapped(app):
    app = given(app, ("x.csv", own_csv(accelerator=HOSTILE)))
    box = app.selectbox(key=f"yours means chip {HOSTILE}")
    assert HOSTILE not in box.label  # its letters are escaped
    assert held(app).points["accelerator"].unique().to_list() == [HOSTILE]
    box.set_value("gb300")
    for _ in range(2):
        app = app.run()
        assert held(app).points["accelerator"].unique().to_list() == ["gb300"]
    app.selectbox(key=f"yours means chip {HOSTILE}").set_value(None)
    app = app.run()
    assert held(app).points["accelerator"].unique().to_list() == [HOSTILE]


def test_renamed_hidden_shown_and_removed(app):
    app = given(app, ("x.csv", own_csv()))
    app.text_input(key="yours name").set_value("night: run")
    app = app.run()
    assert held(app).name == "night run"
    app.button(key="hide yours").click()
    app = app.run()
    assert app.session_state["layer"] == ["Published"] and held(app)
    app.button(key="show yours").click()
    app = app.run()
    assert app.session_state["layer"] == ["Published", "Yours"]
    app.button(key="remove yours").click()
    app = app.run()
    assert "yours points" not in app.session_state and app.session_state["layer"] == ["Published"]
    assert not app.file_uploader[0].value


@pytest.mark.parametrize("chosen", [None, ["A official measurement"]])
def test_an_upload_changes_nothing_of_the_question_but_their_layer_and_remove_undoes_that(app, chosen):
    from pages.ui import parameters

    if chosen:
        app.session_state["grade"] = chosen
        app = app.run()
    before = {name: app.session_state[name] for name in parameters.kinds() if name in app.session_state}
    app = given(app, ("x.csv", own_csv()))
    after = {name: app.session_state[name] for name in before}
    assert after == before | {"layer": [*before["layer"], "Yours"]}
    app.button(key="remove yours").click()
    app = app.run()
    assert {name: app.session_state[name] for name in before} == before


def test_a_session_without_points_has_no_line(app):
    given(app, ("x.csv", own_csv()))
    other = AppTest.from_function(page, default_timeout=60).run()
    assert not [one for one in other.caption if "Your points" in one.value]
    assert "yours points" not in other.session_state
