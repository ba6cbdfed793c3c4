"""`/journal`: what happened since my last turn, and everything before it, in words."""

from __future__ import annotations

from bot.commands.command import CommandContext, command
from bot.interactions.client import Tree
from bot.screens import journal


def register(tree: Tree) -> None:
    """Add `/journal` to the tree."""
    tree.add_command(command("journal", _journal))


async def _journal(context: CommandContext) -> None:
    table = await context.started_game()
    seat = table.seat_of(context.user)
    await context.answer(journal.message(context.bot, table, seat, context.words))
