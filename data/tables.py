"""Turns printed figures into checked SI records and answers filters on the points; the only module with SQL."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType

import duckdb
import polars as pl

from data.schema import CONFIGURATION, POINTS
from data.store import opened
from model.power import Figure, PowerFigures, PriceFigure
from model.question import BATCH_LIMIT, Question


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """Names by key, in display order. `aliases` holds, per kind (llm, chip, precision, engine), lower-case spelling ->
    key, keys and display names included. `chips` are all accelerators known; the others are those that have points."""

    llms: Mapping[str, str]
    chips: Mapping[str, str]
    chips_with_points: Mapping[str, str]
    precisions: Mapping[str, str]
    engines: Mapping[str, str]
    llm_limit: Mapping[str, int | None]  # longest context [tokens]
    aliases: Mapping[str, Mapping[str, str]]


@cache
def vocabulary() -> Vocabulary:
    """What can be asked about, read once per process."""
    names = {kind: dict(_rows(_NAMES.format(table=table))) for kind, table in _KINDS.items()}
    used = {kind: dict(_rows(_USED.format(table=table, column=column))) for kind, (table, column) in _USES.items()}
    aliases = {kind: {} for kind in _KINDS}
    for kind, spelling, key in _rows("select kind, spelling, key from aliases"):
        aliases[kind][spelling] = key
    for kind in _KINDS:
        known = names[kind] | used[kind]
        aliases[kind] |= {text.lower(): key for key, name in known.items() for text in (name, key)}
    return Vocabulary(
        llms=MappingProxyType(used["llm"]),
        chips=MappingProxyType(used["chip"] | names["chip"]),
        chips_with_points=MappingProxyType(used["chip"]),
        precisions=MappingProxyType(used["precision"]),
        engines=MappingProxyType(used["engine"]),
        llm_limit=MappingProxyType(dict(_rows(_LIMITS))),
        aliases=MappingProxyType({kind: MappingProxyType(known) for kind, known in aliases.items()}),
    )


def points(question: Question) -> pl.DataFrame:
    """One row per point that passes the question's filters; rates in tok/s per chip over all chips, times in s."""
    return _frame(_JUDGED + _KEPT, _filters(question))


def dropped(question: Question) -> list[tuple[str, int]]:
    """What the filters that are on by default left out of `points`, as (what, how many), each point once."""
    return _rows(_JUDGED + _DROPPED, _filters(question))


def power_figures(power_date: str | None = None) -> dict[str, PowerFigures]:
    """Published draw of every accelerator [W per chip]; all-in of the newest vintage up to `power_date` (ISO).

    Rated and sustained draw belong to the part and have no vintage. Estimates and the sets that count site overhead
    under their own name stay out: they are in `printed_figures`.
    """
    found: dict[str, dict[str, Figure]] = {key: {} for (key,) in _rows("select key from accelerators")}
    for key, basis, *figure in _rows(_POWER, {"day": power_date}):
        found[key][f"{basis}_w"] = Figure(*figure)
    return {key: PowerFigures(**figures) for key, figures in found.items()}


def price_figures(tier: str, price_date: str | None = None) -> dict[str, PriceFigure]:
    """USD per chip-hour in `tier`: each accelerator's newest figure up to `price_date` (ISO), with its own date."""
    rows = _rows(_PRICES, {"tier": tier, "day": price_date})
    return {key: PriceFigure(value, tier, source, date, grade) for key, value, source, date, grade in rows}


def accelerators() -> pl.DataFrame:
    """One row per accelerator: what it is, with its source."""
    return _frame("select * from accelerators order by position")


def llms() -> pl.DataFrame:
    """One row per LLM: what it is, with its source."""
    return _frame("select * from llms order by position")


def sources() -> pl.DataFrame:
    """One row per source: key, title, publisher, url, published, accessed, licence."""
    return _frame("select * exclude (position) from sources order by key")


def measured_power() -> pl.DataFrame:
    """One row per board measurement: value and unit as printed, and as a share of rated power."""
    return _frame(_MEASURED)


def printed_figures() -> pl.DataFrame:
    """One row per printed value of an accelerator or LLM: value and unit as printed, SI, source, date, grade."""
    return _frame(_PRINTED)


def published_curves() -> pl.DataFrame:
    """One row per value of a published curve that is interpolated by its publisher or printed alone."""
    return _frame("select * exclude (position) from published_curves order by id")


def _filters(question: Question) -> dict[str, object]:
    return {
        "llm": question.llm,
        "isl": question.isl,
        "osl": question.osl,
        "chip": list(question.chip),
        "precision": list(question.precision),
        "engine": list(question.engine),
        "grade": list(question.grade),
        "decoding": list(question.decoding),
        "since": question.since,
        "latest": question.latest,
        "low": question.batch_min if question.batch is None else question.batch,
        "high": question.batch_max if question.batch is None else question.batch,
        "any_batch": question.batch is None and (question.batch_min, question.batch_max) == (1, BATCH_LIMIT),
    }


def _rows(sql: str, values: dict[str, object] | None = None) -> list[tuple]:
    with _database().cursor() as cursor:
        return cursor.execute(sql, values).fetchall()


def _frame(sql: str, values: dict[str, object] | None = None) -> pl.DataFrame:
    with _database().cursor() as cursor:
        return cursor.sql(sql, params=values).pl()


@cache
def _database() -> duckdb.DuckDBPyConnection:
    return opened()


_KINDS = {"llm": "llms", "chip": "accelerators", "precision": "precisions", "engine": "engines"}
_USES = {kind: (table, "accelerator" if kind == "chip" else kind) for kind, table in _KINDS.items()}
_NAMES = "select key, name from {table} order by position"
_USED = """
    select used.key, coalesce(t.name, used.key) from (select distinct {column} as key from points) used
    left join {table} t using (key) where used.key is not null order by t.position nulls last, used.key
"""
_LIMITS = """
    select key, try_cast(value as integer) from llms
    left join (select * from llm_figures where parameter = 'context_tokens') f on f.llm = llms.key
"""
_JUDGED = f"""
with asked as (
    from points
    where llm = $llm and isl = $isl and osl = $osl
      and (len($chip::varchar[]) = 0 or list_contains($chip::varchar[], accelerator))
      and (len($precision::varchar[]) = 0 or list_contains($precision::varchar[], precision))
      and (len($engine::varchar[]) = 0 or list_contains($engine::varchar[], engine))
      and ($since::varchar is null or date >= $since)
      and (concurrency between $low and $high or ($any_batch and concurrency is null))
), judged as (
    select *, case
        when len($grade::varchar[]) > 0 and not list_contains($grade::varchar[], grade) then 'not asked for'
        when len($decoding::varchar[]) > 0 and not list_contains($decoding::varchar[], decoding) then 'not asked for'
        when len($grade::varchar[]) = 0 and grade = 'C' then 'third-party points (grade C)'
        when len($grade::varchar[]) = 0 and grade = 'U' then 'your own results (grade U)'
        when len($decoding::varchar[]) = 0 and decoding = 'unknown' then 'points whose decoding is not recorded'
        when len($decoding::varchar[]) = 0 and decoding != 'plain' then 'points with speculative decoding'
    end as default_filter
    from asked
), ranked as (
    select *, row_number() over (
        partition by default_filter is null, {", ".join(CONFIGURATION)}
        order by kind = 'median', date desc nulls last,
            try_cast(regexp_extract(run_url, 'runs/([0-9]+)', 1) as bigint) desc nulls last,
            try_cast(regexp_extract(run_url, 'attempts/([0-9]+)', 1) as bigint) desc nulls last, id
    ) as age from judged
), fated as (
    select *, case
        when default_filter is not null then default_filter
        when not $latest or age = 1 or kind = 'curve' then null
        when kind = 'median' then 'medians of a configuration that has a single run'
        else 'older runs'
    end as why_not from ranked
)
"""
_KEPT = f"""
select {", ".join(f"fated.{name}" for name in list(POINTS)[:2])}, coalesce(a.name, fated.accelerator) as chip,
    {", ".join(f"fated.{name}" for name in list(POINTS)[2:])}
from fated left join accelerators a on a.key = fated.accelerator where why_not is null
order by a.position nulls last, fated.accelerator, precision, decoding, interactivity, tput_total, id
"""
_DROPPED = """
select why_not, count(*) from fated where why_not is not null and why_not != 'not asked for'
group by all order by count(*) desc, why_not
"""
_POWER = """
select accelerator, basis, cast(value as double) * cast(factor as double), source, date, grade, coalesce(note, '')
from power join units using (unit)
where kind = 'registry' and estimate = 'false' and (basis != 'all_in' or $day::varchar is null or date <= $day)
qualify row_number() over (partition by accelerator, basis order by date desc) = 1
"""
_PRICES = """
select accelerator, cast(value as double) * cast(factor as double), source, date, grade
from prices join units using (unit)
where tier = $tier and kind = 'registry' and estimate = 'false' and ($day::varchar is null or date <= $day)
qualify row_number() over (partition by accelerator order by date desc) = 1
"""
_MEASURED = """
select m.* exclude (position), cast(value as double) / cast(rated_w as double) as fraction_of_rated
from measured_power m order by m.position
"""
_PRINTED = """
with printed as (
    select 'accelerator' as subject, accelerator as key, parameter, value, unit, '' as kind, source, date, grade,
        estimate, note from accelerator_figures
    union all by name
    select 'accelerator' as subject, accelerator as key, basis || '_w' as parameter, value, unit, kind, source, date,
        grade, estimate, note from power
    union all by name
    select 'accelerator' as subject, accelerator as key, 'usd_chip_hour' as parameter, value, unit,
        tier || case kind when 'registry' then '' else ', ' || kind end as kind, source, date, grade, estimate, note
    from prices
    union all by name
    select 'llm' as subject, llm as key, parameter, value, unit, '' as kind, source, date, grade, estimate, note
    from llm_figures
)
select subject, printed.key, coalesce(a.name, l.name) as name, parameter, meaning, value, unit,
    cast(value as double) * cast(factor as double) as si_value, units.si as si_unit, kind, source, date, grade,
    estimate = 'true' as estimate, printed.note
from printed join units using (unit) join parameters p using (parameter)
left join accelerators a on a.key = printed.key left join llms l on l.key = printed.key
order by subject, a.position, l.position, p.position, date, kind, source
"""
