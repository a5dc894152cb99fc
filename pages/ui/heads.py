"""What stands above the columns of the frontier page's tables: name, unit, and the glossary's words."""

import streamlit as st

from pages.ui.terms import of_head


def number(label: str, form: str = "localized") -> object:
    """A column of numbers with what the glossary says of its head."""
    return st.column_config.NumberColumn(label, format=form, help=of_head(label) or None)


def _text(label: str) -> object:
    return st.column_config.TextColumn(label, help=of_head(label) or None)


def _address(label: str) -> object:
    return st.column_config.LinkColumn(label, display_text="open")


HEADS = {
    "chip": "Accelerator",
    "x": None,
    "y": None,
    "y_low": None,
    "y_high": None,
    "precision": "Precision",
    "decoding": _text("Decoding"),
    "engine": "Engine",
    "chips": "Chips",
    "concurrency": number("Requests in flight"),
    "ttft_s": number("First token, s"),
    "e2e_s": number("Whole request, s"),
    "watts_per_chip": number("W per chip"),
    "grade": "Grade",
    "date": "Date",
    "source": _address("Source"),
    "run_url": _address("Run"),
}
ASSUMED = {
    "accelerator": "Accelerator",
    "watts_per_chip": number("W per chip"),
    "how": "How",
    "power_source": _address("Source of watts"),
    "power_date": "Date of watts",
    "power_grade": "Standing",
    "usd_chip_hour": number("USD per chip-hour", "%.2f"),
    "price_source": _address("Source of price"),
    "price_date": "Date of price",
}


X_HEADS = {  # with the unit, which a choice of the axis leaves out
    "interactivity": "Speed per user, tok/s",
    "e2e_s": "Whole request, s",
    "ttft_s": "First token, s",
    "tpot_s": "Time per token, s",
    "concurrency": "Requests in flight",
}
