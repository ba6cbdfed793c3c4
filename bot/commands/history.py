"""`/history`: the past positions of a game, one after the other."""

from __future__ import annotations

from bot.commands.command import CommandContext, game_command
from bot.interactions.client import Tree
from bot.screens import history


def register(tree: Tree) -> None:
    """Add `/history` to the tree."""
    tree.add_command(game_command("history", _history))


async def _history(context: CommandContext, table: str | None = None) -> None:
    game = await context.started_game(table)
    seat = game.seat_of(context.user)
    page = await history.message(context.bot, game, seat, game.number, context.words)
    await context.answer(page)
