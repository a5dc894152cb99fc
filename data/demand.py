"""Gains in tokens per watt between two accelerators, read off the frontiers at the pin, and what is known of demand."""

from dataclasses import dataclass, replace
from functools import cache

from data import pairs, store
from data.answer import Answer, answer
from data.tables import vocabulary
from model.question import Question
from model.standing import Curve, Standing, lead, standing

SERVICES = ("interactivity", "e2e_s", "ttft_s", "tpot_s")  # axes on which the pin is a service level
TYPED = "typed"


@dataclass(frozen=True, slots=True)
class Gain:
    """Tokens per watt of `first` over those of `second`; of a stretch nobody measured `low` and `high` are its ends."""

    first: str  # key of an accelerator; "" where the gain is typed
    second: str
    value: float
    low: float
    high: float
    modelled: bool = False  # either side is the model's, for want of a measured curve


@dataclass(frozen=True, slots=True)
class Gains:
    """The pair's gain, None with the reason where it cannot be read; and the same accelerator's over every other."""

    pair: tuple[str, str]
    own: Gain | None
    others: tuple[Gain, ...]
    why: str = ""
    most: tuple[float, float] | None = None  # the pair's best points, whatever the service level [tok/s per kW]

    @property
    def peak(self) -> float | None:
        """The pair's gain with either at its most tokens per watt."""
        return self.most and self.most[0] / self.most[1]


@dataclass(frozen=True, slots=True)
class Evidence:
    """One published elasticity of demand on price."""

    value: float
    low: float | None
    high: float | None
    name: str
    source: str
    grade: str
    note: str


@cache
def evidence() -> tuple[Evidence, ...]:
    """The published elasticities, smallest first."""
    rows = store.table("elasticities").drop("key").iter_rows(named=True)
    numbers = ("value", "low", "high")
    found = [Evidence(**row | {name: float(row[name]) if row[name] else None for name in numbers}) for row in rows]
    return tuple(sorted(found, key=lambda each: each.value))


def asked(question: Question) -> Question:
    """The question of the frontiers: tokens per kW over a service level, with both chips of the pair among them."""
    pair = pair_of(question)
    chips = question.chip and tuple(key for key in vocabulary().chips if key in {*question.chip, *pair})
    tokens = next((name for name in ("output", "input") if name in question.y), "total")
    served = question.x if question.x in SERVICES else "interactivity"
    return replace(question, x=served, y=f"tput_{tokens}_per_kw", chip=chips, ghost="none", batch=None)


def pair_of(question: Question) -> tuple[str, str]:
    """Who takes whose place: the visitor's pair, else the one whose lead was published for the LLM."""
    pair = pairs.pair_of(replace(question, claim=None))
    return pair.first, pair.second


def gains(question: Question) -> Gains:
    """The gain that is typed, else those read off the frontiers at the pin."""
    pair = pair_of(question)
    if question.demand_gain is not None:
        typed = Gain("", "", *[question.demand_gain] * 3)
        return Gains(pair, typed, (), TYPED)
    answered = answer(asked(question))
    best = _best(answered)
    missing = [key for key in pair if key not in best]
    if missing:
        names = " and ".join(vocabulary().chips[key] for key in missing)
        return Gains(pair, None, (), f"no point of {names} at this service level under the conditions chosen")
    found = {key: _gain((pair[0], best[pair[0]]), (key, found)) for key, found in best.items() if key != pair[0]}
    own, (first, second) = found.pop(pair[1]), (_most(answered, best[key][0]) for key in pair)
    return Gains(pair, own, tuple(found.values()), most=(first, second))


def _most(answered: Answer, read: Curve) -> float:
    """Most tokens per watt of the accelerator of `read`: of its measured curves, of the model's where that is read."""
    curves = (c for c in (*answered.curves, *answered.modelled) if c.accelerator == read.accelerator)
    alike = (c for c in curves if c.what_if is read.what_if)
    return max(float(curve.y.max()) for curve in alike)


def _best(answered: Answer) -> dict[str, tuple[Curve, Standing]]:
    """Of each accelerator its best curve that reaches the pin: a measured one, else the model's."""
    best: dict[str, tuple[Curve, Standing]] = {}
    own = [curve for curve in answered.modelled if not curve.what_if]
    for curve in (*answered.curves, *own):
        found = standing(curve, answered.question.pin)
        held = best.get(curve.accelerator)
        if found.value is None or (held and (held[0].what_if is None) > (curve.what_if is None)):
            continue
        if held is None or held[1].value < found.value:
            best[curve.accelerator] = (curve, found)
    return best


def _gain(one: tuple[str, tuple[Curve, Standing]], other: tuple[str, tuple[Curve, Standing]]) -> Gain:
    (first, (curve, best)), (second, (under, rest)) = one, other
    low, high = lead(best, rest)
    modelled = curve.what_if is not None or under.what_if is not None
    return Gain(first, second, best.value / rest.value, low, high, modelled)
