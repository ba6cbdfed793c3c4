"""`/seat`, for a person's own seat in a game: being away, leaving, a substitute."""

from __future__ import annotations

import discord

from bot.commands.command import CommandContext, game_command, person_menu
from bot.commands.reach import Reach
from bot.interactions.client import Tree
from bot.screens import seat
from bot.tables.core.game_changes import own_seat


def register(tree: Tree) -> None:
    """Add `/seat`, and **Invite to a table** in a person's menu, to the tree."""
    tree.add_command(game_command("seat", _seat, Reach.SERVERS))
    tree.add_command(person_menu("seat", _invite))


async def _seat(context: CommandContext, table: str | None = None) -> None:
    game = await context.started_game(table)
    await context.answer(await seat.message(context.bot, game, context.user, context.words))


async def _invite(context: CommandContext, person: discord.Member | discord.User) -> None:
    """Invite someone to the first open seat of this channel's game, or to the inviter's own.

    Raises:
        Refusal: nobody is invited; the person is told why.
    """
    table, words = await context.started_game(), context.words
    own = own_seat(table, context.user)
    seat.check_guest(context.interaction.data, person.id)
    await seat.check_sees(context.bot, context.channel, table, person.id)
    opened = (row.seat for row in table.seats if row.open_until is not None)
    place = next(opened, own)
    table = await context.bot.seats.invite(table.game.id, context.user, person.id, place)
    head = words("seat.done.invited")
    message = await seat.message(context.bot, table, context.user, words, head=head)
    await context.answer(message)
