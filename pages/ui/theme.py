"""Colours, markers and widths of every chart: the same accelerator has the same colour on every page."""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from data.yours import accelerator_of

# Family by hue, newer chip darker on light; Jalapeño is the only warm strong colour. tests/test_theme.py holds the
# contrast and the smallest colour difference of any two, also as seen by colour-blind eyes.
# accelerator: light line and text, dark line and text; texts stand on the page and on the tint of a chosen row
_PALETTE = {
    "jalapeno": ("#C33203", "#C33203", "#F76800", "#F76800"),
    "gb300": ("#084C9E", "#084C9E", "#5A7DBE", "#6687C3"),
    "gb200": ("#159AD4", "#0B77A8", "#7FEEFE", "#7FEEFE"),
    "b300": ("#521B4B", "#521B4B", "#C190FD", "#C190FD"),
    "b200": ("#9E618A", "#975D84", "#E89EB5", "#E89EB5"),
    "mi355x": ("#207D5B", "#207D5B", "#2FB66D", "#2FB66D"),
    "h200": ("#CA7F24", "#A0610F", "#FFE118", "#FFE118"),
    "h100": ("#5A545C", "#5A545C", "#FCF5F4", "#FCF5F4"),
    "mi325x": ("#344325", "#344325", "#6C8262", "#788D6F"),
    "mi300x": ("#8F9668", "#6C734E", "#CCE493", "#CCE493"),
    "vr200": ("#8D3BE7", "#8D3BE7", "#D03DF5", "#D24BF6"),
    "tpu-v7": ("#9C8384", "#7F6A6B", "#C8BE9D", "#C8BE9D"),
}
_OTHER = ("#7A808C", "#5C626D", "#8C93A1", "#8C93A1")
KEYS = tuple(_PALETTE)

# grade: Plotly symbol, hollow (filled with the background)
MARKERS = {
    "A": ("circle", False),
    "B": ("circle", True),
    "V": ("diamond", False),
    "C": ("x-thin", True),
    "P": ("square", True),
    "M": ("triangle-up", True),
    "U": ("star", False),
}

LINE, LINE_HIGHLIGHTED = 2.2, 3.4
KNOT, KNOT_HIGHLIGHTED, KNOT_OUTLINE = 6.0, 8.5, 1.6
DUST = 4.0
OWN_KNOT, OWN_DUST = 10.0, 6.5  # a star looks smaller than a circle of its size
PLATEAU, PLATEAU_OPACITY = 1.3, 0.5
PALE_WIDTH, PALE_OPACITY = 0.55, 0.45  # share of the line's width; "nobody measured here"
GHOST = 2.0
GHOST_DASH = "2px,4px"
SECOND, SECOND_DASH = 2.2, "9px,3px,2px,3px"  # of a compared question
MODEL_DASH, WHAT_IF_DASH, MODEL_LINE = "5px,4px", "12px,4px", 1.2
MODEL_PALE = 0.5  # opacity of a dashed line beside a measured one
OPERATING, MODEL_KNOT = 13.0, 4.5
MODEL_BAND = 0.055  # opacity; of a chip that only the model speaks of twice as much
ENVELOPE, ENVELOPE_OPACITY = 11.0, 0.13


@dataclass(frozen=True, slots=True)
class Colours:
    """One theme's colours; `line` and `text` are by accelerator key and hold the twelve known ones."""

    dark: bool
    background: str
    tint: str
    ink: str
    muted: str
    grid: str
    axis: str
    dust_opacity: float
    other_line: str
    other_text: str
    lines: Mapping[str, str]
    texts: Mapping[str, str]

    def line(self, accelerator: str) -> str:
        """Colour of curves, knots and bars; a neutral grey for an accelerator without its own."""
        return self.lines.get(accelerator_of(accelerator), self.other_line)

    def text(self, accelerator: str) -> str:
        """Colour of the accelerator's name, readable on the background and its tint."""
        return self.texts.get(accelerator_of(accelerator), self.other_text)


def _column(index: int) -> Mapping[str, str]:
    return MappingProxyType({key: row[index] for key, row in _PALETTE.items()})


_LIGHT = Colours(
    dark=False,
    background="#FFFFFF",
    tint="#F5F6F8",
    ink="#1F2430",
    muted="#686F7D",
    grid="#E9EBEF",
    axis="#C3C8D0",
    dust_opacity=0.30,
    other_line=_OTHER[0],
    other_text=_OTHER[1],
    lines=_column(0),
    texts=_column(1),
)
_DARK = Colours(
    dark=True,
    background="#0E1117",
    tint="#191E29",
    ink="#F2F4F8",
    muted="#9AA3B2",
    grid="#232936",
    axis="#4A5262",
    dust_opacity=0.45,
    other_line=_OTHER[2],
    other_text=_OTHER[3],
    lines=_column(2),
    texts=_column(3),
)


def colours(theme_type: str | None) -> Colours:
    """The colours of Streamlit's theme type: "dark", or light for anything else."""
    return _DARK if theme_type == "dark" else _LIGHT
