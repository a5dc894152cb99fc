"""The choices and charts of the accuracy page. They stay in the session: the address bar asks the frontier."""

import polars as pl
import streamlit as st

from data import accuracy
from data.tables import vocabulary
from pages.ui import accuracy_asides as asides
from pages.ui import accuracy_charts as charts
from pages.ui.accuracy import QUANTITIES, SPLITS, textbook
from pages.ui.accuracy_scatter import scatter, verdict
from pages.ui.theme import Colours, colours
from pages.ui.widgets import plain

EVERY = "All"
CONFIG = {"displayModeBar": False, "scrollZoom": False, "responsive": True}


def quantity(key: str) -> str:
    """The key of the quantity whose errors are shown."""
    return _one("Errors of", QUANTITIES, key)


def split(key: str) -> str:
    """The key of the split that is shown."""
    return _one("Left out and predicted", SPLITS, key)


def _points(split: str, quantity: str) -> pl.DataFrame:
    """The points of a split that the visitor's accelerator, LLM and precision name; perhaps none."""
    rows, words = accuracy.judged(split, quantity), vocabulary()
    kinds = {"accelerator": ("Accelerator", words.chips), "llm": ("LLM", words.llms)}
    kinds |= {"precision": ("Precision", words.precisions)}
    for place, (column, (label, names)) in zip(st.columns(3), kinds.items(), strict=True):
        known = set(accuracy.points()[column])
        options = {EVERY: None} | {shown: key for key, shown in names.items() if key in known}
        with place:
            chosen = options[st.selectbox(label, list(options), key=f"accuracy {column}")]
        rows = rows if chosen is None else rows.filter(pl.col(column) == chosen)
    return rows


def errors(split: str, quantity: str) -> None:
    """Errors by accelerator: on all points of a split, and on those that the peer predicts too."""
    st.caption(f"{QUANTITIES[quantity]}: mean error on all points of the split, logarithmic; further left is better.")
    _draw(charts.errors(split, quantity, False, _look()), "accuracy errors")
    _aside(asides.absent(split, quantity))
    if accuracy.judged(split, quantity, peers_only=True).is_empty():
        st.caption("The peer predicts none of these points.")
        return
    st.caption(plain(f"The same on the points that {accuracy.peer_name()} predicts too. {textbook()}"))
    _aside(asides.beaten(split, quantity))
    _draw(charts.errors(split, quantity, True, _look()), "accuracy peer")


def pairs(split: str, quantity: str) -> None:
    """Predicted against measured, with the cell's accelerator, LLM and precision to choose."""
    rows = _points(split, quantity)
    if rows.is_empty():
        st.info(f"No point of this choice was left out and judged in “{SPLITS[split]}”.")
        return
    st.caption(plain(verdict(split, quantity, rows)))
    _draw(scatter(split, quantity, rows, _look()), "accuracy points")


def band(split: str) -> None:
    """Coverage of the band by accelerator."""
    st.caption("Share of measured throughputs inside the band around the prediction; between 85 and 95 % passes.")
    _draw(charts.coverage(split, _look()), "accuracy band")
    _aside(asides.absent(split, "band"))


def _aside(text: str) -> None:
    if text:
        st.caption(plain(text))


def _look() -> Colours:
    return colours(st.context.theme.type or "light")


def _draw(figure: charts.Figure, key: str) -> None:
    st.plotly_chart(figure, key=key, theme=None, config=CONFIG, alt=figure["layout"]["meta"])


def _one(label: str, names: dict[str, str], key: str) -> str:
    shown = st.pills(label, list(names.values()), default=next(iter(names.values())), required=True, key=key)
    return next(name for name, text in names.items() if text == shown)
