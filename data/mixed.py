"""What two pools serve, and each accelerator alone: every row that the model computes for a system, cached."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from data.machines import accelerators, formats, llms
from data.parts import Part, Setting, chips_of, part, sold_as
from data.tables import vocabulary
from model.mixed import Mixed, Side, alone, mixed
from model.question import Question
from model.work import Deployment, cache_kept_bytes

LOADS = 2.0 ** np.arange(0, 14.01, 0.75)  # requests in flight
WORKERS = np.array([1.0, 2.0, 4.0])  # of decode
TWO, ONE, EITHER = "two pools", "one pool", "best of one or two pools"


@dataclass(frozen=True, slots=True, eq=False)
class Link:
    """What the cache of a prompt crosses: bytes/s per chip of the prefill side, and whose figure it is."""

    bytes_s: float | None
    name: str


@dataclass(frozen=True, slots=True, eq=False)
class System:
    """One way to serve: its accelerators, its rows (arrays of one shape [n], all that was computed), or why none."""

    prefill: str
    decode: str
    kind: str  # TWO, ONE or EITHER
    rows: dict[str, np.ndarray]
    spread: float
    why: str = ""

    @property
    def name(self) -> str:
        """How it is called in sentences."""
        chips = vocabulary().chips
        if self.prefill != self.decode:
            return f"{chips[self.prefill]} + {chips[self.decode]}"
        return f"{chips[self.decode]} {'both' if self.kind == EITHER else self.kind}"


def pair(question: Question) -> tuple[str, str]:
    """Keys of the prefill and the decode accelerator."""
    return sold_as(question.pool_prefill), sold_as(question.pool_decode)


def between(question: Question) -> Link:
    """The link that a cache crosses: typed, or the slower of both ends' links beyond the scale-up domain."""
    if question.pool_link_gbs is not None:
        return Link(question.pool_link_gbs * 1e9, "your link")
    ends = {key: outer(key) for key in dict.fromkeys(pair(question))}
    known = {key: value for key, value in ends.items() if value}
    if not known:
        return Link(None, "")
    slow = min(known, key=known.__getitem__)
    return Link(known[slow], f"{vocabulary().chips[slow]}’s link")


def outer(key: str) -> float | None:
    chip = accelerators()[key]
    return chip.outer_bytes_s or chip.link_bytes_s


def cache_bytes(asked: Setting, prompt: float) -> float:
    """Bytes of cache of one prompt, as one copy."""
    return float(cache_kept_bytes(llms()[asked.llm], formats()[asked.llm, asked.precision], Deployment(), prompt))


@lru_cache(maxsize=24)
def system(asked: Setting, prefill: str, decode: str, kind: str, link: float | None) -> System:
    """All rows of one system; `link` [bytes/s per chip] of two pools that are the question's own."""
    found, whys, spreads = [], [], []
    if kind != ONE:
        reads, answers = part(asked, prefill, "prefill"), part(asked, decode, "decode")
        whys += [(one.key, one.why) for one in (reads, answers) if one.why]
        if reads.side and answers.side:
            found.append(_two(asked, reads, answers, link or outer(prefill)))
            spreads += [reads.spread, answers.spread]
    if kind != TWO:
        both = part(asked, decode, "both")
        whys += [(both.key, both.why)] if both.why else []
        if both.side:
            found.append(_rows(alone(both.side, LOADS), both, both))
            spreads.append(both.spread)
    if not found:
        return System(prefill, decode, kind, {}, 0.0, _joined(whys))
    rows = {name: np.concatenate([one[name] for one in found]) for name in found[0]}
    return System(prefill, decode, kind, rows, max(spreads))


def _joined(whys: list[tuple[str, str]]) -> str:
    """Each reason once, with the accelerators that it holds for; without them where it holds for all."""
    said = {why: " and ".join(dict.fromkeys(vocabulary().chips[k] for k, w in whys if w == why)) for _, why in whys}
    return "; ".join(f"{who}: {why}" if "LLM" not in why else why for why, who in said.items())


def crossing_s(asked: Setting, reads: Side, link: float | None) -> np.ndarray:
    """Time one prompt's cache takes across the links of each prefill worker [s]; 0 without a link figure."""
    return cache_bytes(asked, reads.case.prompt) / (link or np.inf) / reads.parts / reads.case.factors.link


def _two(asked: Setting, reads: Part, answers: Part, link: float | None) -> dict[str, np.ndarray]:
    """Rows of two pools; without any link figure the way across is not counted and the first token unknown."""
    sent_s = crossing_s(asked, reads.side, link)
    rows = _rows(mixed(reads.side, answers.side, LOADS, WORKERS, sent_s), reads, answers)
    return rows if link else rows | {"ttft_s": np.full_like(rows["ttft_s"], np.nan)}


def _rows(found: Mixed, reads: Part, answers: Part) -> dict[str, np.ndarray]:
    """Rates per chip over all chips, parts of both pools, and what both consist of."""
    own, case = found.prefill_workers > 0, answers.side.case
    prefill_tp = np.where(own, reads.side.parts[found.prefill], 0.0)
    decode_tp = answers.side.parts[found.decode]
    parts = {"prefill_parts": found.prefill_workers * prefill_tp, "decode_parts": found.decode_workers * decode_tp}
    chips = parts["prefill_parts"] * chips_of(reads.key) + parts["decode_parts"] * chips_of(answers.key)
    output = found.requests_s * case.answer / chips
    rates = {"output": output, "input": output * case.prompt / case.answer}
    names = (
        "prefill_workers",
        "decode_workers",
        "exact_prefill",
        "concurrency",
        "running",
        "ttft_s",
        "prefill",
        "decode",
    )
    rows = {name: getattr(found, name) for name in names} | parts | {"chips": chips} | rates
    rows |= {"prefill_tp": prefill_tp, "decode_tp": decode_tp, "speed": 1 / found.tpot_s}
    return rows | {"total": rates["output"] + rates["input"]}
