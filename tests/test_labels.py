"""Names stand at least 16 px apart wherever they could meet, in order, inside the plot."""

from itertools import pairwise

import pytest

from data.answer import answer
from model.question import Question
from pages.ui import figures, labels, theme
from pages.ui.frame import Frame
from pages.ui.labels import Name
from pages.ui.panels import panels
from pages.ui.space import drawn


@pytest.mark.parametrize("llm", ["DeepSeek-R1-0528", "gpt-oss-120b", "Kimi-K2.5"])
@pytest.mark.parametrize("precision", ["fp4", "fp8"])
def test_names_that_could_meet_are_16_px_apart(llm, precision):
    said = answer(Question(llm=llm, precision=(precision,), ghost="sustained"))
    figure = figures.figure(said, panels(said), theme.colours("light"))
    for form in ("wide", "narrow"):
        layout = figure["wide"] if form == "wide" else figure["narrow"][0]
        assert_apart(layout, [n for n in layout["annotations"] if n["name"].startswith("name ")])


def assert_apart(layout: dict, names: list[dict]) -> None:
    """No two names of a layout overlap, from their anchors, shifts and an estimate of their width."""
    margin, width = layout["margin"], 898 if layout["margin"]["l"] == 46 else 358
    across, up = width - margin["l"] - margin["r"], layout["height"] - margin["t"] - margin["b"]
    (left, right), (bottom, top) = layout["xaxis"]["range"], layout["yaxis"]["range"]
    boxes = []
    for note in names:
        end = (note["x"] - left) / (right - left) * across + note["xshift"]
        wide = len(note["text"].replace("<b>", "").replace("</b>", "")) * note["font"]["size"] * 0.58
        start = end if note["xanchor"] == "left" else end - wide
        boxes.append((start, start + wide, (note["y"] - bottom) / (top - bottom) * up + note["yshift"]))
    for k, one in enumerate(boxes):
        for two in boxes[k + 1 :]:
            beside = one[1] <= two[0] or two[1] <= one[0]
            assert beside or abs(one[2] - two[2]) >= labels.APART - 0.01


def test_names_keep_their_order_and_stay_inside():
    heights = labels.spread([200.0, 199.0, 198.0, 10.0, 9.0], 300.0)
    assert all(a - b >= 16 - 1e-9 for a, b in pairwise(heights))
    assert min(heights) >= 8 and max(heights) <= 294


def test_touching_names_share_the_edge_of_the_slowest_start():
    frame = Frame(1, 1000, 0, 100, True, False, 842, 424, False)
    names = [
        Name("B300", 0, (23.0, 50.0), 13.5),
        Name("B200", 1, (26.0, 49.0), 13.5),
        Name("X", 2, (200.0, 49.5), 13.5),
    ]
    placed = {p.name.text: p for p in labels.place(names, frame, drawn([], frame))}
    assert placed["B300"].x == placed["B200"].x == 23.0
    assert placed["X"].x == 200.0
