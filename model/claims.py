"""The arithmetic behind published claims, and how far a recomputed value may be from the printed one.

Every function takes and returns plain numbers; which unit, its docstring says. A printed figure stands for an interval,
half a unit of its last digit to either side, and `recompute` carries the intervals of its operands along.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product as combinations

REPRODUCED, NEAR = 0.005, 0.05  # relative
VERDICTS = ("reproduced", "rounding", "near", "differs", "impossible")  # from the best to the worst
NOT_RECOMPUTABLE = "not recomputable"


@dataclass(frozen=True, slots=True)
class Printed:
    """A number as printed, and the interval that its last digit leaves open."""

    value: float
    low: float
    high: float


def printed(text: str) -> Printed:
    """What digits such as "1.80" stand for: 1.795 to 1.805. ValueError when they are no number."""
    value, decimals = float(text), len(text.partition(".")[2])
    half = 0.5 * 10.0**-decimals
    return Printed(value, value - half, value + half)


def exact(value: float) -> Printed:
    """A number without a rounding interval: a count, or a value computed from unrounded figures."""
    return Printed(value, value, value)


def recompute(function: Callable[..., float], operands: Sequence[Printed]) -> Printed:
    """`function` of the operands, and its interval when each lies anywhere in its own.

    The ends are those of the corners, which holds for functions that rise or fall in each operand, as all below do.
    """
    corners = [function(*corner) for corner in combinations(*((o.low, o.high) for o in operands))]
    return Printed(function(*(operand.value for operand in operands)), min(corners), max(corners))


def difference(found: float, claimed: float) -> float:
    """How far `found` is from `claimed`, relative to `claimed`."""
    return (found - claimed) / claimed


def verdict(claimed: Printed, found: Printed) -> str:
    """The first that holds: within 0.5 %, both intervals meet, within 5 %, differs; `impossible` is of limits alone."""
    if abs(difference(found.value, claimed.value)) <= REPRODUCED:
        return "reproduced"
    if found.low <= claimed.high and found.high >= claimed.low:
        return "rounding"
    return "near" if abs(difference(found.value, claimed.value)) <= NEAR else "differs"


def exceeds(claimed: Printed, most: Printed) -> bool:
    """Whether a claim lies above the most that is possible, however its digits were rounded."""
    return claimed.low > most.high


def worst(verdicts: Sequence[str]) -> str:
    """The verdict on a range, which is that on its worse end."""
    return max(verdicts, key=VERDICTS.index)


def ratio(value: float, other: float) -> float:
    """value / other."""
    return value / other


def percent_less(value: float, other: float) -> float:
    """How many percent `value` is below `other`: 100 (1 - value/other)."""
    return 100 * (1 - value / other)


def percent_less_of_times(times: float) -> float:
    """A time `times` as short, said in percent: 100 (1 - 1/times)."""
    return 100 * (1 - 1 / times)


def times_of_percent_less(percent: float) -> float:
    """A time `percent` % shorter, said as a factor: 1 / (1 - percent/100)."""
    return 1 / (1 - percent / 100)


def product(*factors: float) -> float:
    """The product of all."""
    return math.prod(factors)


def total(*terms: float) -> float:
    """The sum of all."""
    return math.fsum(terms)


def tok_s_user(tpot_ms: float) -> float:
    """Interactivity = 1000 / (ms between tokens)."""
    return 1e3 / tpot_ms


def tpot_ms(interactivity: float) -> float:
    """Time between tokens [ms] = 1000 / (tok/s/user)."""
    return 1e3 / interactivity


def e2e_s(ttft_s: float, tpot_s: float, output: float) -> float:
    """Time of a request [s] = TTFT + (output tokens - 1) x TPOT."""
    return ttft_s + (output - 1) * tpot_s


def ttft_left_s(e2e_s: float, tpot_s: float, output: float) -> float:
    """What `e2e_s` leaves for the first token [s] = E2E - (output tokens - 1) x TPOT; below zero is impossible."""
    return e2e_s - (output - 1) * tpot_s


def most_output_tokens(e2e_s: float, interactivity: float) -> float:
    """Tokens that fit in a request at this pace if the first came at once: 1 + E2E x tok/s/user."""
    return 1 + e2e_s * interactivity


def output_tokens(e2e_s: float, ttft_s: float, interactivity: float) -> float:
    """Tokens a request put out: 1 + (E2E - TTFT) x tok/s/user."""
    return 1 + (e2e_s - ttft_s) * interactivity


def mean_length(nominal: float, least_share: float) -> float:
    """Mean of lengths drawn evenly between `least_share` of nominal and nominal, as InferenceX draws them [tokens]."""
    return nominal * (1 + least_share) / 2


def weight_gb(params_billion: float, bytes_each: float) -> float:
    """Size of the weights [GB] = parameters [1e9] x bytes of each."""
    return params_billion * bytes_each


def cache_gb(values_per_token: float, tokens: float, bytes_each: float) -> float:
    """Size of a sequence's cache [GB] = values per token x tokens x bytes of each / 1e9."""
    return values_per_token * tokens * bytes_each / 1e9


def intensity(bytes_each: float) -> float:
    """FLOP per byte of weights read at batch 1: a multiplication and an addition per weight, 2 / bytes of each.

    Williams, Waterman and Patterson 2009, Roofline.
    """
    return 2 / bytes_each


def block_bits(bits: float, scale_bits: float, block: float) -> float:
    """Bits of a value whose block shares a scale: bits + scale bits / block (OCP Microscaling Formats 1.0)."""
    return bits + scale_bits / block


def link_gb_s(lanes: float, gbit_s: float) -> float:
    """Bandwidth [GB/s] of `lanes` at `gbit_s` each, one direction."""
    return lanes * gbit_s / 8


def stacks(capacity_gib: float, layers: float, gbit: float) -> float:
    """Memory stacks = capacity / (layers of `gbit` each, binary)."""
    return capacity_gib / (layers * gbit / 8)


def scaled(value: float, parts: float, of: float) -> float:
    """`value` of a whole of `of` parts, for `parts` of them."""
    return value * parts / of


def torus_hops(*sides: float) -> float:
    """Longest path in a torus: half of each side."""
    return math.fsum(side // 2 for side in sides)


def months_between(first: str, last: str) -> float:
    """Whole months from `first` to `last`, both "YYYY-MM"."""
    (year, month), (later_year, later_month) = ((int(part) for part in day.split("-")[:2]) for day in (first, last))
    return 12 * (later_year - year) + later_month - month


def years_between(first: str, last: str) -> float:
    """Years from `first` to `last`, both "YYYY-MM"."""
    return months_between(first, last) / 12


def nearest(low: Printed, high: Printed, found: Printed) -> Printed:
    """What a value said to lie between two bounds is measured by: itself inside them, else the nearer bound."""
    if low.low <= found.value <= high.high:
        return found
    return low if found.value < low.value else high


def bound(claimed: Printed, found: Printed, relation: str) -> Printed:
    """What a value is measured by: the claim, or itself where an "at most" or "at least" holds."""
    holds = {"at most": found.value <= claimed.high, "at least": found.value >= claimed.low}
    return found if holds.get(relation, False) else claimed
