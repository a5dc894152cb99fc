"""A second question beside the first: quotients, where the two change places, what is not shared, words and files."""

import csv
from dataclasses import replace

import numpy as np
import pytest

from data.answer import answer
from data.compared import compared
from model import compare as quotients
from model.question import Question
from model.standing import Curve
from pages.ui import compare, compare_chart, compare_csv, link
from pages.ui.export import main
from pages.ui.picture import _pictured
from pages.ui.presets import OPENING
from pages.ui.theme import colours

DERATED = replace(OPENING.question, power="all_in", ghost="none")
ASKED = replace(OPENING.question, compare=link.text_of(DERATED))


def curve(x, y, **more):
    x, y = (np.array(v, float) for v in (x, y))
    return Curve("b200", "B200", "fp4", "plain", "A", x, y, np.arange(len(x)), **more)


@pytest.fixture(scope="module")
def shown():
    return _pictured(ASKED, "light")


def test_a_quotient_is_read_where_both_have_points_and_nowhere_else():
    here, there = [curve([10, 20, 40], [8, 6, 2])], [curve([20, 80], [3, 1])]
    x = quotients.places(here, there)
    assert (x[0], x[-1]) == (20, 40)
    assert quotients.quotient(here, there, np.array([20.0]))[0] == 2
    assert np.isnan(quotients.quotient(here, there, np.array([50.0]))[0])
    assert quotients.shared(here, [curve([50, 80], [3, 1])]) is None


def test_two_straight_lines_change_places_where_they_meet():
    here, there = [curve([10, 40], [4, 1], what_if=False)], [curve([10, 40], [3, 2], what_if=False)]
    (at,) = quotients.passing(here, there, quotients.places(here, there))
    assert at == pytest.approx(25)  # 4 - 0.1 (x - 10) = 3 - (x - 10) / 30 at x = 10 + 15


def test_a_difference_below_half_a_percent_changes_no_places():
    here, there = [curve([10, 20, 40], [4, 3.001, 1])], [curve([10, 20, 40], [4.001, 3, 1.001])]
    assert not quotients.passing(here, there, quotients.places(here, there)).size


def test_all_in_watts_divide_every_accelerators_tokens_by_the_ratio_of_watts(shown):
    here, there = shown.second.here.watts, shown.second.there.watts
    assert len(shown.second.quotients) == 7
    for one in shown.second.quotients[1:]:
        wanted = there[one.accelerator].value / here[one.accelerator].value
        assert one.ratio == pytest.approx(np.full(len(one.x), wanted), rel=1e-9)
        assert f"{wanted:.2f}× for" in compare.at_pin(shown.second)


def test_the_best_of_each_is_the_better_of_its_curves_at_the_pin(shown):
    best, found = shown.second.quotients[0], shown.second
    y = [max(s.value for s in side.standings if s.kind == "value") for side in (found.here, found.there)]
    assert best.at_pin == pytest.approx(y[0] / y[1], rel=1e-9)


def test_both_are_drawn_on_the_same_axes_and_told_apart(shown):
    layers = [t for t in shown.content.figure["data"] if t["meta"]["layer"] == "second"]
    assert {t["meta"]["key"].partition("/")[0] for t in layers} == {c.accelerator for c in shown.answer.curves}
    assert {t["line"]["dash"] for t in layers} == {"9px,3px,2px,3px"}
    assert not any(t["meta"]["layer"] in ("ghost", "model") for t in shown.content.figure["data"])
    texts = [note["text"] for note in shown.content.figure["wide"]["annotations"]]
    assert "<i>Jalapeño 2nd</i>" in texts
    assert any("2nd: mixed tok/s per all-in kW" in text for text in texts)
    top = shown.content.figure["wide"]["yaxis"]["range"][1]
    assert top > max(float(np.nanmax(t["y"])) for t in layers)


def test_words_stand_in_headline_text_alternative_and_report(shown):
    for said in compare.words(shown.second):
        assert said in shown.content.alt
    assert "Power basis: Rated here, All-in there" in shown.content.subtitle
    assert "Tokens per watt here over there" in shown.content.report["after"]
    assert link.parse(shown.content.report["query"])[0] == ASKED


def test_without_a_second_question_nothing_is_compared(monkeypatch):
    monkeypatch.setattr(compare, "compared", None)  # which would fail if it were called
    assert compare.second(answer(Question(layer=("published",))), answer) is None


@pytest.mark.parametrize(
    ("change", "why"),
    [
        ({"y": "usd_per_mtok_total"}, "upwards Mixed tok/s per kW here, USD per M mixed tokens there"),
        ({"x": "e2e_s"}, "across Speed per user here, Whole request (E2E) there"),
        ({"llm": "gpt-oss-120b"}, "a token of DeepSeek-R1-0528 is other work than one of gpt-oss-120b"),
        ({"isl": 1024}, "a token of 8k in, 1k out is other work than one of 1k in, 1k out"),
    ],
)
def test_what_cannot_share_axes_says_why_and_what_each_says_alone(change, why):
    base = Question(precision=("fp4",))
    found = compare.second(answer(replace(base, compare=link.text_of(replace(base, **change)))), answer)
    assert (found.quotients, found.drawn) == ((), ())
    assert compare.why(found) == why
    assert any(said.startswith("There, ") for said in compare.words(found))
    assert " here, " in compare.words(found)[-1] and "×" in compare.words(found)[-1]


def test_the_same_question_is_the_same():
    question = Question(precision=("fp4",))
    found = compared(answer(question), answer(question))
    assert all(one.same and one.at_pin in (1.0, None) and not one.passing for one in found.quotients)
    assert compare_chart.along(found, colours("light"), "") is None


def test_the_command_line_prints_both_questions_and_their_quotient(tmp_path, shown):
    for more, name in ([], "both.csv"), (["--curve"], "ratio.csv"):
        assert main([link.format(ASKED), "-o", str(tmp_path / name), *more]) == 0
    both = list(csv.DictReader((tmp_path / "both.csv").read_text(encoding="utf-8").splitlines()))
    assert {row["question"]: row["power_basis"] for row in both} == {"this": "rated", "second": "all_in"}
    assert {row["link"] for row in both if row["question"] == "this"} == {link.format(ASKED)}
    content = (tmp_path / "ratio.csv").read_bytes()
    assert content == compare_csv.ratio_csv(shown.second)
    rows = list(csv.DictReader(content.decode().splitlines()))
    assert len(rows) == sum(len(one.x) for one in shown.second.quotients)
    for row in rows[::40]:
        assert float(row["y_here"]) / float(row["y_there"]) == pytest.approx(float(row["ratio"]))


def test_names_of_ones_own_are_in_the_figure_and_the_report_and_stay_text():
    shown = _pictured(Question(precision=("fp4",), names=(("gb300", "<b>=Ultra|"),)), "light")
    texts = [note["text"] for note in shown.content.figure["wide"]["annotations"]]
    assert "<b>&lt;b&gt;=Ultra|</b>" in texts and "<b>GB300</b>" not in texts
    assert "GB300 is called “<b>=Ultra|”" in shown.content.alt
    assert "\\<b\\>=Ultra\\|" in shown.content.report["after"]
