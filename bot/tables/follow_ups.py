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
    # First, as all others ask who sits: people come back where the change lets them.
    with_returns,
    # The clock of a decision begins anew for those who sit now.
    with_waits,
    # Who is away, and so who is asked, follows from the clocks.
    with_proposals,
    # May stand anywhere behind the returns: what it ends is offered by no other follow-up.
    with_ended_offers,
    # The orders of a seat go with the person who left it.
    with_dropped,
    # Last: whether an opponent or an order acts follows from all of the above.
    with_steps,
)
"""Each is given the table as it is stored, the draft made so far, and what stands beside it."""
