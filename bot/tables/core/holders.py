"""The people who held a seat of a game, in order, and how much they played themselves."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from bot.store.rows import Seating, SeatRow, UserId
from bot.tables.core.table import Table
from rules.contract import Moved
from rules.registry import ACTIONS

_PART: Final = 4
"""A quarter of a game."""


class Holder(msgspec.Struct, frozen=True, kw_only=True):
    """Someone who held a seat.

    Attributes:
        user: the account; None: it is no longer known.
        gone: whether they have left the seat for good, or others have opened it; not if they
            handed it over to a substitute.
        sat: the parts that they played themselves: the entry after which each began, and
            its last entry; None: to the end.
    """

    user: UserId | None
    name: str
    gone: bool = False
    sat: tuple[tuple[int, int | None], ...] = ()

    def acted(self, number: int) -> bool:
        """Whether an action of the seat, given by its entry, was their own."""
        return any(
            first < number and (last is None or number <= last) for first, last in self.sat
        )

    def sitting(self, entry: int) -> Holder:
        """The holder, playing the seat themselves after an entry."""
        sat = self.sat if self.sat and self.sat[-1][1] is None else (*self.sat, (entry, None))
        return replace(self, gone=False, sat=sat)

    def away(self, entry: int, *, gone: bool) -> Holder:
        """The holder, not playing after an entry; `gone`: left for good or voted out."""
        sat = self.sat
        if sat and sat[-1][1] is None:
            sat = (*sat[:-1], (sat[-1][0], entry))
        return replace(self, gone=gone, sat=sat)


def holders(table: Table, row: SeatRow) -> tuple[Holder, ...]:
    """Everyone who held a seat, in the order in which they last took it.

    The last one holds it now, or held it last. Nobody if it was always a computer player's.
    """
    changes = [each for each in table.seatings if each.seat == row.seat]
    if not changes and row.level is not None:
        return ()
    found: list[Holder] = []
    if not changes or changes[0].what != "substitute":
        first = changes[0] if changes else row
        found.append(Holder(user=first.user, name=first.name).sitting(0))
    for each in changes:
        _change(found, each)
    return tuple(
        replace(each, name=row.name)
        if each.user is not None and each.user == row.user
        else each
        for each in found
    )


def _change(found: list[Holder], seating: Seating) -> None:
    """Apply a change of who sits."""
    match seating.what:
        case "substitute":
            new = Holder(user=seating.user, name=seating.name)
            found.append(new.sitting(seating.entry))
        case "stand_in":
            found[-1] = found[-1].away(seating.entry, gone=False)
        case "left" | "opened":
            found[-1] = found[-1].away(seating.entry, gone=not seating.handed_over)
        case "back":
            same = [n for n, each in enumerate(found) if each.user == seating.user]
            returning = found.pop(same[-1] if same else -1)
            found.append(returning.sitting(seating.entry))
        case "conceded":
            pass


def actions(table: Table, row: SeatRow) -> tuple[int, ...]:
    """The entries of a seat's actions that count."""
    journal = table.journal
    if journal is None:
        return ()
    entries = ((number, journal.entries[number - 1]) for number in journal.line)
    return tuple(
        number
        for number, entry in entries
        if isinstance(entry, Moved) and entry.seat == row.seat
    )


def played_a_quarter(table: Table, own: int) -> bool:
    """Whether one person's `own` actions are a quarter of what a whole game takes."""
    return _PART * own >= ACTIONS.get(table.title, _PART)
