"""The pools page as CSV: the frontier of every system, and the share of decode chips. Streamlit is not imported."""

import numpy as np
import polars as pl

from data.mixed import pair
from data.parts import chips_of
from data.pools import Answered, Line, answered, at, draws, rate_of, typed_watts, watts_of
from data.pools_more import shares
from data.spreadsheet import safe
from model import __version__
from model.question import Question
from pages.ui import link
from pages.ui.pools import pinned

PAGE = "pools"
COUNTS = (
    "prefill_workers",
    "prefill_tp",
    "exact_prefill",
    "decode_workers",
    "decode_tp",
    "prefill_parts",
    "decode_parts",
)
NUMBERS = ("speed", "y", "band_low", "band_high", "total", "output", "input", "ttft_s", *COUNTS, "chips", "concurrency")
NUMBERS += ("running", "watts_per_chip")
NAMES = {"speed": "interactivity_tok_s_user", "total": "tput_total_tok_s_chip", "output": "tput_output_tok_s_chip"}
NAMES |= {"input": "tput_input_tok_s_chip", "exact_prefill": "prefill_workers_exact"}
SYSTEM = ("system", "prefill", "decode", "kind", "why_not")
SHARE = ("share_of_decode_chips", "tok_s_chip", "tok_s_kw", "interactivity_tok_s_user")


def content(question: Question, _every: bool, curve: bool) -> bytes:
    """What the command line prints of a link: the frontiers, or with `curve` the share of decode chips."""
    return share_csv(question) if curve else pools_csv(question)


def pools_csv(question: Question) -> bytes:
    """UTF-8 CSV of the frontier of every system, slow to fast; a system without one is a row that says why."""
    found = answered(question)
    tables = [_rows(found, place) for place in range(len(found.systems))]
    return _safe(found, pl.concat(tables).rename(NAMES))


def share_csv(question: Question) -> bytes:
    """UTF-8 CSV of throughput and speed over the share of decode chips, from the workers at the pinned speed."""
    found = answered(question)
    knot = None if found.lines[0] is None else at(found.lines[0], pinned(question))
    made = None if knot is None else shares(found, knot)
    columns = [np.empty(0)] * 4
    if made:
        unknown = np.full_like(made.share, np.nan)
        columns = [made.share, made.per_chip, unknown if made.per_kw is None else made.per_kw, made.speed]
    return _safe(found, pl.DataFrame(dict(zip(SHARE, columns, strict=True))).with_columns(pl.col(SHARE).fill_nan(None)))


def _rows(found: Answered, place: int) -> pl.DataFrame:
    one, line = found.systems[place], found.lines[place]
    numbers = _numbers(found, line) if line else {name: [None] for name in NUMBERS}
    table = pl.DataFrame(numbers, schema=dict.fromkeys(NUMBERS, pl.Float64)).with_columns(
        pl.col(NUMBERS).fill_nan(None)
    )
    why = one.why or (None if line else "no configuration within the limits")
    words = dict(zip(SYSTEM, (one.name, one.prefill, one.decode, one.kind, why), strict=True))
    return table.select(*(pl.lit(text, pl.String).alias(name) for name, text in words.items()), *NUMBERS)


def _numbers(found: Answered, line: Line) -> dict[str, np.ndarray]:
    rows, own = line.system.rows, {"y": line.y, "band_low": line.low, "band_high": line.high}
    own |= {"watts_per_chip": watts_of(line.system, draws(found.question))[line.row]}
    return {name: own[name] if name in own else np.asarray(rows[name][line.row], float) for name in NUMBERS}


def _safe(found: Answered, table: pl.DataFrame) -> bytes:
    question = found.question
    basis = question.power if found.per_watt else None
    constant = {"y_metric": f"{rate_of(question)} tok/s per {'kW' if found.per_watt else 'chip'}", "power_basis": basis}
    constant |= {"llm": question.llm, "precision": found.setting.precision, "isl": question.isl, "osl": question.osl}
    constant |= {"link_gb_s": found.link.bytes_s and found.link.bytes_s / 1e9, "link_of": found.link.name or None}
    constant |= {"grade": "M", "link": link.format(question, PAGE), "scoville_version": __version__}
    typed, known = typed_watts(question), draws(question)
    for role, key in zip(("prefill", "decode"), pair(question), strict=True):  # of the pair, per LPU of a rack
        constant |= {f"{role}_watts_per_chip": known.get(key) and known[key] / chips_of(key)}
        constant |= {f"{role}_watts_typed": key in typed}
    return safe(table.with_columns(pl.lit(value).alias(name) for name, value in constant.items()))
