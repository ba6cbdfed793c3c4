"""Deleted channels: reported by Discord, looked for at the start, or found by a request.

An archived thread is in no list that Discord sends, so Discord is asked about missing channels.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Final, Literal, TypeAlias

import aiohttp
import discord

from bot.background.tasks import KeyedTasks
from bot.store.rows import GameId
from bot.tables.core.refusals import Refusal
from bot.tables.play.channels import ChannelService

UNKNOWN_CHANNEL: Final = 10003
"""Discord's code for a channel that never existed, or no longer exists."""

_Search: TypeAlias = Literal["search"]


class DeletedChannels:
    """Tells tables that their channels were deleted."""

    def __init__(
        self,
        client: discord.Client,
        channels: ChannelService,
        background_wait: Callable[[], float],
    ) -> None:
        """Nothing is looked for yet.

        Args:
            client: asks Discord, and has its channels in memory.
            channels: for the tables.
            background_wait: how many seconds requests nobody is waiting for must wait.
        """
        self._client = client
        self._channels = channels
        self._background_wait = background_wait
        self._guilds: deque[int] = deque()
        self._search: KeyedTasks[_Search] = KeyedTasks("deleted channels", self._search_next)

    async def close(self) -> None:
        """Stop looking."""
        await self._search.close()

    async def join(self) -> None:
        """Wait until everything has been looked for (for tests)."""
        await self._search.join()

    def look_for(self, guild: int) -> None:
        """Look soon for channels of a server that were deleted while the bot was offline."""
        self._guilds.append(guild)
        self._search.wake("search")

    async def deleted(self, guild: int, channel: int) -> None:
        """Tell the tables in a deleted channel, and in its threads, that it is gone."""
        for game, (place, parent) in (await self._channels.places(guild)).items():
            if channel in {place, parent}:
                await self._lose(game, place)

    async def check(self, game: GameId, channel: int) -> None:
        """Check whether a channel is gone, because a request about it has failed."""
        if await self._is_gone(channel):
            await self._lose(game, channel)

    async def _search_next(self, _: _Search) -> bool:
        """Look through the tables of the next server; false: there is none."""
        if not self._guilds:
            return False
        guild = self._client.get_guild(self._guilds[0])
        # A server with an outage has no channels in memory; it is searched when it is back.
        if guild is not None and not guild.unavailable:
            for game, (channel, _parent) in (await self._channels.places(guild.id)).items():
                if guild.get_channel_or_thread(channel) is None:
                    await asyncio.sleep(self._background_wait())
                    await self.check(game, channel)
        self._guilds.popleft()
        return True

    async def _is_gone(self, channel: int) -> bool:
        """Whether Discord now says that there is no such channel; if in doubt, there is."""
        try:
            await self._client.http.get_channel(channel)
        except discord.HTTPException as error:
            return error.code == UNKNOWN_CHANNEL
        except (discord.RateLimited, aiohttp.ClientError, OSError):
            pass
        return False

    async def _lose(self, game: GameId, channel: int) -> None:
        with suppress(Refusal):  # an unreadable game is found once it can be read
            await self._channels.lose(game, channel)
