"""`/journal`: what happened since your last turn, and everything before it, in words."""

from __future__ import annotations

from bot.commands.command import CommandContext, game_command
from bot.interactions.client import Tree
from bot.screens import journal


def register(tree: Tree) -> None:
    """Add `/journal` to the tree."""
    tree.add_command(game_command("journal", _journal))


async def _journal(context: CommandContext, table: str | None = None) -> None:
    game = await context.started_game(table)
    seat = game.seat_of(context.user)
    bot, words = context.bot, context.words
    await context.answer(await journal.message(bot, game, seat, words, context.user))
