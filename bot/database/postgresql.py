"""PostgreSQL: a few connections to one database on a server."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

import asyncpg
from asyncpg.pool import PoolConnectionProxy

from bot.database import address, postgresql_statements
from bot.database.contract import (
    Conflict,
    ConnectionLostError,
    Database,
    DatabaseError,
    IntegrityError,
    Row,
    Statement,
    StoreError,
    Transaction,
)
from bot.database.copies import copy_all
from bot.database.postgresql_layout import check_readable, layout_version, migrate
from bot.database.postgresql_listener import Listener
from bot.database.sqlite import SQLite

TIMEOUT: Final = 5.0
"""Seconds to open a connection or execute a statement; more is a fault."""

STATEMENTS: Final = 500
"""How many stay prepared on each connection: those of moves differ in their numbers of rows."""

_LOST: Final = (
    asyncpg.PostgresConnectionError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    asyncpg.AdminShutdownError,
    asyncpg.CrashShutdownError,
    asyncpg.CannotConnectNowError,
    OSError,
    TimeoutError,
)
"""Errors that say the connection is gone: whether a COMMIT came through is then unknown."""

_SEQUENCE: Final = "{table}_id_seq"


@contextmanager
def _told() -> Iterator[None]:
    """Raise our own errors in place of asyncpg's.

    Raises:
        DatabaseError: asyncpg has raised an error.
    """
    try:
        yield
    except asyncpg.IntegrityConstraintViolationError as error:
        raise IntegrityError(_reason(error)) from error
    except _LOST as error:
        raise ConnectionLostError(_reason(error)) from error
    except asyncpg.PostgresError as error:
        raise DatabaseError(_reason(error)) from error


def _reason(error: BaseException) -> str:
    """What is wrong, in one line; never the values of a statement."""
    text = str(error).splitlines()
    return " ".join(text[0].split()) if text and text[0] else type(error).__name__


def _changed(tag: str) -> int:
    """How many rows a statement changed, according to the server; a definition changes none."""
    number = tag.rpartition(" ")[2]
    return int(number) if number.isdigit() else 0


async def _keep(_connection: object) -> None:
    """Give a connection back as it is: nothing is set, locked or listened for on it."""


class _Transaction(Transaction):
    """A transaction of one connection."""

    def __init__(self, connection: PoolConnectionProxy[asyncpg.Record]) -> None:
        self._connection = connection

    async def all(self, sql: str, *values: object) -> list[Row]:
        """As `Transaction`."""
        rows = await self._connection.fetch(postgresql_statements.numbered(sql), *values)
        return [tuple(row) for row in rows]

    async def execute(self, sql: str, *values: object) -> int:
        """As `Transaction`."""
        return _changed(
            await self._connection.execute(postgresql_statements.numbered(sql), *values)
        )

    async def apply(self, statements: Iterable[Statement]) -> Row | None:
        """As `Transaction`."""
        returned: Row | None = None
        for sql, rows, guards, returns in postgresql_statements.joined(statements):
            if returns:
                found = await self._connection.fetchrow(sql, *rows[0])
                if found is None:
                    raise Conflict
                returned = tuple(found)
            elif len(rows) == 1:
                tag = await self._connection.execute(sql, *rows[0])
                if guards and not _changed(tag):
                    raise Conflict
            else:
                await self._connection.executemany(sql, rows)
        return returned


class PostgreSQL(Database):
    """The connections to one database on a server."""

    def __init__(self, pool: asyncpg.Pool[asyncpg.Record], url: str) -> None:
        """Use `open` or `read`."""
        self._pool = pool
        self._url = url
        self._failed = False
        self._listener: Listener | None = None

    @classmethod
    async def open(cls, url: str, connections: int) -> Self:
        """Open a database and bring it up to date; an empty one gets its tables.

        Args:
            url: as `postgresql://user@host/name`.
            connections: the most that may be open.

        Raises:
            StoreError: it cannot be reached, is not ours, or is from a newer version.
        """
        database = await cls._connected(url, connections)
        try:
            async with database.transaction() as transaction:
                await migrate(transaction, url)
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def read(cls, url: str, *, as_is: bool = False) -> Self:
        """Open an existing database read-only, even while a bot is running.

        Args:
            url: where it is.
            as_is: whether any layout will do, as for a copy.

        Raises:
            StoreError: it cannot be reached, is not ours, has no tables, or another release
                wrote them.
        """
        database = await cls._connected(url, 1, default_transaction_read_only="on")
        try:
            check_readable(await layout_version(database, url), url, as_is=as_is)
        except BaseException:
            await database.close()
            raise
        return database

    @classmethod
    async def _connected(cls, url: str, connections: int, **settings: str) -> Self:
        try:
            pool = await asyncpg.create_pool(
                url,
                min_size=1,
                max_size=connections,
                timeout=TIMEOUT,
                command_timeout=TIMEOUT,
                statement_cache_size=STATEMENTS,
                reset=_keep,
                server_settings={"application_name": "maecenas", **settings},
            )
        except (asyncpg.PostgresError, *_LOST, ValueError, OverflowError) as error:
            why = _reason(error)
            raise StoreError(
                f"the database {address.shown(url)} cannot be used: {why}"
            ) from error
        return cls(pool, url)

    async def close(self) -> None:
        """As `Database`."""
        if self._listener is not None:
            await self._listener.close()
        await self._pool.close()

    async def listen(
        self, names: Mapping[str, Callable[[str], None]], connected: Callable[[], None]
    ) -> None:
        """As `Database`."""
        own, *_ = names
        self._listener = Listener(self._url, names, connected)
        with _told():
            await self._listener.open(own, partial(self.tell, own))

    async def tell(self, name: str, text: str) -> None:
        """As `Database`."""
        await self.all("SELECT pg_notify(?, ?)", name, text)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """As `Database`."""
        try:
            with _told():
                async with self._pool.acquire() as connection, connection.transaction():
                    yield _Transaction(connection)
            self._failed = False
        except DatabaseError:
            self._failed = True
            raise

    async def change(self, statements: Iterable[Statement]) -> Row | None:
        """As `Database`."""
        async with self.transaction() as transaction:
            return await transaction.apply(statements)

    async def all(self, sql: str, *values: object) -> list[Row]:
        """As `Database`."""
        return [tuple(row) for row in await self._fetch(sql, values)]

    async def named(self, sql: str, *values: object) -> list[dict[str, Any]]:
        """As `Database`."""
        return [dict(row) for row in await self._fetch(sql, values)]

    async def _fetch(self, sql: str, values: Sequence[object]) -> list[asyncpg.Record]:
        """The rows of a query, which is sent again if only the connection was gone."""
        with _told():
            try:
                return await self._pool.fetch(postgresql_statements.numbered(sql), *values)
            except TimeoutError:
                raise
            except _LOST:
                return await self._pool.fetch(postgresql_statements.numbered(sql), *values)

    async def returned(self, sql: str, *values: object) -> list[Row]:
        """As `Database`; the server commits it by itself."""
        with _told():
            rows = await self._pool.fetch(postgresql_statements.numbered(sql), *values)
        return [tuple(row) for row in rows]

    async def write(self, sql: str, *values: object) -> int:
        """As `Database`."""
        async with self.transaction() as transaction:
            return await transaction.execute(sql, *values)

    async def check_writable(self) -> None:
        """As `Database`."""
        if self._failed:
            await self.write("UPDATE layout SET version = version")

    async def empty_log(self) -> bool:
        """Nothing to do: anyone who may read the server's log may read the whole server."""
        return True

    async def checkpoint(self) -> None:
        """Nothing to do: the server does that."""

    async def rebuild_indexes(self, table: str) -> None:
        """Nothing to do: the server's pages have checksums."""

    @asynccontextmanager
    async def snapshot(self) -> AsyncIterator[Transaction]:
        """As `Database`."""
        with _told():
            async with (
                self._pool.acquire() as connection,
                connection.transaction(isolation="repeatable_read", readonly=True),
            ):
                yield _Transaction(connection)

    async def columns(self, table: str) -> tuple[str, ...]:
        """As `Database`."""
        rows = await self.all(
            "SELECT column_name FROM information_schema.columns"
            " WHERE table_schema = current_schema() AND table_name = ?"
            " ORDER BY ordinal_position",
            table,
        )
        return tuple(row[0] for row in rows)

    async def counted(self, transaction: Transaction, table: str) -> int:
        """As `Database`."""
        rows = await transaction.all(
            "SELECT last_value, is_called FROM " + _SEQUENCE.format(table=table)
        )
        last, called = rows[0]
        return int(last) if called else 0

    async def count_on(self, transaction: Transaction, table: str, number: int) -> None:
        """As `Database`."""
        if number:
            name = _SEQUENCE.format(table=table)
            await transaction.all("SELECT setval(CAST(? AS regclass), ?)", name, number)

    async def backup(self, path: Path) -> None:
        """As `Database`, as a SQLite database; the file must be empty."""
        await asyncio.to_thread(path.unlink)
        target = await SQLite.open(path)
        try:
            await copy_all(self, target)
        finally:
            await target.close()

    async def damage(self) -> str | None:
        """None: the server checks its pages whenever it reads them."""
        return None
