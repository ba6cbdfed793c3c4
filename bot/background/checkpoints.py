"""The log of the database is brought into it: when a game begins, and every few minutes.

SQLite does so by itself only after a thousand pages. Until then a young database would hold
nothing without its log, which a copy of the one file, or a repair after a crash, may lose.
"""

from __future__ import annotations

import asyncio
import logging
from contextlib import suppress
from contextvars import Context
from typing import Final

from bot.store import DatabaseError, Store

INTERVAL: Final = 5 * 60.0
"""Seconds between two of them, if no game begins."""

_log = logging.getLogger(__name__)


class Checkpoints:
    """Brings the log into the database from `start` until `close`; nobody waits for it."""

    def __init__(self, store: Store) -> None:
        """Not started yet."""
        self._store = store
        self._wanted = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Do so from now on; on PostgreSQL the server does."""
        if self._store.process is None:
            self._task = Context().run(asyncio.create_task, self._run(), name="checkpoints")

    def soon(self) -> None:
        """Do so at once."""
        self._wanted.set()

    async def close(self) -> None:
        """Stop; the end of the store brings the whole log in."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            with suppress(TimeoutError):
                await asyncio.wait_for(self._wanted.wait(), INTERVAL)
            self._wanted.clear()
            try:
                await self._store.checkpoint()
            except DatabaseError as error:  # the next one may succeed; writing tells it as well
                _log.warning("the log was not brought into the database: %s", error)
