"""`/play`: a lobby in this channel, or in a thread of it if the channel is taken.

The answer comes after the lobby: a table that Discord refuses to post is never open.
"""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands import permissions
from bot.commands.command import CommandContext, command
from bot.commands.moving import lacking_here
from bot.commands.opening import LobbyRequest, lobby_request, open_lobby, opened_text
from bot.commands.threads import Threads, parent_channel
from bot.commands.translator import choice, languages
from bot.delivery.outbox import OutboxDelivery
from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Interaction, Tree
from bot.interactions.message import Message, compose, message_link, timestamp
from bot.interactions.refusal_text import refusal_text
from bot.tables.core.refusals import ChannelBusy, Refusal
from bot.tables.lobby import lobby_times
from render.words import Words, bare, coverage
from rules.registry import GAMES


class AtTheTable(Refusal):
    """A button that posts at a table must be pressed there: permissions differ elsewhere."""

    id = "post.refused.elsewhere"


def register(tree: Tree, clicks: ClickRouter, delivery: OutboxDelivery) -> None:
    """Add `/play` to the tree, and its buttons for threads and rematches to the router."""

    async def play(context: CommandContext, game: str, language: str | None = None) -> None:
        language = language or table_language(context.interaction, context.words, game)
        await _play(context, delivery, lobby_request(game, language))

    made = command("play", play, "game", "language")
    games = [choice(f"game.{game}", game) for game in GAMES]
    app_commands.choices(game=games, language=languages())(made)
    tree.add_command(made)
    threads = Threads(delivery)
    clicks.on("thread", threads.open)
    clicks.on("to_thread", threads.move)

    async def rematch(click: Click) -> None:
        await _rematch(click, delivery)

    async def open_again(click: Click) -> None:
        await _open_again(click, delivery)

    clicks.on("rematch", rematch)
    clicks.on("open_again", open_again)


def table_language(interaction: Interaction, words: Words, game: str) -> str:
    """The language of a new table: the server's, or that of the person who opens it.

    Every server has a preferred locale, which is American English if nobody has chosen one.
    Only communities can choose.
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
        table = await open_lobby(
            context.bot, delivery, interaction, request, context.channel, parent
        )
    except ChannelBusy as busy:
        await context.answer(await _offer_thread(context, busy, request))
        return
    context.record.game = table.game.id
    thread = button("to_thread", table.game.id, label=words("lobby.button.to_thread"))
    offered = parent is None and parent_channel(interaction) is not None
    await context.answer(
        compose(opened_text("lobby.opened", table, words), rows=[[thread]] if offered else ())
    )


async def _rematch(click: Click, delivery: OutboxDelivery) -> None:
    """Open a lobby for a rematch; the others are told once it is posted.

    Raises:
        Refusal: no lobby is opened; the person is told why.
    """
    lobbies, name = click.bot.lobbies, bare(click.interaction.user.display_name)
    table = await click.visible_table()
    if click.interaction.channel_id != table.game.channel:
        raise AtTheTable(link=message_link(table.game))
    click.bot.public_posts.check(click.interaction)
    lobby = await lobbies.rematch(click.game, click.user, name)
    await delivery.post_lobby(lobby.game.id)
    await lobbies.announce_rematch(click.game, lobby, click.user, name)


async def _open_again(click: Click, delivery: OutboxDelivery) -> None:
    """Keep a lobby open for seven more days, or open a new one like it if it is closed.

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
    """The answer in a taken channel: where its game is, and a thread for another one."""
    words = context.words
    taken = await refusal_text(context.bot, busy, words)
    if parent_channel(context.interaction) is None:
        return compose(taken)
    thread = button(
        *("thread", busy.game, request.game, request.language),
        label=words("lobby.button.thread"),
        style=discord.ButtonStyle.primary,
    )
    question = words("lobby.refused.offer_thread")
    return compose(f"{taken}\n{question}", rows=[[thread]])
