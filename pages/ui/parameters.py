"""The parameters of a link: how each is read and written, and within which limits."""

from collections.abc import Mapping
from dataclasses import fields
from functools import cache

from data import catalogue_columns, pairs
from data.tables import vocabulary
from model import question as choices
from model.question import BATCH_LIMIT, WATTS_LIMIT, Question
from pages.ui.values import Kind, assigned, choice, day, flag, real, several, text, title, whole

CONTEXT_LIMIT = 1_048_576  # tokens, where the LLM's own limit is not published
REPLICA_LIMITS = 1, 9_216  # chips of one replica
NOBODY = {"none": "None"}  # beside the accelerator that is taken apart
PRICE_LIMIT = 10_000.0  # USD per chip-hour
IF_LIMITS = 0.1, 10.0  # times the published figure
WHAT_IFS = {  # what the sidebar calls it, and a hint
    "if_bandwidth": ("Memory bandwidth ×", "Times the published bytes per second."),
    "if_compute": ("Compute ×", "Times the published FLOP per second, in every precision."),
    "if_link": ("Link ×", "Times the published link bandwidth, inside and beyond the scale-up domain."),
    "if_latency": ("Latency per layer ×", "Times the calibrated fixed time of a layer; less is better."),
    "if_capacity": ("Memory size ×", "Times the published bytes of memory."),
    "if_watts": ("Watts ×", "Times the watts per chip of the chosen basis."),
}
IFS = tuple(WHAT_IFS)
SLO_LIMITS = 0.001, 1_000_000.0
IMPLIED = {  # what an empty choice stands for; naming it in full asks the same
    "decoding": ("plain",),
    "grade": tuple(key for key in choices.GRADES if key not in "CU"),
    "res_kind": catalogue_columns.USUAL_KINDS,
    "res_columns": catalogue_columns.USUAL_COLUMNS,
}
DAYS = ("since", "until", "power_date", "price_date")
LOAD_LIMITS = {
    "load_users": (1, 1_000_000_000),
    "load_every_s": (0.01, 1_000_000.0),
    "load_rps": (1e-6, 1e9),
    "load_mw": (1e-6, 1e6),
    "load_usd": (1.0, 1e12),
}
DEMAND_LIMITS = {
    "demand_gain": (0.01, 1_000.0),
    "demand_elasticity": (0.0, 3.0),
    "demand_pass": (0.0, 1.0),
    "demand_mw": (0.001, 1e6),
    "demand_growth": (-0.5, 3.0),
}
POOL_LIMITS = {"pool_link_gbs": (0.001, 1e6), "pool_peak_tflops": (0.001, 1e9), "pool_layer_us": (0.001, 1e4)}
LONGEST_COMPARED = 4_000  # characters of the link of a compared question
LISTS = {"watts", "prices", "res_open", "names"}  # one parameter, values separated by commas


@cache
def kinds() -> dict[str, Kind]:
    """How each parameter is read and written, in the order of the Question's fields."""
    words = vocabulary()
    chip = choice(words.chips, words.aliases["chip"])
    precision = choice(words.precisions, words.aliases["precision"])
    engine = choice(words.engines, words.aliases["engine"])
    known = _fixed_kinds() | {
        "llm": choice(words.llms, words.aliases["llm"]),
        "chip": several(chip, words.chips),
        "precision": several(precision, words.precisions),
        "engine": several(engine, words.engines),
        **dict.fromkeys(("highlight", "if_chip", "pool_prefill", "pool_decode", "bn_chip"), chip),
        **{"bn_over": choice(NOBODY | dict(words.chips), words.aliases["chip"]), "bn_precision": precision},
        **dict.fromkeys(("lead_of", "lead_over", "size_of", "size_over"), chip),
        **{name: choice(labels) for name, labels in claim_labels().items()},
        **_typed(chip, words.chips),
    }
    return {field.name: known[field.name] for field in fields(Question)}


def _typed(chip: Kind, keys: Mapping[str, str]) -> dict[str, Kind]:
    """What a visitor types: watts, prices and names of accelerators, and the link of a second question."""
    return {
        "watts": assigned(chip, real(0, WATTS_LIMIT, above=True), keys),
        "prices": assigned(chip, real(0, PRICE_LIMIT, above=True), keys),
        "names": assigned(chip, title(), keys, "text"),
        "compare": text(LONGEST_COMPARED),
    }


@cache
def claim_labels() -> dict[str, dict[str, str]]:
    """The choices of the claims page, key -> label; those that the table of claims names."""
    words = vocabulary()
    return {
        "claim": {key: key for key in pairs.claims_of("id")},
        "claim_topic": {topic: topic.replace("-", " ").capitalize() for topic in pairs.claims_of("topic")},
        "claim_llm": {key: words.llms.get(key, key) for key in pairs.llms_of_claims()},
        "claim_verdict": dict(choices.VERDICTS),
        "claim_by": {speaker: speaker for speaker in pairs.claims_of("speaker")},
    }


def _fixed_kinds() -> dict[str, Kind]:
    """The parameters whose values do not come from the tables."""
    one = {"x": choices.X_METRICS, "power": choices.POWER_BASES, "all_in_draw": choices.ALL_IN_DRAWS}
    one |= {"price": choices.PRICE_TIERS, "ghost": choices.GHOSTS, "front": choices.FRONTS}
    one |= {"slo_stat": choices.SLO_STATS}
    one |= {"load": choices.LOADS, "size_by": choices.SIZE_BY, "map_by": choices.MAP_BY}
    one |= {"res_sort": catalogue_columns.COLUMNS, "res_cover": catalogue_columns.COVERS}
    more = {"grade": choices.GRADES, "decoding": choices.DECODINGS, "layer": choices.LAYERS}
    more |= {"res_kind": catalogue_columns.KINDS, "res_columns": catalogue_columns.COLUMNS}
    return (
        {name: choice(labels) for name, labels in one.items()}
        | {name: several(choice(labels), labels) for name, labels in more.items()}
        | {"y": choice(choices.Y_METRICS, {f"{key}_per_chip": key for key in choices.Y_METRICS})}
        | dict.fromkeys(("latest", "logx", "logy", "steps", "res_every", "res_up"), flag())
        | dict.fromkeys(DAYS, day())
        | dict.fromkeys(("slo_ttft_s", "slo_interactivity", "slo_e2e_s"), real(*SLO_LIMITS))
        | dict.fromkeys(IFS, real(*IF_LIMITS))
        | dict.fromkeys(("batch_min", "batch_max", "batch"), whole(1, BATCH_LIMIT))
        | dict.fromkeys(("isl", "osl"), whole(1, CONTEXT_LIMIT))
        | dict.fromkeys(("bn_tp", "bn_ep", "bn_dp"), whole(*REPLICA_LIMITS))
        | dict.fromkeys(("claim_text", "res_text", "res_history"), text())
        | {"res_open": several(text(), ()), "load_users": whole(*LOAD_LIMITS["load_users"])}
        | {name: real(*ends) for name, ends in LOAD_LIMITS.items() if name != "load_users"}
        | {name: real(*ends) for name, ends in (DEMAND_LIMITS | POOL_LIMITS).items()}
        | {"pin": real(0, above=True), "f": real(0.3, 1.0), "pue": real(1.0, 3.0)}
    )
