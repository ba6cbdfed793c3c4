"""Who sits where and who is waited for, as messages say it."""

from __future__ import annotations

from bot.store.rows import SeatRow
from bot.table import Table
from render.words import Words, plain
from rules.table import Seat


def named(row: SeatRow, words: Words) -> str:
    """A seat's name for a message: harmless, a computer marked as such."""
    return (
        plain(row.name) if row.level is None else words("seat.computer", name=plain(row.name))
    )


def waiting(table: Table, words: Words) -> str:
    """The names of those who must decide."""
    return words.listed(named(row, words) for row in table.deciding)


def can_take_back(table: Table, seat: Seat | None = None) -> bool:
    """Whether a person (or the given seat) could take the last action back now."""
    if table.journal is None or table.game.status != "playing":
        return False
    seats = [row.seat for row in table.humans if seat is None or row.seat == seat]
    return any(table.journal.undo_point(each) is not None for each in seats)
