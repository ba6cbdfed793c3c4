"""The slash commands: one room for each idea, all of a server's channels only."""

from __future__ import annotations

from bot import lobby, standing
from bot.clicks import Clicks
from bot.commands import history, host, journal, play, rules, table
from bot.commands.naming import CatalogueTranslator
from bot.house import Tree

__all__ = ["CatalogueTranslator", "register"]


def register(tree: Tree, clicks: Clicks) -> None:
    """Every command, and the buttons of its answers."""
    for room in (play, table, journal, history, rules, host):
        room.register(tree, clicks)
    lobby.register(clicks)
    standing.register(clicks)
