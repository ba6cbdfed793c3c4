"""Statements as sent to PostgreSQL: with numbered marks, several as one where that is safe.

Each statement sent is a round trip, which costs the bot more than the statement itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import chain, count
from typing import Final

from bot.database.contract import Row, Statement

MOST_TEXTS: Final = 1000
"""How many joined statements are remembered: they differ in how many rows each part has."""

MOST_VALUES: Final = 1000
"""The most values in a joined statement; a server accepts 65,535, a copy has more."""

_MARK: Final = re.compile(r"'[^']*'|\?(\d*)")
_WRITTEN: Final = re.compile(r"\s*(?:INSERT INTO|UPDATE|DELETE FROM) (\w+)")
_MANY: Final = re.compile(r"(INSERT INTO [^?]* VALUES )(\([?, ]+\))")
"""An INSERT whose rows are all the same marks, and nothing more."""


@cache
def numbered(sql: str, after: int = 0) -> str:
    """A statement with `$1`, `$2` in place of each `?`, or of `?1`, `?2`.

    Args:
        sql: the statement.
        after: the number before the first one.
    """
    numbers = count(1)

    def mark(found: re.Match[str]) -> str:
        if found[0].startswith("'"):
            return found[0]
        return f"${int(found[1] or next(numbers)) + after}"

    return _MARK.sub(mark, sql)


def joined(statements: Iterable[Statement]) -> Iterator[Statement]:
    """The same change in fewer statements, whose marks are numbered.

    Consecutive statements become parts of one, unless one writes to a table that a later one
    names: all parts see the database as it was before the first of them. A statement that
    guards a change or returns something stays alone, and so keeps its place.
    """
    parts: list[tuple[str, Row]] = []
    written: set[str] = set()
    size = 0
    for each in statements:
        if not each.rows:
            continue
        part = _part(each)
        table = _WRITTEN.match(each.sql)
        values = 0 if part is None else len(part[1])
        if (
            part is None
            or table is None
            or not written.isdisjoint(_words(each.sql))
            or size + values > MOST_VALUES
        ):
            yield from _together(parts)
            parts, written, size = [], set(), 0
        if part is None or table is None:
            yield each._replace(sql=numbered(each.sql))
            continue
        parts.append(part)
        written.add(table[1])
        size += values
    yield from _together(parts)


def _part(statement: Statement) -> tuple[str, Row] | None:
    """A statement that is executed once, and its values; None: it cannot be a part."""
    sql, rows, guards, returns = statement
    if guards or returns:
        return None
    if len(rows) == 1:
        return sql, tuple(rows[0])
    found = _MANY.fullmatch(sql)
    if found is None or len(rows) * len(rows[0]) > MOST_VALUES:
        return None
    return found[1] + ", ".join([found[2]] * len(rows)), tuple(chain.from_iterable(rows))


def _together(parts: list[tuple[str, Row]]) -> Iterator[Statement]:
    """All parts as one statement, if there are any."""
    if parts:
        sql = _text(tuple((sql, len(values)) for sql, values in parts))
        yield Statement(sql, (tuple(chain.from_iterable(values for _, values in parts)),))


@lru_cache(MOST_TEXTS)
def _text(parts: tuple[tuple[str, int], ...]) -> str:
    """The text of a joined statement, from its parts and their numbers of values."""
    texts, after = [], 0
    for sql, values in parts:
        texts.append(numbered(sql, after))
        after += values
    *before, last = texts
    names = ", ".join(f"part{n} AS ({each})" for n, each in enumerate(before))
    return f"WITH {names} {last}" if before else last


@cache
def _words(sql: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", sql))
