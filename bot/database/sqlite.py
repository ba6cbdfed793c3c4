"""SQLite: one connection that writes, and one that reads.

Only this module and those whose names begin with its name know SQLite. Each call to a
connection is one hop to its thread, so a change is handed over whole.
"""

from __future__ import annotations

import asyncio
import logging
import sqlite3
from collections.abc import (
    AsyncIterator,
    Callable,
    Coroutine,
    Iterable,
    Iterator,
    Mapping,
    Sequence,
)
from contextlib import asynccontextmanager, closing, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeAlias
from urllib.parse import quote

import aiosqlite

from bot.database import sqlite_files, sqlite_migrations
from bot.database.contract import (
    Conflict,
    Database,
    DatabaseError,
    IntegrityError,
    Row,
    Statement,
    StoreError,
    Transaction,
)

BUSY_SECONDS: Final = 5.0
_PRAGMAS = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
    "PRAGMA cache_size = -16384",  # KiB: the upper pages of every index of a large store
)
_CHECKPOINT: Final = "PRAGMA wal_checkpoint(PASSIVE)"  # waits for nobody, and nobody for it
_FAULTS = (sqlite3.Error, UnicodeDecodeError)
"""What SQLite raises for a damaged file: its message may quote bytes that are not text."""

_log = logging.getLogger(__name__)


@contextmanager
def _told() -> Iterator[None]:
    """Raise our own errors in place of SQLite's.

    Raises:
        DatabaseError: SQLite has raised an error.
    """
    try:
        yield
    except sqlite3.IntegrityError as error:
        raise IntegrityError(_reason(error)) from error
    except _FAULTS as error:
        raise DatabaseError(_reason(error)) from error


def _reason(error: Exception) -> str:
    """What is wrong, in one line."""
    if isinstance(error, UnicodeDecodeError):
        return "its layout is damaged"
    return " ".join(str(error).split())


_Work: TypeAlias = Callable[[sqlite3.Connection, Sequence[Statement]], None]
"""What a thread does with the statements that it is given."""


class _Connection(aiosqlite.Connection):
    """A connection that takes a whole change in one hop to its thread."""

    async def apply(self, statements: Sequence[Statement]) -> None:
        """Execute statements in a transaction under way."""
        await self._in_one_hop(_apply, statements)

    async def change(self, statements: Sequence[Statement]) -> None:
        """Execute statements as one transaction."""
        await self._in_one_hop(_change, statements)

    async def _in_one_hop(self, work: _Work, statements: Sequence[Statement]) -> None:
        """Have the connection's thread execute several statements, and wait once.

        The methods of aiosqlite hand over one statement at a time, and a commit has several. So
        this uses two of its private names: `_execute`, which queues a function for the thread,
        and `_conn`, the `sqlite3` connection in that thread.

        Args:
            work: what is done in the thread.
            statements: what `work` is given in addition to the connection.
        """
        await self._execute(work, self._conn, statements)  # type: ignore[no-untyped-call]  # it has no types


def _apply(connection: sqlite3.Connection, statements: Iterable[Statement]) -> None:
    for sql, rows, guards, _ in statements:
        if len(rows) == 1:
            cursor = connection.execute(sql, rows[0])
        else:
            cursor = connection.executemany(sql, rows)
        if guards and cursor.rowcount < 1:
            raise Conflict


def _change(connection: sqlite3.Connection, statements: Iterable[Statement]) -> None:
    try:
        connection.execute("BEGIN IMMEDIATE")
        _apply(connection, statements)
        connection.commit()
    except BaseException:
        connection.rollback()
        raise


class _Transaction(Transaction):
    """A transaction of one connection."""

    def __init__(self, writer: _Connection) -> None:
        self._writer = writer

    async def all(self, sql: str, *values: object) -> list[Row]:
        """As `Transaction`."""
        return list(await self._writer.execute_fetchall(sql, values))

    async def execute(self, sql: str, *values: object) -> int:
        """As `Transaction`."""
        return (await self._writer.execute(sql, values)).rowcount

    async def apply(self, statements: Iterable[Statement]) -> None:
        """As `Transaction`."""
        await self._writer.apply(tuple(statements))


class SQLite(Database):
    """The connections to one database file.

    Their threads are not daemons: an open database keeps the process alive.
    """

    def __init__(self, path: Path, writer: _Connection, reader: _Connection) -> None:
        self._paths = (path, Path(f"{path}-wal"))
        self._files = self._inodes()
        self._writer = writer
        self._reader = reader
        self._failed = False
        # Statements of two coroutines must not mix in one transaction.
        self._writing = asyncio.Lock()
        # SQLite refuses the second of two checkpoints at the same time.
        self._emptying = asyncio.Lock()

    @classmethod
    async def open(cls, path: Path) -> SQLite:
        """Open or create a database and bring it up to date.

        Raises:
            StoreError: it is unreadable, not ours, from a newer version, or cannot be
                written.
        """
        connections: list[_Connection] = []
        try:
            await asyncio.to_thread(sqlite_files.prepare, path)
            writer = await _connect(path, connections)
            await sqlite_migrations.migrate(writer, path)
            await writer.execute_fetchall(_CHECKPOINT)  # the layout, and what a crash left
            reader = await _connect(path, connections)
        except (*_FAULTS, OSError) as error:
            await _close(connections)
            raise StoreError(f"the database {path} cannot be used: {_reason(error)}") from error
        except BaseException:
            await _close(connections)
            raise
        return cls(path, writer, reader)

    @classmethod
    async def read(cls, path: Path, *, as_is: bool = False) -> SQLite:
        """Open an existing database read-only, even while a bot is running.

        Args:
            path: its file.
            as_is: whether any layout will do, as for a copy.

        Raises:
            StoreError: it does not exist, cannot be used, or another release wrote it.
        """
        if not await asyncio.to_thread(path.is_file):
            raise StoreError(f"there is no database {path}")
        connections: list[_Connection] = []
        try:
            address = f"file:{quote(str(path))}?mode=ro"
            reader = await _opened(address, connections, uri=True)
            version = await sqlite_migrations.stored_version(reader, path)
        except _FAULTS as error:
            await _close(connections)
            raise StoreError(f"the database {path} cannot be read: {_reason(error)}") from error
        except BaseException:
            await _close(connections)
            raise
        if version < len(sqlite_migrations.migrations()) and not as_is:
            await _close(connections)
            raise StoreError(
                f"the database {path} was written by an older version of Maecenas; "
                "`maecenas run` brings it up to date"
            )
        return cls(path, reader, reader)

    async def close(self) -> None:
        """Close both connections."""
        async with self._writing:
            await _close([self._reader, self._writer])

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """As `Database`.

        Raises:
            DatabaseError: it failed: the disk is full, say, or the file is no longer
                there, so that what is written now would be gone with this process.
        """
        async with self._exclusive():
            try:
                await self._writer.execute("BEGIN IMMEDIATE")
                yield _Transaction(self._writer)
                await self._writer.commit()
            except BaseException:
                # A cancelled statement still runs in the thread; this runs after it.
                await self._writer.rollback()
                raise

    async def listen(
        self, names: Mapping[str, Callable[[str], None]], connected: Callable[[], None]
    ) -> None:
        """Nothing to do: there is no other process."""

    async def tell(self, name: str, text: str) -> None:
        """Nothing to do: there is no other process."""

    async def change(self, statements: Iterable[Statement]) -> None:
        """As `Database`."""
        given = tuple(statements)
        async with self._exclusive():
            await _whole(self._writer.change(given))

    @asynccontextmanager
    async def _exclusive(self) -> AsyncIterator[None]:
        """Keep the writing connection from others meanwhile; remember whether it worked."""
        async with self._writing:
            try:
                with _told():
                    self._check_files()
                    yield
                self._failed = False
            except DatabaseError:
                self._failed = True
                raise

    async def check_writable(self) -> None:
        """As `Database`."""
        if self._failed:
            await self.write(sqlite_migrations.TEST_WRITE)

    def _check_files(self) -> None:
        if self._inodes() != self._files:
            raise DatabaseError("the database was moved or replaced")

    def _inodes(self) -> tuple[int | None, ...]:
        """Which files are where ours should be; quick, as the log needs a local disk."""
        found: list[int | None] = []
        for path in self._paths:
            try:
                found.append(path.stat().st_ino)
            except OSError:
                found.append(None)
        return tuple(found)

    async def all(self, sql: str, *values: object) -> list[Row]:
        """As `Database`."""
        with _told():
            return list(await self._reader.execute_fetchall(sql, values))

    async def named(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """As `Database`."""
        with _told():
            async with self._reader.execute(sql, values) as cursor:
                names = [each[0] for each in cursor.description]
                return [dict(zip(names, row, strict=True)) for row in await cursor.fetchall()]

    async def write(self, sql: str, *values: object) -> int:
        """As `Database`."""
        async with self._exclusive():  # SQLite commits by itself: no more hops to the thread
            return (await self._writer.execute(sql, values)).rowcount

    async def empty_log(self) -> bool:
        """Write the log into the database and empty it; False: someone is still reading it."""
        async with self._exclusive(), self._emptying:
            rows = list(await self._writer.execute_fetchall("PRAGMA wal_checkpoint(TRUNCATE)"))
        emptied = not rows[0][0]
        if not emptied:
            _log.warning("the log of the database is in use and will be emptied later")
        return emptied

    async def checkpoint(self) -> None:
        """As `Database`, over a separate connection: neither reads nor commits wait."""
        async with self._emptying:
            with _told():
                self._check_files()
                await asyncio.to_thread(_checkpoint, self._paths[0])

    async def rebuild_indexes(self, table: str) -> None:
        """As `Database`."""
        await self.write(f"REINDEX {table}")

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Transaction]:
        """As `Database`."""
        with _told():
            await self._reader.execute("BEGIN")
            try:
                yield _Transaction(self._reader)
            finally:
                await self._reader.rollback()

    async def columns(self, table: str) -> tuple[str, ...]:
        """As `Database`."""
        rows = await self.all("SELECT name FROM pragma_table_info(?) ORDER BY cid", table)
        return tuple(row[0] for row in rows)

    async def counted(self, transaction: Transaction, table: str) -> int:
        """As `Database`."""
        rows = await transaction.all("SELECT seq FROM sqlite_sequence WHERE name = ?", table)
        return int(rows[0][0]) if rows else 0

    async def count_on(self, transaction: Transaction, table: str, number: int) -> None:
        """As `Database`."""
        await transaction.execute("DELETE FROM sqlite_sequence WHERE name = ?", table)
        insert = "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)"
        await transaction.execute(insert, table, number)

    async def backup(self, path: Path) -> None:
        """As `Database`; the file must be empty."""
        await self.all("VACUUM INTO ?", str(path))

    async def damage(self) -> str | None:
        """As `Database`."""
        row = await self.one("PRAGMA quick_check(1)")
        found = "it cannot be read" if row is None else " ".join(str(row[0]).split())
        return None if found == "ok" else found


async def _whole(change: Coroutine[Any, Any, None]) -> None:
    """Wait for a change to end, even if the caller is cancelled: its thread goes on."""
    task = asyncio.create_task(change, name="change")
    try:
        await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.gather(task, return_exceptions=True)
        raise


def _checkpoint(path: Path) -> None:
    address = f"file:{quote(str(path))}?mode=rw"  # never created
    with closing(sqlite3.connect(address, timeout=BUSY_SECONDS, uri=True)) as connection:
        connection.execute(_CHECKPOINT).fetchall()


async def _opened(
    address: Path | str, opened: list[_Connection], *, uri: bool = False
) -> _Connection:
    connect = partial(
        sqlite3.connect, address, isolation_level=None, timeout=BUSY_SECONDS, uri=uri
    )
    connection = _Connection(connect, iter_chunk_size=64)
    _ = await connection  # the same object, which the library does not say
    opened.append(connection)
    connection.text_factory = _text
    return connection


async def _connect(path: Path, opened: list[_Connection]) -> _Connection:
    connection = await _opened(path, opened)
    for pragma in _PRAGMAS:
        await connection.execute_fetchall(pragma)  # an open cursor would block a commit
    return connection


def _text(raw: bytes) -> str:
    """A stored text; a damaged byte becomes a character found in none, so the rest is read."""
    return raw.decode("utf-8", "replace")


async def _close(connections: Sequence[_Connection]) -> None:
    for connection in connections:
        await connection.close()
