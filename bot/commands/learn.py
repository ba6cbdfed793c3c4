"""`/learn game`: lessons, shown only to the learner, on servers and in direct messages."""

from __future__ import annotations

from discord import app_commands

from bot.commands.command import CommandContext, command
from bot.commands.reach import Reach
from bot.commands.translator import choice
from bot.interactions.client import Tree
from bot.screens import lessons
from bot.tables.core.refusals import UnknownChoice
from rules.registry import GAMES, LESSONS


def register(tree: Tree) -> None:
    """Add the command to the tree."""
    made = command("learn", _learn, "game", reach=Reach.EVERYWHERE)
    games = [choice(f"game.{game}", game) for game in GAMES if game in LESSONS]
    app_commands.choices(game=games)(made)
    tree.add_command(made)


async def _learn(context: CommandContext, game: str) -> None:
    """Answer with the list of lessons.

    Raises:
        UnknownChoice: the game is forged.
    """
    if game not in LESSONS:
        raise UnknownChoice
    await context.answer(
        await lessons.list_message(context.bot, context.user, game, context.words)
    )
