"""The accuracy page says what the committed results say, and the points behind them give the same figures."""

import csv
import io
import os
import re
from functools import cache

import numpy as np
import polars as pl
import pytest

from data import accuracy, heldout, tables
from data.accuracy import ALL, OURS, TARGET_OF, results
from data.heldout import PEER, name
from data.sets import EACH, GATES, NAMES
from data.validate import points_digest
from pages.ui import accuracy as words
from pages.ui import accuracy_asides as asides
from pages.ui import accuracy_charts, accuracy_scatter, accuracy_tables
from pages.ui.passports import table
from pages.ui.theme import colours
from tests.test_app import ROOT, opened
from tests.test_theme import contrast

CHOICES = [(split, quantity) for split in words.SPLITS for quantity in words.QUANTITIES]


@cache
def page():
    app = opened("/?v=1").switch_page("pages/views/accuracy.py").run()
    assert not app.exception
    return app


def test_the_headline_is_computed_from_the_results():
    ours, theirs = (results()["beside"]["peer"][side]["throughput"] for side in ("ours", "peer"))
    numbers = [float(text) for text in re.findall(r"(\d+)(?= identical| %)", words.headline())]
    assert numbers == [ours["n"], round(ours["mape"]), round(theirs["mape"])]
    assert "aiconfigurator 0.12.0" in words.headline() and page().title[0].value.replace("\\", "") == words.headline()


def test_the_readme_says_the_same():
    ours, theirs = (results()["beside"]["peer"][side]["throughput"] for side in ("ours", "peer"))
    text = " ".join((ROOT / "README.md").read_text(encoding="utf-8").split())
    assert f"off by {ours['mape']:.0f} % in throughput on {ours['n']} configurations" in text
    assert f"{accuracy.peer_name()}, is off by {theirs['mape']:.0f} %" in text


def test_the_stamp_names_date_rows_and_days():
    used = results()["rests_on"]
    assert used["rows"] == accuracy.points().height and used["points_sha256"] == points_digest()
    for text in (results()["date"], f"{used['rows']:,}", used["first"], used["last"]):
        assert text in words.stamp()


@pytest.mark.parametrize(("split", "quantity"), CHOICES)
def test_the_points_give_the_figures_of_the_results(split, quantity):
    """Per accelerator and over all, within the digits that the table of points keeps."""
    rows = accuracy.by_accelerator(split, quantity).filter(teller=OURS)
    sets = results()["splits"][split]["sets"]
    said = {key.removeprefix(EACH): one[quantity] for key, one in sets.items() if key == ALL or key.startswith(EACH)}
    found = {row["accelerator"]: row for row in rows.iter_rows(named=True) if row["n"]}
    assert found.keys() == {key for key, one in said.items() if one["n"]}
    for key, row in found.items():
        assert row["n"] == said[key]["n"]
        assert row["mape"] == pytest.approx(said[key]["mape"], rel=1e-3)
        assert row["median"] == pytest.approx(said[key]["median"], rel=5e-3, abs=0.01)  # five digits are kept


@pytest.mark.parametrize("quantity", NAMES)
def test_the_peer_and_the_null_models_are_those_of_the_results(quantity):
    rows = accuracy.by_accelerator("workload", quantity, peers_only=True).filter(accelerator=ALL)
    told = {row["teller"]: row for row in rows.iter_rows(named=True)}
    for teller, side in ((OURS, "ours"), (PEER, "peer")):
        said = results()["beside"]["peer"][side][quantity]
        assert told[teller]["n"] == said["n"] and told[teller]["mape"] == pytest.approx(said["mape"], rel=1e-3)
    plain = accuracy.points().filter(~pl.col("disaggregated"), decoding="plain").filter(accelerator="b200")
    assert plain[name("peak roofline", TARGET_OF[quantity])].null_count() == 0
    assert told["peak roofline"]["n"] == told[OURS]["n"]


def test_the_bands_of_the_points_cover_what_the_results_say():
    rows = accuracy.judged("workload", "throughput")
    said = results()["splits"]["workload"]["sets"][ALL]["band"]
    found = accuracy.summary(rows, "workload", "throughput")["band"]
    assert found["n"] == said["n"] and found["inside"] == pytest.approx(said["inside"], abs=0.05)


def test_a_verdict_follows_floor_and_goal():
    shown = accuracy_tables.gates()
    for gate, verdict in zip(results()["gates"], shown["verdict"], strict=True):
        aim = accuracy_tables.FLOOR if not gate.get("reached", True) else accuracy_tables.GOAL
        passed = accuracy_tables.HOLDS if gate["goal"] is None else aim
        assert verdict == (passed if gate["holds"] else accuracy_tables.MISSED)
    missed = sum(not gate.get("reached", True) for gate in results()["gates"])
    assert f"{len(GATES) - missed} of {len(GATES)} goals are met" in words.standing()
    held = sum(gate["holds"] for gate in results()["gates"])
    assert f"{held} of {shown.height} floors hold" in words.standing() and shown.height == len(results()["gates"])


def test_all_gates_are_seen_at_once_and_a_long_table_says_how_long_it_is():
    gates = table(accuracy_tables.gates(), accuracy_tables.GATE_HEADS)
    assert (
        "sv-scrolls" not in gates and 'class="sv-verdict sv-met"' in gates and 'class="sv-verdict sv-missed"' in gates
    )
    cells = accuracy_tables.cells([])
    long = table(cells, accuracy_tables.CELL_HEADS)
    assert f">{cells.height} rows, scroll<" in long and "sv-scrolls" in long


@pytest.mark.parametrize("background, column", [("#FFFFFF", 0), ("#0E1117", 1)])
def test_verdicts_can_be_read_on_both_themes(background, column):
    css = (ROOT / "pages" / "ui" / "page.css").read_text(encoding="utf-8")
    found = re.findall(r"--sv-(?:met|missed): light-dark\((#\w+), (#\w+)\)", css)
    assert len(found) == 2 and all(contrast(pair[column], background) >= 4.5 for pair in found)


def test_the_errors_that_the_headline_leaves_out_are_beside_it():
    sets = {split: results()["splits"][split]["sets"] for split in words.SPLITS}
    unseen = {key: one["throughput"]["mape"] for key, one in sets["accelerator"].items() if key.startswith(EACH)}
    numbers = [sets["workload"][ALL], sets["batch"][ALL]]
    expected = [one["throughput"]["mape"] for one in numbers] + [np.median([*unseen.values()]), max(unseen.values())]
    assert [int(text) for text in re.findall(r"(\d+) %", asides.overall())] == [round(error) for error in expected]
    assert tables.vocabulary().chips[max(unseen, key=unseen.get).removeprefix(EACH)] in asides.overall()
    said = {line.value for line in page().caption}
    assert asides.absent("workload", "throughput") in {text.replace("\\", "") for text in said}


def test_where_others_are_better_is_said():
    rows = accuracy.by_accelerator("workload", "throughput", peers_only=True)
    told = {(row["accelerator"], row["teller"]): row for row in rows.iter_rows(named=True)}
    for key, shown in tables.vocabulary().chips.items():
        ours, theirs = (told.get((key, teller)) for teller in (OURS, PEER))
        if ours:
            line = f"on {shown}, {ours['mape']:.0f} % against {theirs['mape']:.0f} % (the peer)"
            assert (line in asides.better_elsewhere()) == (round(theirs["mape"]) < round(ours["mape"]))
    ruled = told[ALL, asides.TEXTBOOK]
    assert f"reach {ruled['mape']:.0f} % on the same points" in asides.better_elsewhere()


@pytest.mark.parametrize(("split", "quantity"), CHOICES)
def test_an_accelerator_that_is_not_drawn_is_named(split, quantity):
    drawn = set(accuracy.by_accelerator(split, quantity).drop_nulls("mape")["accelerator"])
    line = asides.absent(split, quantity)
    assert ("Jalapeño (34 points, left out by batch): " in line) == ("jalapeno" not in drawn)
    assert asides.beaten("batch", quantity) == ""


def test_the_first_token_gate_says_which_points_its_error_comes_from():
    sets = results()["splits"]["workload"]["sets"]
    one = sets["all LLMs, aggregate"]["ttft"]
    said = re.search(r"median error (\d+) % on ([\d,]+) points of aggregate serving", asides.first_tokens())
    assert int(said[1]) == round(one["median"]) and int(said[2].replace(",", "")) == one["n"]
    rest = sum(sets[name]["ttft"]["n"] for name in sets if name.startswith("disaggregated"))
    assert one["n"] + rest <= next(gate["n"] for gate in results()["gates"] if gate.get("target") == "ttft")


def test_a_goal_that_is_missed_by_a_hair_is_missed():
    gate = next(gate for gate in GATES if gate.goal == 8.5)
    judged = gate.judged({gate.split: {"sets": {gate.points: {gate.target: {gate.figure: 8.51, "n": 1}}}}})
    assert judged["holds"] and not judged["reached"]


def test_every_split_and_set_is_in_the_table_and_the_file():
    shown = accuracy_tables.split_errors("throughput")
    assert shown["name"].n_unique() == len(words.SPLITS) == len(results()["splits"])
    rows = list(csv.DictReader(io.StringIO(accuracy_tables.splits_csv())))
    row = next(r for r in rows if (r["split"], r["points"], r["quantity"]) == ("tp", "all", "tpot"))
    said = results()["splits"]["tp"]["sets"]["all"]["tpot"]
    assert float(row["mape"]) == pytest.approx(said["mape"]) and int(row["n"]) == said["n"]
    assert row["results_of"] == results()["date"] and row["points_sha256"] == points_digest()


def test_the_calibration_is_shown_with_points_dates_and_versions():
    rows = accuracy_tables.cells(["Jalapeño"])
    assert rows["n"].to_list() == ["15", "9", "10"]
    page = table(rows, accuracy_tables.CELL_HEADS)
    assert ">2026-08-17 to 2026-08-22<" in page and f">{rows['tput_mape'][0]} %<" in page
    assert accuracy_tables.cell_names()[0] == "Jalapeño"


def test_what_is_left_out_is_said_with_its_numbers():
    sets = results()["splits"]["workload"]["sets"]
    worst = sets["disaggregated, others"]["ttft"]["median"]
    assert f"{worst:.0f} %" in words.limits() and "Groq 3 LPX" in words.limits() and "2 are assumed" in words.limits()


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(("split", "quantity"), CHOICES)
def test_every_chart_can_be_drawn_and_read_out(split, quantity, theme):
    ink = colours(theme)
    drawn = [accuracy_charts.errors(split, quantity, False, ink), accuracy_charts.coverage(split, ink)]
    rows = accuracy.judged(split, quantity)
    if rows.height:
        drawn.append(accuracy_scatter.scatter(split, quantity, rows, ink))
        points = sum(len(trace["x"]) for trace in drawn[-1]["data"] if trace["mode"] == "markers")
        assert points == rows.height
    assert all(figure["layout"]["paper_bgcolor"] == ink.background and figure["layout"]["meta"] for figure in drawn)


def test_a_choice_redraws_the_page_and_an_empty_one_is_told():
    app = opened("/?v=1").switch_page("pages/views/accuracy.py").run()
    pills = next(group for group in app.get("button_group") if group.key == "accuracy split")
    pills.set_value("A batch of Jalapeño").run()
    assert not app.exception
    app.selectbox(key="accuracy accelerator").set_value("B200").run()
    assert not app.exception
    assert "No point of this choice" in app.info[0].value


def test_the_committed_points_are_small_and_hold_no_infinity():
    assert os.path.getsize(heldout.PATH) < 1_000_000
    numbers = accuracy.points().select(pl.selectors.float())
    assert np.isfinite(numbers.drop_nulls().to_numpy()).all()
    assert set(accuracy.points()["accelerator"]) <= set(tables.vocabulary().chips)
