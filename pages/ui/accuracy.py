"""The words of the accuracy page, every number in them computed from the committed results."""

from collections.abc import Callable
from html import escape

from data import accuracy
from data.accuracy import results
from data.heldout import PEER
from data.machines import accelerators
from data.observed import EFFECTIVE
from data.sample import DRAFTS
from data.tables import vocabulary
from model.hardware import missing
from pages.ui.accuracy_curves import curves
from pages.ui.formats import UNKNOWN, count, is_known, listing, plural

SPLITS = {
    "workload": "A workload",
    "tp": "A TP degree",
    "concurrency": "High load",
    "accelerator": "A whole accelerator",
    "newest": "The newest month",
    "batch": "A batch of Jalapeño",
}
LEFT_OUT = {
    "workload": "one prompt and answer length of one accelerator at a time",
    "tp": "one TP degree of one accelerator at a time",
    "concurrency": "everything from 64 requests in flight up, one accelerator at a time",
    "accelerator": "all points of one accelerator at a time, as if nobody had measured it",
    "newest": "the newest month of runs, predicted from what was there before",
    "batch": "one batch size of Jalapeño at a time; it is fitted on its own points",
}
QUANTITIES = {"throughput": "Throughput", "tpot": "Time per token (TPOT)", "ttft": "First token (TTFT)"}
PARTS = {
    "gates": "What must hold",
    "splits": "Error by what was left out",
    "accelerators": "Error by accelerator, beside others",
    "points": "Predicted against measured",
    "band": "Coverage of the 90 % band",
    "calibration": "The calibration",
    "limits": "What the model leaves out",
}


def headline() -> str:
    """How far off the model is beside the strongest peer, on the points that both predict."""
    ours, theirs = (results()["beside"]["peer"][side]["throughput"] for side in ("ours", "peer"))
    return (
        f"On {count(ours['n'])} identical configurations the model is off by {whole(ours['mape'])} in throughput "
        f"where the strongest peer, NVIDIA’s {accuracy.peer_name()}, is off by {whole(theirs['mape'])}"
    )


def subline() -> str:
    """What that error is, and the errors of the other quantities on the same points."""
    ours, theirs = (results()["beside"]["peer"][side] for side in ("ours", "peer"))
    return (
        f"Mean absolute errors; time per token (TPOT) {whole(ours['tpot']['mape'])} against "
        f"{whole(theirs['tpot']['mape'])}, median of the first token (TTFT) {whole(ours['ttft']['median'])} against "
        f"{whole(theirs['ttft']['median'])}. The model never saw the workload it is asked about on that accelerator, "
        "but other workloads of the same benchmark; the peer works from kernel measurements of its own."
    )


def stamp() -> str:
    """When the results were computed, on which points, and what could not be used."""
    used, lost = results()["rests_on"], results()["dropped"]
    reasons = listing([f"{what} ({count(n)})" for what, n in lost.items()])
    return (
        f"Results of {results()['date']} on {count(used['rows'])} points of {used['first']} to {used['last']}. "
        f"{plural(sum(lost.values()), 'more point')} could not be used: {reasons}."
    )


def standing() -> str:
    """How many floors and goals are kept, in a sentence; a gate may have no goal."""
    gates = results()["gates"]
    aims = [gate["reached"] for gate in gates if gate["goal"] is not None]
    return (
        f"{sum(gate['holds'] for gate in gates)} of {len(gates)} floors hold, {sum(aims)} of {len(aims)} goals are "
        "met. A missed floor stops a "
        "release; a goal is what the model is worked towards. Errors are means unless the table says median."
    )


def limits() -> str:
    """What the model leaves out or gets wrong, as a list in HTML."""
    items = (_first_tokens(), _unseen(), _unjudged(), _newest(), _bands(), _assumed(), _lumped(), _not_modelled())
    return f'<ul class="sv-limits">{"".join(f"<li>{escape(item)}</li>" for item in items)}</ul>'


def _first_tokens() -> str:
    sets = results()["splits"]["workload"]["sets"]
    two = [found["ttft"] for points, found in sets.items() if points.startswith("disaggregated")]
    low, high = (whole(pick(one["median"] for one in two)) for pick in (min, max))
    return (
        f"First tokens of disaggregated serving are predicted poorly: the median error is {low} to {high} on "
        f"{count(sum(one['n'] for one in two))} points. Read those times as an order of magnitude. "
        "They are fitted apart from rates: rate × time stays below the requests in flight, by some percent as in "
        "published runs, by a third or more where an answer has one token."
    )


def _unseen() -> str:
    name, error = worst("accelerator", lambda found: found["throughput"]["mape"])
    return (
        f"An accelerator nobody measured borrows from its likes. Left out whole, {name} is off by "
        f"{whole(error)} on average; a chip without any point may be no better."
    )


def _unjudged() -> str:
    split = results()["splits"]["tp"]
    unjudged, tried = sum(split["unjudged"].values()), split["sets"]["all"]["throughput"]["n"]
    share = whole(100 * unjudged / (unjudged + tried))
    return (
        "Where a TP degree is the only one of its accelerator, engine, LLM and precision, leaving it out leaves "
        f"nothing to predict from: {count(unjudged)} points ({share}) are not judged in that split."
    )


def _newest() -> str:
    found = results()["splits"]["newest"]["sets"]["all"]
    return (
        "Software drifts. Each cell is fitted to its own months; the newest month, predicted from older runs, is off "
        f"by {whole(found['throughput']['mape'])} on {count(found['throughput']['n'])} points."
    )


def _bands() -> str:
    name, outside = worst("accelerator", lambda found: -found["band"]["inside"])
    return (
        f"{curves()}The band speaks of speed and throughput only, and it is too narrow where a chip is unlike all "
        f"others: of {name}, left out whole, it holds {whole(-outside)} instead of 90 %."
    )


def _assumed() -> str:
    return (
        f"Records do not say how many tokens a speculative step drafts; {DRAFTS:.0f} are assumed, and how many are "
        f"accepted is fitted. Benchmark lengths count {EFFECTIVE:.1f} times their nominal value, as they are drawn; "
        "lengths of your own count in full."
    )


def _lumped() -> str:
    return (
        "Factors are lumped: they absorb whatever the equations leave out and are not efficiencies of kernels. Shares "
        f"of the data sheet are held below it. How {vocabulary().chips['jalapeno']} lays out its attention is not "
        "published; for LLMs that keep a latent, data-parallel attention is presumed from one sequence per chip on, "
        "since its times allow nothing else. One workload alone does not tell its attention from its matrix products."
    )


def _not_modelled() -> str:
    names = [vocabulary().chips[key] for key, chip in accelerators().items() if missing(chip)]
    return (
        "Not modelled, since a figure the equations need is undisclosed or there is no memory beside the chip’s own "
        f"SRAM: {listing(names)}."
    )


def worst(split: str, figure: Callable[[dict], float]) -> tuple[str, float]:
    """The accelerator whose `figure` is the largest in a split, and that figure."""
    sets = results()["splits"][split]["sets"]
    found = {key.removeprefix("on "): figure(one) for key, one in sets.items() if key.startswith("on ")}
    key = max(found, key=found.get)
    return vocabulary().chips[key], found[key]


def textbook() -> str:
    """What the peer's points say of rules of thumb, and of the model without anything from that accelerator."""
    rows = accuracy.by_accelerator("accelerator", "throughput", peers_only=True).filter(accelerator=accuracy.ALL)
    found = {row["teller"]: whole(row["mape"]) for row in rows.iter_rows(named=True)}
    return (
        f"In throughput textbook efficiencies, fitted to nothing, are off by {found['textbook efficiencies']} on these "
        f"points, and the model by {found[accuracy.OURS]} when it never saw the accelerator; the peer by "
        f"{found[PEER]}."
    )


def percent(value: float | None, decimals: int = 1) -> str:
    """An error [%] for a table: 8.6 %, 23.0 %, 429 %; with more `decimals` where one hides a difference."""
    if not is_known(value):
        return UNKNOWN
    return f"{value:.{decimals}f} %" if abs(value) < 99.95 else f"{value:,.0f} %"


def whole(value: float) -> str:
    """An error [%] for a sentence: 9 %."""
    return f"{value:,.0f} %"
