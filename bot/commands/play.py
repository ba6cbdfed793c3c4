"""`/play`: a lobby in this channel, or in a thread of it when the channel is taken.

The answer follows the lobby: a table that Discord does not let be posted is never open.
"""

from __future__ import annotations

import logging
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Final

import discord
import msgspec
from cachetools import LRUCache
from discord import app_commands

from bot.background.locks import KeyedLocks
from bot.commands import permissions
from bot.commands.command import CommandContext, GuildOnly, command
from bot.commands.moving import ChannelKind, lacking_here
from bot.commands.opened_threads import OpenedThreads
from bot.commands.translator import choice, languages
from bot.delivery.outbox import OutboxDelivery
from bot.interactions import limits, replies
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client, Interaction, Tree
from bot.interactions.message import Message, compose, message_link, timestamp
from bot.interactions.refusal_text import refusal_text
from bot.store.rows import UserId
from bot.tables.core.refusals import ChannelBusy, NoSuchGame, Refusal
from bot.tables.core.table import Table
from bot.tables.lobby import lobby_changes, lobby_times
from render.words import SOURCE, Words, bare, coverage, plain
from rules.registry import GAMES

_REMEMBERED: Final = 10_000
"""How many buttons that opened a thread are remembered, over all servers."""

_ARCHIVED_AFTER: Final = 7 * 24 * 60  # minutes: people play over days

_log = logging.getLogger(__name__)


class UnknownTitle(Refusal):
    """There is no game of that id."""

    id = "lobby.refused.unknown_game"


class DiscordRefused(Refusal):
    """Discord did not do what was asked of it, for the reason of its number `code`."""

    id = "lobby.refused.no_thread"


class ThreadsFull(DiscordRefused):
    """The server has as many open threads as Discord allows."""

    id = "lobby.refused.threads_full"


class ThreadFiltered(DiscordRefused):
    """The server's own filter (AutoMod) holds the bot's line or the thread's name back."""

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


class AtTheTable(Refusal):
    """What posts something at a table is pressed there: elsewhere other permissions hold."""

    id = "post.refused.elsewhere"


class LobbyRequest(msgspec.Struct, frozen=True):
    """What somebody wants to play, in which language."""

    game: str
    language: str


def register(tree: Tree, clicks: ClickRouter, delivery: OutboxDelivery) -> None:
    """Add `/play` to the tree, the buttons for a thread or a rematch to the router."""

    async def play(context: CommandContext, game: str, language: str | None = None) -> None:
        language = language or _table_language(context.interaction, context.words, game)
        await _play(context, delivery, _request(game, language))

    made = command("play", play, "game", "language")
    games = [choice(f"game.{game}", game) for game in GAMES]
    app_commands.choices(game=games, language=languages())(made)
    tree.add_command(made)
    threads = _Threads(delivery)
    clicks.on("thread", threads.open)
    clicks.on("to_thread", threads.move)

    async def rematch(click: Click) -> None:
        await _rematch(click, delivery)

    async def open_again(click: Click) -> None:
        await _open_again(click, delivery)

    clicks.on("rematch", rematch)
    clicks.on("open_again", open_again)


def _table_language(interaction: Interaction, words: Words, game: str) -> str:
    """The language of a new table: the server's, else that of who opens it.

    Every server has a preferred locale, American English if nobody has chosen one; only
    communities can choose.
    """
    preferred, guild = interaction.guild_locale, interaction.guild
    chosen = preferred is not discord.Locale.american_english or (
        guild is not None and "COMMUNITY" in guild.features
    )
    if preferred is None or not chosen or not coverage.of_table(preferred.value, game):
        return words.language
    return preferred.value


async def _play(
    context: CommandContext, delivery: OutboxDelivery, request: LobbyRequest
) -> None:
    interaction, words = context.interaction, context.words
    lacking = lacking_here(interaction)
    if lacking:
        await context.answer(permissions.complaint(lacking, words))
        return
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    try:
        table = await _lobby(
            context.bot, delivery, interaction, request, context.channel, parent
        )
    except ChannelBusy as busy:
        await context.answer(await _offer_thread(context, busy, request))
        return
    context.record.game = table.game.id
    thread = button("to_thread", table.game.id, label=words("lobby.button.to_thread"))
    offered = parent is None and _parent_channel(interaction) is not None
    await context.answer(
        compose(_opened("lobby.opened", table, words), rows=[[thread]] if offered else ())
    )


def _opened(text: str, table: Table, words: Words) -> str:
    """Where a new lobby is; without a message Discord could not be reached, and will be."""
    if table.game.message is None:
        return words("lobby.waits")
    return words(text, link=message_link(table.game))


def _request(game: str, language: str) -> LobbyRequest:
    """What somebody wants to play, in a language that its tables can have, else in English.

    Raises:
        UnknownTitle: there is no game of that id.
    """
    if game not in GAMES:
        raise UnknownTitle
    return LobbyRequest(game, coverage.of_table(language, game) or SOURCE)


async def _lobby(
    bot: Client,
    delivery: OutboxDelivery,
    interaction: Interaction,
    request: LobbyRequest,
    channel: int,
    parent: int | None,
) -> Table:
    """A new lobby, posted.

    Raises:
        Unposted: Discord does not let the lobby be posted.
        DeletedBefore: nothing may be stored of the person since a deletion.
        ChannelBusy: the channel has an open table.
        NoSuchGame: the game is unknown.
        TooManyWaiting: the person keeps too many lobbies waiting.
        TooManyStarted: too many games that the person has opened run on the server.
        TooManyTables: the server has too many open tables.
    """
    if interaction.guild_id is None:
        raise GuildOnly
    person = interaction.user
    table = await bot.lobbies.create_lobby(
        game=request.game,
        guild=interaction.guild_id,
        channel=channel,
        user=person.id,
        name=bare(person.display_name),
        parent=parent,
        language=request.language,
    )
    await delivery.post_lobby(table.game.id)
    return await bot.games.table(table.game.id)


async def _rematch(click: Click, delivery: OutboxDelivery) -> None:
    """Open a lobby for a rematch; the others are told once it is posted.

    Raises:
        Refusal: no lobby is opened; the person is told why.
    """
    lobbies, name = click.bot.lobbies, bare(click.interaction.user.display_name)
    table = await click.table()
    if click.interaction.channel_id != table.game.channel:
        raise AtTheTable(link=message_link(table.game))
    click.bot.public_posts.check(click.interaction)
    lobby = await lobbies.rematch(click.game, click.user, name)
    await delivery.post_lobby(lobby.game.id)
    await lobbies.announce_rematch(click.game, lobby, click.user, name)


async def _open_again(click: Click, delivery: OutboxDelivery) -> None:
    """Let a lobby stand seven days more, or open a new one like it if it is closed.

    Raises:
        Refusal: nothing is opened; the person is told why.
    """
    if (await click.table()).game.status == "cancelled":
        await _rematch(click, delivery)
        return
    game = (await click.bot.lobbies.renew(click.game, click.user)).game
    when, words = timestamp(lobby_times.times_of(game).ends, "f"), click.words
    told = words("lobby.renewed", when=when, link=message_link(game))
    await replies.private(click.interaction, told)


async def _offer_thread(
    context: CommandContext, busy: ChannelBusy, request: LobbyRequest
) -> Message:
    """The channel is taken: where the game is, and a thread for another one."""
    words = context.words
    taken = await refusal_text(context.bot, busy, words)
    if _parent_channel(context.interaction) is None:
        return compose(taken)
    thread = button(
        *("thread", busy.game, request.game, request.language),
        label=words("lobby.button.thread"),
        style=discord.ButtonStyle.primary,
    )
    question = words("lobby.refused.offer_thread")
    return compose(f"{taken}\n{question}", rows=[[thread]])


def _parent_channel(interaction: Interaction) -> discord.TextChannel | None:
    """The channel in which a thread can be opened from here, if any."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel if isinstance(channel, discord.TextChannel) else None


class _Threads:
    """Opens threads for tables; a second click on the same button opens no second one."""

    def __init__(self, delivery: OutboxDelivery) -> None:
        self._delivery = delivery
        # The messages whose button has opened a thread.
        self._used: LRUCache[int, UserId] = LRUCache(_REMEMBERED)
        # One after the other for each person: a thread is open before its lobby counts.
        self._locks: KeyedLocks[UserId] = KeyedLocks()
        self._opened = OpenedThreads()

    async def open(self, click: Click) -> None:
        """Open a thread and a lobby in it.

        Raises:
            Refusal: none is opened; the person is told why.
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
        request = _request(game, language)
        parent, lacking = _thread_parent(interaction)
        if lacking:
            return compose(permissions.complaint(lacking, words))
        # A thread that is opened stays: what will not be allowed is refused before.
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
                table = await _lobby(
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
        return compose(_opened("lobby.thread.opened", table, words))

    async def _move(self, click: Click) -> Message:
        interaction, words, table = click.interaction, click.words, await click.table()
        row = table.game
        if row.guild != interaction.guild_id:
            raise NoSuchGame
        if row.channel != interaction.channel_id or row.message is None:
            return compose(_opened("lobby.thread.opened", table, words))  # a second click
        # A thread that is opened stays: what will not be allowed is refused before.
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
            await click.bot.games.show(row.id, anew=True)
            with suppress(discord.DiscordException):  # it would be one more way to join
                await lobby.edit(view=_announcement(request, name).view, attachments=[])
            await self._delivery.post_lobby(row.id)
        return compose(_opened("lobby.thread.opened", await click.table(), words))

    @asynccontextmanager
    async def _thread(
        self,
        click: Click,
        line: discord.Message | discord.PartialMessage,
        request: LobbyRequest,
        name: str,
    ) -> AsyncIterator[discord.Thread]:
        """A public thread for a table, started from a message, named in the table's language.

        Only moderators may delete a thread: it is archived if its table is refused.

        Raises:
            DiscordRefused: Discord did not do it.
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
    """The channel for a thread, and the permissions that it lacks.

    Raises:
        ChannelKind: no table can be opened in a channel of that kind.
    """
    parent = _parent_channel(interaction)
    if parent is None or interaction.guild is None:
        raise ChannelKind
    granted = parent.permissions_for(interaction.guild.me)
    return parent, permissions.missing_for_thread(granted)


def _announcement(request: LobbyRequest, name: str) -> Message:
    """The line in the channel from which the thread of a table is started."""
    words = Words.pick(request.language)
    game = words(f"game.{request.game}")
    return compose(words("lobby.thread.line", game=game, name=plain(name)))


@contextmanager
def _refusals() -> Iterator[None]:
    """Say as a refusal what Discord refuses.

    Raises:
        DiscordRefused: Discord does not do what is asked of it.
        ThreadsLimited: Discord lets no more threads be opened for a while.
    """
    try:
        yield
    except discord.RateLimited as error:
        raise ThreadsLimited(when=timestamp(time.time() + error.retry_after)) from error
    except discord.HTTPException as error:
        _log.warning("Discord refused a thread for a table: %s, %s", error.code, error)
        raise _THREAD_ERRORS.get(error.code, DiscordRefused)(code=error.code) from error
