"""One opened claim: both calculations with their numbers in place, the points they rest on, and who says it."""

from html import escape

from data import versus
from data.claims import Claim, Column, Recomputed, said
from data.tables import vocabulary
from model.question import VERDICTS
from pages.ui.claims import columns, mark, published, sentence, stop, tone, unit
from pages.ui.formats import listing, number, plural, requests, speed
from pages.ui.terms import marked

MOST_POINTS = 6  # of one calculation; a mean may rest on dozens


def card(claim: Claim, found: Recomputed) -> str:
    """The opened claim as escaped HTML: what is said by whom, both calculations, the points used, its standing."""
    facts = [("Published", f"<b>{escape(published(claim))}</b> · {_source(claim)}")]
    facts += [(label, _calculation(claim, column)) for label, column in columns(found)]
    facts += [("Points used", _points(claim, found))] if found.points.used else []
    facts += [(label, escape(text)) for label, text in _passport(claim) if text]
    listed = "".join(f"<dt>{marked(label)}</dt><dd>{text}</dd>" for label, text in facts)
    verdict = f'<b class="sv-{tone(found.verdict)}">{mark(found.verdict)}{VERDICTS[found.verdict]}.</b>'
    note = f"<p>{escape(stop(claim.note))}</p>" if claim.note else ""
    return f'<div class="sv-claim"><p>{verdict} {escape(sentence(claim, found))}</p>{note}<dl>{listed}</dl></div>'


def closeness(claim: Claim, found: Recomputed) -> list[tuple[str, float, str]]:
    """The recomputed values as marks around the published one: name, percent off, value.

    A bound that holds has no distance, and what cannot be recomputed no value: neither has a mark.
    """
    marks = []
    for label, column in columns(found):
        if not column.values or not column.differences:
            continue
        ends = [""] if len(column.values) == 1 else [", low end", ", high end"]
        held = column.held or [False] * len(ends)
        for end, value, off, holds in zip(ends, column.values, column.differences, held, strict=True):
            if not holds:
                marks.append((f"{label}{end}", 100 * off, f"{said(value)}{unit(claim)}"))
    return marks


def _points(claim: Claim, found: Recomputed) -> str:
    """The points of a calculation with what they are, each linked to its run or source; all of it escaped."""
    used = versus.points(claim.llm, found.points.used)
    shown = [_point(row) for row in used.head(MOST_POINTS).iter_rows(named=True)]
    rest = len(found.points.used) - len(shown)
    titles = listing([versus.source(key)[0] for key in used["source"].unique(maintain_order=True)])
    lines = [*shown, *([f"and {plural(rest, 'more point')}"] if rest else [])]
    return "<br>".join([*lines, *([f"from {escape(titles)}"] if titles else [])])


def _point(row: dict) -> str:
    parts = [f"{number(row['tput_total'])} tok/s per chip" if row["tput_total"] else ""]
    parts += [f"{speed(row['interactivity'])} tok/s per user" if row["interactivity"] else ""]
    parts += [requests(row["concurrency"]) if row["concurrency"] else "", row["date"] or ""]
    told = f", {vocabulary().chips[row['accelerator']]}: {', '.join(filter(None, parts))}"
    address, shown = row["run_url"] or versus.source(row["source"])[1], escape(row["id"])
    if address.startswith("https://"):
        shown = f'<a href="{escape(address)}" target="_blank" rel="noopener">{shown}</a>'
    return shown + escape(told)


def _calculation(claim: Claim, column: Column) -> str:
    if not column.values:
        return escape(f"Not recomputable: {column.reason}")
    shown = "<br>".join(escape(f"{working}{unit(claim)}") for working in column.working)
    return f'{shown} <span class="sv-{tone(column.verdict)}">{escape(VERDICTS[column.verdict].lower())}</span>'


def _source(claim: Claim) -> str:
    title, address = versus.source(claim.source)
    shown = escape(title)
    if address.startswith("https://"):
        shown = f'<a href="{escape(address)}" target="_blank" rel="noopener">{shown}</a>'
    return f"{escape(claim.speaker)}, {shown}"


def _passport(claim: Claim) -> list[tuple[str, str]]:
    repeated = listing([versus.source(key)[0] for key in claim.repeated])
    return [
        ("Compared with", listing([vocabulary().chips.get(key, key) for key in claim.baseline])),
        ("Conditions", " · ".join(filter(None, (claim.workload, claim.basis)))),
        ("Standing", claim.standing),
        ("Repeated in", repeated),
    ]
