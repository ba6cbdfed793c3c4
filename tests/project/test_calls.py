"""How calls are written.

No call unpacks values in brackets where each has a name: `f(*(a, b, c))`. What accepts any
number of values (those of a statement, a button or a log line) may be given them together.
What copies a struct is called `replace` and imported by that name.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
FILES = [path for name in ("bot", "render", "rules") for path in (ROOT / name).rglob("*.py")]
LOGGING = {"debug", "info", "warning", "error", "exception"}


def _unpacked(tree: ast.Module) -> Iterator[ast.Call]:
    """Each call that unpacks values written right there."""
    for node in ast.walk(tree):
        match node:
            case ast.Call(args=values):
                if any(
                    isinstance(each, ast.Starred)
                    and isinstance(each.value, ast.Tuple | ast.List)
                    for each in values
                ):
                    yield node
            case _:
                pass


def _variadic(tree: ast.Module) -> Iterator[str]:
    """The names of functions that accept any number of values."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.args.vararg:
            yield node.name


def _name(called: ast.expr) -> str:
    return called.attr if isinstance(called, ast.Attribute) else ast.unparse(called)


def _found(trees: dict[str, ast.Module]) -> list[str]:
    takes_any = LOGGING.union(*map(_variadic, trees.values()))
    return [
        f"{path}:{call.lineno}"
        for path, tree in trees.items()
        for call in _unpacked(tree)
        if _name(call.func) not in takes_any
    ]


def test_each_value_of_a_call_stands_for_itself() -> None:
    assert (
        _found({str(each.relative_to(ROOT)): ast.parse(each.read_text()) for each in FILES})
        == []
    )


def test_it_sees_them_all() -> None:
    source = (
        "def log(*values): ...\nlog(*(1, 2))\nRow(*(1, 2), name='Ada')\na.move(*[1], to=2)\n"
    )
    assert _found({"a.py": ast.parse(source)}) == ["a.py:3", "a.py:4"]


def test_replace_has_one_spelling() -> None:
    others = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path in (*FILES, *(ROOT / "tests").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Attribute)
        and node.attr == "replace"
        and ast.unparse(node.value) in {"msgspec.structs", "structs"}
    ]
    assert others == []
