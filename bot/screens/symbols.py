"""The key of symbols: the button Symbols, and the private answer to it."""

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
    """The button of a game, given by its id: `symbols:0:<game>`, the same at every table."""
    return button("symbols", 0, game, label=words("symbols.button"))


async def message(bot: Client, game: str, words: Words) -> Message:
    """The key of symbols of a game; without the picture, a line that says so."""
    picture = await bot.pictures.symbols(game, words)
    if picture is None:
        return compose(words("symbols.missing"))
    return compose((picture,))


async def _on_symbols(click: Click) -> None:
    """Show the key to anybody, at any time: it is the same for everybody."""
    game = click.args[0] if click.args else ""
    if game not in click.bot.presentations:
        raise UnknownChoice
    await click.show(await message(click.bot, game, click.words))


def register(clicks: ClickRouter) -> None:
    """The button Symbols, which leaves its message as it is."""
    clicks.on("symbols", _on_symbols, Acknowledge.PRIVATE)
