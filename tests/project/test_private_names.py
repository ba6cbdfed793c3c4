"""Private names of libraries: one function uses each, and a test fails when a name goes."""

from __future__ import annotations

import ast
import inspect
import pkgutil
import sqlite3
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Final

import aiosqlite

import bot

ROOT: Final = Path(__file__).resolve().parents[2]
OURS: Final = ("bot", "render", "rules")

PUBLIC: Final = {"_replace", "_exit"}
"""Documented by Python, despite their names: from named tuples and from `os`."""

OWN: Final = {("bot/store/open_store.py", "_database")}
"""Used on another value of the same class of ours."""

USED: Final = {
    # tests/bot/test_event_guard.py fails when discord.py moves the table.
    ("bot/interactions/event_guard.py", "_parsers", "_connection"),
    # test_aiosqlite_runs_a_function_in_its_thread fails when aiosqlite does.
    ("bot/database/sqlite.py", "_in_one_hop", "_execute"),
    ("bot/database/sqlite.py", "_in_one_hop", "_conn"),
}
"""Each private name of a library, with the file and the function that uses it."""


def test_each_private_name_of_a_library_stands_in_one_function() -> None:
    assert {*_of_others(), *_inherited()} == USED


async def test_aiosqlite_runs_a_function_in_its_thread() -> None:
    """Fails when aiosqlite renames what the store uses: a move could not be committed."""
    found: list[object] = []

    def work(connection: sqlite3.Connection, value: int) -> int:
        found.append(threading.get_ident())
        return int(connection.execute("SELECT ? + 1", (value,)).fetchone()[0])

    async with aiosqlite.connect(":memory:") as connection:
        assert isinstance(connection._conn, sqlite3.Connection)
        assert await connection._execute(work, connection._conn, 1) == 2  # type: ignore[no-untyped-call]  # it has no types
    assert found != [threading.get_ident()], "the loop is not held up"


def _of_others() -> Iterator[tuple[str, str, str]]:
    """Private names of values that are not `self`: file, function and name."""
    for path in sorted((ROOT / "bot").rglob("*.py")):
        file = path.relative_to(ROOT).as_posix()
        for function, name in _names(ast.parse(path.read_text("utf-8")), ofself=False):
            if name not in PUBLIC and (file, name) not in OWN:
                yield file, function, name


def _inherited() -> Iterator[tuple[str, str, str]]:
    """Names of `self` that a class of ours has from a library or unknowingly shares with it."""
    for each in pkgutil.walk_packages(bot.__path__, "bot."):
        if each.name.startswith("bot.demo") or each.name.endswith("__main__"):
            continue
        module = import_module(each.name)
        for value in vars(module).values():
            if not inspect.isclass(value) or value.__module__ != each.name:
                continue
            taken = _private_names(value)
            for function, name in _names(ast.parse(inspect.getsource(value)), ofself=True):
                if name in taken:
                    file = Path(inspect.getfile(value)).resolve().relative_to(ROOT)
                    yield file.as_posix(), function, name


def _private_names(value: type) -> set[str]:
    """The private names that the library bases of a class use on themselves."""
    found: set[str] = set()
    for each in value.__mro__[1:]:
        if each.__module__.split(".")[0] in {*OURS, "builtins", "typing", "abc", "msgspec"}:
            continue
        found |= {name for name in vars(each) if _is_private(name)}
        try:
            source = ast.parse(inspect.getsource(each))
        except (OSError, TypeError, SyntaxError):  # written in C, or inside a function
            continue
        found |= {name for _, name in _names(source, ofself=True)}
    return found


def _names(source: ast.AST, *, ofself: bool, function: str = "") -> Iterator[tuple[str, str]]:
    """The private names in a source, each with the innermost function around it."""
    for child in ast.iter_child_nodes(source):
        inside = function
        if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef):
            inside = child.name
        if isinstance(child, ast.Attribute) and _is_private(child.attr):
            owner = child.value
            if ofself == (isinstance(owner, ast.Name) and owner.id in {"self", "cls"}):
                yield inside, child.attr
        yield from _names(child, ofself=ofself, function=inside)


def _is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")
