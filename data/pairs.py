"""Which claims are listed, and who is compared with whom: as the opened claim does it, or as the visitor chose."""

from dataclasses import dataclass, replace
from functools import cache

from data import tables
from data.claims import Claim, Recomputed, claims, recomputed
from data.claims_calls import calls
from model.question import Question

FIRST = ("throughput", "interactivity", "equal-speed", "latency", "cost", "power")  # topics, as lists show them
RATIO = "x"  # unit of a claim that is a ratio
PEAK, EQUAL = "peak_ratio", "equal_speed"  # the functions that compare two chips at their best points, and at one speed


@dataclass(frozen=True, slots=True)
class Pair:
    """Keys of two accelerators, an LLM, the day up to which points count, and how the second one decodes."""

    first: str
    second: str
    llm: str
    day: str  # ISO
    decoding: str = "plain"


@cache
def judged() -> dict[str, tuple[Claim, Recomputed]]:
    """Every claim by id with its recomputations; worked out once per process."""
    return {claim.id: (claim, recomputed(claim)) for claim in claims()}


@cache
def published() -> tuple[Pair, ...]:
    """The pairs whose lead per watt at the best points was published, both decoding plainly, in display order."""
    found = {}
    for claim in claims():
        pair = _of_call(claim, PEAK)
        if pair and pair.decoding == "plain":
            found.setdefault((pair.llm, pair.first, pair.second), pair)
    return tuple(sorted(found.values(), key=lambda pair: list(tables.vocabulary().llms).index(pair.llm)))


def opened(question: Question) -> Claim | None:
    """The claim the question opens."""
    return judged()[question.claim][0] if question.claim in judged() else None


def pair_of(question: Question) -> Pair:
    """Who is compared: the opened claim's pair or the one published for the LLM, unless the visitor chose others."""
    pair = _own(question)
    first, second = question.lead_of or pair.first, question.lead_over or pair.second
    if first == second:
        first, second = (first, pair.first) if question.lead_of else (pair.second, second)
    return replace(pair, first=first, second=second) if (first, second) != (pair.first, pair.second) else pair


def twice(question: Question) -> str | None:
    """The accelerator that the visitor's choices put on both sides, of which `pair_of` replaces one."""
    pair = _own(question)
    first, second = question.lead_of or pair.first, question.lead_over or pair.second
    return first if first == second else None


def _own(question: Question) -> Pair:
    """The opened claim's pair or the one published for the LLM."""
    claim = opened(question)
    return (_of_claim(claim) if claim else None) or _usual(claim.llm[0] if claim and claim.llm else question.llm)


def listed(question: Question) -> list[tuple[Claim, Recomputed]]:
    """The claims that pass the question's filters: the topics people meet first, of each its ratios first."""
    found = [each for each in judged().values() if _passes(*each, question)]
    topics = dict.fromkeys((*FIRST, *claims_of("topic")))
    place = {topic: at for at, topic in enumerate(topics)}
    return sorted(found, key=lambda each: (place[each[0].topic], each[0].unit != RATIO))


def equal_speed_claims(pair: Pair) -> list[Claim]:
    """Published ratios of this pair at the second one's highest speed."""
    return [claim for claim, _ in judged().values() if _same(_of_call(claim, EQUAL), pair)]


def claims_of(what: str) -> tuple[str, ...]:
    """The ids, topics or speakers of the table, each once, in its order."""
    return tuple(dict.fromkeys(getattr(claim, what) for claim in claims()))


def llms_of_claims() -> tuple[str, ...]:
    """The LLMs claims speak of, in display order where they have one."""
    named = {key for claim in claims() for key in claim.llm}
    return tuple(sorted(named, key=lambda key: (key not in tables.vocabulary().llms, key)))


def _passes(claim: Claim, found: Recomputed, question: Question) -> bool:
    chips = [tables.vocabulary().chips.get(key, key) for key in (claim.subject, *claim.baseline) if key]
    printed = [f"{end}{claim.unit}" for end in claim.ends]
    texts = (claim.id, claim.topic, claim.metric, *printed, *chips, *claim.llm, claim.speaker, claim.note)
    text = _plain(" ".join(texts))
    return (
        question.claim_topic in (None, claim.topic)
        and (question.claim_llm is None or question.claim_llm in claim.llm)
        and question.claim_verdict in (None, found.verdict)
        and question.claim_by in (None, claim.speaker)
        and all(word in text for word in _plain(question.claim_text).split())
    )


def _plain(text: str) -> str:
    """Without case, and with the sign of a multiple as the letter the table has."""
    return text.casefold().replace("×", "x")


def _of_claim(claim: Claim) -> Pair | None:
    if not (claim.subject and claim.baseline and claim.llm):
        return None
    plain = claim.baseline_decoding or "plain"
    return Pair(claim.subject, claim.baseline[0], claim.llm[0], _day(claim), plain)


def _of_call(claim: Claim, function: str) -> Pair | None:
    """The pair that a claim's recomputation from points compares with `function`; None when it does something else."""
    for name, arguments in calls(claim.points) if claim.points else ():
        if name == function:
            llm, first, second, *decoding = arguments
            return Pair(first, second, llm, _day(claim), *decoding)
    return None


def _same(one: Pair | None, other: Pair) -> bool:
    return one is not None and replace(one, day=other.day) == other


def _usual(llm: str) -> Pair:
    """The published pair of an LLM; of another LLM the chips of the first published pair."""
    found = published()
    return next((pair for pair in found if pair.llm == llm), replace(found[0], llm=llm))


def _day(claim: Claim) -> str:
    """The day the claim was made, at the latest: that of its source."""
    days = dict(tables.sources().select("key", "published").iter_rows())
    day = days.get(claim.source) or ""
    return day if len(day) == 10 else LAST_DAY


LAST_DAY = "2099-12-31"  # nothing is left out where the day of a source is not known
