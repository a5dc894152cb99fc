"""Watts that the visitor types where none is published, of one chip: in words, and in the link."""

from data.parts import CHIP, RACK, chips_of
from data.pools import published_watts, typed_watts
from data.tables import vocabulary
from model.question import Question
from pages.ui.formats import count, listing
from pages.ui.values import number_text

FAR = 3.0  # times beyond every published chip: a slip of the unit rather than a chip
WAFER = "wse"


def unit(key: str) -> str:
    """Of what watts are typed: an LPU, a wafer, or a chip."""
    return "LPU" if key == RACK else "wafer" if key.startswith(WAFER) else "chip"


def typed(question: Question) -> str:
    """The typed watts with their unit, "your 600 W per LPU of Groq 3 LPX"; "" without any."""
    told = [
        f"{value:,.6g} W per {unit(key)} of {vocabulary().chips[key]}" for key, value in typed_watts(question).items()
    ]
    return f"your {listing(told)}" if told else ""


def sentences(question: Question) -> list[str]:
    """What the typed watts come to, and whether they can be those of one chip."""
    if not (said := typed(question)):
        return []
    found = typed_watts(question)
    rack = f": {count(found[RACK] * chips_of(RACK) / 1e3)} kW a rack of {chips_of(RACK)} LPUs" if RACK in found else ""
    return [f"Watts: {said}{rack}.", *filter(None, (_doubt(key, value) for key, value in found.items()))]


def _doubt(key: str, value: float) -> str:
    """A sentence where the watts lie far from every chip that was published; a wafer is like none of them."""
    low, high = published_watts()
    if key.startswith(WAFER) or low / FAR <= value <= FAR * high:
        return ""
    return (
        f"Doubtful: {value:,.6g} W per {unit(key)} lies far from every published chip, {count(low)} to "
        f"{count(high)} W; watts are those of one {unit(key)}{', not of a rack' if key == RACK else ''}."
    )


def replaced(watts: str, key: str, value: float | None) -> str:
    """The text of typed watts with those of one accelerator replaced or, with None, taken out; a rack's are its LPU's.

    The text may hold labels or keys, as it was typed.
    """
    chips = vocabulary().chips
    gone = {RACK, CHIP} if key == RACK else {key}
    names = {name.casefold() for each in gone for name in (each, chips[each])}
    parts = [part for part in watts.split(",") if part.strip()]
    kept = [part for part in parts if part.rpartition(":")[0].strip().casefold() not in names]
    own = CHIP if key == RACK else key
    return ",".join(kept if value is None else [*kept, f"{own}:{number_text(value)}"])
