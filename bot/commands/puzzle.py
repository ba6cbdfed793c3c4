"""`/puzzle [game]`: a position with one question, shown only to the person."""

from __future__ import annotations

from discord import app_commands

from bot.commands.command import CommandContext, command
from bot.commands.reach import Reach
from bot.commands.translator import choice
from bot.interactions.client import Tree
from bot.screens import puzzles
from bot.tables.core.refusals import UnknownChoice
from rules.registry import PUZZLES


def register(tree: Tree) -> None:
    """Add the command to the tree."""
    made = command("puzzle", _puzzle, "game", reach=Reach.EVERYWHERE)
    games = [choice(f"game.{game}", game) for game in PUZZLES]
    app_commands.choices(game=games)(made)
    tree.add_command(made)


async def _puzzle(context: CommandContext, game: str | None = None) -> None:
    """Answer with the next puzzle.

    Raises:
        UnknownChoice: the game is forged.
    """
    if game not in {None, *PUZZLES}:
        raise UnknownChoice
    bot, user = context.bot, context.interaction.user
    await context.answer(
        await puzzles.next_message(
            bot, user.id, user.display_name, game or puzzles.ANY, context.words
        )
    )
