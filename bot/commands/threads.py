"""Threads for tables: opened for a new lobby, or for one that moves there."""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

import discord
from cachetools import LRUCache

from bot.background.locks import KeyedLocks
from bot.commands import permissions
from bot.commands.moving import ChannelKind
from bot.commands.opened_threads import OpenedThreads
from bot.commands.opening import LobbyRequest, lobby_request, open_lobby, opened_text
from bot.delivery.outbox import OutboxDelivery
from bot.interactions import limits
from bot.interactions.clicks import Click
from bot.interactions.client import Interaction
from bot.interactions.message import Message, compose, timestamp
from bot.store.rows import UserId
from bot.tables.core.refusals import NoSuchGame, Refusal
from bot.tables.lobby import lobby_changes
from render.words import Words, bare, plain

_REMEMBERED: Final = 10_000
"""How many buttons that opened a thread are remembered, across all servers."""

_ARCHIVED_AFTER: Final = 7 * 24 * 60  # minutes: people play over days

_log = logging.getLogger(__name__)


class DiscordRefused(Refusal):
    """Discord refused what it was asked to do, with its error number `code`."""

    id = "lobby.refused.no_thread"


class ThreadsFull(DiscordRefused):
    """The server has as many open threads as Discord allows."""

    id = "lobby.refused.threads_full"


class ThreadFiltered(DiscordRefused):
    """The server's own filter (AutoMod) held back the bot's line or the thread's name."""

    id = "lobby.refused.thread_filtered"


_THREAD_ERRORS: Final[dict[int, type[DiscordRefused]]] = {
    160006: ThreadsFull,
    160007: ThreadsFull,
    200000: ThreadFiltered,
    200001: ThreadFiltered,
}
"""Discord's codes for a thread that is not opened, and what the person is told."""


class ThreadsLimited(Refusal):
    """Discord lets no more threads be opened until `when`."""

    id = "lobby.refused.threads_limited"


def parent_channel(interaction: Interaction) -> discord.TextChannel | None:
    """The channel in which a thread can be opened from here, if any."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel if isinstance(channel, discord.TextChannel) else None


class Threads:
    """Opens threads for tables; a second click on the same button opens no second one."""

    def __init__(self, delivery: OutboxDelivery) -> None:
        self._delivery = delivery
        # The messages whose button has opened a thread.
        self._used: LRUCache[int, UserId] = LRUCache(_REMEMBERED)
        # One at a time for each person: a thread is open before its lobby counts.
        self._locks: KeyedLocks[UserId] = KeyedLocks()
        self._opened = OpenedThreads()

    async def open(self, click: Click) -> None:
        """Open a thread and a lobby in it.

        Raises:
            Refusal: nothing is opened; the person is told why.
        """
        message = click.interaction.message
        if message is None:
            return
        async with self._locks(click.user):
            if message.id in self._used:
                return
            self._opened.check(click.interaction.guild_id, click.user)
            answer = await self._open(click)
            self._used[message.id] = click.user
        await click.show(answer)

    async def move(self, click: Click) -> None:
        """Open a thread from a lobby's message, and move the lobby there.

        Raises:
            Refusal: the lobby stays where it is; the person is told why.
        """
        async with self._locks(click.user):
            self._opened.check(click.interaction.guild_id, click.user)
            answer = await self._move(click)
        await click.show(answer)

    async def _open(self, click: Click) -> Message:
        interaction, words = click.interaction, click.words
        game, language = (*click.args, "", "")[:2]
        request = lobby_request(game, language)
        parent, lacking = _thread_parent(interaction)
        if lacking:
            return compose(permissions.complaint(lacking, words))
        # An opened thread stays: what will not be allowed is refused before it is opened.
        await click.bot.lobbies.check_limits(parent.guild.id, click.user)
        click.bot.public_posts.check(interaction, "create_public_threads")
        name = bare(interaction.user.display_name)
        with _refusals():
            line = await parent.send(
                view=_announcement(request, name).view,
                allowed_mentions=discord.AllowedMentions.none(),
                silent=True,
            )
        try:
            async with self._thread(click, line, request, name) as thread:
                table = await open_lobby(
                    bot=click.bot,
                    delivery=self._delivery,
                    interaction=interaction,
                    request=request,
                    channel=thread.id,
                    parent=parent.id,
                )
        except Refusal:
            with suppress(discord.DiscordException):
                await line.delete()
            raise
        return compose(opened_text("lobby.thread.opened", table, words))

    async def _move(self, click: Click) -> Message:
        interaction, words, table = click.interaction, click.words, await click.table()
        row = table.game
        if row.guild != interaction.guild_id:
            raise NoSuchGame
        if row.channel != interaction.channel_id or row.message is None:
            return compose(opened_text("lobby.thread.opened", table, words))  # a second click
        # An opened thread stays: what will not be allowed is refused before it is opened.
        lobby_changes.check_open(table, click.user)
        if (seat := table.seat_of(click.user)) is None:
            raise NoSuchGame
        parent, lacking = _thread_parent(interaction)
        if lacking:
            return compose(permissions.complaint(lacking, words))
        click.bot.public_posts.check(interaction, "create_public_threads")
        request, name = LobbyRequest(row.game, row.language), table.seats[seat].name
        lobby = parent.get_partial_message(row.message)
        async with self._thread(click, lobby, request, name) as thread:
            await click.bot.lobbies.move(row.id, click.user, thread.id, parent.id)
            await click.bot.messages.show(row.id, anew=True)
            with suppress(discord.DiscordException):  # it would be a second way to join
                await lobby.edit(view=_announcement(request, name).view, attachments=[])
            await self._delivery.post_lobby(row.id)
        return compose(opened_text("lobby.thread.opened", await click.table(), words))

    @asynccontextmanager
    async def _thread(
        self,
        click: Click,
        line: discord.Message | discord.PartialMessage,
        request: LobbyRequest,
        name: str,
    ) -> AsyncIterator[discord.Thread]:
        """A public thread for a table, started from a message, named in the table's language.

        Only moderators may delete a thread, so it is archived if its table is refused.

        Raises:
            DiscordRefused: Discord refused to open it.
            ThreadsLimited: Discord lets no more threads be opened for a while.
        """
        words = Words.pick(request.language)
        title = words("lobby.thread.name", game=words(f"game.{request.game}"), name=name)
        with _refusals():
            thread = await line.create_thread(
                name=title[: limits.THREAD_NAME], auto_archive_duration=_ARCHIVED_AFTER
            )
        self._opened.note(thread.id, click.interaction.guild_id, click.user)
        try:
            yield thread
        except Refusal:
            with suppress(discord.DiscordException):
                await thread.edit(archived=True)
            raise


def _thread_parent(interaction: Interaction) -> tuple[discord.TextChannel, tuple[str, ...]]:
    """The channel for a thread, and the permissions that the bot lacks there.

    Raises:
        ChannelKind: no table can be opened in a channel of that kind.
    """
    parent = parent_channel(interaction)
    if parent is None or interaction.guild is None:
        raise ChannelKind
    granted = parent.permissions_for(interaction.guild.me)
    return parent, permissions.missing_for_thread(granted)


def _announcement(request: LobbyRequest, name: str) -> Message:
    """The line in the channel from which a table's thread is started."""
    words = Words.pick(request.language)
    game = words(f"game.{request.game}")
    return compose(words("lobby.thread.line", game=game, name=plain(name)))


@contextmanager
def _refusals() -> Iterator[None]:
    """Turn what Discord refuses into a refusal.

    Raises:
        DiscordRefused: Discord refuses what it is asked to do.
        ThreadsLimited: Discord lets no more threads be opened for a while.
    """
    try:
        yield
    except discord.RateLimited as error:
        raise ThreadsLimited(when=timestamp(time.time() + error.retry_after)) from error
    except discord.HTTPException as error:
        _log.warning("Discord refused a thread for a table: %s, %s", error.code, error)
        raise _THREAD_ERRORS.get(error.code, DiscordRefused)(code=error.code) from error
