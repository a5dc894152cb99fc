"""Numbers as text: one format per kind of quantity, the same in every sentence, table and hover."""

import math
from collections.abc import Callable, Sequence

from model.question import Question

UNKNOWN = "–"
NOT_RECORDED = "not recorded"
MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
SPELLED = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
MOST_DIGITS = 5  # added to tell two numbers apart


def is_known(value: float | None) -> bool:
    """Whether there is a finite number to print."""
    return value is not None and math.isfinite(value)


def number(value: float | None) -> str:
    """A quantity in full: 85,448 from 100 up, three significant digits below."""
    if not is_known(value):
        return UNKNOWN
    return f"{value:,.0f}" if abs(value) >= 99.95 or value == 0 else _significant(value)


def count(value: float | None) -> str:
    """A whole number of things: 2,048."""
    return f"{value:,.0f}" if is_known(value) else UNKNOWN


def compact(value: float | None) -> str:
    """A quantity for a table: 17.8k, 1.2M, 567, 0.0213."""
    if not is_known(value):
        return UNKNOWN
    for size, suffix in ((1e6, "M"), (1e3, "k")):
        if value >= size * 0.9995:
            return f"{value / size:.1f}{suffix}"
    return number(value)


def span(low: str, high: str) -> str:
    """Two formatted numbers as a range; a shared suffix is written once: 2.8–11.6k."""
    shared = low[-1:] == high[-1:] and not low[-1:].isdigit()
    return f"{low[:-1] if shared else low}–{high}"


def ratio(value: float | None) -> str:
    """How many times, one decimal below 10 and whole above: 1.9×, 12×."""
    if not is_known(value):
        return UNKNOWN
    return f"{value:.1f}×" if value < 9.95 else f"{value:,.0f}×"


def seconds(value: float | None, more: int = 0) -> str:
    """A time [s]: 12 s, 4.5 s, 175 ms, 9.84 ms; with `more` digits where two would read alike."""
    if not is_known(value):
        return UNKNOWN
    if value < 0.9995:
        return f"{_trimmed(_significant(value * 1000, 3 + more))} ms"
    return f"{_trimmed(f'{value:,.{more + (value < 9.95)}f}')} s"


def brief_seconds(value: float | None) -> str:
    """A time [s] for a table: 12 s, 4.5 s, 0.3 s, and milliseconds below 0.1 s."""
    if not is_known(value):
        return UNKNOWN
    return seconds(value) if value >= 0.9995 else f"{value:.1f} s" if value >= 0.0995 else _short_ms(value)


def speed(value: float | None, more: int = 0) -> str:
    """A speed for one user [tok/s/user] without its unit: whole from 10 up, one decimal below, 0.05 below one.

    With `more` digits where two would read alike.
    """
    if not is_known(value):
        return UNKNOWN
    return _trimmed(f"{value:,.{more + (value < 9.95)}f}" if value >= 0.95 else _significant(value, 2 + more))


def exact_seconds(value: float) -> str:
    """A time [s] that was set, not measured, with the digits it was set with: 1.75 s, 175 ms."""
    return f"{value:,.6g} s" if value >= 1 else f"{value * 1000:,.6g} ms"


def apart(values: Sequence[float], written: Callable[[float, int], str]) -> list[str]:
    """`values` in the order given, with as few digits as tell different ones apart; `written` takes more digits."""
    for more in range(MOST_DIGITS):
        texts = [written(value, more) for value in values]
        if len(set(texts)) == len(set(values)):
            return texts
    return texts


def requests(value: float | None) -> str:
    """Requests in flight with their noun: 1 request in flight, 2,048 requests in flight."""
    return f"{count(value)} {'request' if count(value) == '1' else 'requests'} in flight"


def watts(value: float | None) -> str:
    """Watts without their unit: 1,400."""
    return count(value)


def tokens(length: int) -> str:
    """A prompt or answer length: 8k for 8,192, else in full."""
    return f"{length // 1024}k" if length and length % 1024 == 0 else f"{length:,}"


def month(day: str) -> str:
    """An ISO date or month as a month: Sep 2026."""
    return f"{MONTHS[int(day[5:7]) - 1]} {day[:4]}"


def spelled(how_many: int) -> str:
    """A small count as a word: seven; in digits from thirteen."""
    return SPELLED[how_many] if how_many < len(SPELLED) else f"{how_many:,}"


def workload(question: Question) -> str:
    """The lengths asked for: 8k in, 1k out."""
    return f"{tokens(question.isl)} in, {tokens(question.osl)} out"


def listing(words: list[str] | tuple[str, ...], last: str = "and") -> str:
    """Words joined as a sentence does: A, B and C."""
    return f" {last} ".join(filter(None, (", ".join(words[:-1]), words[-1]))) if words else ""


def plural(how_many: int, one: str, many: str = "") -> str:
    """A count with its noun: 1 point, 1,200 points."""
    return f"{how_many:,} {one if how_many == 1 else many or one + 's'}"


def _short_ms(value: float) -> str:
    return f"{_significant(value * 1000, 2)} ms"


def _trimmed(text: str) -> str:
    """A number without the zeros that end its decimals."""
    return text.rstrip("0").rstrip(".") if "." in text else text


def _significant(value: float, digits: int = 3) -> str:
    decimals = max(0, digits - 1 - math.floor(math.log10(abs(value))))
    return f"{value:.{decimals}f}"
