"""Every figure in the tables has a known unit, a source and a place in the dictionary; the points add up."""

import pytest

from data import check, schema, store, tables

POINTS = store.table("points")


def test_the_check_finds_nothing_wrong():
    counts, faults = check.check(store.HERE)
    assert [str(fault) for fault in faults] == []
    assert counts.keys() == schema.COLUMNS.keys() and min(counts.values()) > 0


def test_every_printed_value_reaches_the_method_page_in_si():
    """The join with units and dictionary loses nothing."""
    printed = tables.printed_figures()
    names = ("accelerator_figures", "llm_figures", "power", "prices")
    assert printed.height == sum(store.table(name).height for name in names)
    assert printed["si_value"].null_count() == printed["source"].null_count() == printed["meaning"].null_count() == 0


def test_the_dictionary_has_no_word_that_is_never_used():
    used = set(tables.printed_figures()["parameter"])
    assert set(store.table("parameters")["parameter"]) == used


@pytest.mark.parametrize(
    ("chip", "parameter", "si"),
    [
        ("jalapeno", "hbm_bytes_s", 15.4e12),
        ("jalapeno", "hbm_bytes", 216 * 2**30),
        ("jalapeno", "fp4_flops", 13.4e15),
        ("tpu-v7", "link_bytes_s", 600e9),  # printed as 9.6 Tb/s both ways
        ("tpu-8t", "link_bytes_s", 1200e9),  # printed as 9.6 Tb/s in one direction
        ("groq3-lpu", "link_bytes_s", 1250e9),  # printed as 2.5 TB/s both ways
        ("h100", "scaleout_bytes_s", 50e9),  # printed as 400 Gb/s
    ],
)
def test_units_are_converted_once(chip, parameter, si):
    rows = tables.printed_figures().filter(key=chip, parameter=parameter, estimate=False)
    assert rows["si_value"].to_list() == [pytest.approx(si)]


def test_nine_thousand_points_are_measured():
    measured = POINTS.filter(POINTS["grade"].is_in(["A", "B", "C"]))
    assert measured.height >= 9_000
    assert POINTS.filter(accelerator="jalapeno", grade="V").height == 36
    assert POINTS.filter(accelerator="tpu-v7").height == 7


def test_disaggregated_rates_count_all_chips():
    """InferenceX divides output by decode chips and input by prefill chips; here both are over all."""
    split = POINTS.filter(disaggregated=True, derived=False).drop_nulls(["tput_output", "tput_input"])
    assert split.height > 800
    sums = (split["tput_output"] + split["tput_input"]) / split["tput_total"]
    assert sums.min() > 0.9999 and sums.max() < 1.0001


def test_recovered_splits_are_whole_and_add_up():
    """Eight early rows store only the sum of prefill and decode chips; three rates and a sum give both."""
    solved = POINTS.filter(POINTS["note"].str.contains("solved from the three rates").fill_null(False))
    assert solved.height == 8
    assert (solved["prefill_chips"] + solved["decode_chips"] == solved["chips"]).all()


def test_medians_have_no_times_and_say_that_their_split_is_derived():
    medians = POINTS.filter(kind="median")
    assert medians.height > 6_000
    assert medians["derived"].all() and set(medians["date"]) == {"2026-07-20"}
    for name in ("ttft_s", "e2e_s", "ttft_p99_s", "tpot_p99_s", "e2e_p99_s", "run_url"):
        assert medians[name].null_count() == medians.height


def test_percentiles_are_not_copied_medians():
    for name in ("ttft", "tpot", "e2e"):
        both = POINTS.drop_nulls([f"{name}_s", f"{name}_p99_s"])
        assert both.height > 1_000 and (both[f"{name}_p99_s"] != both[f"{name}_s"]).all()
    assert POINTS.filter(grade="V")["ttft_p99_s"].null_count() == 36


def test_nothing_is_zero_for_unknown():
    for name, kind in schema.POINTS.items():
        if kind in ("DOUBLE", "INTEGER"):
            assert POINTS[name].drop_nulls().min() > 0, name


def test_measured_watts_agree_with_the_energy_of_a_token():
    powered = POINTS.drop_nulls(["measured_w", "measured_j_per_tok_total"])
    assert powered.height > 2_000 and not powered["disaggregated"].any()
    ratio = powered["measured_j_per_tok_total"] * powered["tput_total"] / powered["measured_w"]
    assert ratio.min() > 0.999 and ratio.max() < 1.001


def test_superseded_vintages_are_kept():
    power, prices = store.table("power"), store.table("prices")
    assert {"2026-04-01", "2026-07-14", "2026-09-08"} <= set(power.filter(accelerator="gb200", basis="all_in")["date"])
    jalapeno = prices.filter(accelerator="jalapeno", tier="owner").select("date", "value").rows()
    assert jalapeno == [("2026-08-26", "1.47"), ("2026-09-10", "1.27")]
