"""The tables of the accuracy page: gates, errors by split, coverage and calibration; and the first two as CSV."""

import io

import numpy as np
import polars as pl

from data.accuracy import results
from data.report import digits
from data.sets import EACH
from data.store import table
from data.tables import vocabulary
from model.calibration import half_width
from pages.ui.accuracy import LEFT_OUT, QUANTITIES, SPLITS, percent
from pages.ui.formats import count
from pages.ui.passports import MET, NOT_MET

GATE_HEADS = {"what": "Left out", "points": "Points", "quantity": "What", "n": "n", "figure": "Found"}
GATE_HEADS |= {"floor": "Must hold", "goal": "Goal", "verdict": "Verdict"}
ERROR_HEADS = {"points": "Points", "n": "n", "figure": "Mean error", "median": "Median", "p90": "9 in 10 within"}
ERROR_HEADS |= {"bias": "Bias", "floor": "Must hold", "goal": "Goal", "verdict": "Verdict"}
BAND_HEADS = {"what": "Left out", "n": "n", "figure": "Inside", "half": "Median half-width"}
CELL_HEADS = {"llm": "LLM", "precision": "Precision", "engine": "Engine", "n": "n", "dates": "Dates"}
CELL_HEADS |= {"software": "Software", "tpot": "TPOT off by", "rate": "Throughput off by", "band": "90 % band"}

HOLDS, GOAL = f"{MET} Holds", f"{MET} Goal met"
FLOOR, MISSED = f"{NOT_MET} Goal missed", f"{NOT_MET} Floor missed"
_EACH = "accelerators, median of each"
_TOLD = {"throughput": "Throughput", "tpot": "TPOT", "ttft": "TTFT", "band": "90 % band"}
_FIGURES = {"mape": "", "median": ", median", "inside": ", inside", "half_width": ", half-width"}


def gates() -> pl.DataFrame:
    """One row per figure that must hold, with its floor, its goal and the verdict."""
    figures = ({"n": count(gate["n"]), "figure": percent(gate["value"], digits(gate))} for gate in results()["gates"])
    rows = [_asked(gate) | found | _limits(gate) for gate, found in zip(results()["gates"], figures, strict=True)]
    return pl.DataFrame(rows, infer_schema_length=None)


def _asked(gate: dict) -> dict[str, str]:
    """What a gate leaves out, of which points, and what it asks of them; two are about no split of the points."""
    if "split" in gate:
        quantity = f"{_TOLD[gate['target']]}{_FIGURES[gate['figure']]}"
        return {"what": SPLITS[gate["split"]], "points": _points(gate["points"]), "quantity": quantity}
    if "least" in gate:
        quantity = f"{_TOLD['band']} of the curve{_FIGURES['inside']}"
        return {"what": SPLITS["workload"], "points": "Measured frontiers", "quantity": quantity}
    return {"what": "Nothing", "points": _points("all"), "quantity": "Not usable"}


def split_errors(quantity: str) -> pl.DataFrame:
    """One row per split and set of points: the errors of one quantity, and the gate on them where there is one."""
    rows = []
    for split, found in results()["splits"].items():
        unjudged = sum(found["unjudged"].values())
        more = f" ({count(unjudged)} points with no other of their cell are not judged)" if unjudged else ""
        for points, judged in found["sets"].items():
            if judged[quantity]["n"] and not points.startswith((EACH, "of ")):
                name = f"{SPLITS[split]}: {LEFT_OUT[split]}{more}"
                rows.append({"name": name, "points": _points(points)} | _errors(judged[quantity]))
                rows[-1] |= _limits(_gate(split, points, quantity))
    return pl.DataFrame(rows, infer_schema_length=None)


def coverage() -> pl.DataFrame:
    """One row per split: how many throughputs lie inside the band, and how wide it is."""
    bands = {split: found["sets"]["all"]["band"] for split, found in results()["splits"].items()}
    return pl.DataFrame(
        [
            {
                "what": SPLITS[split],
                "n": count(band["n"]),
                "figure": percent(band["inside"]),
                "half": f"±{percent(band['half_width'])}",
            }
            for split, band in bands.items()
        ]
    )


def cell_count() -> str:
    """How many cells of the calibration have points, and what stands for the others."""
    pooled = table("calibration").filter(pl.col("n") == "0").height
    measured = table("calibration").height - pooled
    return (
        f"One row per accelerator, engine, LLM and precision that has points: {count(measured)} cells. Errors are "
        f"in sample; the band is what a new point of the cell may be off by. {count(pooled)} pooled rows, with wider "
        "bands, stand behind them for what nobody has measured."
    )


def cells(chosen: list[str]) -> pl.DataFrame:
    """One row per cell of the calibration that has points, of the chosen accelerators or of all."""
    words = vocabulary()
    day, last = pl.col("first_date"), pl.col("last_date")
    band = half_width(table("calibration")["log_sd"].cast(pl.Float64).to_numpy())
    rows = table("calibration").with_columns(half=pl.Series(100 * np.asarray(band))).filter(pl.col("n") != "0")
    shown = {"tpot": "tpot_mape", "rate": "tput_mape"}
    rows = rows.with_columns(
        name=pl.col("accelerator").replace(words.chips),
        engine=pl.col("engine").replace(words.engines),
        llm=pl.col("llm").replace(words.llms),
        precision=pl.col("precision").replace(words.precisions),
        dates=pl.when(day == last).then(day).otherwise(pl.format("{} to {}", day, last)),
        software=pl.col("software").replace({"median": "medians over versions"}),
        band=pl.format("±{} %", pl.col("half").round(0).cast(pl.Int64)),
        place=pl.col("accelerator").replace_strict({key: place for place, key in enumerate(words.chips)}),
        **{name: pl.format("{} %", column) for name, column in shown.items()},
    ).sort("place", maintain_order=True)
    return rows.filter(pl.col("name").is_in(chosen)) if chosen else rows


def cell_names() -> list[str]:
    """The accelerators that have points in the calibration, in display order."""
    return cells([])["name"].unique(maintain_order=True).to_list()


def splits_csv() -> str:
    """Every split, set and quantity as CSV, with gates, bands, and the stamp of the results."""
    rows = [
        {"split": split, "left_out": LEFT_OUT[split], "points": points, "quantity": quantity}
        | judged[quantity]
        | {name: _gate(split, points, quantity).get(name) for name in ("figure", "floor", "goal", "holds", "reached")}
        | {f"band_{name}": judged["band"].get(name) for name in ("inside", "half_width") if quantity == "throughput"}
        | {"results_of": results()["date"], "points_sha256": results()["rests_on"]["points_sha256"]}
        for split, found in results()["splits"].items()
        for points, judged in found["sets"].items()
        for quantity in QUANTITIES
        if judged[quantity]["n"]
    ]
    text = io.StringIO()
    pl.DataFrame(rows, infer_schema_length=None).rename({"figure": "gate_on"}).write_csv(text)
    return text.getvalue()


def _points(points: str) -> str:
    shown = {"all": "all points", EACH: _EACH}.get(points, points)
    return shown[0].upper() + shown[1:]


def _gate(split: str, points: str, target: str) -> dict:
    wanted = (split, points, target)
    found = (g for g in results()["gates"] if "split" in g and (g["split"], g["points"], g["target"]) == wanted)
    return next(found, {})


def _errors(found: dict) -> dict[str, str]:
    shown = {name: percent(found[key]) for name, key in (("figure", "mape"), ("median", "median"), ("p90", "p90"))}
    return {"n": count(found["n"]), "bias": f"{100 * np.expm1(found['bias']):+.1f} %".replace("-", "−")} | shown


def _limits(gate: dict) -> dict[str, str]:
    """Floor, goal and verdict of a gate in words; blank where there is none."""
    if not gate:
        return {"floor": "", "goal": "", "verdict": ""}
    on = ", median" if gate.get("figure") == "median" else ""
    aim = "" if gate["goal"] is None else _range(gate.get("goal_least"), gate["goal"]) + on
    verdict = MISSED if not gate["holds"] else HOLDS if gate["goal"] is None else GOAL if gate["reached"] else FLOOR
    return {"floor": _range(gate.get("least"), gate["floor"]) + on, "goal": aim, "verdict": verdict}


def _range(least: float | None, most: float) -> str:
    return f"≤ {most:g} %" if least is None else f"{least:g}–{most:g} %"
