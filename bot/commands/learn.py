"""`/learn game`: lessons, shown to the learner alone, on servers and in direct messages."""

from __future__ import annotations

from discord import app_commands

from bot.commands.command import CommandContext, command
from bot.commands.translator import choice
from bot.interactions.client import Tree
from bot.screens import lessons
from bot.tables.core.refusals import UnknownChoice
from rules.registry import GAMES, LESSONS


def register(tree: Tree) -> None:
    """The command."""
    made = command("learn", _learn, "game", anywhere=True)
    games = [choice(f"game.{game}", game) for game in GAMES if game in LESSONS]
    app_commands.choices(game=games)(made)
    tree.add_command(made)


async def _learn(context: CommandContext, game: str) -> None:
    """Answer with the list.

    Raises:
        UnknownChoice: a forged game.
    """
    if game not in LESSONS:
        raise UnknownChoice
    await context.answer(
        await lessons.list_message(context.bot, context.user, game, context.words)
    )
