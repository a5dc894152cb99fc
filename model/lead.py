"""Takes one chip's lead over another apart: tokens per chip, watts per chip, and the speed at which both are read."""

import math
from dataclasses import dataclass

import numpy as np

from model.interpolate import ratio_at
from model.standing import Curve, reading


@dataclass(frozen=True, slots=True)
class Lead:
    """A lead as the product of its factors; a factor is None where a figure is missing."""

    rate: float | None  # tok/s per chip over the other's
    burden: float | None  # W (or USD per hour) of the other chip over those of this one

    @property
    def total(self) -> float | None:
        """Tokens per watt (or USD) over the other's = rate x burden; None without both."""
        return None if self.rate is None or self.burden is None else self.rate * self.burden


def lead(rates: tuple[float | None, float | None], burdens: tuple[float | None, float | None]) -> Lead:
    """The lead of the first over the second: (r1 / w1) / (r2 / w2) = (r1 / r2) x (w2 / w1).

    `rates` are tok/s per chip, `burdens` W or USD/h per chip, both of (first, second).
    """
    return Lead(_over(*rates), _over(*reversed(burdens)))


def two_sided(rated_lead: float, share: float, own_share: float) -> float:
    """The rated lead when the other chip draws `share` and this one `own_share` of its rating.

    lead = rated lead x share / own share; at share = own share nothing changes.
    """
    return rated_lead * share / own_share


def share_without_lead(rated_lead: float, own_share: float) -> float:
    """Share of its rating at which the other chip draws level: own share / rated lead."""
    return own_share / rated_lead


def overlap(first: Curve, second: Curve) -> tuple[float, float] | None:
    """Lowest and highest x [unit of x] where both curves have points; None where there is none.

    Left of a curve's start and beyond its end nothing was measured, so no ratio is given there.
    """
    low = max(float(curve.x.min()) for curve in (first, second))
    high = min(float(curve.x.max()) for curve in (first, second))
    return (low, high) if low <= high else None


def ratio_curve(first: Curve, second: Curve, steps: int = 160) -> tuple[np.ndarray, np.ndarray]:
    """x, and how many times `first` exceeds `second` there, inside their overlap; both empty without one.

    Places are even in log x, with every knot of both curves among them.
    """
    shared = overlap(first, second)
    if shared is None:
        return np.empty(0), np.empty(0)
    low, high = shared
    x = np.unique(np.concatenate([np.geomspace(low, high, steps), [low, high], first.x, second.x]))
    x = x[(x >= low) & (x <= high)]  # knots beyond, and what geomspace rounds past its ends
    return x, ratio_at(lambda at: reading(first, at), lambda at: reading(second, at), x)


def _over(one: float | None, other: float | None) -> float | None:
    if one is None or other is None or not (math.isfinite(one) and math.isfinite(other)) or min(one, other) <= 0:
        return None
    return one / other
