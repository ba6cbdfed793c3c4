"""The bot: resumes its games once it is logged in, hears events, and stops cleanly."""

from __future__ import annotations

import asyncio
import logging
from contextlib import AsyncExitStack
from typing import Any, Final

import discord
from discord import app_commands

from bot import commands, screens
from bot.background.periodic import Periodic
from bot.commands.sync import CommandSync
from bot.delivery.live_panels import LivePanels
from bot.delivery.outbox import OutboxDelivery
from bot.delivery.panel_plan import Pauses
from bot.delivery.puzzle_days import PuzzleDays
from bot.interactions import clicks, handling
from bot.interactions.clicks import ClickItem, ClickRouter
from bot.interactions.client import Client, Interaction, Services
from bot.store import Store
from bot.tables.core.leases import GameLocks
from bot.tables.core.refusals import BeingUpdated
from bot.tables.dues.due import DueLoop
from bot.tables.upkeep.expiry import TableExpiry
from bot.tables.upkeep.retention import Present, Retention
from bot.tables.upkeep.work_search import WorkSearch

ANSWER_TIMEOUT: Final = 1.25
"""Seconds that a click or command in progress may still take when the bot stops.

Together with the timeouts of the messages, the workers and the connection, a stop takes less
than five seconds, whatever is in progress.
"""

DISCONNECT_TIMEOUT: Final = 0.75
"""Seconds that Discord may take to close the connection."""

CHECKPOINT_INTERVAL: Final = 5 * 60.0
"""Seconds between two SQLite checkpoints if no game begins."""

_log = logging.getLogger(__name__)


def checkpoints_of(store: Store) -> Periodic:
    """The job that writes SQLite's log into the database, so that a lost log loses no game."""
    return Periodic("the checkpoint", CHECKPOINT_INTERVAL, store.checkpoint)


class Maecenas(Client):
    """The client with the buttons and commands that it answers; made by `open_bot`.

    Attributes:
        clicks: the verbs of buttons and selects, and their handlers.
        delivery: sends what is in the outbox.
        live_panels: keeps private panels up to date.
        day_posts: posts the puzzle of the day.
        expiry: puts games to rest.
        retention: erases what is no longer kept.
        command_sync: sends the slash commands to Discord.
        checkpoints: writes the database's log into the database.
        dues: does what is due at a certain uptime of the bot.
        work: finds the work that other processes have left.
        leases: the games for which this process acts.
    """

    def __init__(
        self,
        services: Services,
        expiry: TableExpiry,
        retention: Retention,
        dues: DueLoop,
        work: WorkSearch,
        leases: GameLocks,
        *,
        burst: float,
        away: float,
        undo_pause: float,
        symbols: bool,
        panel_pauses: Pauses,
    ) -> None:
        """A bot that is not connected yet; closing it closes the services."""
        router = ClickRouter()
        super().__init__(services, router.answer)
        self.clicks = router
        self.delivery = OutboxDelivery(
            self, leases, burst=burst, away=away, undo_pause=undo_pause
        )
        self.live_panels = LivePanels(self, panel_pauses)
        self.day_posts = PuzzleDays(self)
        self.expiry = expiry
        self.retention = retention
        self.command_sync = CommandSync(self)
        self._puts_symbols = symbols
        self._close: asyncio.Task[None] | None = None
        self.checkpoints = checkpoints_of(services.store)
        self.dues = dues
        self.work = work
        self.leases = leases
        self.metrics.watch_leases(leases.count)
        screens.register(router)
        commands.register(self.tree, router, self.delivery)
        self.tree.error(_on_command_error)

    async def setup_hook(self) -> None:
        """Once logged in: answer clicks, sync the commands, resume the games."""
        self.add_dynamic_items(ClickItem)
        await self.tree.set_translator(commands.CatalogueTranslator())
        await self.command_sync.start()
        await self.privacy.repeat()
        self.games.resume()
        self.reviews.resume()
        for game in await self.store.outbox.games():
            self.delivery.wake(game)
        if not self.store.games.shared:  # a PostgreSQL server has its own
            self.checkpoints.start()
        self.expiry.start()
        self.retention.start(self.present)
        self.dues.start()
        self.work.start()
        self.open_lists.start()
        self.day_posts.start()
        if self._puts_symbols:
            self.application_emojis.start()

    def present(self) -> Present | None:
        """This application and the servers of its shards; None: not every shard is ready."""
        if not self.is_ready() or self.application_id is None:
            return None
        guilds = frozenset(each.id for each in self.guilds)
        return Present(self.application_id, guilds, self.settings.shards)

    async def on_interaction(self, interaction: discord.Interaction[Any]) -> None:
        """Answer forms, and buttons whose custom_id no longer fits our grammar."""
        await clicks.answer_other(interaction)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A channel was deleted; what Discord says about its threads depends on their age."""
        await self.deleted_channels.deleted(channel.guild.id, channel.id)

    async def on_raw_thread_delete(self, payload: discord.RawThreadDeleteEvent) -> None:
        """A thread was deleted, whether it was archived or not."""
        await self.deleted_channels.deleted(payload.guild_id, payload.thread_id)

    async def on_thread_update(self, before: discord.Thread, after: discord.Thread) -> None:
        """A thread was unlocked: show its table as it is now."""
        if before.locked and not after.locked:
            await self.delivery.show_again(after.id)

    async def on_thread_join(self, thread: discord.Thread) -> None:
        """The same for a thread that was archived too: nothing about it was in memory."""
        if not thread.locked:
            await self.delivery.show_again(thread.id)

    async def on_guild_channel_update(
        self, _: discord.abc.GuildChannel, channel: discord.abc.GuildChannel
    ) -> None:
        """A channel has changed: perhaps the bot now has the permissions that it lacked."""
        await self.delivery.show_again(channel.id, if_missing=True)

    async def on_shard_ready(self, shard_id: int) -> None:
        """The servers of a shard are there: look for what was deleted in the meantime."""
        self.delivery.wake_all()
        for guild in self.guilds:
            if guild.shard_id == shard_id:
                self.deleted_channels.look_for(guild.id)

    async def on_shard_resumed(self, _: int) -> None:
        """A connection is back after an outage."""
        self.delivery.wake_all()

    async def on_guild_available(self, guild: discord.Guild) -> None:
        """A server is back after an outage; at the start, servers come with their shard."""
        if self.is_ready():
            self.deleted_channels.look_for(guild.id)

    async def on_guild_join(self, guild: discord.Guild) -> None:
        """The bot joined a server, perhaps again."""
        await self.on_guild_available(guild)

    async def close(self) -> None:
        """Accept nothing new, let work in progress finish, and close everything, once.

        A second call waits for the same close. Cancelling a caller does not stop it: an open
        database would keep the process alive.
        """
        self.closing = True
        if self._close is None:
            self._close = asyncio.create_task(self._close_all(), name="close")
        await asyncio.shield(self._close)

    async def _close_all(self) -> None:
        """Close everything, each part even if another one raises."""
        closes = (
            *(self.health.close, self.command_sync.close, self.work.close, self.expiry.close),
            *(self.dues.close, self.retention.close, self.checkpoints.close),
            *(self.deleted_channels.close, self.application_emojis.close),
            *(self.late_edits.close, self.advice.close, self.open_lists.close),
            *(self.reviews.close, self.games.close, self.live_panels.close),
            self.day_posts.close,
            *(self.delivery.close, self.coach.close),
            self.leases.close,
            *(self.opponent_workers.close, self.workers.close),
            *(self._disconnect, self.store.close),
        )
        async with AsyncExitStack() as stack:
            for close in reversed(closes):
                stack.push_async_callback(close)
            await self.finish_answers(ANSWER_TIMEOUT)

    async def _disconnect(self) -> None:
        """Close the connection to Discord, which may take a moment."""
        try:
            async with asyncio.timeout(DISCONNECT_TIMEOUT):
                await super().close()
        except TimeoutError:
            await self.http.close()


async def _on_command_error(
    interaction: Interaction, error: app_commands.AppCommandError, /
) -> None:
    """Report a refusal, or log a fault and report its mark, as for a click."""
    unknown = app_commands.CommandNotFound, app_commands.CommandSignatureMismatch
    cause: Exception
    cause = error.original if isinstance(error, app_commands.CommandInvokeError) else error
    if interaction.type is discord.InteractionType.autocomplete:
        _log.error("no autocomplete", exc_info=cause)
    elif isinstance(cause, unknown) and interaction.client.store.process.newer_lives:
        await handling.report(interaction, BeingUpdated())
    else:
        await handling.report(interaction, cause)
