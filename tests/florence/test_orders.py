"""Standing orders in Florence: which are offered, how long they last, which comes first."""

from __future__ import annotations

import pytest

from rules.contract import Action, Order
from rules.florence import principality
from rules.florence.actions import Bid, Decline, Open, Pass, Place, Take
from rules.florence.orders import (
    HIGHEST,
    UNLIMITED,
    AskLot,
    BidUpTo,
    OpenFirst,
    OpenSecond,
    PassLot,
    PassRest,
    PlaceAt,
    PlaceBest,
)
from rules.florence.state import Sale, State
from tests.florence.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    DAVID,
    FLORENCE,
    decision,
    opening,
    play,
    player,
)

FULL = ("university", "forest", "forest", "forest", "forest", "lake", "lake", "park")
"""Tiles that leave no place for another forest."""

LAKE, JESTER, REST = BidUpTo(1, "lake", 500), BidUpTo(1, "jester", 500), PassRest(1)


def followed(state: State, *orders: Order) -> Action | None:
    """The action that follows from the deciding seat's orders, given newest first."""
    asked = decision(state)
    return FLORENCE.follow(orders, FLORENCE.observe(state, asked.seat), asked)


def lots(state: State, seat: int) -> set[str]:
    """The items for which a seat is offered orders to bid and to pass."""
    offers = FLORENCE.offers(FLORENCE.observe(state, seat))
    bids = {order.lot for order in offers if isinstance(order, BidUpTo)}
    assert bids == {order.lot for order in offers if isinstance(order, PassLot)}
    return bids


def stands(state: State, seat: int, order: Order) -> bool:
    return FLORENCE.stands(order, FLORENCE.observe(state, seat))


def test_passing_the_rest_leaves_an_older_bid_in_force() -> None:
    """F22, F23: the order for the item comes first, whichever order is newer."""
    state = play(opening(), Open("lake"))
    assert followed(state, REST, LAKE) == followed(state, LAKE, REST) == Bid(300)
    assert followed(state, REST, JESTER) == Pass()
    assert followed(state, PassLot(1, "lake"), LAKE) == Pass()
    assert followed(state, LAKE, PassLot(1, "lake")) == Bid(300)


def test_passing_the_rest_does_not_decline_while_a_bid_stands() -> None:
    """F28: declining ends all auctions for a seat, and so would end its order to bid."""
    assert followed(opening(), REST) == Decline()
    assert followed(opening(), REST, LAKE) is None
    assert followed(opening(), REST, PassLot(1, "lake")) == Decline()


def test_the_last_free_seat_takes_what_it_would_bid_for() -> None:
    """F29: nobody is left to bid against; the price is 200."""
    state = opening(declined=(BRUNO, CHRISTIAN))
    assert followed(state, REST, LAKE) == Take("lake")
    assert followed(state, REST, PassLot(1, "lake")) == Decline()


def test_the_last_free_seat_takes_the_highest_limit_and_is_asked_where_two_are_equal() -> None:
    """F29: whichever order is newer."""
    state = opening(declined=(BRUNO, CHRISTIAN))
    dear = BidUpTo(1, "jester", 600)
    assert followed(state, LAKE, dear) == followed(state, dear, LAKE) == Take("jester")
    assert followed(state, LAKE, JESTER) is None
    far = BidUpTo(1, "park", UNLIMITED)
    assert followed(state, LAKE, dear, far) == Take("park")


def test_who_wants_to_be_asked_picks_nothing() -> None:
    """F22: the order for the item comes before the one to pass the rest and decides nothing."""
    state = play(opening(), Open("lake"))
    assert followed(state, AskLot(1, "lake")) is None
    assert followed(state, REST, AskLot(1, "lake")) is None
    assert followed(state, REST, AskLot(1, "jester")) == Pass()


def test_what_is_to_be_opened_comes_before_declining() -> None:
    """F21, F28: the first choice, or the second if the first cannot be put up."""
    first, second = OpenFirst(1, "jester"), OpenSecond(1, "lake")
    assert followed(opening(), REST, second, first) == Open("jester")
    sold = opening(sales=(Sale("jester", BRUNO, 200),))
    assert followed(sold, first, second) == Open("lake")
    assert followed(sold, first) is None
    assert followed(sold, REST, first) == Decline()


def test_a_landscape_that_is_bought_goes_where_the_order_says() -> None:
    """F33: on the square named, or where it leaves the most room; others are asked about."""
    state = play(opening(), Open("lake"), Pass(), Pass())
    asked = decision(state)
    for place in asked.options[:3]:
        assert isinstance(place, Place)
        at = PlaceAt(1, "lake", place.orientation, place.square)
        assert followed(state, at) == place
    assert followed(state, PlaceAt(1, "park", 0, 0)) is None
    best = followed(state, PlaceBest(1))
    assert isinstance(best, Place)

    def beside(place: Action) -> int:
        assert isinstance(place, Place)
        spot = principality.spot("lake", place.orientation, place.square)
        taken = principality.ground(state.players[asked.seat].tiles)[0]
        assert spot is not None
        return (spot.border & ~taken).bit_count()

    assert beside(best) == min(map(beside, asked.options))


def test_orders_of_one_subject_replace_each_other() -> None:
    """F21, F22, F33: one for each item, one for each choice to open, one for all landscapes."""
    lots = (LAKE, PassLot(1, "lake"), AskLot(1, "lake"), BidUpTo(1, "lake", UNLIMITED))
    assert len({each.subject for each in lots}) == 1
    opens = (OpenFirst(1, "lake"), OpenFirst(2, "park"))
    assert len({each.subject for each in opens}) == 1
    places = (PlaceBest(1), PlaceAt(1, "lake", 0, 3))
    assert len({each.subject for each in places}) == 1
    apart = (LAKE, JESTER, REST, OpenFirst(1, "lake"), OpenSecond(1, "lake"), PlaceBest(1))
    assert len({each.subject for each in apart}) == len(apart)


def test_no_order_is_offered_for_what_the_seat_could_not_take() -> None:
    """FR2: three builders, a landscape without room, an empty pile."""
    crowded = player(kinds=FULL, builders=3)
    state = opening(player(), crowded, player(), stock=(2, 0, 6, 7, 3, 5))
    assert "lake" not in lots(state, ANA)
    assert lots(state, ANA) >= {"forest", "builder"}
    assert lots(state, BRUNO).isdisjoint({"forest", "builder", "lake"})
    for lot in ("forest", "builder"):
        assert stands(state, ANA, BidUpTo(1, lot, 300))
        assert not stands(state, BRUNO, BidUpTo(1, lot, 300))
        assert not stands(state, BRUNO, PassLot(1, lot))


def test_no_order_is_offered_where_nobody_is_left_to_bid() -> None:
    """F29: the last free seat is never asked to bid."""
    state = opening(declined=(BRUNO, CHRISTIAN))
    assert lots(state, ANA) == set()
    assert not stands(state, ANA, PassLot(1, "lake"))
    others = opening(player(), player(builders=3), player(builders=3))
    assert "builder" not in lots(others, ANA)


def test_two_who_bid_against_each_other_never_meet_again() -> None:
    """F18: one of them buys; with a third free seat they may meet again."""
    state = play(opening(declined=(CHRISTIAN,)), Open("jester"))
    assert lots(state, ANA) == lots(state, BRUNO) == {"jester"}
    assert not stands(state, BRUNO, PassLot(1, "lake"))
    assert stands(state, BRUNO, LAKE), "the other may win, and the last seat takes"
    third = play(opening(), Open("jester"), Pass())
    assert lots(third, ANA) > {"jester"}


def amounts(state: State, seat: int, lot: str) -> list[int]:
    """The amounts up to which a seat may leave an order to bid for an item."""
    offers = FLORENCE.offers(FLORENCE.observe(state, seat))
    return [each.amount for each in offers if isinstance(each, BidUpTo) and each.lot == lot]


def test_an_order_offers_no_amount_that_could_not_be_bid_any_more() -> None:
    """F22: only amounts above the current bid for this item or the first bid for others."""
    rich = [player(florins=800)] * 3
    state = play(opening(*rich), Open("lake"), Bid(300), Bid(400), Bid(500))
    assert decision(state).seat == BRUNO
    assert amounts(state, BRUNO, "lake") == [600, 700, 800, UNLIMITED]
    assert amounts(state, BRUNO, "jester") == [300, 400, 500, 600, 700, 800, UNLIMITED]


def test_an_order_bids_what_the_sale_of_prestige_brings() -> None:
    """F89: each point is worth another 100 florins."""
    state = opening(player(), player(florins=300, prestige=2), player(florins=299))
    assert amounts(state, BRUNO, "lake") == [300, 400, 500, UNLIMITED]
    assert amounts(state, CHRISTIAN, "lake") == []


def test_orders_end_when_their_seat_is_out() -> None:
    """F23, F28: after a pass, for that item; after declining, for all items."""
    passed = play(opening(*[player()] * 4), Open("lake"), Pass())
    assert not stands(passed, BRUNO, LAKE)
    assert not stands(passed, BRUNO, PassLot(1, "lake"))
    assert stands(passed, BRUNO, REST)
    assert stands(passed, CHRISTIAN, LAKE)
    assert stands(passed, ANA, LAKE), "the leader may be outbid"
    declined = play(opening(*[player()] * 4), Decline())
    for order in (LAKE, PassLot(1, "lake"), REST):
        assert not stands(declined, ANA, order)
        assert stands(declined, DAVID, order)


@pytest.mark.parametrize("order", [LAKE, PassLot(1, "lake"), REST])
def test_orders_end_with_the_purchase_and_with_the_turn(order: Order) -> None:
    """F18, F19: each pile sells one item a turn, and nobody buys twice."""
    state = play(opening(), Open("jester"), Pass(), Pass())
    assert not stands(state, ANA, order)
    assert stands(state, BRUNO, order)
    assert not stands(opening(turn=2), BRUNO, order)


def test_a_bid_offers_how_far_to_go_on_as_far_as_the_money_goes() -> None:
    """FR3: from the next bid up in steps of one raise, or as far as the seat can."""
    state = play(opening(), Open("lake"))
    seat = decision(state).seat
    orders = FLORENCE.going_with(FLORENCE.observe(state, seat), Bid(300))
    assert orders[0] == BidUpTo(1, "lake", 400)
    assert orders[-1] == BidUpTo(1, "lake", UNLIMITED)
    assert len(orders) == HIGHEST + 1
    assert FLORENCE.going_with(FLORENCE.observe(state, seat), Pass()) == ()
    others = [player(), player(), player(), player()]
    others[BRUNO] = player(florins=450)
    poor = play(opening(*others), Open("lake"))
    seen = FLORENCE.observe(poor, BRUNO)
    assert FLORENCE.going_with(seen, Bid(300)) == (
        BidUpTo(1, "lake", 400),
        BidUpTo(1, "lake", UNLIMITED),
    )
    assert len(FLORENCE.going_with(FLORENCE.observe(poor, None), Bid(300))) == HIGHEST + 1


def test_as_far_as_i_can_bids_while_it_can_be_paid() -> None:
    """FR3: the order passes at the first bid that the seat cannot cover."""
    others = [player(), player(), player(), player()]
    others[BRUNO] = player(florins=350)
    far = BidUpTo(1, "lake", UNLIMITED)
    state = play(opening(*others), Open("lake"))
    assert followed(state, far) == Bid(300)
    state = play(state, Bid(300), Bid(400), Pass(), Pass())
    assert decision(state).seat == BRUNO
    assert followed(state, far) == Pass()
