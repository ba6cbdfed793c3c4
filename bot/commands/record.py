"""`/record [person] [game] [server]`, and **Record** in a person's menu: their results."""

from __future__ import annotations

import discord
from discord import app_commands

from bot.commands import own_servers
from bot.commands.command import CommandContext, command, person_menu
from bot.commands.reach import Reach
from bot.commands.translator import choice
from bot.interactions.client import Tree
from bot.screens import record
from bot.tables.core.refusals import UnknownChoice
from rules.registry import GAMES


def register(tree: Tree) -> None:
    """Add the command and the menu entry to the tree."""
    made = command("record", _record, "person", "game", "server", reach=Reach.DIRECT)
    made.autocomplete("server")(own_servers.choices)
    games = [choice(f"game.{game}", game) for game in GAMES]
    app_commands.choices(game=games)(made)
    tree.add_command(made)
    tree.add_command(person_menu("record", _record))


async def _record(
    context: CommandContext,
    person: discord.Member | discord.User | None = None,
    game: str | None = None,
    server: str | None = None,
) -> None:
    """Answer with the person's own results, or with what is listed about someone else.

    Raises:
        UnknownChoice: the game is forged.
        Refusal: `own_servers.find` finds no server.
    """
    if game is not None and game not in GAMES:
        raise UnknownChoice
    bot, words, who = context.bot, context.words, person or context.interaction.user
    used = context.interaction.guild_id
    guild = await own_servers.find(bot, context.user, server, used)
    here = guild == used
    request = record.RecordRequest(
        guild=guild,
        channel=context.channel,
        user=who.id,
        name=who.display_name,
        title=game,
        server=None if here else own_servers.name_of(bot, guild),
    )
    if who.id == context.user:
        await context.answer(await record.message(bot, request, words, offered=here))
    else:
        await context.answer(await record.other_message(bot, request, words))
