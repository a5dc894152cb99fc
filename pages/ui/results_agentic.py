"""The visitor's agentic rows: prompts and answers of no fixed length, so a list of their own and on no axis."""

from collections.abc import Sequence

import polars as pl
import streamlit as st

from data.catalogue import NAMED
from data.tables import vocabulary
from pages.ui.formats import UNKNOWN, plural
from pages.ui.terms import of_head

HEADS = {
    "accelerator": "Accelerator",
    "llm": "LLM",
    "precision": "Precision",
    "engine": "Engine",
    "workload": "Workload",
    "concurrency": "Requests in flight",
    "chips": "Chips",
    "tput_total": "Mixed, tok/s/chip",
    "tput_output": "Output, tok/s/chip",
    "interactivity_p50": "Speed p50, tok/s/user",
    "interactivity_p90": "Speed p90, tok/s/user",
    "ttft_p50_s": "First token p50, s",
    "e2e_p50_s": "Whole request p50, s",
    "input_tokens_mean": "Prompt tokens, mean",
    "output_tokens_mean": "Answer tokens, mean",
    "cache_hit_rate": "Cache hits, share",
    "note": "Note",
}


def rows(frames: Sequence[pl.DataFrame]) -> pl.DataFrame:
    """The agentic rows of several files in the columns of HEADS, in words."""
    if not frames:
        return pl.DataFrame(schema=dict.fromkeys(HEADS, pl.String))
    names = [pl.col(column).replace(dict(getattr(vocabulary(), kind))) for column, kind in NAMED.items()]
    return pl.concat(frames).select(list(HEADS)).with_columns(names).with_columns(pl.col(pl.Float64).round_sig_figs(5))


def listed(frames: Sequence[pl.DataFrame]) -> None:
    """The list, where there is a row."""
    found = rows(frames)
    if found.is_empty():
        return
    said = f"{plural(found.height, 'agentic row')} of yours: no fixed lengths, so on no axis, in no count and no file."
    with st.expander(said, key="agentic"):
        st.dataframe(found, column_config=_config(), hide_index=True, placeholder=UNKNOWN, alt=said)


def _config() -> dict[str, object]:
    """What stands above each column, with its meaning where the glossary has one."""
    return {name: st.column_config.Column(head, help=of_head(head) or None) for name, head in HEADS.items()}
