"""Every quantity of the demand page worked once, on the gain of 1.9 that was published for gpt-oss-120b."""

from functools import cache

from data.demand import evidence, gains
from data.tables import vocabulary
from model.demand import break_even, energy_ratio, fleet_mw, price_ratio, tokens_ratio, years_saved
from model.question import Question
from pages.ui.formats import number
from pages.ui.quantity import Quantity

GAIN, HALF, GROWTH = 1.9, 0.5, 0.2  # the published lead on gpt-oss-120b; half passed on; 20 % a year
CONSTANT = "Constant elasticity, as in textbooks; the rebound is Jevons, The Coal Question, 1865"
OURS = "Our arithmetic"
FRONTIERS = "The frontiers’ points, mixed tokens, rated power"


@cache
def quantities() -> tuple[Quantity, ...]:
    """The quantities of the page in the order in which it shows them."""
    bent = evidence()[-1].value
    whole, half = float(energy_ratio(GAIN, bent)), float(energy_ratio(GAIN, bent, HALF))
    price, tokens = float(price_ratio(GAIN, HALF)), float(tokens_ratio(GAIN, bent, HALF))
    least = float(energy_ratio(GAIN, evidence()[0].value))
    return (
        Quantity("Gain at the best points", "most tokens/s per kW of one / of the other", _gain(), FRONTIERS),
        Quantity("Energy, all passed on", "g^(ε − 1)", f"{GAIN}^({bent:g} − 1) = {number(whole)}", CONSTANT),
        Quantity("Price", "1 − s (1 − 1/g), with s passed on", f"1 − {HALF} × (1 − 1/{GAIN}) = {number(price)}", OURS),
        Quantity("Tokens asked for", "price^−ε", f"{number(price)}^−{bent:g} = {number(tokens)}", CONSTANT),
        Quantity("Energy", "tokens / g", f"{number(tokens)} / {GAIN} = {number(half)}", OURS),
        Quantity("Even elasticity", "ln g / −ln(price)", _even(price), OURS),
        Quantity("Fleet", "MW × energy × (1 + a)^t", _fleet(whole), OURS),
        Quantity("Years of saving", "−ln(energy) / ln(1 + a)", _years(least), OURS),
        Quantity("ε after a price cut", "ln(use) / −ln(price)", f"ln 10 / ln 5 = {bent:g}", "Its source’s figures"),
    )


def _gain() -> str:
    found = gains(Question(llm="gpt-oss-120b"))
    first, second = (vocabulary().chips[key] for key in found.pair)
    best, rest = (number(value) for value in found.most)
    return f"{first} in place of {second}: {best} / {rest} = {number(found.peak)}; read at the pin on the page"


def _even(price: float) -> str:
    return f"ln {GAIN} / −ln {number(price)} = {number(break_even(GAIN, HALF))}"


def _fleet(ratio: float) -> str:
    return f"100 MW × {number(ratio)} × 1.2^10 = {number(float(fleet_mw(100, ratio, GROWTH, 10)))} MW"


def _years(ratio: float) -> str:
    return f"−ln {number(ratio)} / ln 1.2 = {number(years_saved(ratio, GROWTH))} years at ε = {evidence()[0].value:g}"
