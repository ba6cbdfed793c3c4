"""The places in the code that ask for a text, and the figures that they pass to it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Final

ROOT: Final = Path(__file__).parents[2]


def figures(text: str) -> set[str]:
    """The names in braces in a text."""
    return {field for _, field, _, _ in Formatter().parse(text) if field is not None}


def sources() -> Iterator[tuple[Path, ast.Module]]:
    """Every module of the product."""
    for package in ("bot", "render", "rules"):
        for path in sorted((ROOT / package).rglob("*.py")):
            yield path, ast.parse(path.read_text(encoding="utf-8"))


def calls() -> Iterator[tuple[str, str, ast.Call]]:
    """Every call to the catalogue with a literal id: its place, the id, the call."""
    for path, tree in sources():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and node.args):
                continue
            called = node.func.attr if isinstance(node.func, ast.Attribute) else None
            called = node.func.id if isinstance(node.func, ast.Name) else called
            first = node.args[0]
            if called in {"words", "_words"} and isinstance(first, ast.Constant):
                where = f"{path.relative_to(ROOT)}:{node.lineno}"
                yield where, str(first.value), node


def given_by(call: ast.Call) -> set[str] | None:
    """The figures that a call passes; None if they come from elsewhere (`**figures`)."""
    named = {keyword.arg for keyword in call.keywords}
    if None in named:
        return None
    return {str(each) for each in named} | ({"n"} if len(call.args) > 1 else set())


@cache
def given() -> dict[str, frozenset[str]]:
    """The figures that every call passes to a text, by id; none if any call cannot be read."""
    known: dict[str, frozenset[str]] = {}
    for _, id_, call in calls():
        own = frozenset(given_by(call) or ())
        known[id_] = known.get(id_, own) & own
    return known
