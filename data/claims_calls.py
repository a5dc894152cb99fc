"""The functions a claim may be recomputed with, what each takes, and how a cell such as "ratio(1.80, 1.03)" is read."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from data import claims_best as best
from data import claims_figures as figures
from data import claims_points as points
from model import claims

CALL = re.compile(r"([a-z0-9_]+)\(([^()]*)\)")


@dataclass(frozen=True, slots=True)
class Signature:
    """A function, the kinds of its arguments and how the calculation reads with {0}, {1} … in place.

    Kinds: figure (printed digits, or @id of another claim), count (exact), month (or first/last, where no closer one is
    known), day, llm, chip, decoding, basis, parameter, precision, rating. The last `optional` ones may be left out;
    with `more` the last kind repeats and `says` is of one term. A function that is a `limit` gives the most that is
    possible.
    """

    function: Callable
    kinds: tuple[str, ...]
    says: str = ""
    optional: int = 0
    more: bool = False
    limit: bool = False

    def kinds_of(self, count: int) -> tuple[str, ...] | None:
        """The kind of each of `count` arguments; None when so many are not taken."""
        most = count if self.more else len(self.kinds)
        if not len(self.kinds) - self.optional <= count <= most:
            return None
        return (*self.kinds, *self.kinds[-1:] * (count - len(self.kinds)))[:count]


PLAIN = ("llm", "chip", "decoding")
PAIR = ("llm", "chip", "chip", "decoding")
BEST = ("llm", "chip", "day")
_F, _C = "figure", "count"
ARITHMETIC: Mapping[str, Signature] = MappingProxyType(
    {
        "same": Signature(claims.total, (_F,), "{0}"),
        "ratio": Signature(claims.ratio, (_F, _F), "{0} / {1}"),
        "percent_less": Signature(claims.percent_less, (_F, _F), "100 × (1 − {0} / {1})"),
        "percent_less_of_times": Signature(claims.percent_less_of_times, (_F,), "100 × (1 − 1 / {0})"),
        "times_of_percent_less": Signature(claims.times_of_percent_less, (_F,), "1 / (1 − {0} / 100)"),
        "times": Signature(claims.product, (_C, _F), "{0} × {1}"),
        "share": Signature(claims.ratio, (_C, _C), "{0} / {1}"),
        "parts": Signature(claims.ratio, (_F, _C), "{0} / {1}"),
        "scaled": Signature(claims.scaled, (_F, _C, _C), "{0} × {1} / {2}"),
        "stacks": Signature(claims.stacks, (_F, _C, _C), "{0} GiB / ({1} layers × {2} Gbit / 8)"),
        "torus_hops": Signature(claims.torus_hops, (_C,), "⌊{0} / 2⌋", more=True),
        "tok_s_user": Signature(claims.tok_s_user, (_F,), "1,000 / {0} ms"),
        "tpot_ms": Signature(claims.tpot_ms, (_F,), "1,000 / {0} tok/s/user"),
        "most_output_tokens": Signature(
            claims.most_output_tokens, (_F, _F), "at most 1 + {0} s × {1} tok/s/user", limit=True
        ),
        "weight_gb": Signature(claims.weight_gb, (_F, _C), "{0} × 10⁹ × {1} B"),
        "intensity": Signature(claims.intensity, (_C,), "2 FLOP / {0} B"),
        "link_gb_s": Signature(claims.link_gb_s, (_C, _C), "{0} × {1} Gbit/s / 8"),
        "months_between": Signature(claims.months_between, ("month", "month"), "from {0} to {1}"),
        "years_between": Signature(claims.years_between, ("month", "month"), "from {0} to {1}"),
    }
)
POINTS: Mapping[str, Signature] = MappingProxyType(
    {
        "peak": Signature(points.peak, (*PLAIN, "basis"), optional=2),
        "peak_ratio": Signature(points.peak_ratio, PAIR, optional=1),
        "power_less": Signature(points.power_less, PAIR[:3]),
        "cost_ratio": Signature(points.cost_ratio, (*PAIR[:3], "day")),
        "fastest": Signature(points.fastest, PLAIN, optional=1),
        "shortest_tpot": Signature(points.shortest_tpot, PLAIN, optional=1),
        "speed_ratio": Signature(points.speed_ratio, PAIR, optional=1),
        "shortest_e2e": Signature(points.shortest_e2e, PLAIN, optional=1),
        "e2e_ratio": Signature(points.e2e_ratio, PAIR, optional=1),
        "e2e_less": Signature(points.e2e_less, PAIR, optional=1),
        "at_fastest": Signature(points.at_fastest, PLAIN, optional=1),
        "at_rivals_fastest": Signature(points.at_rivals_fastest, PAIR, optional=1),
        "equal_speed": Signature(points.equal_speed, PAIR, optional=1),
        "e2e_less_at_rivals_peak": Signature(points.e2e_less_at_rivals_peak, PAIR[:3]),
        "peak_ratio_best": Signature(best.peak_ratio_best, BEST),
        "speed_ratio_best": Signature(best.speed_ratio_best, BEST),
        "equal_speed_best": Signature(best.equal_speed_best, BEST),
        "shortest_tpot_of_all": Signature(best.shortest_tpot_of_all, ("day",)),
        "lead_at": Signature(points.lead_at, ("llm", "chip", _C)),
        "output_tokens": Signature(points.output_tokens, PLAIN, optional=1),
        "of_chips": Signature(figures.of_chips, ("chip", "parameter", "chip")),
        "chips_in": Signature(figures.chips_in, ("chip", "chip", "parameter")),
        "links": Signature(figures.links, ("chip",)),
        "figure_ratio": Signature(figures.figure_ratio, ("chip", "chip", "parameter")),
        "per_watt": Signature(figures.per_watt, ("chip", "parameter")),
        "per_watt_at": Signature(figures.per_watt_at, ("chip", "parameter", "rating", "parameter")),
        "power_ratio": Signature(figures.power_ratio, ("chip", "chip")),
        "params": Signature(figures.params, ("llm",)),
        "weight_bytes": Signature(figures.weight_bytes, ("llm", _C)),
        "cache_bytes": Signature(figures.cache_bytes, ("llm", _C, _C)),
        "step_intensity": Signature(figures.step_intensity, ("llm", "precision", _C)),
        "block_share": Signature(figures.block_share, (_C, _C, _C, _C)),
        "mean_length": Signature(figures.mean_length, (_C, _C)),
    }
)
FUNCTIONS = MappingProxyType({"arithmetic": ARITHMETIC, "points": POINTS})  # by column


def calls(cell: str) -> list[tuple[str, list[str]]]:
    """The calls of a cell: (function, arguments); two for both ends of a range, of the claim or of its operands.

    ValueError when it holds others.
    """
    found = [CALL.fullmatch(part) for part in cell.split("; ")]
    if None in found:
        raise ValueError(
            f"'{cell}' is no call; write function(argument, argument), and '; ' between the two of a range"
        )
    return [(match[1], [argument for argument in match[2].split(", ") if argument]) for match in found]
