"""A game whose channel was deleted moves to the channel in which one of its players asks."""

from __future__ import annotations

import discord

from bot.commands import permissions
from bot.commands.command import GuildOnly
from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter
from bot.interactions.client import Interaction
from bot.interactions.message import Message, compose
from bot.store.rows import GameId
from bot.tables.core.refusals import OtherServer, Refusal
from render.words import Words


class ChannelKind(Refusal):
    """No table can be opened in a channel of that kind."""

    id = "refuse.channel_kind"


class BotMissing(Refusal):
    """The app was added to the server without its bot; `link` adds it."""

    id = "refuse.bot_missing"


def register_clicks(clicks: ClickRouter) -> None:
    """**Move the table here** in the answer to `/turns`."""
    clicks.on("move_here", _on_move_here)


async def _on_move_here(click: Click) -> None:
    """`move_here:<game>`: the table comes to the channel of the click.

    Raises:
        Refusal: the table stays where it is; the person is told why.
    """
    click.bot.public_posts.check(click.interaction)
    await click.show(await move(click.interaction, click.game, click.words))


async def move(interaction: Interaction, game: GameId, words: Words) -> Message:
    """Move a game to the channel of an interaction; what its player is told then.

    Raises:
        GuildOnly: it was asked outside a server.
        OtherServer: the table is of another server.
        BotMissing: the app was added to the server without its bot.
        ChannelKind: no table can be opened in a channel of that kind.
        NoSuchGame: the game is unknown.
        GameEnded: the game has ended.
        NoSeatHere: the person has no seat here.
        ChannelStands: the channel of the game is there.
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
    """The permissions that a table in the channel of an interaction lacks.

    Raises:
        ChannelKind: no table can be opened in a channel of that kind.
        BotMissing: the app was added to the server without its bot.
    """
    kind = interaction.channel.type if interaction.channel else None
    if not permissions.playable(kind):
        raise ChannelKind
    bot = interaction.client
    if interaction.guild_id is not None and bot.get_guild(interaction.guild_id) is None:
        # Commands come from every server that has the app; channels only with its bot.
        link = discord.utils.oauth_url(
            bot.application_id or 0,
            permissions=permissions.INVITED,
            guild=discord.Object(interaction.guild_id),
            scopes=("bot", "applications.commands"),
        )
        raise BotMissing(link=link)
    return permissions.missing(interaction.app_permissions, kind)
