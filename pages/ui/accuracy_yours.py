"""The model held against a visitor's own points: how many could be judged, its mean error, and every pair as CSV."""

from functools import partial

import polars as pl
import streamlit as st

from data.blind import scored as scores
from data.sample import TARGETS
from data.spreadsheet import safe
from data.yours import Yours
from pages.ui.formats import count, listing, plural
from pages.ui.passports import table
from pages.ui.widgets import plain

TITLE = "The model on your points"
NAMES = {"tpot_s": "Time per token (TPOT)", "tput_output": "Output throughput", "ttft_s": "First token (TTFT)"}
SEEN = {
    "errors": "Points the model has not seen",
    "errors_fitted": "Points that are part of its fit, as they are public",
}
HEADS = {"what": "Quantity", "n": "Points", "mape": "Mean error", "median": "Median", "p90": "Nine in ten below"}


def scored(own: Yours) -> None:
    """Nothing without points; else the errors of the committed calibration on all of them, whatever is asked."""
    if not own:
        return
    found = scores(own.points)
    st.header(TITLE, anchor="yours")
    st.caption(plain(summary(found, own.points.height)))
    if found["n"]:
        for key, title in SEEN.items():
            if found[key] and any(told["n"] for told in found[key].values()):
                st.caption(title)
                st.html(table(errors(found[key]), HEADS))
        made = partial(safe, pl.DataFrame(found["rows"]).fill_nan(None))
        name = "scoville-your-errors.csv"
        st.download_button("Your points and predictions", made, name, "text/csv", key="csv scored", on_click="ignore")


def summary(found: dict, of: int) -> str:
    """How many of the points are judged and why the others are not."""
    said = f"{count(found['n'])} of your {plural(of, 'point')} can be judged, with the committed calibration."
    dropped = [f"{why}: {n:,}" for why, n in sorted(found["dropped"].items(), key=lambda one: -one[1])]
    return said + (f" Not judged: {listing(dropped)}." if dropped else "")


def errors(told: dict) -> pl.DataFrame:
    """One row per quantity: points with it, mean, median and 90th percentile of the error in percent."""
    rows = []
    for name in TARGETS:
        own = told[name]
        shown = {key: f"{own[key]:.1f} %" for key in ("mape", "median", "p90")} if own["n"] else {}
        rows.append({"what": NAMES[name], "n": count(own["n"])} | dict.fromkeys(("mape", "median", "p90"), "") | shown)
    return pl.DataFrame(rows)
