"""Every statement in docs/statements is proved by a test, and every id that is cited exists.

The docstring of a test begins with the ids that it proves: "F21, FR2: ...". The grammar of
the statements is explained at the top of their files.
"""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path
from typing import Any, Final

import pytest

from tests.contract.games import CONTRACTS

HERE: Final = Path(__file__).resolve()
ROOT: Final = HERE.parents[2]
FILES: Final = {path.stem: path for path in (ROOT / "docs" / "statements").glob("*.toml")}
TABLES: Final = {game: tomllib.loads(path.read_text("utf-8")) for game, path in FILES.items()}
IDS: Final = {game: table.pop("ids") for game, table in TABLES.items()}
STATEMENTS: Final[dict[str, dict[str, Any]]] = {
    id_: statement for table in TABLES.values() for id_, statement in table.items()
}

KINDS: Final = {"rule", "component", "ruling", "untestable"}
LONGEST: Final = 300

_ID: Final = rf"(?:{'|'.join(prefix for counts in IDS.values() for prefix in counts)})\d+"
CITED: Final = re.compile(rf"\b{_ID}\b")
OTHER_SPELLING: Final = re.compile(
    rf"\b{_ID} ?(?:[-–]|to) ?(?:{_ID}|\d)|\bR\d+\b|\b(?:[Rr]uling|[Ss]tatement)s? [A-Z]?\d"
)
PROVED: Final = re.compile(rf"{_ID}(?:, {_ID})*(?=: )")


def sources(*folders: str) -> list[Path]:
    """The code, editions and words in some folders, without this file."""
    found = (path for folder in folders for path in sorted((ROOT / folder).rglob("*")))
    return [path for path in found if path.suffix in {".py", ".toml", ".po"} and path != HERE]


def proved(path: Path) -> dict[str, tuple[str, ...]]:
    """The ids that each test of a file proves."""
    found = {}
    for node in ast.parse(path.read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            start = PROVED.match(ast.get_docstring(node) or "")
            found[node.name] = tuple(start.group().split(", ")) if start else ()
    return found


PROOFS: Final = {
    path: proved(path) for path in sorted((ROOT / "tests").rglob("test_*.py")) if path != HERE
}
TESTED: Final = {id_ for tests in PROOFS.values() for ids in tests.values() for id_ in ids}


def test_every_game_has_its_statements() -> None:
    assert FILES.keys() == CONTRACTS.keys()


@pytest.mark.parametrize("game", FILES)
def test_ids_are_complete_and_in_order(game: str) -> None:
    counts = IDS[game].items()
    ids = [f"{prefix}{n}" for prefix, count in counts for n in range(1, count + 1)]
    assert list(TABLES[game]) == ids


@pytest.mark.parametrize("id_", STATEMENTS)
def test_a_statement_keeps_the_grammar(id_: str) -> None:
    statement = STATEMENTS[id_]
    kind, text = statement["kind"], statement["text"]
    assert kind in KINDS
    assert statement.keys() == {"kind", "text"} | ({"why"} if kind == "untestable" else set())
    assert kind != "untestable" or len(statement["why"].split()) > 4
    assert len(text) <= LONGEST
    assert re.fullmatch(r"[^.?!]+\.", text), "one sentence"
    assert set(CITED.findall(text)) <= STATEMENTS.keys()
    assert kind == "untestable" or (kind == "ruling") == bool(re.match(r"[A-Z]R\d", id_))


def test_no_two_statements_say_the_same() -> None:
    texts = [statement["text"] for statement in STATEMENTS.values()]
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("id_", STATEMENTS)
def test_a_test_proves_the_statement(id_: str) -> None:
    assert (id_ in TESTED) != (STATEMENTS[id_]["kind"] == "untestable")


def test_every_id_cited_exists_and_is_spelled_out() -> None:
    for path in sources("rules", "render", "bot", "tests"):
        text = path.read_text("utf-8")
        assert not set(CITED.findall(text)) - STATEMENTS.keys(), path
        assert not OTHER_SPELLING.findall(text), path


@pytest.mark.parametrize("game", FILES)
def test_every_test_of_a_game_proves_something_of_it(game: str) -> None:
    of_game = {path: tests for path, tests in PROOFS.items() if path.parent.name == game}
    assert of_game
    for path, tests in of_game.items():
        assert tests, path
        for test, ids in tests.items():
            assert ids, f"{path}: {test}"
            assert set(ids) <= TABLES[game].keys(), f"{path}: {test}"
