"""The sidebar: what can be chosen, in the order of how often it is, and the Question it makes.

Options, ranges and defaults depend on the tables only, never on another widget: what does not exist is answered in
words. The widgets' values become a Question by being read as a link.
"""

from functools import cache

import streamlit as st

from data import scope
from data.tables import measured_power, vocabulary
from model import question as choices
from model.question import BATCH_LIMIT, Question
from pages.ui import (
    bottleneck_controls,
    claims_controls,
    compare_controls,
    demand_controls,
    link,
    parameters,
    pools_controls,
    results_controls,
    sizing_controls,
    what_if,
    widgets,
)
from pages.ui.ladder import BREAK_EVEN, PIN_LABELS, SHARE_LABELS
from pages.ui.widgets import Values

BATCHES = 1, BATCH_LIMIT
ACCELERATORS = "First those with published points, then those that the model alone can speak of."
ABOVE = "sidebar above"  # no parameter has a space in its name
TOKENS = 1, parameters.CONTEXT_LIMIT


def folded() -> None:
    """Draw the sidebar's folded part, and keep the place above it for `controls`."""
    st.session_state.pop(widgets.FOLDED_CHANGED, None)
    with st.sidebar:
        st.session_state[ABOVE] = st.container()
        for title, draw in FOLDED.items():
            with st.expander(title):
                draw()
        widgets.version()


def controls() -> Question:
    """Draw what is always in sight, after `folded`; the Question of the whole sidebar.

    What no widget can check for itself is told above the widgets. In a fragment, a change here runs that alone.
    """
    if widgets.FOLDED_CHANGED in st.session_state:
        st.rerun()
    with st.session_state[ABOVE]:
        told = st.container()
        _always()
    values = {name: st.session_state[name] for name in parameters.kinds()}
    question, notes = link.parse(widgets.as_query(values))
    beside = {note for name in parameters.LISTS for note in widgets.unread(name, values[name])}
    with told:
        for note in notes:
            if note not in beside:
                st.warning(widgets.plain(note))
    return question


def asked() -> Question:
    """The Question of the sidebar, for a page, which runs after it."""
    return link.parse(widgets.as_query({name: st.session_state[name] for name in parameters.kinds()}))[0]


def _always() -> Values:
    words = vocabulary()
    values = widgets.one("power", "Power basis", choices.POWER_BASES, "The watts per chip that tokens are divided by.")
    values |= widgets.listed("ghost", "Second basis, dotted", choices.GHOSTS, "A ghost on another power basis.")
    values |= widgets.listed("llm", "LLM", words.llms, "The language model that is served.")
    values |= widgets.stepped("pin", "Pin: tok/s per user, or s", PIN_LABELS, "Or click the chart.")
    values |= widgets.some("chip", "Accelerators (none: all)", scope.drawable(), ACCELERATORS)
    values |= widgets.some("precision", "Precision (none: all)", words.precisions, "None chosen means all.")
    values |= widgets.some("decoding", "Decoding", choices.DECODINGS, "MTP and Other are speculative, or not recorded.")
    low, high = st.columns(2)
    with low:
        values |= widgets.number("batch_min", "Batch from", BATCHES, "Fewest requests in flight in the deployment.")
    with high:
        values |= widgets.number("batch_max", "Batch to", BATCHES, "Most requests in flight in the deployment.")
    return values


def _workload() -> Values:
    return (
        widgets.number("isl", "Prompt tokens (ISL)", TOKENS, "Published workloads are 1024 or 8192 tokens in.")
        | widgets.number("osl", "Answer tokens (OSL)", TOKENS, "Published workloads are 1024 or 8192 tokens out.")
        | widgets.number("batch", "Pinned batch", BATCHES, "Only points with exactly this many requests in flight.")
    )


def _axes() -> Values:
    return (
        widgets.listed("x", "Horizontal axis", choices.X_METRICS, "What one user feels, or the load.")
        | widgets.listed("y", "Vertical axis", choices.Y_METRICS, "Mixed tokens are prompt and answer tokens together.")
        | widgets.switch("logx", "Logarithmic horizontally", "Equal ratios take equal room.")
        | widgets.switch("logy", "Logarithmic vertically", "Ranks well, but hides how large a lead is.")
        | widgets.switch("steps", "Staircase", "Join points by steps instead of a smooth curve.")
        | widgets.one("front", "Frontiers", choices.FRONTS, "One per accelerator, one over all, or both.")
        | widgets.listed("highlight", "Highlighted", scope.drawable(), "The accelerator drawn in front.")
    )


def _limits() -> Values:
    bounds = parameters.SLO_LIMITS
    return (
        widgets.number(
            "slo_ttft_s", "First token within, s", bounds, "Points that answer later are not on the frontier."
        )
        | widgets.number(
            "slo_interactivity",
            "Speed at least, tok/s",
            bounds,
            "Slower points are not on the frontier; across speed they stay, in a shade.",
        )
        | widgets.number(
            "slo_e2e_s", "Whole request within, s", bounds, "Points that take longer are not on the frontier."
        )
        | widgets.one("slo_stat", "Tested on", choices.SLO_STATS, "P99 where it was really measured.")
    )


def _evidence() -> Values:
    return (
        widgets.some("grade", "Evidence", choices.GRADES, "How sure a point is; C and U are left out unless chosen.")
        | widgets.some("engine", "Engine", vocabulary().engines, "Serving software. None chosen means all.")
        | widgets.switch("latest", "Newest run only", "Of each configuration only its newest run.")
        | widgets.day("since", "Not before", "Only runs of this day or later.")
        | widgets.day("until", "Not after", "Only runs of this day or earlier.")
    )


def _layers() -> Values:
    values = widgets.some("layer", "Points drawn", choices.LAYERS, "Yours are brought on the page “Results”.")
    st.caption(
        "The model takes published workloads at 0.9 of their nominal lengths, as their runs draw them, others as given."
    )
    return values


def _prices() -> Values:
    return (
        widgets.one(
            "price", "Price", choices.PRICE_TIERS, "Who pays: owner's cost, neocloud, rental, or your own figures."
        )
        | widgets.day("price_date", "Prices as of", "The newest prices unless a day is chosen.")
        | widgets.typed("prices", "Your prices, USD per chip-hour", "jalapeno:1.5", "Separated by commas.")
    )


def _power() -> Values:
    values = widgets.stepped(
        "f", "Sustained share of rated", SHARE_LABELS, "For chips without a published sustained draw."
    )
    st.caption(_evidence_for_share())
    return (
        values
        | widgets.number("pue", "PUE", (1.0, 3.0), "Facility power over IT power.")
        | widgets.one(
            "all_in_draw", "All-in counts the chip", choices.ALL_IN_DRAWS, "How a lower draw changes all-in power."
        )
        | widgets.day("power_date", "Power as of", "The newest all-in figures unless a day is chosen.")
        | widgets.typed("watts", "Your watts per chip", "b200:900,gb300:1200", "Separated by commas.")
    )


@cache
def _evidence_for_share() -> str:
    """What has been measured of the share, in a sentence; vendors' bounds and estimates are no measurements."""
    shares = measured_power().filter(grade="measured")["fraction_of_rated"]
    return (
        f"{len(shares)} board measurements lie between {shares.min():.2f} and {shares.max():.2f} of the rated power, "
        f"half of them above {shares.median():.2f}. At {BREAK_EVEN} both sides are derated like Jalapeño, 550 of 700 W."
    )


FOLDED = {
    "Workload": _workload,
    "Axes": _axes,
    "Limits": _limits,
    "Evidence and dates": _evidence,
    "Layers": _layers,
    "What if": what_if.fold,
    "Prices": _prices,
    "Power in detail": _power,
    "Compare and name": compare_controls.fold,
    "Results": results_controls.fold,
    "Claims": claims_controls.fold,
    "Bottleneck": bottleneck_controls.fold,
    "Sizing": sizing_controls.fold,
    "Demand": demand_controls.fold,
    "Pools": pools_controls.fold,
}
