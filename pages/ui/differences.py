"""What two questions differ in, in the words of the sidebar: "Power basis: Rated here, Sustained there."."""

from data.tables import vocabulary
from model.question import Question
from pages.ui.formats import listing, number
from pages.ui.parameters import IMPLIED, WHAT_IFS, kinds
from pages.ui.values import Kind

LABELS = {
    "llm": "LLM",
    "isl": "Prompt tokens (ISL)",
    "osl": "Answer tokens (OSL)",
    "chip": "Accelerators",
    "precision": "Precision",
    "engine": "Engine",
    "grade": "Evidence",
    "decoding": "Decoding",
    "latest": "Newest run only",
    "since": "Not before",
    "until": "Not after",
    "batch_min": "Batch from",
    "batch_max": "Batch to",
    "batch": "Pinned batch",
    "x": "Horizontal axis",
    "y": "Vertical axis",
    "steps": "Staircase",
    "pin": "Pin",
    "power": "Power basis",
    "f": "Sustained share of rated",
    "pue": "PUE",
    "all_in_draw": "All-in counts the chip",
    "power_date": "Power as of",
    "watts": "Your watts per chip",
    "price": "Price",
    "price_date": "Prices as of",
    "prices": "Your prices, USD per chip-hour",
    "layer": "Points drawn",
    "slo_ttft_s": "First token within, s",
    "slo_interactivity": "Speed at least, tok/s",
    "slo_e2e_s": "Whole request within, s",
    "slo_stat": "Tested on",
    "if_chip": "Accelerator changed",
} | {name: label for name, (label, _) in WHAT_IFS.items()}
"""Parameter -> what the sidebar calls it, of all that bears on the frontier's numbers."""


def differences(here: Question, there: Question) -> list[str]:
    """One sentence for each choice in which two questions differ, in the order of the sidebar's parameters."""
    told = kinds()
    return [
        f"{label}: {written(name, told[name], here)} here, {written(name, told[name], there)} there."
        for name, label in LABELS.items()
        if getattr(here, name) != getattr(there, name)
    ]


def written(name: str, kind: Kind, question: Question) -> str:
    """The value of one parameter as the sidebar shows it; "all" or "not set" where nothing is chosen."""
    value = getattr(question, name)
    if name in ("watts", "prices"):
        return listing([f"{vocabulary().chips[chip]} {number(amount)}" for chip, amount in value]) or "not set"
    if kind.many:
        items = value or IMPLIED.get(name, ())
        return listing([kind.write(item) for item in items]) or "all"
    if isinstance(value, bool):
        return "on" if value else "off"
    return "not set" if value is None else kind.write(value)
