"""The bill after a gain: worked by hand, at its extremes, and the same on page, in the file and on the command line."""

import csv
import io
import math
import re
from dataclasses import replace

import pytest

from data import demand as figures
from data.answer import answer
from model.demand import break_even, energy_ratio, fleet_mw, price_ratio, tokens_ratio, years_saved
from model.question import Question
from pages.ui import demand, demand_controls, demand_csv, demand_figures, link, worked
from pages.ui.demand_charts import Look, over_elasticity, over_years
from pages.ui.export import main
from pages.ui.theme import colours

TYPED = Question(demand_gain=1.9)
LOOK = Look(colours("light"), "")


@pytest.mark.parametrize(("bent", "ratio"), [(0.06, 0.55), (1.0, 1.0), (1.1, 1.07), (1.43, 1.32)])
def test_a_gain_of_1_9_at_the_published_elasticities(bent, ratio):
    """g^(ε - 1): 1.9^-0.94 = exp(-0.94 × 0.6419) = 0.547, 1.9^0.1 = 1.066, 1.9^0.43 = 1.318."""
    assert round(float(energy_ratio(1.9, bent)), 2) == ratio
    assert float(energy_ratio(1.9, bent)) == pytest.approx(1.9 ** (bent - 1))


def test_half_the_saving_passed_on():
    """g = 2, half passed on: price 1 - 0.5 × 0.5 = 0.75, at ε = 2 tokens 1 / 0.5625 = 1.778, energy half of it."""
    assert float(price_ratio(2, 0.5)) == 0.75
    assert float(tokens_ratio(2, 2, 0.5)) == pytest.approx(16 / 9)
    assert float(energy_ratio(2, 2, 0.5)) == pytest.approx(8 / 9)
    assert break_even(2, 0.5) == pytest.approx(math.log(2) / math.log(4 / 3))
    assert float(energy_ratio(2, break_even(2, 0.5), 0.5)) == pytest.approx(1)


def test_the_page_says_where_the_gain_is_read_and_what_it_is_at_the_best_points():
    """The best points of both, wherever they lie, as the frontiers have them; nothing is said of a typed gain."""
    found = figures.gains(Question())
    curves = answer(figures.asked(Question())).curves
    most = {key: max(c.y.max() for c in curves if c.accelerator == key) for key in found.pair}
    assert found.peak == pytest.approx(most["jalapeno"] / most["gb300"]) and found.peak < found.own.value
    said = demand.words(Question(), found)
    assert "is read at 100 tok/s per user, the pin" in said
    assert f"With each at its most tokens per watt, whatever the speed, it is {found.peak:.3g}×." in said
    assert "is read at" not in demand.words(TYPED, figures.gains(TYPED))


def test_growth_uses_a_saving_up():
    """A quarter saved, 10 % growth: ln(4/3) / ln 1.1 = 3.02 years; 100 MW after 2 years 100 × 0.75 × 1.21 = 90.75."""
    assert years_saved(0.75, 0.1) == pytest.approx(3.0184, rel=1e-4)
    assert float(fleet_mw(100, 0.75, 0.1, 2)) == pytest.approx(90.75)
    assert years_saved(0.75, 0) is years_saved(1.2, 0.1) is years_saved(0.75, -0.1) is None


def test_the_price_cut_is_the_logarithm_of_its_figures():
    """80 % off, about 10 times the use: ln 10 / ln 5 = 1.431."""
    found = {each.source: each for each in figures.evidence()}
    assert found["openai-cfo-2026-09"].value == round(math.log(10) / math.log(5), 2)
    assert (found["a16z-state-of-ai-2025"].low, found["a16z-state-of-ai-2025"].high) == (0.05, 0.07)


@pytest.mark.parametrize("second", ["gb300", "mi355x", "tpu-v7"])
def test_the_gain_is_the_ratio_of_the_frontiers_at_the_pin(second):
    """One per vendor: the standings of the frontier page at the same pin give the same ratio."""
    llm = "Qwen-3.5-397B-A17B" if second == "tpu-v7" else "DeepSeek-R1-0528"
    question = Question(llm=llm, lead_of="b200", lead_over=second, precision=("fp8",), pin=20.0)
    question = replace(question, power="custom", watts=tuple((key, 1000.0) for key in ("b200", second)))
    answered = answer(figures.asked(question))
    at = {c.accelerator: s.value for c, s in zip(answered.curves, answered.standings, strict=True)}
    assert figures.gains(question).own.value == pytest.approx(at["b200"] / at[second])


def test_where_only_the_model_speaks_the_best_points_are_the_models():
    found = figures.gains(Question(layer=("model",), precision=("fp4",), lead_of="gb300", lead_over="b200"))
    assert found.own.modelled and min(found.most) > 0


def test_the_answer_in_words():
    said = demand.headline(TYPED, figures.gains(TYPED))
    assert said == "100 MW becomes 107 MW: at ε = 1.1 demand outgrows 1.90× the tokens per watt"
    words = demand.words(TYPED, figures.gains(TYPED))
    assert "even at ε = 1, below" in words and "0.06, 1.1 and 1.43 it is 54.7 MW, 107 MW and 132 MW" in words
    less = replace(TYPED, demand_elasticity=0.06)
    assert "does not use up" in demand.headline(less, figures.gains(less))
    assert "used up after 3.31 years" in demand.years(less, figures.gains(less))


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"demand_pass": 0.0}, "no elasticity changes the energy"),
        ({"demand_gain": 1.0}, "leave price, demand and energy as they are"),
        ({"demand_gain": 0.5, "demand_elasticity": 3.0}, "even at ε = 1"),
        ({"demand_mw": 0.001}, "547 W, 1.07 kW and 1.32 kW"),
        ({"demand_gain": None, "pin": 10_000.0}, "no point of Jalapeño and GB300 at this service level"),
        ({"demand_gain": None, "lead_over": "groq3-lpx"}, "no point of Groq 3 LPX"),
    ],
)
def test_extremes_are_answered_in_words(more, said):
    question = replace(TYPED, **more)
    found = figures.gains(question)
    assert said in demand.words(question, found)
    assert demand.headline(question, found) and demand.conditions(question, found)
    assert demand.years(question, found) or found.own is None
    assert demand.gain_rows(question, found).height == (found.own is not None)
    assert demand.evidence_rows(question, found).height == 3


def test_a_gain_without_effect_is_said_to_have_none():
    question = replace(TYPED, demand_elasticity=1.0)
    assert "demand just makes up for 1.90×" in demand.headline(question, figures.gains(question))
    assert demand.gain_rows(question, figures.gains(question))["change"].to_list() == ["none"]


def test_the_charts_end_where_the_formula_says():
    gain = figures.gains(TYPED).own
    lines = over_elasticity(TYPED, [gain], figures.evidence(), LOOK)["data"]
    assert lines[0]["y"][0] == pytest.approx(100 / 1.9) and lines[0]["y"][-1] == pytest.approx(190)
    assert lines[1]["y"] == [pytest.approx(106.63, abs=0.01)]
    without, with_it = over_years(TYPED, gain, LOOK)["data"]
    assert without["y"][-1] == pytest.approx(100 * 1.2**10)
    assert with_it["y"][-1] / without["y"][-1] == pytest.approx(1.9**0.1)


@pytest.mark.parametrize("curve", [False, True])
def test_the_file_of_the_button_is_that_of_the_command_line(curve, tmp_path):
    address, file = link.format(TYPED, "demand"), tmp_path / "demand.csv"
    assert main([address, "-o", str(file), *(["--curve"] if curve else [])]) == 0
    made = demand_csv.years_csv(TYPED) if curve else demand_csv.demand_csv(TYPED)
    assert file.read_bytes() == made
    rows = list(csv.DictReader(io.StringIO(made.decode())))
    assert {row["link"] for row in rows} == {address}
    at = {row["elasticity"]: float(row["fleet_mw"]) for row in rows}
    assert curve or at["1.1"] == pytest.approx(100 * 1.9**0.1)


def test_every_accelerator_replaced_is_in_the_file():
    rows = list(csv.DictReader(io.StringIO(demand_csv.demand_csv(Question()).decode())))
    found = figures.gains(Question())
    assert {row["in_place_of"] for row in rows} == {gain.second for gain in (found.own, *found.others)}


def test_every_quantity_is_worked_on_the_method_page():
    rows = dict(worked.rows().filter(name="Demand").select("what", "worked").iter_rows())
    assert rows["Energy, all passed on"] == "1.9^(1.43 − 1) = 1.32"
    best, rest, ratio = re.search(r": ([\d,]+) / ([\d,]+) = ([\d.]+);", rows["Gain at the best points"]).groups()
    assert float(best.replace(",", "")) / float(rest.replace(",", "")) == pytest.approx(float(ratio), abs=0.005)
    assert round(float(ratio), 1) == 1.9  # as published
    assert rows["Price"] == "1 − 0.5 × (1 − 1/1.9) = 0.763"
    assert rows["ε after a price cut"] == "ln 10 / ln 5 = 1.43"


def test_one_sided_power_and_limits_are_said_beside_the_basis():
    question = replace(Question(), power="sustained", slo_ttft_s=2.0)
    said = demand.conditions(question, figures.gains(question))
    assert "one-sided: " in said and "stays at rated power" in said and "a first token within 2 s" in said
    assert "one-sided" not in demand.conditions(Question(), figures.gains(Question()))


@pytest.mark.parametrize(
    ("more", "headline", "words"),
    [
        ({"demand_gain": 0.5}, "becomes 93.3 MW: only 0.50× the tokens per watt, and at ε = 1.1 demand falls further",
         "2.00 times the energy"),
        ({"demand_gain": 0.5, "demand_elasticity": 0.5}, "becomes 141 MW: only 0.50×",
         "below it energy rises, above it energy falls"),
        ({"demand_gain": 0.5, "demand_elasticity": 1.0}, "demand falls just as far", "0.500 / 0.500 = 1.00"),
        ({"demand_gain": 0.5, "demand_pass": 0.0}, "0.50× the tokens per watt, and at ε = 1.1 demand stays",
         "1.00 / 0.500 = 2.00"),
        ({"demand_gain": 1.0}, "100 MW stays 100 MW", "at any elasticity"),
    ],
)  # fmt: skip
def test_a_loss_and_no_gain_have_sentences_of_their_own(more, headline, words):
    question = replace(TYPED, **more)
    found = figures.gains(question)
    assert headline in demand.headline(question, found)
    assert words in demand.words(question, found)


def test_the_same_accelerator_on_both_sides_is_said_to_be_replaced():
    question = Question(lead_of="gb300", lead_over="gb300")
    found = figures.gains(question)
    assert found.pair == ("gb300", "jalapeno")
    assert "GB300 was chosen on both sides, so one of them is replaced" in demand.conditions(question, found)
    assert "on both sides" not in demand.conditions(TYPED, figures.gains(TYPED))
    assert "on both sides" not in demand.conditions(Question(), figures.gains(Question()))


def test_absurd_results_are_readable_and_said_to_be_arithmetic():
    """1e6 MW × 1,000^2 = 1e12 MW, and × 4^10 = 1.05e18 MW; 0.001 MW × 0.01^2 = 1e-7 MW."""
    most = replace(TYPED, demand_gain=1000.0, demand_elasticity=3.0, demand_mw=1e6, demand_growth=3.0)
    least = replace(TYPED, demand_gain=0.01, demand_elasticity=3.0, demand_mw=0.001, demand_growth=-0.5)
    for question, fleet, bound in (
        (most, "more than 1,000 TW", "More than 1.00 TW"),
        (least, "less than 1 W", "Less than 1.00 kW"),
    ):
        found = figures.gains(question)
        told = [demand.words(question, found), demand.years(question, found)]
        assert fleet in demand.headline(question, found) and fleet in told[1]
        assert all(bound in text and "arithmetic, not a forecast" in text for text in told)
        shown = " ".join([*told, demand.headline(question, found), *map(str, demand.gain_rows(question, found).rows())])
        assert max(len(run) for run in re.findall(r"[\d,.]+", shown)) <= len("1,000,000")
    assert "arithmetic" not in demand.words(TYPED, figures.gains(TYPED)) + demand.years(TYPED, figures.gains(TYPED))
    assert "Shrinking by 50 % a year" in told[1]


@pytest.mark.parametrize(
    ("mw", "text"),
    [(107.0, "107 MW"), (1e6, "1.00 TW"), (3.2e7, "32.0 TW"), (0.0547, "54.7 kW"), (2e-5, "20.0 W"),
     (1.05e18, "more than 1,000 TW"), (1e-9, "less than 1 W")],
)  # fmt: skip
def test_a_fleet_has_a_prefix_that_can_be_read(mw, text):
    assert demand_figures.power(mw) == text


def test_factors_beyond_a_million_are_powers_of_ten():
    assert [demand_figures.factor(value) for value in (1e9, 1e-6, 19.4, 0.0676)] == [
        "1.00×10⁹",
        "1.00×10⁻⁶",
        "19.4",
        "0.0676",
    ]
    assert demand_figures.change(1e6, 0.005) == "1.00×10⁶ times" and demand_figures.change(0.55, 0.005) == "−45 %"


def test_the_axes_of_large_fleets_are_in_the_units_of_the_sentences():
    """1e6 MW × 1,000^(ε - 1) reaches 1e9 MW at ε = 2, which the sentence calls 1,000 TW."""
    question = replace(TYPED, demand_gain=1000.0, demand_mw=1e6)
    gain = figures.gains(question).own
    bent = over_elasticity(question, [gain], figures.evidence(), LOOK)["layout"]["yaxis"]["ticktext"]
    assert bent[0] == "1k" and bent[-1] == "1,000 TW" and "1 TW" in bent
    years = over_years(question, gain, LOOK)["layout"]["yaxis"]["ticktext"]
    assert years[0] == "0" and all(mark.endswith(" TW") for mark in years[1:]) and 3 <= len(years) <= 6
    small = over_years(TYPED, figures.gains(TYPED).own, LOOK)["layout"]["yaxis"]["ticktext"]
    assert small[0] == "0" and small[1] == "200"


def test_the_slider_marks_every_published_elasticity_at_its_place():
    marked = demand_controls.marks(0.0, 3.0)
    assert [float(value) for value in re.findall(r">([\d.]+)</span>", marked)] == [0.06, 1.1, 1.43]
    assert re.findall(r"left:([\d.]+)%", marked) == ["2.0", "36.7", "47.7"]
