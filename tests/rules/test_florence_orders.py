"""Standing orders in The Princes of Florence: what each does and how long it lasts."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from rules.contract import Action, Order
from rules.florence.actions import Bid, Decline, Pass
from rules.florence.orders import BidUpTo, PassLot, PassRest
from rules.florence.state import Acting, Bidding, Sale, State
from tests.florence.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    FLORENCE,
    decision,
    opening,
    player,
    position,
)

ORDERS = (BidUpTo(1, "lake", 400), PassLot(1, "lake"), PassRest(1))


def bidding(amount: int, florins: int = 3500) -> State:
    """Ana has put up a lake and leads at `amount`; Bruno is asked."""
    step = Bidding("lake", ANA, ANA, amount, BRUNO, (CHRISTIAN, ANA))
    return position(player(), player(florins=florins), player(), step=step)


def followed(state: State, order: Order) -> Action | None:
    """The action that an order of the deciding seat leads to, if any."""
    asked = decision(state)
    return FLORENCE.follow((order,), FLORENCE.observe(state, asked.seat), asked)


@pytest.mark.parametrize(
    ("amount", "action"),
    [(200, Bid(300)), (300, Bid(400)), (400, Pass()), (500, Pass())],
)
def test_an_order_bids_up_to_its_amount_and_then_passes(amount: int, action: Action) -> None:
    assert followed(bidding(amount), BidUpTo(1, "lake", 400)) == action


def test_an_order_passes_where_the_seat_cannot_pay() -> None:
    assert followed(bidding(300, florins=300), BidUpTo(1, "lake", 1000)) == Pass()


def test_an_order_is_silent_about_other_lots_and_decisions() -> None:
    assert followed(bidding(200), BidUpTo(1, "park", 400)) is None
    assert followed(bidding(200), PassLot(1, "park")) is None
    assert followed(opening(), BidUpTo(1, "lake", 400)) is None
    assert followed(opening(), PassLot(1, "lake")) is None


def test_orders_to_pass() -> None:
    """For one item or for all the rest: then nothing is put up or taken either."""
    assert followed(bidding(200), PassLot(1, "lake")) == Pass()
    assert followed(bidding(200), PassRest(1)) == Pass()
    assert followed(opening(), PassRest(1)) == Decline()
    assert followed(opening(declined=(BRUNO, CHRISTIAN)), PassRest(1)) == Decline()


@pytest.mark.parametrize("order", ORDERS)
def test_an_order_stands_until_it_has_nothing_left_to_do(order: Order) -> None:
    state = opening(seat=ANA)

    def stands(later: State) -> bool:
        return FLORENCE.stands(order, FLORENCE.observe(later, BRUNO))

    assert stands(state)
    assert stands(replace(state, sales=(Sale("park", ANA, 200),)))
    sold = replace(state, sales=(Sale("lake", ANA, 200),))
    assert stands(sold) == isinstance(order, PassRest)
    assert not stands(replace(state, sales=(Sale("park", BRUNO, 200),)))
    assert not stands(replace(state, turn=2))
    assert not stands(replace(state, step=Acting(ANA)))
