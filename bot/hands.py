"""Hands: the private message of a seat, by DM or by the button My hand."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.answers import Shown
from bot.table import Table
from render.words import Words
from rules.table import Seat

if TYPE_CHECKING:
    from bot.app import Maecenas


async def hand(bot: Maecenas, table: Table, seat: Seat | None, words: Words) -> Shown:
    """The hand of a seat with its Your move button; for None what spectators are told.

    For `/hand` and **My hand**: `await answers.show(interaction, await hand(...))`.
    """
    raise NotImplementedError


def register(bot: Maecenas) -> None:
    """The button My hand."""
    raise NotImplementedError
