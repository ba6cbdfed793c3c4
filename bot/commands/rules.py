"""`/rules [topic] [game]`: a chapter of the rules, or why something is impossible now."""

from __future__ import annotations

from discord import app_commands

from bot.commands.command import CommandContext, command
from bot.commands.translator import choice
from bot.interactions import limits
from bot.interactions.client import Interaction, Tree
from bot.screens import rulebook
from bot.tables.core.refusals import Refusal
from render.words import SOURCE, Words, folded
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
    """The topics whose title, in the person's language or in English, contains `typed`."""
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
    wanted = folded(typed)
    english = dict(rulebook.topics(bot, reader, Words.pick(SOURCE)))
    matching = [
        app_commands.Choice(name=title[: limits.OPTION_TEXT], value=id_[: limits.OPTION_TEXT])
        for id_, title in rulebook.topics(bot, reader, words)
        if wanted in folded(title) or wanted in folded(english[id_])
    ]
    return matching[: limits.OPTIONS]
