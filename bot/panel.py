"""The private panel: from a decision to one complete action, step by step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.answers import Shown
from bot.table import Table
from render.words import Words
from rules.table import Seat

if TYPE_CHECKING:
    from bot.app import Maecenas


async def opened(bot: Maecenas, table: Table, seat: Seat, words: Words) -> Shown:
    """The first step of what a seat may do now, or who is waited for.

    It has a button **Orders** (verb `orders`, registered by its own room) where the
    game offers standing orders.
    """
    raise NotImplementedError


def register(bot: Maecenas) -> None:
    """The buttons of the panel and Your move."""
    raise NotImplementedError
