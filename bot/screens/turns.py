"""Every table that waits for a person, on all servers: for their eyes only."""

from __future__ import annotations

from typing import Final

from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.interactions.members import NotMember
from bot.interactions.message import Message, compose, in_rows, place
from bot.screens.names import waited
from bot.store.rows import UserId
from bot.tables.refusals import Unreadable
from bot.tables.table import Table
from render.words import Words

MOST: Final = 20
"""How many tables are shown: each has a line and a button."""

MOST_MOVED: Final = 5
"""How many tables whose channel is gone have a button that moves them."""


async def message(bot: Client, user: UserId, guild: int, words: Words) -> Message:
    """The tables that wait for a person, the one that has waited for longest first.

    After them those that do not, but whose channel is gone.

    Args:
        bot: for the tables.
        user: who asks.
        guild: on which server; 0: by direct message. A table can be moved to a channel there.
        words: their language.
    """
    tables = await _tables(bot, user)
    waiting = [table for table in tables if _waits(table, user)]
    lost = [table for table in tables if not _waits(table, user)]
    shown = waiting[:MOST]
    lines = [_line(bot, n, table, user, words) for n, table in enumerate(shown, 1)]
    head = words("turns.title", len(waiting)) if waiting else words("turns.none")
    if len(waiting) > MOST:
        lines.append(words("turns.more", len(waiting) - MOST))
    numbered = list(enumerate((*shown, *lost[:MOST_MOVED]), 1))
    lines += [
        words("turns.line.gone", number=n, game=words(f"game.{table.game.game}"))
        for n, table in numbered[len(shown) :]
    ]
    buttons = [
        button("move", table.game.id, label=words("turns.button.move", number=n))
        for n, table in numbered[: len(shown)]
    ]
    moves = [
        button("move_here", table.game.id, label=words("turns.button.move_here", number=n))
        for n, table in numbered
        if table.game.channel_gone is not None and table.game.guild == guild
    ][:MOST_MOVED]
    note = words("turns.gone") if any(table.game.channel_gone for table in tables) else ""
    return compose(
        "\n".join([f"### {head}", *lines]), note, rows=[*in_rows(buttons), *in_rows(moves)]
    )


async def _tables(bot: Client, user: UserId) -> list[Table]:
    """What waits, and what has no channel, of servers that the person is still on."""
    found = []
    for game in await bot.store.games.played_by(user):
        try:
            table = await bot.games.table(game)
            if _waits(table, user) or table.game.channel_gone is not None:
                await bot.members.check(table.game.guild, user)
                found.append(table)
        except (NotMember, Unreadable):
            continue
    return found


def _waits(table: Table, user: UserId) -> bool:
    seat = table.seat_of(user)
    return seat is not None and table.seats[seat].waits_since is not None


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
        link=place(table.game, words),
    )
