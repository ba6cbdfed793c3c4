"""The slash commands: each answers privately, and those about one person also work in DMs."""

from __future__ import annotations

from bot.commands import (
    games,
    history,
    host,
    introduction,
    journal,
    learn,
    moving,
    play,
    privacy,
    puzzle,
    record,
    rules,
    score,
    seat,
    settings,
    table,
    turns,
)
from bot.commands.translator import CatalogueTranslator
from bot.delivery.outbox import OutboxDelivery
from bot.interactions.clicks import ClickRouter
from bot.interactions.client import Tree

__all__ = ["CatalogueTranslator", "register"]


def register(tree: Tree, clicks: ClickRouter, delivery: OutboxDelivery) -> None:
    """Add every command, and register the buttons that only a command's answer has."""
    modules = (history, host, introduction, journal, learn, privacy, puzzle, record, rules)
    for module in (*modules, games, score, seat, settings, table, turns):
        module.register(tree)
    host.register_clicks(clicks)
    moving.register_clicks(clicks)
    privacy.register_clicks(clicks)
    play.register(tree, clicks, delivery)
