"""The ranking under the chart as the element draws it: the cells of the answer with their colours."""

from collections.abc import Sequence

from data.answer import Answer
from data.tables import vocabulary
from pages.ui import cells
from pages.ui.cells import Cells
from pages.ui.panels import Panel, highlighted, key
from pages.ui.terms import of_head
from pages.ui.theme import Colours

Payload = dict[str, object]
COLUMNS = ("lead", "1st token")
OFF = "model off"
OFF_IN_FULL = "model minus measured at the pin, in percent of measured"


def table(answer: Answer, colours: Colours, shown: Sequence[Panel]) -> Payload:
    """`heading`, `columns` and `caption` of the table, and its `rows`, best first; {} without any row.

    `shown` are the panels of the chart (panels.panels), whose colours the rows carry.
    """
    rows = cells.ranking_cells(answer)
    if not rows:
        return {}
    heading, unit = cells.ranking_heading(answer)
    basis, basis_in_full = cells.basis_heading(answer.question)
    model = any(row.model for row in rows)
    columns = [*COLUMNS, *([OFF] if model else []), basis]
    in_full = f"model off: {OFF_IN_FULL}, {basis_in_full}" if model else basis_in_full
    if len(answer.curves) < 2:
        columns[0] = ""
    return {
        "heading": heading,
        "columns": [unit, *columns],
        "model": OFF_IN_FULL if model else "",
        "meanings": [of_head(head) for head in [unit, *columns]],
        "caption": f"{heading}: {unit}, lead of the first over each, first-token time, {in_full}",
        "rows": [_row(answer, colours, row, shown) for row in rows],
    }


def _row(answer: Answer, colours: Colours, row: Cells, shown: Sequence[Panel]) -> Payload:
    has_curve = 0 <= row.series < len(answer.curves)
    name = key(answer.curves[row.series]) if has_curve else _modelled_key(answer, row)
    line, text = _colours(colours, row, name, shown)
    return {
        "key": name,
        "label": vocabulary().chips.get(row.accelerator, ""),  # of a link, which cannot name a visitor's own
        "name": row.name,
        "line": line,
        "text": text,
        "value": row.value if row.high else "",
        "note": row.small,
        "lead": row.lead,
        "first": row.first_token,
        "watts": row.basis,
        "model": row.model,
        "modelled": row.modelled,
        "low": round(row.low, 4),
        "high": round(row.high, 4),
        "ghost": None if row.ghost is None else round(row.ghost, 4),
        "title": row.title,
        "missing": "" if row.high else row.value,
        "highlighted": has_curve and row.accelerator == highlighted(answer),
        "drawn": has_curve or any(name == key(curve) for panel in shown for curve in panel.modelled),
    }


def _modelled_key(answer: Answer, row: Cells) -> str:
    found = [c for c in answer.modelled if (c.accelerator, c.name) == (row.accelerator, row.name)]
    return key(found[0]) if found else row.accelerator


def _colours(colours: Colours, row: Cells, name: str, shown: Sequence[Panel]) -> tuple[str, str]:
    for panel in shown:
        for place, curve in enumerate(panel.curves):
            if key(curve) == name:
                return panel.line(place, colours), panel.text(place, colours)
    return colours.line(row.accelerator), colours.text(row.accelerator)
