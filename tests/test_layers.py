"""Imports run pages -> data -> model, SQL has one home per database, and every room stays small enough to live in."""

import ast
import re
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
FILES = sorted(str(path.relative_to(ROOT)) for top in ("model", "data", "pages") for path in (ROOT / top).rglob("*.py"))
FILES += [name for name in ["app.py"] if (ROOT / name).exists()]
FORBIDDEN = {  # folder: what nothing in it may import
    "data": {"pages", "streamlit", "plotly"},
    "pages/views": {"plotly", "duckdb"},
}
SQL_HOMES = {"data/tables.py", "data/session.py"}  # the shared tables, and a visitor's own points apart from them
SQL = re.compile(r"\s*(select|with|insert|create|copy|pivot|attach)\b[^.]*\b(from|as|into|table|view)\b", re.I)
MODULE_LINES, VIEW_LINES, FUNCTION_LINES, PARAMETERS = 200, 40, 25, 5
TABLES = {"pages/ui/glossary.py", "data/schema.py"}  # "file" or "file:function" that may be long because it is a table

every_file = pytest.mark.parametrize("file", FILES)


@cache
def nodes(file):
    return list(ast.walk(ast.parse((ROOT / file).read_text(encoding="utf-8"))))


def inside(folder):
    return [file for file in FILES if file.startswith(folder + "/")]


def lines(file):
    return len((ROOT / file).read_text(encoding="utf-8").splitlines())


def imports(file):
    """Packages a file imports, anywhere in it; "." for a relative import."""
    plain = [alias.name for node in nodes(file) if isinstance(node, ast.Import) for alias in node.names]
    from_ = ["." if node.level else node.module for node in nodes(file) if isinstance(node, ast.ImportFrom)]
    return {name.partition(".")[0] or "." for name in plain + from_}


def functions(file):
    return [node for node in nodes(file) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]


def body_lines(function):
    """Lines of a function, signature included, docstring and decorators not."""
    text = function.body[0] if ast.get_docstring(function) is not None else None
    return function.end_lineno - function.lineno + 1 - (text.end_lineno - text.lineno + 1 if text else 0)


def parameters(function):
    given = function.args
    return [a.arg for a in given.posonlyargs + given.args + given.kwonlyargs if a.arg not in ("self", "cls")]


@pytest.mark.parametrize("file", inside("model"))
def test_the_model_runs_on_the_standard_library_and_numpy(file):
    assert imports(file) <= sys.stdlib_module_names | {"numpy", "model"}


@pytest.mark.parametrize("folder", FORBIDDEN)
def test_imports_point_one_way(folder):
    assert {file: found for file in inside(folder) if (found := imports(file) & FORBIDDEN[folder])} == {}


@every_file
def test_sql_has_one_home_for_each_database(file):
    texts = [node.value for node in nodes(file) if isinstance(node, ast.Constant) and isinstance(node.value, str)]
    if file not in SQL_HOMES:
        assert "duckdb" not in imports(file)
        assert [text for text in texts if SQL.match(text)] == []


@every_file
def test_imports_are_absolute_and_every_room_has_a_name(file):
    assert "." not in imports(file)
    assert Path(file).stem not in {"utils", "helpers", "common", "manager", "base", "misc"}


def test_streamlit_finds_no_legacy_pages():
    """A script directly in pages/ would open without app.py on a fresh server."""
    assert {path.name for path in (ROOT / "pages").glob("*.py")} == {"__init__.py"}


@pytest.mark.parametrize("file", inside("pages/views"))
def test_a_page_asks_calls_and_shows(file):
    assert lines(file) <= VIEW_LINES
    assert functions(file) == [] and not any(isinstance(node, ast.Try) for node in nodes(file))


@every_file
def test_modules_and_functions_stay_small(file):
    small = [f for f in functions(file) if f"{file}:{f.name}" not in TABLES]
    assert file in TABLES or lines(file) <= MODULE_LINES
    assert {f.name: body_lines(f) for f in small if body_lines(f) > FUNCTION_LINES} == {}
    assert {f.name: parameters(f) for f in small if len(parameters(f)) > PARAMETERS} == {}


def test_the_tables_that_may_be_long_exist():
    places = {place for file in FILES for place in [file, *(f"{file}:{f.name}" for f in functions(file))]}
    assert places >= TABLES
