"""Every statement L1 to L160 and every ruling R1 to R57 is named by a test, or excused.

A test names what it proves at the beginning of its docstring: "L21, R2: ...".
"""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from tests.lacrimosa.untestable import UNTESTABLE

ROOM = Path(__file__).parent
STATEMENTS = {f"L{number}" for number in range(1, 161)}
RULINGS = {f"R{number}" for number in range(1, 58)}
CITED = re.compile(r"[LR]\d+(?:, [LR]\d+)*(?=: )")


def cited(path: Path) -> dict[str, set[str]]:
    """The ids that each test of a file names."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found: dict[str, set[str]] = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            start = CITED.match(ast.get_docstring(node) or "")
            found[node.name] = set(start.group().split(", ")) if start else set()
    return found


CHAPTERS = sorted(path for path in ROOM.glob("test_*.py") if path != Path(__file__))
BY_CHAPTER = {path.name: cited(path) for path in CHAPTERS}
NAMED = {i for tests in BY_CHAPTER.values() for ids in tests.values() for i in ids}


@pytest.mark.parametrize("statement", sorted(STATEMENTS | RULINGS))
def test_a_test_names_the_statement(statement: str) -> None:
    assert (statement in NAMED) != (statement in UNTESTABLE)


def test_no_test_names_a_statement_that_does_not_exist() -> None:
    assert NAMED <= STATEMENTS | RULINGS
    assert UNTESTABLE.keys() <= STATEMENTS


def test_every_excuse_gives_a_reason() -> None:
    assert all(len(reason.split()) > 4 for reason in UNTESTABLE.values())


@pytest.mark.parametrize("chapter", BY_CHAPTER)
def test_every_test_of_a_chapter_names_a_statement(chapter: str) -> None:
    assert BY_CHAPTER[chapter]
    assert not [test for test, ids in BY_CHAPTER[chapter].items() if not ids]
