"""The questions offered by name; the first one is what a bare link asks."""

from dataclasses import dataclass, replace

from model.question import Question


@dataclass(frozen=True, slots=True)
class Preset:
    """A question with a short name and one line about what it shows."""

    name: str
    line: str
    question: Question


_OPENING = Question(
    chip=("jalapeno", "gb300", "gb200", "b300", "b200", "mi355x"),
    precision=("fp4",),
    ghost="sustained",
    layer=("published", "model"),
)

OPENING = Preset("Tokens per watt", "DeepSeek-R1 in FP4, plain decoding, per rated kW.", _OPENING)

PRESETS = (
    OPENING,
    Preset(
        "Best public points",
        "Jalapeño against the best published FP4 point of any chip and date, plain decoding, per rated kW.",
        replace(_OPENING, chip=(), latest=False, ghost="none", front="both", layer=("published",)),
    ),
    Preset(
        "550 W for Jalapeño",
        "Its sustained draw against the rated power of the others: one-sided.",
        replace(_OPENING, power="sustained", ghost="none"),
    ),
    Preset(
        "550 W, all derated",
        "Every other chip at 0.786 of its rating too, the share that 550 W is of Jalapeño's 700 W.",
        replace(_OPENING, power="sustained", f=0.786, ghost="none"),
    ),
    Preset(
        "With speculative decoding",
        "Multi-token prediction on the GPUs beside plain decoding.",
        replace(_OPENING, decoding=("plain", "mtp")),
    ),
    Preset(
        "First token within 2 s",
        "Who gives most tokens per rated kW when the first token may take two seconds.",
        replace(_OPENING, x="ttft_s", pin=2.0),
    ),
    Preset(
        "All-in power",
        "With each chip's share of host, network and switches.",
        replace(_OPENING, power="all_in", ghost="none"),
    ),
    Preset("Per chip", "Tokens per chip: power plays no part.", replace(_OPENING, y="tput_total", ghost="none")),
    Preset(
        "Vera Rubin's curve",
        "Its published curve, not verified, in output tokens per rated kW, with speculative decoding.",
        replace(
            _OPENING,
            chip=("jalapeno", "gb300", "gb200", "vr200"),
            decoding=("plain", "mtp"),
            y="tput_output_per_kw",
            ghost="none",
        ),
    ),
    Preset(
        "Without the model",
        "The same picture with published points alone.",
        replace(_OPENING, layer=("published",)),
    ),
    Preset("gpt-oss-120b", "The same picture for a small open LLM.", replace(_OPENING, llm="gpt-oss-120b")),
    Preset("Kimi-K2.5", "The same picture for a large agentic LLM.", replace(_OPENING, llm="Kimi-K2.5")),
)
