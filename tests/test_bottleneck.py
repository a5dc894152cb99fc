"""The bottleneck page on real chips: worked by hand, one per vendor, impossible deployments in words, and the file."""

import csv
import io
import re
from dataclasses import replace

import numpy as np
import pytest

from data import replica
from data.bottleneck import found, growth
from data.bottleneck_measured import shares
from data.machines import accelerators, formats, llms
from data.tables import vocabulary
from model.question import Question
from pages.ui import (
    bottleneck,
    bottleneck_charts,
    bottleneck_csv,
    bottleneck_curves,
    bottleneck_words,
    link,
    worked,
)
from pages.ui.bottleneck_parts import MEMORY, TIME, legend
from pages.ui.export import main
from pages.ui.theme import colours
from tests.test_theme import BLINDNESS, smallest_difference

INK = colours("light")
R1, OSS = "DeepSeek-R1-0528", "gpt-oss-120b"


def ask(**asked):
    return found(Question(**({"bn_over": "none"} | asked)))


def rows_of(question):
    return list(csv.DictReader(io.StringIO(bottleneck_csv.content(question).decode())))


def test_h200_by_hand():
    """NVIDIA. R1 in FP8 on 8: 653.9e9 expert and 16.57e9 other bytes; 61 x 576 bytes a token, copied to every chip.

    0.92 x 151.40 GB - 3 GB - 83.81 GB = 52.48 GB free; / (64 x 35,136) = 23,336 tokens; / (9,216 x 35,136) = 162.
    """
    room = ask(bn_chip="h200", batch=64)[0].room
    assert room.memory.experts == 256 * 3 * 7168 * 2048 * 58 / 8
    assert room.memory.dense == pytest.approx((37e9 - 8 * 3 * 7168 * 2048 * 58) / 8)
    free = 0.92 * 141 * 2**30 - 3e9 - room.memory.experts - room.memory.dense
    assert (room.longest, room.most) == (int(free / (64 * 61 * 576)), int(free / (9216 * 61 * 576))) == (23_336, 162)


def test_mi355x_by_hand():
    """AMD. gpt-oss-120b on 8: 18 full layers keep 1,024 values a token, 18 windows at most 128; a head each."""
    one = ask(llm=OSS, bn_chip="mi355x", batch=2000, isl=60_000, osl=1000)[0]
    layout = formats()[OSS, one.setting.precision]
    kept = 18 * 1024 * (61_000 + 128) * layout.cache_bytes / 8
    assert one.room.memory.cache == pytest.approx(2000 * kept)
    weights = 36 * 128 * 3 * 2880 * 2880 * layout.expert_bytes / 8
    assert one.room.memory.experts == pytest.approx(weights)
    free = 0.92 * 288 * 2**30 - 3e9 - weights - one.room.memory.dense
    assert one.room.most == int(free / kept)
    assert one.room.longest == min(int(free / (2000 * 18 * 1024 * layout.cache_bytes / 8) - 128), 131_072)


def test_jalapeno_by_hand():
    """OpenAI. R1 in FP4 on 8, batch 1: 16.57e9 parameters of 1.3 bytes, 8 of 256 experts of 0.5625; 7,834 tokens."""
    one = ask(bn_chip="jalapeno", batch=1)[0]
    dense, experts = 1.3 * 16.565350912e9 / 8, 0.5625 * 8 * 3 * 7168 * 2048 * 58 / 8
    context = 0.9 * (8192 + 512)
    read = dense + experts + context * 35_136
    assert one.timed.floor_s == pytest.approx(read / 15.4e12)
    flops = (2 * 37e9 + 61 * 2 * 128 * (576 + 512) * context) / 8
    assert one.timed.decode.intensity()[0] == pytest.approx(flops / read)
    assert one.timed.weights == pytest.approx(2 * 37e9 / 8 / (dense + experts))


@pytest.mark.parametrize("key", ["gb200", "h200", "mi300x", "jalapeno"])
def test_each_time_is_its_formula_with_the_calibrated_factors(key):
    timed = ask(bn_chip=key)[0].timed
    factors, chip = timed.calibration.factors, accelerators()[key]
    assert timed.parts.hops == pytest.approx(2 * 61 * 3 * factors.hop_s)
    assert timed.parts.layers == pytest.approx(61 * factors.layer_s)
    sent = 32 * 61 * 4 * (1 - 1 / 8) * 7168 * 2
    assert timed.parts.link == pytest.approx(sent / chip.link_bytes_s / factors.link)
    assert (timed.parts.prompts == 0) == timed.apart


def test_bandwidth_explains_little_of_batch_1():
    """6, 11 and 10 % of Jalapeño's times, 2 % of GB200's and 5 % of GB300's: 5.1e9 x 4.25 / 8 / (4 x 15.4e12) ..."""
    first = shares()[0]
    assert (first.accelerator, first.llm, first.chips) == ("jalapeno", OSS, 4)
    assert first.floor_s == pytest.approx(5.1e9 * 4.25 / 8 / 4 / 15.4e12)
    assert first.layer_s == pytest.approx((first.tpot_s - first.floor_s) / 36)
    own = [round(100 * one.explained) for one in shares() if one.accelerator == "jalapeno"]
    other = [round(100 * one.explained) for one in shares() if one.accelerator in bottleneck_words.BLACKWELL]
    assert (min(own), max(own)) == (6, 11)
    assert (min(other), max(other)) == (2, 5)
    assert "explain 6–11 % of Jalapeño’s" in bottleneck_words.alone_words()
    assert "2–5 % of Blackwell’s" in bottleneck_words.alone_words()
    assert re.search(r"GB200, \d\d µs of fixed time a layer .*; Jalapeño, \d µs", bottleneck_words.alone_words())


def test_most_of_batch_1_is_fixed_time():
    timed = ask(bn_chip="gb200", batch=1)[0].timed
    fixed = timed.parts.layers + timed.parts.hops
    assert fixed > timed.parts.total() / 2 > timed.floor_s


def test_the_measured_point_is_named_with_its_own_batch():
    """H200: 64 in flight, of which output rate x TPOT = 61 decode at a time; the model is asked at the same 61."""
    one = ask(bn_chip="h200", batch=64)[0]
    seen = one.timed.measured
    assert seen.concurrency == 64 and 60 < seen.batch < 62
    assert (
        f"Measured: {1e3 * seen.tpot_s:.1f} ms with 61.2 sequences on average in decode"
        in bottleneck_words.time_words(one)
    )
    at_64 = float(one.timed.parts.total())
    assert one.timed.there_s < at_64


def test_a_batch_nobody_measured_has_no_point_beside_it():
    one = ask(bn_chip="h200", batch=160)[0]
    assert one.timed.measured is None
    assert "others with these lengths on 8 chips. " in bottleneck_words.time_words(one)
    assert "No run with these lengths is published. " in bottleneck_words.time_words(ask(isl=5000)[0])


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            {"bn_chip": "gaudi3"},
            "on Gaudi 3: memory size, memory bandwidth, peak arithmetic, link bandwidth undisclosed",
        ),
        (
            {"bn_chip": "groq3-lpu"},
            "on Groq 3 LPU: no memory beside its SRAM is published, and this page computes chips",
        ),
        ({"bn_chip": "wse-3"}, "on WSE-3: no memory beside its SRAM is published, and this page computes chips"),
        ({"bn_chip": "maia-100"}, "BF16 at batch 32 does not fit on 8 Maia 100: the weights take 168 GB of each chip"),
        ({"bn_chip": "maia-100", "bn_tp": 32}, "joins is not published; the model counts 8"),
        ({"bn_chip": "jalapeno-rack"}, "this is a whole system, and the model computes single chips"),
        ({"bn_precision": "int4"}, "no INT4 layout of this LLM is known, only FP4, FP8, BF16"),
        ({"bn_tp": 3}, "128 attention heads do not divide over 3 chips"),
        ({"bn_tp": 8, "bn_ep": 3}, "8 chips do not divide into 3 groups of experts"),
        ({"bn_tp": 8, "bn_dp": 16}, "8 chips do not divide into 16 groups with attention of their own"),
        ({"bn_tp": 1024, "bn_ep": 1024, "bn_dp": 8}, "256 routed experts a layer, fewer than 1,024 groups"),
        ({"llm": "Llama-3.3-70B-Instruct", "bn_ep": 8}, "the LLM has no routed experts to deal over 8 groups"),
        ({"bn_chip": "tpu-v7", "bn_tp": 9216, "bn_dp": 9216, "bn_precision": "fp8"}, None),
        ({"bn_chip": "tpu-8i", "bn_tp": 2048, "bn_dp": 16}, "its network joins 1,152 chips"),
        ({"isl": 163_840}, "the LLM takes at most 163,840 tokens, prompt and answer together"),
        ({"bn_chip": "h100"}, "does not fit on 8 H100: the weights take 83.8 GB of each chip, 76 GB are usable"),
        ({"bn_chip": "h200", "batch": 400}, "400 sequences of 9,216 tokens take 130 GB of each chip, 52.5 GB are free"),
        ({"batch": 10**6}, "1,000,000 sequences of 9,216 tokens take 323,813 GB of each chip"),
    ],
)
def test_what_is_impossible_is_answered_with_its_reason(asked, said):
    answers = ask(**asked)
    title = bottleneck.headline(answers)
    assert said is None or said in title
    assert (answers[0].timed is None) == (said is not None)


def test_what_would_fit_is_offered():
    told = bottleneck.conditions(ask(bn_chip="h200", batch=400))
    assert "H200 would hold 162 sequences of 9,216 tokens or 400 sequences of 3,733" in told
    assert "H100 would hold a replica of 16 chips" in bottleneck.conditions(ask(bn_chip="h100"))


def test_an_offered_replica_does_fit():
    assert ask(bn_chip="h100", bn_tp=16)[0].timed


def test_a_narrower_precision_is_offered_where_no_larger_replica_fits():
    assert "Maia 100 would hold the same in FP4." in bottleneck.conditions(ask(bn_chip="maia-100"))
    assert (
        ask(bn_chip="maia-100", bn_precision="fp4")[0].timed
        and not ask(bn_chip="maia-100", bn_precision="fp8")[0].timed
    )
    assert ask(bn_chip="h100")[0].narrower is None  # sixteen chips hold it as it is


def test_one_token_is_one_and_none_is_none():
    beside = ask(bn_chip="h200", isl=1, osl=1, batch=10**6)[0]
    held = beside.room.memory
    assert int((held.free + held.cache) // (held.cache / 2)) == beside.room.longest == 1  # cache of one token each
    told = bottleneck_words.memory_words(beside)
    assert "At batch 1,000,000 each sequence can reach 1 token of the LLM’s 163,840; at 2 tokens 746,762 " in told
    fuller = replace(beside, room=replace(beside.room, longest=0))
    assert "At batch 1,000,000 not one token of each sequence fits; " in bottleneck_words.memory_words(fuller)


def test_what_is_not_laid_out_says_why():
    one = ask(isl=163_840)[0]
    said = "No memory is laid out on GB200: the LLM takes at most 163,840 tokens, prompt and answer together."
    assert bottleneck_words.nothing_laid_out(one) == said


def test_the_sequences_of_a_measured_step_are_explained():
    one = ask(bn_chip="jalapeno", batch=1)[0]
    seen, told = one.timed.measured, bottleneck_words.time_words(one)
    assert seen.concurrency == 1 and 0.7 < seen.batch < 0.9  # one in flight, whose prompt is read a fifth of the time
    assert f"with {seen.batch:.3f} sequences on average in decode on a replica (OpenAI internal, 1 in flight" in told
    assert "output rate × time per token, without those whose prompts wait or are read" in told


def test_context_above_capacity_keeps_the_memory_and_loses_the_times():
    one = ask(bn_chip="h200", isl=150_000, osl=10_000, batch=64)[0]
    assert one.timed is None and one.room.memory.free < 0
    assert bottleneck_charts.memory_cells(one)["free"].endswith("GB too little")
    assert one.room.longest == 23_336


def test_batch_0_cannot_be_asked():
    question, notes = link.parse("/bottleneck?v=1&batch=0")
    assert question.batch is None and "is not a whole number from 1 to 1,000,000" in notes[0]


def test_the_longest_context_for_batch_64_on_h200_is_in_the_first_table():
    answers = found(link.parse("/bottleneck?v=1&bn_chip=H200&batch=64")[0])
    heads, rows = bottleneck.answer_heads(answers[0].setting), bottleneck.answers(answers)
    assert heads["longest"] == "Longest context at batch 64"
    assert rows.row(0, named=True)["longest"] == "23,336 tokens"
    assert rows["chip"].to_list() == ["H200, FP8", "Jalapeño, FP4"]
    assert "; Jalapeño in FP4 " in bottleneck.headline(answers)


@pytest.mark.parametrize("llm", [R1, OSS, "Llama-3.1-8B-Instruct", "DeepSeek-V4-Pro", "Kimi-K3", "MiniMax-M2.5"])
def test_every_accelerator_answers_in_words_and_in_finite_numbers(llm):
    for key in vocabulary().chips:
        for batch in (1, 10**6):
            one = ask(llm=llm, bn_chip=key, batch=batch)[0]
            assert bottleneck.headline([one]) and bottleneck.answers([one]).height == 1
            assert bool(one.why) != bool(one.timed)
            if one.timed:
                values = [float(getattr(one.timed.parts, part)) for part in TIME]
                assert np.isfinite(values).all() and min(values) >= 0
                assert bottleneck_words.time_words(one) and bottleneck_words.roofline_words(one)
            if one.room:
                assert bottleneck_words.memory_words(one) and (np.diff(growth(one.setting)[1]) >= 0).all()


def test_an_unknown_llm_is_told():
    unknown = next(llm for llm in vocabulary().llms if llm not in llms())
    assert "the layers of this LLM are not known" in bottleneck.headline(ask(llm=unknown))


def test_the_precision_is_the_one_that_was_measured():
    assert [replica.usual_precision(key, R1) for key in ("gb200", "h200", "mi300x", "vr200")] == [
        *("fp4", "fp8", "fp8", "fp4"),
    ]


def test_two_accelerators_share_axes_and_one_chip_beside_itself_is_alone():
    assert len(found(Question())) == 2
    assert len(found(Question(bn_over="gb200"))) == 1
    answers = found(Question())
    ends = bottleneck_curves.ends(answers)
    ranges = [bottleneck_curves.roofline(one, ends, INK, "")["layout"]["yaxis"]["range"] for one in answers]
    assert ranges[0] == ranges[1]


def test_the_bars_are_as_long_as_the_words_say():
    answers = found(Question())
    bars = bottleneck_charts.time_bars(answers, INK, "said")["data"]
    for place, one in enumerate(answers):
        total = sum(bar["x"][place] for bar in bars[: len(TIME)])
        assert total == pytest.approx(1e3 * float(one.timed.parts.total()))
    stacked = bottleneck_charts.memory_bars(answers, INK, "said")["data"]
    assert sum(bar["x"][0] for bar in stacked) == pytest.approx(accelerators()["gb200"].hbm_bytes / 1e9)


def test_roofs_are_drawn_where_they_are_known():
    def names(key):
        one = ask(bn_chip=key)[0]
        return [t["hovertemplate"].partition(":")[0] for t in bottleneck_curves._roofs(accelerators()[key], INK)], one

    assert names("mi300x")[0] == ["FP8", "BF16", "On-chip memory"]
    assert names("gb200")[0] == ["FP4", "FP8", "BF16"]


def test_the_legend_is_escaped_and_leaves_out_what_is_nothing():
    shown = legend(MEMORY, ["<b>"], {key: ["" if key == "free" else "1 GB"] for key in MEMORY}, INK)
    assert "&lt;b&gt;" in shown and "<b>" not in shown and "Free" not in shown


def test_page_and_command_line_give_the_same_bytes(tmp_path):
    address = "/bottleneck?v=1&bn_chip=H200&batch=64"
    question = link.parse(address)[0]
    for more in ([], ["--curve"]):
        path = tmp_path / f"out{len(more)}.csv"
        assert main([address, "-o", str(path), *more]) == 0
        assert path.read_bytes() == bottleneck_csv.content(question, False, bool(more))


def test_the_file_holds_the_numbers_of_the_page():
    question = Question(bn_chip="h200", batch=64)
    rows = rows_of(question)
    own = [row for row in rows if row["accelerator"] == "h200" and row["table"] != "batch 1"]
    value = {(row["table"], row["quantity"]): row["value"] for row in own}
    one = found(question)[0]
    assert float(value["answer", "longest context at this batch"]) == 23_336
    total = sum(float(number) for (table, _), number in value.items() if table == "time")
    assert total == pytest.approx(float(value["answer", "time per token"])) == pytest.approx(one.timed.parts.total())
    assert {row["link"] for row in rows} == {"/bottleneck?v=1&batch=64&bn_chip=H200"}
    reason, *_ = rows_of(replace(question, bn_chip="gaudi3"))
    assert (reason["quantity"], reason["value"]) == ("reason", "") and "undisclosed" in reason["note"]


def test_every_quantity_has_a_worked_number_on_the_method_page():
    rows = worked.rows().filter(name="Bottleneck")
    shown = dict(rows.select("what", "worked").iter_rows())
    assert {part.name for key, part in TIME.items() if key != "sequences"} <= set(shown)
    assert shown["Longest context"].endswith(f"{ask(bn_chip='gb200')[0].room.longest:,} tokens")
    assert shown["Explained at batch 1"].endswith("5.1 B × 0.53125 bytes / (4 × 15.4 TB/s) / 0.684 ms = 6 %")
    assert rows["origin"].null_count() == 0


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("parts", "least"), [(TIME, 14), (MEMORY, 10)])
def test_parts_can_be_told_apart_by_all_eyes(parts, least, theme):
    shown = [part.colour(colours(theme)) for part in parts.values()]
    for seen in (np.eye(3), *map(np.array, BLINDNESS.values())):
        assert smallest_difference(shown, seen) >= least


def test_the_headline_gives_the_time_that_each_share_is_of():
    answers = ask()
    title = bottleneck.headline(answers)
    assert all(f"of {'its ' if one is answers[0] else ''}{bottleneck.step_time(one)}" in title for one in answers)


def test_a_run_with_several_attention_groups_says_so():
    """GB200 ran DeepSeek-R1 with eight copies of attention, so that as stored it reads far more than GB300."""
    rows = {(row["llm"], row["chip"]): row["chips"] for row in bottleneck_words.share_rows().iter_rows(named=True)}
    assert rows["DeepSeek-R1-0528", "GB200"] == "8, 8 attention groups"
    assert rows["DeepSeek-R1-0528", "GB300"] == "8"
