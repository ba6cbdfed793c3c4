"""What people propose about the game and its seats: to end the game, or to open a seat.

Pure: it stores nothing.
"""

from __future__ import annotations

from typing import Final

from bot.store.rows import SeatRow, UserId
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import own_seat
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import NoElector, SeatTaken
from bot.tables.core.table import Table
from bot.tables.seating import proposals
from bot.tables.seating.proposals import electors
from bot.tables.seating.proposing import Propose
from rules.contract import Seat

STOOD_IN_FOR: Final = 7 * 24 * 3600.0
"""Seconds for which a stand-in must have played before its seat may be opened."""


def ending(user: UserId, *, alone: bool = False) -> Propose:
    """A person's proposal to end the game; `alone`: even if it ends at once with nobody asked.

    The `Propose` raises what `own_seat` raises, AlreadyProposed, and NoElector (nobody else is
    asked).
    """

    def propose(table: Table, moment: Moment) -> Draft:
        draft = proposals.opened(table, "end", own_seat(table, user), "", moment)
        if not alone and not electors(draft.table, draft.table.proposals[-1]):
            raise NoElector
        return draft

    return propose


def opening(user: UserId, seat: Seat) -> Propose:
    """A person's proposal to open a seat, to which they agree themselves.

    The `Propose` raises what `own_seat` raises, AlreadyProposed, and SeatTaken (the seat cannot
    be opened yet).
    """

    def propose(table: Table, moment: Moment) -> Draft:
        own = own_seat(table, user)
        if seat not in {row.seat for row in to_open(table, user, moment.unix)}:
            raise SeatTaken
        return proposals.opened(table, "open_seat", seat, "", moment, by=own)

    return propose


def to_open(table: Table, user: UserId, unix: float) -> tuple[SeatRow, ...]:
    """The seats of others that a stand-in has played long enough for them to be opened.

    Args:
        table: a running game.
        user: who may propose it.
        unix: the time in question, Unix seconds.
    """
    since = {each.seat: each.at for each in table.seatings if each.what == "stand_in"}
    return tuple(
        row
        for row in table.humans
        if row.stand_in and row.user != user and unix - since[row.seat] >= STOOD_IN_FOR
    )
