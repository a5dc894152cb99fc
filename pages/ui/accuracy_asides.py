"""What the accuracy page says beside its headline and charts: all points, who is better where, who is not shown."""

import numpy as np

from data import accuracy
from data.accuracy import ALL, OURS, results
from data.heldout import PEER
from data.sets import EACH
from data.tables import vocabulary
from pages.ui.accuracy import QUANTITIES, SPLITS, whole, worst
from pages.ui.formats import count, listing, plural

TEXTBOOK = "textbook efficiencies"
LEFT_OUT_BY = {
    "workload": "by workload",
    "tp": "by TP degree",
    "concurrency": "at high load",
    "accelerator": "whole",
    "newest": "as the newest month",
    "batch": "by batch",
}
SHORT = {PEER: "the peer", TEXTBOOK: TEXTBOOK}


def overall() -> str:
    """The throughput errors that the headline does not speak of: all points, Jalapeño, an accelerator never seen."""
    splits = results()["splits"]
    own = splits["batch"]["sets"][f"{EACH}jalapeno"]["throughput"]["mape"]
    unseen = [one["throughput"]["mape"] for key, one in splits["accelerator"]["sets"].items() if key.startswith(EACH)]
    name, most = worst("accelerator", lambda found: found["throughput"]["mape"])
    return (
        f"All points: {whole(splits['workload']['sets'][ALL]['throughput']['mape'])}; {vocabulary().chips['jalapeno']} "
        f"{whole(own)}; an accelerator never seen {whole(float(np.median(unseen)))} in the median, {whole(most)} at "
        f"worst ({name})."
    )


def better_elsewhere() -> str:
    """Where others are better in throughput on the headline's points, and what rules of thumb reach on them."""
    rows = accuracy.by_accelerator("workload", "throughput", peers_only=True)
    ruled = rows.filter(accelerator=ALL, teller=TEXTBOOK).row(0, named=True)
    told = f"Textbook efficiencies, fitted to nothing, reach {whole(ruled['mape'])} on the same points."
    return " ".join(filter(None, (beaten("workload", "throughput"), told)))


def beaten(split: str, quantity: str) -> str:
    """The accelerators on which the peer or textbook efficiencies are better; "" where there is none."""
    if accuracy.judged(split, quantity, peers_only=True).is_empty():
        return ""
    rows = accuracy.by_accelerator(split, quantity, peers_only=True).drop_nulls("mape")
    parts = []
    for key, name in vocabulary().chips.items():
        told = {row["teller"]: row for row in rows.filter(accelerator=key).iter_rows(named=True)}
        errors = {teller: round(told[teller]["mape"]) for teller in (OURS, PEER, TEXTBOOK) if teller in told}
        ahead = [teller for teller, error in errors.items() if error < errors[OURS]]
        if ahead:
            others = listing([f"{errors[teller]} % ({SHORT[teller]})" for teller in ahead])
            parts.append(f"on {name}, {errors[OURS]} % against {others}, n {count(told[OURS]['n'])}")
    return f"Others are better {'; '.join(parts)}." if parts else ""


def absent(split: str, target: str) -> str:
    """Accelerators that a split has no points of, with what the split with most of them says; "" where none.

    `target` is a quantity, whose mean error is said, or "band", of which the share inside is.
    """
    figure = "mape" if target in QUANTITIES else "inside"
    shown, parts = _found(split, target), []
    for key, name in vocabulary().chips.items():
        tried = {other: _found(other, target)[key] for other in SPLITS if key in _found(other, target)}
        if tried and key not in shown:
            where, one = max(tried.items(), key=lambda pair: pair[1]["n"])
            parts.append(f"{name} ({plural(one['n'], 'point')}, left out {LEFT_OUT_BY[where]}): {whole(one[figure])}")
    return f"Not in this split: {'; '.join(parts)}." if parts else ""


def _found(split: str, target: str) -> dict[str, dict]:
    sets = results()["splits"][split]["sets"]
    known = {key.removeprefix(EACH): one[target] for key, one in sets.items() if key.startswith(EACH)}
    return {key: one for key, one in known.items() if one["n"]}


def first_tokens() -> str:
    """Of which points the error of first tokens comes, since one gate speaks of them all."""
    gate = next(gate for gate in results()["gates"] if gate.get("target") == "ttft")
    sets = results()["splits"][gate["split"]]["sets"]
    two = [one["ttft"] for name, one in sets.items() if name.startswith("disaggregated")]
    one = sets["all LLMs, aggregate"]["ttft"]
    return (
        f"The first token (TTFT): median error {whole(one['median'])} on {count(one['n'])} points of aggregate "
        f"serving, {whole(min(found['median'] for found in two))} to {whole(max(found['median'] for found in two))} on "
        f"{count(sum(found['n'] for found in two))} of disaggregated serving."
    )
