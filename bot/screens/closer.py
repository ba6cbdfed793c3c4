"""The button **Closer**, and its private answer: the board in parts, large enough to read."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.client import Client
from bot.interactions.message import Message, compose
from bot.interactions.replies import Acknowledge
from bot.tables.core.game_changes import readable
from bot.tables.core.table import Table
from render.words import Words


def closer_button(table: Table, words: Words) -> discord.ui.Button[Any]:
    """The button of a table: `closer:<game>`."""
    return button("closer", table.game.id, label=words("closer.button"))


async def message(bot: Client, table: Table, words: Words) -> Message:
    """The parts of the board, one below the other.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
    """
    readable(table)
    parts = await bot.pictures.closer(table, words)
    if not parts:
        return compose(words("closer.missing"))
    return compose(tuple(parts))


async def _on_closer(click: Click) -> None:
    table = await click.visible_table()
    await click.show(await message(click.bot, table, click.words))


def register(clicks: ClickRouter) -> None:
    """Register the button **Closer**, which leaves its message as it is."""
    clicks.on("closer", _on_closer, Acknowledge.PRIVATE)
