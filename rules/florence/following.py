"""What a seat's orders pick when its decision comes."""

from __future__ import annotations

from collections.abc import Iterable

from rules.contract import Action, Decision, Order
from rules.florence.actions import (
    Bid,
    Decline,
    Open,
    Pass,
    Place,
    Take,
    ToBid,
    ToOpen,
    ToPlace,
    ToTake,
)
from rules.florence.catalogue import RAISE
from rules.florence.orders import (
    AskLot,
    BidUpTo,
    OpenFirst,
    OpenSecond,
    OrderOfLot,
    PassLot,
    PassRest,
    PlaceAt,
    PlaceBest,
    StandingOrder,
    stands,
)
from rules.florence.principality import roomiest
from rules.florence.view import View


def follow(orders: Iterable[Order], view: View, decision: Decision) -> Action | None:
    """The option picked by the first order that applies; `PassRest` comes last."""
    alive = [
        order for order in orders if isinstance(order, StandingOrder) and stands(order, view)
    ]
    match decision.prompt:
        case ToOpen():
            wishes = _openings(alive)
        case ToTake():
            wishes = _taken(alive, decision)
        case ToPlace(landscape):
            wishes = [_placed(order, landscape, view) for order in alive]
        case ToBid(lot, amount):
            special = _of_lot(alive, lot)
            if special is not None:
                return _bid(special, amount, decision)
            wishes = []
        case _:
            return None
    if any(isinstance(order, PassRest) for order in alive):
        bids = any(isinstance(order, BidUpTo) for order in alive)
        wishes.append(_rest(decision, bids=bids))
    return next((wish for wish in wishes if wish in decision.options), None)


def _openings(alive: list[StandingOrder]) -> list[Action | None]:
    """What a seat would put up: its first choice, then its second."""
    first = [Open(order.lot) for order in alive if isinstance(order, OpenFirst)]
    second = [Open(order.lot) for order in alive if isinstance(order, OpenSecond)]
    return [*first, *second]


def _taken(alive: list[StandingOrder], decision: Decision) -> list[Action | None]:
    """The item with the highest limit; none if two are equal, so that its person is asked."""
    limits = {
        Take(order.lot): order.amount
        for order in reversed(alive)
        if isinstance(order, BidUpTo) and Take(order.lot) in decision.options
    }
    highest = [take for take, amount in limits.items() if amount == max(limits.values())]
    return [*highest] if len(highest) == 1 else []


def _placed(order: StandingOrder, landscape: str, view: View) -> Action | None:
    """Where an order places the landscape that was bought."""
    match order:
        case PlaceAt(_, kind, orientation, square) if kind == landscape:
            return Place(kind, orientation, square)
        case PlaceBest() if view.viewer is not None:
            return roomiest(landscape, view.seats[view.viewer].tiles)
        case _:
            return None


def _of_lot(alive: list[StandingOrder], lot: str) -> OrderOfLot | None:
    """The first order that says what its seat does when an item is auctioned."""
    orders = (order for order in alive if isinstance(order, OrderOfLot))
    return next((order for order in orders if order.lot == lot), None)


def _bid(order: OrderOfLot, amount: int, decision: Decision) -> Action | None:
    """What an order for the item being auctioned picks; None if its person is asked."""
    match order:
        case BidUpTo(_, _, most):
            raised = Bid(amount + RAISE)
            return raised if amount + RAISE <= most and raised in decision.options else Pass()
        case PassLot():
            return Pass()
        case AskLot():
            return None


def _rest(decision: Decision, *, bids: bool) -> Action | None:
    """What `PassRest` picks; `bids` says whether there is a `BidUpTo` as well."""
    match decision.prompt:
        case ToBid():
            return Pass()
        case ToOpen() | ToTake() if not bids:
            return Decline()
        case _:
            return None
