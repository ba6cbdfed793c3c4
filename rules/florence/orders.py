"""Standing orders for auctions that last over days.

Private and revocable; each belongs to one turn and is followed through the
options of the seat's own decision, so an order can do nothing that a click
could not. Who bids less than an order covers goes on bidding against it. An order
for one lot comes before the order to pass all of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final, TypeAlias

from rules.contract import Action, Decision, Order, Seat
from rules.florence.actions import Bid, Decline, Pass, Take, ToBid, ToOpen, ToTake
from rules.florence.auction import untakeable
from rules.florence.catalogue import LOTS, OPENING, RAISE, SALE
from rules.florence.state import (
    Bidding,
    Landing,
    Looking,
    Offering,
    Opening,
    Ordering,
    Step,
)
from rules.florence.view import View

HIGHEST: Final = 24
"""How many amounts an order offers, in steps of a raise."""

_PHASE_A: Final = (Opening, Bidding, Landing, Offering)


UNLIMITED: Final = 1_000_000
"""The amount of who goes as far as they can: more than anybody ever has."""


class BidUpTo(Order, frozen=True, tag="bid_up_to"):
    """Raise for a lot while the bid stays within `amount` florins, then pass.

    The last free seat, for which nobody puts up anything, takes the lot (F29).
    """

    turn: int
    lot: str
    amount: int


class PassLot(Order, frozen=True, tag="pass_lot"):
    """Pass when this lot is auctioned."""

    turn: int
    lot: str


class PassRest(Order, frozen=True, tag="pass_rest"):
    """Pass every lot of this turn without an order of its own, and decline to open.

    While a `BidUpTo` stands nothing is declined: that would end it (F28).
    """

    turn: int


StandingOrder: TypeAlias = BidUpTo | PassLot | PassRest


def _in_auctions(view: View) -> bool:
    step = view.step
    buying = isinstance(step, Looking | Ordering) and step.deck == "prestige"
    return isinstance(step, _PHASE_A) or buying


def _free(view: View, seat: Seat) -> bool:
    """Whether a seat has neither bought nor declined this turn."""
    return seat not in view.declined and all(sale.seat != seat for sale in view.sales)


def _takeable(view: View, seat: Seat, lot: str) -> bool:
    """Whether a seat may come to own a lot this turn, money aside."""
    left = len(view.prestige) if lot == "prestige" else view.stock[lot]
    sold = any(sale.lot == lot for sale in view.sales)
    return bool(left) and not sold and not untakeable(view.seats[seat].player, lot)


def _attainable(view: View, viewer: Seat) -> Iterator[str]:
    """The lots that the viewer can still win or take this turn."""
    step = view.step
    on = step.lot if isinstance(step, Bidding) else None
    for lot in LOTS:
        if _takeable(view, viewer, lot) and (lot != on or viewer in _bidders(step)):
            yield lot


def _bidders(step: Step) -> set[Seat]:
    """The seats that are still in the auction that is on."""
    return {step.seat, *step.waiting} if isinstance(step, Bidding) else set()


def _contested(view: View, viewer: Seat) -> Iterator[str]:
    """The attainable lots for which somebody else can still bid against the viewer."""
    step = view.step
    others = {seat for seat in range(len(view.seats)) if seat != viewer and _free(view, seat)}
    bidders = _bidders(step)
    # Of two who bid against each other one buys, so they never meet again this turn.
    later = others - bidders if len(bidders) == 2 and viewer in bidders else others
    for lot in _attainable(view, viewer):
        on = isinstance(step, Bidding) and step.lot == lot
        if on or any(_takeable(view, seat, lot) for seat in later):
            yield lot


def offers(view: View) -> tuple[Order, ...]:
    """The orders that the viewer may leave in this turn's auctions."""
    viewer, step = view.viewer, view.step
    if viewer is None or not _in_auctions(view) or not _free(view, viewer):
        return ()
    found: list[Order] = []
    lots = tuple(_contested(view, viewer))
    for lot in lots:
        on = isinstance(step, Bidding) and step.lot == lot
        least = (step.amount if isinstance(step, Bidding) and on else OPENING) + RAISE
        found += _limits(view, lot, least)
    found += [PassLot(view.turn, lot) for lot in lots]
    return (*found, PassRest(view.turn))


def _limits(view: View, lot: str, least: int) -> tuple[BidUpTo, ...]:
    """The amounts that the viewer can go up to for a lot, and as far as it can (FR3)."""
    funds = UNLIMITED
    if view.viewer is not None:
        seat = view.seats[view.viewer]
        funds = (seat.florins or 0) + SALE * seat.prestige
    amounts = range(least, min(funds, least + RAISE * (HIGHEST - 1)) + 1, RAISE)
    if not amounts:
        return ()
    return tuple(BidUpTo(view.turn, lot, amount) for amount in (*amounts, UNLIMITED))


def going_with(view: View, action: Action) -> tuple[BidUpTo, ...]:
    """How far a bid may go on: what it bids at once is no limit worth a choice of its own."""
    if isinstance(action, Bid) and isinstance(view.step, Bidding):
        return _limits(view, view.step.lot, action.amount + RAISE)
    return ()


def stands(order: Order, view: View) -> bool:
    """Whether an order can still come to be followed: it ends when it cannot."""
    viewer = view.viewer
    if not isinstance(order, StandingOrder) or view.turn != order.turn or viewer is None:
        return False
    if not _in_auctions(view) or not _free(view, viewer):
        return False
    match order:
        case BidUpTo(_, lot):
            return lot in _attainable(view, viewer)
        case PassLot(_, lot):
            return lot in _contested(view, viewer)
        case PassRest():
            return True


def follow(orders: Iterable[Order], view: View, decision: Decision) -> Action | None:
    """The option that the first order with something to say picks; `PassRest` comes last."""
    alive = [
        order for order in orders if isinstance(order, StandingOrder) and stands(order, view)
    ]
    special = [order for order in alive if not isinstance(order, PassRest)]
    bids = any(isinstance(order, BidUpTo) for order in special)
    wishes = [_wish(order, decision) for order in special]
    if len(special) < len(alive):
        wishes.append(_rest(decision, bids=bids))
    return next((wish for wish in wishes if wish in decision.options), None)


def _wish(order: BidUpTo | PassLot, decision: Decision) -> Action | None:
    """What an order for one lot picks, if the decision is about that lot."""
    match order, decision.prompt:
        case BidUpTo(_, lot, most), ToBid(auctioned, amount) if lot == auctioned:
            raised = Bid(amount + RAISE)
            affordable = raised in decision.options
            return raised if amount + RAISE <= most and affordable else Pass()
        case BidUpTo(_, lot), ToTake():
            return Take(lot)
        case PassLot(_, lot), ToBid(auctioned) if lot == auctioned:
            return Pass()
        case _:
            return None


def _rest(decision: Decision, *, bids: bool) -> Action | None:
    """What `PassRest` picks; `bids`: a `BidUpTo` stands beside it."""
    match decision.prompt:
        case ToBid():
            return Pass()
        case ToOpen() | ToTake() if not bids:
            return Decline()
        case _:
            return None
