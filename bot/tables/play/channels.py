"""Channels as a service: what becomes of a table whose channel was deleted."""

from __future__ import annotations

from bot.store.rows import DamagedRowError, GameId, UserId
from bot.tables.core.cache import TableCache
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import ChannelBusy
from bot.tables.core.table import Table
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.play import channel_changes


class ChannelService:
    """Moves tables whose channel is gone, and tells their people."""

    def __init__(self, cache: TableCache, autoplay: Autoplay) -> None:
        """Use the tables of a cache."""
        self._cache = cache
        self._autoplay = autoplay

    async def places(self, guild: int) -> dict[GameId, tuple[int, int | None]]:
        """The open tables of a server, each with its channel and, for a thread, the parent.

        Those whose channel is known to be gone are left out.
        """
        return await self._cache.store.game_index.places(guild)

    async def lose(self, game: GameId, channel: int) -> None:
        """Note that a channel was deleted; if the table is there, its people are told, once.

        Raises:
            NoSuchGame: the game is unknown.
            Unreadable: no position of the game can be restored.
        """

        async def draft(now: Table) -> Draft | None:
            return channel_changes.lost(now, channel, self._cache.moment())

        await self._cache.change_async(game, draft)

    async def move(self, game: GameId, user: UserId, channel: int, parent: int | None) -> Table:
        """Move a game whose channel is gone to another channel of its server, a free one.

        Args:
            game: the game.
            user: one of its players, who moves it.
            channel: the new channel; a thread of `parent`, if that is given.
            parent: see above.

        Raises:
            NoSuchGame: the game is unknown.
            GameEnded: the game has ended.
            NoSeatHere: the person has no seat here.
            ChannelStands: the channel of the game still exists.
            ChannelBusy: the channel already has an open table.
        """

        async def draft(now: Table) -> Draft:
            new = channel_changes.moved(now, user, channel, parent, self._cache.moment())
            await self._check_free(channel)
            return new

        table = await self._cache.change_async(game, draft)
        self._autoplay.wake(table)
        return table

    async def _check_free(self, channel: int) -> None:
        """Check that a channel has no open table.

        Raises:
            ChannelBusy: the channel already has an open table.
        """
        try:
            there = await self._cache.store.games.in_channel(channel)
        except DamagedRowError as error:
            raise ChannelBusy(0) from error
        if there is not None and there.is_open:
            raise ChannelBusy(there.id)
