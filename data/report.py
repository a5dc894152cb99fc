"""Prints what `data.validate` found as aligned text."""

MOST_DIGITS = 9  # decimals of a figure that nearly meets its limit
NAMED = {"tpot_s": "TPOT", "tput_output": "throughput", "ttft_s": "TTFT"}
NEEDED = (
    "A result names accelerator, LLM, precision, engine, tokens in and out, tensor parallelism and requests in flight, "
    "and states time per token and rate."
)


def as_text(found: dict) -> str:
    """The gates, then one line per split, set and target; or one line per row of a file."""
    if "splits" not in found:
        return "".join(_file(name, rows) for name, rows in found.items())
    used = found["rests_on"]
    lines = [f"{used['rows']:,} points of {used['first']} to {used['last']}; dropped: {_counts(found['dropped'])}", ""]
    lines += [f"{'must hold':62}{'value':>8}{'floor':>8}{'goal':>8}", *map(_gate, found["gates"]), ""]
    lines += [f"{'split':12}{'points':38}{'target':12}{'n':>6}{'MAPE':>8}{'median':>8}{'p90':>8}{'bias':>8}"]
    for split, judged in found["splits"].items():
        lines += [f"{split:12}not judged: {_counts(judged['unjudged'])}"]
        lines += [line for name, result in judged["sets"].items() for line in _set(split, name, result)]
    lines += ["", *(_beside(name, result) for name, result in _flat(found["beside"])), ""]
    lines += [_curves(told, on, result) for told, sets in found["curves"].items() for on, result in sets.items()]
    return "\n".join(lines) + "\n"


def digits(gate: dict) -> int:
    """Decimals that a gate's figure needs so as not to read like a limit it differs from: one, of near ones more."""
    limits = [gate.get(name) for name in ("floor", "least", "goal", "goal_least")]
    near = (limit for limit in limits if limit is not None and limit != gate["value"])
    return max((_apart(gate["value"], limit) for limit in near), default=1)


def _apart(value: float, limit: float) -> int:
    return next((n for n in range(1, MOST_DIGITS) if f"{value:.{n}f}" != f"{limit:.{n}f}"), MOST_DIGITS)


def _gate(gate: dict) -> str:
    goal = "" if gate["goal"] is None else f"{gate['goal']:.1f}"
    mark = "  MISSED" if not gate["holds"] else "  goal missed" if not gate.get("reached", True) else ""
    return f"{gate['name']:62}{gate['value']:8.{digits(gate)}f}{gate['floor']:8.1f}{goal:>8}{mark}"


def _set(split: str, name: str, result: dict):
    for target in ("tpot", "throughput", "ttft"):
        if result[target]["n"]:
            yield f"{split:12}{name:38}{target:12}{_figures(result[target])}"
    place, band, line, choice = f"{split:12}{name:38}", result["band"], result["frontier"], result["choice"]
    if band["n"]:
        yield f"{place}band        {band['n']:6} inside {band['inside']:.1f} %, half-width {band['half_width']:.1f} %"
    if line["n"]:
        yield (
            f"{place}frontier    {line['n']:6} area error {line['area_error']:.1f} %, "
            f"median {line['area_error_median']:.1f} %"
        )
    if choice["n"]:
        yield (
            f"{place}choice      {choice['n']:6} reaches {choice['median']:.0f} % of the best "
            f"(p10 {choice['p10']:.0f}), meets its floor in {choice['met']:.0f} %"
        )


def _figures(result: dict) -> str:
    return f"{result['n']:6}{result['mape']:8.1f}{result['median']:8.1f}{result['p90']:8.1f}{result['bias']:+8.3f}"


def _flat(beside: dict):
    yield from ((f"{side}, rows of the peer", result) for side, result in beside["peer"].items())
    yield from beside["nulls"].items()


def _beside(name: str, result: dict) -> str:
    parts = [f"{target} {_figures(found)}" for target, found in result.items() if found["n"]]
    return f"{name:28}" + "; ".join(parts)


def _curves(told: str, on: str, result: dict) -> str:
    """One line about the curves drawn: told is "seen", or the split whose points the fit lacked."""
    return (
        f"{told:12}{on:38}frontier band: inside {result['inside']:.1f} % of {result['n']:,} knots, median half-width "
        f"{result['half_width']:.1f} %, median distance {result['distance']:.1f} %, bias {result['bias']:+.3f}"
    )


def unscored(name: str, result: dict) -> str:
    """Why no row of a file can be scored, in one sentence per matter."""
    return f"{name}: no row can be scored: {_counts(result['dropped'])}. {NEEDED}\n"


def _file(name: str, result: dict) -> str:
    """Errors of a file's rows, then one line per row."""
    fitted = sum(row["fitted"] for row in result["rows"])
    lines = [f"{name}: {result['n']:,} rows, {fitted:,} of them part of the fit; dropped: {_counts(result['dropped'])}"]
    lines += [f"  {'rows':24}{'target':12}{'n':>6}{'MAPE':>8}{'median':>8}{'p90':>8}{'bias':>8}"]
    for key, which in (("errors", "not seen by the model"), ("errors_fitted", "part of the fit")):
        told = {target: found for target, found in result[key].items() if found["n"]}
        lines += [f"  {which:24}{NAMED[target]:12}{_figures(found)}" for target, found in told.items()]
    lines += ["  MAPE, median and p90 in %, bias as mean logarithm; * part of the fit, - not measured", ""]
    columns = [name for name in result["rows"][0] if name not in ("id", "fitted")]
    lines += [f"  {'id':24}" + "".join(f"  {name:>9}" for name in columns)]
    return "\n".join([*lines, *(_row(row, columns) for row in result["rows"])]) + "\n"


def _row(row: dict, columns: list[str]) -> str:
    values = {name: "-" if row[name] is None else f"{row[name]:.5g}" for name in columns}
    told = "".join(f"  {value:>{max(len(name), 9)}}" for name, value in values.items())
    return f"{'*' if row['fitted'] else ' '} {row['id'] or '-':24}{told}"


def _counts(counts: dict) -> str:
    return ", ".join(f"{what} {n}" for what, n in counts.items()) or "none"
