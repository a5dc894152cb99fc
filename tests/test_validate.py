"""The command line of the validation says in one sentence what is wrong with a file."""

import pytest

from data.validate import main

BROKEN = {"cut.json": "{bad", "numbers.json": "[1, 2]", "empty.json": "[]", "binary.csv": "\x00\x01"}


@pytest.mark.parametrize("name", [*BROKEN, "missing.json"])
def test_a_file_that_is_no_result_is_refused_in_a_sentence(name, tmp_path, capsys):
    if name in BROKEN:
        (tmp_path / name).write_text(BROKEN[name])
    assert main([str(tmp_path / name)]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert name in said.err
    assert said.err.count("\n") == 1
