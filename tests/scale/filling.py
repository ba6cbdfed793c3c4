"""Many rows brought into an empty store, the fastest way that each database has."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import asyncpg

from bot.store import Address, Store
from tests.scale.rows import Many, Table

_QUICKLY = (
    "PRAGMA synchronous = OFF",
    "PRAGMA journal_mode = OFF",
    "PRAGMA cache_size = -500000",
)


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
        for table in many.tables():
            marks = ", ".join("?" * len(table.columns))
            insert = f"INSERT INTO {table.name} ({_names(table)}) VALUES ({marks})"  # noqa: S608 - ours
            connection.executemany(insert, table.rows())
        connection.commit()


def _names(table: Table) -> str:
    return ", ".join(f'"{each}"' for each in table.columns)


async def _into_server(url: str, many: Many) -> None:
    connection = await asyncpg.connect(url)
    try:
        await connection.execute("SET session_replication_role = replica")  # nothing is missing
        for table in many.tables():
            await connection.copy_records_to_table(
                table.name, records=table.rows(), columns=table.columns
            )
        await connection.execute("VACUUM ANALYZE")  # as it does by itself after a while
    finally:
        await connection.close()
