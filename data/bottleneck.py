"""Where time and memory of one deployment go, on the accelerator that is asked and on the one beside it."""

from dataclasses import dataclass, replace
from functools import cache, lru_cache

import numpy as np

from data import store
from data.bottleneck_measured import Measured, measured
from data.calibrated import Calibration, calibrations
from data.engines import engines_for
from data.machines import accelerators, families, formats, llms
from data.tables import vocabulary
from data.tried import Asked, case_of
from model import bottleneck as model
from model import memory
from model.bottleneck import Memory, Parts, Work
from model.hardware import missing, peak
from model.question import Question
from model.serving import Load
from model.step import ideal
from model.sweep import DEGREES, Case
from model.work import Deployment

BATCH = 32  # sequences where the question names none
CONTEXT = 1_048_576  # longest context looked at where the LLM's own is not published [tokens]
NONE = "none"  # no second accelerator
NEIGHBOURS = (1 / 16, 1 / 4, 1, 4, 16)  # batches drawn, times the chosen one


@dataclass(frozen=True, slots=True)
class Setting:
    """One replica and what it is asked; `at` as in `model.work`, lengths nominal [tokens]."""

    accelerator: str
    llm: str
    precision: str
    at: Deployment
    batch: int  # sequences that decode in every step
    isl: int
    osl: int
    engines: tuple[str, ...] = ()

    @property
    def context(self) -> int:
        """Tokens of a sequence at its end."""
        return self.isl + self.osl


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


def found(question: Question) -> tuple[Found, ...]:
    """The answer for the accelerator asked, and for the one beside it where there is one."""
    keys = dict.fromkeys(key for key in (question.bn_chip, question.bn_over) if key != NONE)
    return tuple(answered(setting(question, key)) for key in keys)


def setting(question: Question, key: str) -> Setting:
    """The replica that the question describes on accelerator `key`."""
    precision = question.bn_precision or usual_precision(key, question.llm)
    at = Deployment(float(question.bn_tp), float(question.bn_ep), float(question.bn_dp))
    batch = question.batch or BATCH
    return Setting(key, question.llm, precision, at, batch, question.isl, question.osl, question.engine)


@cache
def usual_precision(key: str, llm: str) -> str:
    """The narrowest precision that was measured, else that the chip multiplies in and the LLM is known in."""
    names, ran = vocabulary().precisions, {(cell.key[0], *cell.key[2:]) for cell in calibrations().values() if cell.n}
    known = [name for name in names if (llm, name) in formats()]
    native = [name for name in known if name in accelerators()[key].peaks]
    return next(iter([*(name for name in known if (key, llm, name) in ran), *native, *known, *names]))


@lru_cache(maxsize=512)
def answered(asked: Setting) -> Found:
    """Room and times of one setting, or why there are none; cached."""
    why = _unknown(asked) or _undivided(asked)
    if why:
        return Found(asked, why)
    room, code = _room(asked), _code(asked)
    if code == memory.DOMAIN:
        return Found(asked, f"its network joins {accelerators()[asked.accelerator].domain:,.0f} chips")
    if room.memory.free < 0:
        return Found(asked, _too_full(asked, room), room, chips=_smallest(asked))
    return Found(asked, room=room, timed=_timed(asked, room))


def _unknown(asked: Setting) -> str:
    """Which figure or layout is not known; empty if none."""
    chip, names = accelerators()[asked.accelerator], vocabulary().precisions
    if asked.llm not in llms():
        return "the layers of this LLM are not known"
    if lacks := missing(chip):
        return f"{lacks} undisclosed"
    if (asked.llm, asked.precision) not in formats():
        known = ", ".join(names[name] for name in names if (asked.llm, name) in formats())
        return f"no {names[asked.precision]} layout of this LLM is known, only {known}"
    layout = formats()[asked.llm, asked.precision]
    if not all(peak(chip, name) for name in (layout.expert_precision, layout.dense_precision, "bf16")):
        return memory.REASONS[memory.PRECISION]
    if asked.accelerator not in families():
        return "this is a whole system, and the model computes single chips"
    limit = limit_of(asked.llm)
    return f"the LLM takes at most {limit:,} tokens, prompt and answer together" if asked.context > limit else ""


def _undivided(asked: Setting) -> str:
    """Which number of chips does not divide; empty if all do."""
    tp, ep, dp, llm = asked.at.tp, asked.at.ep, asked.at.dp, llms()[asked.llm]
    if tp % dp:
        return f"{tp:,.0f} chips do not divide into {dp:,.0f} groups with attention of their own"
    if ep > llm.experts:
        return f"the LLM has {llm.experts:,.0f} routed experts a layer, fewer than {ep:,.0f} groups"
    if tp % ep:
        return f"{tp:,.0f} chips do not divide into {ep:,.0f} groups of experts"
    heads = next((heads for heads in heads_of(asked.llm) if heads % (tp / dp)), None)
    return f"{heads:,} attention heads do not divide over {tp / dp:,.0f} chips" if heads else ""


@cache
def heads_of(llm: str) -> tuple[int, ...]:
    """Query heads of every kind of attention of the LLM."""
    return tuple(int(heads) for heads in store.table("attention").filter(llm=llm)["heads"])


def limit_of(llm: str) -> int:
    """The longest context of an LLM [tokens]."""
    return int(min(llms()[llm].context, CONTEXT))


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
        return f"the weights take {weights / 1e9:,.0f} GB of each chip, {usable / 1e9:,.0f} GB are usable"
    what = f"{asked.batch:,} sequences of {asked.context:,} tokens" if asked.batch > 1 else "one sequence"
    return f"{what} take {held.cache / 1e9:,.3g} GB of each chip, {free / 1e9:,.3g} GB are free beside the weights"


def _smallest(asked: Setting) -> int | None:
    """Chips of the smallest replica, laid out alike, that holds what is asked; None where none does."""
    for tp in (float(n) for n in DEGREES if n > asked.at.tp):
        at = Deployment(tp, tp if asked.at.ep > 1 else 1.0, tp if asked.at.dp > 1 else 1.0)
        other = replace(asked, at=at)
        if not _undivided(other) and _code(other) == memory.FITS and _room(other).memory.free >= 0:
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
