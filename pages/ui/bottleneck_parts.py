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


TIME = {
    "experts": Part("Expert weights", "reading expert weights", "#1F3A5F", "#5B86C4"),
    "dense": Part("Other weights", "reading the weights every token uses", "#4E7CAB", "#86AEDD"),
    "cache": Part("KV cache", "reading the KV cache", "#9CC0DE", "#C3DBF1"),
    "compute": Part("Arithmetic", "multiplying", "#2E7D6B", "#4DB79B"),
    "link": Part("Bytes of collectives", "sending bytes between chips", "#C0A6D8", "#D6C4E8"),
    "hops": Part("Latency of collectives", "waiting for messages between chips", "#7B519D", "#A37BC9"),
    "layers": Part("Fixed time of layers", "on the fixed time of its layers", "#8A7350", "#B39A6B"),
    "sequences": Part("Fixed time of sequences", "on the fixed time of its sequences", "#C4B08A", "#D9C9A0"),
    "prompts": Part("Waiting for prompts", "waiting for prompts read on the same chips", "#8F959E", "#7C8490"),
}
MEMORY = {
    "experts": TIME["experts"],
    "dense": TIME["dense"],
    "cache": TIME["cache"],
    "buffers": Part("Activations and buffers", "", "#8A7350", "#B39A6B"),
    "spare": Part("Kept free by the engine", "", "#C9CDD4", "#4A5262"),
    "free": Part("Free", "", "#F0F2F5", "#1C2230"),
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
