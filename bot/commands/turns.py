"""`/turns`: every table, on all servers, that waits for the person who asks."""

from __future__ import annotations

from bot.commands.command import CommandContext, command
from bot.commands.reach import Reach
from bot.interactions.client import Tree
from bot.screens import turns


def register(tree: Tree) -> None:
    """Add the command to the tree."""
    tree.add_command(command("turns", _turns, reach=Reach.EVERYWHERE))


async def _turns(context: CommandContext) -> None:
    await turns.show(context.interaction, context.words)
