"""`/games`: all tables of the person who asks, and the server's tables that they can join."""

from __future__ import annotations

from bot.commands.command import CommandContext, command
from bot.commands.reach import Reach
from bot.interactions.client import Tree
from bot.screens import my_games


def register(tree: Tree) -> None:
    """Add the command to the tree."""
    tree.add_command(command("games", _games, reach=Reach.EVERYWHERE))


async def _games(context: CommandContext) -> None:
    await my_games.show(context.interaction, context.words)
