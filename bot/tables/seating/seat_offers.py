"""When a seat is no longer offered: the guest has answered, or it is taken."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from bot.store.out import EndOffers
from bot.store.rows import STARTED, SeatOffer
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.table import Table
from rules.contract import Seat

_OFFERS: Final[tuple[SeatOffer, ...]] = ("invited", "open")


def stands(table: Table, seat: Seat, what: SeatOffer) -> bool:
    """Whether a seat is offered as `what` says: someone is invited, or anyone may take it."""
    row = table.seats[seat]
    offered = row.invited if what == "invited" else row.open_until
    return table.game.status in STARTED and offered is not None


def with_ended_offers(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft, with buttons removed from the messages whose offers it ends.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: not needed here.
    """
    del standing
    ended = tuple(
        EndOffers(row.seat, row.name, what)
        for row in (before.seats if before.journal else ())
        for what in _OFFERS
        if stands(before, row.seat, what) and not stands(draft.table, row.seat, what)
    )
    return replace(draft, outs=(*draft.outs, *ended)) if ended else draft
