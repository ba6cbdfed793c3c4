"""The numbered migrations of SQLite, and which of them a database has seen."""

from __future__ import annotations

from importlib.resources import files
from pathlib import Path
from typing import Final

import aiosqlite

from bot.database import sqlite_layout
from bot.database.contract import StoreError

APPLICATION: Final = 0x4D414543  # "MAEC", the mark of our files
TEST_WRITE: Final = f"PRAGMA application_id = {APPLICATION}"  # writes a page, changes nothing


async def migrate(writer: aiosqlite.Connection, path: Path) -> None:
    """Apply the migrations that the database has not seen, each as a transaction.

    Raises:
        StoreError: the database is not as the migrations make it.
    """
    steps = migrations()
    version = await stored_version(writer, path)
    for number, step in enumerate(steps[version:], version + 1):
        await writer.executescript(
            f"BEGIN IMMEDIATE;\n{step}\n"
            f"PRAGMA application_id = {APPLICATION};\n"
            f"PRAGMA user_version = {number};\nCOMMIT;"
        )
    # A host may have added an index.
    if not sqlite_layout.made_by(steps) <= await sqlite_layout.of(writer):
        raise StoreError(f"the database {path} has a damaged layout; use its backup")
    # A disk on which nothing can be written is reported now, not at the first click.
    await writer.execute_fetchall(TEST_WRITE)


async def stored_version(connection: aiosqlite.Connection, path: Path) -> int:
    """The layout of the database.

    Raises:
        StoreError: it is not ours or too new.
    """
    steps = migrations()
    version = await _pragma(connection, "user_version")
    owner = await _pragma(connection, "application_id")
    if owner not in {0, APPLICATION} or (not owner and await _has_tables(connection)):
        raise StoreError(f"{path} belongs to another program; nothing was changed")
    if version > len(steps):
        raise StoreError(
            f"the database {path} was written by a newer version of Maecenas "
            f"(layout {version}, this version knows {len(steps)}); update, or use its backup"
        )
    return version


def migrations() -> tuple[str, ...]:
    """The migrations in order; their numbers have no gaps."""
    folder = files("bot.database").joinpath("migrations")
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".sql"))
    return tuple(folder.joinpath(name).read_text("utf-8") for name in names)


async def _pragma(connection: aiosqlite.Connection, name: str) -> int:
    rows = list(await connection.execute_fetchall(f"PRAGMA {name}"))
    return int(rows[0][0])


async def _has_tables(connection: aiosqlite.Connection) -> bool:
    return bool(list(await connection.execute_fetchall("SELECT 1 FROM sqlite_schema LIMIT 1")))
