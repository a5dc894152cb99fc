"""The claims page as CSV: the listed claims, and the ratio along the axis of service. Streamlit is not imported."""

from dataclasses import replace

import polars as pl

from data import basis
from data.claims import LIST, Claim, Recomputed
from data.pairs import Pair, listed, pair_of
from data.spreadsheet import safe
from model import __version__
from model.question import Question
from pages.ui import claims_service, link

PAGE = "claims"
FILTERS = ("claim_topic", "claim_llm", "claim_verdict", "claim_by")
COLUMN_TAILS = ("", "_verdict", "_difference", "_working")
PLAIN = ("id", "topic", "metric", "value", "low", "high", "relation", "unit", "subject", "baseline_decoding")
PLAIN += ("workload", "basis", "speaker", "source", "standing", "note")
SEVERAL = ("baseline", "llm", "repeated")
BOTH = tuple(f"{name}{tail}" for name in ("arithmetic", "from_points") for tail in COLUMN_TAILS)
DIFFERENCES = tuple(name for name in BOTH if name.endswith("_difference"))  # numbers, which a guard of texts leaves be
CLAIM = (*PLAIN, *SEVERAL, "verdict", *BOTH, "points_used")
CURVE = ("x_metric", "x", "ratio", "first", "second", "llm", "power_basis", "watts_first", "watts_second")
CURVE += ("first_token_limit_s", "points_until", "link", "scoville_version")


def content(question: Question, every: bool, curve: bool) -> bytes:
    """What the command line prints of a link: the listed claims, with `every` all of them, or the curve."""
    if curve:
        return curve_csv(question)
    return claims_csv(replace(question, **dict.fromkeys(FILTERS), claim_text="") if every else question)


def claims_csv(question: Question) -> bytes:
    """UTF-8 CSV of the listed claims with both recomputations, their verdicts and sources.

    A difference is a number, of a range the larger one; a value that keeps to a printed bound has none.
    """
    rows = [_claim(claim, found) for claim, found in listed(question)]
    table = pl.DataFrame(rows, schema={name: pl.Float64 if name in DIFFERENCES else pl.String for name in CLAIM})
    constant = {"link": link.format(question, PAGE), "scoville_version": __version__}
    return safe(table.with_columns(pl.lit(value).alias(name) for name, value in constant.items()))


def _claim(claim: Claim, found: Recomputed) -> dict[str, str | float | None]:
    texts = {name: getattr(claim, name) for name in PLAIN}
    texts |= {name: LIST.join(getattr(claim, name)) for name in SEVERAL} | {"verdict": found.verdict}
    for name, column in (("arithmetic", found.arithmetic), ("from_points", found.points)):
        texts |= {
            name: LIST.join(map(repr, column.values)),
            f"{name}_verdict": column.verdict,
            f"{name}_working": LIST.join(column.working) or column.reason,
        }
    texts |= {"points_used": LIST.join(found.points.used)}
    differences = dict(zip(DIFFERENCES, (found.arithmetic.difference, found.points.difference), strict=True))
    return {name: text or None for name, text in texts.items()} | differences


def curve_csv(question: Question) -> bytes:
    """UTF-8 CSV of the ratio at equal service, one row per place; only the header where there is no curve."""
    pair = pair_of(question)
    served = claims_service.found(question, pair)
    table = pl.DataFrame({"x": served.x, "ratio": served.ratio}, schema={"x": pl.Float64, "ratio": pl.Float64})
    constant = _constant(question, pair) | {"x_metric": served.axis}
    return safe(table.with_columns(pl.lit(value).alias(name) for name, value in constant.items()).select(CURVE))


def _constant(question: Question, pair: Pair) -> dict[str, object]:
    watts = basis.chip_watts(question)
    return {
        "first": pair.first,
        "second": pair.second,
        "llm": pair.llm,
        "power_basis": question.power,
        "watts_first": watts[pair.first].value,
        "watts_second": watts[pair.second].value,
        "first_token_limit_s": question.slo_ttft_s,
        "points_until": pair.day,
        "link": link.format(question, PAGE),
        "scoville_version": __version__,
    }
