"""The page's CSV of claims: what is a number stays one in a spreadsheet."""

import csv
import io

import pytest

from data import pairs
from model.question import Question
from pages.ui import claims_csv

ROWS = list(csv.DictReader(io.StringIO(claims_csv.claims_csv(Question()).decode())))


def test_differences_are_numbers_below_zero_too():
    cells = [row[name] for row in ROWS for name in claims_csv.DIFFERENCES if row[name]]
    assert len(claims_csv.DIFFERENCES) == 2 and sum(float(cell) < 0 for cell in cells) > 20


def test_of_a_range_the_larger_difference_is_given_and_of_a_held_bound_none():
    """plan-tens: 10 of 20 GW; deployment-years: 1.17 to 2.08 years; silicon-months: 19 of at most 20."""
    found = {row["id"]: row["arithmetic_difference"] for row in ROWS}
    assert float(found["plan-tens"]) == -0.5
    assert float(found["deployment-years"]) == pytest.approx(13 / 12)
    assert found["silicon-months"] == ""


def test_every_claim_has_its_row():
    assert {row["id"] for row in ROWS} == set(pairs.judged())
