"""How long chips talk to each other: latency by topology, bytes by bandwidth.

Every collective costs (steps of latency) x (time of a step) + (bytes over the slowest link) / bandwidth.
"""

import numpy as np

_CLOS_EXTRA = 2.0  # leaf to spine and back, on top of the local tier


def steps(topology: str, chips, domain, max_hops):
    """Latency steps of one collective among `chips`; 0 for one chip. Shapes broadcast.

    switch: log2(n), a tree through one switch tier. torus: half of each ring of the n-chip block, at most the longest
    path. boardfly: the longest path of the domain, shared out by log size. clos: log2(n), and two more beyond the
    local tier. No topology needs fewer steps than a direct link.
    """
    chips = np.asarray(chips, float)
    tree = np.log2(chips)
    with np.errstate(divide="ignore", invalid="ignore"):
        longest = {
            "switch": tree,
            "torus": np.maximum(tree, np.minimum(1.5 * np.cbrt(chips), max_hops)),
            "boardfly": np.maximum(tree, max_hops * tree / np.log2(domain)),
            "clos": tree + _CLOS_EXTRA * (chips > domain),
        }[topology]
    return np.where(chips > 1, np.maximum(longest, 1.0), 0.0)


def all_reduce_bytes(message, chips):
    """Bytes a chip sends to sum `message` bytes over `chips`: ring or tree, 2 (1 - 1/n) M (Thakur et al., 2005)."""
    return 2 * message * (1 - 1 / np.asarray(chips, float))


def all_gather_bytes(message, chips):
    """Bytes a chip receives to hold all of `message`: (1 - 1/n) M; a reduce-scatter costs the same."""
    return message * (1 - 1 / np.asarray(chips, float))


def all_to_all_bytes(message, chips):
    """Bytes a chip sends when its `message` is spread evenly over `chips`: (1 - 1/n) M."""
    return message * (1 - 1 / np.asarray(chips, float))


def bandwidth(link_bytes_s, outer_bytes_s, chips, domain):
    """Bytes/s of the slowest link among `chips`: the scale-up link inside the domain, the outer one beyond it."""
    outer = np.where(np.asarray(outer_bytes_s) > 0, outer_bytes_s, link_bytes_s)
    return np.where(np.asarray(chips) <= domain, link_bytes_s, np.minimum(outer, link_bytes_s))
