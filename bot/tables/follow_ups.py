"""What else happens when a table changes: one list, applied in its order before the commit.

`create` and `set_aside` run none of it: a new lobby's draft says when the lobby is looked at,
and a game that was set aside does not go on.
"""

from __future__ import annotations

from typing import Final

from bot.tables.core.draft import FollowUp
from bot.tables.core.following import with_followers
from bot.tables.core.game_changes import with_steps
from bot.tables.core.own_notes import with_ended_notes
from bot.tables.core.paces import with_paces
from bot.tables.core.waits import with_waits
from bot.tables.orders.early_answers import with_early_questions
from bot.tables.orders.standing_orders import with_orders
from bot.tables.seating.asks import with_asks
from bot.tables.seating.proposals import with_proposals
from bot.tables.seating.seat_changes import with_returns
from bot.tables.seating.seat_offers import with_ended_offers

FOLLOW_UPS: Final[tuple[FollowUp, ...]] = (
    # Before the orders: a stand-in's orders do not act for the person who comes back.
    with_returns,
    # Before the clocks: nobody is waited for while a lot is sealed, and orders can unseal it.
    with_orders,
    # Before the proposals: a person who had left the server and acts is back, and is asked.
    with_waits,
    # May be swapped with the next: neither asks for what the other one writes.
    with_proposals,
    # May be swapped with the next: how long someone took is read from the table as it was.
    with_paces,
    # May be swapped with the next: an offer belongs to a seat, and a question ends no offer.
    with_ended_offers,
    # May be swapped with the next: what is due for a question is not a step.
    with_early_questions,
    # May be swapped with the next: a follower has no seat and no note.
    with_followers,
    # May be swapped with the next: lists do not show notes.
    with_ended_notes,
    # After clocks and proposals, which lists show. May be swapped with the next: no step
    # follows from what lists show.
    with_asks,
    # Last: whether a computer player or an order acts depends on the seats and the orders left.
    with_steps,
)
"""Each is given the table as it is stored, the draft made so far, and the moment."""
