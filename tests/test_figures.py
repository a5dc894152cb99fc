"""What the chart draws: every layer of the first screen, the answer's own numbers, and texts that are only text."""

import base64
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from data.answer import Answer, answer
from model.question import Question
from model.standing import reading
from pages.ui import chart, figures, hover, ranking, strokes, theme
from pages.ui.panels import panels

SIX = ("jalapeno", "gb300", "gb200", "b300", "b200", "mi355x")
OPENING = Question(chip=SIX, precision=("fp4",), ghost="sustained")
LIGHT = theme.colours("light")


def drawing(asked: Answer | Question) -> tuple[Answer, figures.Figure]:
    """The answer and its figure in light colours."""
    said = answer(asked) if isinstance(asked, Question) else asked
    return said, figures.figure(said, panels(said), LIGHT, hover.hovers(said))


def layers(figure: figures.Figure, name: str) -> list[dict]:
    """The traces of one layer."""
    return [t for t in figure["data"] if t["meta"]["layer"] == name]


def notes(figure: figures.Figure, name: str, form: str = "wide") -> list[dict]:
    """The annotations whose name starts with `name`."""
    layout = figure[form] if form == "wide" else figure[form][0]
    return [n for n in layout["annotations"] if n["name"].split(" ")[0] == name]


@pytest.fixture(scope="module")
def opening() -> tuple[Answer, figures.Figure]:
    return drawing(OPENING)


def test_the_opening_picture_has_its_layers_from_back_to_front(opening):
    order = [t["meta"]["layer"] for t in opening[1]["data"]]
    firsts = list(dict.fromkeys(order))
    assert firsts == ["dust", "plateau", "ghost", "unmeasured", "frontier", "knots", "bracket", "pin"]
    assert order.count("frontier") == len(SIX)


def test_knots_and_dust_are_the_points_of_the_answer(opening):
    said, figure = opening
    rows = {r["id"]: r for r in said.points.iter_rows(named=True)}
    for layer in ("knots", "dust"):
        (trace,) = layers(figure, layer)
        for identity, x, y in zip(trace["customdata"], trace["x"], trace["y"], strict=True):
            assert (x, y) == pytest.approx((rows[identity]["x"], rows[identity]["y"]), rel=1e-6)
            assert rows[identity]["on_frontier"] == (layer == "knots")
    assert sum(len(t["customdata"]) for t in figure["data"] if "customdata" in t) <= said.points.height


def test_the_curves_pass_through_their_knots_and_nowhere_else(opening):
    for curve in opening[0].curves:
        path = strokes.stroke(curve)
        assert np.interp(curve.x, path.x, path.y) == pytest.approx(curve.y)
        assert path.x[[0, -1]] == pytest.approx(curve.x[[0, -1]])
        assert path.y == pytest.approx(reading(curve, path.x))


def test_pin_marks_bracket_and_ratio_say_what_the_standings_say(opening):
    said, figure = opening
    first, second = said.standings[:2]
    (bracket,) = layers(figure, "bracket")
    assert bracket["y"] == pytest.approx([first.value, second.value], rel=1e-6)
    (ratio,) = notes(figure, "ratio")
    assert ratio["text"] == f"<b>{first.value / second.value:.1f}×</b>"
    (pins,) = layers(figure, "pin")
    values = [s.value for s in said.standings if s.kind == "value"]
    assert set(np.float32(values)) <= set(pins["y"])


def test_arrays_travel_as_float32(opening):
    for trace in opening[1]["data"]:
        assert trace["x"].dtype == trace["y"].dtype == np.float32
    sent = chart.encoded(opening[1])["data"][0]["x"]
    read = np.frombuffer(base64.b64decode(sent["bdata"]), "<f4")
    assert (sent["dtype"], list(read)) == ("f4", list(opening[1]["data"][0]["x"]))


def test_only_the_ghost_is_dotted_and_only_models_are_dashed(opening):
    said, figure = opening
    assert {t["line"].get("dash") for t in layers(figure, "ghost")} == {theme.GHOST_DASH}
    rest = [t for t in figure["data"] if "line" in t and t["meta"]["layer"] != "ghost"]
    assert not any("dash" in t["line"] for t in rest)
    modelled = replace(said, curves=tuple(replace(c, grade="M") for c in said.curves))
    dashes = {t["line"]["dash"] for t in layers(drawing(modelled)[1], "frontier")}
    assert dashes == {theme.MODEL_DASH}


def test_the_ghost_is_the_curve_on_its_own_watts(opening):
    said, figure = opening
    (ghost,) = layers(figure, "ghost")
    jalapeno = next(c for c in said.curves if c.accelerator == "jalapeno")
    assert max(ghost["y"]) == pytest.approx(max(jalapeno.y) * 700 / 550, rel=1e-6)
    assert notes(figure, "ghost")[0]["text"] == "550 W, Jalapeño only"
    assert notes(figure, "ghost", "narrow")[0]["text"] == "550 W"


def test_the_marker_is_the_grade(opening):
    said, figure = opening
    grades = dict(said.points.select("id", "grade").rows())
    (knots,) = layers(figure, "knots")
    for identity, symbol, fill in zip(
        knots["customdata"], knots["marker"]["symbol"], knots["marker"]["color"], strict=True
    ):
        expected, hollow = theme.MARKERS[grades[identity]]
        assert (symbol, fill == LIGHT.background) == (expected, hollow)


def test_unmeasured_segments_are_thin_and_pale(opening):
    pale, full = (layers(opening[1], name) for name in ("unmeasured", "frontier"))
    assert {t["opacity"] for t in pale} == {theme.PALE_OPACITY}
    widths = {t["meta"]["key"]: t["line"]["width"] for t in full}
    assert all(t["line"]["width"] == pytest.approx(0.55 * widths[t["meta"]["key"]]) for t in pale)


def test_per_chip_the_ring_stands_where_the_lead_passes():
    figure = drawing(Question(chip=SIX, precision=("fp4",), y="tput_total"))[1]
    (ring,) = layers(figure, "crossover")
    assert ring["x"] == pytest.approx([50.6], abs=0.1)
    assert notes(figure, "crossover")[0]["text"] == "<b>51</b> lead passes to Jalapeño"
    assert not layers(figure, "ghost")


def test_times_run_from_slow_to_fast_as_staircases():
    said, figure = drawing(Question(chip=SIX, precision=("fp4",), x="ttft_s", pin=2.0))
    left, right = figure["wide"]["xaxis"]["range"]
    assert left > right and figure["wide"]["xaxis"]["type"] == "log"
    for curve in said.curves:
        x, y = strokes.staircase(curve.x, curve.y)
        assert set(zip(x, y, strict=True)) >= {(curve.x[0], curve.y[0]), (curve.x[-1], curve.y[-1])}
        middle = np.sqrt(curve.x[:-1] * curve.x[1:])
        assert reading(curve, middle) == pytest.approx(curve.y[1:])


def test_a_minimised_axis_says_so_and_keeps_zero():
    figure = drawing(Question(chip=SIX, precision=("fp4",), y="usd_per_mtok_total"))[1]
    assert figure["wide"]["yaxis"]["range"][0] == 0
    assert "↓ better" in notes(figure, "title")[0]["text"]


def test_a_log_axis_starts_below_the_lowest_knot():
    said, figure = drawing(replace(OPENING, logy=True))
    bottom = 10 ** figure["wide"]["yaxis"]["range"][0]
    assert bottom == pytest.approx(0.8 * min(c.y.min() for c in said.curves))


def test_the_global_frontier_is_the_envelope_of_the_curves():
    said, figure = drawing(Question(chip=SIX, precision=("fp4",), y="tput_total", front="both"))
    (band,) = layers(figure, "envelope")
    for curve in said.curves:
        at = curve.x[(curve.x >= band["x"].min()) & (curve.x <= band["x"].max())]
        assert (np.interp(at, band["x"], band["y"]) >= reading(curve, at) * (1 - 1e-5)).all()


def test_a_limit_on_the_axis_is_shaded_and_named():
    figure = drawing(replace(OPENING, slo_interactivity=50.0))[1]
    shade = next(s for s in figure["wide"]["shapes"] if s["type"] == "rect")
    assert shade["x1"] == 50.0
    assert notes(figure, "limit")[0]["text"] == "slower than your limit 50"


def test_plain_and_speculative_decoding_get_a_panel_each():
    figure = drawing(replace(OPENING, decoding=("plain", "mtp")))[1]
    assert len(figure["panels"]) == len(figure["narrow"]) == 2
    assert figure["wide"]["xaxis2"]["matches"] == "x" and figure["wide"]["yaxis2"]["matches"] == "y"
    assert {t["xaxis"] for t in figure["data"]} == {"x", "x2"}
    assert len(notes(figure, "ratio")) == 2


def test_nothing_to_draw_keeps_the_axes():
    said, figure = drawing(Question(llm="Kimi-K2.5", chip=("gb300",), precision=("bf16",)))
    assert not said.curves and figure["empty"] and not figure["data"]
    assert figure["wide"]["xaxis"]["tickvals"] and figure["wide"]["yaxis"]["tickvals"]
    assert ranking.table(said, LIGHT, panels(said)) == {}


def test_one_curve_has_neither_bracket_nor_lead():
    said, figure = drawing(Question(chip=("gb200",), precision=("fp4",)))
    assert not layers(figure, "bracket") and not notes(figure, "ratio")
    assert ranking.table(said, LIGHT, panels(said))["columns"][1] == ""


def test_texts_from_the_tables_cannot_become_markup():
    said = answer(OPENING)
    evil = "<img src=x onerror=alert(1)>"
    points = said.points.with_columns(pl.lit(evil).alias("chip"), pl.lit(evil).alias("engine"), date=pl.lit(evil))
    said = replace(said, points=points, curves=tuple(replace(c, name=evil) for c in said.curves))
    figure = drawing(said)[1]
    texts = [n["text"] for form in (figure["wide"], *figure["narrow"]) for n in form["annotations"]]
    for trace in figure["data"]:
        told = trace.get("hovertext", [])
        texts += [told] if isinstance(told, str) else told
    assert any("&lt;img" in text for text in texts)
    assert not any("<img" in text for text in texts)


def test_the_ranking_bars_are_shares_and_its_rows_the_curves(opening):
    said, _ = opening
    table = ranking.table(said, LIGHT, panels(said))
    assert [row["name"] for row in table["rows"]] == [said.curves[s.series].name for s in said.standings]
    first, second = table["rows"][:2]
    assert first["low"] / second["low"] == pytest.approx(said.standings[0].value / said.standings[1].value, rel=1e-3)
    assert first["ghost"] == 1 and all(0 <= row["low"] <= row["high"] <= 1 for row in table["rows"])
    assert [row["highlighted"] for row in table["rows"]] == [True, False, False, False, False, False]


def test_hover_lines_are_short_and_keep_every_word(opening):
    said, _ = opening
    for text in hover.hovers(said):
        folded = figures.folded(text)
        assert max(len(line) for line in folded.split("<br>")) <= figures.HOVER_WIDTH + 8
        assert folded.replace("<br>", " · ") == text.replace("<br>", " · ")


def test_a_downloaded_picture_carries_headline_sub_line_and_a_plain_file_name(opening):
    content = chart.Content(opening[1], LIGHT, "alt", title="Who leads", subtitle="R1 · FP4")
    sent = chart.payload(content, "app/static/plotly.js")
    assert (sent["title"], sent["subtitle"]) == ("Who leads", "R1 · FP4")
    assert chart.filename(Question(llm="Kimi-K2.5")) == "scoville-kimi-k2-5-tput-total-per-kw"
