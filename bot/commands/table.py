"""`/table`, `/hand` and `/undo`: the game of this channel, or a chosen one."""

from __future__ import annotations

from typing import Final

import discord
from cachetools import TTLCache
from msgspec.structs import replace

from bot.commands import moving, permissions
from bot.commands.command import CommandContext, game_command
from bot.delivery.messages import message_channel, replace_with_link
from bot.interactions.client import Client, Tree
from bot.interactions.membership import on_server
from bot.interactions.message import message_link
from bot.screens import board, hand, lobby, undo
from bot.store.out import Lobby
from bot.tables.core.game_changes import acting_seat, shown_as
from bot.tables.core.refusals import Refusal, WhichTable
from bot.tables.core.table import Table

COOLDOWN: Final = 10.0
"""Seconds before a channel's table can be posted again."""

_REMEMBERED: Final = 10_000
"""For how many channels a post is remembered."""


class JustPosted(Refusal):
    """The table was posted a moment ago; the text needs the `link` to it."""

    id = "table.refused.just_posted"


def register(tree: Tree) -> None:
    """Add `/table`, `/hand` and `/undo` to the tree."""
    posted: TTLCache[int, bool] = TTLCache(_REMEMBERED, COOLDOWN)

    async def post(context: CommandContext, table: str | None = None) -> None:
        await _table(context, table, posted)

    tree.add_command(game_command("table", post))
    tree.add_command(game_command("hand", _hand))
    tree.add_command(game_command("undo", _undo))


async def _table(
    context: CommandContext, chosen: str | None, posted: TTLCache[int, bool]
) -> None:
    """Post the table again, or show it privately if the person has no seat or is elsewhere.

    A table whose channel is gone moves to this channel, if no other table is open here.

    Args:
        context: the command.
        chosen: the chosen table, if there is one.
        posted: the channels whose table was posted within `COOLDOWN`.
    """
    table = await _asked_for(context, chosen)
    seated = table.seat_of(context.user) is not None
    at_home = context.interaction.guild_id == table.game.guild
    if seated and table.game.channel_gone is not None and at_home:
        await context.answer(
            await moving.move(context.interaction, table.game.id, context.words)
        )
        return
    elsewhere = table.game.channel != context.channel
    if not seated or elsewhere or not on_server(context.interaction):
        screen = lobby if isinstance(shown_as(table), Lobby) else board
        message = await screen.message(context.bot, table)
        await context.answer(replace(message, mentions=()))
        return
    interaction = context.interaction
    kind = interaction.channel.type if interaction.channel else None
    lacking = permissions.missing(interaction.app_permissions, kind)
    if lacking:
        await context.answer(permissions.complaint(lacking, context.words))
        return
    if context.channel in posted and await _stands(context.bot, table):
        raise JustPosted(link=message_link(table.game))
    posted[context.channel] = True
    await context.bot.messages.show(table.game.id, anew=True)
    if table.game.message is not None:
        await replace_with_link(context.bot, table, table.game.message)
    await context.answer(context.words("table.posted"))


async def _asked_for(context: CommandContext, chosen: str | None) -> Table:
    """The table that is meant: in a free channel, the only one whose channel is gone, if any.

    Raises:
        NotYourTable: the person has no seat at a table with that number.
        NotMember: the person is no longer on the server.
        NoGameHere: the channel never had a table.
        WhichTable: there is no table here, and the person plays at several.
    """
    guild = context.interaction.guild_id
    if chosen is None and guild is not None:
        here = await context.bot.games.in_channel(context.channel)
        rows = await context.bot.store.game_index.lost(context.user, guild)
        if (here is None or not here.game.is_open) and rows:
            chosen = str(rows[0])
            if len(rows) > 1:
                raise WhichTable
    return await context.table(chosen)


async def _stands(bot: Client, table: Table) -> bool:
    """Whether the current message of a table still exists."""
    if table.game.message is None:
        return False
    try:
        await message_channel(bot, table).get_partial_message(table.game.message).fetch()
    except discord.NotFound:
        return False
    return True


async def _hand(context: CommandContext, table: str | None = None) -> None:
    game = await context.started_game(table)
    seat = game.seat_of(context.user)
    await context.answer(await hand.message(context.bot, game, seat, context.words))


async def _undo(context: CommandContext, table: str | None = None) -> None:
    """Show what undoing the last action would undo, or what the table can be asked to undo.

    Raises:
        Refusal: nothing can be undone; the person is told why.
    """
    bot, game = context.bot, await context.started_game(table)
    seat = acting_seat(game, context.user)
    shown = undo.message if game.undo_entry(seat) is None else undo.take_back_message
    await context.answer(shown(bot, game, seat, context.words))
