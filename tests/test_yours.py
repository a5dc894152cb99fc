"""A visitor's own points stand beside the published ones, in series of their own, and in nobody else's answers."""

import gc
import weakref
from dataclasses import replace

import polars as pl
import pytest

from data import store, tables, yours
from data.answer import answer
from data.blind import scored
from data.bottleneck import found
from data.catalogue import catalogue
from data.sizing import sized
from data.spreadsheet import safe
from model.question import GRADES, POWER_BASES, Question
from pages.ui import bottleneck_words, picture, sizing_csv, yours_words
from pages.ui.chart import payload
from pages.ui.empty import _layers
from pages.ui.export import frontier_csv
from pages.ui.subline import evidence
from pages.ui.theme import colours

HOSTILE = "<img src=x onerror=alert(1)>"
ASKED = replace(Question(), layer=("published", "yours"), precision=("fp4",))


def brought(times=1.0, accelerator="gb200", name="run 7", **changed):
    """Published GB200 points as somebody's own, `times` better per chip."""
    rows = store.table("points").filter(llm=ASKED.llm, isl=8192, osl=1024, accelerator="gb200", precision="fp4")
    rows = rows.filter(grade="A", decoding="plain")
    number = pl.format("u{}", pl.int_range(1, pl.len() + 1).cast(pl.String).str.zfill(5))
    own = {"grade": pl.lit("U"), "kind": pl.lit("run"), "source": pl.lit("yours"), "accelerator": pl.lit(accelerator)}
    rates = [pl.col(rate) * times for rate in ("tput_total", "tput_output", "tput_input")]
    rows = rows.with_columns(*rates, id=number, **own, **{column: pl.lit(text) for column, text in changed.items()})
    return yours.yours(name, rows.cast(dict(store.POINT_TYPES)))


def everything(question, own=yours.NONE):
    """All bytes that a visitor of this question is sent."""
    drawn = picture._drawn(question, "light", lambda asked: answer(asked, own))
    said = picture._pictured(question, "light") if not own else drawn
    content = str(payload(said.content, "plotly.js")).encode()
    return [content, frontier_csv(said.answer, "all"), sizing_csv.fleets_csv(question, own)]


def test_answers_without_points_are_the_same_bytes_before_during_and_after():
    before = everything(ASKED)
    own = brought(3.0, engine=HOSTILE)
    during = everything(ASKED, own)
    assert everything(ASKED) == before
    assert during != before
    del own
    assert everything(ASKED) == before


def test_nothing_that_is_shared_holds_them():
    own = brought(2.0)
    rows = weakref.ref(own)
    everything(ASKED, own)
    [bottleneck_words.own_words(one, own) for one in found(ASKED) if one.timed]
    scored(own.points)
    sized(ASKED, own)
    del own
    gc.collect()
    assert rows() is None


def test_they_are_series_of_their_own_with_their_own_name_and_marker():
    both, alone = answer(ASKED, brought()), answer(ASKED)
    mine = [curve for curve in both.curves if curve.grade == "U"]
    assert [curve.name for curve in mine] == ["yours: run 7 GB200"]
    theirs = {curve.name: curve for curve in both.curves if curve.grade != "U"}
    assert {name: (list(c.x), list(c.y)) for name, c in theirs.items()} == {
        c.name: (list(c.x), list(c.y)) for c in alone.curves
    }
    assert colours("light").line(mine[0].accelerator) == colours("light").line("gb200")
    drawn = picture._drawn(ASKED, "light", lambda asked: answer(asked, brought()))
    assert "star" in str(drawn.content.figure)


@pytest.mark.parametrize(
    "change",
    [
        {},
        {"decoding": ("mtp",)},
        {"precision": ("fp8",)},
        {"chip": ("gb300",)},
        {"chip": ("gb200", "jalapeno")},
        {"llm": "Kimi-K2.5"},
        {"isl": 1024},
        {"batch_min": 64, "batch_max": 512},
        {"since": "2026-02-01"},
        {"latest": False},
    ],
)
def test_the_filters_are_those_of_the_published_points(change):
    """The same rows, brought or published, pass or fail alike."""
    question = replace(ASKED, **change)
    rows = store.table("points").filter(accelerator="gb200")
    own = yours.yours("same", rows.with_columns(grade=pl.lit("U")))
    published = tables.points(replace(question.filters(), grade=tuple(GRADES)))
    expected = published.filter(accelerator="gb200")["id"].to_list()
    assert yours.shown(own, question)["id"].to_list() == expected


def test_their_layer_alone_hides_them_and_the_evidence_chosen_is_that_of_published_points():
    own = brought()
    assert "U" not in answer(replace(ASKED, layer=("published",)), own).points["grade"].to_list()
    for grade in ((), ("A",), ("A", "U")):
        question = replace(ASKED, grade=grade)
        both, alone = answer(question, own).points, answer(question).points
        assert both.filter(grade="U")["id"].to_list() == yours.shown(own, ASKED)["id"].to_list() != []
        assert both.filter(pl.col("grade") != "U").height == alone.height


@pytest.mark.parametrize(
    ("column", "value", "change"),
    [
        ("decoding", "unknown", {}),
        ("decoding", "unknown", {"decoding": ("mtp",)}),
        ("engine", None, {"engine": ("vllm",)}),
        ("engine", "myengine", {"engine": ("vllm",)}),
        ("precision", None, {"precision": ("fp8",)}),
        ("precision", "fp3", {"precision": ("fp8",)}),
        ("accelerator", "mychip", {"chip": ("b200",)}),
    ],
)
def test_what_cannot_be_chosen_hides_none_of_them_here_or_among_the_results(column, value, change):
    """Values that are not recorded or that no table names stand in no list of the sidebar."""
    own, question = brought(**{column: value}), replace(ASKED, **change)
    shown = yours.shown(own, question)["id"].to_list()
    assert sorted(shown) == sorted(yours.shown(brought(), ASKED)["id"]) != []
    listed = catalogue(replace(question, res_kind=("yours",)), own.points).rows["id"].to_list()
    assert sorted(listed) == sorted(shown)


@pytest.mark.parametrize("change", [{}, {"latest": False}, {"decoding": ("mtp",)}, {"grade": ("A",)}, {"batch": 64}])
def test_the_frontier_and_the_results_count_as_many_of_them(change):
    rows = store.table("points").filter(accelerator="gb200").with_columns(grade=pl.lit("U"))
    own, question = yours.yours("all", rows), replace(ASKED, **change, res_kind=("yours",))
    assert set(catalogue(question, rows).rows["id"]) == set(yours.shown(own, question)["id"])


def test_the_filters_that_hide_them_are_named():
    own = brought()
    said = yours_words.against(answer(replace(ASKED, precision=("fp8",), batch_max=1), own))[0]
    n = len(yours.shown(own, replace(ASKED, latest=False)))
    assert said.startswith(f"None of your {own.points.height} points passes the filters: Precision (FP8) hides {n}, ")
    assert "Batch (1 to 1) hides" in said
    fewer = yours_words.counted(answer(replace(ASKED, batch_max=64), own))
    hidden = n - len(yours.shown(own, replace(ASKED, batch_max=64, latest=False)))
    assert f"Batch (1 to 64) hides {hidden}" in fewer


def test_both_the_weakest_published_evidence_and_theirs_stand_under_the_headline():
    said = evidence(answer(ASKED, brought(name="mine")))
    assert said == f"{evidence(answer(ASKED))} · yours: mine GB200: your own results"
    assert "Jalapeño: vendor result" in said


def test_the_way_out_of_an_empty_chart_counts_published_points_alone():
    own, question = brought(), replace(ASKED, layer=("yours",))
    said = next(_layers(answer(question, own), lambda asked: answer(asked, own))).sentence
    published = answer(replace(question, layer=("published",))).points
    assert f"Published has {published.filter(pl.col('excluded').is_null()).height:,}" in said


def test_an_unknown_accelerator_keeps_its_name_and_has_no_watts_until_they_are_typed():
    own = brought(accelerator="MyChip")
    key = yours.key_of(own, "MyChip")
    without = answer(ASKED, own)
    assert dict(without.not_computable)[key] == "no power figure in the tables; enter watts per chip"
    typed = answer(ASKED, yours.with_watts(own, "MyChip", 500.0))
    curve = next(curve for curve in typed.curves if curve.accelerator == key)
    assert curve.name == "yours: run 7 MyChip" and typed.watts[key].value == 500
    assert colours("light").line(key) == colours("light").other_line
    assert key in answer(replace(ASKED, chip=("jalapeno",)), own).points["accelerator"].to_list()
    assert len(yours.chip_name(yours.key_of(own, "x" * 200))) < 60
    with pytest.raises(ValueError, match="100,000 W"):
        yours.with_watts(own, "MyChip", 1e6)


def test_better_than_the_public_frontier_is_said_with_the_factor_and_worse_too():
    public = answer(ASKED).standings[0].value
    as_published = answer(ASKED, brought())
    mine = next(one for one in as_published.standings if as_published.curves[one.series].grade == "U")
    factor = 2 * public / mine.value  # twice what anybody published at the pin
    said = yours_words.against(answer(ASKED, brought(factor)))
    assert "yours: run 7 GB200 beats the public frontier at 100 tok/s/user: 2.0× ahead of Jalapeño" in said[0]
    said = yours_words.against(answer(ASKED, brought(0.5)))
    assert "is behind the public frontier at 100 tok/s/user" in said[0] and "× behind GB200" in said[0]
    assert yours_words.against(answer(replace(ASKED, llm="Kimi-K2.5"), brought()))[0].startswith("None of your")
    assert yours_words.against(answer(ASKED)) == []


def test_the_file_has_them_as_grade_u_with_the_part_they_ran_on_and_no_formula():
    own = brought(accelerator="=1+1", engine="=HYPERLINK(1)")
    table = pl.read_csv(frontier_csv(answer(ASKED, own), "all"), infer_schema_length=None).filter(grade="U")
    assert table.height == yours.shown(own, ASKED).height > 0
    assert set(table["accelerator"]) == {"'=1+1"} and set(table["engine"]) == {"'=HYPERLINK(1)"}
    assert "yours: run 7 =1+1" in table["chip"].to_list()
    assert safe(own.points).decode().count("'=1+1") == own.points.height


def test_hostile_names_stay_letters_in_hover_names_and_words():
    own = brought(name=HOSTILE[:20], accelerator=HOSTILE, engine=HOSTILE)
    drawn = picture._drawn(replace(ASKED, y="tput_total"), "light", lambda asked: answer(asked, own))
    texts = list(drawn_texts(drawn.content.figure))
    assert not [text for text in texts if "<img" in text] and [text for text in texts if "&lt;img" in text]
    assert "<img" not in drawn.subline_html


def drawn_texts(value):
    """Every text of a figure that Plotly draws; keys and names only find things."""
    if isinstance(value, dict):
        yield from (text for name, part in value.items() if name not in ("meta", "name") for text in drawn_texts(part))
    elif isinstance(value, list | tuple):
        yield from (text for part in value for text in drawn_texts(part))
    elif isinstance(value, str):
        yield value


@pytest.mark.parametrize("name", ["", " : ", "a:b", "x" * 99, "line\nbreak", "\u202e"])
def test_a_name_is_short_printable_and_splits_no_key(name):
    clean = yours.named(name)
    own = yours.renamed(brought(), name)
    assert own.name == clean and 0 < len(clean) <= yours.LONGEST_NAME and clean.isprintable()
    assert yours.accelerator_of(yours.key_of(own, "gb200")) == "gb200"
    assert yours.chip_name(yours.key_of(own, "gb200")) == f"yours: {clean} GB200"


def test_a_fleet_is_sized_of_them_and_the_model_is_scored_on_them():
    own = brought(2.0)
    spots = [fleet.spot.name for fleet in sized(ASKED, own).fleets]
    assert "yours: run 7 GB200" in spots and spots != [fleet.spot.name for fleet in sized(ASKED).fleets]
    result = scored(own.points)
    assert result["n"] > 0 and result["errors"]["tput_output"]["n"] == result["n"]  # doubled rates are nobody's run


def test_the_bottleneck_tells_the_visitors_own_run():
    """The published run that the page finds is found again among a visitor's own, and another of theirs is not."""
    question = replace(ASKED, bn_chip="b200", bn_over="none", bn_precision="fp4", bn_tp=4, batch=32)
    one = found(question)[0]
    published = one.timed.measured
    same = store.table("points").filter(accelerator="b200", llm=ASKED.llm, tpot_s=published.tpot_s)
    own = yours.yours("mine", same.with_columns(grade=pl.lit("U")))
    said = bottleneck_words.own_words(one, own)
    assert said.startswith("Yours: 21.2 ms at 31.0 sequences a step (TensorRT-LLM, 32 in flight, grade U, 2026-02-03)")
    assert "where the model says" in said
    assert bottleneck_words.own_words(one, brought()).startswith("None of your points on B200")


@pytest.mark.parametrize("power", [*POWER_BASES])
@pytest.mark.parametrize(
    "change", [{}, {"f": 0.8}, {"x": "ttft_s"}, {"y": "usd_per_mtok_total"}, {"layer": ("yours",)}]
)
def test_the_page_speaks_of_an_unknown_accelerator_with_typed_watts_on_every_basis(power, change):
    own = yours.with_watts(brought(accelerator="mychip"), "mychip", 800.0)
    drawn = picture._drawn(replace(ASKED, power=power, **change), "light", lambda asked: answer(asked, own))
    assert drawn.headline and drawn.content.words
