"""Every table that waits for a person, on all servers: for their eyes only."""

from __future__ import annotations

from typing import Any, Final

import discord
import msgspec

from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.interactions.members import NotMember
from bot.interactions.message import Message, compose, in_rows, message_link
from bot.screens.names import time_since, waited
from bot.store.rows import Proposal, UserId
from bot.tables.proposals import open_proposals, waiting_for
from bot.tables.refusals import Unreadable
from bot.tables.table import Table
from render.words import Words
from rules.contract import Seat

MOST: Final = 20
"""How many tables are shown: each has a line and a button."""


class _Waiting(msgspec.Struct, frozen=True):
    """What waits for a person at a table: their move, or an answer.

    Attributes:
        since: the uptime since which.
        asked: what is to be answered; None: it is their move.
    """

    table: Table
    seat: Seat
    since: float
    asked: Proposal | None = None


async def message(bot: Client, user: UserId, words: Words) -> Message:
    """What waits for a person, what has waited for longest first."""
    found = sorted(await _waiting(bot, user), key=lambda each: each.since)
    shown, tables = found[:MOST], len({each.table.game.id for each in found})
    lines = [_line(bot, n, each, words) for n, each in enumerate(shown, 1)]
    head = words("turns.title", tables) if tables else words("turns.none")
    if len(found) > MOST:
        lines.append(words("turns.more", len(found) - MOST))
    buttons = [_button(n, each, words) for n, each in enumerate(shown, 1)]
    return compose("\n".join([f"### {head}", *lines]), rows=in_rows(buttons))


async def _waiting(bot: Client, user: UserId) -> list[_Waiting]:
    """What waits at the tables of servers that the person is still on."""
    found: list[_Waiting] = []
    for game in await bot.store.games.played_by(user):
        try:
            table = await bot.games.table(game)
            here = _at(table, user)
            if here:
                await bot.members.check(table.game.guild, user)
                found += here
        except (NotMember, Unreadable):
            continue
    return found


def _at(table: Table, user: UserId) -> list[_Waiting]:
    seat = table.seat_of(user)
    if seat is None:
        return []
    since = table.seats[seat].waits_since
    move = [] if since is None else [_Waiting(table, seat, since)]
    asked = [each for each in open_proposals(table) if seat in waiting_for(table, each)]
    return [*move, *(_Waiting(table, seat, each.began, each) for each in asked)]


def _button(number: int, waiting: _Waiting, words: Words) -> discord.ui.Button[Any]:
    game, asked = waiting.table.game.id, waiting.asked
    if asked is not None:
        label = words("turns.button.answer", number=number)
        return button("asked", game, asked.number, label=label)
    return button("move", game, label=words("turns.button.move", number=number))


def _line(bot: Client, number: int, waiting: _Waiting, words: Words) -> str:
    table, decision = waiting.table, waiting.table.decision(waiting.seat)
    if waiting.asked is not None:
        asked, time = words("turns.asked"), time_since(bot, waiting.since, words)
    else:
        look, time = bot.presentation(table), waited(bot, table, waiting.seat, words)
        asked = "" if decision is None else look.asked(decision.prompt, words)
    return words(
        "turns.line",
        number=number,
        game=words(f"game.{table.game.game}"),
        asked=asked,
        time=time,
        link=message_link(table.game),
    )
