"""The house: the client, with what every room of the bot works with.

Rooms are given the house, or reach it through an interaction; they never know the app
that opens it and joins them (bot/app.py).
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TypeAlias

import discord
from discord import app_commands

from bot.health import Watch
from bot.pictures import Pictures
from bot.settings import Settings
from bot.store import Store
from bot.store.rows import GameId
from bot.table import Table
from bot.tables import Tables
from bot.workers import Workers
from render.presentation import Presentation
from render.presentations import shown
from render.words import Words

Interaction: TypeAlias = "discord.Interaction[House]"
Tree: TypeAlias = app_commands.CommandTree["House"]


class House(discord.AutoShardedClient):
    """The client and its services.

    A bot on many servers hears them over several connections, its shards: as many as
    Discord recommends. All end here, in one process with one store.

    Attributes:
        settings: what the host set.
        store, tables: open from `open` until `close`.
        workers: where pictures are drawn and opponents think.
        pictures: draws, each view once.
        watch: tells how the bot is.
        presentations: what each game looks like, by its id.
        tree: the slash commands.
        hear: answers a click on a button or select: verb, game, arguments.
        closing: nothing new is begun any more.
    """

    settings: Settings
    store: Store
    tables: Tables
    workers: Workers
    pictures: Pictures
    watch: Watch
    presentations: Mapping[str, Presentation[Any]]
    tree: Tree
    hear: Callable[[Interaction, str, GameId, tuple[str, ...]], Awaitable[None]]
    closing: bool

    def __init__(self) -> None:
        """A client that is not connected yet, and mentions nobody by itself."""
        # Voice is never used: that its libraries are missing is no news for a host.
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False
        super().__init__(
            intents=discord.Intents(guilds=True),
            allowed_mentions=discord.AllowedMentions.none(),
            member_cache_flags=discord.MemberCacheFlags.none(),
            chunk_guilds_at_startup=False,
            max_messages=None,
            max_ratelimit_timeout=30,
        )
        self.closing = False
        self._answering: set[asyncio.Task[Any]] = set()

    async def words(self, interaction: Interaction) -> Words:
        """The language of a private answer: what the person chose, else their Discord's."""
        person = await self.store.person(interaction.user.id)
        return Words.pick(person.locale or interaction.locale.value)

    def table_words(self, table: Table) -> Words:
        """The language of what stands openly in the channel."""
        return Words.pick(table.game.language)

    def presentation(self, table: Table) -> Presentation[Any]:
        """What the table's game looks like, with the edition that it is played with."""
        if table.game.edition is None:
            return self.presentations[table.game.game]
        return shown(table.game.game, table.game.edition)

    def under_way(self) -> None:
        """The current task answers a person: it is waited for when the bot stops."""
        task = asyncio.current_task()
        if task is not None:
            self._answering.add(task)
            task.add_done_callback(self._answering.discard)

    async def answered(self, patience: float) -> None:
        """Let what is being answered be answered; after so many seconds it is stopped.

        What a click did to a game is stored by then, or is not done at all: only the
        picture of it may be missing. The person hears of it, within `answers.FAREWELL`.
        """
        ends = asyncio.get_running_loop().time() + patience
        while running := self._answering - {asyncio.current_task()}:
            left = ends - asyncio.get_running_loop().time()
            if left <= 0:
                for task in running:
                    task.cancel()
                await asyncio.wait(running)
                return
            await asyncio.wait(running, timeout=left)
