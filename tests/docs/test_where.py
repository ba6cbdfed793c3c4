"""docs/where.md: its files, tests and commands exist, and its tests check its files."""

from __future__ import annotations

import re
import shlex

import msgspec
import pytest

from bot.__main__ import main
from tests.docs.recipe import ROOT
from tests.mutations import listed
from tests.of import held

PAGE = (ROOT / "docs/where.md").read_text("utf-8")
LISTED = listed()


class Row(msgspec.Struct, frozen=True):
    """What someone wants to change, and what the page says about it.

    Attributes:
        files, tests: paths in the project; a folder stands for all in it.
    """

    wish: str
    files: tuple[str, ...]
    tests: tuple[str, ...]
    command: str


def rows() -> tuple[Row, ...]:
    """The rows of all tables of the page."""
    cells = re.findall(r"^\| (.+) \| (.+) \| (.+) \| `(.+)` \|$", PAGE, re.MULTILINE)
    code = re.compile(r"`([^`]+)`")
    return tuple(
        Row(wish, tuple(code.findall(files)), tuple(code.findall(tests)), command)
        for wish, files, tests, command in cells
    )


ROWS = rows()
each_row = pytest.mark.parametrize("row", ROWS, ids=[row.wish for row in ROWS])


def holding(file: str) -> set[str]:
    """The tests that `python -m tests.of` prints for a file."""
    return set(held(LISTED, file))


def among(tests: set[str], named: str) -> bool:
    """Whether any of some tests is in a file or folder."""
    return any(
        test.partition("::")[0] == named or test.startswith(f"{named}/") for test in tests
    )


def test_every_line_of_the_tables_is_a_row() -> None:
    lines = [line for line in PAGE.splitlines() if line.startswith("| ")]
    heads = [line for line in lines if line == "| I want to change | files | tests | command |"]
    assert len(heads) == PAGE.count("\n## ") - 1
    assert len(ROWS) == len(lines) - len(heads) > 30
    assert len({row.wish for row in ROWS}) == len(ROWS)


@each_row
def test_its_files_and_tests_exist(row: Row) -> None:
    for path in (*row.files, *row.tests):
        assert (ROOT / path).exists(), path


@each_row
def test_each_file_is_held_by_a_test_of_the_row(row: Row) -> None:
    for file in row.files:
        assert any(among(holding(file), test) for test in row.tests), file


@each_row
def test_each_test_holds_a_file_of_the_row(row: Row) -> None:
    for test in row.tests:
        assert any(among(holding(file), test) for file in row.files), test


@each_row
def test_its_command_is_one(row: Row, capsys: pytest.CaptureFixture[str]) -> None:
    match shlex.split(row.command):
        case ["maecenas", command, *_]:
            with pytest.raises(SystemExit) as ended:
                main([command, "--help"])
            assert ended.value.code == 0
        case ["python", "-m", module, *_]:
            path = ROOT / module.replace(".", "/")
            file = path / "__main__.py" if path.is_dir() else path.with_suffix(".py")
            assert '__name__ == "__main__"' in file.read_text("utf-8")
        case ["pytest", *paths]:
            assert paths
            assert all((ROOT / path).exists() for path in paths)
        case _:
            pytest.fail(f"{row.command} is no command of the project")


def test_a_test_that_holds_nothing_of_a_row_is_found() -> None:
    assert not among(holding("bot/tables/core/options.py"), "tests/bot/test_metrics.py")
    assert among({"tests/florence/test_works.py::test_a"}, "tests/florence")
    assert not among({"tests/florence_more/test_works.py::test_a"}, "tests/florence")
