"""The model without points, and accelerators without watts: each says what it is and how to go on."""

from dataclasses import replace

import pytest

from data.answer import answer
from model.question import Question
from pages.ui import caution, cells, expected, hover, link, operating
from pages.ui.empty import empty, modelled
from pages.ui.export import frontier_csv
from pages.ui.left_out import left_out, left_out_details
from pages.ui.picture import _pictured
from pages.ui.presets import OPENING
from pages.ui.wattless import wattless
from pages.ui.wording import headline

ALONE = replace(OPENING.question, layer=("model",), ghost="none")


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"pin": 5000.0}, "no modelled curve reaches 5,000 tok/s/user; the fastest, "),
        ({"pin": 300.0}, "only Jalapeño reaches 300 tok/s/user; the next fastest, "),
        ({"slo_interactivity": 9000.0}, "no modelled configuration is as fast as your limit, 9,000 tok/s/user; "),
    ],
)
def test_the_model_alone_speaks_of_no_points(changes, words):
    said = headline(answer(replace(ALONE, **changes)))
    assert words in said and said.startswith("By the model")
    assert "has points" not in said and "no point" not in said


def test_nothing_published_is_left_out_where_the_published_layer_is_off():
    assert left_out(answer(ALONE)) == left_out_details(answer(ALONE)) == ""
    assert left_out(answer(OPENING.question))


def test_a_model_that_cannot_answer_says_why():
    asked = answer(Question(decoding=("mtp",), layer=("model",)))
    said = empty(asked, answer).sentence
    assert said.startswith("The model has no curve for DeepSeek-R1-0528: the model speaks of plain decoding only. ")
    assert "Published has " in said


RUBIN = replace(OPENING.question, chip=("vr200", "gb300", "jalapeno", "mi455x"), power="custom", ghost="none")


def test_who_has_no_watts_on_the_custom_basis_is_said_first_in_the_ranking_and_asked_for():
    answered = answer(replace(RUBIN, watts=(("vr200", 2300.0),)))
    assert set(wattless(answered)) == {"gb300", "jalapeno", "mi455x"}
    said = caution.basis_words(answered)
    assert "No watts entered for " in said and "type them in the boxes under the ranking." in said
    assert all(name in said for name in ("GB300", "Jalapeño", "MI455X"))
    rows = {cell.name: cell.value for cell in cells.ranking_cells(answered)}
    assert {rows[name] for name in ("GB300", "Jalapeño", "MI455X")} == {"not computable: no watts entered"}
    assert not any("Not modelled" in sentence for sentence in expected.sentences(answered))
    all_typed = tuple((key, 1000.0) for key in RUBIN.chip)
    assert "No watts" not in caution.basis_words(answer(replace(RUBIN, watts=all_typed)))


def test_a_chip_that_only_the_model_knows_has_its_reason_on_every_basis():
    answered = answer(replace(OPENING.question, chip=("b200", "mi455x")))
    rows = {cell.name: cell.value for cell in cells.ranking_cells(answered)}
    assert rows["MI455X"].startswith("not computable: ") and "power" in rows["MI455X"]


def test_where_nothing_is_published_the_model_is_one_click_away():
    asked = link.parse("v=1&isl=20000&osl=500&chip=GB300&precision=FP4")[0]
    message = _pictured(asked, "light").content.message
    assert message.other == "Turn the model on"
    turned = link.parse(message.other_value)[0]
    assert turned == replace(asked, layer=("published", "model")) and answer(turned).curves
    nothing = link.parse("v=1&llm=GLM-4.7&decoding=MTP")[0]
    assert modelled(answer(nothing), answer) is None


def test_a_what_if_has_one_name_on_curve_card_hover_and_in_the_table():
    asked = replace(OPENING.question, chip=("gb300",), if_chip="gb300", if_bandwidth=1.5, batch=64)
    answered, name = answer(asked), "GB300, bandwidth ×1.5"
    assert name in [curve.name for curve in answered.modelled]
    assert name in [card.name for card in operating.cards(answered)]
    texts = hover.hovers(answered)
    assert any(text.startswith(f"<b>{name}</b>") for text in texts) and not any("what if" in text for text in texts)
    assert f'"{name}"' in frontier_csv(answered, "all").decode()
