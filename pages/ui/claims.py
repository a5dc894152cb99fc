"""The words of the claims page: its answer, the list, and one opened claim with its numbers in place."""

from collections import Counter
from dataclasses import replace

from data import pairs, versus
from data.claims import Claim, Column, Recomputed, said
from data.pairs import Pair
from data.tables import vocabulary
from model.claims import NOT_RECOMPUTABLE
from model.question import VERDICTS, Question
from pages.ui.claims_basis import basis_word, llm, named, second
from pages.ui.claims_charts import EVEN, times
from pages.ui.claims_service import limited
from pages.ui.formats import MONTHS, UNKNOWN, count, listing
from pages.ui.passports import MET, NOT_MET

HOLDS = ("reproduced", "rounding", "near")
PARTS = {
    "list": "All claims",
    "basis": "On your basis",
    "lead": "Where the lead comes from",
    "whom": "Against whom",
    "service": "At equal service",
}
LIST_HEADS = {"what": "Claim", "published": "Published", "recomputed": "Recomputed", "verdict": "Verdict"}
LIST_HEADS |= {"words": "In words"}
TOLD = {
    "reproduced": "agrees within 0.5 %",
    "rounding": "agrees within the printed digits",
    "near": "agrees within 5 %",
    "differs": "does not agree",
    "impossible": "the most that is possible",
}
BOTH = {key: text.replace("agrees", "agree").replace("does", "do") for key, text in TOLD.items()}


def headline(question: Question, pair: Pair) -> str:
    """The page's answer: how many figures hold, and what the lead is made of on the chosen basis."""
    claim = pairs.opened(question)
    if claim:
        about = subject(claim)
        told = f"Published {published(claim)}, {_found(*pairs.judged()[claim.id])}: {about[0].lower()}{about[1:]}"
        return told + _on_basis(question, claim, pair)
    return f"{_holding(list(pairs.judged().values()))}; {lead_line(question, pair)}"


def lead_line(question: Question, pair: Pair) -> str:
    """The lead on the chosen basis and its two factors, in a clause."""
    found, chips = versus.lead_in_watts(question, pair), vocabulary().chips
    if found.total is None:
        return f"no lead of {named(pair)} on {basis_word(question)} power can be computed"
    draws = versus.draws(question, pair)
    one_sided = "one-sided " if draws[0].one_sided != draws[1].one_sided else ""
    if found.total < EVEN:
        return (
            f"{chips[pair.first]} gives {one_sided}{times(found.total)} {second(pair)}’s tokens per "
            f"{basis_word(question)} watt on {llm(pair.llm)}: {found.rate:.2f}× per chip, "
            f"{1 / found.burden:.2f}× the watts"
        )
    return (
        f"{chips[pair.first]}’s {one_sided}{times(found.total)} per {basis_word(question)} watt over {second(pair)} on "
        f"{llm(pair.llm)} is {found.rate:.2f}× the tokens per chip at {1 / found.burden:.2f}× the watts"
    )


def conditions(question: Question, pair: Pair) -> str:
    """Under which conditions the two are compared."""
    claim = pairs.opened(question)
    llm_too = "" if claim and claim.llm else "LLM, "
    decoding = "the second with MTP" if pair.decoding == "mtp" else "plain decoding"
    return (
        f"{limited(question, pair)}{_twice(question)}"
        f"Compared here: {named(pair)}, {decoding}, 8k in and 1k out, "
        f"public points up to {day(pair.day)}, {basis_word(question)} power. "
        f"The sidebar’s {llm_too}power and limit on the first token apply; the rest of it belongs to the frontier."
    )


def _twice(question: Question) -> str:
    """That the visitor named one accelerator on both sides, which compares nothing."""
    key = pairs.twice(question)
    return f"{vocabulary().chips[key]} was given on both sides, so another one stands on one of them. " if key else ""


def counts(question: Question) -> dict[str, int]:
    """How many claims came out how, of those that pass all filters but that on the verdict."""
    return Counter(judged.verdict for _, judged in pairs.listed(replace(question, claim_verdict=None)))


def rows(question: Question) -> list[dict[str, str]]:
    """The listed claims as texts, one per row of the list."""
    return [
        {
            "id": claim.id,
            "what": subject(claim),
            "published": published(claim),
            "recomputed": _short(claim, found),
            "verdict": f"{mark(found.verdict)}{VERDICTS[found.verdict]}",
            "tone": tone(found.verdict),
            "words": sentence(claim, found),
        }
        for claim, found in pairs.listed(question)
    ]


def sentence(claim: Claim, found: Recomputed) -> str:
    """One plain sentence on a claim: what recomputing it gave, or why that cannot be done."""
    if found.verdict == NOT_RECOMPUTABLE:
        return stop(found.points.reason or found.arithmetic.reason)
    known = [(name.lower(), column) for name, column in columns(found) if column.values]
    verdicts = {_told(column) for _, column in known}
    if len(known) == 2 and len(verdicts) == 1:
        both = ", ".join(_value(claim, *each) for each in known)
        return stop(f"{both}: both {'keep the bound' if known[0][1].keeps_bound else BOTH[known[0][1].verdict]}")
    return stop("; ".join(f"{_value(claim, name, column)}: {_told(column)}" for name, column in known))


def _told(column: Column) -> str:
    return "keeps the bound" if column.keeps_bound else TOLD[column.verdict]


def tone(verdict: str) -> str:
    """How a verdict is coloured."""
    return "unjudged" if verdict == NOT_RECOMPUTABLE else "met" if verdict in HOLDS else "missed"


def day(iso: str) -> str:
    """An ISO day in words: 25 Aug 2026; "today" where no day is set."""
    return "today" if iso == pairs.LAST_DAY else f"{int(iso[8:])} {MONTHS[int(iso[5:7]) - 1]} {iso[:4]}"


def _holding(found: list[tuple[Claim, Recomputed]]) -> str:
    verdicts = [judged.verdict for _, judged in found if judged.verdict != NOT_RECOMPUTABLE]
    good = sum(verdict in HOLDS for verdict in verdicts)
    return f"{count(good)} of {count(len(verdicts))} published figures that can be checked hold"


def _on_basis(question: Question, claim: Claim, pair: Pair) -> str:
    """What a published lead in tokens per watt becomes on another basis than the rated one it was printed on."""
    lead = versus.lead_in_watts(question, pair).total
    if pairs.PEAK not in claim.points or lead is None or question.power == "rated":
        return ""
    return f"; per {basis_word(question)} watt {times(lead)}"


def subject(claim: Claim) -> str:
    """What a claim is about: its metric and its LLMs."""
    names = listing([llm(key) for key in claim.llm])
    return f"{claim.metric[0].upper()}{claim.metric[1:]}{', ' + names if names else ''}".replace("'", "’")


def published(claim: Claim) -> str:
    """What is printed, with its unit: "1.5–1.9×", "85,448 tok/s/kW"."""
    return f"{claim.published}{unit(claim)}"


def unit(claim: Claim) -> str:
    """The claim's unit as it follows a number."""
    return {"x": "×", "": ""}.get(claim.unit, f" {claim.unit}")


def _found(claim: Claim, found: Recomputed) -> str:
    if found.verdict == NOT_RECOMPUTABLE:
        return "not recomputable"
    return f"recomputed {_short(claim, found)}"


def _short(claim: Claim, found: Recomputed) -> str:
    column = found.points if found.points.values else found.arithmetic
    return "–".join(said(value) for value in column.values) + _sign(claim) if column.values else UNKNOWN


def columns(found: Recomputed) -> tuple[tuple[str, Column], ...]:
    """Both recomputations with their names."""
    return ("By arithmetic", found.arithmetic), ("From points", found.points)


def _value(claim: Claim, name: str, column: Column) -> str:
    """The recomputed values with the larger of their differences from what is published."""
    values = " to ".join(f"{said(value)}{_sign(claim)}" for value in column.values)
    off = max(column.differences, key=abs)
    return f"{name} {values}" + (f" ({100 * off:+.1f}\u00a0%)".replace("-", "−") if abs(off) >= 5e-4 else "")


def _sign(claim: Claim) -> str:
    """The unit of a ratio or share, which stands at its number; other units are read beside the published one."""
    return unit(claim) if claim.unit in ("x", "%") else ""


def mark(verdict: str) -> str:
    """The sign before a verdict, none where there is none."""
    return "" if verdict == NOT_RECOMPUTABLE else f"{MET} " if verdict in HOLDS else f"{NOT_MET} "


def stop(text: str) -> str:
    """A clause as a sentence."""
    return text and text[0].upper() + text[1:] + ("" if text.endswith(".") else ".")
