"""Every figure in the tables has a known unit, a source and a place in the dictionary; the points add up."""

import polars as pl
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
        ("groq3-lpu", "sram_bytes", 500e6),  # decimal, unlike HBM: 256 of them are printed as 128 GB
        ("groq3-lpx", "sram_bytes", 128e9),
        ("b200", "sram_bytes", 126.5 * 2**20),  # printed as MB by a program that divides by 2^20
        ("mtia-400", "fp4_flops", 12e15),  # MX4; half of it in FP8
    ],
)
def test_units_are_converted_once(chip, parameter, si):
    rows = tables.printed_figures().filter(key=chip, parameter=parameter, estimate=False)
    assert rows["si_value"].to_list() == [pytest.approx(si)]


def test_a_figure_stands_under_the_precision_it_was_printed_for():
    printed = tables.printed_figures().filter(key="mtia-400")
    assert "fp8_flops" not in set(printed["parameter"])


@pytest.mark.parametrize(
    ("system", "parameter", "value", "unit"),
    [
        ("jalapeno-rack", "fp4_flops", "1.7", "EFLOP/s"),
        ("jalapeno-rack", "hbm_bytes", "27.5", "TB HBM"),
        ("jalapeno-pod", "fp4_flops", "27", "EFLOP/s"),
        ("jalapeno-pod", "hbm_bytes", "432", "TiB"),
        ("jalapeno-pod", "hbm_bytes_s", "32", "PB/s"),
    ],
)
def test_a_total_is_official_as_printed_and_computed_beside(system, parameter, value, unit):
    """Chip x count is a row of its own, never the publisher's; the two differ by rounding only."""
    rows = tables.printed_figures().filter(key=system, parameter=parameter)
    printed, computed = rows.filter(grade="official"), rows.filter(grade="computed")
    assert printed.select("value", "unit").rows() == [(value, unit)]
    assert computed["si_value"].to_list() == [pytest.approx(printed["si_value"][0], rel=0.02)]
    assert "of the chip" in computed["note"][0]


def test_totals_of_chips_are_never_official():
    rows = tables.printed_figures().filter(pl.col("note").str.contains("of the chip").fill_null(False))
    assert set(rows["grade"]) == {"computed"} and rows.height == 6


def test_kinds_of_power_that_are_no_chips_draw_are_kept_apart():
    """500 W is what Maia 100 is provisioned for, 54 kW is one of the three wafers whose figures the CS-4 row gives."""
    power = store.table("power")
    apart = power.filter(power["kind"].is_in(["provisioned", "per-wafer"])).select("accelerator", "value", "source")
    assert apart.rows() == [("maia-100", "500", "microsoft-maia-100"), ("wse-3-turbo", "54", "servethehome-cs4")]
    figures = tables.power_figures()
    assert figures["maia-100"].sustained_w is None and figures["maia-100"].rated_w.value == 700
    assert figures["wse-3-turbo"].all_in_w is None


@pytest.mark.parametrize("name", ["power", "prices"])
def test_what_an_analyst_reckons_is_of_the_registry_only_when_the_registry_says_so(name):
    reckoned = store.table(name).filter(kind="registry", grade="analyst")
    assert reckoned["source"].str.starts_with("registry-").all()
    digest = store.table(name).filter(accelerator="vr200", source="semianalysis-jalapeno")
    assert digest.select("date", "kind").rows() == [("2026-08-25", "article")]


def test_a_rating_bears_the_date_of_its_publication():
    assert tables.power_figures()["jalapeno"].rated_w.date == "2026-08-25"


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


def test_times_are_medians_and_a_mean_stands_in_the_note():
    means = POINTS.filter(POINTS["source"].is_in(["atom-mesh-api", "atom-mesh-runs"]))
    assert (means.filter(grade="B").height, means.filter(grade="C").height) == (43, 73)
    assert means["ttft_s"].null_count() == means["e2e_s"].null_count() == means.height
    said = r"times are means: first token [0-9.]+ s, request [0-9.]+ s; medians not published"
    assert means["note"].str.contains(said).all()
    note = POINTS.filter(id="r01577")["note"][0]
    assert note == "times are means: first token 6.1 s, request 41.27 s; medians not published"
    timed = POINTS.filter(POINTS["ttft_s"].is_not_null() | POINTS["e2e_s"].is_not_null())
    assert not timed["note"].str.contains(r"\bmeans\b").fill_null(False).any()


def test_medians_of_different_runs_have_no_power():
    """Rate and speed of these 31 come from two runs, so watts and energy may come from a third."""
    mixed = POINTS.filter(POINTS["note"].str.contains("rate and speed come from different runs").fill_null(False))
    assert mixed.height == 31 and set(mixed["kind"]) == {"median"}
    for name in ("measured_w", "measured_j_per_tok_output", "measured_j_per_tok_total"):
        assert mixed[name].null_count() == 31
    assert mixed["note"].str.contains("power and energy left out").sum() == 22


def test_measured_figures_have_seven_digits_at_most():
    for name, kind in schema.POINTS.items():
        if kind == "DOUBLE":
            values = POINTS[name].drop_nulls()
            assert (values == values.round_sig_figs(7)).all(), name


def test_one_engine_has_one_name():
    assert "atom-disagg" not in set(POINTS["engine"]) | set(store.table("engines")["key"])
    assert POINTS.filter(engine="mooncake-atom", source="inferencex-dump-2026-07-20").height >= 20


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
