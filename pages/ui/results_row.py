"""One result in full: every field with its unit, its checks, what the model says of it, and what beats it."""

from collections.abc import Mapping
from html import escape

import polars as pl

from data.catalogue_checks import Check, checks
from data.catalogue_columns import KINDS
from data.catalogue_row import Place, Told
from data.tables import vocabulary
from model.question import DECODINGS, GRADES, Question
from pages.ui import hover
from pages.ui.formats import NOT_RECORDED, UNKNOWN, count, is_known, number, seconds, speed, watts
from pages.ui.method import addresses
from pages.ui.phrases import amount, value
from pages.ui.results_words import configuration, day
from pages.ui.terms import marked
from pages.ui.values import number_text

Row = Mapping[str, object]


def _whole(name: str):
    return lambda row: count(row[name]) if row[name] is not None else NOT_RECORDED


def _seconds(name: str):
    return lambda row: seconds(row[name]) if is_known(row[name]) else NOT_RECORDED


def _rate(name: str):
    return lambda row: (
        f"{number(row[name])} tok/s" + (" (by share of lengths)" if row["derived"] and name != "tput_total" else "")
        if is_known(row[name])
        else NOT_RECORDED
    )


def _joules(name: str):
    return lambda row: f"{number(row[name])} J/token" if is_known(row[name]) else NOT_RECORDED


FIELDS = {  # what a field is called -> its text
    "Kind": lambda row: f"{KINDS[row['of']]}{', ' + row['kind'] if row['kind'] else ''}",
    "Accelerator": lambda row: vocabulary().chips.get(row["accelerator"], row["accelerator"]),
    "LLM": lambda row: vocabulary().llms.get(row["llm"], row["llm"]),
    "Precision": lambda row: vocabulary().precisions.get(row["precision"], row["precision"]),
    "Decoding": lambda row: DECODINGS.get(row["decoding"], NOT_RECORDED),
    "Draft tokens": lambda row: count(row["draft_tokens"]) if row["draft_tokens"] else "",
    "Engine": hover.engine,
    "Prompt": lambda row: f"{count(row['isl'])} tokens" if row["isl"] else "no fixed length",
    "Answer": lambda row: f"{count(row['osl'])} tokens" if row["osl"] else "no fixed length",
    "Requests in flight": _whole("concurrency"),
    "Chips": hover.chips,
    "Parallelism": hover.parallel,
    "Attention data parallel": lambda row: {True: "yes", False: "no", None: NOT_RECORDED}[row["dp_attention"]],
    "Workers": lambda row: _workers(row),
    "Speed per user": lambda row: f"{speed(row['interactivity'])} tok/s" if row["interactivity"] else NOT_RECORDED,
    "Time per token": _seconds("tpot_s"),
    "Time per token, p99": _seconds("tpot_p99_s"),
    "First token": _seconds("ttft_s"),
    "First token, p99": _seconds("ttft_p99_s"),
    "Whole request": _seconds("e2e_s"),
    "Whole request, p99": _seconds("e2e_p99_s"),
    "Mixed per chip": _rate("tput_total"),
    "Output per chip": _rate("tput_output"),
    "Input per chip": _rate("tput_input"),
    "Measured per chip": lambda row: f"{watts(row['measured_w'])} W (GPU board)" if row["measured_w"] else NOT_RECORDED,
    "Energy of output": _joules("measured_j_per_tok_output"),
    "Energy of mixed": _joules("measured_j_per_tok_total"),
    "90 % band of mixed": lambda row: _band(row),
    "Decode limited by": lambda row: row["binding"] or "",
    "Evidence": lambda row: GRADES.get(row["grade"], row["grade"]),
    "Date": lambda row: day(row["date"]) if row["date"] else NOT_RECORDED,
    "Note": lambda row: row["note"] or "",
    "Id": lambda row: row["id"],
}


def _band(row: Row) -> str:
    return "" if row["tput_low"] is None else f"{number(row['tput_low'])} to {number(row['tput_high'])} tok/s"


def _workers(row: Row) -> str:
    sides = [f"{count(row[f'{side}_workers'])} {side}" for side in ("prefill", "decode") if row[f"{side}_workers"]]
    return " + ".join(sides) if row["disaggregated"] else ""


def facts(row: Row) -> str:
    """Every field of a result that says something, as escaped HTML; the source and the run are links."""
    title, address = addresses().get(row["source"], (row["source"] or NOT_RECORDED, ""))
    told = [(label, str(text(row) or ""), "") for label, text in FIELDS.items()]
    told += [("Source", title, address), ("Run", row["run_url"] or NOT_RECORDED, row["run_url"] or "")]
    return f'<dl class="sv-facts">{"".join(_fact(*fact) for fact in told if fact[1])}</dl>'


def _fact(label: str, text: str, address: str) -> str:
    shown = escape(text)
    if address.startswith(("https://", "http://")):
        shown = f'<a href="{escape(address)}" target="_blank" rel="noopener">{shown}</a>'
    return f"<div><dt>{marked(label)}</dt><dd>{shown}</dd></div>"


CHECKS = {  # key -> what is checked, and what the number is
    "speed": ("Speed is one over the time per token", "time per token × speed"),
    "total": ("Input and output add up to mixed", "(input + output) / mixed"),
    "occupancy": ("No more decode than are in flight", "output × chips × time per token / requests in flight"),
    "latency": ("The first token comes before the last", "first token / whole request"),
    "tails": ("No median above its p99", "largest median / p99"),
    "pools": ("The chips of both pools add up", "(prefill + decode) / chips"),
}
CHECK_HEADS = {"what": "Check", "figure": "Value", "must": "Must be", "verdict": "Verdict"}


def checked(row: Row) -> pl.DataFrame:
    """One row per check: what is checked, its value, and whether it holds."""
    return pl.DataFrame([_checked(check) for check in checks(row)])


def _checked(check: Check) -> dict[str, str]:
    what, formula = CHECKS[check.key]
    verdict = {True: "● holds", False: "○ fails", None: f"not computable: {check.why}"}[check.met]
    ends = [number_text(round(end, 3)) for end in (check.low, check.high)]
    must = ends[0] if check.low == check.high else f"{ends[0]} to {ends[1]}"
    figure = UNKNOWN if check.value is None else f"{check.value:.3f}"
    return {"what": f"{what}: {formula}", "figure": figure, "must": must, "verdict": verdict}


TOLD_HEADS = {"what": "Quantity", "measured": "Measured", "modelled": "Model", "off": "Measured less model"}


def modelled(row: Row, told: Told) -> pl.DataFrame:
    """What was measured beside what the model says of exactly this configuration."""
    pairs = {
        "Output tok/s per chip": (row["tput_output"], told.tput_output, number),
        "Time per token": (row["tpot_s"], told.tpot_s, seconds),
        "First token": (row["ttft_s"], told.ttft_s, seconds),
    }
    rows = [
        {"what": what, "measured": form(own), "modelled": form(said), "off": _off(own, said)}
        for what, (own, said, form) in pairs.items()
    ]
    rows[0]["modelled"] += f", band {number(told.low)} to {number(told.high)}"
    return pl.DataFrame(rows)


def _off(own: float | None, said: float) -> str:
    if not is_known(own):
        return UNKNOWN
    percent = round(100 * (own / said - 1))
    return f"{percent:+d} %".replace("-", "−") if percent else "0 %"


def model_words(row: Row, told: Told | str) -> str:
    """What the prediction rests on, and whether the measurement lies in its band."""
    if isinstance(told, str):
        return f"The model says nothing of it: {told}."
    rests = "with pooled factors, not its own"
    if told.n:
        rests = f"calibrated on {count(told.n)} points of {told.calibration}"
    if not is_known(row["tput_output"]):
        return f"The model at exactly this configuration, {rests}."
    inside = "inside" if told.low <= row["tput_output"] <= told.high else "outside"
    return f"The model at exactly this configuration, {rests}: the measured output rate lies {inside} its 90 % band."


def place_words(found: Place, question: Question) -> str:
    """Whether it is on the frontier of the axes chosen, or what beats it and by how much."""
    if not is_known(found.x) or not is_known(found.y) or found.why:
        return f"It cannot stand on these axes: {found.why or 'a figure is missing'}."
    here = f"{value(found.y, question)} at {amount(found.x, question)}"
    among = f"among {count(found.among)} published points of this LLM and these lengths"
    if found.on_every:
        return f"{here}: on the frontier over all accelerators {among}."
    own = "On the frontier of its own accelerator, precision and decoding, but b" if found.on_own else "B"
    if found.by is None:
        return f"{here}, {among}."
    other = f"{value(found.by['y'], question)} at {amount(found.by['x'], question)}"
    return f"{here}. {own}eaten by {configuration(found.by)} ({found.by['id']}): {other}, {among}."


def compared(rows: list[Row]) -> tuple[pl.DataFrame, dict[str, str]]:
    """Several results as columns, one row per field that any tells, and the heads; what differs is first, marked ≠."""
    heads = {"what": "Field"} | {f"result{i}": str(row["id"]) for i, row in enumerate(rows)}
    told = []
    for label, text in FIELDS.items():
        texts = [str(text(row) or "") for row in rows]
        if any(texts):
            mark = "≠ " if len(set(texts)) > 1 else ""
            told.append({"what": mark + label} | {f"result{i}": each for i, each in enumerate(texts)})
    return pl.DataFrame(sorted(told, key=lambda row: not row["what"].startswith("≠"))), heads
