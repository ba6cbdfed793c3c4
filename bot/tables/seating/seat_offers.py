"""When a seat is not offered any more: who was invited has answered, or it is taken."""

from __future__ import annotations

from typing import Final

import msgspec

from bot.store.rows import STARTED, Out, SeatOffer
from bot.tables.core.draft import Draft, Standing
from bot.tables.core.table import Table
from rules.contract import Seat

INVITED: Final = "seat.dm.invited"
"""Text of a notice that goes to somebody who is invited to a seat, by direct message."""

OFFERS: Final[dict[str, SeatOffer]] = {
    "seat.notice.invited": "invited",
    INVITED: "invited",
    "seat.notice.left": "open",
    "seat.notice.opened": "open",
}
"""Texts of notices with buttons that take a seat."""

ENDED: Final[dict[str, SeatOffer]] = {
    "seat.ended.invited": "invited",
    "seat.ended.open": "open",
}
"""Texts of notices that are put in the place of those, without buttons."""


def stands(table: Table, seat: Seat, what: SeatOffer) -> bool:
    """Whether somebody is invited to a seat, or anybody may take it."""
    row = table.seats[seat]
    offered = row.invited if what == "invited" else row.open_until
    return table.game.status in STARTED and offered is not None


def with_ended_offers(before: Table, draft: Draft, standing: Standing) -> Draft:
    """The draft that takes the buttons from messages that offer what it ends.

    Args:
        before: the table as it is stored.
        draft: made from it.
        standing: not needed here.
    """
    del standing
    ended = tuple(
        Out("notice", text=text, figures={"seat": row.seat, "name": row.name})
        for row in (before.seats if before.journal else ())
        for text, what in ENDED.items()
        if stands(before, row.seat, what) and not stands(draft.table, row.seat, what)
    )
    return msgspec.structs.replace(draft, outs=(*draft.outs, *ended)) if ended else draft
