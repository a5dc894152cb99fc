"""How far a frontier may be off: an error in time moves a configuration in speed and in throughput alike.

A replica that takes longer by a factor serves fewer tokens to each user and in all, both by that factor. So the band of
a frontier is the frontier itself, scaled along both axes, and the distance of a measured point from it is taken along
the same direction: Farrell's radial measure of efficiency (Journal of the Royal Statistical Society A 120, 1957).
"""

import numpy as np

from model.calibration import BAND_90


def around(speed: np.ndarray, rate: np.ndarray, spread: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Low and high end of the 90 % band at every knot of a frontier, `speed` rising [n].

    `spread` is the standard deviation of the logarithm of each knot's time. Beyond its ends the frontier counts as
    level: how much faster or slower a system may serve than its last configuration is not said here.
    """
    at, level, width = np.log(speed), np.log(rate), BAND_90 * np.asarray(spread)
    high = np.interp(at - width, at, level) + width
    low = np.interp(at + width, at, level) - width
    return np.exp(low), np.exp(high)


def distance(line: tuple[np.ndarray, np.ndarray], speed: np.ndarray, rate: np.ndarray) -> np.ndarray:
    """Natural logarithm of the factor that moves points along both axes onto a frontier [n].

    `line` holds speed, rising, and rate of its knots. Positive where the frontier is faster and serves more. Beyond
    its ends it goes on level to the slow side and falls off on the fast one.
    """
    x, y = np.log(line)
    along, at = x - y, np.log(speed) - np.log(rate)  # scaling both leaves their ratio as it is
    ahead = np.interp(at, along, x) - np.log(speed)
    return np.where(at < along[0], y[0] - np.log(rate), ahead)
