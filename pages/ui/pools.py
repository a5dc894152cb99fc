"""The pools page in words: who leads at the pin, what fits, how the rates match, and what is not known."""

from html import escape
from math import exp

from data.machines import llms
from data.mixed import cache_bytes, outer, pair
from data.parts import chips_of, has_no_hbm, part
from data.pools import Answered, Line, at, rate_of
from data.tables import vocabulary
from model.calibration import BAND_90
from model.economics import METRICS
from model.question import Question
from pages.ui import pools_watts
from pages.ui.claims_basis import basis_word, llm
from pages.ui.claims_charts import times
from pages.ui.formats import count, exact_seconds, listing, number, plural, seconds, speed, workload
from pages.ui.phrases import limits
from pages.ui.pools_sram import UNIT, fits, gigabytes

PARTS = {
    "frontier": "The pair against each alone",
    "share": "The share that decodes",
    "sram": "Does it fit in SRAM?",
    "network": "TPU 8t against 8i",
    "claims": "What is claimed",
    "rests": "What this rests on",
}
LEVEL = 1.05  # a smaller ratio is none
SPEED = 100.0  # tok/s per user, where the pin is a time
RATES = {"total": "mixed", "output": "output", "input": "input"}


def pinned(question: Question) -> float:
    """The speed at which systems are compared [tok/s per user]."""
    return question.pin if question.x == "interactivity" else SPEED


def headline(found: Answered) -> str:
    """Who gives more at the pin, or why that cannot be said."""
    own, one, pin = found.lines[0], found.systems[0], pinned(found.question)
    if one.why:
        return f"{one.name}: not computable. {one.why[:1].upper()}{one.why[1:]}"
    if own is None:
        limit = exact_seconds(found.question.slo_ttft_s)
        return f"No configuration of {one.name} gives a first token within {limit}"
    if (knot := at(own, pin)) is None:
        return f"{one.name} does not reach {speed(pin)} tok/s per user: its fastest serves {speed(own.x[-1])}"
    others = [line for line in found.lines[1:] if line]
    rivals = [line for line in others if at(line, pin) is not None]
    if not rivals:
        ends = listing([f"{line.system.name} ends at {speed(line.x[-1])}" for line in others])
        return f"Only {one.name} reaches {speed(pin)} tok/s per user" + (f"; {ends}" if ends else "")
    return _compared(found, (own, knot), _best(rivals, pin))


def _best(rivals: list[Line], pin: float) -> tuple[Line, int]:
    """The rival that gives most at the pin, and its place there."""
    best = max(rivals, key=lambda line: line.y[at(line, pin)])
    return best, at(best, pin)


def _compared(found: Answered, own: tuple[Line, int], rival: tuple[Line, int]) -> str:
    (mine, knot), (other, place) = own, rival
    ratio, per = mine.y[knot] / other.y[place], "watt" if found.per_watt else "chip"
    names = (mine.system.name, other.system.name) if ratio >= 1 else (other.system.name, mine.system.name)
    if max(ratio, 1 / ratio) <= LEVEL:
        return f"At {speed(pinned(found.question))} tok/s per user {names[0]} and {names[1]} are level per {per}"
    said = f"At {speed(pinned(found.question))} tok/s per user {names[0]} gives {times(max(ratio, 1 / ratio))} "
    return f"{said}the tokens per {per} of {names[1]}"


def _compared_points(found: Answered) -> list[str]:
    """Which points the headline compares, whether their bands overlap, and how far each line goes."""
    own, pin = found.lines[0], pinned(found.question)
    rivals = [line for line in found.lines[1:] if line and at(line, pin) is not None]
    if own is None or not rivals or (knot := at(own, pin)) is None:
        return []
    other, place = _best(rivals, pin)
    overlap = own.low[knot] <= other.high[place] and other.low[place] <= own.high[knot]
    sure = "inside the model’s bands" if overlap else "beyond the model’s bands"
    lines = (own, knot), (other, place)
    said = (f"{line.system.name} at {speed(line.x[i])} of at most {speed(line.x[-1])}" for line, i in lines)
    return [f"Compared, {sure}, in tok/s per user: {'; '.join(said)}."]


def conditions(found: Answered) -> str:
    """What was asked, on which basis and how sure it is, as one line of escaped HTML."""
    question, asked = found.question, found.setting
    precision = vocabulary().precisions.get(asked.precision, "no layout known")
    basis = f"{basis_word(question)} power" if found.per_watt else "per chip"
    parts = [escape(llm(asked.llm)), workload(question), escape(precision), f"{RATES[rate_of(question)]} tokens", basis]
    watts = pools_watts.typed(question) if found.per_watt else ""
    parts += [f"<b>{escape(said)}</b>" for said in (watts, limits(question)) if said]
    spread = max(one.spread for one in found.systems)
    if spread:
        parts.append(f"<b>model, grade M: nine in ten within a factor of {exp(BAND_90 * spread):.1f}</b>")
    return " · ".join(parts)


def words(found: Answered) -> list[str]:
    """What the answer turns on, a sentence each."""
    said = [
        *_fit(found),
        *_compared_points(found),
        *_match(found),
        *_unmeasured(found),
        *_crossing(found),
        *_watts(found),
        *_unusual(found),
    ]
    return [text for text in said if text]


def _fit(found: Answered) -> list[str]:
    asked, keys = found.setting, dict.fromkeys(pair(found.question))
    known = asked.llm in llms() and asked.precision
    return [fits(asked.llm, asked.precision, key) for key in keys if known and has_no_hbm(key)]


def _match(found: Answered) -> list[str]:
    """The workers at the pin, and the whole numbers beside the closed form."""
    own = found.lines[0]
    knot = None if own is None else at(own, pinned(found.question))
    if knot is None:
        return []
    row, one = own.row[knot], own.system
    told = {name: float(one.rows[name][row]) for name in ("prefill_workers", "decode_workers", "exact_prefill")}
    reads, answers = (amount(key, float(one.rows[f"{role}_parts"][row])) for key, role in _roles(own))
    exact, per = told["exact_prefill"] / told["decode_workers"], "decode worker"
    pools = f"{plural(int(told['prefill_workers']), 'prefill worker')} on {plural(int(told['decode_workers']), per)}"
    return [
        f"At that speed {reads} read prompts and {answers} answer, {pools}: the rates balance at {number(exact)} per "
        f"{per}, and the whole numbers on either side were tried."
    ]


def _roles(own: Line) -> tuple[tuple[str, str], ...]:
    return (own.system.prefill, "prefill"), (own.system.decode, "decode")


def amount(key: str, parts: float) -> str:
    """Accelerators with their unit: 52 Vera Rubin, 5 racks of 256 Groq 3 LPUs."""
    name = vocabulary().chips[key]
    if key in UNIT:
        unit, chips = UNIT[key]
        inner = f" of {chips_of(key)} {chips}" if chips else ""
        return f"{count(parts)} {name} {unit}{'' if parts == 1 else 's'}{inner}"
    return f"{count(parts)} {name}"


def _crossing(found: Answered) -> list[str]:
    """The way of a prompt's cache from pool to pool."""
    prefill, decode = pair(found.question)
    side = part(found.setting, prefill, "prefill").side
    if side is None:
        return []
    size = cache_bytes(found.setting, side.case.prompt)
    if found.link.bytes_s is None:
        return [
            f"No link of {vocabulary().chips[prefill]} or {vocabulary().chips[decode]} is published, so how long a "
            f"cache of {gigabytes(size)} takes across, and with it the first token, is not known; type one below."
        ]
    took = size / found.link.bytes_s / side.case.factors.link
    said = f"A prompt’s cache of {gigabytes(size)} takes {seconds(took)} over {found.link.name} of "
    said += f"{number(found.link.bytes_s / 1e9)} GB/s, {100 * side.case.factors.link:.0f} % reached, from one chip"
    silent = [key for key in (prefill, decode) if not outer(key)]
    typed = found.question.pool_link_gbs is not None
    return [
        said + ("." if typed or not silent else f"; {vocabulary().chips[silent[0]]} has no link figure of its own.")
    ]


def _unmeasured(found: Answered) -> list[str]:
    """Whose two pools nobody measured, so that their factors come from other chips."""
    roles = zip(pair(found.question), ("prefill", "decode"), strict=True)
    known = [part(found.setting, key, role) for key, role in roles]
    bare = dict.fromkeys(vocabulary().chips[one.key] for one in known if one.calibration and not one.calibration.n)
    if not bare:
        return []
    said = f"No run of {listing(list(bare))} in two pools is published; "
    return [f"{said}its factors are pooled from other chips, not its own."]


def _watts(found: Answered) -> list[str]:
    names = [vocabulary().chips[key] for key in found.unpowered]
    if not names or METRICS[found.question.y][1] != "watts":
        return pools_watts.sentences(found.question)
    whose = f"{basis_word(found.question)} power of {listing(names)}"
    said = f"Per watt: not computable, {whose} is undisclosed; shown is per chip."
    return [said, *pools_watts.sentences(found.question)]


def _unusual(found: Answered) -> list[str]:
    """What a chip is, where it is a whole wafer."""
    wafers = [vocabulary().chips[key] for key in dict.fromkeys(pair(found.question)) if key.startswith("wse")]
    return [f"A chip of {listing(wafers)} is a whole wafer, so “per chip” favours it."] if wafers else []
