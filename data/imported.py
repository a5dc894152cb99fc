"""What reading a results file takes and gives: what the visitor adds, and the report with the points."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

import polars as pl

from data.store import POINT_TYPES as POINT_TYPES

CHECKS = (
    *("rates agree", "speed is 1 / time per token", "requests in flight fit", "times are in order"),
    *("tails are slower", "experts fit the chips", "power is valid", "tails are recorded"),
    *("rates fit the requests in flight", "figures are plausible"),
)
HINTS = MappingProxyType(  # what a visitor may look for where a check is not passed
    {
        "rates fit the requests in flight": "are the rates per chip, over all chips?",
        "figures are plausible": "are the units right? A figure is far beyond all published ones",
    }
)
CHECK_TYPES = MappingProxyType({"id": pl.String, "check": pl.Enum(CHECKS), "passed": pl.Boolean})
_NAMED = ("id", "accelerator", "llm", "precision", "decoding", "engine", "workload", "cache_offload")
_COUNTED = ("concurrency", "chips", "tp", "ep", "requests", "requests_succeeded")
AGENTIC_STATISTICS = ("mean", "p50", "p75", "p90", "p95")
_TIMES = tuple(f"{time}_{part}_s" for time in ("ttft", "tpot", "itl", "e2e") for part in AGENTIC_STATISTICS)
AGENTIC_TYPES = MappingProxyType(
    dict.fromkeys(_NAMED, pl.String)
    | dict.fromkeys(_COUNTED, pl.Int32)
    | {"dp_attention": pl.Boolean, "disaggregated": pl.Boolean}
    | dict.fromkeys(("tput_total", "tput_output", "tput_input", "duration_s"), pl.Float64)
    | dict.fromkeys((f"interactivity_{part}" for part in AGENTIC_STATISTICS), pl.Float64)
    | dict.fromkeys((*_TIMES, "input_tokens_mean", "output_tokens_mean", "cache_hit_rate"), pl.Float64)
    | {"note": pl.String}
)
ASKABLE = MappingProxyType(
    {
        "chips": "the number of chips of the whole deployment",
        "accelerator": "the accelerator",
        "llm": "the LLM",
        "precision": "the precision of the weights",
        "isl": "the input length in tokens",
        "osl": "the output length in tokens",
    }
)


@dataclass(frozen=True, slots=True)
class Given:
    """What the visitor adds where a file does not say it, and what unknown names mean.

    `names` maps a spelling, or (kind, spelling) with the kinds of the vocabulary, to a key; pairs, so that it hashes.
    """

    chips: int | None = None
    accelerator: str | None = None
    llm: str | None = None
    precision: str | None = None
    engine: str | None = None
    decoding: str | None = None
    isl: int | None = None
    osl: int | None = None
    concurrency: int | None = None
    date: str | None = None
    names: tuple[tuple[str | tuple[str, str], str], ...] = ()


@dataclass(frozen=True, slots=True)
class Repair:
    """A cell that was read otherwise than it stands there, in words; rows count from 1, 0 is the whole file."""

    row: int
    field: str
    what: str


@dataclass(frozen=True, slots=True)
class Reject:
    """A row that was left out: the first field that forbids it, what stands there, and what would be right."""

    row: int
    field: str
    value: str
    right: str


@dataclass(frozen=True, slots=True)
class Report:
    """What was read from a file. `points` has the columns of POINTS, `agentic` those of AGENTIC_TYPES.

    `read` counts rows; `fault` says in a sentence why the file as a whole cannot be read; `asks` names the fields that
    the visitor must give; `unknown` holds (kind, spelling); `checks` has a row per point and check that could be made.
    """

    name: str
    format: str = ""
    fault: str = ""
    read: int = 0
    repaired: tuple[Repair, ...] = ()
    rejected: tuple[Reject, ...] = ()
    unknown: tuple[tuple[str, str], ...] = ()
    asks: tuple[str, ...] = ()
    points: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=dict(POINT_TYPES)))
    agentic: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=dict(AGENTIC_TYPES)))
    checks: pl.DataFrame = field(default_factory=lambda: pl.DataFrame(schema=dict(CHECK_TYPES)))

    @property
    def accepted(self) -> int:
        """Rows that became points, fixed-length and agentic."""
        return self.points.height + self.agentic.height

    def failed(self) -> list[str]:
        """A sentence's worth on each check that points did not pass, with how many of them."""
        counts = self.checks.filter(~pl.col("passed")).group_by("check").len().sort("check")
        return [f"{count:,} of {self.accepted:,}: {check}{_hint(check)}" for check, count in counts.iter_rows()]


def _hint(check: str) -> str:
    return f"; {HINTS[check]}" if check in HINTS else ""


class Unreadable(Exception):
    """Why a file as a whole cannot be read, as a sentence."""


class Wrong(Exception):
    """Why one row is left out."""

    def __init__(self, field: str, value: object, right: str) -> None:
        super().__init__(field, value, right)
        self.field, self.value, self.right = field, shown(value), right


Json = Mapping[str, object]
SHOWN = 80  # characters of a cell in a report


def shown(value: object) -> str:
    """A cell as text for a report or terminal, shortened, without control characters; unknown is empty."""
    text = "" if value is None else value if isinstance(value, str) else f"{value!r:.200}"
    text = "".join(c if c.isprintable() else "·" for c in text[: SHOWN + 1])
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"
