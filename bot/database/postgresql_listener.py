"""A separate connection to PostgreSQL, over which wake-ups arrive."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Mapping
from contextvars import Context
from typing import Final

import asyncpg

from bot.database import address
from bot.database.contract import StoreError

TIMEOUT: Final = 5.0
"""Seconds to open the connection, and then for the first wake-up to arrive."""

FIRST_PAUSE: Final = 0.2
"""Seconds before the first try to reconnect; doubled each time."""

LONGEST_PAUSE: Final = 10.0
"""The most seconds between two tries."""

_FAULTS: Final = (
    asyncpg.PostgresError,
    asyncpg.InterfaceError,
    asyncpg.InternalClientError,
    OSError,
)

_log = logging.getLogger(__name__)


class Listener:
    """Hears the wake-ups sent to some names, from `open` until `close`."""

    def __init__(
        self,
        url: str,
        names: Mapping[str, Callable[[str], None]],
        connected: Callable[[], None],
    ) -> None:
        """Not connected yet; the arguments are those of `Database.listen`."""
        self._url = url
        self._names = dict(names)
        self._connected = connected
        self._connection: asyncpg.Connection[asyncpg.Record] | None = None
        self._lost = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    async def open(self, name: str, tell: Callable[[str], Awaitable[None]]) -> None:
        """Connect, and check that a wake-up arrives.

        Args:
            name: one of the names.
            tell: sends a wake-up to this name, over another connection.

        Raises:
            StoreError: none arrives.
        """
        proof, came = secrets.token_hex(8), asyncio.Event()
        heard = self._names[name]

        def first(text: str) -> None:
            if text == proof:
                came.set()
            else:
                heard(text)

        self._names[name] = first
        await self._connect()
        try:
            async with asyncio.timeout(TIMEOUT):
                await tell(proof)
                await came.wait()
        except TimeoutError as error:
            await self.close()
            raise StoreError(
                f"the database {address.shown(self._url)} does not pass on NOTIFY: use its own"
                " address, or that of a pooler in session mode"
            ) from error
        except BaseException:
            await self.close()
            raise
        self._names[name] = heard
        # The task does not inherit the context of whatever starts it.
        self._task = Context().run(asyncio.create_task, self._keep(), name="listener")

    async def close(self) -> None:
        """Hear nothing more."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        if self._connection is not None and not self._connection.is_closed():
            self._connection.terminate()

    async def _connect(self) -> None:
        self._lost.clear()
        connection = await asyncpg.connect(
            self._url,
            timeout=TIMEOUT,
            command_timeout=TIMEOUT,
            server_settings={"application_name": "maecenas wake-ups"},
        )
        try:
            connection.add_termination_listener(lambda _: self._lost.set())
            for name in self._names:
                await connection.add_listener(name, self._hear)
        except BaseException:
            connection.terminate()
            raise
        self._connection = connection

    def _hear(self, _connection: object, _process: int, name: str, text: object) -> None:
        self._names[name](str(text))

    async def _keep(self) -> None:
        """Connect again whenever the connection is lost."""
        while True:
            await self._lost.wait()
            pause = FIRST_PAUSE
            while self._lost.is_set():
                await asyncio.sleep(pause)
                pause = min(pause * 2, LONGEST_PAUSE)
                try:
                    await self._connect()
                except _FAULTS as error:
                    self._lost.set()
                    _log.warning("no wake-ups from other processes: %s", type(error).__name__)
            self._connected()
