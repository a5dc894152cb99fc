"""Which words of the glossary stand behind a choice, the head of a column or a label, to be explained there."""

from functools import cache
from html import escape

from pages.ui.glossary import GLOSSARY, tooltip
from pages.ui.markup import plain

_LIMITS = ("slo_ttft_s", "slo_interactivity", "slo_e2e_s")
PARAMETERS = {  # a choice -> what it chooses among, or what it is
    "power": ("rated", "sustained", "measured", "all_in", "facility", "custom"),
    "x": ("interactivity", "e2e_s", "ttft_s", "tpot_s", "concurrency"),
    "y": ("tput_total_per_kw", "usd_per_mtok_total", "tok_per_usd", "j_per_tok_total"),
    "grade": ("A", "B", "C", "V", "P", "M", "U"),
    "ghost": ("ghost",),
    "decoding": ("decoding",),
    "isl": ("isl",),
    "osl": ("isl",),
    **dict.fromkeys(("batch_min", "batch_max", "batch"), ("concurrency",)),
    "steps": ("staircase",),
    "front": ("frontier", "global"),
    "latest": ("latest",),
    "f": ("f",),
    "pue": ("pue",),
    "watts": ("custom",),
    "all_in_draw": ("all_in",),
    **dict.fromkeys(_LIMITS, ("slo",)),
    "compare": ("compare",),
    "load": ("load",),
    "size_by": ("fleet",),
    "map_by": ("winner",),
    "demand_elasticity": ("elasticity",),
    "demand_pass": ("pass-through",),
    "pool_prefill": ("pools",),
    "pool_layer_us": ("fixed time",),
    **dict.fromkeys(("bn_tp", "bn_ep", "bn_dp"), ("replica",)),
    "claim_verdict": ("verdict",),
    "lead_of": ("lead",),
}
HEADS = {  # a head or label, or what stands before its comma, in small letters -> term
    **dict.fromkeys(("first token", "1st token", "first token p99", "first token p50"), "ttft_s"),
    **dict.fromkeys(("time per token", "time per token p99", "tpot"), "tpot_s"),
    **dict.fromkeys(("whole request", "whole request p99", "whole request p50"), "e2e_s"),
    **dict.fromkeys(("speed", "speed per user", "speed p50", "speed p90"), "interactivity"),
    **dict.fromkeys(("concurrency", "requests in flight", "in flight"), "concurrency"),
    **dict.fromkeys(("mixed", "mixed tok/s per chip"), "tput_total"),
    **dict.fromkeys(("output", "output tok/s per chip"), "tput_output"),
    **dict.fromkeys(("input", "input tok/s per chip"), "tput_input"),
    **dict.fromkeys(("tok/s/kw", "mixed tok/s per kw", "best tok/s per kw", "tokens per kw"), "tput_total_per_kw"),
    **dict.fromkeys(("tok/s/mw", "mixed tok/s per mw"), "tput_total_per_mw"),
    **dict.fromkeys(
        ("usd/m tok", "usd per m mixed tokens", "usd per m output tokens", "usd per m input tokens"),
        "usd_per_mtok_total",
    ),
    **dict.fromkeys(("tok/usd", "mixed tokens per usd"), "tok_per_usd"),
    **dict.fromkeys(("j/tok", "j per mixed token", "j per output token"), "j_per_tok_total"),
    **dict.fromkeys(("prompt tokens", "answer tokens"), "isl"),
    **dict.fromkeys(("tp", "ep"), "replica"),
    **dict.fromkeys(("measured w per chip",), "measured"),
    **{"kw, rated": "rated", "kw, sustained": "sustained", "kw, all-in": "all_in", "mw, facility": "facility"},
    **{"user tok/s": "interactivity", "goodput": "goodput"},
    **{"n": "n", "mean error": "mean error", "bias": "bias", "90 % band": "band", "band": "band"},
    "f": "f",
    "decoding": "decoding",
    "two pools": "disaggregated",
    "lead": "lead",
    "bandwidth alone": "bandwidth alone",
    "rest per layer": "fixed time",
    "ε": "elasticity",
    "in units of scale": "unit of scale",
    "here over there": "compare",
}


@cache
def explained(name: str, hint: str = "") -> str | None:
    """The help of a choice: its hint and the glossary's words; None without either. Markdown, all of it escaped."""
    keys = PARAMETERS.get(name, ())
    if len(keys) < 2:
        return " ".join(filter(None, (hint, *(plain(tooltip(key)) for key in keys)))) or None
    return "\n".join([hint, "", *(f"- **{plain(GLOSSARY[key].term)}**: {plain(_first(key))}" for key in keys)]).strip()


def _first(key: str) -> str:
    """The first sentence of a meaning: beside others a help must be short to be seen whole."""
    first, stop, _ = GLOSSARY[key].meaning.partition(". ")
    return first + stop.strip()


@cache
def of_head(label: str) -> str:
    """The glossary's words behind a head or label such as "First token, s"; "" where it needs none."""
    whole = label.strip().lower()
    key = HEADS.get(whole) or HEADS.get(whole.partition(",")[0].partition(" at ")[0].strip())
    return tooltip(key) if key else ""


def marked(label: str) -> str:
    """A label as HTML, escaped; with its meaning to be read on pointing at it, where it has one."""
    meaning = of_head(label)
    return f'<abbr title="{escape(meaning)}">{escape(label)}</abbr>' if meaning else escape(label)
