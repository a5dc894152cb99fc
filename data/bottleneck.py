"""Where time and memory of one deployment go, on the accelerator that is asked and on the one beside it."""

from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from data.bottleneck_measured import Measured, measured
from data.calibrated import Calibration
from data.engines import engines_for
from data.machines import UNJOINED, accelerators, domain_of, formats, llms
from data.replica import Setting, limit_of, setting, undivided, unknown
from data.tried import Asked, case_of
from model import bottleneck as model
from model import memory
from model.bottleneck import Memory, Parts, Work
from model.question import Question
from model.serving import Load
from model.step import ideal
from model.sweep import DEGREES, Case
from model.work import Deployment, cache_kept_bytes

NONE = "none"  # no second accelerator
GRID = 33  # contexts of a curve
NEIGHBOURS = (1 / 16, 1 / 4, 1, 4, 16)  # batches drawn, times the chosen one


@dataclass(frozen=True, slots=True)
class Room:
    """What lies in a chip's memory, and how much more would fit."""

    memory: Memory
    most: int  # sequences of the asked context
    longest: int  # context of the asked batch [tokens]
    limit: int  # longest context of the LLM [tokens]


@dataclass(frozen=True, slots=True, eq=False)
class Timed:
    """Times of one replica with the calibration they rest on."""

    calibration: Calibration
    apart: bool  # prompts are read on other chips
    parts: Parts
    prompt_s: float  # one prompt alone
    floor_s: float  # bandwidth alone
    batches: tuple[int, ...]
    decode: Work  # one value per batch
    weights: float  # FLOP per byte of weights at batch 1
    prefill: Work
    measured: Measured | None
    there_s: float  # the model's TPOT at the measured point's own batch


@dataclass(frozen=True, slots=True, eq=False)
class Found:
    """The answer for one accelerator; `why` says what forbids it, and then times are missing."""

    setting: Setting
    why: str = ""
    room: Room | None = None
    timed: Timed | None = None
    chips: int | None = None  # of the smallest replica that fits, where this one does not
    narrower: str | None = None  # widest precision in which this replica fits, where no larger one does


def found(question: Question) -> tuple[Found, ...]:
    """The answer for the accelerator asked, and for the one beside it where there is one."""
    keys = dict.fromkeys(key for key in (question.bn_chip, question.bn_over) if key != NONE)
    return tuple(answered(setting(question, key)) for key in keys)


@lru_cache(maxsize=512)
def answered(asked: Setting) -> Found:
    """Room and times of one setting, or why there are none; cached."""
    why = unknown(asked) or undivided(asked)
    if why:
        return Found(asked, why)
    room, code = _room(asked), _code(asked)
    if code == memory.DOMAIN:
        return Found(asked, _too_many(asked))
    if room.memory.free < 0:
        narrower = None if _smallest(asked) else _narrower(asked)
        return Found(asked, _too_full(asked, room), room, chips=_smallest(asked), narrower=narrower)
    return Found(asked, room=room, timed=_timed(asked, room))


def growth(asked: Setting) -> tuple[np.ndarray, np.ndarray]:
    """Contexts up to the LLM's longest [tokens], and the bytes of each chip that the asked batch keeps there [n]."""
    llm, layout = llms()[asked.llm], formats()[asked.llm, asked.precision]
    contexts = np.unique(np.round(np.geomspace(min(1024, limit_of(asked.llm)), limit_of(asked.llm), GRID)))
    return contexts, asked.batch * cache_kept_bytes(llm, layout, asked.at, contexts)


def _code(asked: Setting) -> int:
    chip = accelerators()[asked.accelerator]
    return int(memory.reason(llms()[asked.llm], chip, formats()[asked.llm, asked.precision], asked.at, asked.context))


def _room(asked: Setting) -> Room:
    llm, chip, layout = llms()[asked.llm], accelerators()[asked.accelerator], formats()[asked.llm, asked.precision]
    held = model.memory(llm, chip, layout, asked.at, (asked.batch, asked.context))
    free, limit = held.free + held.cache, limit_of(asked.llm)
    most = model.most_sequences(free, llm, layout, asked.at, asked.context)
    longest = model.longest_context(free, llm, layout, asked.at, (asked.batch, limit))
    return Room(held, most, longest, limit)


def _too_full(asked: Setting, room: Room) -> str:
    held, free = room.memory, room.memory.free + room.memory.cache
    if free <= 0:
        weights, usable = held.dense + held.experts, free + held.dense + held.experts
        return f"the weights take {_gb(weights)} of each chip, {_gb(usable)} are usable"
    what = f"{asked.batch:,} sequences of {asked.context:,} tokens take" if asked.batch > 1 else "one sequence takes"
    return f"{what} {_gb(held.cache)} of each chip, {_gb(free)} are free beside the weights"


def _too_many(asked: Setting) -> str:
    joined = domain_of(asked.accelerator)
    if joined is None:
        assumed = accelerators()[asked.accelerator].domain
        return f"{UNJOINED}; the model counts {assumed:,.0f}"
    return f"its network joins {joined:,} chips"


def _narrower(asked: Setting) -> str | None:
    """The widest precision that takes less memory than the asked one and in which this replica holds what is asked."""
    layouts = {name: layout for (llm, name), layout in formats().items() if llm == asked.llm}
    size = layouts[asked.precision].expert_bytes
    smaller = [name for name, layout in layouts.items() if layout.expert_bytes < size]
    for name in sorted(smaller, key=lambda name: -layouts[name].expert_bytes):
        other = replace(asked, precision=name)
        if not unknown(other) and _code(other) == memory.FITS and _room(other).memory.free >= 0:
            return name
    return None


def _gb(size: float) -> str:
    return f"{size / 1e9:,.0f} GB" if size >= 99.5e9 else f"{size / 1e9:.3g} GB"


def _smallest(asked: Setting) -> int | None:
    """Chips of the smallest replica, laid out alike, that holds what is asked; None where none does."""
    for tp in (float(n) for n in DEGREES if n > asked.at.tp):
        at = Deployment(tp, tp if asked.at.ep > 1 else 1.0, tp if asked.at.dp > 1 else 1.0)
        other = replace(asked, at=at)
        if not undivided(other) and _code(other) == memory.FITS and _room(other).memory.free >= 0:
            return int(tp)
    return None


def _timed(asked: Setting, room: Room) -> Timed:
    names = asked.accelerator, asked.llm, asked.precision
    ways = engines_for(*names, asked.engines) or engines_for(*names)
    apart, known = max(ways, key=lambda way: (not way[0], way[1].n))
    case = case_of(Asked(asked.llm, asked.isl, asked.osl, (), (), (1, 1)), asked.accelerator, known)
    batches = sorted({1, *(round(asked.batch * n) for n in NEIGHBOURS if 1 <= asked.batch * n <= max(room.most, 1))})
    seen, context = measured(asked), case.prompt + case.answer / 2
    read = model.step_bytes(case.llm, case.formats, asked.at, asked.batch, context)
    return Timed(
        calibration=known,
        apart=apart,
        parts=_parts(case, asked.at, apart, asked.batch),
        prompt_s=model.prompt_alone_s(_ideal(case, asked.at), case.factors, case.prompt),
        floor_s=float(model.bandwidth_only_s(read, case.chip)),
        batches=tuple(batches),
        decode=_decode(case, asked.at, np.array(batches, float)),
        weights=model.weight_intensity(case.llm, case.formats, asked.at),
        prefill=_prefill(case, asked.at),
        measured=seen,
        there_s=float(_parts(case, asked.at, apart, seen.batch).total()) if seen else np.nan,
    )


def _ideal(case: Case, at: Deployment):
    return ideal(case.llm, case.chip, case.formats, at, (case.prompt, case.answer))


def _parts(case: Case, at: Deployment, apart: bool, batch) -> Parts:
    return model.parts(_ideal(case, at), case.factors, Load(case.prompt, case.answer, batch), apart)


def _decode(case: Case, at: Deployment, batches: np.ndarray) -> Work:
    context = case.prompt + case.answer / 2
    flops = model.step_flops(case.llm, at, batches, context)
    read = model.step_bytes(case.llm, case.formats, at, batches, context)
    return Work(flops, read, _parts(case, at, True, batches).total())


def _prefill(case: Case, at: Deployment) -> Work:
    flops = model.prompt_flops(case.llm, at, case.prompt)
    read = model.prompt_bytes(case.llm, case.formats, at, case.prompt)
    return Work(float(flops), float(read), model.prompt_alone_s(_ideal(case, at), case.factors, case.prompt))
