"""One value of a link, both ways: text a visitor typed becomes a value or a sentence saying what would be right."""

import math
import re
import unicodedata
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from difflib import get_close_matches
from types import MappingProxyType

LONGEST = 200  # characters of one value; no name, number or date is longer
LONGEST_NAME = 40  # characters of what a visitor calls a series
QUOTED = 40  # characters of the visitor's text repeated in a note
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d{1,3})?", re.ASCII)
ISO_DATE = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
FIRST_DATE, LAST_DATE = date(2000, 1, 1), date(2099, 12, 31)

Value = str | int | float | bool | tuple[str, float] | tuple[str, str]


class Unreadable(ValueError):
    """The text is not a value of this parameter; the message, a clause, says what would be."""


@dataclass(frozen=True, slots=True)
class Kind:
    """How one parameter is read and written. `many` ones are repeated and kept in the order of `rank`."""

    read: Callable[[str], Value]
    write: Callable[[Value], str]
    many: bool = False
    rank: tuple[str, ...] = ()
    longest: int = LONGEST  # characters


def quoted(text: str) -> str:
    """The visitor's text, at most 40 characters of it, with nothing unprintable."""
    shown = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text.strip()[:QUOTED])
    return f"“{shown}{'…' if len(text) > QUOTED else ''}”"


def folded(text: str) -> str:
    """A name without the differences nobody means: case, composed accents, spaces, underscores and hyphens."""
    return re.sub(r"[\s_-]+", " ", unicodedata.normalize("NFC", text)).strip().casefold()


def number_text(value: float) -> str:
    """The shortest text that reads back as the same number; whole numbers have no point, as widgets write them."""
    return str(int(value)) if float(value).is_integer() and abs(value) < 1e15 else repr(float(value))


def choice(labels: Mapping[str, str], aliases: Mapping[str, str] = MappingProxyType({})) -> Kind:
    """One of `labels` (key -> label), by key, label or alias."""
    keys = {folded(name): key for name, key in aliases.items() if key in labels}
    keys |= {folded(label): key for key, label in labels.items()} | {folded(key): key for key in labels}

    def read(text: str) -> str:
        key = keys.get(folded(text))
        if key is None:
            raise Unreadable(suggestion(text, labels, keys))
        return key

    return Kind(read, labels.__getitem__)


def suggestion(text: str, labels: Mapping[str, str], keys: Mapping[str, str]) -> str:
    """What a misspelt name may have meant, or else the first names there are."""
    close = get_close_matches(folded(text[:QUOTED]), keys, n=1, cutoff=0.7)
    if close:
        return f"is not known (did you mean “{labels[keys[close[0]]]}”?)"
    names = list(labels.values())
    return f"is not known (allowed: {', '.join(names[:12])}{' …' if len(names) > 12 else ''})"


def text(longest: int = LONGEST) -> Kind:
    """Any printable words."""

    def read(text: str) -> str:
        if not text.isprintable():
            raise Unreadable("holds what cannot be printed")
        return text.strip()

    return Kind(read, str, longest=longest)


def title() -> Kind:
    """A short printable name without the comma and the colon that divide names in a link."""

    def read(text: str) -> str:
        text = " ".join(text.split())
        if not (text and text.isprintable() and len(text) <= LONGEST_NAME) or "," in text or ":" in text:
            raise Unreadable(f"is not a name of at most {LONGEST_NAME} characters without comma and colon")
        return text

    return Kind(read, str)


def several(one: Kind, rank: Iterable[str]) -> Kind:
    """Any number of values of `one`, kept in the order of `rank`."""
    return Kind(one.read, one.write, many=True, rank=tuple(rank))


def real(low: float, high: float = math.inf, above: bool = False) -> Kind:
    """A finite number from `low` (or, with `above`, above it) to `high`."""
    wanted = f"{'above' if above else 'from'} {low:,.10g}" + (f" to {high:,.10g}" if math.isfinite(high) else "")

    def read(text: str) -> float:
        value = float(text) if NUMBER.fullmatch(text.strip()) else math.nan
        if not (math.isfinite(value) and low <= value <= high and not (above and value == low)):
            raise Unreadable(f"is not a number {wanted}")
        return value

    return Kind(read, number_text)


def whole(low: int, high: int) -> Kind:
    """A whole number from `low` to `high`; 8192.0 and 1e3 are whole too."""

    def read(text: str) -> int:
        value = float(text) if NUMBER.fullmatch(text.strip()) else math.nan
        if not (low <= value <= high and value.is_integer()):
            raise Unreadable(f"is not a whole number from {low:,} to {high:,}")
        return int(value)

    return Kind(read, number_text)


def flag() -> Kind:
    """On or off, in the usual spellings; written as the browser does."""
    words = {"true": True, "1": True, "on": True, "yes": True, "false": False, "0": False, "off": False, "no": False}

    def read(text: str) -> bool:
        if (value := words.get(folded(text))) is None:
            raise Unreadable("is neither true nor false")
        return value

    return Kind(read, lambda value: "true" if value else "false")


def day() -> Kind:
    """A day as ISO text, YYYY-MM-DD, of this century."""

    def read(text: str) -> str:
        try:
            value = date.fromisoformat(text) if ISO_DATE.fullmatch(text := text.strip()) else None
        except ValueError:
            value = None
        if value is None or not FIRST_DATE <= value <= LAST_DATE:
            raise Unreadable("is not a day of this century written as YYYY-MM-DD")
        return text

    return Kind(read, str)


def assigned(name: Kind, amount: Kind, rank: Iterable[str], of: str = "number") -> Kind:
    """`name:number` pairs such as b200:900; several are separated by commas. `of` says what stands after the colon."""

    def read(text: str) -> tuple[str, Value]:
        left, colon, right = text.rpartition(":")
        if not colon:
            raise Unreadable(f"is not written as name:{of}")
        return name.read(left), amount.read(right)

    return Kind(read, lambda pair: f"{pair[0]}:{amount.write(pair[1])}", many=True, rank=tuple(rank))
