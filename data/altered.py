"""What a what-if keeps: better hardware serves nowhere worse than without it, worse hardware nowhere better.

What is tried does not depend on the what-if, but which of it is best does, and a curve runs straight from one best
configuration to the next. So better hardware also runs what was best without it, and worse hardware is held under the
curve of the unaltered one, which could serve all the same.
"""

from dataclasses import replace

import numpy as np

from data.calibrated import Calibration
from data.tried import Asked, Kept, Rows, case_of, kept
from model import memory
from model.again import again
from model.frontier import frontier
from model.sweep import paces
from model.work import Deployment

LATENCY = 3  # place among the multipliers; the only one that hurts
ROUNDS, HELD = 3, 21  # of a search for how many sequences to hold: each time the step before in as many steps
Way = tuple[bool, Calibration]


def altered(asked: Asked, ways: tuple[Way, ...]) -> list[Kept]:
    """What is worth keeping of each of the `ways` to serve one accelerator, altered as `asked` says.

    The frontier without the what-if stays, each configuration with as many sequences at a time as it serves at least
    as fast as before; to it come those of the altered sweep that lift the curve through it. Where all is worse, the
    altered sweep alone, held under that frontier.
    """
    found = [kept(asked, *way) for way in ways]
    if all(times == 1 for times in asked.what_if):
        return found
    if direction(asked.what_if) < 0:
        line = bound(asked, ways)
        return [replace(one, rows=_under(line, one.rows)) if line[0].size else one for one in found]
    plain = [kept(replace(asked, what_if=()), *way).rows for way in ways]
    best = [_chosen(rows, on) for rows, on in zip(plain, _on_frontier(plain), strict=True)]
    same = [_same(asked, known, rows) for (_, known), rows in zip(ways, best, strict=True)]
    line = _line(same)
    more = [_chosen(new.rows, _lifting(line, new.rows)) if line[0].size else new.rows for new in found]
    rows = [{name: np.concatenate([one[name], two[name]]) for name in one} for one, two in zip(same, more, strict=True)]
    return [Kept(row, "" if row["tp"].size else new.why) for row, new in zip(rows, found, strict=True)]


def direction(times: tuple[float, ...]) -> int:
    """1 where multipliers of bandwidth, compute, link, latency and capacity only help, -1 where they only hurt, else 0.

    0 also where nothing is altered.
    """
    helps = [np.sign(np.log(value)) * (-1 if place == LATENCY else 1) for place, value in enumerate(times)]
    return int(max(helps) if min(helps) >= 0 else min(helps) if max(helps) <= 0 else 0) if helps else 0


def bound(asked: Asked, ways: tuple[Way, ...]) -> tuple[np.ndarray, np.ndarray]:
    """Speed, rising, and output tok/s per chip of the frontier without the what-if."""
    return _line([kept(replace(asked, what_if=()), *way).rows for way in ways])


def _under(line: tuple[np.ndarray, np.ndarray], rows: Rows) -> Rows:
    """`rows`, none above `line` nor faster than its end.

    Loads between those tried, other numbers of workers or fewer at a time behind slow prompts may be a hair better.
    """
    x, y = line
    speed = np.minimum(_speed(rows), x[-1])
    return rows | {
        "tpot_s": np.maximum(rows["tpot_s"], 1 / x[-1]),
        "tput": np.minimum(_tput(rows), np.interp(speed, x, y)),
    }


def _same(asked: Asked, known: Calibration, rows: Rows) -> Rows:
    """The configurations `rows` on the altered hardware, told to hold as many sequences as keeps them as fast."""
    if not rows["tp"].size:
        return rows
    before, case = (case_of(one, known.key[0], known) for one in (replace(asked, what_if=()), asked))
    room = paces(before, Deployment(rows["tp"], rows["ep"], rows["dp"]))[0].room
    low, high = np.minimum(np.maximum(rows["running"] / 2, 1.0), room), room
    for _ in range(ROUNDS):
        held = low[:, None] * (high / low)[:, None] ** np.linspace(0, 1, HELD)
        swept = again(case, rows, rows["concurrency"][:, None], held)
        as_fast = swept.tpot_s <= rows["tpot_s"][:, None] * (1 + 1e-9)
        best = np.maximum(as_fast.sum(axis=1) - 1, 0)  # more sequences, slower ones
        low, high = (held[np.arange(len(best)), np.minimum(best + more, HELD - 1)] for more in (0, 1))
    index = np.arange(len(best)) * HELD + best
    fits = swept.reason.ravel()[index] == memory.FITS
    return swept.picked(index[fits]) | {"by_load": rows["by_load"][fits]}


def _on_frontier(parts: list[Rows]) -> list[np.ndarray]:
    """Which rows of each part lie on the frontier of speed and throughput of all."""
    speed, tput = (np.concatenate([values(rows) for rows in parts]) for values in (_speed, _tput))
    return np.split(frontier(speed, tput), np.cumsum([len(rows["tp"]) for rows in parts])[:-1])


def _line(parts: list[Rows]) -> tuple[np.ndarray, np.ndarray]:
    """Speed, rising, and throughput of the frontier of all parts."""
    on = [_chosen(rows, mask) for rows, mask in zip(parts, _on_frontier(parts), strict=True)]
    speed, first = np.unique(np.concatenate([_speed(rows) for rows in on]), return_index=True)
    return speed, np.concatenate([_tput(rows) for rows in on])[first]


def _lifting(line: tuple[np.ndarray, np.ndarray], rows: Rows) -> np.ndarray:
    """Which rows lie above the straight lines between the knots of `line`, or are beaten by one of them anyway.

    Any other would be a knot of its own and pull the curve down.
    """
    (x, y), speed, tput = line, _speed(rows), _tput(rows)
    beaten = tput <= np.append(y, 0.0)[np.searchsorted(x, speed)]
    return beaten | (speed > x[-1]) | (speed < x[0]) | (tput >= np.interp(speed, x, y))


def _chosen(rows: Rows, which: np.ndarray) -> Rows:
    return {name: values[which] for name, values in rows.items()}


def _speed(rows: Rows) -> np.ndarray:
    return 1 / rows["tpot_s"]


def _tput(rows: Rows) -> np.ndarray:
    return rows["tput"]
