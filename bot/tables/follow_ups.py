"""What else happens when a table changes: one list, applied in its order before the commit.

`create` and `set_aside` run none of it: a new lobby owes nothing yet, and of a game that was
set aside nothing goes on.
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
    # Before the orders: those of the stand-in's time do not act for who comes back.
    with_returns,
    # Before the clocks: nobody is waited for while a lot is sealed, which orders end.
    with_orders,
    # Before the proposals: who had left the server and acts is there again, and is asked.
    with_waits,
    # May be swapped with the next: neither asks for what the other one writes.
    with_proposals,
    # May be swapped with the next: how long somebody took is read off the table as it was.
    with_paces,
    # May be swapped with the next: an offer is a seat's, and a question ends no offer.
    with_ended_offers,
    # May be swapped with the next: what is due for a question is no step.
    with_early_questions,
    # May be swapped with the next: who follows has no seat, and no note.
    with_followers,
    # May be swapped with the next: what a person has noted is nothing that lists tell.
    with_ended_notes,
    # Behind clocks and proposals, of which lists tell. May be swapped with the next: no step
    # follows from what they tell.
    with_asks,
    # Last: whether an opponent or an order acts follows from who sits, and what is left.
    with_steps,
)
"""Each is given the table as it is stored, the draft made so far, and what stands beside it."""
