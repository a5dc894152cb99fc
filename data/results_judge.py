"""From cells as read to points: names resolved, units and placeholders put right, rows that cannot stand left out."""

from dataclasses import dataclass, fields
from types import MappingProxyType

import polars as pl

from data import results_names
from data.cells import FIRST_YEAR, LAST_YEAR, URL
from data.imported import ASKABLE, POINT_TYPES, Given, Repair, Report, Unreadable, shown
from data.results_rules import ENERGY, MEASURES, RATES, TAILS, TIMES, checks, rejects
from data.schema import CHOICES
from model.question import WATTS_LIMIT

AUX = MappingProxyType(
    {"row": pl.Int64}
    | dict.fromkeys(("ttft_p90_s", "tpot_p90_s", "e2e_p90_s", "e2e_mean_s"), pl.Float64)
    | dict.fromkeys(("requests_per_s", "interactivity_p99"), pl.Float64)
    | {"power_valid": pl.Boolean}
)
SET = ("id", "grade", "kind", "source")  # never taken from a file
TYPES = MappingProxyType({**{name: kind for name, kind in POINT_TYPES.items() if name not in SET}, **AUX})
PLACEHOLDER, HELD = 9.99, (*RATES, *TIMES, *TAILS)  # a mark of a missing figure, and where it stands
LEAST_W = 1.0  # per chip; no board draws less
LONGEST_TEXT = 500
MOST_NAMES = 1_000  # different ones in a column
_GIVEN = tuple(each.name for each in fields(Given) if each.name != "names")
_TOLD = {"date": "not a day, read as unknown", "run_url": "not an address, left out"}
_CONTROL = r"\p{C}+"


@dataclass(frozen=True, slots=True)
class Way:
    """How a format's rows are judged: its name in words, the fields a row needs, and what the points are."""

    format: str
    needed: tuple[str, ...]
    kind: str = "run"


def judged(way: Way, frame: pl.DataFrame, given: Given, found: Report) -> Report:
    """The report with the points of `frame`, whose columns are TYPES; `found` holds what reading it said already."""
    frame = frame.with_columns(pl.col(n).fill_null(v) for n in _GIVEN if (v := getattr(given, n)) is not None)
    frame, said = _cleaned(frame)
    frame, unknown, renamed = _named(frame, given)
    frame, repaired = _put_right(frame)
    left_out = rejects(frame, way.needed)
    kept = frame.filter(~pl.col("row").is_in([reject.row for reject in left_out]))
    kept = kept.with_columns(ids())
    fixed = {"grade": "U", "kind": way.kind, "source": "yours"}
    points = kept.with_columns(pl.lit(value).alias(name) for name, value in fixed.items())
    rows = set(kept["row"])
    return Report(
        name=found.name,
        format=way.format,
        read=found.read,
        repaired=tuple(
            each for each in (*found.repaired, *said, *renamed, *repaired) if each.row in rows or each.row == 0
        ),
        rejected=tuple(sorted((*found.rejected, *left_out), key=lambda reject: reject.row)),
        unknown=unknown,
        asks=asked(frame, way.needed),
        points=points.select(pl.col(name).cast(kind) for name, kind in POINT_TYPES.items()),
        checks=checks(kept),
    )


def one_line(text: pl.Expr) -> pl.Expr:
    """A text without control characters and the spaces around it."""
    return text.str.replace_all(_CONTROL, " ").str.strip_chars()


def ids() -> pl.Expr:
    """u00001 and on, in the order of the rows."""
    return pl.format("u{}", pl.int_range(1, pl.len() + 1).cast(pl.String).str.zfill(5)).alias("id")


def asked(frame: pl.DataFrame, needed: tuple[str, ...]) -> tuple[str, ...]:
    """What the visitor must give so that more rows stand."""
    return tuple(name for name in ASKABLE if name in needed and frame[name].null_count())


def _cleaned(frame: pl.DataFrame) -> tuple[pl.DataFrame, list[Repair]]:
    """Texts on one line, names without the separators of links, days that exist, addresses that are some."""
    names = [name for name, kind in TYPES.items() if kind == pl.String]
    clean = {}
    for name in names:
        text = one_line(pl.col(name))
        clean[name] = text.str.slice(0, LONGEST_TEXT).replace("", None)
    day = clean["date"].str.to_date("%Y-%m-%d", strict=False)
    in_time = day.dt.year().is_between(FIRST_YEAR, LAST_YEAR) & (clean["date"].str.len_chars() == 10)
    clean["date"] = pl.when(in_time).then(clean["date"])
    clean["run_url"] = pl.when(clean["run_url"].str.contains(f"^{URL.pattern}$")).then(clean["run_url"])
    after = frame.with_columns(text.alias(name) for name, text in clean.items())
    repairs = []
    for name in names:
        before = frame[name].str.strip_chars()
        changed = frame["row"].filter(before.ne_missing(after[name].fill_null("")) & before.is_not_null())
        repairs += [Repair(row, name, _TOLD.get(name, "characters that no link can hold replaced")) for row in changed]
    return after, repairs


def _named(frame: pl.DataFrame, given: Given) -> tuple[pl.DataFrame, tuple[tuple[str, str], ...], list[Repair]]:
    """Keys in place of spellings; what no table knows keeps one spelling of its own, and is listed."""
    unknown, columns, repairs = [], [], []
    for column, kind in results_names.KINDS.items():
        keys, taken, renamed = {}, {}, {}
        for spelling in _few(frame[column].drop_nulls().unique(maintain_order=True), column):
            name, known = results_names.meant(kind, spelling, given.names)
            keys[spelling] = name if known else taken.setdefault(name.lower(), name)
            unknown += [] if known else [(kind, keys[spelling])]
            renamed |= {} if known or keys[spelling] == spelling else {spelling: keys[spelling]}
        at = frame.filter(pl.col(column).is_in(list(renamed))).select("row", column)
        repairs += [Repair(row, column, f"'{shown(cell)}' kept as '{shown(renamed[cell])}'") for row, cell in at.rows()]
        columns.append(pl.col(column).replace_strict(keys, return_dtype=pl.String))
    methods = {m: results_names.decoding(m) for m in _few(frame["decoding"].drop_nulls().unique(), "decoding")}
    methods |= {method: method for method in CHOICES["decoding"]}
    columns.append(pl.col("decoding").replace_strict(methods, return_dtype=pl.String).fill_null("unknown"))
    return frame.with_columns(columns), tuple(dict.fromkeys(unknown)), repairs


def _few(names: pl.Series, column: str) -> pl.Series:
    """The names themselves; Unreadable where they are more than anybody could tell apart."""
    if len(names) > MOST_NAMES:
        raise Unreadable(f"The file has {len(names):,} different texts in {column}; at most {MOST_NAMES:,} are read.")
    return names


def _put_right(frame: pl.DataFrame) -> tuple[pl.DataFrame, list[Repair]]:
    """Zeros and placeholders unknown, milliseconds as seconds, what follows computed; with what was done."""
    repairs: list[Repair] = []
    for name in MEASURES:
        repairs += _told(frame, pl.col(name) == 0, name, "0 read as unknown")
    for name in HELD:
        repairs += _told(frame, pl.col(name) == PLACEHOLDER, name, "9.99 is a placeholder, read as unknown")
    watts = pl.col("measured_w")
    absurd = ((watts > 0) & ~watts.is_between(LEAST_W, WATTS_LIMIT)).fill_null(False)
    repairs += _told(frame, absurd, "measured_w", f"not from {LEAST_W:g} to {WATTS_LIMIT:,.0f} W per chip, left out")
    frame = frame.with_columns(pl.when(~absurd).then(pl.col(name)).alias(name) for name in ENERGY)
    frame = frame.with_columns(pl.when(pl.col(n) != 0).then(pl.col(n).fill_nan(None)).alias(n) for n in MEASURES)
    frame = frame.with_columns(pl.when(pl.col(n) != PLACEHOLDER).then(pl.col(n)).alias(n) for n in HELD)
    late = (pl.col("interactivity") * pl.col("tpot_s")).is_between(900, 1100).fill_null(False)
    repairs += _told(frame, late, "tpot_s", "times are milliseconds, as time per token × speed shows")
    scale = pl.when(late).then(1e-3).otherwise(1.0)
    frame = frame.with_columns(pl.col(n) * scale for n in (*TIMES, *TAILS, "e2e_mean_s"))
    frame = _tailed(_shared(_completed(frame)))
    share = "one rate is told, the others are shares by input and output length"
    repairs += _told(frame, pl.col("alone"), "tput_total", share)
    flat = "90th and 99th percentile repeat the median, read as unknown"
    return frame, [*repairs, *_told(frame, pl.col("median_only"), "tpot_p99_s", flat)]


def _told(frame: pl.DataFrame, where: pl.Expr, field: str, what: str) -> list[Repair]:
    return [Repair(row, field, what) for row in frame.filter(where)["row"]]


def _completed(frame: pl.DataFrame) -> pl.DataFrame:
    """Chips of two pools together, and speed and time per token of each other."""
    chips = pl.col("prefill_chips") + pl.col("decode_chips")
    return frame.with_columns(
        pl.coalesce("chips", chips).alias("chips"),
        pl.coalesce("disaggregated", pl.when(chips.is_not_null()).then(True)).alias("disaggregated"),
        pl.coalesce("interactivity", 1 / pl.col("tpot_s")).alias("interactivity"),
        pl.coalesce("tpot_s", 1 / pl.col("interactivity")).alias("tpot_s"),
    )


def _shared(frame: pl.DataFrame) -> pl.DataFrame:
    """The total of both rates; where one figure stands alone, shares by ISL and OSL, marked as derived."""
    total, output, entered = (pl.col(name) for name in ("tput_total", "tput_output", "tput_input"))
    share = pl.col("osl") / (pl.col("isl") + pl.col("osl"))
    alone = entered.is_null() & (total.is_null() ^ output.is_null())
    frame = frame.with_columns(
        alone.alias("alone"), pl.coalesce(total, entered + output, output / share).alias("tput_total")
    )
    alone = pl.col("alone") & share.is_not_null()
    return frame.with_columns(
        pl.coalesce(output, pl.when(alone).then(total * share)).alias("tput_output"),
        pl.coalesce(entered, pl.when(alone).then(total * (1 - share))).alias("tput_input"),
        (pl.col("derived").fill_null(False) | alone.fill_null(False)).alias("derived"),
    )


def _tailed(frame: pl.DataFrame) -> pl.DataFrame:
    """A 99th percentile of speed counts only as the slow tail it is; tails that repeat the median are none."""
    slow = pl.col("interactivity_p99") <= pl.col("interactivity")
    tail = pl.coalesce("tpot_p99_s", pl.when(slow).then(1 / pl.col("interactivity_p99")))
    flat = [pl.col(f"{stem}_p99_s") == pl.col(f"{stem}_s") for stem in ("ttft", "tpot")]
    frame = frame.with_columns(tail.alias("tpot_p99_s")).with_columns(pl.all_horizontal(flat).alias("median_only"))
    kept = ~pl.col("median_only").fill_null(False)
    return frame.with_columns(pl.when(kept).then(pl.col(name)).alias(name) for name in TAILS)
