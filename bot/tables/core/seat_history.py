"""The player of a seat at an entry: its holder, an earlier one, or a computer player."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
from msgspec.structs import replace

from bot.store.rows import Seating, SeatRow, UserId
from bot.tables.core.levels import DEFAULT


class Sitter(msgspec.Struct, frozen=True):
    """The player of a seat for a while.

    Attributes:
        name: that of the holder, even while a computer player plays for them.
        user: the person who plays; None: a computer player, or someone who is no longer known.
        level: that of the computer player; None: a person plays.
    """

    name: str
    user: UserId | None
    level: str | None = None


def sitter_at(row: SeatRow, seatings: Iterable[Seating], number: int) -> Sitter:
    """The player of a seat when an entry was made.

    Args:
        row: the seat as it is now.
        seatings: the table's changes of who sits, oldest first.
        number: the entry.
    """
    own = [each for each in seatings if each.seat == row.seat]
    sitter = _first(row, own)
    for each in own:
        if each.entry < number:
            sitter = _after(each, sitter, row)
    # Someone whose data was deleted is in no seating: a computer player has played since then.
    since = row.since or number
    if row.user is None and row.level and sitter.level is None and since < number:
        sitter = Sitter(row.name, None, row.level)
    if sitter.user is not None and sitter.user == row.user:
        return replace(sitter, name=row.name)
    return sitter


def _first(row: SeatRow, own: list[Seating]) -> Sitter:
    """The player of the seat from the start."""
    if own and own[0].what != "substitute":
        return Sitter(own[0].name, own[0].user)
    level = row.level if row.since is None else None
    return Sitter(row.name, row.user, level)


def _after(seating: Seating, before: Sitter, row: SeatRow) -> Sitter:
    """The player of the seat after a change; the level was not always stored."""
    match seating.what:
        case "stand_in" | "left" | "opened":
            return Sitter(seating.name, None, seating.level or row.opponent or DEFAULT)
        case "back" | "substitute":
            return Sitter(seating.name, seating.user)
        case "conceded":
            return before
