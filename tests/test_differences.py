"""Two questions are told apart in the sidebar's own words, and only in what bears on the numbers."""

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings

from model.question import Question
from pages.ui.differences import LABELS, differences
from pages.ui.parameters import IFS
from tests.test_link import questions

SIDEBAR = (Path(__file__).parent.parent / "pages/ui/controls.py").read_text(encoding="utf-8")
BASE = Question()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"power": "sustained"}, "Power basis: Rated here, Sustained there."),
        ({"chip": ("gb300", "b200")}, "Accelerators: all here, GB300 and B200 there."),
        ({"decoding": ("plain", "mtp")}, "Decoding: Plain here, Plain and MTP there."),
        ({"f": 0.8}, "Sustained share of rated: not set here, 0.8 there."),
        ({"watts": (("b200", 900.0),)}, "Your watts per chip: not set here, B200 900 there."),
        ({"latest": False}, "Newest run only: on here, off there."),
    ],
)
def test_a_difference_is_told_in_the_sidebars_words(change, said):
    assert differences(BASE, replace(BASE, **change)) == [said]


def test_what_only_changes_the_view_is_no_difference():
    assert differences(BASE, replace(BASE, logy=True, highlight="b200", res_text="x")) == []


@pytest.mark.parametrize("name", [name for name in LABELS if name not in (*IFS, "if_chip")])
def test_labels_are_the_sidebars(name):
    assert f'"{name}"' in SIDEBAR
    assert f'"{LABELS[name]}' in SIDEBAR


@settings(deadline=None, max_examples=60)
@given(questions(), questions())
def test_there_is_a_sentence_for_each_choice_that_differs(here, there):
    differing = [name for name in LABELS if getattr(here, name) != getattr(there, name)]
    told = differences(here, there)
    assert [line.partition(":")[0] for line in told] == [LABELS[name] for name in differing]
    assert differences(here, here) == []
