"""Fills an empty store with many rows, in the fastest way that each database has."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

import asyncpg

from bot.store import Address, Store
from tests.scale.rows import Many, Table

_QUICKLY = (
    "PRAGMA synchronous = OFF",
    "PRAGMA journal_mode = OFF",
    "PRAGMA cache_size = -500000",
)
_INDEXES_OF_FILE: Final = """
    SELECT name, sql FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL
"""
_INDEXES_OF_SERVER: Final = """
    SELECT indexname, indexdef FROM pg_indexes
    WHERE schemaname = current_schema() AND indexname NOT LIKE '%_pkey'
"""


async def fill(address: Address, many: Many) -> None:
    """Make a store with these games."""
    await (await Store.open(address)).close()
    if isinstance(address, Path):
        await asyncio.to_thread(_into_file, address, many)
    else:
        await _into_server(address, many)


def _into_file(path: Path, many: Many) -> None:
    with closing(sqlite3.connect(path)) as connection:
        for pragma in _QUICKLY:
            connection.execute(pragma)
        indexes = connection.execute(_INDEXES_OF_FILE).fetchall()
        for name, _ in indexes:  # made at once, at the end
            connection.execute(f"DROP INDEX {name}")
        for table in many.tables():
            marks = ", ".join("?" * len(table.columns))
            insert = f"INSERT INTO {table.name} ({_names(table)}) VALUES ({marks})"  # noqa: S608 - ours
            connection.executemany(insert, table.rows())
        for _, definition in indexes:
            connection.execute(definition)
        connection.commit()


def _names(table: Table) -> str:
    return ", ".join(f'"{each}"' for each in table.columns)


async def _into_server(url: str, many: Many) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("SET session_replication_role = replica")  # no row is missing
        indexes = await connection.fetch(_INDEXES_OF_SERVER)
        for name, _ in indexes:
            await connection.execute(f"DROP INDEX {name}")
        for table in many.tables():
            await connection.copy_records_to_table(
                table.name, records=table.rows(), columns=table.columns
            )
        for _, definition in indexes:
            await connection.execute(definition)
        await connection.execute("VACUUM ANALYZE")  # as the server does by itself later
    finally:
        await connection.close()
