"""Standing orders for auctions that go on for days: what may be left, how long it lasts.

Orders are private and can be cancelled. Each belongs to one turn and is followed through
the options of the seat's own decision, so it can do nothing that a click could not. An
order raises every bid that leaves room within its limit. An order for one item takes
precedence over the order to pass all of them. `following` has what orders pick, and
`questions` has what can be asked ahead.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Final, TypeAlias

from rules.contract import Order, Seat, tag_of
from rules.florence.auction import untakeable
from rules.florence.catalogue import LANDSCAPES, LOTS, OPENING, RAISE, SALE
from rules.florence.principality import places
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
"""How many limits are offered along with a bid, in steps of a raise."""

_HIGHEST_AHEAD: Final = 22
"""How many are offered ahead: they fit one menu with the other orders for an item."""

UNLIMITED: Final = 1_000_000
"""The limit of a seat that goes as far as it can: more than anyone ever has."""

_PHASE_A: Final = (Opening, Bidding, Landing, Offering)


class _OfLot(Order, frozen=True):
    """An order for when an item is auctioned; a seat has at most one for each item."""

    turn: int
    lot: str

    @property
    def subject(self) -> str:
        """The item."""
        return f"lot.{self.lot}"


class BidUpTo(_OfLot, frozen=True, tag="bid_up_to"):
    """Raise for an item while the bid stays within `amount` florins, then pass.

    The last free seat, for which nothing is put up, takes the item with the highest amount
    (F29). If two are equal, its person is asked.
    """

    amount: int


class PassLot(_OfLot, frozen=True, tag="pass_lot"):
    """Pass when this item is auctioned."""


class AskLot(_OfLot, frozen=True, tag="ask_lot"):
    """Ask at each bid for this item: it answers what is asked ahead, but picks nothing."""

    ahead: ClassVar[bool] = True


class PassRest(Order, frozen=True, tag="pass_rest"):
    """Pass every item of this turn that has no order of its own, and decline to open.

    While there is a `BidUpTo`, nothing is declined: that would end it (F28).
    """

    turn: int


class _OfOpening(Order, frozen=True):
    """An order to put up an item when the seat opens (F21); at most one of each class."""

    turn: int
    lot: str

    @property
    def subject(self) -> str:
        """First or second choice, whichever item it is."""
        return tag_of(self)


class OpenFirst(_OfOpening, frozen=True, tag="open_first"):
    """Put this item up."""


class OpenSecond(_OfOpening, frozen=True, tag="open_second"):
    """Put this item up if the first choice can no longer be put up."""


class _OfPlace(Order, frozen=True):
    """An order that places a landscape (F33); a seat has at most one."""

    turn: int

    @property
    def subject(self) -> str:
        """Where a landscape goes."""
        return "place"


class PlaceAt(_OfPlace, frozen=True, tag="place_at"):
    """Place this landscape there if it is bought."""

    landscape: str
    orientation: int
    square: int


class PlaceBest(_OfPlace, frozen=True, tag="place_best"):
    """Place whatever landscape is bought where it leaves the most room."""


OrderOfLot: TypeAlias = BidUpTo | PassLot | AskLot
_Placing: TypeAlias = PlaceAt | PlaceBest
StandingOrder: TypeAlias = (
    BidUpTo | PassLot | AskLot | PassRest | OpenFirst | OpenSecond | PlaceAt | PlaceBest
)


def _in_auctions(view: View) -> bool:
    step = view.step
    buying = isinstance(step, Looking | Ordering) and step.deck == "prestige"
    return isinstance(step, _PHASE_A) or buying


def _free(view: View, seat: Seat) -> bool:
    """Whether a seat has neither bought nor declined this turn."""
    return seat not in view.declined and all(sale.seat != seat for sale in view.sales)


def _takeable(view: View, seat: Seat, lot: str) -> bool:
    """Whether a seat may still get an item this turn, money aside."""
    left = len(view.prestige) if lot == "prestige" else view.stock[lot]
    sold = any(sale.lot == lot for sale in view.sales)
    return bool(left) and not sold and not untakeable(view.seats[seat].player, lot)


def _attainable(view: View, viewer: Seat) -> Iterator[str]:
    """The items that the viewer can still win or take this turn."""
    step = view.step
    on = step.lot if isinstance(step, Bidding) else None
    for lot in LOTS:
        if _takeable(view, viewer, lot) and (lot != on or viewer in _bidders(step)):
            yield lot


def _bidders(step: Step) -> set[Seat]:
    """The seats that are still in the current auction."""
    return {step.seat, *step.waiting} if isinstance(step, Bidding) else set()


def _contested(view: View, viewer: Seat) -> Iterator[str]:
    """The attainable items for which another seat can still bid against the viewer."""
    step = view.step
    others = {seat for seat in range(len(view.seats)) if seat != viewer and _free(view, seat)}
    bidders = _bidders(step)
    # When only two bid, one of them buys, so they never compete again this turn.
    later = others - bidders if len(bidders) == 2 and viewer in bidders else others
    for lot in _attainable(view, viewer):
        on = isinstance(step, Bidding) and step.lot == lot
        if on or any(_takeable(view, seat, lot) for seat in later):
            yield lot


def offers(view: View) -> tuple[Order, ...]:
    """The orders that the viewer may leave in this turn's auctions."""
    viewer = view.viewer
    if viewer is None or not _in_auctions(view) or not _free(view, viewer):
        return ()
    found: list[Order] = []
    lots, on = tuple(_contested(view, viewer)), _on(view.step)
    for lot in lots:
        found += limits(view, lot, _least(view, lot), _HIGHEST_AHEAD)
    found += [PassLot(view.turn, lot) for lot in lots]
    found += [AskLot(view.turn, lot) for lot in lots]
    to_open = [lot for lot in _attainable(view, viewer) if lot != on]
    found += [OpenFirst(view.turn, lot) for lot in to_open]
    found += [OpenSecond(view.turn, lot) for lot in to_open]
    found += _places(view, viewer)
    return (*found, PassRest(view.turn))


def _on(step: Step) -> str | None:
    """The item being auctioned, if any."""
    return step.lot if isinstance(step, Bidding) else None


def _least(view: View, lot: str) -> int:
    """The lowest bid that an order can still make for an item."""
    step = view.step
    return (step.amount if isinstance(step, Bidding) and step.lot == lot else OPENING) + RAISE


def limits(view: View, lot: str, least: int, most: int = HIGHEST) -> tuple[BidUpTo, ...]:
    """The limits that the viewer can set for an item, the last one unlimited (FR3)."""
    funds = UNLIMITED
    if view.viewer is not None:
        seat = view.seats[view.viewer]
        funds = (seat.florins or 0) + SALE * seat.prestige
    amounts = range(least, min(funds, least + RAISE * (most - 1)) + 1, RAISE)
    if not amounts:
        return ()
    return tuple(BidUpTo(view.turn, lot, amount) for amount in (*amounts, UNLIMITED))


def _places(view: View, viewer: Seat) -> list[Order]:
    """Where the landscapes that the viewer may still get can go."""
    found: list[Order] = []
    for lot in _attainable(view, viewer):
        if lot in LANDSCAPES:
            spots = places(lot, view.seats[viewer].tiles)
            found += [PlaceAt(view.turn, lot, each.orientation, each.square) for each in spots]
    return [PlaceBest(view.turn), *found] if found else []


def stands(order: Order, view: View) -> bool:
    """Whether an order could still be followed; it ends when it could not."""
    viewer = view.viewer
    if not isinstance(order, StandingOrder) or view.turn != order.turn or viewer is None:
        return False
    if not _in_auctions(view):
        return False
    if isinstance(order, _Placing):
        return _free(view, viewer) or _lands(view, viewer)
    if not _free(view, viewer):
        return False
    match order:
        case BidUpTo(_, lot) | OpenFirst(_, lot) | OpenSecond(_, lot):
            return lot in _attainable(view, viewer)
        case PassLot(_, lot) | AskLot(_, lot):
            return lot in _contested(view, viewer)
        case PassRest():
            return True


def _lands(view: View, viewer: Seat) -> bool:
    """Whether the viewer has bought a landscape and is placing it now."""
    return isinstance(view.step, Landing) and view.step.seat == viewer
