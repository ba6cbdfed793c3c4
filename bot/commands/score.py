"""`/score`: the points of everyone now, and what they would be if the game ended now."""

from __future__ import annotations

from bot.commands.command import CommandContext, game_command
from bot.interactions.client import Tree
from bot.screens import score


def register(tree: Tree) -> None:
    """Add `/score` to the tree."""
    tree.add_command(game_command("score", _score))


async def _score(context: CommandContext, table: str | None = None) -> None:
    game = await context.started_game(table)
    await context.answer(score.message(game, context.user, context.words))
