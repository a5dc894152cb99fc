"""The model on the chart and in the words: dashed, inside its band, named where nothing is measured, judged aloud."""

from dataclasses import replace

import numpy as np
import pytest

from data.answer import answer
from pages.ui import expected, operating, theme
from pages.ui.cells import ranking_cells
from pages.ui.figures import figure
from pages.ui.hover import hovers
from pages.ui.panels import panels
from pages.ui.presets import OPENING

MODELS = replace(OPENING.question, layer=("published", "model"))
LIGHT = theme.colours("light")


def drawn(**changes):
    answered = answer(replace(MODELS, **changes))
    return answered, figure(answered, panels(answered), LIGHT, hovers(answered))


def layer(picture, name):
    return [trace for trace in picture["data"] if trace["meta"]["layer"] == name]


def test_every_modelled_curve_is_dashed_thin_and_inside_its_band():
    answered, picture = drawn()
    lines, bands = layer(picture, "model"), layer(picture, "model band")
    assert len(lines) == len(bands) == 6
    assert {(t["line"]["dash"], t["line"]["width"]) for t in lines} == {(theme.MODEL_DASH, theme.MODEL_LINE)}
    assert theme.MODEL_LINE < theme.LINE and not any(c.grade == "M" for c in answered.curves)
    for line, band in zip(lines, bands, strict=True):
        low, high = np.split(np.asarray(band["y"]), 2)
        assert line["meta"]["key"] == band["meta"]["key"]
        assert (low < line["y"]).all() and (line["y"] < high[::-1]).all()


def test_the_model_leaves_the_measured_layers_as_they_were():
    with_, without = drawn()[1], drawn(layer=("published",))[1]
    for name in ("dust", "frontier", "knots", "pin", "bracket", "ghost"):
        for one, two in zip(layer(with_, name), layer(without, name), strict=True):
            assert all(np.array_equal(one[axis], two[axis], equal_nan=True) for axis in "xy")
    assert with_["wide"]["xaxis"]["range"] == without["wide"]["xaxis"]["range"]
    assert with_["wide"]["yaxis"]["range"] == without["wide"]["yaxis"]["range"]


def test_names_and_triangles_only_where_nothing_is_measured():
    names = lambda picture: [note["text"] for note in picture["wide"]["annotations"]]  # noqa: E731
    assert "Vera Rubin" not in names(drawn()[1]) and max(layer(drawn()[1], "model points")[0]["marker"]["opacity"]) == 0
    picture = drawn(chip=("jalapeno", "gb300", "vr200"))[1]
    assert "Vera Rubin" in names(picture) and max(layer(picture, "model points")[0]["marker"]["opacity"]) > 0.5


def test_hover_says_configuration_band_limit_and_calibration():
    answered, _ = drawn()
    text = hovers(answered)[-1]
    assert "modelled: " in text and "limited by " in text and "calibrated on " in text and "MI355X" in text


def test_the_ranking_shows_the_model_where_no_point_is():
    answered, _ = drawn(chip=("jalapeno", "gb300", "vr200"))
    cells = {cell.name: cell for cell in ranking_cells(answered)}
    assert cells["Vera Rubin"].small.startswith("modelled ±") and cells["Vera Rubin"].low < cells["Vera Rubin"].high
    assert cells["GB300"].model.endswith(" %") and not cells["Vera Rubin"].model


def test_error_residual_and_overlap_are_said():
    said = " ".join(expected.sentences(drawn(chip=("jalapeno", "gb300", "vr200", "mi455x"))[0]))
    assert "Dashed: the model, within ±" in said and " % on Jalapeño" in said
    assert "Not modelled: MI455X: " in said
    said = expected.sentences(drawn(chip=("jalapeno", "gb300", "vr200"), precision=("fp8",))[0])
    assert any(sentence.startswith("Not distinguishable there: Vera Rubin from Jalapeño") for sentence in said)
    assert expected.sentences(drawn(layer=("published",))[0]) == []


def test_a_residual_is_model_over_measurement():
    answered, _ = drawn()
    own = {(e.curve.accelerator): e.standing.value for e in expected.expected(answered)}
    measured = {answered.curves[s.series].accelerator: s.value for s in answered.standings}
    assert expected.residuals(answered)["b200/fp4"] == pytest.approx(own["b200"] / measured["b200"] - 1)


def test_cards_stand_for_the_pinned_batch():
    assert operating.cards(drawn()[0]) == []
    answered, picture = drawn(batch=64)
    cards = operating.cards(answered)
    assert len(cards) == 6 and len(layer(picture, "operating")[0]["x"]) == 6
    assert dict(cards[0].rows)["limited by"] in ("weights", "KV", "compute", "link", "latency")
    assert "64 requests in flight" in operating.title(answered)
