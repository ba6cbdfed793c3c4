"""Since when each person is waited for, by the bot's uptime, and what becomes due for it."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.store.rows import Due, DueKind, Pace, SeatDue, SeatRow
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.table import Table
from rules.contract import Moved, Seat, TakenBack

LIVE_REMINDER: Final = 180.0
"""Seconds after which people are reminded at a live table."""

FIRST_DUE: Final[dict[Pace, dict[SeatDue, float]]] = {
    "days": {"remind": 3 * 3600, "absent": 72 * 3600.0},
    "live": {"remind": LIVE_REMINDER, "absent": 15 * 60.0},
}
"""What is due while a person is waited for, and after how many seconds at the earliest."""

_OF_A_WAIT: Final[tuple[SeatDue, ...]] = (*FIRST_DUE["days"], "nudge")
"""What is no longer due when that person acts."""


def with_waits(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft with the clock of each decision, and with what is due by it.

    A clock runs on while the same person still owes a decision and has not acted. In a
    pause there is none; after it each begins anew.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: when that is.
    """
    table, now = draft.table, standing.moment.uptime
    seats: list[SeatRow] = []
    dues: list[Due] = []
    undue: list[tuple[DueKind, Seat | None]] = []
    for row in table.seats:
        if _goes_on(before, table, row):
            seats.append(row)
            continue
        if row.waits_since is not None:
            undue += [(kind, row.seat) for kind in _OF_A_WAIT]
        since = None
        waits = row.sits is not None and not table.paused
        if waits and table.decision(row.seat) is not None:
            since, entry = now, table.arose(row.seat) or 0
            first = FIRST_DUE[table.game.pace].items()
            dues += [Due(kind, now + wait, row.seat, entry) for kind, wait in first]
        seats.append(
            replace(
                row,
                waits_since=since,
                reminders=0,
                reminded=None,
                gone=row.gone if row.sits is None else None,
            )
        )
    return replace(
        draft,
        table=replace(table, seats=tuple(seats)),
        dues=(*dues, *draft.dues),
        undue=(*undue, *draft.undue),
    )


def _goes_on(before: Table, after: Table, row: SeatRow) -> bool:
    """Whether the same person owed a decision before, still does, and has not acted since."""
    if row.waits_since is None or after.paused:
        return False
    if not (before.decision(row.seat) and after.decision(row.seat)):
        return False
    if before.seats[row.seat].sits != row.sits:
        return False
    news = after.journal.entries[before.number :] if after.journal else ()
    return not any(
        isinstance(each, Moved | TakenBack) and each.seat == row.seat for each in news
    )
