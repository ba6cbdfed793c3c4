"""Messages on Discord: posted once over all tries, edited, deleted, replaced with a link."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import aiohttp
import discord

from bot.interactions import emojis
from bot.interactions.client import Client
from bot.interactions.message import Message, compose, message_link
from bot.interactions.passing import passes
from bot.store.rows import GameId
from bot.tables.core.table import Table
from render.words import Words

MOST_BELOW: Final = 4
"""With more messages of other people below it, the table message is buried."""

_NOT_EDITABLE: Final = frozenset({10008, 50083})
"""Unknown message; an archived thread, which a new post reopens."""

_LISTED: Final = 10
"""How many messages Discord is asked for: the table message and those below it."""

_log = logging.getLogger(__name__)


async def send(
    channel: discord.abc.Messageable, nonce: str, message: Message
) -> discord.Message:
    """Send a message, and edit it if what Discord shows is not what was sent.

    For a nonce that it knows, Discord returns the message of an earlier try whose answer was
    lost. That message is as it was then, though the game may have gone on since.
    """
    posted = await emojis.sent(
        lambda each: channel.send(
            **_parts(each), files=each.files, nonce=nonce, silent=not each.notifies
        ),
        message,
    )
    if list(_contents(_shown(posted))) == list(_contents(message)):
        return posted
    return await posted.edit(**_parts(message), attachments=message.files)


def _parts(message: Message) -> dict[str, Any]:
    """A message as discord.py takes it, without its files."""
    content = {"content": message.content} if message.content else {}
    return {
        **content,
        "view": message.view,
        "allowed_mentions": message.allowed_mentions,
    }


def _shown(posted: discord.Message) -> Message:
    """A message as Discord shows it, without its files."""
    kind = discord.ui.LayoutView if posted.flags.components_v2 else discord.ui.View
    return Message(kind.from_message(posted, timeout=None), content=posted.content)


def _contents(message: Message) -> Iterator[str]:
    """What tells two states of a message apart: its texts, buttons and selects."""
    yield message.content.strip()
    for part in message.view.walk_children():
        match part:
            case discord.ui.TextDisplay():
                yield part.content.strip()
            case discord.ui.Button() | discord.ui.Select():
                yield part.custom_id or ""
            case _:
                pass


async def edit(channel: discord.PartialMessageable, number: int, message: Message) -> bool:
    """Edit a message; False if it can no longer be edited.

    Its mentions are sent again: without them, people would lose the highlight.
    """
    there = channel.get_partial_message(number)
    try:
        await emojis.sent(
            lambda each: there.edit(**_parts(each), attachments=each.files), message
        )
    except discord.HTTPException as error:
        if error.code in _NOT_EDITABLE:
            return False
        raise
    return True


async def delete(channel: discord.PartialMessageable, number: int) -> None:
    """Delete a message, if Discord allows it: it does not in an archived thread.

    Raises:
        discord.HTTPException: deleting may succeed another time.
    """
    with refusal_ignored():
        await channel.get_partial_message(number).delete()


@contextmanager
def refusal_ignored() -> Iterator[None]:
    """Ignore what Discord refuses for good; other errors are raised."""
    try:
        yield
    except discord.HTTPException as error:
        if passes(error):
            raise


async def buried(channel: discord.PartialMessageable, number: int, own: int) -> bool:
    """Whether other people have written much below a message, as far as can be seen.

    Args:
        channel: where.
        number: the message. Without the permission to read the history Discord lists
            nothing, not even this message.
        own: the id of the bot.
    """
    after = discord.Object(number - 1)
    try:
        listed = [each async for each in channel.history(limit=_LISTED, after=after)]
    except discord.Forbidden:
        return True
    others = sum(each.author.id != own for each in listed)
    return number not in {each.id for each in listed} or others > MOST_BELOW


def message_channel(client: discord.Client, table: Table) -> discord.PartialMessageable:
    """Where a table's current message is: its channel, unless the table has moved since."""
    game = table.game
    return client.get_partial_messageable(
        game.message_channel or game.channel, guild_id=game.guild
    )


async def lobby_link(client: Client, lobby: GameId) -> str:
    """The link to the message of a lobby.

    Raises:
        NoSuchGame: the game is unknown.
        Unreadable: the game was written by a newer release.
    """
    return message_link((await client.games.table(lobby)).game)


async def replace_with_link(
    client: discord.Client, table: Table, outdated: int, current: int | None = None
) -> None:
    """Turn an outdated table message into one line with a link, if that is possible.

    The line that replaced the message before that is deleted, or such lines would pile up.

    Args:
        client: the bot.
        table: whose message it is.
        outdated: the message.
        current: the message that the line links to; None: the channel.
    """
    game = table.game
    channel = client.get_partial_messageable(game.channel, guild_id=game.guild)
    target = channel if current is None else channel.get_partial_message(current)
    line = compose(Words.pick(game.language)("table.moved", link=target.jump_url))
    place = message_channel(client, table)
    with _failure_logged():
        await edit(place, outdated, line)
    if game.outdated is not None and game.outdated not in {outdated, current}:
        with _failure_logged():
            await delete(place, game.outdated)


@contextmanager
def _failure_logged() -> Iterator[None]:
    try:
        yield
    except (discord.HTTPException, discord.RateLimited, aiohttp.ClientError, OSError) as error:
        _log.info("an outdated message stays as it was: %s", error)
