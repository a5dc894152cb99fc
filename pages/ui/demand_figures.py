"""Numbers of the demand page as text: powers with a prefix, factors, shares, and when a result means nothing."""

from math import floor, log10

from pages.ui.formats import is_known, number
from pages.ui.frame import short
from pages.ui.values import number_text

PREFIXES = ((1e6, "TW"), (1.0, "MW"), (1e-3, "kW"), (1e-6, "W"))  # in MW
MOST_MW, LEAST_MW = 1e9, 1e-6  # beyond is not written out: a thousand TW, and a watt
FLEET_MW = 1e6, 1e-3  # the largest and the smallest fleet that can be typed
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def power(value: float) -> str:
    """Power of a fleet [MW] with its unit: 107 MW, 1.50 TW, 20 W; above 1,000 TW and below 1 W only that."""
    if not is_known(value) or value > MOST_MW * (1 + 1e-9):
        return "more than 1,000 TW"
    if value < LEAST_MW * (1 - 1e-9):
        return "less than 1 W"
    size, unit = next(each for each in PREFIXES if value >= 0.9995 * each[0] or each is PREFIXES[-1])
    return f"{number(value / size)} {unit}"


def typed(value: float) -> str:
    """A fleet [MW] that was set, with the digits it was set with: 50 MW, 0.001 MW."""
    return f"{value:,.10g} MW"


def marked(value: float) -> str:
    """A fleet [MW] as the mark of an axis in MW: 500, 20k; from a million up with its unit: 10 TW."""
    return short(value) if value < 999_999.5 else f"{value / 1e6:,.4g} TW"


def factor(value: float) -> str:
    """A factor, three digits; from a million up and below a thousandth as a power of ten: 1.00×10⁹."""
    if value and not 0.999e-3 <= value < 999_999.5:
        exponent = floor(log10(value) + 1e-9)
        return f"{value / 10.0**exponent:.2f}×10{str(exponent).translate(RAISED)}"
    return number(value)


def percent(share: float) -> str:
    """A share as percent, whole from 10 up: 7.1 %, 31 %."""
    return f"{100 * share:.1f} %".replace(".0 %", " %") if share < 0.0995 else f"{100 * share:,.0f} %"


def change(ratio: float, level: float) -> str:
    """A bill new over old as a change: +6.6 %, −45 %, none; from tenfold up, and below a hundredth, as a factor."""
    if abs(ratio - 1) < level:
        return "none"
    if 0.01 <= ratio < 10:
        return f"{'+' if ratio > 1 else '−'}{percent(abs(ratio - 1))}"
    return f"{factor(ratio)} times"


def even_at(bent: float) -> str:
    """The elasticity of an unchanged bill: 1, 1.57."""
    return number_text(round(bent, 2))


def meaningless(value: float) -> str:
    """Half a sentence where a fleet [MW] lies beyond every fleet that can be typed; "" within."""
    most, least = FLEET_MW
    if value > most * (1 + 1e-9):
        return f"More than {power(most)}, the largest fleet this page takes, is arithmetic, not a forecast: "
    if value < least * (1 - 1e-9):
        return f"Less than {power(least)}, the smallest fleet this page takes, is arithmetic, not a forecast: "
    return ""
