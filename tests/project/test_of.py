"""`python -m tests.of`: which tests check a file, and what each would notice."""

from __future__ import annotations

import pytest

from tests.of import held, main
from tests.project.test_mutations import KILLED


def test_the_tests_of_a_file_are_told_with_what_they_would_notice(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert held([KILLED], "render/words/__init__") == {KILLED.test: [KILLED.what]}
    assert held([KILLED], "render/words/catalogue") == {}
    assert main(["bot/store/columns.py"]) == 0
    told = capsys.readouterr().out
    assert "tests/bot/test_columns.py::test_names" in told
    assert "would notice: a word of SQL as a column's name is not quoted" in told


def test_a_file_without_an_entry_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["no/such/file.py"]) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith("no entry of the mutations names no/such/file.py; ")


@pytest.mark.parametrize("arguments", [(), ("rules", "render")])
def test_one_file_is_asked_for(
    arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == 2
    assert "python -m tests.of bot/tables" in capsys.readouterr().err
