"""The sizing page on real points: worked by hand, one per vendor, extremes in words, the map, and the files."""

import csv
import io
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from data.sizing import SERVED, is_nothing, lengths, measure, one_each, pair, sized
from data.sizing_map import follows, is_rounding, leads, mapped
from data.systems import systems
from model.question import MAP_BY, SIZE_BY, Question
from pages.ui import (
    link,
    sizing_advice,
    sizing_chart,
    sizing_compared,
    sizing_csv,
    sizing_rows,
    sizing_table,
    sizing_words,
    worked,
)
from pages.ui.address import fit
from pages.ui.export import main
from pages.ui.sizing_presets import OPENING_OF_SIZING, SIZING_PRESETS
from pages.ui.theme import colours
from pages.ui.widgets import as_query, held

CHAT = OPENING_OF_SIZING.question
PEAK = replace(CHAT, slo_interactivity=None, slo_ttft_s=None, load="requests", load_rps=1000.0, size_by="usd_output")
CHEAP = replace(CHAT, slo_interactivity=60.0, size_by="usd_output")
INK = colours("light")


def fleet(question, key, modelled=False):
    return next(f for f in sized(question).fleets if (f.spot.key, f.spot.modelled) == (key, modelled))


def rows_of(content):
    return list(csv.DictReader(io.StringIO(content.decode())))


def printed(capfdbinary, *arguments):
    assert main(arguments) == 0
    return capfdbinary.readouterr().out


# 1,000 requests/s of 921.6 answer tokens on deployments of the peak run: (key, chips of it, output tok/s per chip,
# all-in W, owner's USD/h); Jalapeño: 1,000 / (1528.99 / 921.6 × 32) = 18.8, so 19 × 32 = 608 chips.
PEAKS = [
    ("jalapeno", 32, 1528.99, 1125, 1.27, 19, 700),
    ("gb300", 34, 1832.167, 2120, 2.31, 15, 1400),
    ("mi355x", 24, 1121.384, 2090, 1.50, 35, 1400),
]


@pytest.mark.parametrize(("key", "replica", "rate", "all_in", "usd", "deployments", "rated"), PEAKS)
def test_worked_by_hand_one_per_vendor(key, replica, rate, all_in, usd, deployments, rated):
    found, chips = fleet(PEAK, key), deployments * replica
    assert (found.replica, found.chips) == (replica, chips)
    assert (deployments - 1) * replica * rate / 921.6 < 1000 <= chips * rate / 921.6
    assert found.values["facility_mw"] == pytest.approx(chips * all_in * 1.2 / 1e6)
    assert found.values["basis_kw"] == pytest.approx(chips * rated / 1e3)
    assert found.values["usd_hour"] == pytest.approx(chips * usd)
    assert found.values["usd_output"] == pytest.approx(usd / 3600 / rate * 1e6)
    assert found.values["usd_total"] == pytest.approx(found.values["usd_output"] / 9, rel=0.02)
    assert found.values["j_output"] == pytest.approx(rated / rate)
    assert found.values[SERVED] == pytest.approx(chips * rate / 921.6)


def test_racks_are_counted_where_a_domain_is_published():
    assert systems()["gb300"] == ("rack", 72) and systems()["jalapeno"] == ("rack", 128)
    assert systems()["mi355x"] == ("server", 8) and systems()["mtia-400"] == ("domain", 72)
    assert "15 × 34" in str(sizing_table.table(sized(PEAK), sizing_table.SIZE)[0].to_dicts())
    assert "8 racks of 72" in sizing_rows.held_in(fleet(PEAK, "gb300"))


def test_published_lengths_are_means_and_others_are_taken_as_given():
    assert lengths(PEAK) == pytest.approx((7372.8, 921.6))
    assert lengths(replace(PEAK, isl=131_072)) == (131_072, 1024)


def test_between_two_runs_the_value_lies_between_and_both_are_named():
    spot = fleet(CHEAP, "gb200").spot
    assert spot.how == "value" and spot.speed == 60
    assert spot.slow["interactivity"] < 60 < spot.fast["interactivity"]
    for name in ("tput_output", "tput_total", "tput_input"):
        assert spot.fast[name] < spot.rates[name] < spot.slow[name]
    assert max(spot.slow["ttft_s"], spot.fast["ttft_s"]) <= 2


def test_where_nobody_measured_the_fleet_is_a_range_of_both_neighbours():
    found = fleet(replace(CHAT, slo_ttft_s=None, slo_interactivity=50.0), "b300")
    spot = found.spot
    assert spot.how == "range"
    assert spot.rates["tput_output"] * spot.band[0] == pytest.approx(spot.fast["tput_output"])
    assert spot.rates["tput_output"] * spot.band[1] == pytest.approx(spot.slow["tput_output"])
    assert found.low["chips"] < found.values["chips"] < found.high["chips"]
    said = sizing_advice.advice(sized(replace(CHAT, slo_ttft_s=None, slo_interactivity=50.0)))
    assert any(line.startswith("Nobody measured B300 between") for line in said)


def test_a_newcomer_reads_who_is_cheapest_at_60_within_2_s():
    said = sizing_words.headline(sized(CHEAP))
    assert said.startswith("At 60 tok/s/user, first token within 2 s: Jalapeño is cheapest, at most 0.619 USD per M")
    assert said.endswith("output tokens, at least 1.7× as much on GB200")  # its run is at 207 tok/s/user, not at 60
    assert fleet(CHEAP, "jalapeno").values["usd_output"] == pytest.approx(0.619, abs=5e-4)


def test_a_newcomer_reads_the_megawatts_of_100_000_users_on_gb300_and_jalapeno():
    shown = {row["name"]: row["value"] for row in sizing_rows.bars(sized(CHAT), INK)["rows"]}
    assert {"GB300", "Jalapeño"} <= shown.keys() and all(text.endswith(" MW") for text in shown.values())
    two = replace(CHAT, size_of="jalapeno", size_over="gb300")
    assert "GB300 needs" in sizing_compared.compared(sized(two)) and "of Jalapeño" in sizing_compared.compared(
        sized(two)
    )
    few = next(line for line in sizing_advice.advice(sized(CHAT)) if line.startswith("Points that do not tell"))
    assert "GB300 8 of 18" in few  # so that its fleet is not read as its silicon


@pytest.mark.parametrize("by", SIZE_BY)
def test_fleets_are_ranked_by_the_chosen_measure(by):
    found = sized(replace(CHAT, size_by=by))
    values = [one.values[by] for one in found.fleets]
    assert found.measure == by and values == sorted(values) and len(values) == 6
    assert [row["name"] for row in sizing_rows.bars(found, INK)["rows"]] == [one.spot.name for one in found.fleets]


def test_any_two_are_compared():
    two = pair(sized(replace(CHAT, size_of="mi355x", size_over="b200")))
    assert [one.spot.key for one in two] == ["mi355x", "b200"]
    best = pair(sized(CHAT))
    assert [one.spot.key for one in best] == [one.spot.key for one in one_each(sized(CHAT))[:2]]


# --- extremes, and what the visitor reads --------------------------------------------------------------------------


def test_one_user_takes_one_small_deployment():
    found = sized(replace(CHAT, load_users=1))
    assert sizing_words.headline(found).partition(": ")[2].startswith("1 user takes 8.21 kW on B200")
    assert all(one.chips == one.replica for one in found.fleets)


def test_ten_million_users_take_a_hundred_times_as_much_as_a_hundred_thousand():
    many, few = (fleet(replace(CHAT, load_users=users), "b300") for users in (10_000_000, 100_000))
    assert many.chips == pytest.approx(100 * few.chips, abs=100 * few.replica)
    assert "10,000,000 users take 226 MW on B300" in sizing_words.headline(sized(replace(CHAT, load_users=10_000_000)))


def test_a_kilowatt_holds_no_deployment():
    found = sized(replace(CHAT, load="mw", load_mw=0.001))
    assert sizing_words.headline(found).startswith(
        "0.001 MW is less than one deployment of any accelerator; the smallest"
    )
    assert all(row["value"].startswith("less than one deployment") for row in sizing_rows.bars(found, INK)["rows"])
    assert sizing_compared.compared(found) == "" and sizing_csv.fleets_csv(found.question)


def test_rounding_to_whole_deployments_is_told_where_it_decides():
    one = sized(replace(CHAT, load_users=1))
    assert is_rounding(one) and not is_rounding(sized(replace(CHAT, load_users=10_000_000)))
    assert any("per token, once a fleet is large" in line for line in sizing_advice.advice(one))
    assert not any("once a fleet is large" in line for line in sizing_advice.advice(sized(CHAT)))
    cells = sizing_table.table(one, sizing_table.EACH)[0].filter(what="Requests in flight").row(0)
    assert [*cells[1:]] == [f"{each.spot.near['e2e_s'] / 60:.2g}" for each in one.fleets]  # Little’s law
    chips = sizing_table.table(one, sizing_table.SIZE)[0].filter(what="Chips").row(0)[1:]
    assert all("." not in cell for cell in chips)


def test_a_budget_too_small_names_the_deployment_that_is_smallest_in_its_own_unit():
    found = sized(replace(CHAT, load="mw", load_mw=0.001))
    sizes = {one.spot.name: one.replica * one.watts["facility"] for one in found.fleets}
    least = min(sizes, key=sizes.get)
    assert f"the smallest is {least}’s: " in sizing_words.headline(found)
    assert sizing_words.headline(found).endswith(f"{sizes[least] / 1e3:.2f} kW") and is_nothing(found)
    assert not any("leads" in line for line in sizing_advice.advice(found))


def test_a_chosen_pair_is_what_the_headline_speaks_of_and_small_ratios_keep_two_digits():
    two = sized(replace(CHAT, size_of="gb300", size_over="jalapeno"))
    said = sizing_words.headline(two)
    assert "GB300" in said and "Jalapeño" in said and "on B300" not in said
    first, second = pair(two)
    assert f"{second.values['facility_mw'] / first.values['facility_mw']:.2g}× the" in sizing_compared.compared(two)


def test_a_fleet_on_a_much_faster_point_is_marked_as_a_bound():
    rows = {row["key"]: row for row in sizing_rows.bars(sized(CHAT), INK)["rows"]}
    assert rows["gb300"]["bound"] and rows["gb300"]["value"].startswith("at most ")
    assert rows["gb300"]["note"].startswith("upper bound: 109 tok/s/user")
    assert not rows["b300"]["bound"]


@pytest.mark.parametrize(
    ("asked", "map_by"),
    [
        ({"size_by": "usd_output"}, "price"),
        ({"size_by": "usd_hour", "map_by": "pue"}, "price"),
        ({"load": "usd"}, "price"),
        ({"load": "usd", "size_by": "j_output", "map_by": "price"}, "f"),
        ({"load": "mw", "map_by": "price"}, "pue"),
        ({"size_by": "facility_mw", "map_by": "price"}, "pue"),
        ({"size_by": "j_output", "map_by": "pue"}, "pue"),
        ({"size_by": "chips", "map_by": "price"}, "price"),
    ],
)
def test_the_map_follows_the_measure_and_says_where_a_link_has_it_otherwise(asked, map_by):
    question = replace(CHAT, **asked)
    assert follows(question) == map_by
    followed = sizing_chart.not_followed(replace(question, map_by=map_by))
    assert followed == (" The map compares by USD, not by chips." if asked.get("size_by") == "chips" else "")
    told = sizing_chart.not_followed(question)
    assert (f"“{MAP_BY[map_by]}”" in told) == (question.map_by != map_by)


def test_every_preset_maps_what_it_ranks_by():
    assert all(follows(preset.question) == preset.question.map_by for preset in SIZING_PRESETS)


DRAWN = replace(CHAT, power="sustained", size_by="basis_kw")


def cells(question, quantities, what):
    found = sized(question)
    row = sizing_table.table(found, quantities)[0].filter(what=what).row(0)[1:]
    return dict(zip([one.spot.key for one in found.fleets], row, strict=True))


def test_a_draw_that_is_not_published_is_never_called_sustained():
    told = cells(DRAWN, sizing_table.SIZE, "kW, chosen basis")
    assert told["b300"] == "1,200, at rated: no sustained draw published"  # 1,000 chips of 1,200 W
    assert told["jalapeno"] == "≤ 1,496, sustained"  # 2,720 chips of 550 W
    assert cells(DRAWN, sizing_table.EACH, "J per output token")["b300"] == "0.775, at rated"
    said = sizing_words.headline(sized(DRAWN))
    assert "1.20 MW at rated power on B300, one-sided at most 1.2× as much on Jalapeño" in said
    rows = {row["key"]: row["note"] for row in sizing_rows.bars(sized(DRAWN), INK)["rows"]}
    assert rows["b300"].startswith("at rated power: no sustained draw published") and "rated" not in rows["jalapeno"]
    assert any(
        line.startswith("One-sided: B300, GB200, B200, MI355X and GB300 stand at rated") for line in advised(DRAWN)
    )
    told = {row["accelerator"]: row["chosen_power"] for row in rows_of(sizing_csv.fleets_csv(DRAWN))}
    assert told["b300"] == "rated, no sustained draw published" and told["jalapeno"] == "sustained"


def test_an_assumed_share_of_the_rating_is_said_to_be_assumed():
    assumed = replace(DRAWN, f=0.8)
    assert cells(assumed, sizing_table.SIZE, "kW, sustained")["b300"] == "960, at 0.8 × rated"  # 0.8 x 1,200
    assert "960 kW at 0.8 × rated power on B300, 1.3× as much" in sizing_words.headline(sized(assumed))
    lowered = replace(CHAT, all_in_draw="fixed")  # facility power that rests on the draw
    assert any(line.startswith("One-sided: ") for line in advised(lowered)) and not any(
        line.startswith("One-sided: ") for line in advised(CHAT)
    )


def advised(question):
    return sizing_advice.advice(sized(question))


def test_a_bound_bounds_what_is_said_of_it():
    rows = {row["key"]: row for row in sizing_rows.bars(sized(CHAT), INK)["rows"]}
    assert rows["jalapeno"]["value"] == "at most 3.67 MW" and rows["jalapeno"]["lead"] == "≤ 1.6×"  # read at 207
    served = replace(CHAT, load="mw", load_mw=10.0)
    rows = {row["key"]: row for row in sizing_rows.bars(sized(served), INK)["rows"]}
    assert rows["jalapeno"]["value"].startswith("at least ") and rows["jalapeno"]["lead"] == "≤ 1.6×"
    assert cells(served, sizing_table.SIZE, "Chips")["jalapeno"] == "7,392"  # the budget's, not a bound
    two = replace(CHAT, size_of="jalapeno", size_over="mi355x")
    assert "at least 3.6× the facility power" in sizing_compared.compared(sized(two))
    both = replace(CHAT, size_of="jalapeno", size_over="gb300")
    assert "about 6.9× the facility power" in sizing_compared.compared(sized(both))
    exact = replace(CHAT, slo_interactivity=207.0)
    assert "at most" not in sizing_words.headline(sized(exact))
    told = {row["accelerator"]: row["bound"] for row in rows_of(sizing_csv.fleets_csv(CHAT))}
    assert told["jalapeno"] == "at most" and told["b300"] == ""


def test_level_measures_and_ends_are_not_ratios():
    said = sizing_compared.compared(sized(replace(CHAT, load_users=1)))
    assert "1.0×" not in said and said.endswith("of B200; the two are about level in chips.")
    one = replace(CHAT, slo_ttft_s=None, slo_interactivity=50.0, load_users=1)
    assert not any("between 4 and 4" in line for line in advised(one))


def test_ten_million_users_are_told_in_gigawatts():
    rows = {row["key"]: row["value"] for row in sizing_rows.bars(sized(replace(CHAT, load_users=10**7)), INK)["rows"]}
    assert rows["mi355x"] == "1.33 GW" and rows["b300"] == "226 MW"


def test_limits_nobody_reaches_name_the_nearest_point():
    found = sized(replace(CHAT, slo_interactivity=5000.0, slo_ttft_s=0.001))
    assert sizing_words.headline(found) == "Nobody reaches 5,000 tok/s/user, first token within 1 ms"
    said = sizing_advice.advice(found)
    assert any(line.startswith("Jalapeño does not reach it; nearest is 703 tok/s/user") for line in said)
    assert mapped(found.question) is None and len(said) == 6


def test_a_context_that_the_llm_does_not_take_has_no_fleet_by_the_model_either():
    found = sized(replace(CHAT, isl=163_840, load_users=1))
    assert not found.fleets and sizing_words.headline(found) == (
        "Nothing is published for this choice, and no model: "
        "the LLM takes at most 163,840 tokens, prompt and answer together"
    )
    assert mapped(found.question) is None and len(rows_of(sizing_csv.fleets_csv(found.question))) == 6
    longest = sized(replace(CHAT, isl=163_840 - 1024, slo_interactivity=None, slo_ttft_s=None))
    assert longest.fleets and all(one.spot.modelled for one in longest.fleets)


def test_without_a_limit_the_wait_is_told():
    said = sizing_advice.advice(sized(PEAK))
    assert said[0].endswith("however long users wait: the first token then takes 24 s on Jalapeño.")


def test_without_times_an_accelerator_is_not_judged_rather_than_slow():
    said = sizing_advice.advice(sized(replace(CHAT, llm="Kimi-K2.5")))
    assert "GB300 cannot be judged: none of its 18 points tells its first-token time." in said
    alone = sized(replace(CHAT, llm="Kimi-K2.5", chip=("gb300", "gb200")))
    assert sizing_words.headline(alone).startswith("Nobody can be judged: no point tells the times")


def test_where_nothing_is_published_the_model_speaks_with_its_band():
    found = sized(next(preset.question for preset in SIZING_PRESETS if "128K" in preset.name))
    assert found.fleets and all(one.spot.modelled for one in found.fleets)
    assert all(one.low["chips"] <= one.values["chips"] <= one.high["chips"] for one in found.fleets)
    assert "by the model" in sizing_words.headline(found)
    first, second = (f"{one.spot.name} by the model" for one in found.fleets[:2])
    assert sizing_advice.advice(found)[0].startswith(f"The bands of {first} and {second} overlap")
    assert not any(line.startswith("The bands") for line in sizing_advice.advice(sized(CHAT)))


def test_the_model_stands_in_for_one_of_which_nothing_is_published():
    found = sized(replace(CHAT, llm="Kimi-K2.5"))
    assert {(one.spot.key, one.spot.modelled) for one in found.fleets} == {("b300", True), ("jalapeno", False)}
    assert "Nothing is published here of B300; its fleet is the model’s." in sizing_advice.advice(found)
    assert "B300 by the model" in sizing_words.headline(found)
    assert {"b300", "jalapeno"} == set(mapped(found.question).keys) and mapped(found.question).modelled == {"b300"}


def test_an_undisclosed_figure_is_said_not_guessed():
    found = sized(replace(CHAT, chip=("trainium3",)))
    said = sizing_words.headline(found)
    assert (
        f"{found.fleets[0].chips:,} chips of Trainium3 by the model; " in said
        and "facility power not known: all-in" in said
    )
    assert np.isnan(found.fleets[0].values["facility_mw"]) and found.fleets[0].chips > 0
    budget = sized(replace(CHAT, chip=("trainium3",), load="mw"))
    assert budget.fleets[0].why == "all-in power undisclosed"


@pytest.mark.parametrize("text", ["load_mw=-1", "load_users=NaN", "load_every_s=0", "load_rps=inf", "size_of=warp"])
def test_a_broken_link_is_told(text):
    question, notes = link.parse(f"/sizing?v=1&{text}")
    assert len(notes) == 1 and question == Question()


def test_a_budget_ranks_by_what_it_serves():
    question = replace(CHAT, load="usd", load_usd=730_000.0)
    found = sized(question)
    assert measure(question) == SERVED
    values = [one.values[SERVED] for one in found.fleets]
    assert values == sorted(values, reverse=True)
    assert all(one.values["usd_hour"] <= 1000 for one in found.fleets)
    assert "730,000 USD a month serves" in sizing_words.headline(found)


# --- the map, the files and the links ------------------------------------------------------------------------------


@pytest.mark.parametrize(("by", "measured", "at"), [("pue", "facility_mw", 1.2), ("price", "usd_output", 1.0)])
def test_the_map_agrees_with_the_fleets(by, measured, at):
    """At the PUE asked for and at the published price, the winner at a speed is the best fleet's accelerator."""
    question = replace(CHAT, map_by=by, size_by=measured, load="requests", load_rps=1e8, size_of="jalapeno")
    found = mapped(question)
    row = int(np.abs(found.rows - at).argmin())
    clear = [column for column in range(0, 60, 7) if not found.won.margin[row, column] < 1.06]
    assert len(clear) >= 5
    for column in clear:
        best = one_each(sized(replace(question, slo_interactivity=float(found.speeds[column]))))
        assert found.keys[found.won.first[row, column]] == best[0].spot.key


def test_the_map_over_f_takes_the_published_draw_of_jalapeno_alone():
    found = mapped(replace(CHAT, map_by="f"))
    assert found.one is None and found.won.first.shape == (40, 60)
    shares = [(found.won.first[row] == found.keys.index("jalapeno")).mean() for row in (0, -1)]
    assert shares[0] < shares[1]  # the less the others draw, the less it wins
    assert "wins" in sizing_chart.at_target(found, CHAT)


def test_the_lead_passes_where_both_curves_are_level():
    parts = leads(CHEAP)
    assert [key for *_, key in parts] == ["b300", "gb200", "jalapeno"]
    for (_, end, one), (begin, _, other) in pairwise(parts):
        assert begin == end
        here = [fleet(replace(CHEAP, slo_interactivity=end), key).values["usd_output"] for key in (one, other)]
        assert here[0] == pytest.approx(here[1], rel=1e-3)


def test_the_figure_is_drawn_for_every_preset():
    for preset in SIZING_PRESETS:
        found = mapped(preset.question)
        figure = sizing_chart.winners(found, preset.question, INK, "told")
        heat = figure["data"][0]
        assert len(heat["z"]) == 40 and len(heat["x"]) == 61 and len(heat["y"]) == 41
        assert sizing_chart.words(found, preset.question).endswith(".")


@pytest.mark.parametrize("preset", SIZING_PRESETS, ids=lambda preset: preset.name)
def test_presets_are_links_that_the_sidebar_can_hold(preset):
    address = link.format(preset.question, "sizing")
    assert link.parse(address) == (preset.question, ())
    assert fit(preset.question) == (preset.question, ())
    assert link.parse(as_query(held(preset.question))) == (preset.question, ())


def test_a_bare_link_of_the_page_asks_its_own_question():
    assert link.parse("/sizing") == link.parse("https://example.org/sizing?") == (CHAT, ())


def test_the_command_line_prints_the_bytes_of_the_buttons(capfdbinary):
    address = link.format(CHEAP, "sizing")
    fleets, cells = printed(capfdbinary, address), printed(capfdbinary, address, "--curve")
    assert fleets == sizing_csv.fleets_csv(CHEAP) and cells == sizing_csv.map_csv(CHEAP)
    rows, found = rows_of(fleets), sized(CHEAP)
    assert [row["accelerator"] for row in rows] == [one.spot.key for one in found.fleets]
    assert [int(float(row["chips"])) for row in rows] == [one.chips for one in found.fleets]
    assert float(rows[0]["usd_per_m_output"]) == found.fleets[0].values["usd_output"]
    assert len(rows_of(cells)) == 2400


def test_the_file_lists_who_does_not_reach(capfdbinary):
    question = replace(CHAT, slo_interactivity=200.0)
    rows = {row["accelerator"]: row for row in rows_of(sizing_csv.fleets_csv(question))}
    assert rows["gb300"]["status"] == "unreached" and rows["gb300"]["chips"] == ""
    assert float(rows["gb300"]["speed_tok_s_user"]) < 200 and rows["gb300"]["near_point"]
    assert rows["jalapeno"]["status"] == "start"


def test_every_quantity_has_a_worked_number_on_the_method_page():
    told = dict(worked.rows().filter(name="Sizing").select("what", "worked").iter_rows())
    assert told["Chips of a load"] == "B300: ⌈1,667 / (1.68 × 20)⌉ × 20 = 1,000 chips"
    assert len(told) == 15 and all(told.values())
