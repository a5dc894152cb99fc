"""Every page opens through app.py, links set the widgets, broken ones are told, choices outlive a page change."""

from pathlib import Path
from urllib.parse import parse_qs

import pytest
from streamlit.testing.v1 import AppTest

from model.question import Question
from pages.ui import link
from pages.ui.address import fit
from pages.ui.ladder import PIN_LABELS, SHARE_LABELS
from pages.ui.parameters import kinds
from pages.ui.presets import OPENING, PRESETS
from pages.ui.widgets import as_query, defaults, held, plain

ROOT = Path(__file__).parent.parent
KINDS = ("button_group", "selectbox", "select_slider", "number_input", "date_input", "text_input", "toggle")
KINDS += ("multiselect",)
VIEWS = sorted(path.name for path in (ROOT / "pages" / "views").glob("*.py"))


def opened(address):
    """The app as a visitor finds it who opens `address`."""
    app = AppTest.from_file(ROOT / "app.py", default_timeout=30)
    for name, texts in parse_qs(address.partition("?")[2], keep_blank_values=True).items():
        app.query_params[name] = texts
    return app.run()


def asked(app):
    """The Question that the app's widgets hold."""
    return link.parse(as_query({name: app.session_state[name] for name in kinds()}))[0]


@pytest.mark.parametrize("view", VIEWS)
def test_every_page_opens(view):
    app = opened("/?v=1").switch_page(f"pages/views/{view}").run()
    assert not app.exception
    assert app.main


def test_a_bare_address_becomes_the_opening_picture():
    app = opened("/")
    assert not app.exception
    assert not app.warning
    assert asked(app) == OPENING.question
    assert set(app.query_params) == set(link.query_of(OPENING.question))


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_the_widgets_can_hold_every_preset(preset):
    assert fit(preset.question) == (preset.question, ())
    assert link.parse(as_query(held(preset.question))) == (preset.question, ())


def test_a_link_sets_the_widgets():
    question = Question(
        **{"llm": "gpt-oss-120b", "isl": 1024, "chip": ("gb200", "b200"), "decoding": ("mtp",), "latest": False},
        **{"since": "2026-01-15", "batch_min": 4, "batch_max": 512, "x": "e2e_s", "y": "usd_per_mtok_total"},
        **{"pin": 7.5, "power": "facility", "f": 0.8, "pue": 1.35, "watts": (("b200", 900.0),), "slo_ttft_s": 2.5},
        **{"price": "rental", "highlight": "b200", "ghost": "custom", "grade": ("A", "B"), "steps": True},
    )
    app = opened(link.format(question))
    assert not app.exception
    assert not app.warning
    assert asked(app) == question
    assert app.session_state["pin"] == "7.5"
    assert app.session_state["x"] == "Whole request (E2E)"


def test_a_broken_link_falls_back_and_says_so_once():
    app = opened("/?power=warp&chip=gb300&pin=123&chip=wse-3&highlight=wse-3")
    assert not app.exception
    assert asked(app) == Question(chip=("gb300",), pin=120.0)
    told = " ".join(note.value for note in app.main.warning).replace("\\", "")
    assert "“warp” is not known" in told
    assert "pin=123 lies between two steps; 120 is shown instead." in told
    assert "No points are published of WSE-3" in told
    assert not app.run().main.warning


def test_a_number_beyond_the_steps_is_told_as_such():
    notes = fit(Question(pin=20_000.0, f=0.2))[1]
    assert notes == (
        "pin=20000 lies outside the steps; 10000 is shown instead.",
        "f=0.2 lies outside the steps; 0.3 is shown instead.",
    )
    assert fit(Question(pin=0.0001))[1] == ("pin=0.0001 lies outside the steps; 0.001 is shown instead.",)


def test_a_choice_outlives_a_page_change():
    app = opened("/?v=1")
    power = next(pills for pills in app.get("button_group") if pills.key == "power")
    power.set_value("Sustained").run()
    app.switch_page("pages/views/method.py").run()
    assert asked(app) == Question(power="sustained")


def test_the_map_of_winners_follows_the_measure_that_is_chosen_and_a_link_keeps_its_own():
    app = opened("/?v=1&size_by=USD+per+hour").switch_page("pages/views/sizing.py").run()
    assert app.session_state["map_by"] == "Sustained share f"
    for name, label, follows in (
        ("size_by", "USD per M output tokens", "Price of one"),
        ("size_by", "Facility MW", "PUE of one"),
        ("page load", "USD per month", "Price of one"),
    ):
        app.selectbox(key=name).set_value(label).run()
        assert not app.exception and app.session_state["map_by"] == follows


def test_wrong_text_is_told_beside_its_box():
    app = opened("/?v=1")
    app.text_input(key="watts").set_value("b200:900, gb300:many").run()
    assert asked(app).watts == (("b200", 900.0),)
    assert any("gb300:many" in caption.value.replace("\\", "") for caption in app.sidebar.caption)
    assert not app.sidebar.warning


def test_limits_that_depend_on_another_choice_are_told():
    app = opened("/?v=1")
    app.number_input(key="batch_min").set_value(100).run()
    app.number_input(key="batch_max").set_value(10).run()
    assert asked(app) == Question()
    assert "not 100 to 10" in app.sidebar.warning[0].value.replace("\\", "")


def test_widgets_start_at_the_frozen_defaults():
    app = opened("/?v=1")
    assert {name: app.session_state[name] for name in defaults()} == defaults()
    assert link.parse(as_query(defaults())) == (Question(), ())


def test_every_parameter_has_a_widget_with_a_visible_label_and_help():
    app = opened("/?v=1")
    widgets = [element for kind in KINDS for element in app.sidebar.get(kind)]
    assert {element.key for element in widgets} == set(kinds()) | {"v"}
    assert all(element.label and element.help and element.proto.label_visibility.value == 0 for element in widgets)


def test_the_pin_has_the_round_speeds():
    assert {"10", "20", "30", "50", "75", "100", "150", "200", "300", "500", "1000"} <= set(PIN_LABELS)
    assert (PIN_LABELS[0], PIN_LABELS[-1], len(PIN_LABELS)) == ("0.001", "10000", 85)
    assert SHARE_LABELS[0] == "not assumed"
    assert {"0.3", "0.786", "1"} <= set(SHARE_LABELS)


def test_a_strangers_text_is_no_markup():
    assert plain("[a](http://x.y) :red[b] $c$ <d> `e`") == (r"\[a\]\(http\:\/\/x\.y\) \:red\[b\] \$c\$ \<d\> \`e\`")
