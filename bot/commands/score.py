"""`/score`: the points of everybody now, and what they would be if the game ended now."""

from __future__ import annotations

from bot.commands.command import CommandContext, command
from bot.interactions.client import Tree
from bot.screens import score


def register(tree: Tree) -> None:
    """Add `/score` to the tree."""
    tree.add_command(command("score", _score))


async def _score(context: CommandContext) -> None:
    table = await context.started_game()
    await context.answer(score.message(table, context.user, context.words))
