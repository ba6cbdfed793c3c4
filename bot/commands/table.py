"""`/table`, `/hand` and `/undo`: the game of this channel, for those who play it."""

from __future__ import annotations

from typing import Final

import discord
import msgspec
from cachetools import TTLCache

from bot.commands import permissions
from bot.commands.command import CommandContext, command
from bot.delivery.messages import message_channel, replace_with_link
from bot.interactions.client import Client, Tree
from bot.interactions.message import message_link
from bot.screens import board, hand, lobby, undo
from bot.tables.game_changes import acting_seat, shown_as
from bot.tables.refusals import Refusal
from bot.tables.table import Table

COOLDOWN: Final = 10.0
"""Seconds in which a channel's table is posted anew once."""

_REMEMBERED: Final = 10_000
"""For how many channels that is remembered."""


class JustPosted(Refusal):
    """The table was posted a moment ago; the text wants the `link` to it."""

    id = "table.refused.just_posted"


def register(tree: Tree) -> None:
    """Add `/table`, `/hand` and `/undo` to the tree."""
    posted: TTLCache[int, bool] = TTLCache(_REMEMBERED, COOLDOWN)

    async def post(context: CommandContext) -> None:
        await _table(context, posted)

    tree.add_command(command("table", post))
    tree.add_command(command("hand", _hand))
    tree.add_command(command("undo", _undo))


async def _table(context: CommandContext, posted: TTLCache[int, bool]) -> None:
    """Post the table anew; who has no seat there is shown it privately.

    Args:
        context: the command.
        posted: the channels whose table was posted within `COOLDOWN`.
    """
    table = await context.table()
    if table.seat_of(context.user) is None:
        screen = lobby if shown_as(table) == "lobby" else board
        message = await screen.message(context.bot, table)
        await context.answer(msgspec.structs.replace(message, mentions=()))
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
    await context.bot.games.show(table.game.id, anew=True)
    if table.game.message is not None:
        await replace_with_link(context.bot, table, table.game.message)
    await context.answer(context.words("table.posted"))


async def _stands(bot: Client, table: Table) -> bool:
    """Whether the current message of a table is still there."""
    try:
        await message_channel(bot, table).get_partial_message(table.game.message or 0).fetch()
    except discord.NotFound:
        return False
    return True


async def _hand(context: CommandContext) -> None:
    table = await context.started_game()
    seat = table.seat_of(context.user)
    await context.answer(await hand.message(context.bot, table, seat, context.words))


async def _undo(context: CommandContext) -> None:
    """Show what taking the last action back undoes, or what the table can be asked for.

    Raises: as `started_game`, `acting_seat` and `undo.message`.
    """
    bot, table = context.bot, await context.started_game()
    seat = acting_seat(table, context.user)
    shown = undo.message if table.undo_entry(seat) is None else undo.take_back_message
    await context.answer(shown(bot, table, seat, context.words))
