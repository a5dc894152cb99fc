"""Turns printed figures into SI records and answers filters on the points; the only module with SQL."""

from functools import cache
from itertools import chain
from pathlib import Path

import duckdb
import numpy as np
import polars as pl

from data import given, store
from data.filters import asked
from data.schema import COLUMNS, CONFIGURATION, POINTS
from data.store import accelerators as accelerators
from data.store import llms as llms
from data.store import measured_power as measured_power
from data.store import sources as sources
from data.vocabulary import Vocabulary, vocabulary_of
from model.power import Figure, PowerFigures, PriceFigure
from model.question import Question


@cache
def vocabulary() -> Vocabulary:
    """What can be asked about, read once per process."""
    found = {kind: _rows(f"select distinct {column} from points") for column, kind in given.NAMES.items()}
    return vocabulary_of({kind: {key for (key,) in rows if key} for kind, rows in found.items()})


def points(question: Question, within: duckdb.DuckDBPyConnection | None = None) -> pl.DataFrame:
    """One row per point that passes the filters, published or of `within`; tok/s per chip of all chips, times in s."""
    where = " and ".join(chain(*_conditions(question)))
    kept = None if within else _kept()
    if kept is None:
        newest = _NEWEST.format(where=where) if question.latest else ""
        return _frame(_SCANNED.format(where=where, newest=newest), asked(question), within)
    with _database().cursor() as cursor:
        sql = (_NUMBERS_OF_NEWEST if question.latest else _NUMBERS).format(where=where)
        return kept[np.sort(cursor.execute(sql, asked(question)).fetchnumpy()["number"])]


def dropped(question: Question) -> list[tuple[str, int]]:
    """What the filters that are on by default left out of `points`, as (what, how many), each point once."""
    where, default = (" and ".join(part) or "true" for part in _conditions(question))
    sql = _DROPPED.format(where=where, default=default, by_grade=not question.grade, latest=question.latest)
    return _rows(sql, asked(question))


def power_figures(power_date: str | None = None) -> dict[str, PowerFigures]:
    """Published draw of every accelerator [W per chip]; all-in of the newest vintage up to `power_date` (ISO).

    Rated and sustained draw belong to the part and have no vintage. Estimates and the sets that count site overhead
    under their own name stay out: they are in `printed_figures`.
    """
    found: dict[str, dict[str, Figure]] = {key: {} for key in accelerators()["key"]}
    for key, parameter, *figure in _rows(_POWER, {"day": power_date}):
        found[key][parameter] = Figure(*figure)
    return {key: PowerFigures(**figures) for key, figures in found.items()}


def price_figures(tier: str, price_date: str | None = None) -> dict[str, PriceFigure]:
    """USD per chip-hour in `tier`: each accelerator's newest figure up to `price_date` (ISO), with its own date."""
    rows = _rows(_PRICES, {"tier": tier, "day": price_date})
    return {key: PriceFigure(value, tier, source, date, grade) for key, value, source, date, grade in rows}


def printed_figures() -> pl.DataFrame:
    """One row per printed value of an accelerator or LLM: value and unit as printed, SI, source, date, grade."""
    return _frame("select * from printed order by subject, key, parameter, date, kind, source")


def opened(folder: Path = store.HERE, place: str | None = None) -> duckdb.DuckDBPyConnection:
    """A database in memory of the tables of `folder`, with the points of `place` instead where one is given.

    Those are scanned at each query, not copied. ValueError says what is wrong with them.
    """
    database = duckdb.connect(config={"python_enable_replacements": False})  # else any variable passes for a table
    for name in COLUMNS:
        database.register("rows", store.table(name, folder))
        database.execute(f"create table {'given_points' if name == 'points' else name} as from rows")
    if place:
        _attach(database, place)
    database.execute(PREPARED + ("" if place else _NUMBERED) + _PRINTED)
    return database


def _attach(database: duckdb.DuckDBPyConnection, place: str) -> None:
    """Name the rows at `place` as given_points, with every column of the schema; one they lack is unknown."""
    scan = store.scan(place)
    try:
        if scan == "given.points":
            database.execute(f"attach '{store.quoted(place)}' as given (read_only)")
        columns = database.sql(f"from {scan}").columns
        if not (why := given.lacking(columns)):
            why = given.fault(database.sql(f"select {given.summary(columns)} from {scan}").pl().row(0, named=True))
    except duckdb.Error as error:
        why = given.unreadable(scan, error)
    if why:
        raise ValueError(f"{store.SETTING}={place} {why}")
    database.execute(f"drop table given_points; create view given_points as select {given.typed(columns)} from {scan}")


def refused() -> str | None:
    """Why the points that the setting names cannot be served, in a sentence; None when they can."""
    try:
        _database()
    except ValueError as error:
        return str(error)
    return None


@cache
def _database() -> duckdb.DuckDBPyConnection:
    return opened(place=store.elsewhere())


def _rows(sql: str, values: dict[str, object] | None = None) -> list[tuple]:
    with _database().cursor() as cursor:
        return cursor.execute(sql, values).fetchall()


def _frame(sql: str, values: dict | None = None, within: duckdb.DuckDBPyConnection | None = None) -> pl.DataFrame:
    with (within or _database()).cursor() as cursor:
        return cursor.sql(sql, params=values).pl()


@cache
def _kept() -> pl.DataFrame | None:
    """Every point in display order, so that a query need only find their numbers; None when they lie elsewhere."""
    return None if store.elsewhere() else _frame(_SCANNED.format(where="true", newest=""))


def _conditions(question: Question) -> tuple[list[str], list[str]]:
    """The conditions of the question, and those that hold unless it says otherwise."""
    default = [condition for name, condition in _DEFAULTS.items() if not getattr(question, name)]
    return [_CONDITIONS[name] for name in asked(question)], default


# Ready to be asked: the name shown, one number per configuration, and a text that grows with the recency of a row. A
# median is older than any run, an unknown date than any known; a point of a curve is a configuration of its own.
PREPARED = f"""
create view points as select p.*, coalesce(a.name, accelerator) as chip, a.place,
    hash(case kind when 'curve' then id end, {", ".join(CONFIGURATION)}) as configuration,
    concat(kind != 'median', coalesce(date, '0000-00-00'), lpad(regexp_extract(run_url, 'runs/([0-9]+)', 1), 14, '0'),
        lpad(regexp_extract(run_url, 'attempts/([0-9]+)', 1), 4, '0'), id) as recency
from given_points p left join (select *, row_number() over () as place from accelerators) a on a.key = accelerator;
"""
_CONDITIONS = {name: f"{name} = ${name}" for name in ("llm", "isl", "osl")}
_CONDITIONS |= {name: f"list_contains(${name}, {name})" for name in ("precision", "engine", "grade", "decoding")}
_CONDITIONS |= {"chip": "list_contains($chip, accelerator)", "since": "date >= $since"}
_CONDITIONS |= {"until": "date <= $until", "low": "concurrency >= $low", "high": "concurrency <= $high"}
_DEFAULTS = {"grade": "grade not in ('C', 'U')", "decoding": "decoding = 'plain'"}
_ORDER = "place nulls last, accelerator, precision, decoding, interactivity, tput_total, id"
_NUMBERED = f"create table kept as select *, row_number() over (order by {_ORDER}) - 1 as number from points;"
_NUMBERED += "drop view points; alter table kept rename to points;"
_SCANNED = f"""
select {", ".join(list(POINTS)[:2])}, chip, {", ".join(list(POINTS)[2:])} from points where {{where}} {{newest}}
order by {_ORDER}
"""
_NEWEST = "and id in (select arg_max(id, recency) from points where {where} group by configuration)"
_NUMBERS = "select number from points where {where}"
_NUMBERS_OF_NEWEST = "select arg_max(number, recency) as number from points where {where} group by configuration"
_DROPPED = """
with judged as (
    select kind, case
        when {default} then null
        when {by_grade} and grade = 'C' then 'third-party points (grade C)'
        when {by_grade} and grade = 'U' then 'your own results (grade U)'
        when decoding = 'unknown' then 'points whose decoding is not recorded'
        else 'points with speculative decoding'
    end as left_out, recency = max(recency) over (partition by {default}, configuration) as newest
    from points where {where}
)
select coalesce(left_out, if(kind = 'median', 'medians of a configuration that has a single run', 'older runs')) what,
    count(*) from judged where left_out is not null or ({latest} and not newest)
group by what order by count(*) desc, what
"""
_PRINTED = """
create table printed as with figures as (
    select 'accelerator' as subject, accelerator as key, '' as kind, * exclude (accelerator) from accelerator_figures
    union all by name select 'llm' as subject, llm as key, '' as kind, * exclude (llm) from llm_figures
    union all by name select 'accelerator' as subject, accelerator as key, basis || '_w' as parameter,
        * exclude (accelerator, basis) from power
    union all by name select 'accelerator' as subject, accelerator as key, 'usd_chip_hour' as parameter,
        * exclude (accelerator) from prices
)
select subject, key, parameter, meaning, tier, kind, value, unit, value::double * factor::double as si_value,
    units.si as si_unit, source, date, grade, estimate = 'true' as estimate, note
from figures join units using (unit) join parameters using (parameter)
"""
_USABLE = "from printed where kind = 'registry' and not estimate"
_POWER = f"""
select key, parameter, si_value, source, date, grade, coalesce(note, '') {_USABLE}
    and unit in ('W', 'kW') and (parameter != 'all_in_w' or $day::varchar is null or date <= $day)
qualify row_number() over (partition by key, parameter order by date desc) = 1
"""
_PRICES = f"""
select key, si_value, source, date, grade {_USABLE} and tier = $tier and ($day::varchar is null or date <= $day)
qualify row_number() over (partition by key order by date desc) = 1
"""
