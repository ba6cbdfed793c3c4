"""`/rules [topic] [game]`: a chapter of the rules, or why something is impossible now."""

from __future__ import annotations

from typing import Final

from discord import app_commands

from bot import help as rulebook
from bot.clicks import Clicks
from bot.commands.asking import Asked, command
from bot.commands.naming import choice
from bot.house import Interaction, Tree
from bot.notices import Notice
from rules.games import GAMES

_MOST: Final = 25
_LONGEST: Final = 100


def register(tree: Tree, clicks: Clicks) -> None:
    """The command, its autocomplete, and the buttons of its answer."""
    made = command("rules", _rules, "topic", "game")
    made.autocomplete("topic")(_topics)
    games = [choice(f"game.{game}", game) for game in GAMES]
    app_commands.choices(game=games)(made)
    tree.add_command(made)
    rulebook.register(clicks)


async def _rules(asked: Asked, topic: str | None = None, game: str | None = None) -> None:
    here = await rulebook.shelf(asked.bot, asked.channel, asked.user, game)
    await asked.answer(rulebook.opened(asked.bot, here, topic, asked.words))


async def _topics(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """The topics whose title holds what has been typed so far."""
    bot = interaction.client
    words = await bot.words(interaction)
    if interaction.channel_id is None:
        return []
    try:
        game = getattr(interaction.namespace, "game", None)
        here = await rulebook.shelf(bot, interaction.channel_id, interaction.user.id, game)
    except Notice:
        return []
    wanted = typed.strip().casefold()
    found = [
        app_commands.Choice(name=title[:_LONGEST], value=id_[:_LONGEST])
        for id_, title in rulebook.topics(bot, here, words)
        if wanted in title.casefold()
    ]
    return found[:_MOST]
