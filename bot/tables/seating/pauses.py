"""A pause that the people of a game agree to: nobody is called, and nothing acts by itself.

Pure: it stores nothing. People may act in a pause; it ends at its time, or when one of
them ends it.
"""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.store.out import Notice
from bot.store.rows import ANEW, Due, SeatRow, UserId
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import all_shown, own_seat
from bot.tables.core.moment import Moment
from bot.tables.core.refusals import AlreadyPaused, NotPaused, PauseOver
from bot.tables.core.table import Table
from bot.tables.core.waits import DAY
from bot.tables.seating import proposals
from bot.tables.seating.proposing import Propose

DAYS: Final = (1, 2, 3, 7, 14)
"""How many days a pause can last."""

LOOKED_AFTER: Final = 3600.0
"""Seconds between checks of whether a pause is over: the bot may have been down."""


def pausing(user: UserId, days: int) -> Propose:
    """A person's proposal to pause for so many days from now.

    The `Propose` raises what `own_seat` raises, AlreadyProposed, and AlreadyPaused.
    """

    def propose(table: Table, moment: Moment) -> Draft:
        seat = own_seat(table, user)
        if table.game.paused_until is not None:
            raise AlreadyPaused
        return proposals.opened(
            table, "pause", seat, str(int(moment.unix + days * DAY)), moment
        )

    return propose


def paused(table: Table, until: float, moment: Moment) -> Draft:
    """The table, paused.

    Args:
        table: a running game.
        until: when the pause ends, Unix seconds.
        moment: now.

    Raises:
        PauseOver: that time has come.
    """
    if until <= moment.unix:
        raise PauseOver
    game = replace(table.game, paused_until=until, updated=moment.unix, rested=None)
    due = Due("pause", next_look(until, moment), None, table.number)
    return Draft(replace(table, game=game), all_shown(table), dues=(due,))


def next_look(until: float, moment: Moment) -> float:
    """The uptime of the next check of whether a pause is over; arguments as for `paused`."""
    return moment.uptime + min(until - moment.unix, LOOKED_AFTER)


def resumed(table: Table, moment: Moment) -> Draft:
    """The table going on after a pause: each wait begins again, with one call for it."""
    game = replace(table.game, paused_until=None, updated=moment.unix, rested=None)
    after = replace(table, game=game, seats=tuple(_called_anew(row) for row in table.seats))
    return Draft(after, all_shown(table), undue=(("pause", None),))


def gone_on(table: Table, user: UserId, moment: Moment) -> Draft:
    """The table after a person has ended its pause for everyone; everyone is told.

    Raises:
        NotBegun: the game has not begun.
        GameEnded: the game has ended.
        SetAside: a replay of the game differed.
        NoSeatHere: the person has no seat here.
        NotPaused: the game goes on already.
    """
    seat = own_seat(table, user)
    if table.game.paused_until is None:
        raise NotPaused
    draft = resumed(table, moment)
    told = Notice("pause.ended", {"name": table.seats[seat].name, "seat": seat})
    return replace(draft, outs=(*draft.outs, told))


def _called_anew(row: SeatRow) -> SeatRow:
    if row.call is None or (row.call.kind == "proposal" and not row.call.answered):
        return row  # what they are called for is still asked
    return replace(row, call=replace(row.call, entry=ANEW))
