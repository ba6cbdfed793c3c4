"""The slash commands at Discord: sent only when changed, because Discord limits that."""

from __future__ import annotations

import asyncio
import hashlib
import json
import logging
from typing import Any, Final

from bot.commands.reach import offer
from bot.interactions.client import Client
from bot.interactions.replies import UNDELIVERED
from bot.store import DatabaseError

FIRST_PAUSE: Final = 60.0
"""Seconds until commands that Discord refused are sent again; doubled each time."""

TURN_PAUSE: Final = 5.0
"""Seconds between checks of whether it is this process's turn to send them."""

LONGEST_PAUSE: Final = 3600.0
"""The most seconds between two tries."""

_log = logging.getLogger(__name__)


class CommandSync:
    """Sends the commands to Discord, from `start` until `close`."""

    def __init__(self, bot: Client) -> None:
        """Nothing has been sent yet."""
        self._bot = bot
        self._task: asyncio.Task[None] | None = None
        self._waits_for_turn = False

    async def start(self) -> None:
        """Send the commands; if Discord refuses, try again after longer and longer pauses.

        Meanwhile, the commands that Discord already has keep working. Of several processes,
        one at a time sends them, once all run the same release.

        Raises:
            DatabaseError: the database cannot be used.
        """
        if not await self._sent_in_turn():
            self._task = asyncio.create_task(self._retry(), name="command sync")

    async def close(self) -> None:
        """Stop trying; a try under way is cancelled and waited for."""
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _retry(self) -> None:
        pause = FIRST_PAUSE
        while True:
            pause_now = TURN_PAUSE if self._waits_for_turn else pause
            await asyncio.sleep(max(pause_now, self._bot.rest_budget.background_wait()))
            if self._bot.rest_budget.background_wait() > 0:
                continue
            try:
                if await self._sent_in_turn():
                    return
            except DatabaseError as error:
                _log.error("the commands were not sent: %s", error)
            if not self._waits_for_turn:
                pause = min(pause * 2, LONGEST_PAUSE)

    async def _sent_in_turn(self) -> bool:
        """Send the commands if it is this process's turn; returns whether Discord has them now.

        Raises:
            DatabaseError: the database cannot be used.
        """
        process = self._bot.store.process
        mixed = process.newer_lives or process.older_lives
        self._waits_for_turn = mixed or not await process.limits.take_sync()
        if self._waits_for_turn:
            return False
        try:
            return await self._sent()
        finally:
            await process.limits.end_sync()

    async def _sent(self) -> bool:
        """Send the commands; returns whether Discord has them now, and logs why if not.

        Raises:
            DatabaseError: the database cannot be used.
        """
        try:
            await sync(self._bot)
        except UNDELIVERED as error:
            _log.error("Discord did not accept the commands: %s", error)
            return False
        return True


async def sync(bot: Client) -> None:
    """Send the commands if Discord does not have exactly these.

    Their ids and versions, which Discord renews with each change, show whether they are
    those sent last time. Another release, or another bot of the same application, may have
    sent others since.

    Raises:
        discord.HTTPException: Discord refuses them.
        discord.RateLimited: Discord asks for too long a wait.
        aiohttp.ClientError: Discord cannot be reached.
        OSError: Discord cannot be reached.
        DatabaseError: the database cannot be used.
    """
    tree = bot.tree
    application = await bot.application_info()
    bot.user_install = application.user_integration_config is not None
    offer(tree, user_install=bot.user_install)
    translator = tree.translator
    payload = [
        command.to_dict(tree)
        if translator is None
        else await command.get_translated_payload(tree, translator)
        for command in tree.get_commands()
    ]
    # Another token means another application, which has none of them.
    wanted = [bot.application_id, payload]
    if await bot.store.digest("commands") == _digest(wanted, await _registered(bot)):
        return
    await tree.sync()
    await bot.store.set_digest("commands", _digest(wanted, await _registered(bot)))


async def _registered(bot: Client) -> list[Any]:
    """The commands that Discord has, by their ids and versions."""
    commands = await bot.http.get_global_commands(bot.application_id or 0)
    return sorted([each["id"], each.get("version")] for each in commands)


def _digest(*known: object) -> str:
    return hashlib.blake2b(
        json.dumps(known, sort_keys=True).encode(), digest_size=16
    ).hexdigest()
