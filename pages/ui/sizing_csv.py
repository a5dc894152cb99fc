"""The sizing page as CSV: its fleets, and the map of winners. Streamlit is not imported."""

import numpy as np
import polars as pl

from data import sizing, sizing_map
from data.draws import unpublished
from data.misses import Miss
from data.sizing import BASES, Fleet, Sized
from data.spreadsheet import safe
from data.systems import systems
from data.yours import NONE, Yours, accelerator_of, is_yours
from model import __version__
from model.question import POWER_BASES, PRICE_TIERS, SIZE_BY, Question
from model.sizing import in_flight, requests_per_chip, systems_for
from pages.ui import link
from pages.ui.sizing_marks import NONE_PUBLISHED, asks_draw, edge, stand_in

PAGE = "sizing"
MEASURES = (*SIZE_BY, sizing.SERVED)
UNITS = {"usd_output": "usd_per_m_output", "usd_total": "usd_per_m_mixed", "usd_input": "usd_per_m_input"}
UNITS |= {"j_output": "j_per_output_token", "j_total": "j_per_mixed_token", sizing.SERVED: "requests_s_served"}
RATES = ("tput_output", "tput_total", "tput_input")
TEXTS = ("accelerator", "chip", "told_by", "status", "reason", "bound", "chosen_power")
TEXTS += ("precision", "decoding", "grade", "system", "slow_point", "fast_point", "near_point")
COUNTS = ("points", "points_judged")
NUMBERS = (
    *COUNTS,
    *("speed_tok_s_user", "ttft_s", "e2e_s", *(f"{name}_tok_s_chip" for name in RATES), "goodput_requests_s_chip"),
    *("chips_per_deployment", "deployments", "chips_per_system", "systems", "requests_in_flight"),
    *(f"{base}_w_chip" for base in (*BASES, "chosen")),
    *(f"{base}_kw" for base in (*BASES, "chosen")),
    *(f"{tier}_usd_chip_hour" for tier in PRICE_TIERS),
    *(f"{tier}_usd_hour" for tier in PRICE_TIERS),
    *(f"{UNITS.get(name, name)}{end}" for name in MEASURES for end in ("", "_low", "_high")),
)
ASKED = ("llm", "isl", "osl", "slo_interactivity", "slo_ttft_s", "slo_e2e_s", "slo_stat", "load", "load_users")
ASKED += ("load_every_s", "load_rps", "load_mw", "load_usd", "power", "pue", "price")
FLEETS = (*TEXTS, *NUMBERS, *ASKED, "ranked_by", "link", "scoville_version")
CELLS = ("speed_tok_s_user", "upwards", "value", "winner", "second", "ratio", "bands_overlap", "changed")


def content(question: Question, _every: bool, curve: bool) -> bytes:
    """What the command line prints of a link: the fleets, or with `curve` the cells of the map."""
    return map_csv(question) if curve else fleets_csv(question)


def fleets_csv(question: Question, yours: Yours = NONE) -> bytes:
    """UTF-8 CSV, one row per fleet, best first, then one per accelerator without; unknown is an empty cell."""
    found = sizing.sized(question, yours)
    rows = [_fleet(fleet, found) for fleet in found.fleets] + [_miss(miss) for miss in found.misses]
    schema = dict.fromkeys(TEXTS, pl.String) | dict.fromkeys(NUMBERS, pl.Float64)
    table = pl.DataFrame(rows, schema=schema, orient="row") if rows else pl.DataFrame(schema=schema)
    constant = {name: getattr(question, name) for name in ASKED} | {"ranked_by": found.measure}
    return _with(table, constant, question).pipe(lambda whole: safe(whole.select(FLEETS)))


def map_csv(question: Question) -> bytes:
    """UTF-8 CSV of the map, one row per cell; only the header where nobody has a curve."""
    found = sizing_map.mapped(question)
    schema = dict.fromkeys(CELLS, pl.Float64) | dict.fromkeys(("upwards", "winner", "second", "changed"), pl.String)
    schema |= {"bands_overlap": pl.Boolean}
    rows = {} if found is None else _cells(found, question)
    table = pl.DataFrame(rows, schema=schema)
    return safe(_with(table, {}, question).select(*CELLS, "link", "scoville_version"))


def _cells(found: sizing_map.Map, question: Question) -> dict[str, object]:
    names = np.array([*found.keys, None], object)  # -1, nobody, is the last
    speeds, rows = np.meshgrid(found.speeds, found.rows)
    return {
        "speed_tok_s_user": speeds.ravel(),
        "upwards": [question.map_by] * speeds.size,
        "value": rows.ravel(),
        "winner": names[found.won.first].ravel().tolist(),
        "second": names[found.won.second].ravel().tolist(),
        "ratio": found.won.margin.ravel(),
        "bands_overlap": found.won.open.ravel(),
        "changed": [found.one] * speeds.size,
    }


def _with(table: pl.DataFrame, constant: dict[str, object], question: Question) -> pl.DataFrame:
    constant = constant | {"link": link.format(question, PAGE), "scoville_version": __version__}
    return table.with_columns(pl.lit(value).alias(name) for name, value in constant.items())


def _fleet(fleet: Fleet, found: Sized) -> dict[str, object]:
    spot, near = fleet.spot, fleet.spot.near
    return {
        "accelerator": accelerator_of(spot.key),
        "chip": spot.name,
        "told_by": "model" if spot.modelled else "yours" if is_yours(spot.key) else "published",
        "status": "not computable" if fleet.why else "too small" if not fleet.chips else spot.how,
        "reason": fleet.why or None,
        "bound": edge(fleet, found.measure, found) or None,
        "chosen_power": _chosen_power(fleet, found.question),
        **{name: near[name] for name in ("precision", "decoding", "grade")},
        **{f"{name}_point": getattr(spot, name)["id"] for name in ("slow", "fast", "near")},
        **({} if spot.modelled else {"points": float(spot.points), "points_judged": float(spot.judged)}),
        "speed_tok_s_user": spot.speed,
        "ttft_s": near["ttft_s"],
        "e2e_s": near["e2e_s"],
        **{f"{name}_tok_s_chip": spot.rates[name] for name in RATES},
        **_counts(fleet, found),
        **_costs(fleet),
    }


def _chosen_power(fleet: Fleet, question: Question) -> str | None:
    """What the watts of the chosen basis are: the basis, or what stands in for a draw that is not published."""
    if not np.isfinite(fleet.watts["chosen"]):
        return None
    assumed = asks_draw("basis_kw", question) and accelerator_of(fleet.spot.key) in unpublished(question)
    return f"{stand_in(question)}, {NONE_PUBLISHED}" if assumed else POWER_BASES[question.power].lower()


def _counts(fleet: Fleet, found: Sized) -> dict[str, object]:
    """How many requests, chips and systems a fleet has."""
    near, (word, size) = fleet.spot.near, systems().get(accelerator_of(fleet.spot.key), (None, 0))
    each = requests_per_chip(fleet.spot.rates["tput_output"], sizing.lengths(found.question)[1])
    served = fleet.values[sizing.SERVED] if found.requests_s is None else found.requests_s
    return {
        "goodput_requests_s_chip": each,
        "chips_per_deployment": float(fleet.replica) if near["chips"] else None,
        "deployments": fleet.chips / fleet.replica,
        "system": word,
        "chips_per_system": float(size) if size else None,
        "systems": float(systems_for(fleet.chips, size)) if size else None,
        "requests_in_flight": in_flight(served, near["e2e_s"]) if near["e2e_s"] else None,
    }


def _costs(fleet: Fleet) -> dict[str, float]:
    watts = {base: fleet.watts[base] for base in (*BASES, "chosen")}
    ends = {"": fleet.values, "_low": fleet.low, "_high": fleet.high}
    return (
        {f"{base}_w_chip": value for base, value in watts.items()}
        | {f"{base}_kw": fleet.chips * value / 1e3 for base, value in watts.items()}
        | {f"{tier}_usd_chip_hour": value for tier, value in fleet.usd.items()}
        | {f"{tier}_usd_hour": fleet.chips * value for tier, value in fleet.usd.items()}
        | {f"{UNITS.get(name, name)}{end}": part[name] for name in MEASURES for end, part in ends.items()}
    )


def _miss(miss: Miss) -> dict[str, object]:
    """An accelerator without a published place, with the point that comes nearest."""
    row = miss.nearest or miss.modelled
    known = {} if row is None else {"near_point": row["id"], "speed_tok_s_user": row["interactivity"]}
    known |= {} if row is None else {name: row[name] for name in ("ttft_s", "e2e_s", "precision", "decoding", "grade")}
    told = "model" if miss.nearest is None and row is not None else "published"
    same = {"accelerator": miss.key, "chip": miss.name, "told_by": told, "status": miss.why}
    same |= {"points": float(miss.points), "points_judged": float(miss.judged)}
    return dict.fromkeys((*TEXTS, *NUMBERS)) | same | {"reason": miss.reason or None} | known
