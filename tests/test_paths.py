"""A path that cannot be used ends in one sentence and exit 2 before the work, not in a trace after it."""

import pytest

from data import calibrate, simulate, validate

COMMANDS = {"calibrate": (calibrate, []), "simulate": (simulate, []), "check": (simulate, ["--check"])}


@pytest.fixture
def idle(monkeypatch):
    """Whoever starts the work fails the test."""

    def work(*_):
        raise AssertionError("the work has begun")

    monkeypatch.setattr(calibrate, "calibration", work)
    monkeypatch.setattr(simulate, "simulated", work)


@pytest.mark.parametrize("place", ["no/such/folder/out.csv", "."])
@pytest.mark.parametrize("name", COMMANDS)
def test_a_bad_path_is_told_before_the_work(name, place, tmp_path, capsys, idle):
    command, options = COMMANDS[name]
    assert command.main([*options, "-o", str(tmp_path / place)]) == 2
    said = capsys.readouterr()
    assert said.out == "" and said.err.count("\n") == 1 and str(tmp_path) in said.err


def test_a_check_against_what_is_no_parquet_is_told(tmp_path, capsys, idle):
    (tmp_path / "out.parquet").write_text("a,b")
    assert simulate.main(["--check", "-o", str(tmp_path / "out.parquet")]) == 2
    assert "cannot be read as Parquet" in capsys.readouterr().err


def test_a_good_path_lets_the_work_begin(tmp_path, idle):
    with pytest.raises(AssertionError, match="the work has begun"):
        calibrate.main(["-o", str(tmp_path / "new.csv")])


@pytest.mark.parametrize("text", ['{"a": 1}', '[{"hw": "b200"}, {"a": 1}]'])
def test_json_that_is_no_result_says_what_a_result_needs(text, tmp_path, capsys):
    (tmp_path / "a.json").write_text(text)
    assert validate.main([str(tmp_path / "a.json")]) == 2
    said = capsys.readouterr().err
    assert "no column says the accelerator" in said
