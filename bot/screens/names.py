"""The names of seats, and of people who are waited for, as messages show them."""

from __future__ import annotations

from typing import Any

import discord

from bot.interactions.clicks import button
from bot.interactions.client import Client
from bot.store.rows import SeatRow
from bot.tables.core import levels
from bot.tables.core.table import Table
from render.people import listed_name, named, with_shape
from render.presentation import Person
from render.words import Words
from rules.contract import Seat


def seat_name(row: SeatRow, words: Words) -> str:
    """A seat's name for a message: escaped, with its shape, and marked if a computer plays."""
    name = named(row.seat, row.name, words)
    if row.opponent is not None:
        name = words("seat.computer", name=name)
    return with_shape(row.seat, name, words)


def holder_name(row: SeatRow, words: Words) -> str:
    """The name of a seat's holder for a message, whoever plays it now."""
    return with_shape(row.seat, named(row.seat, row.name, words), words)


def holder_label(table: Table, row: SeatRow, words: Words) -> str:
    """The same for a button or a list: with the shape only where names look alike."""
    return listed_name(table.people[row.seat], row.seat, words)


def seat_name_with_level(row: SeatRow, words: Words) -> str:
    """A seat's name for a message, without a shape but with a computer player's level."""
    name = named(row.seat, row.name, words)
    if row.opponent is None:
        return name
    level = words(f"level.{levels.known(row.opponent)}")
    return words("seat.computer.level", name=name, level=level)


def prepared(seats: int, own: Seat, name: str, words: Words) -> tuple[Person, ...]:
    """The people at a prepared position: its reader, and computer players.

    Args:
        seats: how many seats there are.
        own: the reader's seat.
        name: the reader's name.
        words: the reader's language.
    """
    others = iter(range(1, seats))
    return tuple(
        Person(name)
        if seat == own
        else Person(words(f"opponent.name.{next(others)}"), computer=True)
        for seat in range(seats)
    )


def back_button(table: Table, words: Words) -> discord.ui.Button[Any]:
    """The button **I'm back**, for someone whose seat a stand-in plays."""
    return button("seat_back", table.game.id, label=words("seat.button.back"))


def waiting_names(table: Table, words: Words) -> str:
    """The names of those who must decide, or who must answer before anyone decides."""
    sealed = table.sealed
    rows = table.deciding if sealed is None else [table.seats[seat] for seat in sealed.seats]
    return words.listed(seat_name(row, words) for row in rows)


def undo_entry(table: Table, seat: Seat | None = None) -> int | None:
    """The entry that someone (or the given seat) could undo now; None: there is none."""
    if table.journal is None or table.game.status != "playing":
        return None
    seats = [row.seat for row in table.sitting if seat is None or row.seat == seat]
    entries = map(table.undo_entry, seats)
    return next((entry for entry in entries if entry is not None), None)


def waited(bot: Client, table: Table, seat: Seat, words: Words) -> str:
    """How long a seat has been waited for, by the bot's own clock."""
    since = table.seats[seat].waits_since
    return time_since(bot, bot.uptime.now() if since is None else since, words)


def time_since(bot: Client, since: float, words: Words) -> str:
    """How much time has passed since an uptime."""
    minutes = int(bot.uptime.now() - since) // 60
    days, hours = minutes // (24 * 60), minutes // 60
    if days:
        return words("time.days", days)
    return words("time.hours", hours) if hours else words("time.minutes", max(minutes, 1))
