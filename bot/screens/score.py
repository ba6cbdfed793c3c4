"""The points: what everyone has, and would have after the final count."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions.clicks import Click, ClickRouter, button
from bot.interactions.message import Message, compose
from bot.interactions.replies import Acknowledge
from bot.screens.seatings import conceded_names
from bot.screens.symbols import symbols_button
from bot.store.rows import CLOSED, UserId
from bot.tables.core.game_changes import readable
from bot.tables.core.refusals import NotBegun
from bot.tables.core.table import Table
from render import counted
from render.words import Words


def score_button(table: Table, words: Words) -> discord.ui.Button[Any]:
    """The button **Score** of a table."""
    return button("score", table.game.id, label=words("counted.button"))


def message(table: Table, user: UserId, words: Words) -> Message:
    """The points line by line, as a person (or a spectator) may know them.

    Raises:
        NotBegun: the game has not begun.
        SetAside: a replay of the game differed.
        Unreadable: no position of the game can be restored.
    """
    readable(table)
    if table.journal is None:
        raise NotBegun
    seat = table.seat_of(user)
    counts = table.journal.game.counted(table.view(seat))
    closed, won = table.game.status in CLOSED, ""
    if table.game.ended == "conceded":
        won = f"**{words('scores.conceded', **conceded_names(table, words))}**"
    text = counted.text(counts, table.scene(seat), seat, words, closed=closed)
    return compose(won, text, rows=([symbols_button(table.game.game, words)],))


async def _on_score(click: Click) -> None:
    table = await click.visible_table()
    await click.show(message(table, click.user, click.words))


def register(clicks: ClickRouter) -> None:
    """Register the button **Score**, which leaves its message as it is."""
    clicks.on("score", _on_score, Acknowledge.PRIVATE)
