"""Every table that waits for a person, on all servers: for their eyes only."""

from __future__ import annotations

from typing import Final

from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.interactions.members import NotMember
from bot.interactions.message import Message, compose, in_rows, message_link
from bot.screens.names import waited
from bot.store.rows import UserId
from bot.tables.refusals import Unreadable
from bot.tables.table import Table
from render.words import Words

MOST: Final = 20
"""How many tables are shown: each has a line and a button."""


async def message(bot: Client, user: UserId, words: Words) -> Message:
    """The tables that wait for a person, the one that has waited for longest first."""
    tables = await _waiting(bot, user)
    shown = tables[:MOST]
    lines = [_line(bot, n, table, user, words) for n, table in enumerate(shown, 1)]
    head = words("turns.title", len(tables)) if tables else words("turns.none")
    if len(tables) > MOST:
        lines.append(words("turns.more", len(tables) - MOST))
    buttons = [
        button("move", table.game.id, label=words("turns.button.move", number=n))
        for n, table in enumerate(shown, 1)
    ]
    return compose("\n".join([f"### {head}", *lines]), rows=in_rows(buttons))


async def _waiting(bot: Client, user: UserId) -> list[Table]:
    """Those of servers that the person is still on."""
    found = []
    for game in await bot.store.games.played_by(user):
        try:
            table = await bot.games.table(game)
            seat = table.seat_of(user)
            if seat is not None and table.seats[seat].waits_since is not None:
                await bot.members.check(table.game.guild, user)
                found.append(table)
        except (NotMember, Unreadable):
            continue
    return found


def _line(bot: Client, number: int, table: Table, user: UserId, words: Words) -> str:
    seat = table.seat_of(user) or 0
    decision = table.decision(seat)
    asked = "" if decision is None else bot.presentation(table).asked(decision.prompt, words)
    return words(
        "turns.line",
        number=number,
        game=words(f"game.{table.game.game}"),
        asked=asked,
        time=waited(bot, table, seat, words),
        link=message_link(table.game),
    )
