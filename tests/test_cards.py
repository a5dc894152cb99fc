"""The cards of a pinned batch: named apart, at the pin where a deployment gets there, and said where none does."""

import re
from dataclasses import replace

import pytest

from data.answer import answer
from pages.ui import operating
from pages.ui.formats import compact
from pages.ui.presets import OPENING
from pages.ui.theme import colours

MODELS = replace(OPENING.question, layer=("published", "model"), batch=64)


def cards(**changes):
    return operating.cards(answer(replace(MODELS, **changes)))


def test_a_card_says_its_precision_where_its_chip_has_two():
    names = [card.name for card in cards(chip=("gb300", "jalapeno"), precision=(), batch=32)]
    assert {"GB300 FP4", "GB300 FP8"} <= set(names) and len(set(names)) == len(names)
    assert {card.name for card in cards(chip=("gb300",), precision=("fp4",))} == {"GB300"}


@pytest.mark.parametrize("changes", [{}, {"x": "e2e_s", "pin": 10.0}])
def test_a_card_is_at_the_pin_or_better_or_says_that_it_is_slower(changes):
    answered = answer(replace(MODELS, **changes))
    faster = 1 if answered.question.x == "interactivity" else -1
    for row in answered.points.filter("pinned").iter_rows(named=True):
        own = answered.points.filter(kind="model", series=row["series"])["x"]
        reach = ((own - answered.question.pin) * faster >= 0).any()
        assert ((row["x"] - answered.question.pin) * faster >= 0) == reach


def test_a_pin_that_none_reaches_is_said_on_every_card():
    slow = cards(pin=100_000.0)
    assert slow and {card.aside for card in slow} == {"slower than the pin"}
    assert "<em>slower than the pin</em>" in operating.html(slow, colours("light"))
    assert "slower than the pin" in operating.title(answer(MODELS))


def test_labels_are_short_and_the_sentence_above_says_what_they_count():
    labels = [label for label, _ in cards()[0].rows]
    assert labels == ["user tok/s", "first token", "tok/s/kW", "$/M tok", "decode limit", "90 % band"]
    assert "mixed tokens, kW are rated" in operating.title(answer(MODELS))


def test_a_card_tells_its_whole_layout_and_the_band_of_the_file():
    answered = answer(MODELS)
    rows = {row["accelerator"]: row for row in answered.points.filter("pinned").iter_rows(named=True)}
    for card in operating.cards(answered):
        row = rows[card.accelerator]
        assert card.layout.count("DP attention") == sum(int(dp) > 1 for dp in re.findall(r"·dp(\d+)", row["id"]))
        assert dict(card.rows)["90 % band"] == f"{compact(row['y_low'])}–{compact(row['y_high'])}"
    assert any("DP attention" in card.layout for card in operating.cards(answered))


def test_cards_say_why_the_ranking_has_other_figures():
    assert "The ranking reads each curve exactly at the pin" in operating.title(answer(MODELS))
