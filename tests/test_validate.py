"""The command line of the validation says in one sentence what is wrong with a file."""

import polars as pl
import pytest

from data.blind import SCHEMA
from data.machines import HERE
from data.observed import judged
from data.validate import main

BROKEN = {"cut.json": "{bad", "numbers.json": "[1, 2]", "empty.json": "[]", "binary.csv": "\x00\x01"}


@pytest.mark.parametrize("name", [*BROKEN, "missing.json"])
def test_a_file_that_is_no_result_is_refused_in_a_sentence(name, tmp_path, capsys):
    if name in BROKEN:
        (tmp_path / name).write_text(BROKEN[name])
    assert main([str(tmp_path / name)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert name in said.err
    assert said.err.count("\n") == 1


@pytest.mark.parametrize(
    ("row", "reason"),
    [({"accelerator": "quantum9"}, "accelerator unknown"), ({"isl": -5}, "no ISL or OSL above zero")],
)
def test_a_row_that_the_model_cannot_be_asked_about_is_dropped_with_its_reason(row, reason):
    points = pl.read_csv(HERE / "points.csv", schema=SCHEMA).filter(pl.col("accelerator") == "b200").head(1)
    changed = [pl.lit(value).cast(SCHEMA[name]).alias(name) for name, value in row.items()]
    rows, dropped = judged(points.with_columns(changed))
    assert rows.is_empty() and dropped == {reason: 1}
