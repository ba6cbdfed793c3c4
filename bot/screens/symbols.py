"""The key of symbols: the button **Symbols**, and its private answer."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.interactions.replies import Acknowledge
from bot.tables.core.refusals import UnknownChoice
from render.words import Words


def symbols_button(game: str, words: Words) -> discord.ui.Button[Any]:
    """The button of a game, by the game's id: `symbols:0:<game>`, the same at every table."""
    return button("symbols", 0, game, label=words("symbols.button"))


async def message(bot: Client, game: str, words: Words) -> Message:
    """The key of symbols of a game; if there is no picture, a line that says so."""
    picture = await bot.pictures.symbols(game, words)
    if picture is None:
        return compose(words("symbols.missing"))
    return compose((picture,))


async def _on_symbols(click: Click) -> None:
    """Show the key to anyone, at any time: it is the same for everyone."""
    game = click.args[0] if click.args else ""
    if game not in click.bot.presentations:
        raise UnknownChoice
    await click.show(await message(click.bot, game, click.words))


def register(clicks: ClickRouter) -> None:
    """Register the button **Symbols**, which leaves its message as it is."""
    clicks.on("symbols", _on_symbols, Acknowledge.PRIVATE)
