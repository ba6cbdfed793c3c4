"""The table message: board, whose decision, last events, and the public buttons."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot.answers import Shown
from bot.table import Table

if TYPE_CHECKING:
    from bot.app import Maecenas


async def shown(bot: Maecenas, table: Table) -> Shown:
    """The table message as it shall stand in the channel now."""
    raise NotImplementedError


def register(bot: Maecenas) -> None:
    """The buttons of the table message: public choices, Take back, In words, votes, Rematch."""
    raise NotImplementedError
