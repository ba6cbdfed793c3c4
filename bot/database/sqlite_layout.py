"""The layout of a database: what SQLite makes of its stored definitions.

A damaged byte in a definition can rename a column, say; SQLite opens such a file as it is, and
fails at the first statement that names the column.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from functools import cache
from typing import Any, Final, TypeAlias

import aiosqlite

Layout: TypeAlias = frozenset[tuple[Any, ...]]
"""Columns, references, indexes and conditions, one row each."""

_CHECK: Final = re.compile(r"CHECK\s*\(((?:[^()]|\([^()]*\))*)\)")

_COLUMNS: Final = """
SELECT 'column', m.name, c.name, c.type, c."notnull", c.dflt_value, c.pk
FROM sqlite_schema m JOIN pragma_table_xinfo(m.name) c WHERE m.type = 'table'
"""
_REFERENCES: Final = """
SELECT 'reference', m.name, r."from", r."table", r."to", r.on_delete
FROM sqlite_schema m JOIN pragma_foreign_key_list(m.name) r WHERE m.type = 'table'
"""
_INDEXES: Final = """
SELECT 'index', m.name, i."unique", i.partial, c.seqno, c.name, m.tbl_name
FROM sqlite_schema m JOIN pragma_index_list(m.tbl_name) i ON i.name = m.name
JOIN pragma_index_info(m.name) c WHERE m.type = 'index'
"""
_TEXTS: Final = "SELECT 'text', name, type, sql FROM sqlite_schema WHERE sql IS NOT NULL"
_QUERIES: Final = (_COLUMNS, _REFERENCES, _INDEXES, _TEXTS)


async def of(connection: aiosqlite.Connection) -> Layout:
    """The layout of an open database.

    Raises:
        sqlite3.Error: the database cannot be read.
        UnicodeDecodeError: a name in it is damaged.
    """
    rows: list[Sequence[Any]] = []
    for query in _QUERIES:
        rows += await connection.execute_fetchall(query)
    return _layout(rows)


@cache
def made_by(migrations: tuple[str, ...]) -> Layout:
    """The layout of a database that these migrations make."""
    with closing(sqlite3.connect(":memory:")) as connection:
        for each in migrations:
            connection.executescript(each)
        rows = [row for query in _QUERIES for row in connection.execute(query)]
    return _layout(rows)


def _layout(rows: Iterable[Sequence[Any]]) -> Layout:
    return frozenset(each for row in rows for each in _parts(row))


def _parts(row: Sequence[Any]) -> Iterator[tuple[Any, ...]]:
    """A row as it is; of a definition, only the conditions, which SQLite lists nowhere."""
    match row:
        case ("text", name, "index", str(text)):
            yield "index of", name, _spaced(text.partition("WHERE")[2])
        case ("text", name, _, str(text)):
            yield from (("check", name, _spaced(each)) for each in _CHECK.findall(text))
        case _:
            yield tuple(row)


def _spaced(text: str) -> str:
    return " ".join(text.split())
