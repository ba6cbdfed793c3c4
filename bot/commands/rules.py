"""`/rules [topic] [game]`: a chapter of the rules, or why something is impossible now."""

from __future__ import annotations

from discord import app_commands

from bot.commands.command import CommandContext, command
from bot.commands.translator import choice
from bot.interactions import limits
from bot.interactions.client import Interaction, Tree
from bot.screens import rulebook
from bot.tables.refusals import Refusal
from rules.registry import GAMES


def register(tree: Tree) -> None:
    """Add `/rules` with its autocomplete to the tree."""
    made = command("rules", _rules, "topic", "game")
    made.autocomplete("topic")(_topics)
    games = [choice(f"game.{game}", game) for game in GAMES]
    app_commands.choices(game=games)(made)
    tree.add_command(made)


async def _rules(
    context: CommandContext, topic: str | None = None, game: str | None = None
) -> None:
    reader = await rulebook.find_reader(context.bot, context.channel, context.user, game)
    await context.answer(rulebook.message(context.bot, reader, topic, context.words))


async def _topics(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The topics whose title holds what has been typed so far."""
    bot = interaction.client
    words = await bot.words(interaction)
    if interaction.channel_id is None:
        return []
    try:
        game = getattr(interaction.namespace, "game", None)
        reader = await rulebook.find_reader(
            bot, interaction.channel_id, interaction.user.id, game
        )
    except Refusal:
        return []
    wanted = typed.strip().casefold()
    matching = [
        app_commands.Choice(name=title[: limits.OPTION_TEXT], value=id_[: limits.OPTION_TEXT])
        for id_, title in rulebook.topics(bot, reader, words)
        if wanted in title.casefold()
    ]
    return matching[: limits.OPTIONS]
