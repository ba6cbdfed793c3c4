"""Standing orders for auctions that last over days.

Private and revocable; each belongs to one turn and is followed through the
options of the seat's own decision, so an order can do nothing that a click
could not. Who bids less than an order covers goes on bidding against it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

from rules.florence.actions import Bid, Decline, Pass, ToBid, ToOpen, ToTake
from rules.florence.catalogue import BUILDERS_MOST, LOTS, OPENING, RAISE, SALE
from rules.florence.state import Bidding, Landing, Looking, Offering, Opening, Ordering
from rules.florence.view import View
from rules.table import Action, Decision, Order

HIGHEST: Final = 24
"""How many amounts an order offers, in steps of a raise."""

_PHASE_A: Final = (Opening, Bidding, Landing, Offering)


class BidUpTo(Order, frozen=True, tag="bid_up_to"):
    """Raise for a lot while the bid stays within `amount` florins, then pass."""

    turn: int
    lot: str
    amount: int


class PassLot(Order, frozen=True, tag="pass_lot"):
    """Pass when this lot is auctioned."""

    turn: int
    lot: str


class PassRest(Order, frozen=True, tag="pass_rest"):
    """Pass every lot of this turn, and decline to open."""

    turn: int


Standing: TypeAlias = BidUpTo | PassLot | PassRest


def _in_auctions(view: View) -> bool:
    step = view.step
    buying = isinstance(step, Looking | Ordering) and step.deck == "prestige"
    return isinstance(step, _PHASE_A) or buying


def _lots(view: View) -> Iterator[str]:
    """The lots that the viewer could still bid for this turn."""
    if view.viewer is None:
        return
    seat, step = view.seats[view.viewer], view.step
    on = step.lot if isinstance(step, Bidding) else None
    for lot in LOTS:
        left = len(view.prestige) if lot == "prestige" else view.stock[lot]
        sold = any(sale.lot == lot for sale in view.sales)
        full = lot == "builder" and seat.builders == BUILDERS_MOST
        if left and not sold and not full and (lot != on or _still_in(view)):
            yield lot


def _still_in(view: View) -> bool:
    step = view.step
    return isinstance(step, Bidding) and view.viewer in {step.seat, *step.waiting}


def offers(view: View) -> tuple[Order, ...]:
    """The orders that the viewer may leave in this turn's auctions."""
    if view.viewer is None or not _in_auctions(view):
        return ()
    gone = {sale.seat for sale in view.sales}.union(view.declined)
    if view.viewer in gone:
        return ()
    seat, step = view.seats[view.viewer], view.step
    funds = (seat.florins or 0) + SALE * seat.prestige
    found: list[Order] = []
    lots = tuple(_lots(view))
    for lot in lots:
        on = isinstance(step, Bidding) and step.lot == lot
        least = (step.amount if isinstance(step, Bidding) and on else OPENING) + RAISE
        amounts = range(least, min(funds, least + RAISE * (HIGHEST - 1)) + 1, RAISE)
        found += [BidUpTo(view.turn, lot, amount) for amount in amounts]
    found += [PassLot(view.turn, lot) for lot in lots]
    return (*found, PassRest(view.turn))


def stands(order: Order, view: View) -> bool:
    """Orders end with their turn's auctions, with their lot, or with a purchase."""
    if not isinstance(order, Standing) or view.turn != order.turn:
        return False
    if not _in_auctions(view) or any(sale.seat == view.viewer for sale in view.sales):
        return False
    if isinstance(order, PassRest):
        return True
    return not any(sale.lot == order.lot for sale in view.sales)


def follow(order: Order, view: View, decision: Decision) -> Action | None:
    """The option that an order picks in a decision that it is about."""
    if not stands(order, view):
        return None
    wish = _wish(order, decision)
    return wish if wish in decision.options else None


def _wish(order: Order, decision: Decision) -> Action | None:
    match order, decision.prompt:
        case BidUpTo(_, lot, most), ToBid(auctioned, amount) if lot == auctioned:
            raised = Bid(amount + RAISE)
            affordable = raised in decision.options
            return raised if amount + RAISE <= most and affordable else Pass()
        case PassLot(_, lot), ToBid(auctioned) if lot == auctioned:
            return Pass()
        case PassRest(), ToBid():
            return Pass()
        case PassRest(), ToOpen() | ToTake():
            return Decline()
        case _:
            return None
