"""Moving a game whose channel was deleted to the channel where one of its players asks."""

from __future__ import annotations

import discord

from bot.commands import permissions
from bot.commands.command import GuildOnly
from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter
from bot.interactions.client import Interaction
from bot.interactions.membership import check_on_server
from bot.interactions.message import Message, compose
from bot.store.rows import GameId
from bot.tables.core.refusals import OtherServer, Refusal
from render.words import Words


class ChannelKind(Refusal):
    """No table can be opened in a channel of that kind."""

    id = "refuse.channel_kind"


def register_clicks(clicks: ClickRouter) -> None:
    """Register **Move the table here**, in the answer to `/turns`."""
    clicks.on("move_here", _on_move_here)


async def _on_move_here(click: Click) -> None:
    """`move_here:<game>`: moves the table to the channel of the click.

    Raises:
        Refusal: the table stays where it is; the person is told why.
    """
    click.bot.public_posts.check(click.interaction)
    await click.show(await move(click.interaction, click.game, click.words))


async def move(interaction: Interaction, game: GameId, words: Words) -> Message:
    """Move a game to the channel of an interaction; returns what its player is told.

    Raises:
        GuildOnly: the request was made outside a server.
        OtherServer: the table belongs to another server.
        BotMissing: the bot is not on the server.
        ChannelKind: no table can be opened in a channel of that kind.
        NoSuchGame: the game is unknown.
        GameEnded: the game has ended.
        NoSeatHere: the person has no seat here.
        ChannelStands: the channel of the game still exists.
        ChannelBusy: the channel has an open table.
    """
    bot, guild, channel = interaction.client, interaction.guild_id, interaction.channel
    if guild is None or channel is None:
        raise GuildOnly
    table = await bot.games.table(game)
    if table.game.guild != guild:
        raise OtherServer
    lacking = lacking_here(interaction)
    if lacking:
        return compose(permissions.complaint(lacking, words))
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    await bot.channels.move(game, interaction.user.id, channel.id, parent)
    replies.set_foot(interaction, "")
    return compose(words("table.moved_here"))


def lacking_here(interaction: Interaction) -> tuple[str, ...]:
    """The permissions that the bot lacks for a table in the channel of an interaction.

    Raises:
        ChannelKind: no table can be opened in a channel of that kind.
        BotMissing: the bot is not on the server.
    """
    kind = interaction.channel.type if interaction.channel else None
    if not permissions.playable(kind):
        raise ChannelKind
    check_on_server(interaction)
    return permissions.missing(interaction.app_permissions, kind)
