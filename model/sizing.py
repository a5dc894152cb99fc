"""Turns a load into chips and a budget into service, and says who wins on a grid of speeds and burdens.

Rates are per second, throughput is tok/s per chip over all chips of a deployment. Nothing here knows a price or a watt.
"""

import math
from dataclasses import dataclass

import numpy as np

HOURS_A_MONTH = 730.0  # 8,760 h / 12
_ROUNDING = 1e-9  # relative: a quotient that is whole but for rounding counts as whole


def requests_of_users(users: float, every_s: float) -> float:
    """Requests per second of `users` who each send one every `every_s` seconds = users / every_s."""
    return users / every_s


def requests_per_chip(tput_output: float, answer_tokens: float) -> float:
    """Requests per second one chip completes = output tok/s per chip / mean answer length [tokens]."""
    return tput_output / answer_tokens


def in_flight(requests_s: float, e2e_s: float) -> float:
    """Requests in flight = requests per second x seconds each of them takes (Little 1961)."""
    return requests_s * e2e_s


def chips_for(requests_s: float, per_chip_s: float, replica: int) -> int:
    """Chips of as many whole replicas as complete `requests_s` = ceil(requests / (per chip x replica)) x replica.

    At least one replica. ValueError for a rate or replica that is not positive and finite.
    """
    _positive(requests_s, per_chip_s, replica)
    return replica * max(1, _ceil(requests_s / (per_chip_s * replica)))


def chips_within(budget: float, per_chip: float, replica: int) -> int:
    """Chips of as many whole replicas as `budget` holds = floor(budget / (per chip x replica)) x replica; perhaps 0.

    Budget and `per_chip` have one unit, W or USD per hour. ValueError as in `chips_for`.
    """
    _positive(budget, per_chip, replica)
    return replica * math.floor(budget / (per_chip * replica) * (1 + _ROUNDING))


def systems_for(chips: int, system: int) -> int:
    """Racks or servers of `system` chips that hold `chips` = ceil(chips / system)."""
    _positive(system)
    return _ceil(chips / system)


def facility_mw(chips: float, all_in_w: float, pue: float) -> float:
    """MW of the facility = chips x all-in W per chip x PUE / 1e6."""
    return chips * all_in_w * pue / 1e6


def usd_per_hour(budget_a_month: float) -> float:
    """USD per hour of a monthly budget = budget / 730 h."""
    return budget_a_month / HOURS_A_MONTH


@dataclass(frozen=True, slots=True, eq=False)
class Winners:
    """Who wins on a grid [rows, columns]: indices of the best and the next (-1 without), and best / next (NaN without).

    `open` marks where the bands of the two overlap, so that the figures do not decide.
    """

    first: np.ndarray
    second: np.ndarray
    margin: np.ndarray
    open: np.ndarray


def winners(rate: np.ndarray, band: tuple[np.ndarray, np.ndarray], burden: np.ndarray) -> Winners:
    """Best tokens per burden, rate / burden, of each contestant on a grid.

    `rate` [contestants, columns] in tok/s per chip with its `band` (low, high) of the same shape, NaN where it has no
    point so fast; `burden` [contestants, rows] in W or USD/h per chip, NaN where unknown.
    """
    score = np.nan_to_num(rate[:, None, :] / burden[:, :, None], nan=0.0)
    if len(score) < 2:  # a second contestant that has nothing
        score = np.concatenate([score, np.zeros((2 - len(score), *score.shape[1:]))])
    first, best = score.argmax(axis=0), score.max(axis=0)
    others = np.where(np.arange(len(score))[:, None, None] == first, -1.0, score)
    second, next_ = others.argmax(axis=0), others.max(axis=0)
    with np.errstate(divide="ignore", invalid="ignore"):
        margin = np.where(next_ > 0, best / next_, np.nan)
        low, high = (_relative(edge, rate) for edge in band)
    least = best * _of(low, first)
    most = next_ * _of(high, second)
    return Winners(
        first=np.where(best > 0, first, -1),
        second=np.where(next_ > 0, second, -1),
        margin=margin,
        open=(next_ > 0) & (most >= least) & ((most > next_) | (least < best)),
    )


def _relative(edge: np.ndarray, rate: np.ndarray) -> np.ndarray:
    """An edge of the band as a share of the rate, 1 where unknown."""
    share = edge / rate
    return np.where(np.isfinite(share), share, 1.0)


def _of(share: np.ndarray, place: np.ndarray) -> np.ndarray:
    """The share of the contestant `place` [rows, columns] at each column."""
    padded = share if len(share) > 1 else np.concatenate([share, np.ones((1, share.shape[1]))])
    return padded[place, np.arange(share.shape[1])[None, :]]


def _ceil(value: float) -> int:
    return math.ceil(value * (1 - _ROUNDING))


def _positive(*values: float) -> None:
    if not all(math.isfinite(value) and value > 0 for value in values):
        raise ValueError(f"rates, budgets and replicas are positive and finite, not {values}")
