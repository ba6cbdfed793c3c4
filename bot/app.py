"""The bot: it opens the store and the tables, connects to Discord, and stops cleanly."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

import discord
from discord import app_commands

from bot.answers import Interaction
from bot.clicks import Clicks
from bot.delivery import Delivery
from bot.pictures import Pictures
from bot.settings import Settings
from bot.store import Store
from bot.table import Table
from bot.tables import Tables
from bot.workers import Workers
from render.presentation import Presentation
from render.words import Words


class Maecenas(discord.Client):
    """The client. Rooms register their commands and buttons with it.

    Attributes:
        tree: the slash commands; rooms add theirs in `bot.commands.register(bot)`.
        clicks: the verbs of buttons and selects; rooms add theirs there as well.
        settings: what the host set.
        store, tables, workers: open from `setup_hook` until `close`.
        pictures: draws, each view once.
        delivery: sends what the outbox holds; `tables.announce` wakes it.
        presentations: what each game looks like, by its id.
    """

    tree: app_commands.CommandTree[Maecenas]
    clicks: Clicks
    settings: Settings
    store: Store
    tables: Tables
    workers: Workers
    pictures: Pictures
    delivery: Delivery
    presentations: Mapping[str, Presentation[Any]]

    async def words(self, interaction: Interaction) -> Words:
        """The language of a private answer: what the person chose, else their Discord's."""
        raise NotImplementedError

    def table_words(self, table: Table) -> Words:
        """The language of what stands openly in the channel."""
        return Words.pick(table.game.language)

    def presentation(self, table: Table) -> Presentation[Any]:
        """What the table's game looks like."""
        return self.presentations[table.game.game]


def create(
    settings: Settings,
    *,
    rng: Random | None = None,
    pause: float | None = None,
    workers: Workers | None = None,
) -> Maecenas:
    """A bot that is not connected yet; chance, pauses and workers can be given by tests."""
    raise NotImplementedError


def run(settings: Settings) -> int:
    """Serve Discord until told to stop; the exit code of the process."""
    raise NotImplementedError
