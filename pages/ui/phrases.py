"""How each axis is spoken of: the words sentences need for every x and y that the question can ask for."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from model.economics import METRICS
from model.question import POWER_BASES, Question
from pages.ui.formats import MOST_DIGITS, apart, compact, exact_seconds, number, seconds, speed


@dataclass(frozen=True, slots=True)
class Measure:
    """A y-axis in words."""

    what: str  # what is compared
    by: str  # opens a sentence about any measure but the usual one
    unit: str  # of a table's column
    noun: str  # of one value in a sentence; {power} is the word of the basis
    rank: str = "more"  # "more" is better, or less of "cost" or "energy"


@dataclass(frozen=True, slots=True)
class Axis:
    """An x-axis in words: a speed is a place ("at 100 tok/s/user"), a time a limit ("within 2 s to first token")."""

    every: str  # at every …
    unit: str  # after the value
    is_time: bool
    fastest: str  # what the fast end of a curve is called in a table
    short: str  # what the value is called, as in "no … recorded"
    end: str  # the fast end of a curve in a sentence
    ends: str  # what the curve does there
    one: str = ""  # after the value 1, where that differs
    at: str = "at "  # before a value where one looks
    there: str = ""  # after it, where that differs


MEASURES = {
    "tput_total_per_kw": Measure("tokens per watt", "per watt", "tok/s/kW", "mixed tok/s per {power} kW"),
    "tput_output_per_kw": Measure("output tokens per watt", "in output", "tok/s/kW", "output tok/s per {power} kW"),
    "tput_input_per_kw": Measure("input tokens per watt", "in input", "tok/s/kW", "input tok/s per {power} kW"),
    "tput_total_per_mw": Measure("tokens per watt", "per watt", "tok/s/MW", "mixed tok/s per {power} MW"),
    "tput_output_per_mw": Measure("output tokens per watt", "in output", "tok/s/MW", "output tok/s per {power} MW"),
    "tput_input_per_mw": Measure("input tokens per watt", "in input", "tok/s/MW", "input tok/s per {power} MW"),
    "tput_total": Measure("tokens per chip", "per chip", "tok/s/chip", "mixed tok/s per chip"),
    "tput_output": Measure("output tokens per chip", "in output per chip", "tok/s/chip", "output tok/s per chip"),
    "tput_input": Measure("input tokens per chip", "in input per chip", "tok/s/chip", "input tok/s per chip"),
    "usd_per_mtok_total": Measure("cost per token", "on cost", "USD/M tok", "USD per M mixed tokens", "cost"),
    "usd_per_mtok_output": Measure("cost per output token", "on cost", "USD/M tok", "USD per M output tokens", "cost"),
    "tok_per_usd": Measure("tokens per dollar", "per dollar", "tok/USD", "mixed tokens per USD"),
    "j_per_tok_total": Measure("energy per token", "on energy", "J/tok", "J per mixed token", "energy"),
    "j_per_tok_output": Measure("energy per output token", "on energy", "J/tok", "J per output token", "energy"),
}
MILLION = 999_500  # from here on a value is written 1.0M
USUAL = "tokens per watt"  # the measure that a headline need not name

_QUICKEST = "no point this quick; quickest {}"
_TIME = {"end": "quickest", "ends": "needs", "at": "within "}
AXES = {
    "interactivity": Axis(
        "at every speed", " tok/s/user", False, "no point this fast; fastest {}", "speed", "fastest", "ends at"
    ),
    "e2e_s": Axis("at every limit", " per request", True, _QUICKEST, "request time", **_TIME),
    "ttft_s": Axis("at every limit", " to first token", True, _QUICKEST, "first-token time", **_TIME),
    "tpot_s": Axis("at every limit", " per token", True, _QUICKEST, "time per token", **_TIME),
    "concurrency": Axis(
        "at every load",
        " requests in flight",
        False,
        "no point this full; fullest {}",
        "concurrency",
        "fullest",
        "ends at",
        " request in flight",
        "with at least ",
        " in flight",
    ),
}

EVIDENCE = {
    "A": "official measurement",
    "B": "official, rounded or reduced",
    "C": "third-party run",
    "V": "vendor result, partly witnessed",
    "P": "published curve or projection",
    "U": "your own results",
    "M": "model, not measured",
}
TIERS = {"owner": "owner’s cost", "neocloud": "neocloud price", "rental": "rental price", "custom": "your prices"}
WEAKEST_FIRST = ("M", "P", "V", "C", "B", "A")  # of others; a visitor's own (U) stand beside these


def measure(question: Question) -> Measure:
    """The y-axis in words."""
    return MEASURES[question.y]


def axis(question: Question) -> Axis:
    """The x-axis in words."""
    return AXES[question.x]


def value(y: float, question: Question) -> str:
    """One value of y with its unit and power basis: "19,641 mixed tok/s per rated kW", "39.0M mixed tokens per USD"."""
    return f"{compact(y) if y >= MILLION else number(y)} {noun(question)}"


def noun(question: Question) -> str:
    """What follows a value of y: "mixed tok/s per rated kW"."""
    return measure(question).noun.format(power=POWER_BASES[question.power].lower())


def bare(x: float, question: Question) -> str:
    """A value of x without the words after it: "100" or "2 s"; the pin as it was set, no other reads like it."""
    pin = _set(question)
    return next((text for text in _longer(x, question) if text != pin), pin) if x != question.pin else pin


def bares(xs: list[float], question: Question) -> list[str]:
    """Values of x that one sentence compares, without the words after them: different ones read differently."""
    texts = [bare(x, question) for x in xs]
    return texts if len(set(texts)) == len(set(xs)) else apart(xs, _written(question))


def amount(x: float, question: Question) -> str:
    """A value of x with its unit: "100 tok/s/user", "2 s to first token", "1 request in flight"."""
    text = bare(x, question)
    return text + unit(text, question)


def unit(text: str, question: Question) -> str:
    """What follows a value of x, as printed: " tok/s/user"."""
    return (text == "1" and axis(question).one) or axis(question).unit


def place(x: float, question: Question) -> str:
    """Where one looks: "at 100 tok/s/user", "within 2 s to first token", "with at least 100 in flight"."""
    text = bare(x, question)
    return axis(question).at + text + (axis(question).there or unit(text, question))


def _written(question: Question) -> Callable[[float, int], str]:
    return seconds if axis(question).is_time else speed


def _longer(x: float, question: Question) -> Iterator[str]:
    """A value of x with more and more digits."""
    return (_written(question)(x, more) for more in range(MOST_DIGITS))


def _set(question: Question) -> str:
    return exact_seconds(question.pin) if axis(question).is_time else f"{question.pin:,.6g}"


def title(question: Question) -> str:
    """The y-axis title: "Mixed tokens/s per rated kW", "USD per M output tokens, owner’s cost"."""
    counted = noun(question) + (f", {tier(question)}" if METRICS[question.y][1] == "usd_chip_hour" else "")
    return (counted[0].upper() + counted[1:]).replace("tok/s", "tokens/s")


def tier(question: Question) -> str:
    """What kind of price stands behind a cost: "owner’s cost"."""
    return TIERS[question.price]


def limits(question: Question) -> str:
    """The limits that thin the points out: "a first token within 3 s"; "" without any.

    A limit on the x-axis itself is shaded in the chart, not said.
    """
    bounds = {
        "ttft_s": (question.slo_ttft_s, lambda bound: f"a first token within {seconds(bound)}"),
        "e2e_s": (question.slo_e2e_s, lambda bound: f"the whole request within {seconds(bound)}"),
        "interactivity": (question.slo_interactivity, lambda bound: f"at least {speed(bound)} tok/s/user"),
    }
    said = [words(bound) for x, (bound, words) in bounds.items() if bound and x != question.x]
    return " and ".join(said) + (" in the p99" if said and question.slo_stat == "p99" else "")


def why_not(question: Question, reason: str) -> str:
    """Why a chip has no watts on this basis, without the advice that follows the reason."""
    return "no measured power published" if question.power == "measured" else reason.partition(";")[0]
