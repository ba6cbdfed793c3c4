"""The statements that a store sends, and how its database executes them."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, Final, NamedTuple

from asyncpg.connection import LoggedQuery

from bot.database.postgresql import PostgreSQL
from bot.database.sqlite import SQLite
from bot.store import Store

ONE_ROW: Final = frozenset({"uptime", "privacy", "layout", "deletion_key"})
"""Tables of one row: there is nothing to look up."""

COARSE: Final = frozenset({"status", "rested", "steps", "listed"})
"""Columns of few values: a search for these alone reads a part of the table of any size."""

_SMALL: Final = """
    SELECT relname FROM pg_class
    WHERE relnamespace = current_schema()::regnamespace AND reltuples < ?
"""
_ASKS: Final = ("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")


class Sent(NamedTuple):
    """A statement as it was sent to the database, with its values."""

    sql: str
    values: tuple[object, ...] = ()

    @property
    def told(self) -> str:
        """The statement in one line."""
        return " ".join(self.sql.split())


@asynccontextmanager
async def recorded(store: Store) -> AsyncIterator[list[Sent]]:
    """The statements that a store sends in the meantime, except those of definitions.

    Args:
        store: on PostgreSQL, a store with a single connection.
    """
    sent: list[Sent] = []

    def note(sql: str, values: tuple[object, ...] = ()) -> None:
        if sql.lstrip().upper().startswith(_ASKS) and ";" not in sql:  # not several at once
            sent.append(Sent(sql, values))

    def logged(query: LoggedQuery) -> None:
        note(query.query, _values(query.args))

    match store._database:
        case SQLite() as database:
            connections = (database._reader, database._writer)
            for each in connections:
                await each.set_trace_callback(note)
            yield sent
            for each in connections:
                await each.set_trace_callback(None)  # type: ignore[arg-type]  # none: no more
        case PostgreSQL() as server:
            async with server._pool.acquire() as connection:
                connection.add_query_logger(logged)
            yield sent
            await asyncio.sleep(0)  # the latest one is logged in a moment
            async with server._pool.acquire() as connection:
                connection.remove_query_logger(logged)
        case other:
            raise TypeError(other)


def _values(given: Any) -> tuple[object, ...]:
    """The values of a statement; if it is executed for many rows, those of one row."""
    values = tuple(given or ())
    if values and isinstance(values[0], tuple | list):
        return tuple(values[0])
    return values


async def scans(store: Store, sent: Sent, few: int = 0) -> tuple[str, ...]:
    """The steps of a statement that read a table or an index from end to end.

    Args:
        store: where the statement is planned.
        sent: the statement.
        few: on PostgreSQL, tables with fewer rows may be read so, which is cheaper.
    """
    database = store._database
    if isinstance(database, SQLite):
        rows = await database.named(f"EXPLAIN QUERY PLAN {sent.sql}")
        return tuple(_on_sqlite([str(each["detail"]) for each in rows]))
    rows = await database.named(f"EXPLAIN (FORMAT JSON) {sent.sql}", *sent.values)
    (plan,) = json.loads(rows[0]["QUERY PLAN"])
    small = await database.all(_SMALL, few)
    return tuple(_on_postgresql(plan["Plan"], ONE_ROW.union(*small)))


def _on_sqlite(steps: list[str]) -> Iterator[str]:
    made = {
        found[1]
        for each in steps
        if (found := re.match(r"(?:CO-ROUTINE|MATERIALIZE) (\S+)", each))
    }
    for each in steps:
        match = re.match(r"SCAN (\S+)", each)
        if match and match[1] not in {"CONSTANT", *made, *ONE_ROW}:
            yield each
        asked = re.fullmatch(r"SEARCH .* INDEX .* \((.*)\)", each)
        if asked and COARSE.issuperset(re.findall(r"(\w+)[=<>]", asked[1])):
            yield each


def _on_postgresql(
    plan: Mapping[str, Any], small: frozenset[str], *, first: bool = False
) -> Iterator[str]:
    """As `_on_sqlite`.

    Args:
        plan: the plan as the server gives it in JSON.
        small: tables and indexes that may be read from end to end.
        first: whether only its first row is needed.
    """
    kind, table = str(plan["Node Type"]), plan.get("Relation Name")
    if kind == "Seq Scan" or "Index" in kind:
        asked = str(plan.get("Index Cond", ""))
        columns = re.findall(r'\("?(\w+)"? (?:=|<|>|IS)', asked)
        looked_up = bool(asked) and not (columns and COARSE.issuperset(columns))
        at_once = first and kind != "Seq Scan" and "Filter" not in plan
        if not looked_up and not at_once and small.isdisjoint({table, plan.get("Index Name")}):
            yield f"{kind} of {table or plan.get('Index Name')} {plan.get('Filter', '')}"
    first = kind == "Limit" and plan["Plan Rows"] == 1
    for each in plan.get("Plans", ()):
        yield from _on_postgresql(each, small, first=first)
