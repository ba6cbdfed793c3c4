"""SQLite: one connection that writes, one that reads, and the numbered migrations."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
import stat
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import quote

import aiosqlite

from bot.store import layout

APPLICATION = 0x4D414543  # "MAEC", the mark of our files
BUSY_SECONDS = 5.0
PRIVATE = 0o600  # the mode of new files: they tell every hand
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
)
_TEST_WRITE = f"PRAGMA application_id = {APPLICATION}"  # writes a page, and changes nothing

_log = logging.getLogger(__name__)

DATABASE_ERRORS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises for a damaged file: its message may quote bytes that are no text."""


def reason(error: Exception) -> str:
    """What is wrong, in one line."""
    if isinstance(error, UnicodeDecodeError):
        return "its layout is damaged"
    return " ".join(str(error).split())


class StoreError(Exception):
    """The database cannot be used; the text is one line for the host."""


class Conflict(Exception):  # noqa: N818 - not a fault: somebody was faster
    """Somebody else changed the game meanwhile; nothing was written."""


class Database:
    """The connections to one database file.

    Their threads are no daemons: an open database keeps the process alive.
    """

    def __init__(
        self, path: Path, writer: aiosqlite.Connection, reader: aiosqlite.Connection
    ) -> None:
        self._paths = (path, Path(f"{path}-wal"))
        self._files = self._inodes()
        self._writer = writer
        self._reader = reader
        self._failed = False
        # Statements of two coroutines must not mix in one transaction.
        self._writing = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> Database:
        """Open or create a database and bring it up to date.

        Raises:
            StoreError: it is unreadable, not ours, from a newer version, or cannot be
                written.
        """
        connections: list[aiosqlite.Connection] = []
        try:
            await asyncio.to_thread(_prepare, path)
            writer = await _connect(path, connections)
            await _migrate(writer, path)
            reader = await _connect(path, connections)
        except (*DATABASE_ERRORS, OSError) as error:
            await _close(connections)
            raise StoreError(f"the database {path} cannot be used: {reason(error)}") from error
        except BaseException:
            await _close(connections)
            raise
        return cls(path, writer, reader)

    @classmethod
    async def read(cls, path: Path, *, as_is: bool = False) -> Database:
        """Open an existing database for reading only, beside a bot that may be running.

        Args:
            path: its file.
            as_is: whatever its layout: for a copy.

        Raises:
            StoreError: as `open`, or it is not there, or an older release wrote it.
        """
        if not await asyncio.to_thread(path.is_file):
            raise StoreError(f"there is no database {path}")
        connections: list[aiosqlite.Connection] = []
        try:
            address = f"file:{quote(str(path))}?mode=ro"
            connections.append(await aiosqlite.connect(address, uri=True, timeout=BUSY_SECONDS))
            connections[0].text_factory = _text
            version = await _version(connections[0], path)
        except DATABASE_ERRORS as error:
            await _close(connections)
            raise StoreError(f"the database {path} cannot be read: {reason(error)}") from error
        except BaseException:
            await _close(connections)
            raise
        if version < len(_migrations()) and not as_is:
            await _close(connections)
            raise StoreError(
                f"the database {path} was written by an older version of Maecenas; "
                "`maecenas run` brings it up to date"
            )
        return cls(path, connections[0], connections[0])

    async def close(self) -> None:
        """Close both connections."""
        async with self._writing:
            await _close([self._reader, self._writer])

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[aiosqlite.Connection]:
        """A write transaction: all of it is committed, or nothing.

        Raises:
            sqlite3.Error: it cannot be: a full disk, say, or the file is not there any
                more, so that what is written now would be gone with this process.
        """
        async with self._exclusive():
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield self._writer
                await self._writer.commit()
            except BaseException:
                # A cancelled statement still runs in the thread; this follows it.
                await self._writer.rollback()
                raise

    @asynccontextmanager
    async def _exclusive(self) -> AsyncIterator[None]:
        """The writing connection, for nobody else meanwhile; remembers whether it worked."""
        async with self._writing:
            try:
                self._check_files()
                yield
                self._failed = False
            except sqlite3.Error:
                self._failed = True
                raise

    async def check_writable(self) -> None:
        """See that the database can be written, if that failed the last time.

        Raises:
            sqlite3.Error: it still cannot be.
        """
        if self._failed:
            await self.write(_TEST_WRITE)

    def _check_files(self) -> None:
        if self._inodes() != self._files:
            raise sqlite3.OperationalError("the database was moved or replaced")

    def _inodes(self) -> tuple[int | None, ...]:
        """Which files are where ours should be. A write-ahead log needs a local disk: quick."""
        found: list[int | None] = []
        for path in self._paths:
            try:
                found.append(path.stat().st_ino)
            except OSError:
                found.append(None)
        return tuple(found)

    async def all(self, sql: str, *values: object) -> list[Any]:
        """The rows of a query, as committed."""
        return list(await self._reader.execute_fetchall(sql, values))

    async def named(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """The rows of a query, as committed, each by the names of its columns."""
        async with self._reader.execute(sql, values) as cursor:
            names = [each[0] for each in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in await cursor.fetchall()]

    async def one(self, sql: str, *values: object) -> Any | None:
        """The first row of a query, or None."""
        rows = await self.all(sql, *values)
        return rows[0] if rows else None

    async def empty_log(self) -> bool:
        """Bring the log into the database and empty it; False: somebody still reads it.

        What was deleted stands in the log until then.
        """
        async with self._exclusive():
            rows = list(await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)"))
        emptied = not rows[0][0]
        if not emptied:
            _log.warning("the log of the database is in use, and is emptied later")
        return emptied

    async def write(self, sql: str, *values: object) -> int:
        """One statement as a transaction; the number of rows changed."""
        async with self._exclusive():  # SQLite commits it by itself: no more ways to the thread
            return (await self._writer.execute(sql, values)).rowcount


def _prepare(path: Path) -> None:
    """Make its folder. Raises: OSError, and StoreError for a file that cannot be used."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.is_file() and not path.stat().st_size:
        raise StoreError(
            f"the database {path} is empty: its games are gone; put a backup in its place, "
            "or remove the file to begin anew"
        )
    if not path.exists():
        # For its owner alone from the first moment, as SQLite then makes its logs.
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL, PRIVATE))
    for file in (path, Path(f"{path}-wal"), Path(f"{path}-shm")):
        _make_private(file)
    # SQLite would open it, and leave a log beside it that may not be written either.
    if path.exists() and not os.access(path, os.W_OK):
        raise StoreError(f"the database {path} cannot be used: it may not be written")


def _make_private(path: Path) -> None:
    """Let nobody else read a file of an earlier release, if it is there and ours."""
    if sys.platform == "win32" or not path.exists():
        return
    found = path.stat()
    if not found.st_mode & 0o077:
        return
    try:
        if found.st_uid != os.geteuid():
            raise PermissionError("it belongs to another user")
        path.chmod(stat.S_IMODE(found.st_mode) & PRIVATE)  # read-only stays so
    except OSError as error:
        _log.warning("others can read %s, which tells every hand: %s", path, error)


async def _connect(path: Path, opened: list[aiosqlite.Connection]) -> aiosqlite.Connection:
    connection = await aiosqlite.connect(path, isolation_level=None, timeout=BUSY_SECONDS)
    opened.append(connection)
    connection.text_factory = _text
    for pragma in _PRAGMAS:
        await connection.execute_fetchall(pragma)  # an open cursor would bar a commit
    return connection


def _text(raw: bytes) -> str:
    """A stored text; a damaged byte becomes a sign that is in none, so that others are read."""
    return raw.decode("utf-8", "replace")


async def _close(connections: Sequence[aiosqlite.Connection]) -> None:
    for connection in connections:
        await connection.close()


async def _migrate(writer: aiosqlite.Connection, path: Path) -> None:
    """Apply the migrations that the database has not seen, each as a transaction.

    Raises: StoreError, if the database is not as they make it.
    """
    steps = _migrations()
    version = await _version(writer, path)
    for number, step in enumerate(steps[version:], version + 1):
        await writer.executescript(
            f"BEGIN IMMEDIATE;\n{step}\n"
            f"PRAGMA application_id = {APPLICATION};\n"
            f"PRAGMA user_version = {number};\nCOMMIT;"
        )
    if not layout.made_by(steps) <= await layout.of(writer):  # a host may have added an index
        raise StoreError(f"the database {path} is damaged in its layout; use its backup")
    # A disk on which nothing can be written is told now, not at the first click.
    await writer.execute_fetchall(_TEST_WRITE)


async def _version(connection: aiosqlite.Connection, path: Path) -> int:
    """The layout of the database. Raises: StoreError, if it is not ours or too new."""
    steps = _migrations()
    version = await _pragma(connection, "user_version")
    owner = await _pragma(connection, "application_id")
    if owner not in {0, APPLICATION} or (not owner and await _has_tables(connection)):
        raise StoreError(f"{path} is a database of another program; nothing was changed")
    if version > len(steps):
        raise StoreError(
            f"the database {path} was written by a newer version of Maecenas "
            f"(layout {version}, this version knows {len(steps)}); update, or use its backup"
        )
    return version


def _migrations() -> tuple[str, ...]:
    """The migrations in their order; their numbers have no gap."""
    folder = files("bot.store").joinpath("migrations")
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".sql"))
    return tuple(folder.joinpath(name).read_text("utf-8") for name in names)


async def _pragma(connection: aiosqlite.Connection, name: str) -> int:
    rows = list(await connection.execute_fetchall(f"PRAGMA {name}"))
    return int(rows[0][0])


async def _has_tables(connection: aiosqlite.Connection) -> bool:
    return bool(list(await connection.execute_fetchall("SELECT 1 FROM sqlite_schema LIMIT 1")))
