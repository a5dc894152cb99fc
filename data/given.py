"""Judges points that lie elsewhere before anything is asked of them; refused, they are so as a whole."""

from collections.abc import Iterable, Mapping

from data import vocabulary
from data.cells import URL, wrong, wrong_key
from data.schema import POINTS, POINTS_NEEDED, URLS

NAMES = {"accelerator": "chip", "llm": "llm", "precision": "precision", "engine": "engine"}  # column -> kind
# Columns of which every different value is judged: without a known one a row cannot be found or shown.
JUDGED = frozenset({*POINTS_NEEDED - {"id"}, *NAMES, "kind", "date"})
ROWS, TWICE, NAMELESS = "rows", "id_twice", "id_missing"


def lacking(columns: Iterable[str]) -> str:
    """Which columns the points lack without which none can be used; "" when they have them."""
    missing = sorted(POINTS_NEEDED - set(columns))
    return f"lacks the columns {', '.join(missing)}; data/schema.py lists all" if missing else ""


def unreadable(scan: str, error: Exception) -> str:
    """What keeps the database from reading points, in its own first line of words."""
    said = str(error).splitlines()[0]
    no_table = scan == "given.points" and said.startswith("Catalog Error")
    return "has no table points" if no_table else f"cannot be read as points: {said}"


def typed(columns: Iterable[str]) -> str:
    """Every column of the schema, each of its type, as a select list over points that have `columns`."""
    held = {name: name if name in columns else "null" for name in POINTS}
    return ", ".join(f"try_cast({cell} as {POINTS[name]}) as {name}" for name, cell in held.items())


def summary(columns: Iterable[str]) -> str:
    """What `fault` judges as a select list over points that have `columns`, so that one scan finds it."""
    parts = [f"count(*) as {ROWS}", f"count(*) - count(nullif(trim(id::varchar), '')) as {NAMELESS}"]
    parts.append(f"if(count(distinct id) < count(id), mode(id), null)::varchar as {TWICE}")
    for name in (name for name in POINTS if name in columns):
        text, value = f"{name}::varchar", f"try_cast({name} as {POINTS[name]})"
        bad = f"not regexp_full_match({text}, '{URL.pattern}')" if name in URLS else f"{value} is null"
        every, one = f"list(distinct coalesce({value}::varchar, {text}, ''))", f"[any_value({text}) filter ({bad})]"
        parts.append(f"{every if name in JUDGED else one} as {name}")
    return ", ".join(parts)


def fault(found: Mapping[str, object]) -> str:
    """The first thing wrong with points of which `found` was found; "" when they can be served.

    `found` holds the number of ROWS, an id that stands TWICE or None, how many rows are NAMELESS, and per column a list
    of texts: all that stand in it where it is JUDGED, else one that cannot be read as what the column holds.
    """
    if not found[ROWS]:
        return "holds no points; a row is needed"
    if found[NAMELESS]:
        return "cannot be used as points: column id: missing; every row has one"
    if found[TWICE] is not None:
        return f"cannot be used as points: column id: '{found[TWICE]}' stands more than once; allowed: once"
    for column in (name for name in POINTS if name in found):
        texts = sorted(text for text in found[column] if text or (text is not None and column in POINTS_NEEDED))
        for text in texts:
            if what := wrong("points", column, text, {}) or _unread(column, text):
                return f"cannot be used as points: column {column}: {what}"
        if what := _misnamed(column, texts):
            return f"cannot be used as points: column {column}: {what}"
    return ""


def _unread(column: str, text: str) -> str:
    """What is wrong with a text that nothing but the reader refuses."""
    return "" if column in JUDGED else f"'{text}' is not {POINTS[column]}; leave it empty when unknown"


def _misnamed(column: str, names: list[str]) -> str:
    """What keeps names from meaning one thing each; "" when nothing does, or when the column holds none."""
    if column not in NAMES:
        return ""
    taken = vocabulary.called(NAMES[column])
    for name in names:
        if what := wrong_key(name):
            return what
        if (key := taken.setdefault(name.lower(), name)) != name:
            return f"'{name}' is another spelling of '{key}'; allowed: one spelling, the key in the tables"
    return ""
