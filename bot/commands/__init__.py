"""The slash commands: one room for each idea, all of a server's channels only."""

from __future__ import annotations

from typing import TYPE_CHECKING

from bot import lobby, standing
from bot.commands import history, host, journal, play, rules, table
from bot.commands.naming import CatalogueTranslator

if TYPE_CHECKING:
    from bot.app import Maecenas

__all__ = ["CatalogueTranslator", "register"]


def register(bot: Maecenas) -> None:
    """Every command, and the buttons of its answers."""
    for room in (play, table, journal, history, rules, host):
        room.register(bot)
    lobby.register(bot)
    standing.register(bot)
