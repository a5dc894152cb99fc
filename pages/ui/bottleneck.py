"""The words of the bottleneck page: what binds, how much of it bandwidth explains, and what would still fit."""

from collections.abc import Sequence

import polars as pl

from data.bottleneck import Found
from data.replica import Setting
from data.tables import vocabulary
from model.bottleneck import Parts
from pages.ui.bottleneck_parts import TIME, percent
from pages.ui.formats import UNKNOWN, listing, plural, seconds, speed

PARTS = {
    "time": "Time per token",
    "roofline": "Roofline",
    "memory": "Memory",
    "alone": "Why bandwidth alone does not tell",
    "files": "The numbers as a file",
}
ANSWER_HEADS = {"chip": "Accelerator", "tpot": "Time per token", "mostly": "Mostly", "floor": "Bandwidth alone"}

COLUMNS = "tpot", "mostly", "floor", "longest", "most"


def name(asked: Setting) -> str:
    """The accelerator's name."""
    return vocabulary().chips[asked.accelerator]


def served(asked: Setting) -> str:
    """What is served: DeepSeek-R1-0528 FP4."""
    return f"{vocabulary().llms[asked.llm]} {precision_of(asked)}"


def precision_of(asked: Setting) -> str:
    """The precision's name."""
    return vocabulary().precisions[asked.precision]


def headline(found: Sequence[Found]) -> str:
    """What most of the time goes into, or what forbids the deployment; of the first accelerator, then of the other."""
    first, *others = found
    asked = first.setting
    if first.timed is None:
        return refusal(first)
    share, doing = largest(first.timed.parts)
    text = f"On {name(asked)}, {served(asked)} at batch {asked.batch:,} spends {share} of its "
    text += f"{step_time(first)} per token {doing}"
    for other in (one for one in others if one.timed):
        share, same = largest(other.timed.parts)
        precision = "" if other.setting.precision == asked.precision else f" in {precision_of(other.setting)}"
        text += f"; {name(other.setting)}{precision} {share} of {step_time(other)}" + (
            "" if same == doing else f" {same}"
        )
    return text


def step_time(found: Found) -> str:
    """The modelled time per token."""
    return seconds(float(found.timed.parts.total()))


def refusal(found: Found) -> str:
    """Why an accelerator has no times, as a sentence without its stop."""
    asked = found.setting
    if found.room is None:
        return f"No answer for {served(asked)} on {name(asked)}: {found.why}"
    return f"{served(asked)} at batch {asked.batch:,} does not fit on {chips(asked)}: {found.why}"


def remedy(found: Found) -> str:
    """What would fit instead; "" where nothing was found or everything fits."""
    room, asked = found.room, found.setting
    if room is None or found.timed:
        return ""
    ways = []
    if room.most:
        ways.append(f"{plural(room.most, 'sequence')} of {asked.context:,} tokens")
        ways.append(f"{plural(asked.batch, 'sequence')} of {room.longest:,}" if room.longest > asked.osl else "")
    ways.append(f"a replica of {found.chips:,} chips" if found.chips else "")
    ways.append(f"the same in {vocabulary().precisions[found.narrower]}" if found.narrower else "")
    told = listing([way for way in ways if way], "or")
    return f"{name(asked)} would hold {told}." if told else ""


def chips(asked: Setting) -> str:
    """The replica: 8 H200, EP 8, 8 attention groups."""
    ep, dp = asked.at.ep, asked.at.dp
    more = f", EP {ep:,.0f}" if ep > 1 else ""
    return f"{asked.at.tp:,.0f} {name(asked)}{more}" + (f", {dp:,.0f} attention groups" if dp > 1 else "")


def conditions(found: Sequence[Found]) -> str:
    """What is asked, and the remarks that hold for all that follows."""
    asked = found[0].setting
    replica = chips(asked).replace(f" {name(asked)}", " chips" if asked.at.tp > 1 else " chip")
    lengths = f"prompts of {plural(asked.isl, 'token')} and answers of {plural(asked.osl, 'token')}"
    text = f"One replica of {replica}; {lengths}; computed by the "
    told = [f"{text}model, grade M.", *(f"{refusal(other)}." for other in found[1:] if other.why), *map(remedy, found)]
    return " ".join(filter(None, told))


def largest(parts: Parts) -> tuple[str, str]:
    """Share of the longest part and what the chip does in it."""
    share, key = max((float(getattr(parts, key) / parts.total()), key) for key in TIME)
    return percent(share), TIME[key].doing


def answers(found: Sequence[Found]) -> pl.DataFrame:
    """One row per accelerator: the time, what it mostly is, and what would still fit."""
    return pl.DataFrame([_answer(one) for one in found])


def answer_heads(asked: Setting) -> dict[str, str]:
    """The columns of `answers`; batch and context stand in the last two."""
    batch, context = f"Longest context at batch {asked.batch:,}", f"Largest batch at {asked.context:,} tokens"
    return {**ANSWER_HEADS, "longest": batch, "most": context}


def _answer(found: Found) -> dict[str, str]:
    room, timed = found.room, found.timed
    row = {
        "chip": f"{name(found.setting)}, {precision_of(found.setting)}",
        **dict.fromkeys(COLUMNS, UNKNOWN),
    }
    if room:
        whole = " (all the LLM takes)" if room.longest == room.limit else ""
        row["longest"] = f"{plural(room.longest, 'token')}{whole}" if room.longest else "none"
        row["most"] = plural(room.most, "sequence") if room.most else "none"
    if timed is None:
        return row | {"mostly": found.why}
    tpot, (share, doing) = float(timed.parts.total()), largest(timed.parts)
    told = {"tpot": f"{seconds(tpot)}, {speed(1 / tpot)} tok/s", "mostly": f"{share} {doing}"}
    return row | told | {"floor": f"{seconds(timed.floor_s)}, {percent(timed.floor_s / tpot)} of it"}
