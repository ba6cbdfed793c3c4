"""Direct messages to people who follow a game, while they can see its channel."""

from __future__ import annotations

import discord
from msgspec.structs import replace

from bot.delivery import messages
from bot.delivery.seat import CLOSED, NO_COMMON_SERVER
from bot.interactions.client import Client
from bot.interactions.visibility import sees
from bot.screens import following
from bot.store.out import Followed, OutRow
from bot.tables.core.leases import GameLocks
from bot.tables.core.quiet_hours import quiet_for
from bot.tables.core.table import Table


class FollowerMessages:
    """Makes and sends the messages to followers."""

    def __init__(self, bot: Client, leases: GameLocks) -> None:
        """`leases` say whether this process may send anything for a game."""
        self._bot = bot
        self._leases = leases

    async def tell(self, row: OutRow, what: Followed, table: Table) -> None:
        """Tell someone about a round, silently, or about the end.

        A person who can no longer see the channel, or takes no direct messages, is removed.

        Raises:
            discord.HTTPException: Discord refuses, or does not say what the person sees.
            discord.RateLimited: sending may succeed another time.
            aiohttp.ClientError: Discord cannot be reached.
            OSError: Discord cannot be reached.
        """
        if not await sees(self._bot, table.game, what.user):
            await self._bot.people.unfollow(row.game, what.user)
            return
        words = await self._bot.words_of(what.user, table)
        message = await following.message(self._bot, table, what, words)
        person = await self._bot.people.read(what.user)
        quiet = quiet_for(table.game.pace, person, self._bot.clock())
        message = replace(message, notifies=what.ended and quiet is None)
        try:
            channel = await self._bot.create_dm(discord.Object(what.user))
            self._leases.require(row.game, row.epoch)
            await messages.send(channel, row.nonce, message)
        except discord.HTTPException as error:
            if error.code not in {CLOSED, NO_COMMON_SERVER}:
                raise
            await self._bot.people.unfollow(row.game, what.user)
