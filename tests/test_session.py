"""A visitor's points lie in a database of their own that can reach nothing else."""

import duckdb
import pytest

from data import session
from data.results import read
from tests import results_files as files

POINTS = read("file", files.SAMPLES["list"]).points


@pytest.fixture
def database():
    with session.opened(POINTS) as opened:
        yield opened


def test_it_answers_queries_on_the_points(database):
    assert database.execute("select id from points where chips > $least", {"least": 8}).fetchall() == [("u00002",)]


@pytest.mark.parametrize(
    "query",
    [
        "from read_csv('{file}')",
        "from '{file}'",
        "copy points to '{new}'",
        "attach '{new}'",
        "export database '{new}'",
        "install httpfs",
        "load httpfs",
        "set threads = 8",
        "set memory_limit = '8GB'",
        "set enable_external_access = true",
        "set lock_configuration = false",
        "reset lock_configuration",
        "from POINTS_OF_PYTHON",
    ],
)
def test_it_reaches_no_file_and_changes_no_setting(database, tmp_path, query):
    (tmp_path / "file.csv").write_text("a\n1\n", encoding="utf-8")
    with pytest.raises(duckdb.Error):
        database.execute(query.format(file=tmp_path / "file.csv", new=tmp_path / "new"))
    assert [path.name for path in tmp_path.iterdir()] == ["file.csv"]


def test_it_fails_beyond_its_memory_and_lives_on(database):
    with pytest.raises(duckdb.OutOfMemoryException):
        database.execute("select list(range) from range(100000000)")
    assert database.execute("select count(*) from points").fetchone() == (2,)


def test_two_visitors_see_their_own():
    with session.opened(POINTS[:1]) as one, session.opened(POINTS) as other:
        one.execute("create table secret as select 1")
        assert other.execute("select count(*) from points").fetchone() == (2,)
        with pytest.raises(duckdb.CatalogException):
            other.execute("from secret")
