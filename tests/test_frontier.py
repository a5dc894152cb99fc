"""The frontier equals its definition, row by row, on random tables with every awkward value."""

from itertools import product

import numpy as np
import pytest

from model.frontier import (
    REASONS,
    dominated_by,
    excluded,
    excluded_counts,
    frontier,
    frontier_by,
    hypervolume,
    usable,
)

DIRECTIONS = list(product([True, False], repeat=2))
AWKWARD = [np.nan, np.inf, -np.inf, 0.0, -0.0, -1.0, 5e-324, 1.7e308]


def beats(a, b, maximise_x, maximise_y):
    """Whether row a is at least as good as b on both axes and better on one."""
    sign_x, sign_y = (1 if maximise_x else -1), (1 if maximise_y else -1)
    dx, dy = sign_x * (a[0] - b[0]), sign_y * (a[1] - b[1])
    return dx >= 0 and dy >= 0 and (dx > 0 or dy > 0)


def by_definition(x, y, maximise_x, maximise_y):
    rows = list(zip(x.tolist(), y.tolist(), strict=True))
    good = [np.isfinite(a) and np.isfinite(b) and a > 0 and b > 0 for a, b in rows]
    rivals = [row for row, ok in zip(rows, good, strict=True) if ok]
    return [
        ok and not any(beats(rival, row, maximise_x, maximise_y) for rival in rivals)
        for row, ok in zip(rows, good, strict=True)
    ]


def table(seed):
    """A random table: few distinct values (ties, duplicates), wide values, or a trade-off; sprinkled with junk."""
    draw = np.random.default_rng(seed)
    n = int(draw.integers(0, 60))
    x, y = [
        lambda: draw.integers(1, 6, (2, n)).astype(float),
        lambda: np.exp(draw.normal(0, 5, (2, n))),
        lambda: np.array([u := draw.uniform(1, 2, n), 3 - u + draw.integers(0, 2, n) * 0.1]),
        lambda: np.array([np.full(n, 7.0), draw.integers(1, 4, n) * 1.0]),
    ][seed % 4]()
    for axis in (x, y):
        junk = draw.random(n) < 0.1
        axis[junk] = draw.choice(AWKWARD, junk.sum())
    return x, y


@pytest.mark.parametrize("directions", DIRECTIONS, ids=str)
def test_frontier_equals_the_definition(directions):
    for seed in range(200):
        x, y = table(seed)
        assert frontier(x, y, *directions).tolist() == by_definition(x, y, *directions), seed


@pytest.mark.parametrize("directions", DIRECTIONS, ids=str)
def test_the_shortcut_for_large_tables_is_exact(directions):
    """Above 65,536 rows several blocks are filtered against a sample; the plain sweep must agree."""
    draw = np.random.default_rng(1)
    for values in (draw.integers(1, 400, (2, 70_000)) * 1.0, np.exp(draw.normal(size=(2, 70_000)))):
        x, y = values
        sign = np.where(directions, 1, -1)
        order = np.lexsort((-sign[1] * y, -sign[0] * x))
        xs, ys = x[order], sign[1] * y[order]
        first_of_x = np.maximum.accumulate(np.where(np.r_[True, xs[1:] != xs[:-1]], np.arange(xs.size), 0))
        before = np.r_[-np.inf, np.maximum.accumulate(ys)][first_of_x]
        expected = np.zeros(x.size, bool)
        expected[order] = (ys == ys[first_of_x]) & (ys > before)
        assert np.array_equal(frontier(x, y, *directions), expected)


def test_a_table_in_which_nobody_beats_anybody_stays_whole():
    x = np.random.default_rng(2).permutation(80_000) + 1.0
    assert frontier(x, 80_001 - x).all()
    assert frontier(x, x).sum() == 1


def test_neighbouring_doubles_are_told_apart():
    x = np.array([1.0, np.nextafter(1.0, 2.0)])
    assert frontier(x, np.ones(2)).tolist() == [False, True]
    assert frontier(x, np.ones(2), maximise_x=False).tolist() == [True, False]


def test_exact_duplicates_stay_together():
    assert frontier(np.array([1.0, 1.0, 2.0, 2.0]), np.array([5.0, 5.0, 4.0, 3.0])).tolist() == [
        True,
        True,
        True,
        False,
    ]


def test_unusable_rows_never_win_a_minimised_axis():
    cost = np.array([0.0, -0.0, -3.0, np.nan, -np.inf, 2.0])
    assert frontier(np.full(6, 100.0), cost, True, False).tolist() == [False] * 5 + [True]


def test_no_rows_no_frontier():
    assert frontier(np.empty(0), np.empty(0)).shape == (0,)
    assert frontier_by(np.empty(0), np.empty(0), np.empty(0)).shape == (0,)
    assert frontier(np.array([np.nan]), np.array([1.0])).tolist() == [False]
    assert hypervolume(np.empty(0), np.empty(0), (1, 1)) == 0


@pytest.mark.parametrize("directions", DIRECTIONS, ids=str)
def test_every_beaten_row_names_a_frontier_row_that_beats_it(directions):
    for seed in range(200):
        x, y = table(seed)
        on = frontier(x, y, *directions)
        by = dominated_by(x, y, on, *directions)
        assert ((by >= 0) == (usable(x, y) & ~on)).all()
        for row in np.flatnonzero(by >= 0):
            assert on[by[row]] and beats((x[by[row]], y[by[row]]), (x[row], y[row]), *directions)


def test_the_row_named_is_the_one_at_the_nearest_speed():
    x, y = np.array([50.0, 100.0, 200.0, 90.0, 100.0]), np.array([9.0, 5.0, 2.0, 1.0, 5.0])
    assert dominated_by(x, y, frontier(x, y)).tolist() == [-1, -1, -1, 1, -1]


def test_each_group_has_its_own_frontier():
    groups = np.array(["b", "a", "b", "a"])
    mask = frontier_by(groups, np.array([1.0, 5.0, 2.0, 6.0]), np.array([1.0, 5.0, 2.0, 4.0]))
    assert mask.tolist() == [False, True, True, True]


def test_excluded_rows_are_counted_with_their_reason():
    x, y = np.array([1, np.nan, 2, np.inf, 0, 3]), np.array([1, 1, np.nan, 1, 1, -2.0])
    codes = excluded(x, y)
    assert [REASONS[code] for code in codes] == [
        "",
        "x not recorded",
        "y not recorded",
        "x infinite",
        "x zero or negative",
        "y zero or negative",
    ]
    assert ((codes == 0) == usable(x, y)).all()
    assert excluded_counts(np.array([0, 1, 1, 6])) == (("x not recorded", 2), ("y zero or negative", 1))


def test_hypervolume_by_hand():
    """Steps (1, 3), (2, 2), (4, 1) over (0.5, 0.5): 0.5 x 2.5 + 1 x 1.5 + 2 x 0.5 = 3.75, dominated rows nothing."""
    x, y = np.array([1, 2, 4, 1.5]), np.array([3, 2, 1, 1.5])
    assert hypervolume(x, y, (0.5, 0.5)) == pytest.approx(3.75)
    assert hypervolume(x, y, (4, 3)) == 0


def test_hypervolume_of_minimised_axes_by_hand():
    """(1, 2) and (2, 1) under (3, 3): 2 x 1 + 1 x 2 - 1 x 1 = 3; a row worse than the reference adds nothing."""
    assert hypervolume(np.array([1, 2, 9]), np.array([2, 1, 0.5]), (3, 3), False, False) == pytest.approx(3.0)
