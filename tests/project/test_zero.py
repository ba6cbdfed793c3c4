"""Nothing in the bot treats a missing seat, person, server, channel or message as number 0."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

BOT = Path(__file__).parents[2] / "bot"

_NUMBERED = re.compile(r"seat|user|person|guild|channel|message(?!_at)|outdated|guest")


def _taken_for_zero(source: str) -> Iterator[str]:
    """Each `… or 0` whose left side names a seat, and so on."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.BoolOp(op=ast.Or(), values=[*firsts, ast.Constant(value=0)]):
                yield from (ast.unparse(node) for each in firsts if _names_one(each))
            case _:
                pass


def _names_one(value: ast.expr) -> bool:
    """Whether the last name of an expression is that of a seat, and so on."""
    match value:
        case ast.Call(func=called):
            return _names_one(called)
        case ast.Attribute(attr=name) | ast.Name(id=name):
            return _NUMBERED.search(name) is not None
        case ast.Subscript(slice=ast.Constant(value=str(name))):
            return _NUMBERED.search(name) is not None
        case _:
            return False


@pytest.mark.parametrize(
    "path", sorted(BOT.rglob("*.py")), ids=lambda path: str(path.relative_to(BOT))
)
def test_nothing_that_is_missing_is_number_0(path: Path) -> None:
    assert list(_taken_for_zero(path.read_text("utf-8"))) == []


@pytest.mark.parametrize(
    ("source", "found"),
    [
        ("row.seat or 0", True),
        ("table.seat_of(user) or 0", True),
        ("(\n    interaction.guild_id\n    or 0\n)", True),
        ("row.since or 0", False),
        ("game.message_at or 0.0", False),
        ("row.seat or 1", False),
    ],
)
def test_it_sees_them_all(source: str, *, found: bool) -> None:
    assert bool(list(_taken_for_zero(source))) is found
