"""A change to a table that is not stored yet, and what the store writes for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from bot.store.changes import Change, message_of
from bot.store.out import Out
from bot.store.result_rows import PaceRow, ResultRow
from bot.store.rows import Due, DueKind, EntryRow, OrderRow, SeatRow, UserId
from bot.tables.core.moment import Moment
from bot.tables.core.table import Table
from rules.codec import Codec
from rules.contract import Agreed, Drawn, Entry, Moved, Seat, TakenBack


class Draft(msgspec.Struct, frozen=True):
    """A table after a change, and what else is stored and sent with it.

    Attributes:
        table: made from the table as it is.
        outs: outbox rows to add.
        orders: standing orders to leave, each replacing the one with its subject.
        dropped: standing orders to remove.
        dues: due times to set, each replacing the one of its kind and seat.
        undue: kinds and seats whose due times are removed first.
        invited: an invitation to count: when (Unix seconds), by whom, and to whom.
        paces: how long people took to begin their turns.
        result: the game's result; every draft that finishes a game has one.
    """

    table: Table
    outs: tuple[Out, ...] = ()
    orders: tuple[OrderRow, ...] = ()
    dropped: tuple[OrderRow, ...] = ()
    dues: tuple[Due, ...] = ()
    undue: tuple[tuple[DueKind, Seat | None], ...] = ()
    invited: tuple[float, UserId, UserId] | None = None
    paces: tuple[PaceRow, ...] = ()
    result: ResultRow | None = None


class Standing(msgspec.Struct, frozen=True):
    """What a follow-up is given in addition to the table.

    Attributes:
        moment: when the table changes.
    """

    moment: Moment


FollowUp: TypeAlias = Callable[[Table, Draft, Standing], Draft]
"""What else happens when a table changes. It is given the stored table, the draft of its change
and the moment, and returns the draft with more in it."""


def difference(before: Table, draft: Draft) -> Change:
    """What the store must write to hold the draft's table.

    Args:
        before: the table as it is stored; for a set-aside game, its checked part.
        draft: made from it.
    """
    after = draft.table
    continued = before.game.checked is not None and after.game.checked is None
    return Change(
        number=after.number,
        seats=None if after.seats == before.seats else after.seats,
        cut=before.number if continued else None,
        entries=_entries(after, before),
        outs=draft.outs,
        orders=draft.orders,
        dropped=draft.dropped,
        votes=None if after.votes == before.votes else after.votes,
        proposals=None if after.proposals == before.proposals else after.proposals,
        notes=None if after.notes == before.notes else after.notes,
        followers=None if after.followers == before.followers else after.followers,
        plans=None if after.plans == before.plans else after.plans,
        dues=draft.dues,
        undue=draft.undue,
        seatings=after.seatings[len(before.seatings) :],
        invited=draft.invited,
        paces=draft.paces,
        result=draft.result,
        message=message_of(after.game) != message_of(before.game),
    )


def _entries(after: Table, before: Table) -> tuple[EntryRow, ...]:
    """The entries that a stored table lacks, each with the account that made it."""
    journal = after.journal
    if journal is None:
        return ()
    codec, since = Codec(journal.game), before.number
    return tuple(
        EntryRow(
            n=n,
            by_user=_account(entry, before.seats),
            at=after.game.updated,
            entry=codec.encode(entry),
            checksum=journal.checksum(n),
        )
        for n, entry in enumerate(journal.entries[since:], since + 1)
    )


def _account(entry: Entry, seats: tuple[SeatRow, ...]) -> UserId | None:
    """The account that made an entry, by the seats before; None: chance, a computer player."""
    rows = {row.seat: row for row in seats}  # none when a game is imported
    match entry:
        case Moved(seat) | TakenBack(seat):
            return rows[seat].sits if seat in rows else None
        case Agreed(_, seat):
            return rows[seat].user if seat in rows else None
        case Drawn():
            return None
