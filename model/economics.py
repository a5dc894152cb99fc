"""Turns throughput, watts and prices into tokens per kW, cost and energy per token.

Arguments are numbers or arrays. A rate, power or price that is missing, infinite, zero or negative gives NaN, so it can
never be the best value of a minimised axis. Rates are tok/s per chip over all chips of the deployment.
"""

from collections.abc import Callable, Mapping

import numpy as np

Values = np.ndarray | float | None


def tput_per_kw(tput: Values, watts: Values) -> np.ndarray:
    """Tokens/s per kW = 1000 x (tok/s per chip) / (W per chip)."""
    return 1e3 * _known(tput) / _known(watts)


def tput_per_mw(tput: Values, watts: Values) -> np.ndarray:
    """Tokens/s per MW = 1e6 x (tok/s per chip) / (W per chip); per MWh it is 3,600 times as many tokens."""
    return 1e6 * _known(tput) / _known(watts)


def usd_per_mtok(tput: Values, usd_chip_hour: Values) -> np.ndarray:
    """USD per million tokens = (USD per chip-hour) x 1e6 / (3600 s x tok/s per chip)."""
    return _known(usd_chip_hour) * 1e6 / (3600 * _known(tput))


def tok_per_usd(tput: Values, usd_chip_hour: Values) -> np.ndarray:
    """Tokens per USD = 3600 s x (tok/s per chip) / (USD per chip-hour)."""
    return 3600 * _known(tput) / _known(usd_chip_hour)


def j_per_tok(tput: Values, watts: Values) -> np.ndarray:
    """Joule per token = (W per chip) / (tok/s per chip)."""
    return _known(watts) / _known(tput)


def metric(key: str, rates: Mapping[str, Values], watts: Values, usd_chip_hour: Values) -> np.ndarray:
    """Any key of Y_METRICS from `rates` (tput_total, _output, _input [tok/s per chip]), W and USD per chip-hour."""
    rate, needs, formula = METRICS[key]
    return formula(rates[rate], {"watts": watts, "usd_chip_hour": usd_chip_hour, "": None}[needs])


def _per_chip(tput: Values, _nothing: None) -> np.ndarray:
    return _known(tput)


def _known(values: Values) -> np.ndarray:
    """Positive finite values; everything else NaN."""
    values = np.asarray(values, float)
    with np.errstate(invalid="ignore"):
        return np.where((values > 0) & np.isfinite(values), values, np.nan)


METRICS: Mapping[str, tuple[str, str, Callable[[Values, Values], np.ndarray]]] = {  # key: rate, what else, formula
    "tput_total_per_kw": ("tput_total", "watts", tput_per_kw),
    "tput_output_per_kw": ("tput_output", "watts", tput_per_kw),
    "tput_input_per_kw": ("tput_input", "watts", tput_per_kw),
    "tput_total_per_mw": ("tput_total", "watts", tput_per_mw),
    "tput_output_per_mw": ("tput_output", "watts", tput_per_mw),
    "tput_input_per_mw": ("tput_input", "watts", tput_per_mw),
    "tput_total": ("tput_total", "", _per_chip),
    "tput_output": ("tput_output", "", _per_chip),
    "tput_input": ("tput_input", "", _per_chip),
    "usd_per_mtok_total": ("tput_total", "usd_chip_hour", usd_per_mtok),
    "usd_per_mtok_output": ("tput_output", "usd_chip_hour", usd_per_mtok),
    "tok_per_usd": ("tput_total", "usd_chip_hour", tok_per_usd),
    "j_per_tok_total": ("tput_total", "watts", j_per_tok),
    "j_per_tok_output": ("tput_output", "watts", j_per_tok),
}
