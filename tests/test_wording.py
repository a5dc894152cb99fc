"""Headline, lines, sentences, ranking and hover say what the answer says, word for word."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from data.answer import Answer
from data.assumptions import ASSUMPTIONS
from model.power import PriceFigure, Watts
from model.question import Question, is_maximised
from model.standing import Curve, ranking
from pages.ui import caution, cells, formats, hover, lead, left_out, phrases, sentences
from pages.ui.ladder import PINS
from pages.ui.subline import subline
from pages.ui.wording import headline

KEYS = {"Jalapeño": "jalapeno", "GB300": "gb300", "GB200": "gb200", "B200": "b200", "MI355X": "mi355x"}
POINT = {
    "llm": "DeepSeek-R1-0528",
    "engine": "vllm",
    "date": "2026-08-22",
    "concurrency": 64,
    "chips": 8,
    "tp": 8,
    "ep": 1,
    "disaggregated": False,
    "prefill_chips": None,
    "decode_chips": None,
    "tput_total": 12_380.1,
    "tput_output": 1_375.9,
    "tput_input": 11_004.2,
    "interactivity": 101.6,
    "tpot_s": 0.00984,
    "ttft_s": 0.5,
    "ttft_p99_s": None,
    "e2e_s": 21.3,
    "measured_w": None,
    "derived": False,
    "kind": "run",
    "source": "inferencex",
    "run_url": "https://example.org/run",
    "note": "",
    "watts_per_chip": 700.0,
    "watts_how": "rated package power",
    "usd_chip_hour": 1.27,
    "on_frontier": True,
    "dominated_by": None,
    "meets_slo": True,
    "excluded": None,
}


def made(question: Question, **frontiers: list[tuple[float, float]]) -> Answer:
    """An Answer with one curve per chip from its (x, y) knots, slow end first."""
    names = {name.replace("Jalapeno", "Jalapeño"): knots for name, knots in frontiers.items()}
    rows, curves = [], []
    for series, (name, knots) in enumerate(names.items()):
        start, name = len(rows), name.removesuffix("_MTP")
        decoding = "mtp" if list(frontiers)[series].endswith("_MTP") else "plain"
        head = {"accelerator": KEYS[name], "chip": name, "precision": "fp4", "decoding": decoding, "series": series}
        head["grade"] = "V" if name == "Jalapeño" else "A"
        rows += [POINT | head | {"id": f"p{start + i}", "x": x, "y": y} for i, (x, y) in enumerate(knots)]
        curves.append(_curve(question, name, decoding, np.array(knots, float).reshape(-1, 2), start))
    order = [standing.series for standing in ranking(tuple(curves), question.pin)]
    best_first = tuple(curves[i] for i in order)
    watts = {key: Watts(700.0 if key == "jalapeno" else 1200.0, "rated package power") for key in KEYS.values()}
    return Answer(
        question=question,
        points=pl.DataFrame(rows, infer_schema_length=None),
        curves=best_first,
        standings=ranking(best_first, question.pin),
        ghosts=(),
        watts=watts,
        ghost_watts={},
        prices={},
        excluded=(),
        left_out=(),
        not_computable=(),
        assumptions=pl.DataFrame(schema=ASSUMPTIONS),
    )


def _curve(question: Question, name: str, decoding: str, knots: np.ndarray, start: int) -> Curve:
    return Curve(
        accelerator=KEYS[name],
        name=name,
        precision="fp4",
        decoding=decoding,
        grade="A",
        x=knots[:, 0],
        y=knots[:, 1],
        row=np.arange(start, start + len(knots)),
        smooth=question.x == "interactivity",
        maximise_x=is_maximised(question.x),
        maximise_y=is_maximised(question.y),
        reciprocal=not is_maximised(question.y),
    )


R1 = Question(precision=("fp4",))
PER_CHIP = replace(R1, y="tput_total")
COST = replace(R1, y="usd_per_mtok_total")
WAIT = replace(R1, x="ttft_s", pin=2.0)
TOP = [(65, 20_000), (100, 16_000), (300, 1_000)]  # ahead of all below
MIDDLE = [(20, 12_000), (100, 4_000), (110, 3_500)]
LOW = [(20, 11_000), (100, 3_900), (110, 3_000)]
SLOW = [(10, 9_000), (50, 5_000)]

HEADLINES = {
    "one leader": (
        made(R1, Jalapeno=TOP, GB200=MIDDLE),
        "Jalapeño leads at every speed: 4.0× GB200’s tokens per watt at 100 tok/s/user",
    ),
    "runners-up share the place": (
        made(R1, Jalapeno=TOP, GB200=MIDDLE, GB300=LOW),
        "Jalapeño leads at every speed: 4.0× GB200 and GB300 at 100 tok/s/user",
    ),
    "a whole ratio": (
        made(R1, Jalapeno=TOP, GB200=[(20, 12_000), (100, 1_300), (110, 1_200)]),
        "Jalapeño leads at every speed: 12× GB200’s tokens per watt at 100 tok/s/user",
    ),
    "a range where nobody measured": (
        made(R1, Jalapeno=TOP, GB200=[(20, 12_000), (60, 8_000), (120, 2_000)]),
        "Jalapeño leads at every speed: 2.0–8.0× GB200’s tokens per watt at 100 tok/s/user",
    ),
    "the points leave the lead open": (
        made(R1, GB300=[(20, 9_000), (60, 8_000), (120, 2_000)], GB200=[(20, 8_500), (100, 3_000), (110, 2_900)]),
        "GB300 or GB200 leads at 100 tok/s/user: GB300 has no points between 60 and 120",
    ),
    "a lead that is proven but may be none": (
        made(R1, Jalapeno=[(100, 5_000), (200, 4_900)], GB200=[(20, 12_000), (60, 8_000), (120, 2_000)]),
        "Jalapeño or GB200 leads at 100 tok/s/user: GB200 has no points between 60 and 120",
    ),
    "the lead changes once": (
        made(PER_CHIP, Jalapeno=[(50, 10_000), (100, 9_000)], GB300=[(50, 12_000), (75, 9_500), (100, 4_100)]),
        "Per chip GB300 leads below 75 tok/s/user, Jalapeño above: 2.2× GB300 at 100",
    ),
    "the lead changes once, pin on the slow side": (
        made(
            replace(PER_CHIP, pin=50),
            Jalapeno=[(50, 10_000), (100, 9_000)],
            GB300=[(50, 12_000), (75, 9_500), (100, 4_100)],
        ),
        "Per chip Jalapeño leads above 75 tok/s/user, GB300 below: 1.2× Jalapeño at 50",
    ),
    "the lead changes more than once": (
        made(
            R1,
            GB300=[(20, 12_000), (60, 5_000), (150, 1_000)],
            GB200=[(20, 10_000), (60, 8_000), (100, 7_500), (120, 1_000)],
            B200=[(20, 6_000), (100, 3_000), (120, 2_900), (160, 2_800)],
        ),
        "GB200 leads from 33 to 116 tok/s/user: 2.5× B200 at 100",
    ),
    "level": (
        made(R1, GB200=MIDDLE, GB300=LOW),
        "GB200 and GB300 are level at 100 tok/s/user",
    ),
    "only one reaches the pin": (
        made(R1, Jalapeno=TOP, MI355X=SLOW),
        "Only Jalapeño has points at 100 tok/s/user; the next fastest, MI355X, ends at 50",
    ),
    "nobody reaches the pin": (
        made(replace(R1, pin=500), Jalapeno=TOP, MI355X=SLOW),
        "No accelerator has points at 500 tok/s/user; the fastest, Jalapeño, ends at 300",
    ),
    "one accelerator": (
        made(R1, Jalapeno=TOP),
        "Jalapeño peaks at 20,000 mixed tok/s per rated kW at 65 tok/s/user and reaches 300 tok/s/user",
    ),
    "one point": (
        made(R1, Jalapeno=TOP[:1]),
        "Jalapeño has one point: 20,000 mixed tok/s per rated kW at 65 tok/s/user",
    ),
    "none": (made(R1), "No points answer this question"),
    "cost": (
        made(COST, Jalapeno=[(65, 0.02), (100, 0.03)], GB200=[(20, 0.06), (100, 0.09)]),
        "Jalapeño leads at every speed: 3.0× cheaper per token than GB200 at 100 tok/s/user",
    ),
    "energy": (
        made(replace(R1, y="j_per_tok_output"), Jalapeno=[(65, 0.2), (100, 0.3)], GB200=[(20, 0.6), (100, 0.9)]),
        "Jalapeño leads at every speed: GB200 needs 3.0× its energy per output token at 100 tok/s/user",
    ),
    "output tokens": (
        made(replace(R1, y="tput_output_per_mw"), Jalapeno=TOP, GB200=MIDDLE),
        "Jalapeño leads at every speed: 4.0× GB200’s output tokens per watt at 100 tok/s/user",
    ),
    "tokens per dollar": (
        made(replace(R1, y="tok_per_usd"), Jalapeno=TOP, GB200=MIDDLE),
        "Jalapeño leads at every speed: 4.0× GB200’s tokens per dollar at 100 tok/s/user",
    ),
    "a time axis": (
        made(WAIT, Jalapeno=[(24, 20_000), (3, 9_000), (1, 2_000)], B200=[(2.5, 12_000), (1.9, 8_000), (0.5, 1_000)]),
        "Within 2 s to first token B200 leads: 4.0× Jalapeño’s tokens per watt; Jalapeño leads beyond 24 s",
    ),
    "a time axis, the leader at both ends": (
        made(WAIT, Jalapeno=[(24, 20_000), (1, 2_000), (0.3, 1_000)], B200=[(2.5, 12_000), (1.9, 8_000), (0.9, 900)]),
        "Within 2 s to first token B200 leads: 4.0× Jalapeño’s tokens per watt; Jalapeño leads beyond 24 s",
    ),
    "a time axis, one leader": (
        made(WAIT, Jalapeno=[(24, 20_000), (1, 9_000)], B200=[(2.5, 8_000), (1.9, 3_000)]),
        "Jalapeño leads at every limit: 3.0× B200’s tokens per watt within 2 s to first token",
    ),
    "a time axis, only one": (
        made(replace(WAIT, pin=0.7), Jalapeno=[(24, 20_000), (1, 9_000)], B200=[(2.5, 8_000), (0.5, 3_000)]),
        "Only B200 has points within 700 ms to first token; the next quickest, Jalapeño, needs 1 s",
    ),
    "a limit": (
        made(
            replace(R1, slo_ttft_s=3.0, pin=30),
            B200=[(20, 12_000), (30, 11_000), (60, 3_000)],
            Jalapeno=[(20, 9_000), (60, 8_000), (100, 7_000)],
        ),
        "With a first token within 3 s B200 leads at 30 tok/s/user; Jalapeño leads above 42",
    ),
    "a limit, the pin in the last stretch": (
        made(
            replace(R1, slo_ttft_s=3.0, pin=60),
            B200=[(20, 12_000), (30, 11_000), (60, 4_000), (70, 3_900)],
            Jalapeno=[(20, 9_000), (60, 8_000), (100, 7_000)],
        ),
        "With a first token within 3 s Jalapeño leads above 40 tok/s/user: 2.0× B200 at 60",
    ),
    "a time axis, the pin just before the quickest point": (
        made(replace(WAIT, pin=0.175), Jalapeno=[(24, 20_000), (0.1752, 9_000)], B200=[(2.5, 8_000), (0.25, 3_000)]),
        "No accelerator has points within 175 ms to first token; the quickest, Jalapeño, needs 175.2 ms",
    ),
    "a pin with more digits than a time has": (
        made(replace(WAIT, pin=1.75), Jalapeno=[(24, 20_000), (1.8, 9_000)], B200=[(2.5, 8_000), (1, 3_000)]),
        "Only B200 has points within 1.75 s to first token; the next quickest, Jalapeño, needs 1.8 s",
    ),
    "a lead that changes just below the pin": (
        made(PER_CHIP, Jalapeno=[(50, 10_000), (200, 9_990)], GB300=[(50, 12_000), (99.8, 9_995), (100, 9_000)]),
        "Per chip GB300 leads below 99.8 tok/s/user, Jalapeño above: 1.1× GB300 at 100",
    ),
    "requests in flight, only one": (
        made(replace(R1, x="concurrency", pin=500.0), Jalapeno=[(4, 9_000), (512, 8_000)], B200=[(4, 800), (128, 700)]),
        "Only Jalapeño has points with at least 500 in flight; the next fullest, B200, ends at 128",
    ),
    "every curve starts beyond the pin": (
        made(replace(R1, pin=10.0), Jalapeno=TOP, GB200=MIDDLE),
        "Jalapeño leads at every speed: 1.7× GB200’s tokens per watt at 10 tok/s/user or faster",
    ),
    "requests in flight, the lead changes": (
        made(replace(R1, x="concurrency"), Jalapeno=[(512, 9_000), (600, 20)], B200=[(700, 800), (800, 700)]),
        "B200 leads above 512 requests in flight, Jalapeño below: 11× B200 with at least 100 in flight",
    ),
    "a range of a third that may lead": (
        made(R1, Jalapeno=TOP, GB200=MIDDLE, B200=[(20, 30_000), (60, 28_000), (120, 900)]),
        "Jalapeño or B200 leads at 100 tok/s/user: B200 has no points between 60 and 120",
    ),
    "millions": (
        made(replace(R1, y="tok_per_usd"), Jalapeno=[(65, 38_971_814)]),
        "Jalapeño has one point: 39.0M mixed tokens per USD at 65 tok/s/user",
    ),
    "requests in flight, nobody": (
        made(replace(R1, x="concurrency", pin=5000.0), Jalapeno=[(4, 9_000), (512, 80)], B200=[(4, 800), (128, 70)]),
        "No accelerator has points with at least 5,000 in flight; the fullest, Jalapeño, ends at 512",
    ),
    "one request in flight": (
        made(replace(R1, x="concurrency", pin=1.0), Jalapeno=[(1, 9_000), (4, 8_000)], B200=[(1, 800), (4, 700)]),
        "Jalapeño leads at every load: 11× B200’s tokens per watt with at least 1 in flight",
    ),
    "nothing as fast as the limit": (
        made(replace(R1, slo_interactivity=8192.0), Jalapeno=TOP, GB200=MIDDLE),
        "No point is as fast as your limit, 8,192 tok/s/user; the fastest, Jalapeño, ends at 300",
    ),
    "plain and speculative decoding per chip": (
        made(
            replace(PER_CHIP, decoding=("plain", "mtp")),
            Jalapeno=TOP,
            GB200=MIDDLE,
            GB200_MTP=[(20, 22_000), (100, 15_900), (110, 7_000)],
        ),
        "Per chip Jalapeño’s lead at 100 tok/s/user shrinks from 4.0× to none with MTP",
    ),
    "speculative decoding that changes the leader per chip": (
        made(
            replace(PER_CHIP, decoding=("plain", "mtp")),
            Jalapeno=TOP,
            GB200=MIDDLE,
            GB200_MTP=[(20, 42_000), (100, 32_000), (310, 2_000)],
        ),
        "Per chip Jalapeño leads with plain decoding; with MTP GB200 leads at every speed: 2.0× Jalapeño’s tokens per "
        "chip at 100 tok/s/user",
    ),
    "plain and speculative decoding": (
        made(
            replace(R1, decoding=("plain", "mtp")),
            Jalapeno=TOP,
            GB200=MIDDLE,
            GB200_MTP=[(20, 12_000), (100, 8_000), (110, 7_000)],
        ),
        "Jalapeño’s lead at 100 tok/s/user shrinks from 4.0× to 2.0× with MTP",
    ),
}


@pytest.mark.parametrize("case", HEADLINES)
def test_the_headline_says_who_leads_where_and_by_how_much(case):
    answer, sentence = HEADLINES[case]
    assert headline(answer) == sentence


def at_fault(answer: Answer, **columns: object) -> Answer:
    """The same answer with other values in every row of some columns."""
    return replace(answer, points=answer.points.with_columns(**{k: pl.lit(v) for k, v in columns.items()}))


def test_the_subline_says_what_was_asked_and_names_the_weakest_evidence():
    said = subline(made(R1, Jalapeno=TOP, GB200=MIDDLE))
    assert said.text == "DeepSeek-R1-0528 · 8k in, 1k out · FP4 · plain decoding · 6 published points"
    assert said.evidence == "Jalapeño: vendor result, partly witnessed"
    assert said.second == ""


def test_a_late_first_token_gets_a_line_of_its_own():
    late = at_fault(made(R1, Jalapeno=TOP, GB200=MIDDLE), ttft_s=12.3)
    assert subline(late).second == "At this point Jalapeño’s first token takes 12 s."
    slow = replace(late, question=replace(R1, pin=20), standings=ranking(late.curves, 20))
    assert subline(slow).second == "At 65 tok/s/user Jalapeño’s first token takes 12 s."


def test_on_a_time_axis_the_subline_counts_the_points_that_carry_the_time():
    answer = made(WAIT, Jalapeno=[(24, 20_000), (1, 9_000)], B200=[(2.5, 8_000), (1.9, 3_000)])
    missing = answer.points.with_columns(ttft_s=pl.when(pl.col("id") == "p2").then(None).otherwise("ttft_s"))
    text = subline(replace(answer, points=missing)).text
    assert text.endswith("3 of 4 published points carry a first-token time (B200 1 of 2)")


def test_a_missing_jalapeno_is_said():
    assert subline(made(replace(R1, isl=1024), GB200=MIDDLE)).text.endswith(
        "3 published points · no Jalapeño point published"
    )
    assert "Jalapeño" not in subline(made(replace(R1, chip=("gb200",)), GB200=MIDDLE)).text


def test_five_sentences_at_most_in_their_order():
    answer = at_fault(made(replace(R1, ghost="sustained"), Jalapeno=TOP, GB200=MIDDLE), ttft_s=12.3)
    ghost = replace(answer.curves[0], y=answer.curves[0].y * 700 / 550)
    draws = {"jalapeno": Watts(550.0, "published"), "gb200": Watts(1200.0, "rated", one_sided=True)}
    answer = replace(
        answer,
        ghosts=(ghost,),
        ghost_watts=draws,
        left_out=(("third-party points (grade C)", 50),),
        excluded=(("no rate of these tokens published", 1),),
        not_computable=(("b200", "rated power undisclosed; enter watts per chip"),),
    )
    per_chip = HEADLINES["the lead changes once"][0]
    prompt = HEADLINES["a limit, the pin in the last stretch"][0]
    assert sentences.words(answer, per_chip, prompt) == [
        "No point beats Jalapeño’s curve; best: 20,000 mixed tok/s per rated kW at 65 tok/s/user (64 in flight, "
        "first token 12 s).",
        "Per chip GB300 leads below 75 tok/s/user, Jalapeño above: 2.2× GB300 at 100.",
        "Dotted, one-sided: Jalapeño at 550 W sustained, others at rated; 5.1× GB200 at 100.",
        "Speed hides queueing: at 100 the first token takes 12 s on Jalapeño and 12 s on GB200; if within 3 s Jalapeño "
        "leads above 40 tok/s/user.",
        "Left out: 51 points, mostly third-party points; B200 (rated power undisclosed).",
    ]
    assert left_out.left_out_details(answer) == (
        "Left out: 50 third-party points (grade C), 1 point (no rate of these tokens published), B200 (rated power "
        "undisclosed)."
    )


OLDER, MTP_POINTS = ("older runs", 219), ("points with speculative decoding", 193)
MEDIANS, THIRD = ("medians of a configuration that has a single run", 67), ("third-party points (grade C)", 1)


@pytest.mark.parametrize(
    ("counts", "short", "full"),
    [
        ((), "", ""),
        ((("older runs", 5),), "5 older runs", "5 older runs"),
        (
            (OLDER, MTP_POINTS, MEDIANS, THIRD),
            "480 points, mostly older runs or speculative decoding",
            "219 older runs, 193 points with speculative decoding, 67 medians of configurations that have a run of "
            "their own, 1 third-party point (grade C)",
        ),
        ((MEDIANS, THIRD), "68 points, mostly medians of several runs", None),
        ((("a", 1), ("b", 1), ("c", 1), ("d", 1)), "4 points, among them a or b", None),
    ],
)
def test_what_is_left_out_is_one_short_sentence_and_counted_in_full(counts, short, full):
    answer = replace(made(R1, Jalapeno=TOP), left_out=counts)
    assert left_out.left_out(answer) == (f"Left out: {short}." if short else "")
    if full is not None:
        assert left_out.left_out_details(answer) == (f"Left out: {full}." if full else "")


MTP = {"GB200_MTP": [(20, 12_000), (100, 8_000), (110, 7_000)]}
BOTH = ("plain", "mtp")
SECOND = {
    "speculative decoding per chip": (
        (replace(R1, decoding=BOTH), replace(PER_CHIP, decoding=BOTH), {"Jalapeno": TOP, "GB200": MIDDLE} | MTP),
        "Per chip Jalapeño’s lead at 100 tok/s/user shrinks from 4.0× to 2.0× with MTP.",
    ),
    "speculative decoding per watt": (
        (replace(PER_CHIP, decoding=BOTH), replace(R1, decoding=BOTH), {"Jalapeno": TOP, "GB200": MIDDLE} | MTP),
        "Per watt Jalapeño’s lead at 100 tok/s/user shrinks from 4.0× to 2.0× with MTP.",
    ),
    "one leader": (
        (R1, PER_CHIP, {"Jalapeno": TOP, "GB200": MIDDLE}),
        "Jalapeño leads at every speed: 4.0× GB200’s tokens per chip at 100 tok/s/user.",
    ),
    "runners-up share the place": (
        (R1, PER_CHIP, {"Jalapeno": TOP, "GB200": MIDDLE, "GB300": LOW}),
        "Per chip Jalapeño leads at every speed: 4.0× GB200 and GB300 at 100 tok/s/user.",
    ),
    "a peak names its unit": (
        (R1, PER_CHIP, {"Jalapeno": TOP}),
        "Jalapeño peaks at 20,000 mixed tok/s per chip at 65 tok/s/user.",
    ),
    "what the headline said already": ((R1, PER_CHIP, {"Jalapeno": TOP, "MI355X": SLOW}), ""),
}


@pytest.mark.parametrize("case", SECOND)
def test_the_second_sentence_names_its_measure(case):
    (first, second, curves), sentence = SECOND[case]
    assert sentences.other_measure(made(first, **curves), made(second, **curves)) == sentence


def test_a_limit_on_the_first_token_claims_no_lead_where_nobody_measured():
    gap = made(
        replace(R1, slo_ttft_s=3.0),
        GB300=[(20, 9_000), (60, 8_000), (120, 2_000)],
        GB200=[(20, 8_500), (100, 3_000), (110, 2_900)],
    )
    assert sentences.first_token(made(R1, Jalapeno=TOP), gap) == (
        "Speed hides queueing: at 100 Jalapeño’s first token takes 500 ms; if within 3 s GB300 or GB200 leads (no "
        "GB300 point between 60 and 120)."
    )
    alone = made(replace(R1, slo_ttft_s=3.0), Jalapeno=TOP)
    assert sentences.first_token(made(R1, Jalapeno=TOP), alone).endswith(
        "; only for Jalapeño is one within 3 s published."
    )


def test_a_late_first_token_said_under_the_headline_is_not_said_again():
    late = at_fault(made(R1, Jalapeno=TOP), ttft_s=12.0)
    assert "12 s" in subline(late).second
    assert sentences.first_token(late, None) == ""
    prompt = made(replace(R1, slo_ttft_s=3.0), Jalapeno=TOP)
    assert sentences.first_token(late, prompt) == (
        "Speed hides queueing: only for Jalapeño is a first token within 3 s published."
    )


def test_a_request_time_hides_no_queueing():
    answer = made(replace(R1, x="e2e_s", pin=10.0), Jalapeno=[(38, 20_000), (9, 11_000)])
    assert sentences.first_token(answer, None) == "At the pin Jalapeño’s first token takes 500 ms."


def test_first_token_times_that_would_read_alike_get_more_digits():
    answer = made(R1, Jalapeno=TOP, GB200=MIDDLE)
    times = pl.when(pl.col("chip") == "GB200").then(12.3).otherwise(12.1)
    answer = replace(answer, points=answer.points.with_columns(ttft_s=times))
    assert sentences.first_token(answer, None) == (
        "Speed hides queueing: at 100 the first token takes 12.1 s on Jalapeño and 12.3 s on GB200."
    )


@pytest.mark.parametrize("x", ["interactivity", "ttft_s"])
def test_every_step_of_the_pin_reads_differently(x):
    told = [cells.ranking_heading(made(replace(R1, x=x, pin=step)))[0] for step in PINS]
    assert len(set(told)) == len(PINS)


def test_the_ranking_is_headed_by_the_pin_as_it_was_set():
    assert cells.ranking_heading(made(replace(WAIT, pin=0.175)))[0] == "Within 175 ms to first token"
    assert cells.ranking_heading(made(replace(R1, pin=0.001)))[0] == "At 0.001 tok/s/user"
    assert cells.ranking_heading(made(replace(R1, x="concurrency", pin=1.0)))[0] == "With at least 1 in flight"


def test_a_pin_outside_the_limit_on_its_axis_is_said():
    slow = made(replace(R1, slo_interactivity=120.0), Jalapeno=TOP, GB200=MIDDLE)
    assert sentences.outside(slow) == "100 tok/s/user is slower than your limit, 120."
    long = made(replace(WAIT, slo_ttft_s=1.5), Jalapeno=[(1.2, 20_000), (1, 9_000)])
    assert sentences.outside(long) == "2 s to first token is longer than your limit, 1.5 s."
    assert sentences.outside(made(replace(R1, slo_interactivity=100.0), Jalapeno=TOP)) == ""
    assert sentences.outside(made(replace(R1, slo_interactivity=8192.0), Jalapeno=TOP)) == ""
    assert sentences.outside(made(replace(R1, x="e2e_s", slo_ttft_s=1.5), Jalapeno=[(9, 5), (3, 2)])) == ""


def test_a_single_request_in_flight_is_singular():
    one = at_fault(made(R1, Jalapeno=TOP), concurrency=1)
    assert sentences.who_leads(one) == ("One accelerator, so no lead; its best value: 1 in flight, first token 500 ms.")
    assert "1 request in flight" in hover.hover_lines(one.points.row(0, named=True), R1)[1]
    alone = made(replace(R1, x="concurrency", pin=9.0), Jalapeno=[(1, 9_000), (16, 8_000)], B200=[(1, 800)])
    assert cells.ranking_cells(alone)[1].value == "no point this full; fullest 1 request in flight"


def test_only_chips_with_the_figure_are_said_to_lack_points():
    answer = made(replace(R1, power="measured"), B200=TOP, MI355X=SLOW)
    answer = replace(answer, not_computable=(("gb200", "points without telemetry need another basis"),))
    assert headline(answer) == (
        "Only B200 and MI355X have measured power; of these only B200 has points at 100 tok/s/user"
    )
    beyond = replace(answer, question=replace(answer.question, pin=500), standings=ranking(answer.curves, 500))
    assert headline(beyond) == "Only B200 and MI355X have measured power; the fastest, B200, ends at 300"
    timed = made(replace(WAIT, pin=0.7), B200=[(2.5, 8_000), (0.5, 3_000)], Jalapeno=[(24, 20_000), (1, 9_000)])
    more = pl.concat([timed.points, timed.points.head(1).with_columns(accelerator=pl.lit("gb300"))])
    assert headline(replace(timed, points=more)) == (
        "Only B200 and Jalapeño have a published first-token time; of these only B200 has points within 700 ms to "
        "first token"
    )


def test_chosen_chips_without_a_point_are_named():
    asked = replace(R1, llm="gpt-oss-120b", chip=("b200", "gb300", "b300"))
    answer = made(asked, B200=TOP)
    assert [(row.name, row.value, row.computable) for row in cells.ranking_cells(answer)[1:]] == [
        ("GB300", "no gpt-oss-120b point at 8k in, 1k out", False),
        ("B300", "no gpt-oss-120b point at 8k in, 1k out", False),
    ]
    assert subline(answer).text.endswith(" · no GB300 or B300 point published")
    filtered = made(replace(R1, chip=("b200", "gb300")), B200=TOP)
    assert cells.ranking_cells(filtered)[1].value == "no point passes the filters"
    assert subline(filtered).text.endswith(" · no GB300 point passes the filters")
    assert len(cells.ranking_cells(made(R1, B200=TOP))) == 1


def test_many_chips_of_one_evidence_are_counted():
    five = made(R1, GB300=TOP, GB200=MIDDLE, B200=LOW, MI355X=SLOW)
    assert subline(five).evidence == "GB300, GB200, B200 and MI355X: official measurement"
    more = pl.concat([five.points, five.points.head(1).with_columns(chip=pl.lit("H100"))])
    assert subline(replace(five, points=more)).evidence == "five accelerators: official measurement"


def test_many_stretches_are_told_by_the_outer_two_and_the_pins():
    answer = made(
        replace(R1, pin=50.0),
        GB300=[(20, 12_000), (29, 11_000), (30, 100)],
        GB200=[(20, 8_000), (44, 7_900), (45, 100)],
        B200=[(20, 6_000), (69, 5_900), (70, 100)],
        MI355X=[(20, 3_000), (200, 2_900)],
    )
    assert sentences.who_leads(answer).startswith(
        "GB300 leads below 29 tok/s/user, B200 from 44 to 70, MI355X above 70, with 3 changes in all; the best value is"
    )


def test_a_narrow_stretch_passes_to_its_neighbour_but_makes_no_lead_everywhere():
    narrow = {"GB300": [(20, 12_000), (60, 9_000), (61, 100)], "GB200": [(20, 8_000), (62, 7_990), (63, 100)]}
    answer = made(R1, **narrow, B200=[(20, 6_000), (200, 5_900)])
    assert [answer.curves[part.leader].name for part in lead.stretches(answer)] == ["GB300", "B200"]
    blip = made(R1, GB300=[(20, 12_000), (200, 9_000)], GB200=[(20, 8_000), (204, 7_990)])
    assert len(lead.stretches(blip)) == 2


def test_several_leaders_are_told_in_order():
    answer = HEADLINES["the lead changes more than once"][0]
    assert sentences.who_leads(answer).startswith("GB300 leads below 33 tok/s/user, GB200 to 116, B200 beyond;")


def test_the_ranking_gives_value_lead_first_token_and_watts():
    near = [(20, 12_000), (45, 9_200), (55, 9_000)]
    answer = made(replace(R1, pin=55), Jalapeno=TOP, GB200=near, GB300=[(20, 12_000), (40, 8_000), (60, 2_000)])
    jalapeno, gb300, gb200 = sorted(cells.ranking_cells(answer), key=lambda row: row.name, reverse=True)
    assert cells.ranking_heading(answer) == ("At 55 tok/s/user", "tok/s/kW")
    assert (jalapeno.value, jalapeno.small, jalapeno.lead, jalapeno.low) == ("20.0k", "at 65", "", 1.0)
    assert (jalapeno.first_token, jalapeno.basis) == ("0.5 s", "700")
    assert (gb300.value, gb300.lead, gb300.first_token) == ("2.0–8.0k", "2.5–10×", "")
    assert (gb300.low, gb300.high) == (0.1, 0.4)
    assert gb300.title == (
        "between 8,000 mixed tok/s per rated kW at 40 tok/s/user and 2,000 mixed tok/s per rated kW at 60 tok/s/user"
    )
    assert gb200.lead == "2.2×"


def test_the_ranking_ends_with_those_who_do_not_reach_the_pin_or_have_no_watts():
    answer = made(R1, Jalapeno=TOP, MI355X=SLOW)
    answer = replace(answer, not_computable=(("b200", "all-in power undisclosed; enter watts per chip"),))
    last, missing = cells.ranking_cells(answer)[1:]
    assert (last.name, last.value) == ("MI355X", "no point this fast; fastest 50 tok/s")
    assert (missing.name, missing.value) == ("B200", "not computable: all-in power undisclosed")
    assert not missing.computable


def test_a_time_axis_ranks_within_its_limit():
    assert cells.ranking_heading(HEADLINES["a time axis"][0])[0] == "Within 2 s to first token"


def test_a_one_sided_comparison_is_called_so():
    answer = made(replace(R1, power="sustained"), Jalapeno=TOP, GB200=MIDDLE)
    assert caution.basis_words(answer) == ""
    draws = {"jalapeno": Watts(550.0, "published"), "gb200": Watts(1200.0, "rated", one_sided=True)}
    assert caution.basis_words(replace(answer, watts=draws)) == (
        "One-sided: Jalapeño at 550 W; 1 other chip stays at rated power. Set f to derate them too."
    )
    per_chip = replace(answer, watts=draws, question=replace(PER_CHIP, power="sustained"))
    assert caution.basis_words(per_chip) == ""


@pytest.mark.parametrize(
    ("chosen", "said"),
    [
        ({"power": "sustained"}, "Jalapeño at published draw, others at 0.786 of rated power, your assumption."),
        (
            {"power": "all_in", "all_in_draw": "fixed"},
            "Jalapeño at published draw, others at 0.786 of rated power, your assumption.",
        ),
        ({"power": "all_in"}, ""),
        ({"power": "rated"}, ""),
    ],
)
def test_an_assumed_share_of_rated_power_is_said_where_it_counts(chosen, said):
    assert caution.basis_words(made(replace(R1, f=0.786, **chosen), Jalapeno=TOP, GB200=MIDDLE)) == said


def test_typed_watts_are_said():
    answer = made(replace(R1, power="custom"), Jalapeno=TOP, GB200=MIDDLE)
    typed = answer.watts | {"gb200": Watts(800.0, "your 800 W", source="visitor")}
    assert caution.basis_words(replace(answer, watts=typed)) == "Your watts: GB200 800 W."


def test_a_cost_names_tier_date_and_nature_of_its_prices():
    answer = made(COST, Jalapeno=TOP[::-1], GB200=MIDDLE[::-1])
    prices = {
        "jalapeno": PriceFigure(1.27, "owner", "registry-pr-1108", "2026-09-10"),
        "gb200": PriceFigure(1.86, "owner", "registry-pr-1071", "2026-09-08"),
        "b200": PriceFigure(1.73, "owner", "registry-pr-1071", "2026-04-01"),
    }
    modelled = "Jalapeño’s price is modelled, the chip is not for sale"
    assert caution.basis_words(replace(answer, prices=prices)) == f"Owner’s cost of Sep 2026; {modelled}."
    older = prices | {"gb200": PriceFigure(1.86, "owner", "registry-2026-07-31", "2026-07-31")}
    assert caution.price_words(replace(answer, prices=older)) == f"Owner’s cost of Jul 2026 to Sep 2026; {modelled}."
    own = prices | {"jalapeno": PriceFigure(2.0, "custom", "visitor")}
    assert caution.price_words(replace(answer, prices=own)) == (
        "Owner’s cost of Sep 2026; your prices: Jalapeño 2.00 USD per chip-hour."
    )
    assert caution.basis_words(replace(made(R1, Jalapeno=TOP), prices=prices)) == ""


def test_a_cost_is_ranked_beside_its_price_and_titled_with_its_tier():
    assert cells.basis_heading(COST) == ("USD/h", "USD per chip-hour")
    assert cells.basis_heading(R1) == ("W", "watts per chip")
    assert cells.ranking_cells(made(COST, Jalapeno=[(65, 0.02), (100, 0.03)]))[0].basis == "1.27"
    assert phrases.title(replace(COST, y="usd_per_mtok_output")) == "USD per M output tokens, owner’s cost"
    assert phrases.title(replace(COST, price="rental", y="tok_per_usd")) == "Mixed tokens per USD, rental price"


def test_a_lead_too_small_to_tell_is_level():
    rows = cells.ranking_cells(made(R1, GB200=MIDDLE, GB300=LOW))
    assert [row.lead for row in rows] == ["", "level"]


def test_the_hover_has_four_lines_and_names_the_dominator():
    point = made(R1, Jalapeno=TOP).points.row(0, named=True)
    other = point | {"chip": "GB200", "disaggregated": True, "prefill_chips": 22, "decode_chips": 12, "ttft_s": None}
    other |= {"prefill_tp": 2, "prefill_ep": 8, "decode_tp": 4, "decode_ep": 1}
    assert hover.hover_lines(point, R1) == [
        "<b>Jalapeño</b> 20,000 mixed tok/s per rated kW at 65 tok/s/user",
        "vLLM · 8 chips · TP8 · 64 requests in flight",
        "first token 500 ms · whole request 21 s",
        "700 W rated · V vendor, partly witnessed · 2026-08-22",
    ]
    lines = hover.hover_lines(other, R1, beaten_by=point)
    assert lines[1] == "vLLM · 22 prefill + 12 decode chips · prefill TP2·EP8, decode TP4 · 64 requests in flight"
    assert lines[2] == "first token not recorded · whole request 21 s"
    assert lines[4] == "beaten by Jalapeño 20,000 mixed tok/s per rated kW at 65 tok/s/user"


def test_every_hover_is_ready_for_the_chart():
    assert len(hover.hovers(made(R1, Jalapeno=TOP, GB200=MIDDLE))) == 6


def test_the_panel_links_source_and_run():
    point = made(R1, Jalapeno=TOP).points.row(0, named=True)
    rows = {
        label: (text, link) for label, text, link in hover.panel(point, R1, {"inferencex": ("InferenceX", "https://x")})
    }
    assert rows["Source"] == ("InferenceX", "https://x")
    assert rows["Run"][1] == "https://example.org/run"
    assert rows["First token"] == ("500 ms", "")
    assert rows["Watts per chip"] == ("700 W rated: rated package power", "")


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        (formats.number(85_448.4), "85,448"),
        (formats.number(0.02134), "0.0213"),
        (formats.number(None), "–"),
        (formats.compact(17_792), "17.8k"),
        (formats.compact(1_202), "1.2k"),
        (formats.compact(567), "567"),
        (formats.compact(999.7), "1.0k"),
        (formats.span("2.8k", "11.6k"), "2.8–11.6k"),
        (formats.ratio(1.9005), "1.9×"),
        (formats.ratio(9.96), "10×"),
        (formats.seconds(12.3), "12 s"),
        (formats.seconds(4.52), "4.5 s"),
        (formats.seconds(1.94), "1.9 s"),
        (formats.seconds(2.0), "2 s"),
        (formats.seconds(0.9996), "1 s"),
        (formats.seconds(0.323), "323 ms"),
        (formats.seconds(0.175), "175 ms"),
        (formats.seconds(0.25), "250 ms"),
        (formats.seconds(0.09996), "100 ms"),
        (formats.seconds(0.00984), "9.84 ms"),
        (formats.seconds(0.02), "20 ms"),
        (formats.seconds(None), "–"),
        (formats.brief_seconds(0.323), "0.3 s"),
        (formats.brief_seconds(0.00984), "9.8 ms"),
        (formats.brief_seconds(12.3), "12 s"),
        (formats.brief_seconds(None), "–"),
        (formats.speed(65.3), "65"),
        (formats.speed(2.0), "2"),
        (formats.speed(0.012), "0.012"),
        (formats.speed(0.001), "0.001"),
        (formats.requests(1), "1 request in flight"),
        (formats.requests(2048.0), "2,048 requests in flight"),
        (formats.watts(1400.0), "1,400"),
        (formats.workload(R1), "8k in, 1k out"),
        (formats.listing(["A", "B", "C"]), "A, B and C"),
        (formats.plural(1, "point"), "1 point"),
    ],
)
def test_numbers_have_one_format_each(text, wanted):
    assert text == wanted
