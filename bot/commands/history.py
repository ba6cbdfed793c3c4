"""`/history`: the past positions of this channel's game, one after the other."""

from __future__ import annotations

from bot.commands.command import CommandContext, command
from bot.interactions.client import Tree
from bot.screens import history


def register(tree: Tree) -> None:
    """Add `/history` to the tree."""
    tree.add_command(command("history", _history))


async def _history(context: CommandContext) -> None:
    table = await context.started_game()
    seat = table.seat_of(context.user)
    page = await history.message(context.bot, table, seat, table.number, context.words)
    await context.answer(page)
