"""The choices of the bottleneck page: bound ones in the sidebar, and boxes on the page that set them too."""

import streamlit as st

from data.replica import BATCH
from data.tables import vocabulary
from model.question import BATCH_LIMIT
from pages.ui import parameters, widgets
from pages.ui.terms import explained
from pages.ui.widgets import Values, copied, mirror

TOKENS = 1, parameters.CONTEXT_LIMIT
BOX, NUMBER = 168, 108  # px
NUMBERS = {
    "batch": ("Batch", (1, BATCH_LIMIT), "Sequences that decode in every step of the replica."),
    "isl": ("Prompt tokens", TOKENS, "Tokens in. Published workloads are 1024 or 8192."),
    "osl": ("Answer tokens", TOKENS, "Tokens out. The context is prompt and answer together."),
    "bn_tp": ("Chips (TP)", parameters.REPLICA_LIMITS, "Chips that share every matrix of one replica."),
    "bn_ep": ("EP groups", parameters.REPLICA_LIMITS, "1 slices every expert; more deals experts out."),
    "bn_dp": ("DP groups", parameters.REPLICA_LIMITS, "Data-parallel attention: groups with sequences apart."),
}


def fold() -> Values:
    """The sidebar's part; the page's own boxes set these too."""
    st.caption("For the page “Bottleneck”; batch and lengths are under “Workload”.")
    words, beside = vocabulary(), "Compared with the first; None shows one alone."
    values = widgets.listed("bn_chip", "Accelerator taken apart", words.chips, "Whose time and memory are shown.")
    values |= widgets.listed("bn_over", "Beside it", parameters.NOBODY | dict(words.chips), beside)
    values |= widgets.listed("bn_precision", "Precision served", words.precisions, "Empty: as each was measured.")
    for name in ("bn_tp", "bn_ep", "bn_dp"):
        label, limits, hint = NUMBERS[name]
        values |= widgets.number(name, label, limits, hint)
    return values


def boxes() -> None:
    """The same on the page, in the order in which one asks; they wrap on a phone."""
    words = vocabulary()
    with st.container(horizontal=True):
        _box("bn_chip", "Accelerator", list(words.chips.values()))
        _box("bn_over", "Beside it", [*parameters.NOBODY.values(), *words.chips.values()])
        _box("llm", "LLM", list(words.llms.values()))
        _box("bn_precision", "Precision", list(words.precisions.values()))
    with st.container(horizontal=True):
        for name, (label, (low, high), hint) in NUMBERS.items():
            mirror(name)
            call = {"on_change": copied, "args": (name,), "key": f"page {name}", "width": NUMBER}
            call["help"] = explained(name, hint)
            st.number_input(label, low, high, None, step=1, placeholder=str(BATCH) if name == "batch" else None, **call)


def _box(name: str, label: str, options: list[str]) -> None:
    mirror(name)
    call = {"on_change": copied, "args": (name,), "key": f"page {name}", "width": BOX}
    index = None if name == "bn_precision" else 0
    st.selectbox(label, options, index, placeholder="as measured", **call)
