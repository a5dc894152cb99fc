"""What the bare address of a page asks, where it is not what the frontier opens on."""

from dataclasses import replace

from model.question import Question
from pages.ui.presets import OPENING
from pages.ui.sizing_presets import OPENING_OF_SIZING

_USUAL = replace(OPENING.question, ghost="none")
OPENINGS: dict[str, Question] = {  # address of the page -> question; chips and precision serve the pages beside it
    "sizing": OPENING_OF_SIZING.question,
    "bottleneck": replace(_USUAL, bn_chip="jalapeno", bn_over="gb300"),
    "pools": replace(_USUAL, y="tput_output_per_kw"),  # as Vera Rubin's curve was published
    "demand": replace(_USUAL, lead_of="jalapeno", lead_over="gb300"),
}
