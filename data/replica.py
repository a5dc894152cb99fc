"""Which replica a question describes, and what of it nobody knows or nobody can build."""

from dataclasses import dataclass
from functools import cache

from data import store
from data.calibrated import calibrations
from data.machines import accelerators, families, formats, has_no_hbm, llms
from data.tables import vocabulary
from model import memory
from model.hardware import missing, peak
from model.question import Question
from model.work import Deployment

BATCH = 32  # sequences where the question names none
CONTEXT = 1_048_576  # longest context looked at where the LLM's own is not published [tokens]


ONLY_SRAM = "no memory beside its SRAM is published, and this page computes chips that have one"


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


def unknown(asked: Setting) -> str:
    """Which figure or layout is not known; empty if none."""
    chip, names = accelerators()[asked.accelerator], vocabulary().precisions
    if asked.llm not in llms():
        return "the layers of this LLM are not known"
    if lacks := missing(chip):
        return ONLY_SRAM if has_no_hbm(asked.accelerator) else f"{lacks} undisclosed"
    if (asked.llm, asked.precision) not in formats():
        known = ", ".join(names[name] for name in names if (asked.llm, name) in formats())
        return f"no {names[asked.precision]} layout of this LLM is known, only {known}"
    layout = formats()[asked.llm, asked.precision]
    if not all(peak(chip, name) for name in (layout.expert_precision, layout.dense_precision, "bf16")):
        return memory.REASONS[memory.PRECISION]
    if asked.accelerator not in families():
        return "this is a whole system, and the model computes single chips"
    return too_long(asked.llm, asked.context)


def undivided(asked: Setting) -> str:
    """Which number of chips does not divide; empty if all do."""
    tp, ep, dp, llm = asked.at.tp, asked.at.ep, asked.at.dp, llms()[asked.llm]
    if tp % dp:
        return f"{tp:,.0f} chips do not divide into {dp:,.0f} groups with attention of their own"
    if ep > 1 and not llm.expert_params:
        return f"the LLM has no routed experts to deal over {ep:,.0f} groups"
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


def too_long(llm: str, context: int) -> str:
    """That the LLM does not take so many tokens; empty where it does."""
    limit = limit_of(llm)
    return f"the LLM takes at most {limit:,} tokens, prompt and answer together" if context > limit else ""


def limit_of(llm: str) -> int:
    """The longest context of an LLM [tokens]."""
    return int(min(llms()[llm].context, CONTEXT))
