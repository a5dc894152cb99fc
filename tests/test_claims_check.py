"""A claim that cannot be recomputed as its row says is refused with the row, what is wrong and what is allowed."""

import pytest

from data import claims_check, schema, store
from data.check import check
from data.reading import read
from tests.test_check import folder as folder
from tests.test_check import set_cell, told

ROWS, _ = read(store.HERE, "claims")
LINE = {row["id"]: line for line, row in ROWS}


@pytest.mark.parametrize(
    ("key", "column", "cell", "message"),
    [
        ("gpt-oss-peak", "value", "-85448", "value: -85448 is not allowed; a finite number above zero"),
        ("peak-ratio-range", "low", "-1.5", "low: -1.5 is not allowed; a finite number above zero"),
        ("gpt-oss-peak", "llm", "gpt-oss", "llm: unknown llm 'gpt-oss'; allowed: DeepSeek-R1-0528, gpt-oss-120b"),
        ("peak-ratio-range", "llm", "gpt-oss-120b; R1", "llm: unknown llm 'R1'; allowed: DeepSeek-R1-0528"),
        ("gpt-oss-peak", "source", "", "source: missing; every row has one"),
        ("gpt-oss-peak", "source", "hearsay", "source: unknown source 'hearsay'; allowed: "),
        ("gpt-oss-peak", "repeated", "an article", "repeated: unknown repeated 'an article'; allowed: "),
        ("gpt-oss-peak", "subject", "jalapenyo", "subject: unknown subject 'jalapenyo'; allowed: jalapeno, gb300"),
        ("gpt-oss-peak", "unit", "tok/s/hp", "unit: unknown unit 'tok/s/hp'; allowed: %"),
        ("gpt-oss-peak", "topic", "speed", "topic: unknown topic 'speed'; allowed: throughput"),
        ("gpt-oss-peak", "value", "", "value: gpt-oss-peak needs a value, or low and high; one of both"),
        ("gpt-oss-peak", "low", "1", "value: gpt-oss-peak needs a value, or low and high; one of both"),
        ("gpt-oss-peak", "value", "8.5e4", "value: '8.5e4' is not as printed; digits alone"),
        ("peak-ratio-range", "low", "2.5", "low: 2.5 is not below 1.9, the high end"),
        ("gpt-oss-peak", "relation", "within", "relation: 'within' needs low and high"),
        ("gpt-oss-peak", "points", "", "points: gpt-oss-peak needs a function here, or in why_no_points the reason"),
        ("gpt-oss-peak", "why_no_points", "no", "points: gpt-oss-peak needs a function here, or in why_no_points"),
        ("gpt-oss-peak", "points", "peek(gpt-oss-120b, jalapeno)", "points: unknown function 'peek'; allowed: peak, "),
        ("gpt-oss-peak", "points", "85448", "points: '85448' is no call; write function(argument, argument)"),
        ("gpt-oss-peak", "points", "peak(gpt-oss-120b)", "points: peak has 1 arguments; allowed: llm, chip, decoding"),
        ("gpt-oss-peak", "points", "peak(gpt-oss, jalapeno)", "points: peak: unknown llm 'gpt-oss'; allowed: "),
        (
            "gpt-oss-peak",
            "points",
            "peak(gpt-oss-120b, gb2000)",
            "points: peak: unknown chip 'gb2000'; allowed: jalapeno",
        ),
        (
            "gpt-oss-peak",
            "points",
            "peak(gpt-oss-120b, gb200, stp)",
            "points: peak: unknown decoding 'stp'; allowed: plain",
        ),
        ("gpt-oss-peak-ratio", "arithmetic", "ratio(85448, 44960, 1)", "arithmetic: ratio has 3 arguments; allowed: "),
        (
            "gpt-oss-peak-ratio",
            "arithmetic",
            "ratio(85448, -44960)",
            "arithmetic: ratio: '-44960' is no figure; allowed: ",
        ),
        (
            "gpt-oss-peak-ratio",
            "arithmetic",
            "ratio(@peak, 44960)",
            "arithmetic: ratio: unknown claim '@peak'; allowed: @",
        ),
        (
            "gpt-oss-peak-ratio",
            "arithmetic",
            "same(@gpt-oss-peak-ratio)",
            "arithmetic: same: '@gpt-oss-peak-ratio' is the claim itself; allowed: other claims",
        ),
        (
            "gpt-oss-peak-ratio",
            "arithmetic",
            "same(@peak-ratio-range)",
            "arithmetic: same: '@peak-ratio-range' has no number there; a range has .low and .high",
        ),
        ("peak-ratio-range", "arithmetic", "same(@plan)", "arithmetic: 1 functions; allowed: 2, one per end"),
        (
            "design-months",
            "arithmetic",
            "months_between(2025-13, 2025-11)",
            "arithmetic: months_between: '2025-13' is no month",
        ),
        (
            "team-months",
            "arithmetic",
            "months_between(2024-06/7, 2025-11)",
            "arithmetic: months_between: '2024-06/7' is no month; allowed: YYYY-MM, or YYYY-MM/YYYY-MM",
        ),
        (
            "hbm-per-watt-vera-rubin",
            "points",
            "per_watt_at(vr200, hbm_bytes_s_driver, max-p, hbm_bytes_s)",
            "points: per_watt_at: unknown rating 'max-p'; allowed: registry, article",
        ),
        (
            "compute-per-area",
            "arithmetic",
            "same(1.4); same(1.7); same(2)",
            "arithmetic: 3 functions; allowed: 1 or 2",
        ),
        ("gpt-oss-peak-ratio", "arithmetic", "ratio(85448, 0.0)", "arithmetic: ratio: '0.0' is no figure; allowed: "),
        (
            "mxfp4-share",
            "arithmetic",
            "share(4, 0)",
            "arithmetic: share: '0' is no count; allowed: a whole number above",
        ),
    ],
)
def test_an_altered_claim_is_refused_with_its_row(folder, key, column, cell, message):
    set_cell(folder, "claims", LINE[key], column, cell)
    assert any(text.startswith(f"claims.csv:{LINE[key]}: {message}") for text in told(folder)), told(folder)


def test_an_id_stands_once_and_rows_stand_in_order(folder):
    first, second = (line for line, _ in ROWS[:2])
    set_cell(folder, "claims", second, "id", ROWS[0][1]["id"])
    assert any(f"claims.csv:{second}: id: duplicate" in text for text in told(folder))
    set_cell(folder, "claims", first, "id", "zzz")
    assert any(text.startswith(f"claims.csv:{second}: topic: unsorted") for text in told(folder))


def test_the_claims_of_the_app_pass():
    counts, faults = check(store.HERE)
    assert faults == [] and counts["claims"] == len(ROWS)


def test_every_kind_of_argument_is_checked():
    """A function whose arguments nobody checks would let anything through."""
    kinds = {kind for table in claims_check.FUNCTIONS.values() for s in table.values() for kind in s.kinds}
    assert kinds <= {*claims_check._PATTERNS, *claims_check._TABLES, *claims_check._CHOICES}
    assert {name for name in claims_check._TABLES.values()} <= schema.COLUMNS.keys()
