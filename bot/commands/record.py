"""`/record [person] [game]`, and **Record** in the menu of a person: results on this server."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands.command import CommandContext, command, person_menu
from bot.commands.translator import choice
from bot.interactions.client import Tree
from bot.screens import record
from bot.tables.core.refusals import UnknownChoice
from rules.registry import GAMES


def register(tree: Tree) -> None:
    """The command and the menu."""
    made = command("record", _record, "person", "game")
    games = [choice(f"game.{game}", game) for game in GAMES]
    app_commands.choices(game=games)(made)
    tree.add_command(made)
    tree.add_command(person_menu("record", _record))


async def _record(
    context: CommandContext,
    person: discord.Member | discord.User | None = None,
    game: str | None = None,
) -> None:
    """Answer with one's own results, or with what is listed of somebody.

    Raises:
        UnknownChoice: a forged game.
    """
    if game is not None and game not in GAMES:
        raise UnknownChoice
    bot, words, who = context.bot, context.words, person or context.interaction.user
    asked = record.Asked(context.guild, context.channel, who.id, who.display_name, game)
    if who.id == context.user:
        await context.answer(await record.message(bot, asked, words, offered=True))
    else:
        await context.answer(await record.other_message(bot, asked, words))
