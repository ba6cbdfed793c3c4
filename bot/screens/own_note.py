"""A person's own note, above their hand and in their panel, and its button."""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import discord

from bot.interactions.clicks import button
from bot.interactions.message import Spare
from bot.tables.core.table import Table
from render.words import Words, plain_lines
from rules.contract import Seat

NotedAt: TypeAlias = Literal["hand", "panel"]
"""The message that a note is written from, and then shown in."""


def shown(table: Table, seat: Seat, words: Words) -> Spare:
    """The note of a seat, for the person who holds it; it makes way for all other texts."""
    note = table.seats[seat].own_note
    if not note or table.game.status != "playing":
        return Spare("")
    return Spare(f"**{words('own_note.title')}**\n>>> {plain_lines(note)}")


def note_button(table: Table, place: NotedAt, words: Words) -> list[discord.ui.Button[Any]]:
    """The button **Note**, while the game goes on: `note:<game>:<place>`."""
    if table.game.status != "playing":
        return []
    return [button("note", table.game.id, place, label=words("own_note.button"))]
