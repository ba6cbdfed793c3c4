"""What a docstring says about errors is a Google section, with one error a line."""

from __future__ import annotations

import ast
import builtins
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Final

import pytest

ROOT: Final = Path(__file__).resolve().parents[2]
FILES: Final = sorted(
    path for each in ("bot", "render", "rules") for path in (ROOT / each).rglob("*.py")
)
OTHERS: Final = ("aiohttp.", "argparse.", "discord.", "msgspec.", "simcord.", "sqlite3.")
"""Libraries whose errors are named with the library."""

SECTION: Final = re.compile(r"^Raises:\n((?:    .*\n?|\n)*)", re.MULTILINE)
ENTRY: Final = re.compile(r"^    (\S.*)$", re.MULTILINE)
NAMED: Final = re.compile(r"([A-Za-z]\w*(?:\.\w+)?): \S")


@cache
def trees() -> tuple[tuple[Path, ast.Module], ...]:
    return tuple((file, ast.parse(file.read_text("utf-8"))) for file in FILES)


def docstrings(tree: ast.Module) -> Iterator[str]:
    kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    for node in ast.walk(tree):
        if isinstance(node, kinds) and (text := ast.get_docstring(node)):
            yield text


def faults(text: str, errors: frozenset[str]) -> Iterator[str]:
    """What is wrong with the errors of a docstring."""
    if re.search(r"Raises: |Raises \w", text):
        yield "errors are a section of their own"
    for section in SECTION.findall(text):
        entries = ENTRY.findall(section)
        found = [named[1] for entry in entries if (named := NAMED.match(entry))]
        if len(found) < len(entries) or not entries:
            yield "each line names one error, and says when it is raised"
        if len(set(found)) < len(found):
            yield "an error is named twice"
        yield from (
            f"{each} is no error"
            for each in found
            if each not in errors and not each.startswith(OTHERS)
        )
        if re.search(r": (?:and )?as `", section):
            yield "errors are named, not looked up elsewhere"


@cache
def known() -> frozenset[str]:
    """The names of the project's classes, of what it imports, and of Python's errors."""
    found = {
        name
        for name, each in vars(builtins).items()
        if isinstance(each, type) and issubclass(each, BaseException)
    }
    for _, tree in trees():
        for node in ast.walk(tree):
            match node:
                case ast.ClassDef(name=name):
                    found.add(name)
                case ast.ImportFrom(names=names):
                    found.update(each.name for each in names)
                case _:
                    pass
    return frozenset(found)


def test_errors_are_named_one_a_line() -> None:
    errors = known()
    told = [
        f"{file.relative_to(ROOT)}: {fault}: {text.splitlines()[0]}"
        for file, tree in trees()
        for text in docstrings(tree)
        for fault in faults(text, errors)
    ]
    assert told == []


@pytest.mark.parametrize(
    "text",
    [
        "A seat. Raises: KeyError.",
        "A seat.\n\nRaises: KeyError.\n",
        "Raises KeyError if there is none.",
        "A seat.\n\nRaises:\n    KeyError, ValueError: it is none.\n",
        "A seat.\n\nRaises:\n    KeyError\n",
        "A seat.\n\nRaises:\n",
        "A seat.\n\nRaises:\n    KeyError: one.\n    KeyError: two.\n",
        "A seat.\n\nRaises:\n    NoSuchError: it is none.\n",
        "A seat.\n\nRaises:\n    KeyError: as `own_seat`.\n",
    ],
)
def test_each_fault_is_found(text: str) -> None:
    assert [*faults(text, known())]


def test_a_section_has_no_fault() -> None:
    text = (
        "A seat.\n\nRaises:\n    KeyError: it is\n        none.\n    discord.NotFound: gone.\n"
    )
    assert [*faults(text, known())] == []
