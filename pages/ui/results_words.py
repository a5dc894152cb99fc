"""The results page in words: how many there are, of what evidence, how new, and what the filters leave out."""

from collections import Counter
from collections.abc import Mapping
from html import escape

import polars as pl

from data.answer import WEAKNESS
from data.catalogue import Catalogue
from data.catalogue_columns import KINDS, USUAL_KINDS
from data.catalogue_hidden import Hidden, kept
from data.catalogue_views import History
from data.tables import dropped, vocabulary
from model.question import GRADES, Question
from pages.ui.formats import MONTHS, count, listing, month, number, plural, ratio, requests, tokens, workload
from pages.ui.yours_words import filter_name

LIFT = "List all of them: lift the filters of the sidebar"
PARTS = {
    "rows": "All results",
    "opened": "Opened",
    "coverage": "What has been measured",
    "history": "One configuration over time",
}
_OF = {"published": "published", "simulated": "simulated by the model", "yours": "of your own"}
LEVEL = 0.02  # a smaller change over time is none


def day(date: str | None) -> str:
    """An ISO day as text: 7 Sep 2026."""
    return f"{int(date[8:10])} {MONTHS[int(date[5:7]) - 1]} {date[:4]}" if date and len(date) >= 10 else "no date"


def headline(found: Catalogue, question: Question) -> str:
    """How many results are left, of what, and how new the newest is."""
    rows = found.rows
    if rows.is_empty():
        return f"No result of {_scope(question)} passes these filters"
    return f"{plural(rows.height, 'result')} of {_scope(question)}, {_newest(rows)}"


def _newest(rows: pl.DataFrame) -> str:
    """The newest run's day; a median of several runs has the last day that it can hold."""
    medians = pl.col("kind").eq_missing("median")
    run, until = (rows.filter(part)["date"].max() for part in (~medians, medians))
    parts = [f"the newest run of {day(run)}" if run else "", f"medians of runs until {day(until)}" if until else ""]
    return listing([part for part in parts if part]) or "none with a date"


def _scope(question: Question) -> str:
    if question.res_every:
        return "every LLM and workload"
    return f"{vocabulary().llms.get(question.llm, question.llm)} with {workload(question)}"


def conditions(found: Catalogue, question: Question) -> str:
    """The evidence of what is left and of how many it is, as escaped HTML."""
    grades = Counter(found.rows["grade"].to_list())
    parts = [f"<b>{count(grades[key])}</b> {escape(_grade(key))}" for key in WEAKNESS if grades[key]]
    whole = listing([f"{count(n)} {_OF[kind]}" for kind, n in found.held.items()])
    chosen = question.res_kind or USUAL_KINDS
    hidden = [KINDS[kind] for kind in KINDS if kind not in chosen and found.held[kind]]
    said = f"There are {whole}." + (f" Not listed: {listing(hidden).lower()}." if hidden else "")
    return " · ".join(parts) + ("<br>" if parts else "") + escape(said) + _left_out(question)


def _grade(key: str) -> str:
    return GRADES.get(key, key)


def nothing(found: Hidden, question: Question) -> str:
    """Why no result is listed: nothing has these words, or which filters of the sidebar hide all that do."""
    if not found.count:
        return "No result passes these filters, whatever the sidebar asks for: take words out of the search."
    by = listing([_filter(name, question) for name in found.by]) or "the filters of the sidebar together"
    return f"Hidden by {by}: without the filters of the sidebar {plural(found.count, 'result')} would be listed."


def _filter(name: str, question: Question) -> str:
    return "the LLM and workload" if name == "every" else filter_name(name, question)


def _left_out(question: Question) -> str:
    """What the sidebar's own filters leave out; where every run is listed, which filters still hold."""
    if question.res_every and (still := [_filter(name, question) for name in kept(question)]):
        return f" The sidebar still asks for {escape(listing(still))}."
    if question.res_every or "published" not in (question.res_kind or USUAL_KINDS):
        return ""
    found = dropped(question.filters())
    said = listing([f"{count(n)} {what}" for what, n in found])
    return f" Of this LLM and workload the sidebar’s usual choices hide {escape(said)}." if said else ""


def cut(rows: int, most: int) -> str:
    """That only the first rows are listed, where there are more; ends in a space."""
    if rows <= most:
        return ""
    return f"The first {count(most)} of {count(rows)} in this order are listed; search for others. The files have all. "


def configuration(row: Mapping[str, object]) -> str:
    """What a result is of, in a line: accelerator, engine, LLM, lengths and load."""
    words = vocabulary()
    lengths = f"{tokens(row['isl'])} in, {tokens(row['osl'])} out" if row["isl"] and row["osl"] else "no fixed lengths"
    parts = [words.chips.get(row["accelerator"], row["accelerator"]), words.precisions.get(row["precision"], "")]
    parts += [words.engines.get(row["engine"], row["engine"]), words.llms.get(row["llm"], row["llm"]), lengths]
    parts += [plural(row["chips"], "chip") if row["chips"] else "", _load(row)]
    return " · ".join(str(part) for part in parts if part)


def _load(row: Mapping[str, object]) -> str:
    return requests(row["concurrency"]) if row["concurrency"] else ""


def history(found: History) -> str:
    """What became of one configuration's throughput, in sentences."""
    known = found.runs.drop_nulls("tput_total")
    if known.height < 2:
        return "Its runs publish no throughput."
    first, last = known.row(0, named=True), known.row(-1, named=True)
    engine = vocabulary().engines.get(last["engine"], last["engine"] or "an engine that is not recorded")
    chip = vocabulary().chips.get(last["accelerator"], last["accelerator"])
    change = last["tput_total"] / first["tput_total"]
    word = "the same within 2 %" if abs(change - 1) < LEVEL else f"{ratio_of(change)} as much"
    return (
        f"{chip} with {engine}: from {number(first['tput_total'])} mixed tok/s per chip in {month(first['date'])} to "
        f"{number(last['tput_total'])} in {month(last['date'])}, {word}. {_best(known)}"
        f"{plural(found.runs.height, 'run')} on {plural(found.dates, 'day')}; deployment, lengths and load are the "
        "same, the version of the software is not recorded."
    )


def ratio_of(change: float) -> str:
    """How many times, with two decimals near one: 1.07×, 0.94×, 2.3×."""
    return f"{change:.2f}×" if change < 2 else ratio(change)


def _best(known: pl.DataFrame) -> str:
    """The best run where it is not the last one."""
    best = known.sort("tput_total", "date").row(-1, named=True)
    if best["tput_total"] <= known["tput_total"][-1] * (1 + LEVEL):
        return ""
    return f"The best was {number(best['tput_total'])} on {day(best['date'])}. "
