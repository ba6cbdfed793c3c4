"""Chapter "Phase A": opening, raising, passing, buying, declining."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from rules.contract import Decision, Delta
from rules.florence import sequence
from rules.florence.actions import (
    Bid,
    Decline,
    KeepRecruiting,
    Open,
    Pass,
    Place,
    Take,
    ToBid,
    ToOpen,
    ToTake,
)
from rules.florence.catalogue import LOTS
from rules.florence.state import Acting, Bidding, Landing, Opening, Sale, State
from rules.florence.view import View
from rules.supply import Supply
from tests.florence.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    DAVID,
    FLORENCE,
    can,
    decision,
    offered,
    opening,
    play,
    player,
    position,
    refused,
)

FULL = ("university", "forest", "forest", "forest", "forest", "lake", "lake", "park")
"""Tiles that leave no place for another forest."""


def sold(state: State, lot: str = "jester") -> State:
    """The position after the opener has got an item for 200."""
    bidders = len(state.players) - len(state.sales) - len(state.declined) - 1
    return play(state, Open(lot), *[Pass()] * bidders)


def test_worked_example_of_four_auctions() -> None:
    """FR10, F24, F25, F26, F29: Ana, Bruno, Christian and David pay 200, 600, 200 and 700."""
    state = opening(*[player()] * 4)

    state = play(state, Open("park"), Pass(), Pass(), Pass())
    assert state.step == Landing(ANA, "park", ANA)
    state = play(state, Place("park", 0, 0))
    assert decision(state).seat == BRUNO

    state = play(state, Open("jester"), Bid(300), Bid(400))
    assert decision(state).seat == BRUNO, "Ana has bought already"
    state = play(state, Bid(500), Bid(600), Bid(700), Pass(), Pass())
    assert (decision(state).seat, decision(state).prompt) == (BRUNO, ToOpen(3))

    state = play(state, Open("forest"), Bid(300), Bid(400), Bid(500), Bid(600), Pass())
    state = play(state, Place("forest", 0, 0))

    assert (decision(state).seat, decision(state).prompt) == (CHRISTIAN, ToTake())
    assert offered(state, Take) == {"builder", "lake", "prestige", "recruiting"}
    state = play(state, Take("builder"))

    assert state.sales == (
        Sale("park", ANA, 200),
        Sale("jester", DAVID, 700),
        Sale("forest", BRUNO, 600),
        Sale("builder", CHRISTIAN, 200),
    )
    assert [seat.florins for seat in state.players] == [3300, 2900, 3300, 2800]
    assert [tile.kind for tile in state.players[ANA].tiles] == ["park"]
    assert [tile.kind for tile in state.players[BRUNO].tiles] == ["forest"]
    assert (state.players[CHRISTIAN].builders, state.players[DAVID].jesters) == (1, 1)
    assert state.step == Acting(ANA)


def test_seven_piles_can_be_auctioned() -> None:
    """F17: forest, lake, park, jester, builder, prestige card, recruiting card."""
    assert offered(opening(), Open) == {
        "forest",
        "lake",
        "park",
        "jester",
        "builder",
        "prestige",
        "recruiting",
    }


def test_a_seat_buys_one_item_a_turn() -> None:
    """F18: a seat that has bought neither opens nor bids again this turn."""
    state = sold(opening(*[player()] * 4))
    assert decision(state).seat == BRUNO
    state = play(state, Open("builder"))
    asked = []
    while isinstance(state.step, Bidding):
        asked.append(state.step.seat)
        state = play(state, Bid(state.step.amount + 100) if len(asked) < 5 else Pass())
    assert ANA not in asked
    assert set(asked) == {BRUNO, CHRISTIAN, DAVID}


def test_one_item_of_each_pile_a_turn() -> None:
    """F19: a pile is out after one sale, and back in the next turn."""
    state = sold(opening())
    assert offered(state, Open) == set(LOTS) - {"jester"}
    assert refused(state, Open("jester")).code == "sold_this_turn"
    assert "jester" in offered(opening(turn=2), Open)


@pytest.mark.parametrize("lot", LOTS)
def test_an_empty_pile_is_out(lot: str) -> None:
    """F20: an item that is not there cannot be put up."""
    state = opening(**_emptied(lot))
    assert offered(state, Open) == set(LOTS) - {lot}
    assert refused(state, Open(lot)).code == "pile_empty"
    last = opening(**_emptied(lot), declined=(BRUNO, CHRISTIAN))
    assert offered(last, Take) == set(LOTS) - {lot}
    assert refused(last, Take(lot)).code == "pile_empty"


def _emptied(lot: str) -> dict[str, Any]:
    state = opening()
    if lot == "prestige":
        return {"prestige": Supply(())}
    kinds = ("forest", "lake", "park", "jester", "builder", "recruiting")
    left = zip(kinds, state.stock, strict=True)
    return {"stock": tuple(0 if kind == lot else count for kind, count in left)}


def test_opening_is_a_bid_of_exactly_200() -> None:
    """F21, FR2: the seat that puts an item up leads with 200."""
    state = play(opening(), Open("lake"))
    assert state.step == Bidding("lake", ANA, ANA, 200, BRUNO, (CHRISTIAN, ANA))
    assert decision(state).prompt == ToBid("lake", 200, ANA)


@pytest.mark.parametrize("amount", [0, 200, 250, 301, 400, 1000, -300])
def test_raises_are_exactly_100(amount: int) -> None:
    """F22, FR2: the next seat raises to 300 or passes; it can do nothing else."""
    state = play(opening(), Open("lake"))
    assert decision(state).options == (Bid(300), Pass())
    assert refused(state, Bid(amount)).code == "wrong_bid"


def test_bids_go_round_in_turn_order_and_skip_who_passed() -> None:
    """F22, F23: bidding goes round in the order of the seats, as often as it takes."""
    state = play(opening(*[player()] * 5, seat=3, start=3), Open("lake"))
    asked = []
    for action in (Bid(300), Pass(), Bid(400), Pass(), Bid(500), Bid(600), Bid(700), Pass()):
        asked.append(decision(state).seat)
        state = play(state, action)
    assert asked == [4, 0, 1, 2, 3, 4, 1, 3]
    assert decision(state).seat == 4


def test_a_pass_is_final_for_the_item_and_only_for_it() -> None:
    """F23, F27, FR2: a seat that passed bids again only on the next item."""
    state = play(opening(), Open("lake"), Pass(), Bid(300), Bid(400))
    assert decision(state).seat == CHRISTIAN
    state = play(state, Pass(), Place("lake", 0, 0))
    assert decision(state).seat == BRUNO
    state = play(state, Open("jester"))
    assert decision(state).seat == CHRISTIAN
    state = play(state, Bid(300))
    assert decision(state).seat == BRUNO


def test_the_last_bidder_pays_and_the_others_do_not() -> None:
    """F24: the leader pays the bid and takes the item from its pile."""
    state = play(opening(), Open("jester"), Bid(300), Bid(400), Pass(), Bid(500), Pass())
    assert [seat.florins for seat in state.players] == [3500, 3000, 3500]
    assert [seat.jesters for seat in state.players] == [0, 1, 0]
    assert state.stock[3] == 6
    assert state.sales == (Sale("jester", BRUNO, 500),)


def test_after_an_opener_who_won_the_next_free_seat_opens() -> None:
    """F25: the next one in turn order without an item; seats that have one are skipped."""
    state = opening(*[player()] * 4, sales=(Sale("lake", BRUNO, 200),))
    state = sold(state)
    assert (decision(state).seat, decision(state).prompt) == (CHRISTIAN, ToOpen(3))


def test_an_opener_who_lost_opens_again() -> None:
    """F26: another item, at 200 again."""
    state = play(opening(*[player()] * 4), Open("jester"), Bid(300), Pass(), Pass(), Pass())
    assert decision(state).seat == ANA
    assert offered(state, Open) == set(LOTS) - {"jester"}
    state = play(state, Open("builder"))
    assert decision(state).prompt == ToBid("builder", 200, ANA)


def test_opening_goes_on_from_an_opener_who_lost_and_then_declined() -> None:
    """F26, F28: after the decline the next free seat opens."""
    state = play(opening(*[player()] * 4), Open("jester"), Bid(300), Pass(), Pass(), Pass())
    state = play(state, Decline())
    assert decision(state).seat == CHRISTIAN, "Bruno has bought"


def test_everybody_without_an_item_may_bid() -> None:
    """F27: each auction asks everyone but the opener and the seats that have bought."""
    state = play(opening(*[player()] * 5, seat=1), Open("jester"))
    assert isinstance(state.step, Bidding)
    assert (state.step.seat, *state.step.waiting) == (2, 3, 4, 0, 1)


def test_who_declines_is_out_of_all_auctions_of_the_turn() -> None:
    """F28, FR4: neither opener nor bidder for the rest of the turn."""
    state = play(opening(*[player()] * 4), Decline())
    assert state.declined == (ANA,)
    assert decision(state).seat == BRUNO
    state = play(state, Open("jester"))
    assert isinstance(state.step, Bidding)
    assert ANA not in (state.step.seat, *state.step.waiting)


def test_who_cannot_pay_200_can_only_decline() -> None:
    """FR4, F28: no cover, no opening; all items stay on the public panel."""
    state = opening(player(florins=100), player(), player())
    asked = decision(state)
    assert asked.options == (Decline(),)
    assert asked.public == (*(Open(lot) for lot in LOTS), Decline())
    assert refused(state, Open("lake")).code == "cannot_pay"
    assert can(opening(player(florins=200), player(), player()), Open("lake"))


def test_the_last_free_seat_takes_an_item_for_200() -> None:
    """F29, FR4: without bidding, from any pile that is left."""
    state = opening(declined=(CHRISTIAN,), sales=(Sale("lake", BRUNO, 200),))
    asked = decision(state)
    assert asked.prompt == ToTake()
    assert offered(state, Take) == set(LOTS) - {"lake"}
    assert refused(state, Open("jester")).code == "last_takes"
    state = play(state, Take("jester"))
    assert (state.players[ANA].jesters, state.players[ANA].florins) == (1, 3300)
    assert state.step == Acting(ANA)


def test_taking_is_for_the_last_free_seat_only() -> None:
    """F29: while someone else could bid, an item is put up."""
    assert refused(opening(declined=(BRUNO,)), Take("jester")).code == "not_last"


def test_the_last_free_seat_may_take_nothing() -> None:
    """F29, FR4: the phase ends without a purchase."""
    state = play(opening(declined=(BRUNO, CHRISTIAN)), Decline())
    assert state.step == Acting(ANA)
    assert (state.players[ANA].florins, state.sales) == (3500, ())


def test_what_the_last_free_seat_cannot_take_is_explained() -> None:
    """F29: only an item that it may not take is refused, for the right reason."""
    poor = player(florins=100)
    state = opening(poor, player(), player(), declined=(BRUNO, CHRISTIAN))
    assert {r.code for _, r in FLORENCE.blocked(state, ANA)} == {"cannot_pay"}
    rich = opening(declined=(CHRISTIAN,), sales=(Sale("lake", BRUNO, 200),))
    assert [(a, r.code) for a, r in FLORENCE.blocked(rich, ANA)] == [
        (Take("lake"), "sold_this_turn")
    ]


def test_the_phase_ends_when_everybody_has_bought_or_declined() -> None:
    """F30: then the start player acts, whoever opened last."""
    state = opening(seat=2, start=2)
    state = play(state, Open("jester"), Pass(), Pass(), Open("builder"), Bid(300), Pass())
    assert decision(state).seat == ANA
    state = play(state, Decline())
    assert state.step == Acting(2)


@pytest.mark.parametrize(
    ("florins", "prestige", "may"),
    [(300, 0, True), (200, 0, False), (200, 1, True), (0, 3, True), (0, 2, False)],
)
def test_a_bid_needs_cover(florins: int, prestige: int, *, may: bool) -> None:
    """F31, FR3: florins and 100 for each prestige point are the ceiling of a bid."""
    bidder = player(florins=florins, prestige=prestige)
    state = play(opening(player(), bidder, player()), Open("lake"))
    assert can(state, Bid(300)) is may
    assert can(state, Pass())
    if not may:
        reason = refused(state, Bid(300))
        assert (reason.code, reason.needs) == ("cannot_pay", 300)
        assert reason.missing == 300 - florins - 100 * prestige


def test_public_buttons_do_not_show_who_could_pay() -> None:
    """FR3: the public buttons are the same for a rich and a poor seat."""

    def asked(florins: int) -> Decision:
        bidder = player(florins=florins)
        return decision(play(opening(player(), bidder, player()), Open("lake")))

    assert asked(0).public == asked(3500).public == (Bid(300), Pass())
    assert asked(0).options != asked(3500).options


def test_a_purchase_sells_the_prestige_that_is_missing() -> None:
    """FR3, F89: as little as the payment needs; the pass that ends it costs nothing."""
    bidder = player(florins=150, prestige=5)
    state = play(opening(player(), bidder, player()), Open("jester"), Bid(300), Pass())
    before = FLORENCE.price(state, ANA, Pass())
    assert before.amounts == ()
    state = play(state, Pass())
    buyer = state.players[BRUNO]
    assert (buyer.florins, buyer.prestige, buyer.tally.sold) == (50, 3, -2)


@pytest.mark.parametrize(
    ("florins", "prestige", "sold"), [(300, 5, 0), (299, 5, 1), (150, 5, 2), (0, 3, 3)]
)
def test_a_bid_says_what_winning_would_sell(florins: int, prestige: int, sold: int) -> None:
    """FR3: a forced sale is shown beforehand, with the bid that decides on it."""
    bidder = player(florins=florins, prestige=prestige)
    state = play(opening(player(), bidder, player()), Open("jester"))
    price = FLORENCE.price(state, BRUNO, Bid(300))
    assert price.pledged == ((Delta("prestige", -sold),) if sold else ())
    assert (price.amounts, price.forced) == ((), ())
    won = play(state, Bid(300), Pass(), Pass())
    assert won.players[BRUNO].tally.sold == -sold


def test_an_opening_says_what_winning_would_sell() -> None:
    """FR3, F21: opening is a bid of 200; an item nobody else may take is paid at once."""
    poor = player(florins=50, prestige=5)
    price = FLORENCE.price(opening(poor, player(), player()), ANA, Open("builder"))
    assert (price.pledged, price.forced) == ((Delta("prestige", -2),), ())
    full = player(builders=3)
    price = FLORENCE.price(
        opening(poor, full, full, stock=(6, 6, 6, 7, 1, 5)), ANA, Open("builder")
    )
    assert (price.pledged, price.forced) == ((), (Delta("prestige", -2),))


def test_forced_sale_is_part_of_the_price() -> None:
    """FR3: the price names the prestige that the payment forces the seat to sell."""
    buyer = player(florins=50, prestige=5)
    state = opening(buyer, player(), player(), declined=(BRUNO, CHRISTIAN))
    price = FLORENCE.price(state, ANA, Take("jester"))
    assert {(d.what, d.amount) for d in price.forced} == {("prestige", -2)}
    amounts = {delta.what: delta.amount for delta in price.amounts}
    assert amounts == {"prestige": -2}, "150 missing: 2 points give 200, 50 florins stay"


@pytest.mark.parametrize("florins", [0, 250, 3500])
def test_a_pass_that_ends_an_auction_shows_the_winners_money(florins: int) -> None:
    """FR3, FR9: whether prestige is sold or not, that reveals hidden money."""
    buyer = player(florins=florins, prestige=5)
    state = play(opening(buyer, player(), player()), Open("jester"))
    assert FLORENCE.price(state, BRUNO, Pass()).reveals == ()
    state = play(state, Pass())
    assert FLORENCE.price(state, CHRISTIAN, Pass()).reveals == ("florins",)
    own = opening(buyer, player(), player(), declined=(BRUNO, CHRISTIAN))
    assert FLORENCE.price(own, ANA, Take("jester")).reveals == ()


def test_a_third_builder_bars_from_the_next_one() -> None:
    """F32, FR2: a seat with three neither opens nor bids on a builder, nor takes one."""
    full = player(builders=3)
    state = opening(full, player(), player())
    assert "builder" not in offered(state, Open)
    assert refused(state, Open("builder")).code == "builders_full"
    state = play(opening(full, player(), player(), seat=BRUNO), Open("builder"))
    assert isinstance(state.step, Bidding)
    assert (state.step.seat, state.step.waiting) == (CHRISTIAN, (BRUNO,))
    last = opening(full, player(), player(), declined=(BRUNO, CHRISTIAN))
    assert refused(last, Take("builder")).code == "builders_full"


def test_a_seat_without_room_does_not_bid_on_a_landscape() -> None:
    """FR2: no legal place, no bid; the others go on bidding."""
    crowded = player(kinds=FULL)
    state = opening(player(), crowded, player())
    assert state.players[BRUNO].tiles
    state = play(state, Open("forest"))
    assert isinstance(state.step, Bidding)
    assert (state.step.seat, state.step.waiting) == (CHRISTIAN, (ANA,))
    own = opening(crowded, player(), player())
    assert refused(own, Open("forest")).code == "no_room"
    assert "jester" in offered(own, Open)


def test_a_lot_that_nobody_else_may_take_is_sold_at_once() -> None:
    """FR2: where all other free seats are barred, the opener pays 200."""
    full = player(builders=3)
    state = play(opening(player(), full, full, stock=(6, 6, 6, 7, 1, 5)), Open("builder"))
    assert state.sales == (Sale("builder", ANA, 200),)
    assert decision(state).seat == BRUNO


def test_a_seat_without_money_is_asked_and_passes() -> None:
    """FR3: money is hidden, so even a seat that cannot bid is asked."""
    state = play(opening(player(), player(florins=0), player()), Open("lake"))
    assert decision(state).seat == BRUNO
    assert decision(state).options == (Pass(),)


def test_one_seat_left_of_whom_all_piles_are_sold_can_only_decline() -> None:
    """F20, F29: nothing is available, so there is nothing to take."""
    state = opening(
        declined=(BRUNO, CHRISTIAN),
        stock=(0,) * 6,
        prestige=Supply(()),
    )
    assert decision(state).options == (Decline(),)


def test_who_bids_sees_the_lot_the_amount_and_the_leader() -> None:
    """F22: the question is open to everyone."""
    state = play(opening(), Open("recruiting"), Bid(300))
    assert decision(state).prompt == ToBid("recruiting", 300, BRUNO)
    view: View = FLORENCE.observe(state, None)
    assert view.step == state.step


def test_bought_recruiting_card_without_targets_does_not_stop_the_auctions() -> None:
    """F47, F25: there is nobody to recruit, so the next seat opens at once."""
    state = sold(opening(), "recruiting")
    assert not can(state, KeepRecruiting())
    assert state.step == Opening(BRUNO)
    assert state.players[ANA].recruiting == 1


def test_prices_stay_known_when_the_next_turn_begins() -> None:
    """F19, F24, F88: everyone saw them; the list of the turn's sales is empty again."""
    state = position(player(), player(), player(), step=Opening(ANA), turn=3)
    sold = replace(state, sales=(Sale("lake", BRUNO, 300),))
    after = sequence.next_turn(sequence.next_turn(sold))
    assert after.sales == ()
    assert FLORENCE.observe(after, None).prices("lake") == (300,)
