"""The coverage as a heat table: how many results there are of each accelerator and column, how new and how good."""

from collections.abc import Mapping
from html import escape

from data.catalogue_views import Cell, Coverage
from data.tables import vocabulary
from pages.ui.formats import count, listing, month, plural, tokens

STEPS = (1, 10, 30, 100, 300)  # results from which a cell takes the next shade


def heading(column: tuple[str, ...], by: str) -> str:
    """What stands above a column: an LLM, an LLM and a precision, or lengths."""
    if by == "workload":
        return " in, ".join(tokens(int(part)) for part in column) + " out"
    words = vocabulary()
    names = (words.llms, words.precisions)
    return " ".join(known.get(part, part) for part, known in zip(column, names, strict=False))


def table(found: Coverage, by: str) -> str:
    """The coverage as escaped HTML: each cell counts results and tells the newest month and the best grade."""
    if not found.cells:
        return '<p class="sv-none">Nothing to count.</p>'
    above = "".join(f'<th scope="col">{escape(heading(column, by))}</th>' for column in found.columns)
    lines = [_line(found, key, name) for key, name in found.rows.items()]
    corner = '<th scope="col">Accelerator</th>'
    return (
        f'<div class="sv-heat" tabindex="0" role="region" aria-label="Coverage"><table><thead><tr>{corner}{above}</tr>'
        f"</thead><tbody>{''.join(lines)}</tbody></table></div>"
    )


def _line(found: Coverage, key: str, name: str) -> str:
    cells = (_cell(found.cells.get((key, column))) for column in found.columns)
    return f'<tr><th scope="row">{escape(name)}</th>{"".join(cells)}</tr>'


def _cell(cell: Cell | None) -> str:
    if cell is None:
        return '<td class="sv-heat0"><span>–</span></td>'
    shade = sum(cell.count >= step for step in STEPS)
    date = f"{'until ' if cell.until else ''}{month(cell.newest)}" if cell.newest else "undated"
    return f'<td class="sv-heat{shade}"><b>{count(cell.count)}</b><span>{escape(cell.grade)} · {date}</span></td>'


def words(found: Coverage, by: str) -> str:
    """The same in sentences: what is covered best, and which accelerators have fewest columns."""
    if not found.cells:
        return "Nothing to count."
    (key, column), best = max(found.cells.items(), key=lambda item: item[1].count)
    filled = len(found.cells) / (len(found.rows) * len(found.columns))
    newest = _newest(found.cells)
    said = (
        f"{count(len(found.cells))} of {plural(len(found.rows) * len(found.columns), 'cell')} "
        f"{'has' if len(found.cells) == 1 else 'have'} results ({100 * filled:.0f} %). The cell with most is "
        f"{found.rows[key]} with {heading(column, by)}: {plural(best.count, 'result')}."
    )
    return said + (f" The newest dated run is of {month(newest)}." if newest else "") + _thin(found)


def _thin(found: Coverage) -> str:
    """The accelerators of a single column."""
    counts = {key: sum(own == key for own, _ in found.cells) for key in found.rows}
    lone = [found.rows[key] for key, columns in counts.items() if columns == 1]
    return f" In one column only: {listing(lone)}." if lone and len(found.columns) > 1 else ""


def _newest(cells: Mapping[object, Cell]) -> str:
    return max((cell.newest for cell in cells.values() if not cell.until), default="")
