"""Tables and definitions as escaped HTML: cells wrap, sources are links, and on a phone each row becomes a card."""

from collections.abc import Iterable, Mapping
from html import escape

import polars as pl

from pages.ui.glossary import Term
from pages.ui.terms import marked

Row = Mapping[str, object]
Heads = Mapping[str, str]  # column of a frame -> what stands above it, in the order shown

PASSPORT = {"standing": "Standing", "date": "Date", "source": "Source", "remark": "Remark"}
VINTAGE_HEADS = {"what": "What", "figure": "Figure", "in_use": "In use"} | PASSPORT
FIGURE_HEADS = {"what": "What", "figure": "Figure", "si": "In SI"} | PASSPORT
MEASURED_HEADS = {"llm": "LLM", "precision": "Precision", "task": "Task", "in_flight": "In flight", "figure": "Figure"}
MEASURED_HEADS |= {"share": "f", "standing": "Standing", "date": "Date", "source": "Source", "remark": "How"}
ACCELERATOR_HEADS = {"name": "Accelerator", "vendor": "Vendor", "system": "System", "year": "Year"}
ACCELERATOR_HEADS |= {"process": "Process", "memory": "Memory", "topology": "Topology", "status": "Status"}
ACCELERATOR_HEADS |= {"source": "Source"}
LLM_HEADS = {"name": "LLM", "developer": "Developer", "released": "Released", "attention": "Attention"}
LLM_HEADS |= {"precision": "Precision", "source": "Source"}
SOURCE_HEADS = {"source": "Source", "publisher": "Publisher", "published": "Published", "accessed": "Accessed"}
SOURCE_HEADS |= {"licence": "Licence"}
MET, NOT_MET = "●", "○"  # start of a verdict's text, which is coloured by it
WHOLE = 20  # rows up to which a table does not scroll


def table(rows: pl.DataFrame, heads: Heads) -> str:
    """The columns of `heads`, under one line per `name` when that is no column of its own; unknown cells are blank.

    A column `source` becomes a link to the column `address` of the same row where there is one.
    """
    if rows.is_empty():
        return '<p class="sv-none">Nothing published for this choice.</p>'
    above = "".join(f"<th>{marked(head)}</th>" for head in heads.values())
    lines, group = [], None
    for row in rows.iter_rows(named=True):
        if "name" not in heads and "name" in row and row["name"] != group:
            group = row["name"]
            lines.append(f'<tr class="sv-of"><th colspan="{len(heads)}">{escape(group)}</th></tr>')
        lines.append(f"<tr>{''.join(_cell(row, column, head) for column, head in heads.items())}</tr>")
    inner = f"<table><thead><tr>{above}</tr></thead><tbody>{''.join(lines)}</tbody></table>"
    if rows.height <= WHOLE:
        return f'<div class="sv-rows">{inner}</div>'
    told = f'<p class="sv-more">{rows.height:,} rows, scroll</p>'
    return f'{told}<div class="sv-rows sv-scrolls" tabindex="0">{inner}</div>'


def definitions(groups: Mapping[str, Mapping[str, Term]]) -> str:
    """One definition list per group: the term, its meaning below or beside it, formula and unit muted."""
    lists = (f"<h3>{escape(group)}</h3><dl>{_terms(terms.values())}</dl>" for group, terms in groups.items())
    return f'<div class="sv-terms">{"".join(lists)}</div>'


def contents(parts: Mapping[str, str]) -> str:
    """Links to the headings of a page, as anchor -> heading."""
    links = "".join(f'<a href="#{anchor}">{escape(heading)}</a>' for anchor, heading in parts.items())
    return f'<nav class="sv-contents" aria-label="On this page">{links}</nav>'


def _cell(row: Row, column: str, head: str) -> str:
    text = "" if row[column] is None else str(row[column])
    text = marked(text) if column == "what" else escape(text)
    if column == "source" and str(row["address"] or "").startswith("https://"):
        text = f'<a href="{escape(row["address"])}" target="_blank" rel="noopener">{text}</a>'
    judged = {MET: " sv-met", NOT_MET: " sv-missed"}.get(text[:1], "")
    return f'<td class="sv-{column}{judged}" data-head="{escape(head)}">{text}</td>'


def _terms(terms: Iterable[Term]) -> str:
    return "".join(f"<dt>{escape(term.term)}</dt><dd>{escape(term.meaning)}{_small(term)}</dd>" for term in terms)


def _small(term: Term) -> str:
    texts = (term.formula and f"= {term.formula}", term.unit and f"Unit: {term.unit}")
    parts = [f"<span>{escape(text)}</span>" for text in texts if text]
    return f'<div class="sv-formula">{"".join(parts)}</div>' if parts else ""
