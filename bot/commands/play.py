"""`/play`: a lobby in this channel, or in a thread of it when the channel is taken."""

from __future__ import annotations

import asyncio
from typing import Final
from weakref import WeakValueDictionary

import discord
import msgspec
from discord import app_commands

from bot import answers, permissions
from bot.answers import Shown
from bot.clicks import Click, Clicks, button
from bot.commands.asking import AnyCommand, Asked, GuildOnly, command
from bot.commands.naming import choice, languages
from bot.house import House, Interaction, Tree
from bot.notices import ChannelBusy, Notice
from bot.store.rows import UserId
from bot.table import Table
from render.words import Words, bare
from rules.games import GAMES

_LONGEST_NAME: Final = 100
_ARCHIVED_AFTER: Final = 7 * 24 * 60  # minutes: people play over days


class UnknownTitle(Notice):
    """No game of the house has that id."""

    id = "lobby.refused.unknown_game"


class ChannelKind(Notice):
    """No table can stand in a channel of that kind."""

    id = "refuse.channel_kind"


class DiscordRefused(Notice):
    """Discord did not do what was asked of it."""

    id = "error.discord"


class Wish(msgspec.Struct, frozen=True):
    """What somebody wants to play, in which language."""

    game: str
    language: str


def register(tree: Tree, clicks: Clicks) -> None:
    """The command and the button that opens a thread."""
    tree.add_command(_command())
    clicks.on("thread", _Threads().open)


def _command() -> AnyCommand:
    made = command("play", _play, "game", "language")
    games = [choice(f"game.{game}", game) for game in GAMES]
    app_commands.choices(game=games, language=languages())(made)
    return made


async def _play(asked: Asked, game: str, language: str | None = None) -> None:
    wish = _wish(game, language or asked.words.language)
    interaction, words = asked.interaction, asked.words
    kind = interaction.channel.type if interaction.channel else None
    if not permissions.playable(kind):
        raise ChannelKind
    lacking = permissions.missing(interaction.app_permissions, kind)
    if lacking:
        await asked.answer(permissions.complaint(lacking, words))
        return
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    try:
        table = await _lobby(asked.bot, interaction, wish, asked.channel, parent)
    except ChannelBusy as busy:
        await asked.answer(await _offer(asked, busy, wish))
    else:
        asked.line.game = table.game.id
        await asked.answer(words("lobby.opened", link=answers.link(table.game)))


def _wish(game: str, language: str) -> Wish:
    """What is wanted, as far as the house has it. Raises: UnknownTitle."""
    if game not in GAMES:
        raise UnknownTitle
    return Wish(game, Words.pick(language).language)


async def _lobby(
    bot: House, interaction: Interaction, wish: Wish, channel: int, parent: int | None
) -> Table:
    if interaction.guild_id is None:
        raise GuildOnly
    person = interaction.user
    return await bot.tables.create_lobby(
        *(wish.game, interaction.guild_id, channel, person.id, bare(person.display_name)),
        parent=parent,
        language=wish.language,
    )


async def _offer(asked: Asked, busy: ChannelBusy, wish: Wish) -> Shown:
    """The channel is taken: where the game is, and a thread for another one."""
    words = asked.words
    taken = await answers.text(asked.bot, busy, words)
    if _room(asked.interaction) is None:
        return answers.written(taken)
    thread = button(
        *("thread", busy.game, wish.game, wish.language),
        label=words("lobby.button.thread"),
        style=discord.ButtonStyle.primary,
    )
    question = words("lobby.refused.offer_thread")
    return answers.written(f"{taken}\n{question}", rows=[[thread]])


def _room(interaction: Interaction) -> discord.TextChannel | None:
    """The channel in which a thread can be opened from here, if any."""
    channel = interaction.channel
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel if isinstance(channel, discord.TextChannel) else None


class _Threads:
    """Opens threads for further tables; a second click on the same button does nothing."""

    def __init__(self) -> None:
        self._opened: set[int] = set()
        # One after the other for each person: a thread stands before its lobby counts.
        self._turns: WeakValueDictionary[UserId, asyncio.Lock] = WeakValueDictionary()

    async def open(self, click: Click) -> None:
        """Open a thread and a lobby in it."""
        message = click.interaction.message
        if message is None or message.id in self._opened:
            return
        self._opened.add(message.id)
        turn = self._turns.setdefault(click.user, asyncio.Lock())
        try:
            async with turn:
                shown = await _in_thread(click)
        except BaseException:
            self._opened.discard(message.id)
            raise
        await answers.show(click.interaction, shown)


async def _in_thread(click: Click) -> Shown:
    interaction, words = click.interaction, click.words
    game, language = (*click.args, "", "")[:2]
    wish = _wish(game, language)
    room = _room(interaction)
    if room is None or interaction.guild is None:
        raise ChannelKind
    lacking = permissions.missing_for_thread(room.permissions_for(interaction.guild.me))
    if lacking:
        return answers.written(permissions.complaint(lacking, words))
    # A thread that is opened stays: what will not be allowed is refused before.
    await click.bot.tables.room(interaction.guild.id, click.user)
    thread = await _thread(room, wish, interaction.user)
    table = await _lobby(click.bot, interaction, wish, thread.id, room.id)
    return answers.written(words("lobby.thread.opened", link=answers.link(table.game)))


async def _thread(
    room: discord.TextChannel, wish: Wish, starter: discord.User | discord.Member
) -> discord.Thread:
    """A public thread for a table, named in the table's language."""
    words = Words.pick(wish.language)
    title = words(
        "lobby.thread.name", game=words(f"game.{wish.game}"), name=bare(starter.display_name)
    )
    kind = discord.ChannelType.news_thread if room.is_news() else None
    try:
        return await room.create_thread(
            name=title[:_LONGEST_NAME],
            type=kind or discord.ChannelType.public_thread,
            auto_archive_duration=_ARCHIVED_AFTER,
        )
    except discord.HTTPException as error:
        raise DiscordRefused from error
