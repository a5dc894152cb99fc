"""An empty chart says what to undo, and what its button asks has curves."""

from dataclasses import replace
from functools import lru_cache
from random import Random

import polars as pl
import pytest

from data import store
from data.answer import Answer, answer
from data.tables import vocabulary
from model import question as choices
from model.question import Question
from pages.ui import link
from pages.ui.empty import WORKLOADS, Empty, empty
from tests.test_wording import R1, TOP, made

answered = lru_cache(maxsize=512)(answer)
ROW = {"precision": "fp4", "decoding": "plain", "engine": "vllm", "grade": "B", "accelerator": "gb300"}
ROWS = pl.DataFrame([ROW | {"excluded": None}] * 3, schema_overrides={"excluded": pl.String})


def told(query: str) -> Empty:
    """What the app says to a link that nothing answers."""
    asked = answered(link.parse(f"v=1&{query}")[0])
    assert not asked.curves
    return empty(asked, answered)


def answering(question: Question, rows: pl.DataFrame) -> Answer:
    """An answer with these points, each of them on a curve."""
    curves = made(question, Jalapeno=TOP).curves if rows.height else ()
    return replace(made(question), points=rows, curves=curves)


SAID = {
    "layer=Model&layer=Yours&decoding=MTP": (
        "No point of DeepSeek-R1-0528 in the layers Model and Yours. Published has 319.",
        "Show published points",
        {"layer": ("published", "model", "yours"), "decoding": ("mtp",)},
    ),
    "grade=U&layer=Yours": (
        "No point of DeepSeek-R1-0528 in the layer Yours. Published has 479 of the usual grades.",
        "Show published points",
        {"layer": ("published", "yours")},
    ),
    "osl=1&slo_e2e_s=0.5": (
        "No point of DeepSeek-R1-0528 at 8k in, 1 out. 8k in, 1k out has 479 without your limits.",
        "Show 8k in, 1k out",
        {},
    ),
    "price=Custom&y=USD per M mixed tokens": (
        "None of 479 points of DeepSeek-R1-0528 can be drawn: no prices entered.",
        "Owner’s cost",
        {"y": "usd_per_mtok_total"},
    ),
    "price=Custom&y=Mixed tokens per USD&prices=tpu-v7:2": (
        "None of 479 points of DeepSeek-R1-0528 can be drawn: no price entered for these chips.",
        "Owner’s cost",
        {"y": "tok_per_usd", "prices": (("tpu-v7", 2.0),)},
    ),
    "power=Custom": (
        "None of 479 points of DeepSeek-R1-0528 can be drawn: not computable on this basis: no watts entered.",
        "Rated power",
        {},
    ),
    "llm=GLM-4.7": (
        "No point of GLM-4.7 at 8k in, 1k out. 1k in, 1k out has 8 in tokens per chip.",
        "Show 1k in, 1k out",
        {"llm": "GLM-4.7", "isl": 1024, "y": "tput_total"},
    ),
    "x=First token (TTFT)&slo_ttft_s=0.001&pin=2": (
        "None of 230 points of DeepSeek-R1-0528 has a first token within 1 ms.",
        "Drop the limits",
        {"x": "ttft_s", "pin": 2.0},
    ),
    "batch=7&decoding=Other&chip=MI355X": (
        "No point of DeepSeek-R1-0528 passes all filters.",
        "Drop all filters",
        {},
    ),
}


@pytest.mark.parametrize("query", SAID)
def test_an_empty_chart_says_what_to_undo(query):
    sentence, button, undo = SAID[query]
    assert told(query) == Empty(sentence, button, Question(**undo))


def test_what_the_button_asks_has_curves():
    random, empties = Random(7), 0
    for _ in range(280):
        asked = answered(_any_question(random))
        if not asked.curves:
            empties += 1
            undo = empty(asked, answered).undo
            assert answered(undo).curves, link.format(asked.question)
            assert link.parse(link.format(undo))[0] == link.canonical(undo)
    assert empties > 200


def _any_question(random: Random) -> Question:
    """A question with a few random choices, many of which exclude each other."""
    words = vocabulary()
    one = {
        "llm": words.llms, "x": choices.X_METRICS, "y": choices.Y_METRICS, "power": choices.POWER_BASES,
        "price": choices.PRICE_TIERS, "since": ("2026-01-01", "2026-12-01"), "slo_stat": choices.SLO_STATS,
        "isl": (1, 1024, 8192), "osl": (1, 1024, 8192), "batch": (1, 7, 64), "batch_min": (1, 500, 100_000),
        "slo_ttft_s": (0.001, 1.0), "slo_e2e_s": (0.001, 9.0), "slo_interactivity": (50.0, 9_000.0),
    }  # fmt: skip
    many = {
        "chip": words.chips_with_points, "precision": words.precisions, "engine": words.engines,
        "grade": choices.GRADES, "decoding": choices.DECODINGS, "layer": choices.LAYERS,
    }  # fmt: skip
    chosen = {}
    for name in random.sample([*one, *many], random.randint(2, 7)):
        values = list(one.get(name) or many[name])
        chosen[name] = random.choice(values) if name in one else tuple(random.sample(values, 1))
    return link.canonical(Question(**chosen))


def test_the_workloads_offered_are_the_published_ones():
    assert set(WORKLOADS) == set(store.table("points").select("isl", "osl").unique().iter_rows())


FILTERS = {
    "precision": ({"precision": ("fp8",), "chip": ("gb300",)}, "No FP8 point of Kimi-K2.5 on GB300. FP4 has 3."),
    "decoding": ({"decoding": ("mtp",)}, "No MTP point of Kimi-K2.5. Plain decoding has 3."),
    "other": ({"decoding": ("other",)}, "No otherwise decoded point of Kimi-K2.5. Plain decoding has 3."),
    "grade": ({"grade": ("A",)}, "No point of Kimi-K2.5 of grade A. Grade B has 3."),
    "engine": ({"engine": ("atom",)}, "No point of Kimi-K2.5 with ATOM. vLLM has 3."),
    "batch": ({"batch": 7}, "No point of Kimi-K2.5 with 7 requests in flight. Any number of requests has 3."),
    "one": ({"batch": 1}, "No point of Kimi-K2.5 with 1 request in flight. Any number of requests has 3."),
    "since": ({"since": "2026-11-01"}, "No point of Kimi-K2.5 since 2026-11-01. Any date has 3."),
    "chip": ({"chip": ("h100",), "precision": ("fp4",)}, "No FP4 point of Kimi-K2.5 on H100. GB300 has 3."),
    "isl": ({"isl": 512}, "No point of Kimi-K2.5 at 512 in, 1k out. 8k in, 1k out has 3."),
}


@pytest.mark.parametrize("name", FILTERS)
def test_each_filter_is_named_when_it_is_the_one_to_undo(name):
    chosen, sentence = FILTERS[name]
    question = replace(Question(llm="Kimi-K2.5"), **chosen)
    culprit = next(iter(chosen))

    def points(asked: Question) -> Answer:
        return answering(asked, ROWS.clear() if getattr(asked, culprit) == getattr(question, culprit) else ROWS)

    said = empty(points(question), points)
    assert said.sentence == sentence
    assert said.button == f"Show {sentence.partition('. ')[2].partition(' has ')[0]}".replace("1k out. ", "")


def test_the_most_frequent_value_is_offered_unless_only_another_can_be_drawn():
    question = Question(llm="Kimi-K2.5", precision=("fp8",))
    mixed = pl.concat([ROWS, ROWS, ROWS.with_columns(precision=pl.lit("bf16"))])

    def points(asked: Question) -> Answer:
        rows = mixed if not asked.precision else mixed.filter(pl.col("precision").is_in(asked.precision))
        found = answering(asked, rows)
        return found if asked.precision != ("fp4",) else replace(found, curves=())

    assert empty(points(question), points).button == "Show BF16"


def test_a_limit_on_another_axis_is_named():
    answer = made(replace(R1, slo_ttft_s=0.1), Jalapeno=TOP)
    said = empty(replace(answer, curves=(), standings=()), lambda asked: made(asked, Jalapeno=TOP))
    assert said.sentence == "None of 3 points of DeepSeek-R1-0528 has a first token within 100 ms."
    assert said.undo == R1


@pytest.mark.parametrize("also", ["", "&layer=Yours"])
def test_what_is_counted_as_published_was_published(also):
    asked = link.parse(f"v=1&llm=Kimi-K3&layer=Model&slo_ttft_s=0.001{also}")[0]
    assert not answered(asked).curves
    assert not published(asked.llm)  # nobody has measured it
    told = empty(answered(asked), answered)
    assert "Published has" not in told.sentence and told.sentence.endswith(" The model has curves without your limits.")
    assert told.button == "Show the model without your limits" and told.undo.slo_ttft_s is None
    assert answered(told.undo).promoted


def published(llm: str) -> int:
    return store.table("points").filter(llm=llm).height
