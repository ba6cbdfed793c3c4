"""Since when each person has been waited for, by the bot's uptime, and what becomes due."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.store.rows import Due, DueKind, GameRow, Pace, SeatDue, SeatRow
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.options import MOVES
from bot.tables.core.table import Table
from rules.contract import Moved, Seat, TakenBack

LIVE_REMINDER: Final = 180.0
"""Seconds after which people are reminded at a live table."""

DAY: Final = 24 * 3600.0
"""A day in seconds."""

FIRST_DUE: Final[dict[Pace, dict[SeatDue, float]]] = {
    "days": {"remind": 3 * 3600, "absent": 3 * DAY},
    "live": {"remind": LIVE_REMINDER, "absent": 15 * 60.0},
}
"""What is due while a person is waited for, and after how many seconds at the earliest."""

_OF_A_WAIT: Final[tuple[SeatDue, ...]] = (*FIRST_DUE["days"], "nudge")
"""What is no longer due once that person acts."""


def agreed_wait(row: GameRow) -> float | None:
    """The seconds within which a table has agreed to move; None: it has agreed on no time."""
    days = MOVES.values[MOVES.value(row)]
    return days * DAY if isinstance(days, int) and row.pace == "days" else None


def absent_after(row: GameRow) -> float:
    """After how many seconds the others decide about someone who is waited for."""
    return agreed_wait(row) or FIRST_DUE[row.pace]["absent"]


def remind_after(row: GameRow, own: float) -> float:
    """After how many seconds a person is reminded; 0: never.

    If the table has agreed on a time for moves, that is after half of it, unless the person
    wants to be reminded sooner or never.

    Args:
        row: the game's row.
        own: the seconds that the person has chosen for tables over days.
    """
    if row.pace == "live":
        return LIVE_REMINDER
    agreed = agreed_wait(row)
    return own if agreed is None else min(own, agreed / 2)


def first_dues(row: GameRow) -> dict[SeatDue, float]:
    """What is due while a person is waited for, and after how many seconds at the earliest."""
    return {**FIRST_DUE[row.pace], "absent": absent_after(row)}


def with_waits(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft with the clock of each decision, and with what is due by that clock.

    A clock keeps running while the same person still owes a decision and has not acted.
    During a pause there are no clocks; after it each starts from zero.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: the moment of the change.
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
            first = first_dues(table.game).items()
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
