"""The committed calibration is what a refit gives, its bands hold, and the accuracy floors are kept."""

import csv
import json
from functools import cache

import numpy as np
import pytest

from data.calibrate import calibration as refit
from data.calibrated import COLUMNS, PATH, POOLED, POOLED_APART, calibration, calibrations
from data.engines import engines_for
from data.likeness import SHARES
from data.machines import accelerators
from data.observed import observed
from data.splits import board, held_out
from data.validate import RESULTS, points_digest
from model.calibration import FACTORS, band, distinguishable, half_width
from model.hardware import missing

TEXT = ("accelerator", "engine", "llm", "precision", "first_date", "last_date", "software")


@cache
def committed():
    with PATH.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


@cache
def results():
    return json.loads(RESULTS.read_text(encoding="utf-8"))


def test_a_refit_equals_the_committed_calibration():
    again = refit()
    assert [[str(row.get(name, "")) for name in TEXT] for row in again] == [
        [row[name] for name in TEXT] for row in committed()
    ]
    for name in [name for name in COLUMNS if name not in TEXT]:
        ours, theirs = ([float(str(row.get(name, "")) or "nan") for row in rows] for rows in (again, committed()))
        np.testing.assert_allclose(ours, theirs, rtol=1e-6, err_msg=name)


@pytest.mark.parametrize("gate", range(len(results()["gates"])), ids=lambda i: results()["gates"][i]["name"])
def test_floor(gate):
    """A floor is never widened alone: the goal it belongs to stands beside it in data/sets.py."""
    found = results()["gates"][gate]
    assert found["holds"], f"{found['value']:.1f} against {found['floor']}"


def test_the_results_rest_on_the_committed_points():
    assert results()["rests_on"]["points_sha256"] == points_digest()


def test_a_split_computed_anew_equals_the_committed_results():
    rows, _ = observed()
    on = board(rows.filter(rows["accelerator"] == "jalapeno"))
    off = held_out(on, "batch", {})[:, 0] - on.sample.target[:, 0]
    said = results()["splits"]["batch"]["sets"]["all"]["tpot"]["mape"]
    assert 100 * np.abs(np.expm1(off)).mean() == pytest.approx(said, rel=1e-6)


def test_every_chip_with_figures_has_factors_for_every_llm_of_the_points():
    llms = {row["llm"] for row in committed() if int(row["n"])}
    for key, chip in accelerators().items():
        for llm in llms:
            found = [calibration((key, "nobody's", llm, "fp8"), apart) for apart in (False, True)]
            assert (not any(found)) == bool(missing(chip))


def test_no_factor_promises_more_than_the_data_sheet():
    """The bound is soft: a few points may push a fraction over 1 by hundredths, never to a multiple."""
    shares = np.array([[float(row[name]) for name in SHARES] for row in committed()])
    assert shares.max() < 1.1


def test_jalapeno_borrows_from_no_one():
    """Where it was not measured its own points speak: its layers take microseconds, a GPU's tens of them."""
    rows = [row for row in committed() if row["accelerator"] == "jalapeno"]
    others = [float(row["layer_s"]) for row in committed() if row["accelerator"] != "jalapeno"]
    assert {row["engine"] for row in rows} == {"openai", POOLED}
    assert max(float(row["layer_s"]) for row in rows) < min(others)


def test_two_pools_that_nobody_measured_take_the_factors_of_two_pools():
    ways = engines_for("vr200", "DeepSeek-R1-0528", "fp4")
    assert [(two, cell.key[1]) for two, cell in ways] == [(False, POOLED), (True, POOLED_APART)]


def test_bands_are_wider_where_nobody_measured():
    measured = [cell.spread for cell in calibrations().values() if cell.grade == "A"]
    pooled = [cell.spread for cell in calibrations().values() if cell.key[1] in (POOLED, POOLED_APART)]
    assert np.median(measured) < min(pooled)


def test_factors_are_positive_and_finite():
    values = np.array([[float(row[name]) for name in FACTORS] for row in committed()])
    assert np.isfinite(values).all() and (values > 0).all()


def test_band_worked_by_hand():
    """A tenth in the logarithm: exp(0.1645) = 1.1788 to either side."""
    low, high = band(100.0, 0.1)
    assert (low, high) == (pytest.approx(100 / 1.1788, rel=1e-4), pytest.approx(117.88, rel=1e-4))
    assert half_width(0.1) == pytest.approx(0.1788, rel=1e-3)
    assert not distinguishable(low, high, 110.0, 130.0) and distinguishable(low, high, 118.0, 130.0)
