"""The parts that time and memory are taken apart into: their names, colours, and the table that is their legend."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

from pages.ui.formats import number, seconds
from pages.ui.theme import Colours


@dataclass(frozen=True, slots=True)
class Part:
    """One part of a bar: what it is called, what a chip does in it, and its colour on light and on dark."""

    name: str
    doing: str  # "spends 40 % of its time per token …"
    light: str
    dark: str

    def mid(self) -> str:
        """The name within a sentence."""
        return self.name if self.name[1].isupper() else self.name[0].lower() + self.name[1:]

    def colour(self, ink: Colours) -> str:
        """The colour on the visitor's theme."""
        return self.dark if ink.dark else self.light


# Memory is blue, the network violet, fixed time brown; any two differ by 14 and more (CIEDE2000), also to colour-blind
# eyes (tests/test_bottleneck.py).
TIME = {
    "experts": Part("Expert weights", "reading expert weights", "#19232E", "#5478D4"),
    "dense": Part("Other weights", "reading the weights every token uses", "#426FBB", "#9AB6E4"),
    "cache": Part("KV cache", "reading the KV cache", "#C3D4DF", "#E8EEF2"),
    "compute": Part("Arithmetic", "multiplying", "#2C5447", "#2EAD6D"),
    "link": Part("Bytes of collectives", "sending bytes between chips", "#D48DE3", "#C17E9F"),
    "hops": Part("Latency of collectives", "waiting for messages between chips", "#78226D", "#A73989"),
    "layers": Part("Fixed time of layers", "on the fixed time of its layers", "#937035", "#615338"),
    "sequences": Part("Fixed time of sequences", "on the fixed time of its sequences", "#D6D1A1", "#E5DE92"),
    "prompts": Part("Waiting for prompts", "waiting for prompts read on the same chips", "#7E858A", "#494C50"),
}
MEMORY = {
    "experts": TIME["experts"],
    "dense": TIME["dense"],
    "cache": TIME["cache"],
    "buffers": Part("Activations and buffers", "", "#937035", "#615338"),
    "spare": Part("Kept free by the engine", "", "#9AA0A6", "#6B7076"),
    "free": Part("Free", "", "#FCFCFD", "#1C2230"),
}


def legend(parts: Mapping[str, Part], heads: Sequence[str], cells: Mapping[str, Sequence[str]], ink: Colours) -> str:
    """A table with a swatch per part and one column per accelerator; a part without any cell is left out."""
    above = "".join(f"<th>{escape(head)}</th>" for head in ("Part", *heads))
    rows = "".join(_row(part, heads, cells[key], ink) for key, part in parts.items() if any(cells[key]))
    return f'<div class="sv-rows sv-parts"><table><thead><tr>{above}</tr></thead><tbody>{rows}</tbody></table></div>'


def _row(part: Part, heads: Sequence[str], cells: Sequence[str], ink: Colours) -> str:
    swatch = f'<span class="sv-swatch" style="background:{part.colour(ink)}"></span>'
    told = "".join(
        f'<td data-head="{escape(head)}">{escape(text)}</td>' for head, text in zip(heads, cells, strict=True)
    )
    return f"<tr><td>{swatch}{escape(part.name)}</td>{told}</tr>"


def percent(share: float) -> str:
    """A share in whole percent; below half a percent one digit: 48 %, 0.3 %."""
    return f"{100 * share:.0f} %" if share >= 0.0095 else f"{100 * share:.1g} %"


def microseconds(value: float) -> str:
    """A short time [s]: 5.22 ms, below 0.01 ms in microseconds."""
    return seconds(value) if value >= 1e-5 else f"{1e6 * value:.2g} µs"


def gigabytes(size: float) -> str:
    """Bytes as decimal gigabytes: 48.7 GB, 181 GB."""
    return f"{number(size / 1e9)} GB"
