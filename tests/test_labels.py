"""No text on the chart lies on another, on a knot or outside the plot, whatever is asked."""

import re
from dataclasses import replace
from functools import cache
from itertools import combinations, pairwise

import numpy as np
import pytest

from data.answer import answer
from pages.ui import figures, labels, places, theme
from pages.ui.frame import Frame
from pages.ui.labels import Name
from pages.ui.panels import panels
from pages.ui.presets import OPENING, PRESETS
from pages.ui.space import Box, Room, drawn, joined, spread, text_width

ASKED = OPENING.question
LLMS = ("DeepSeek-R1-0528", "gpt-oss-120b", "Kimi-K2.5")
TEXTS = {"name", "ghost", "ratio", "limit", "crossover"}
COSTS = ("usd_per_mtok_total", "usd_per_mtok_output", "tok_per_usd", "j_per_tok_total", "j_per_tok_output")
QUESTIONS = {
    **{preset.name: preset.question for preset in PRESETS},
    **{f"{llm} {what}": replace(ASKED, llm=llm, chip=(), **more) for llm in LLMS for what, more in {
        "": {},
        "pin 30": {"pin": 30.0},
        "pin 200": {"pin": 200.0},
        "per chip": {"y": "tput_total", "ghost": "none"},
        "log y": {"logy": True},
        "log y per chip": {"logy": True, "y": "tput_total", "ghost": "none"},
        "linear x": {"logx": False},
        "stairs": {"steps": True},
        "MTP": {"decoding": ("plain", "mtp")},
        "FP8": {"precision": ("fp8",)},
        "FP8 per chip": {"precision": ("fp8",), "y": "tput_total", "ghost": "none"},
        "FP8 log y": {"precision": ("fp8",), "logy": True},
        "limit": {"slo_interactivity": 50.0, "ghost": "none"},
        "limit and ghost": {"slo_interactivity": 50.0},
        "low limit": {"slo_interactivity": 20.0, "logy": True},
        "first token": {"x": "ttft_s", "pin": 2.0},
        "first token, limit": {"x": "ttft_s", "pin": 2.0, "slo_ttft_s": 3.0},
        "whole request": {"x": "e2e_s", "pin": 20.0},
        **{f"{y} at {pin:.0f}": {"y": y, "pin": pin, "ghost": "none"} for y in COSTS for pin in (60.0, 100.0)},
    }.items()},
}  # fmt: skip


@cache
def drawing(what: str) -> figures.Figure:
    """The figure of a question by its name above."""
    said = answer(QUESTIONS[what])
    return figures.figure(said, panels(said), theme.colours("light"))


def forms(figure: figures.Figure):
    """(layout, panel, axes, plot width) of every panel in either form."""
    count = max(1, len(figure["panels"]))
    wide = 898 - 56 if count == 1 else (898 - 56) * 0.475
    for k in range(count):
        yield figure["wide"], k, ("xaxis2", "yaxis2") if k else ("xaxis", "yaxis"), wide
        yield figure["narrow"][k], k, ("xaxis", "yaxis"), 358 - 38


def plot(layout: dict, axes: tuple[str, str], width: float):
    """A function from axis values to px from the lower left corner, and the height of the plot."""
    height = layout["height"] - layout["margin"]["b"] - 30 if axes and layout["height"] == 500 else 342 - 68
    (left, right), (bottom, top) = (layout[name]["range"] for name in axes)
    return lambda x, y: ((x - left) / (right - left) * width, (y - bottom) / (top - bottom) * height), height


def box(note: dict, place, height: float) -> Box:
    """The rectangle of an annotation, from its anchors and shifts and an estimate of its width."""
    x, y = place(note["x"], note["y"])
    y = height if note.get("yref") == "paper" else y
    lines = [re.sub("<[^>]*>", "", line) for line in note["text"].split("<br>")]
    bold = note["text"].endswith("</b>")
    width = max(text_width(line, note["font"]["size"], bold) for line in lines)
    x, y = x + note.get("xshift", 0) + note.get("ax", 0), y + note.get("yshift", 0) - note.get("ay", 0)
    left = x if note["xanchor"] == "left" else x - width
    half = 6.5 * len(lines)
    middle = y - half if note["yanchor"] == "top" else y
    return Box(left, left + width, middle - half, middle + half)


def texts(layout: dict, axes: tuple[str, str], place, height: float) -> dict[str, Box]:
    """The boxes of a panel's texts by name."""
    ref = axes[0].replace("axis", "")
    own = [n for n in layout["annotations"] if n["name"].split(" ")[0] in TEXTS and n["xref"] == ref]
    return {f"{n['name']} {n['text']}": box(n, place, height) for n in own}


def overlap(one: Box, two: Box) -> bool:
    """Whether two rectangles share more than their edges."""
    across = min(one.right, two.right) - max(one.left, two.left)
    return across > 0.5 and min(one.top, two.top) - max(one.bottom, two.bottom) > 0.5


@pytest.mark.parametrize("what", QUESTIONS)
def test_no_text_lies_on_another_or_leaves_the_plot(what):
    for layout, _, axes, width in forms(drawing(what)):
        place, height = plot(layout, axes, width)
        found = texts(layout, axes, place, height)
        assert [(a, b) for (a, one), (b, two) in combinations(found.items(), 2) if overlap(one, two)] == []
        outside = {n: b for n, b in found.items() if b.left < -1 or b.right > width + 1 or b.bottom < -1}
        assert outside == {} and all(b.top <= height + 4 for b in found.values())


@pytest.mark.parametrize("what", QUESTIONS)
def test_no_text_lies_on_a_knot_or_the_bracket(what):
    figure = drawing(what)
    for layout, k, axes, width in forms(figure):
        place, height = plot(layout, axes, width)
        log = [layout[a]["type"] == "log" for a in axes]
        marks = [t for t in figure["data"] if t["meta"]["panel"] == k and t["meta"]["layer"] in ("knots", "crossover")]
        dots = [place(*(np.log10(v) if g else v for v, g in zip((x, y), log, strict=True)))
                for t in marks for x, y in zip(t["x"], t["y"], strict=True)]  # fmt: skip
        for name, one in texts(layout, axes, place, height).items():
            covered = [d for d in dots if one.left < d[0] < one.right and one.bottom < d[1] < one.top]
            assert covered == [], name
        for t in figure["data"]:
            if t["meta"]["panel"] == k and t["meta"]["layer"] == "bracket":
                ends = [place(*(np.log10(v) if g else v for v, g in zip(at, log, strict=True)))
                        for at in zip(t["x"], t["y"], strict=True)]  # fmt: skip
                (x, low), (_, high) = sorted(ends, key=lambda e: e[1])
                on = [n for n, b in texts(layout, axes, place, height).items()
                      if overlap(b, Box(x - 1, x + 1, low, high))]  # fmt: skip
                assert on == []


def test_every_ring_has_its_text():
    for what in ("Vera Rubin's curve", "Per chip"):
        figure = drawing(what)
        rings = sum(len(t["x"]) for t in figure["data"] if t["meta"]["layer"] == "crossover")
        assert rings and sum(n["name"] == "crossover" for n in figure["wide"]["annotations"]) == rings


def test_on_a_log_axis_names_stay_below_the_plateau():
    figure = drawing("Tokens per watt")
    logged = answer(replace(ASKED, logy=True))
    figure = figures.figure(logged, panels(logged), theme.colours("light"))
    layout = figure["wide"]
    place, height = plot(layout, ("xaxis", "yaxis"), 842)
    (plateau,) = (t for t in figure["data"] if t["meta"]["layer"] == "plateau")
    line = place(0, np.log10(plateau["y"][0]))[1]
    found = texts(layout, ("xaxis", "yaxis"), place, height)
    assert all(b.top <= line for n, b in found.items() if n.startswith("name"))


def test_where_less_is_better_the_plateau_is_named_below_its_left_end():
    said = answer(replace(ASKED, y="usd_per_mtok_output", pin=60.0))
    layout = figures.figure(said, panels(said), theme.colours("light"))["wide"]
    (note,) = (n for n in layout["annotations"] if n["name"].startswith("name jalapeno"))
    assert note["xanchor"] == "left" and note["yshift"] < 0


def test_a_ghost_without_room_on_the_left_is_named_in_short():
    layout = drawing("First token within 2 s")["wide"]
    (note,) = (n for n in layout["annotations"] if n["name"].startswith("ghost"))
    assert note["text"] == "550 W"


def test_names_keep_their_order_and_stay_inside():
    heights = spread([200.0, 199.0, 198.0, 10.0, 9.0], 294.0, 8.0)
    assert all(a - b >= 16 - 1e-9 for a, b in pairwise(heights))
    assert min(heights) >= 8 and max(heights) <= 294


def empty(frame: Frame) -> Room:
    """A plot with nothing on it."""
    nothing = drawn([], frame)
    return Room(frame.width, frame.height, nothing, joined(nothing, nothing), ())


def test_touching_names_share_the_edge_of_the_slowest_start():
    frame = Frame(1, 1000, 0, 100, True, False, 842, 424, False)
    names = [
        Name("B300", 0, (23.0, 50.0), 13.5),
        Name("B200", 1, (26.0, 49.0), 13.5),
        Name("X", 2, (200.0, 49.5), 13.5),
    ]
    placed = {p.name.text: p for p in labels.place(names, frame, empty(frame))}
    assert placed["B300"].x == placed["B200"].x == 23.0
    assert placed["X"].x == 200.0


def test_a_limit_begins_inside_its_area_and_a_callout_has_no_place_in_a_full_plot():
    frame = Frame(1, 1000, 0, 100, True, False, 842, 424, False)
    room = empty(frame)
    assert places.limit(["slower than your limit 50"], 400.0, 11, room).box.left == places.LIMIT_INSET
    full = room.furnished([Box(0, 842, 0, 424)])
    assert places.callout((400.0, 200.0), ["51"], 13, full) is None
