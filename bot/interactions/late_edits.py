"""A private message is edited once more, a moment after it was shown.

If the person clicks meanwhile, that click changes the message, and nothing is added.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Final

import aiohttp
import discord

from bot.background.workers import WorkerFailed
from bot.interactions.message import Message
from bot.store import DatabaseError
from bot.store.rows import UserId
from bot.tables.core.refusals import Refusal

WITHIN: Final = 1.5
"""Seconds after which a message stays as it is: a later change would confuse its reader."""

_FAILURES: Final = (
    *(Refusal, DatabaseError, WorkerFailed, TimeoutError),
    *(discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError),
)

_log = logging.getLogger(__name__)


class LateEdits:
    """People's messages that may be edited once more."""

    def __init__(self) -> None:
        self._tasks: dict[tuple[UserId, int], asyncio.Task[None]] = {}

    def begin(
        self,
        user: UserId,
        number: int,
        made: Callable[[], Awaitable[Message | None]],
        edit: Callable[[Message], Awaitable[object]],
    ) -> None:
        """Edit a person's message once its addition is made, unless they click first.

        Args:
            user: the person.
            number: the id of the message; an earlier edit of it is given up.
            made: makes the new message; None: the message stays as it is.
            edit: puts the new message in place of the one that they see.
        """
        key = (user, number)
        self._drop(key)
        task = asyncio.create_task(self._edit(made, edit), name="late edit")
        self._tasks[key] = task
        task.add_done_callback(lambda done: self._forget(key, done))

    def drop(self, user: UserId) -> None:
        """Give up all edits for a person who clicks: that click changes what they see."""
        for key in tuple(self._tasks):
            if key[0] == user:
                self._drop(key)

    def _drop(self, key: tuple[UserId, int]) -> None:
        task = self._tasks.pop(key, None)
        if task is not None:
            task.cancel()

    async def join(self) -> None:
        """Wait until nothing is about to be edited (for tests)."""
        while self._tasks:
            await asyncio.wait(tuple(self._tasks.values()))

    async def close(self) -> None:
        """Stop editing."""
        tasks = tuple(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def _forget(self, key: tuple[UserId, int], done: asyncio.Task[None]) -> None:
        if self._tasks.get(key) is done:
            del self._tasks[key]

    async def _edit(
        self,
        made: Callable[[], Awaitable[Message | None]],
        edit: Callable[[Message], Awaitable[object]],
    ) -> None:
        try:
            async with asyncio.timeout(WITHIN):
                message = await made()
            if message is not None:
                await edit(message)
        except _FAILURES as error:
            _log.info("a panel stays as it is: %r", error)
        except Exception:  # noqa: BLE001 - logged; nobody awaits it, and the panel is there
            _log.exception("a panel could not be completed")
