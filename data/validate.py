"""Holds the model against points it has not seen: `python -m data.validate [FILE…] [--json]`.

Without FILE: every split of the published points, with the peer and the null models on the same rows, and the floors.
With FILE (our columns, InferenceX results as JSON or CSV): predicted beside measured for those rows.
"""

import argparse
import json
import sys
from collections import Counter
from datetime import date
from hashlib import sha256
from pathlib import Path

import numpy as np
import polars as pl

from data import curves, heldout
from data.accuracy import RESULTS
from data.blind import scored_file
from data.machines import HERE
from data.observed import observed
from data.report import as_text, unscored
from data.scores import coverage, errors, frontiers, regret, spreads
from data.sets import GATES, NAMES, masks, nulls, peer
from data.splits import Board, board, calibrated_elsewhere, groups, halves, held_out, without_each

SPLITS = ("workload", "tp", "concurrency", "accelerator", "newest")
MOST_DROPPED = 10.0  # share of the points [%]


def main(arguments: list[str] | None = None) -> int:
    """Print the table or its JSON; 1 if a floor is missed, 2 if a file cannot be read or none of its rows be scored."""
    parser = argparse.ArgumentParser(prog="python -m data.validate", description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE", help="results the model has never seen")
    parser.add_argument("--json", action="store_true", help="print JSON")
    parser.add_argument("--save", action="store_true", help=f"also write data/{RESULTS.name} and {heldout.PATH.name}")
    asked = parser.parse_args(arguments)
    try:
        found, points = ({path.name: scored_file(path) for path in asked.files}, []) if asked.files else validation()
    except ValueError as refused:
        if not asked.files:
            raise
        print(refused, file=sys.stderr)
        return 2
    if mute := [unscored(name, scored) for name, scored in found.items() if asked.files and not scored["n"]]:
        sys.stderr.write("".join(mute))
        return 2
    if asked.save and not asked.files:
        RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
        heldout.save(points)
    sys.stdout.write(json.dumps(found, indent=1) + "\n" if asked.json else as_text(found))
    return 0 if asked.files or all(gate["holds"] for gate in found["gates"]) else 1


def validation() -> tuple[dict, list[pl.DataFrame]]:
    """What the accuracy page shows: errors by split and set, bands, gates, dropped rows; and the points behind them."""
    rows, dropped = observed()
    own = rows["accelerator"] == "jalapeno"
    others, alone = board(rows.filter(~own)), board(rows.filter(own))
    without = _without(others)
    seen = {split: (others, _told(others, split, without)) for split in SPLITS}
    seen["batch"] = (alone, held_out(alone, "batch", {}))
    spread = {split: _spread(on, told, split) for split, (on, told) in seen.items()}
    found = {"date": date.today().isoformat(), "rests_on": _rests_on(rows), "dropped": dict(dropped)}
    found["splits"] = {split: _judged(on, told, spread[split], split) for split, (on, told) in seen.items()}
    found["beside"] = {"peer": peer(others, seen["workload"][1]), "nulls": nulls(others)}
    found["curves"] = _curves([*halves(others).values(), alone], without)
    found["gates"] = [*(gate.judged(found["splits"]) for gate in GATES), _dropped(found), _drawn(found)]
    told = {split: (told, spread[split]) for split, (_, told) in seen.items()}
    batch = {"batch": told.pop("batch")}
    return found, [heldout.held_out_table(others, told), heldout.held_out_table(alone, batch)]


def points_digest() -> str:
    """SHA-256 of the committed points: the results are stamped with what they rest on."""
    return sha256((HERE / "points.csv").read_bytes()).hexdigest()


def _rests_on(rows: pl.DataFrame) -> dict:
    """The points used: how many, of which days, and the digest of the table they are from."""
    days = {"first": rows["date"].min(), "last": rows["date"].max()}
    return {"rows": rows.height} | days | {"points_sha256": points_digest()}


def _without(on: Board) -> dict[bool, dict]:
    """Fits that lack one accelerator each, of aggregate (False) and of disaggregated points (True)."""
    return {two: without_each(part) for two, part in halves(on).items()}


def _told(on: Board, split: str, without: dict[bool, dict]) -> np.ndarray:
    """Held-out predictions of both ways of serving, fitted apart; points that can not be judged are NaN."""
    told = np.full(on.sample.target.shape, np.nan)
    for two, part in halves(on).items():
        seen = held_out(part, split, without[two])
        if split != "accelerator":
            seen[~calibrated_elsewhere(part, split)] = np.nan
        told[on.sample.two == two] = seen
    return told


def _judged(on: Board, told: np.ndarray, spread: np.ndarray, split: str) -> dict:
    """Errors of every set and target, bands, frontiers and choices of one split."""
    tried = groups(on.rows, split) != ""
    found = {"unjudged": Counter({"nothing left of its cell": int((tried & np.isnan(told[:, 0])).sum())}), "sets": {}}
    line = _line(on)
    for name, mask in masks(on.rows).items():
        mask = mask & tried
        if np.isfinite(told[mask, 0]).any():
            found["sets"][name] = _set((told[mask], on.sample.target[mask]), spread[mask], line[mask])
    return found


def _set(pair: tuple[np.ndarray, np.ndarray], spread: np.ndarray, line: np.ndarray) -> dict:
    """Errors of the logarithms told and measured, `pair`, and what band, frontier and choice make of them."""
    told, measured = pair
    found = {name: errors(told[:, j], measured[:, j]) for j, name in enumerate(NAMES)}
    return found | {
        "band": coverage((told - measured)[:, 1], spread),
        "frontier": frontiers(told, measured, line),
        "choice": regret(told, measured, line),
    }


def _spread(on: Board, told: np.ndarray, split: str) -> np.ndarray:
    """Expected standard deviation of each point's log throughput."""
    place = np.unique(on.sample.cells[:, :4], axis=0, return_inverse=True)[1].ravel()
    return spreads((told - on.sample.target)[:, 1], place, groups(on.rows, split))


def _line(on: Board) -> np.ndarray:
    """Label of the frontier each point may lie on."""
    line = np.unique(on.sample.cells[:, :5], axis=0, return_inverse=True)[1].ravel()
    work = np.unique(np.stack([on.rows["isl"], on.rows["osl"]]), axis=1, return_inverse=True)[1].ravel()
    return line * 10 + work


def _curves(boards: list[Board], without: dict[bool, dict]) -> dict[str, dict]:
    """How far the drawn curves lie from the measured frontiers, as calibrated and by fits that lack the workload."""
    return {"seen": curves.judged(curves.seen), "workload": curves.judged(curves.unseen(boards, without))}


def _drawn(found: dict) -> dict:
    """The gate on the band of the drawn curves; it has a floor and no goal."""
    told = found["curves"]["workload"]["all"]
    limit = {"least": curves.LEAST, "floor": 100.0, "goal": None}
    name = "90 % band of the curves, share of measured frontier knots inside"
    return {"name": name, "n": told["n"], "value": told["inside"]} | limit | {"holds": told["inside"] >= curves.LEAST}


def _dropped(found: dict) -> dict:
    """The gate on rows that the model is not held against; it has a limit and no goal."""
    lost, used = sum(found["dropped"].values()), found["rests_on"]["rows"]
    share, limit = 100 * lost / (lost + used), {"floor": MOST_DROPPED, "goal": None}
    return {"name": "rows dropped", "n": lost + used, "value": share} | limit | {"holds": share <= MOST_DROPPED}


if __name__ == "__main__":
    sys.exit(main())
