"""Published claims as they are printed, and what a recomputation of one says."""

import math
from dataclasses import dataclass, fields
from functools import cache
from types import MappingProxyType

from data import store
from model import claims as model
from model.claims import NOT_RECOMPUTABLE

LIST = "; "  # between the parts of a cell that names several
LEFT_OUT = MappingProxyType(  # statements that have no row here, as we counted them: what they are -> how many
    {
        "opinions and general explanations of the four articles, without a number": 34,
        "statements of the four articles on method, design, names and roles, without a number": 14,
        "states and dates in the four articles": 4,
        "numbers in the four articles that are no result, such as 3 nm, 2 nm or 128K and more": 5,
        "gains of single circuits and of one kernel, from the Hot Chips deck and SemiAnalysis": 6,
        "public results that baselines were reconstructed from": 3,
        "checks of published figures that nobody published as a figure": 5,
    }
)


@dataclass(frozen=True, slots=True)
class Claim:
    """A row of claims.csv. Numbers stay as printed, because their digits say how exact they are; "" is unknown.

    A claim has a `value`, or `low` and `high`: both ends of a range, or with the relation "within" the bounds of one
    value. `subject` and `baseline` are keys of accelerators, `repeated` and `source` of sources. `arithmetic` and
    `points` are calls of named functions (data/claims_calls.py); where one is empty, why_no_… says why.
    """

    id: str
    topic: str
    metric: str
    value: str
    low: str
    high: str
    relation: str  # "", at most, at least, about, within
    unit: str
    subject: str
    baseline: tuple[str, ...]
    baseline_decoding: str
    llm: tuple[str, ...]
    workload: str
    basis: str
    speaker: str
    repeated: tuple[str, ...]
    source: str
    standing: str
    arithmetic: str
    why_no_arithmetic: str
    points: str
    why_no_points: str
    note: str

    @property
    def ends(self) -> tuple[str, ...]:
        """The printed number, or both ends of the range."""
        return (self.value,) if self.value else (self.low, self.high)

    @property
    def published(self) -> str:
        """What is printed, without the unit: "85,448", "1.5–1.9", "at most 550"."""
        numbers = "–".join(readable(end) for end in self.ends)
        return f"{self.relation} {numbers}" if self.relation and self.relation != "within" else numbers


@dataclass(frozen=True, slots=True)
class Column:
    """One recomputation: `values` in the claim's unit, one per end, and how far each is from it, relative to it.

    `held` tells of each value whether it only keeps to a printed bound, so that it has no difference. `working` is the
    calculation with its numbers in place, one per value; `used` are ids of points. Without values the verdict is "not
    recomputable" and `reason` a clause that says why.
    """

    verdict: str
    values: tuple[float, ...] = ()
    differences: tuple[float, ...] = ()
    working: tuple[str, ...] = ()
    used: tuple[str, ...] = ()
    reason: str = ""
    held: tuple[bool, ...] = ()

    @property
    def keeps_bound(self) -> bool:
        """Whether every value only keeps to a printed bound."""
        return bool(self.held) and all(self.held)

    @property
    def difference(self) -> float | None:
        """The larger difference of the values that have one."""
        pairs = zip(self.differences, self.held or [False] * len(self.differences), strict=True)
        return max((value for value, held in pairs if not held), key=abs, default=None)


@dataclass(frozen=True, slots=True)
class Recomputed:
    """Both recomputations of a claim."""

    arithmetic: Column
    points: Column

    @property
    def verdict(self) -> str:
        """The worse of both; that of the one where the other cannot be; else "not recomputable"."""
        found = [c.verdict for c in (self.arithmetic, self.points) if c.verdict != NOT_RECOMPUTABLE]
        return model.worst(found) if found else NOT_RECOMPUTABLE


@cache
def claims() -> tuple[Claim, ...]:
    """Every claim of the table, by topic and id."""
    several = {"baseline", "llm", "repeated"}
    names = [field.name for field in fields(Claim)]
    return tuple(
        Claim(**{n: tuple(filter(None, (row[n] or "").split(LIST))) if n in several else row[n] or "" for n in names})
        for row in store.table("claims").iter_rows(named=True)
    )


@cache
def by_id() -> dict[str, Claim]:
    """Every claim by its id."""
    return {claim.id: claim for claim in claims()}


def readable(number: str) -> str:
    """A printed number with thousands separators, its digits kept."""
    whole, point, rest = number.partition(".")
    return f"{int(whole):,}{point}{rest}"


def said(value: float) -> str:
    """A computed number to five digits, with thousands separators."""
    digits = max(0, 4 - math.floor(math.log10(abs(value)))) if value else 0
    text = f"{value:,.{digits}f}"
    return text.rstrip("0").rstrip(".") if "." in text else text
