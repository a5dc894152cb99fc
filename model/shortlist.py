"""Of many configurations the few that any question can ask for: nobody else is faster, sooner and gives more."""

import numpy as np

from model.frontier import frontier

SPEED_BIN, FIRST_BIN = 0.05, 0.4  # natural logarithm of speed and of first-token time
ALIKE = 1e-3  # natural logarithm of throughput


def shortlist(speed: np.ndarray, first_s: np.ndarray, tput: np.ndarray) -> np.ndarray:
    """Indices of the rows that no other row beats in speed, first-token time and throughput at once [k].

    The frontier of speed and throughput is whole. Of the others, rows whose speed and first token differ by less than
    a bin count as alike, and the one with the highest throughput stands for them; rows that are not finite are left
    out.
    """
    usable = np.flatnonzero(np.isfinite(speed) & np.isfinite(first_s) & np.isfinite(tput) & (tput > 0))
    if not usable.size:
        return usable
    bins = np.stack([np.log(speed[usable]) // SPEED_BIN, np.log(first_s[usable]) // FIRST_BIN]).astype(int)
    bins -= bins.min(axis=1, keepdims=True)
    one = bins[0] * (bins[1].max() + 1) + bins[1]
    most = np.zeros(one.max() + 1)
    np.maximum.at(most, one, tput[usable])
    best = usable[tput[usable] == most[one]]
    level = np.log(tput[best]) // ALIKE  # waiting longer for next to nothing is no gain
    kept = best[~_beaten(speed[best], -first_s[best], level)]
    return np.union1d(kept, usable[frontier(speed[usable], tput[usable])])


def _beaten(*values: np.ndarray) -> np.ndarray:
    """Whether another row is at least as good in all values and better in one [k]."""
    as_good = np.logical_and.reduce([value[:, None] >= value for value in values])  # row by row beaten
    return (as_good & ~as_good.T).any(axis=0)


def best_per(group: np.ndarray, value: np.ndarray) -> np.ndarray:
    """Index of the largest finite `value` of each group [groups]."""
    usable = np.flatnonzero(np.isfinite(value))
    order = usable[np.lexsort((-value[usable], group[usable]))]
    return order[np.unique(group[order], return_index=True)[1]]
