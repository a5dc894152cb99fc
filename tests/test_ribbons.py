"""The model on the chart and in the words: dashed, inside its band, named where nothing is measured, judged aloud."""

import re
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from data.answer import answer
from pages.ui import caution, expected, extrapolated, operating, ranking, sentences, theme
from pages.ui.cells import ranking_cells
from pages.ui.figures import figure
from pages.ui.hover import hovers
from pages.ui.panels import panels
from pages.ui.presets import OPENING
from pages.ui.subline import subline
from pages.ui.wording import headline

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
    assert len(lines) == 6
    assert {(t["line"]["dash"], t["line"]["width"]) for t in lines} == {(theme.MODEL_DASH, theme.MODEL_LINE)}
    assert theme.MODEL_LINE < theme.LINE and not any(c.grade == "M" for c in answered.curves)
    by_key = {line["meta"]["key"]: line for line in lines}
    for band in bands:
        line = by_key[band["meta"]["key"]]
        low, high = np.split(np.asarray(band["y"]), 2)
        assert (low < line["y"]).all() and (line["y"] < high[::-1]).all()


def test_only_the_best_two_at_the_pin_the_highlighted_and_what_ifs_have_a_filled_band():
    """Six bands over each other are fog; the others' stand in hover texts, table and CSV."""
    keys = lambda **changes: {t["meta"]["key"] for t in layer(drawn(**changes)[1], "model band")}  # noqa: E731
    assert keys() == {"jalapeno/fp4/plain", "gb200/fp4/plain"}
    assert keys(highlight="mi355x") == keys() | {"mi355x/fp4/plain"}
    picture = drawn(if_chip="b300", if_watts=0.5)[1]
    assert {t["meta"]["key"] for t in layer(picture, "model band")} >= keys() | {"b300/fp4/plain"}
    alone = answer(replace(MODELS, chip=("jalapeno", "gb300", "vr200")))
    assert [c.accelerator for c in expected.banded(alone)] == ["jalapeno", "vr200"]  # modelled rows count
    promoted = answer(replace(MODELS, isl=20_000, osl=500))
    assert len(expected.banded(promoted)) == 2


def test_a_modelled_curve_is_one_path_in_the_browser_where_it_stands_beside_a_measured_one():
    """A marker per invisible point would cost most of a repaint; a line without width is hovered all the same."""
    unseen = layer(drawn()[1], "model points")
    assert [t["mode"] for t in unseen] == ["lines"] and unseen[0]["line"]["width"] == 0 and "marker" not in unseen[0]
    assert len(unseen[0]["hovertext"]) == len(unseen[0]["x"]) == len(unseen[0]["customdata"])


def test_the_model_leaves_the_measured_layers_as_they_were():
    with_, without = drawn()[1], drawn(layer=("published",))[1]
    for name in ("dust", "frontier", "knots", "pin", "bracket", "ghost"):
        for one, two in zip(layer(with_, name), layer(without, name), strict=True):
            assert all(np.array_equal(one[axis], two[axis], equal_nan=True) for axis in "xy")
    assert with_["wide"]["xaxis"]["range"] == without["wide"]["xaxis"]["range"]
    assert with_["wide"]["yaxis"]["range"] == without["wide"]["yaxis"]["range"]


def test_names_and_triangles_only_where_nothing_is_measured():
    names = lambda picture: [note["text"] for note in picture["wide"]["annotations"]]  # noqa: E731
    assert "Vera Rubin" not in names(drawn()[1])
    picture = drawn(chip=("jalapeno", "gb300", "vr200"))[1]
    assert "Vera Rubin" in names(picture)
    seen = [t for t in layer(picture, "model points") if t["mode"] == "markers"]
    assert [t["meta"]["runs"][0][0] for t in seen] == ["vr200/fp4/plain"] and seen[0]["marker"]["opacity"] > 0.5


def test_hover_says_configuration_band_limit_and_calibration():
    answered, _ = drawn()
    text = hovers(answered)[-1]
    assert "modelled: " in text and "limited by " in text and "calibrated on " in text and "MI355X" in text


def test_the_ranking_shows_the_model_where_no_point_is():
    answered, _ = drawn(chip=("jalapeno", "gb300", "vr200"))
    cells = {cell.name: cell for cell in ranking_cells(answered)}
    rubin = cells["Vera Rubin"]
    assert re.fullmatch(r"modelled \S+–\S+", rubin.small) and rubin.low < rubin.high
    assert cells["GB300"].model.endswith(" %") and not cells["Vera Rubin"].model


def test_error_residual_and_overlap_are_said():
    said = " ".join(expected.sentences(drawn(chip=("jalapeno", "gb300", "vr200", "mi455x"))[0]))
    dashed = "Dashed: the model’s best deployment, maybe above what was run"
    widths = r"\d+ % \([^)]+\) to \d+ % \([^)]+\) of it, in speed and in throughput"
    assert re.match(rf"{dashed}; nine measurements in ten should lie within {widths}[;.]", said)
    said = expected.sentences(drawn(chip=("b200", "gb300", "vr200"))[0])
    assert "Not distinguishable there: Vera Rubin from B200 or GB300." in said
    assert expected.sentences(drawn(layer=("published",))[0]) == []


def test_who_lies_outside_the_band_at_the_pin_is_named_worst_first():
    said = expected.sentences(drawn()[0])[0]
    found = expected.outside(drawn()[0], expected.expected(drawn()[0]))
    assert found and list(found) == sorted(found, key=lambda name: -abs(found[name]))
    names = [f"{name} ({expected.percent(off, signed=True)})" for name, off in list(found.items())[:3]]
    assert said.rpartition("; at the pin not ")[2].startswith(names[0]) and all(name in said for name in names)


def test_beside_speculative_decoding_the_plain_curve_is_named():
    answered, _ = drawn(decoding=("plain", "mtp"))
    assert {c.decoding for c in answered.curves} == {"plain", "mtp"}
    assert not any("MTP" in name for name in expected.outside(answered, expected.expected(answered)))


def test_beyond_what_was_measured_is_said_in_bold_and_no_chance_is_given():
    uncovered = "the band does not cover this."
    assert caution.basis_words(drawn()[0]).find("extrapolated") < 0
    answered, _ = drawn(chip=("jalapeno",), precision=("fp8",))
    assert caution.basis_words(answered) == f"Jalapeño: extrapolated, measured only at 8k/1k in FP4; {uncovered}"
    assert headline(answered).startswith("By the model, extrapolated, Jalapeño peaks at ")
    assert expected.sentences(answered)[0].endswith("maybe above what was run.")
    answered, _ = drawn(isl=1024, osl=1024)
    assert f"Jalapeño: extrapolated, measured only at 8k/1k in FP4; {uncovered}" in caution.basis_words(answered)
    answered, _ = drawn(isl=20_000, osl=500)
    words = f"Six accelerators: extrapolated, beyond what each was measured on; {uncovered}"
    assert words in caution.basis_words(answered)
    assert not any("nine times in ten" in said for said in expected.sentences(answered))


def test_the_mark_of_extrapolation_follows_those_a_sentence_names():
    answered, _ = drawn(chip=("jalapeno", "gb200", "b200"), isl=20_000, osl=500, precision=("fp4",))
    far = {curve.name for curve in answered.curves if extrapolated.reason(answered, curve)}
    assert far == {"Jalapeño", "GB200", "B200"}
    near = replace(answered.question, isl=1024, osl=1024, layer=("model",))
    answered = answer(near)  # Jalapeño was measured at 8k/1k alone
    assert extrapolated.mark(answered, "only GB200 reaches 50") == ""
    assert extrapolated.mark(answered, "only Jalapeño reaches 50") == ", extrapolated,"
    said = "Jalapeño leads at 50 tok/s/user: 2.0× GB200"
    assert extrapolated.mark(answered, said) == ", for Jalapeño extrapolated,"


def test_a_modelled_bar_is_marked_wherever_it_stands():
    for changes in ({"chip": ("jalapeno", "gb300", "vr200")}, {"layer": ("model",)}):
        answered, _ = drawn(**changes)
        cells = ranking_cells(answered)
        assert any(cell.modelled for cell in cells)
        assert all(cell.modelled == ("modelled" in cell.small) for cell in cells if cell.high)


def test_a_row_beyond_measurement_gives_no_chance_and_a_measured_cell_is_held_to_what_was_run():
    answered, _ = drawn(chip=("jalapeno", "gb300"), precision=("fp8",))
    row = next(cell for cell in ranking_cells(answered) if cell.name == "Jalapeño")
    assert "extrapolated, measured only at 8k/1k in FP4; the band does not cover this" in row.title
    assert "nine times" not in row.title
    gb300 = next(curve for curve in answered.modelled if curve.accelerator == "gb300")
    assert extrapolated.reason(answered, gb300) == ""
    calibrations = set(answered.points["calibration"].gather(gb300.row))
    assert not any("/pooled" in calibration for calibration in calibrations)


def test_inside_their_bands_modelled_curves_pass_no_lead():
    answered, _ = drawn(isl=20_000, osl=500, pin=60.0)
    cells = {cell.name: cell for cell in ranking_cells(answered)}
    assert cells["B200"].lead == "≈" and cells["MI355X"].lead.endswith("×")
    answered, picture = drawn(isl=20_000, osl=500, chip=("gb200", "gb300", "b300", "b200", "mi355x"))
    assert not layer(picture, "crossover")
    texts = [note["text"] for note in picture["wide"]["annotations"]]
    assert not any("lead passes" in text for text in texts)
    assert not any("published" in said for said in sentences.words(answered, None, answered) if "only for" in said)
    assert sentences.who_leads(answered).startswith("The modelled curves cross inside their bands, so no place ")


def test_the_sub_line_says_what_dashed_is():
    assert subline(drawn()[0]).text.endswith(" · 235 published points · dashed: model (grade M)")
    assert "dashed" not in subline(drawn(layer=("published",))[0]).text


def test_a_what_if_is_named_after_what_it_changes():
    answered, _ = drawn(chip=("gb300",), if_chip="gb300", if_bandwidth=1.5, if_watts=0.8)
    assert [c.name for c in answered.modelled] == ["GB300", "GB300, bandwidth ×1.5, watts ×0.8"]


def test_the_residuals_column_says_what_it_is():
    answered, _ = drawn()
    shown = ranking.table(answered, LIGHT, panels(answered))
    assert "model off" in shown["columns"] and shown["model"] in shown["caption"]
    assert shown["model"] == "model minus measured at the pin, in percent of measured"


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
    assert dict(cards[0].rows)["decode limit"] in ("weights", "KV", "compute", "link", "latency")
    assert "64 requests in flight" in operating.title(answered)


def test_every_precision_says_where_it_was_measured():
    answered, _ = drawn(chip=("gb300",), precision=(), isl=65_536, batch=32)
    said = caution.basis_words(answered)
    assert "8k/1k in FP4 and " in said and "in FP8; the band does not cover this" in said


def test_no_axis_runs_to_speeds_that_nobody_waits_for():
    answered, picture = drawn(llm="Kimi-K3", chip=(), precision=())
    found = answered.points.filter(kind="model")
    assert answered.promoted and found["interactivity"].min() >= 1
    assert 10 ** picture["wide"]["xaxis"]["range"][0] > 0.3


def test_times_that_nobody_published_are_told_as_none():
    wait = answer(replace(MODELS, chip=("mi300x",), llm="gpt-oss-120b", precision=(), x="ttft_s", pin=2.0))
    assert wait.promoted and subline(wait).text.count("none of 22 published points carries a first-token time") == 1
    assert "have a published" not in headline(wait) and "has a published" not in headline(wait)


def test_only_configurations_of_a_what_if_are_marked():
    answered, drawing = drawn(if_chip="gb300", if_bandwidth=2.0)
    marked = next(t for t in drawing["data"] if t["meta"].get("layer") == "model points" and "marker" in t)
    rows = answered.points.filter(pl.col("what_if").fill_null(False))
    own = set(np.float32(rows["x"].to_numpy()).tolist())
    assert len(marked["x"]) and set(np.float32(marked["x"]).tolist()) <= own
