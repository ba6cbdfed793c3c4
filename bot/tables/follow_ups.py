"""What else happens when a table changes: one list, applied in its order before the commit.

`create` and `set_aside` run none of it: a new lobby owes nothing yet, and of a game that was
set aside nothing goes on.
"""

from __future__ import annotations

from typing import Final

from bot.tables.core.draft import FollowUp
from bot.tables.core.game_changes import with_steps
from bot.tables.core.waits import with_waits
from bot.tables.orders.standing_orders import with_dropped
from bot.tables.seating.proposals import with_proposals
from bot.tables.seating.seat_changes import with_returns
from bot.tables.seating.seat_offers import with_ended_offers

FOLLOW_UPS: Final[tuple[FollowUp, ...]] = (
    # Before the clocks: who comes back to a decision is waited for from then on.
    with_returns,
    # Before the proposals: who had left the server and acts is there again, and is asked.
    with_waits,
    # May be swapped with the next: neither asks for what the other one writes.
    with_proposals,
    # May be swapped with the next: an offer is a seat's, and an order ends no offer.
    with_ended_offers,
    # Before the steps: the orders of who left a seat do not act for who has it now.
    with_dropped,
    # Last: whether an opponent or an order acts follows from who sits, and what is left.
    with_steps,
)
"""Each is given the table as it is stored, the draft made so far, and what stands beside it."""
