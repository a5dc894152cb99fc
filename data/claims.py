"""Published claims, each recomputed twice: from its own printed operands, and from points, figures and formulas alone.

    python -m data.claims [-o FILE]    the table with both columns and their verdicts, as CSV; a note on stderr

Opinions, qualitative sentences and roadmaps have no row; LEFT_OUT counts them, and the note says so.
"""

import argparse
import math
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache
from itertools import product
from pathlib import Path

import polars as pl

from data import claims_calls, spreadsheet, store, tables
from data.claims_figures import Unknown
from data.claims_table import LEFT_OUT as LEFT_OUT
from data.claims_table import LIST, by_id, readable, said
from data.claims_table import Claim as Claim
from data.claims_table import Column as Column
from data.claims_table import Recomputed as Recomputed
from data.claims_table import claims as claims
from model import claims as model
from model.claims import NOT_RECOMPUTABLE, VERDICTS, Printed

HOLDS = "holds as a bound"  # said of a value inside printed bounds


def recomputed(claim: Claim) -> Recomputed:
    """Both recomputations of `claim`; its printed number goes into the verdicts only."""
    return Recomputed(_arithmetic(claim), _points(claim))


def _arithmetic(claim: Claim) -> Column:
    if not claim.arithmetic:
        return Column(NOT_RECOMPUTABLE, reason=claim.why_no_arithmetic)
    found, working, limit = [], [], False
    for name, arguments in claims_calls.calls(claim.arithmetic):
        signature = claims_calls.ARITHMETIC[name]
        kinds = signature.kinds_of(len(arguments))
        printed = [_printed(argument) for argument in arguments]
        found.append(_recompute(signature.function, printed, kinds))
        shown = [text if kind == "month" else readable(text) for text, kind in zip(printed, kinds, strict=True)]
        working.append(_working(_filled(signature, shown), found[-1]))
        limit = signature.limit
    return _limited(claim, found[0], working) if limit else _judged(claim, found, tuple(working))


def _points(claim: Claim) -> Column:
    if not claim.points:
        return Column(NOT_RECOMPUTABLE, reason=claim.why_no_points)
    found, working, used, factor = [], [], {}, _factor(claim.unit)
    try:
        for name, arguments in claims_calls.calls(claim.points):
            signature = claims_calls.POINTS[name]
            kinds = signature.kinds_of(len(arguments))
            got = signature.function(*(int(a) if k == "count" else a for a, k in zip(arguments, kinds, strict=True)))
            if not math.isfinite(got.value):
                raise Unknown(f"one curve has no point there: {got.working}")
            found.append(model.exact(float(got.value) / factor))
            working.append(_working(got.working, found[-1]))
            used |= dict.fromkeys(got.used)
    except Unknown as why:
        return Column(NOT_RECOMPUTABLE, reason=str(why))
    return _judged(claim, found, tuple(working), tuple(used))


def _judged(claim: Claim, found: Sequence[Printed], working: tuple[str, ...], used: tuple[str, ...] = ()) -> Column:
    ends = [model.printed(end) for end in claim.ends]
    if claim.relation == "within":
        claimed = [model.nearest(*ends, value) for value in found]
    else:
        paired = zip(ends if len(ends) == len(found) else ends * len(found), found, strict=True)
        claimed = [model.bound(end, value, claim.relation) for end, value in paired]
    pairs = list(zip(claimed, found, strict=True))
    held = tuple(end is value for end, value in pairs)
    return Column(
        model.worst([model.verdict(*pair) for pair in pairs]),
        tuple(value.value for value in found),
        tuple(model.difference(value.value, end.value) for end, value in pairs),
        tuple(f"{HOLDS}: {text}" if holds else text for text, holds in zip(working, held, strict=True)),
        used,
        held=held,
    )


def _limited(claim: Claim, most: Printed, working: list[str]) -> Column:
    """The verdict where only the most that is possible can be computed."""
    claimed = model.printed(claim.value)
    if not model.exceeds(claimed, most):
        return Column(NOT_RECOMPUTABLE, reason=f"only its limit is known: {working[0]}")
    return Column("impossible", (most.value,), (model.difference(most.value, claimed.value),), tuple(working))


def _printed(argument: str) -> str:
    """The digits of an argument; those of another claim where it names one."""
    if not argument.startswith("@"):
        return argument
    key, _, end = argument[1:].partition(".")
    return getattr(by_id()[key], end or "value")


def _recompute(function: Callable[..., float], printed: list[str], kinds: tuple[str, ...]) -> Printed:
    """The function of printed operands; of a month only known as a span the middle, with room for both ends."""
    if "month" not in kinds:
        return model.recompute(function, [_operand(*pair) for pair in zip(printed, kinds, strict=True)])
    each = [function(*months) for months in product(*(text.split("/") for text in printed))]
    return Printed((min(each) + max(each)) / 2, min(each), max(each))


def _operand(text: str, kind: str) -> Printed:
    return model.printed(text) if kind == "figure" else model.exact(float(text))


def _working(calculation: str, found: Printed) -> str:
    return calculation if calculation == said(found.value) else f"{calculation} = {said(found.value)}"


def _filled(signature: claims_calls.Signature, shown: list[str]) -> str:
    if signature.more:
        return " + ".join(signature.says.format(each) for each in shown)
    return signature.says.format(*shown)


@cache
def _factor(unit: str) -> float:
    return float(dict(store.table("units").select("unit", "factor").iter_rows())[unit])


def table() -> pl.DataFrame:
    """One row per claim with both recomputations; values and texts of both ends of a range between "; ".

    A difference is (recomputed - published) / published, of a range that of the end where it is larger; a value that
    keeps to a printed bound has none.
    """
    found = pl.DataFrame([_row(claim, recomputed(claim)) for claim in claims()], infer_schema_length=None)
    return found.with_columns(pl.col(pl.String).replace("", None))


def _row(claim: Claim, found: Recomputed) -> dict[str, object]:
    columns = {"arithmetic": found.arithmetic, "points": found.points}
    return {
        "id": claim.id,
        "published": LIST.join(claim.ends),
        "unit": claim.unit,
        "arithmetic": _values(found.arithmetic),
        "arithmetic_verdict": found.arithmetic.verdict,
        "from_points": _values(found.points),
        "points_verdict": found.points.verdict,
        **{f"{name}_difference": column.difference for name, column in columns.items()},
        "points_used": LIST.join(found.points.used),
        **{f"{name}_working": LIST.join(column.working) or column.reason for name, column in columns.items()},
        **{name: getattr(claim, name) for name in ("topic", "metric", "relation", "subject", "speaker", "source")},
        **{name: LIST.join(getattr(claim, name)) for name in ("baseline", "llm", "repeated")},
        **{name: getattr(claim, name) for name in ("workload", "basis", "standing", "note")},
    }


def note() -> str:
    """How many claims came out how in each column, and how many statements have no row."""
    found, lines = [recomputed(claim) for claim in claims()], []
    for name in ("arithmetic", "points"):
        counts = Counter(getattr(each, name).verdict for each in found)
        told = ", ".join(f"{counts[verdict]} {verdict}" for verdict in (*VERDICTS, NOT_RECOMPUTABLE))
        lines.append(f"{name.capitalize()}: {told}.")
    left = "; ".join(f"{count} {what}" for what, count in LEFT_OUT.items())
    return "\n".join([f"{len(found)} claims.", *lines, f"{sum(LEFT_OUT.values())} statements have no row: {left}."])


def _values(column: Column) -> str:
    return LIST.join(f"{value:.6g}" if value < 1e5 else f"{value:.1f}" for value in column.values)


def main(arguments: list[str] | None = None) -> int:
    """Print or write every claim as CSV; 2 and a sentence on stderr when the points cannot be served."""
    reader = argparse.ArgumentParser(prog="python -m data.claims", description="Recomputes every published claim.")
    reader.add_argument("-o", "--output", type=Path, help="file to write instead of standard output")
    asked = reader.parse_args(arguments)
    if why := tables.refused():
        print(why, file=sys.stderr)
        return 2
    failed = spreadsheet.write(spreadsheet.safe(table()), asked.output)
    if not failed:
        print(note(), file=sys.stderr)
    return failed


if __name__ == "__main__":
    sys.exit(main())
