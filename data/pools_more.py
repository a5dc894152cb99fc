"""What the pools page shows beside its frontiers: shares of decode parts, hops of two networks, published claims."""

from dataclasses import dataclass
from functools import cache

import numpy as np

from data import store, tables
from data.machines import accelerators, llms
from data.mixed import TWO, crossing_s, outer, pair
from data.parts import Setting, chips_of, part, pooled
from data.pools import Answered, draws, rate_of
from model.mixed import hop_seconds, over_parts
from model.network import steps
from model.question import Question

SHARES = 1 / (1 + np.exp(-np.linspace(-5, 7, 121)))  # finer near either end: one pool may be far larger
NETWORKS = ("tpu-8i", "tpu-8t")  # the same calibration, another topology
HOPPING = 2.0 ** np.arange(1, 11)  # chips of a replica


@dataclass(frozen=True, slots=True)
class Claim:
    """A published comparison of a pair of accelerators in two pools."""

    prefill: str
    decode: str
    value: float  # times
    what: str
    speed: float | None  # tok/s per user at which it was stated
    baseline: str | None
    source: str
    grade: str
    note: str


@dataclass(frozen=True, slots=True, eq=False)
class Shares:
    """What the two workers of a knot serve when their numbers change; arrays over `share`, of chips that decode."""

    share: np.ndarray
    per_chip: np.ndarray  # tok/s of the chosen rate
    per_kw: np.ndarray | None  # None where watts are not known, or are the same for both
    speed: np.ndarray  # tok/s per user
    chosen: float  # share of the knot


@cache
def claims() -> tuple[Claim, ...]:
    """The published comparisons, in the order of the table."""
    rows = store.table("pool_claims").drop("key").iter_rows(named=True)
    return tuple(
        Claim(**row | {"value": float(row["value"]), "speed": float(row["speed"]) if row["speed"] else None})
        for row in rows
    )


def shares(found: Answered, knot: int) -> Shares | None:
    """How throughput and speed change with the share of decode chips, from the workers of a knot of the pair's line."""
    one, at = found.systems[0], found.lines[0].row[knot]
    if one.kind != TWO:
        return None
    sides = [part(found.setting, key, role).side for key, role in ((one.prefill, "prefill"), (one.decode, "decode"))]
    each = [chips_of(key) for key in (one.prefill, one.decode)]
    parts = (1 - SHARES) / each[0], SHARES / each[1]
    rows = int(one.rows["prefill"][at]), int(one.rows["decode"][at])
    case, link = sides[0].case, found.link.bytes_s or outer(one.prefill)
    sent_s = float(crossing_s(found.setting, sides[0], link)[rows[0]])
    requests, tpot = over_parts(*sides, rows, parts, sent_s)
    tokens = {"output": case.answer, "input": case.prompt, "total": case.prompt + case.answer}
    rate, watts = requests * tokens[rate_of(found.question)], draws(found.question)
    known = [watts.get(key) for key in (one.prefill, one.decode)]
    told = all(known) and one.prefill != one.decode  # of one accelerator it is the same curve
    power = sum(n * w for n, w in zip(parts, known, strict=True)) if told else None
    chosen = one.rows["decode_parts"][at] * each[1] / one.rows["chips"][at]
    return Shares(SHARES, rate, None if power is None else 1e3 * rate / power, 1 / tpot, float(chosen))


def hops(asked: Setting) -> dict[str, np.ndarray]:
    """Of both networks the time [s] a pass waits for hops among HOPPING chips; empty where nothing is calibrated."""
    if asked.llm not in llms() or not asked.precision:
        return {}
    known = {key: pooled(asked, key, True) for key in NETWORKS}
    return {
        key: hop_seconds(llms()[asked.llm], accelerators()[key], cell.factors.hop_s, HOPPING)
        for key, cell in known.items()
        if cell
    }


def hop_steps(key: str) -> float:
    """Steps of one collective among the most of HOPPING chips on the network of `key`."""
    chip = accelerators()[key]
    return float(steps(chip.topology, HOPPING[-1], chip.domain, chip.max_hops))


def published(question: Question) -> tuple[np.ndarray, np.ndarray, str]:
    """Speed and tok/s per chip of the published curve of either accelerator of the pair, and whose it is; grade P.

    Only output rates are published; mixed and input rates follow from the nominal lengths.
    """
    for key in dict.fromkeys(pair(question)):
        asked = Question(llm=question.llm, chip=(key,), grade=("P",), decoding=("plain", "mtp"))
        rows = tables.points(asked).filter(isl=question.isl, osl=question.osl).drop_nulls("tput_output")
        if rows.height:
            ratio = question.isl / question.osl
            times = {"output": 1.0, "input": ratio, "total": 1 + ratio}[rate_of(question)]
            return rows["interactivity"].to_numpy(), rows["tput_output"].to_numpy() * times, key
    return np.empty(0), np.empty(0), ""
