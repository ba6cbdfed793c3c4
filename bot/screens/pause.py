"""A pause on the table message and in `/seat`: proposed, shown, ended."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions import replies
from bot.interactions.clicks import Click, ClickRouter, Option, button, select
from bot.interactions.client import Client
from bot.interactions.message import Row, timestamp
from bot.screens.names import holder_name
from bot.store.rows import Proposal
from bot.tables.core.table import Table
from bot.tables.seating.pauses import DAYS
from render.words import Words


def line(table: Table, words: Words) -> str:
    """What everyone is told about a game that its people have paused."""
    until = table.game.paused_until
    if until is None or table.game.status != "playing":
        return ""
    return words("pause.until", when=timestamp(until, "f"), ago=timestamp(until))


def row(table: Table, words: Words) -> Row:
    """The button that ends a pause, if there is one."""
    if not line(table, words):
        return []
    return [button("go_on", table.game.id, label=words("pause.button.end"))]


def proposed(bot: Client, table: Table, proposal: Proposal, words: Words) -> str:
    """The proposal to pause the game until a day."""
    del bot
    name = holder_name(table.seats[proposal.seat], words)
    return words("proposal.pause", name=name, when=timestamp(float(proposal.value), "f"))


def days(table: Table, words: Words) -> discord.ui.Select[Any]:
    """The select of how many days a proposed pause lasts: verb `seat_pause`."""
    options = tuple(Option(str(each), words("pause.days", each)) for each in DAYS)
    return select("seat_pause", table.game.id, options=options, placeholder=words("seat.pause"))


async def _on_go_on(click: Click) -> None:
    await click.bot.seats.go_on(click.game, click.user)
    await replies.private(click.interaction, click.words("pause.done.ended"))


def register(clicks: ClickRouter) -> None:
    """Register the button that ends a pause; the select belongs to the panel of a seat."""
    clicks.on("go_on", _on_go_on)
