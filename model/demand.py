"""What a gain in tokens per watt does to the energy bill, once cheaper tokens are asked for more often.

Constant elasticity: demand moves as price^-elasticity (Jevons, The Coal Question, 1865, in its textbook form). Numbers
or arrays, which broadcast.
"""

import numpy as np


def price_ratio(gain, passed=1.0):
    """New price over old when the share `passed` of the saving on energy reaches the price: 1 - s (1 - 1/g)."""
    return 1 - np.asarray(passed, float) * (1 - 1 / np.asarray(gain, float))


def tokens_ratio(gain, elasticity, passed=1.0):
    """Tokens asked for, new over old: price ratio ^ -elasticity."""
    return price_ratio(gain, passed) ** -np.asarray(elasticity, float)


def energy_ratio(gain, elasticity, passed=1.0):
    """Energy, new over old: tokens ratio / g; under full pass-through g^(elasticity - 1)."""
    return tokens_ratio(gain, elasticity, passed) / np.asarray(gain, float)


def break_even(gain: float, passed: float = 1.0) -> float | None:
    """Elasticity at which the energy stays as it was: ln g / -ln(price ratio); 1 under full pass-through.

    None where price does not move, so that no elasticity brings the energy back, or where nothing is gained.
    """
    moved = -float(np.log(price_ratio(gain, passed)))
    return float(np.log(gain)) / moved if moved and gain != 1 else None


def fleet_mw(base_mw, ratio, growth, years):
    """Power of the fleet [MW] after `years` of demand growing by `growth` a year: base x ratio x (1 + growth)^t."""
    return base_mw * ratio * (1 + growth) ** np.asarray(years, float)


def years_saved(ratio: float, growth: float) -> float | None:
    """Years until growth has used up what the gain saved: -ln(ratio) / ln(1 + growth); None if it never does or has."""
    if ratio >= 1 or growth <= 0:
        return None
    return -float(np.log(ratio)) / float(np.log1p(growth))
