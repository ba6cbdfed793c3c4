"""A change of a table that is not stored yet, and what the store writes for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import msgspec

from bot.store.changes import Change
from bot.store.out import Out
from bot.store.rows import Due, DueKind, EntryRow, OrderRow, ResultRow, UserId
from bot.tables.core.moment import Moment
from bot.tables.core.table import Table
from rules.codec import Codec
from rules.contract import Drawn, Seat


class Draft(msgspec.Struct, frozen=True):
    """A table as it shall be, and who is told.

    Attributes:
        table: made from the table as it is.
        outs: outbox rows to add.
        by: the person who acted; None: an opponent, or the bot itself.
        orders: standing orders to leave, each in place of its subject's.
        dropped: standing orders to remove.
        dues: due times to set, each in place of that of its kind and seat.
        undue: kinds and seats whose due times are removed first.
        invited: an invitation to be counted: when (Unix seconds), by whom, and to whom.
        result: what the game has come to; every draft that ends one carries it.
    """

    table: Table
    outs: tuple[Out, ...] = ()
    by: UserId | None = None
    orders: tuple[OrderRow, ...] = ()
    dropped: tuple[OrderRow, ...] = ()
    dues: tuple[Due, ...] = ()
    undue: tuple[tuple[DueKind, Seat | None], ...] = ()
    invited: tuple[float, UserId, UserId] | None = None
    result: ResultRow | None = None


class Standing(msgspec.Struct, frozen=True):
    """What a follow-up may ask beside the table.

    Attributes:
        moment: when the table changes.
        orders: the standing orders of the game as they are stored.
    """

    moment: Moment
    orders: tuple[OrderRow, ...] = ()


FollowUp: TypeAlias = Callable[[Table, Draft, Standing], Draft]
"""What else happens when a table changes: the stored table, the draft of its change, and what
stands beside it; the draft with more."""


def difference(before: Table, draft: Draft) -> Change:
    """What the store must write so that it holds the table of the draft.

    Args:
        before: the table as it is stored; of a game set aside its checked part.
        draft: made from it.
    """
    after = draft.table
    continued = before.game.checked is not None and after.game.checked is None
    return Change(
        number=after.number,
        seats=None if after.seats == before.seats else after.seats,
        cut=before.number if continued else None,
        entries=_entries(after, before.number, draft.by),
        outs=draft.outs,
        orders=draft.orders,
        dropped=draft.dropped,
        votes=None if after.votes == before.votes else after.votes,
        proposals=None if after.proposals == before.proposals else after.proposals,
        notes=None if after.notes == before.notes else after.notes,
        plans=None if after.plans == before.plans else after.plans,
        dues=draft.dues,
        undue=draft.undue,
        seatings=after.seatings[len(before.seatings) :],
        invited=draft.invited,
        result=draft.result,
    )


def _entries(table: Table, since: int, by: UserId | None) -> tuple[EntryRow, ...]:
    """The entries after number `since`, to be stored; chance is nobody's."""
    journal = table.journal
    if journal is None:
        return ()
    codec = Codec(journal.game)
    return tuple(
        EntryRow(
            n=n,
            by_user=None if isinstance(entry, Drawn) else by,
            at=table.game.updated,
            entry=codec.encode(entry),
            checksum=journal.checksum(n),
        )
        for n, entry in enumerate(journal.entries[since:], since + 1)
    )
