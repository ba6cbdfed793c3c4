"""Which auction questions can be answered ahead, from public facts, and by which orders."""

from __future__ import annotations

import pytest

from rules.contract import Question
from rules.florence.actions import Bid, Open, Pass
from rules.florence.orders import (
    UNLIMITED,
    AskLot,
    BidUpTo,
    OpenFirst,
    PassLot,
    PassRest,
    PlaceBest,
)
from rules.florence.state import Acting
from tests.florence.positions import (
    ANA,
    BRUNO,
    CHRISTIAN,
    DAVID,
    FLORENCE,
    acting,
    opening,
    play,
    player,
)


def test_the_phase_asks_all_who_are_free_and_a_lot_all_who_may_take_it() -> None:
    """F18, F21, FR2: whatever they can pay."""
    poor, crowded = player(florins=0), player(builders=3)
    state = opening(player(), poor, crowded, player(), declined=(DAVID,))
    assert FLORENCE.asked_ahead(state) == Question(1, (ANA, BRUNO, CHRISTIAN))
    jester = play(state, Open("jester"))
    assert FLORENCE.asked_ahead(jester) == Question(1, (BRUNO, CHRISTIAN), "jester")
    builder = play(state, Open("builder"))
    assert FLORENCE.asked_ahead(builder) == Question(1, (BRUNO,), "builder")


def test_a_lot_is_asked_about_until_somebody_has_bid_or_passed() -> None:
    """F22, F23: from then on the bidding has begun, and seats are asked in turn."""
    state = play(opening(), Open("lake"))
    for action in (Bid(300), Pass()):
        question = FLORENCE.asked_ahead(play(state, action))
        assert question is not None
        assert question.begun


def test_the_other_phases_ask_nothing() -> None:
    """F30: once nobody is left, the auctions are over."""
    assert FLORENCE.asked_ahead(acting(player())) is None
    assert isinstance(acting(player()).step, Acting)


@pytest.mark.parametrize(
    ("order", "lot", "phase"),
    [
        (BidUpTo(1, "lake", 400), True, True),
        (PassLot(1, "lake"), True, True),
        (AskLot(1, "lake"), True, True),
        (PassRest(1), True, True),
        (BidUpTo(1, "park", 400), False, True),
        (BidUpTo(2, "lake", 400), False, False),
        (OpenFirst(1, "lake"), False, False),
        (PlaceBest(1), False, False),
    ],
)
def test_what_answers_a_question(order: PassRest, lot: bool, phase: bool) -> None:
    """F22, F28: orders of this round for this item, for another or for all of them."""
    asked = Question(1, (BRUNO,), "lake")
    assert FLORENCE.answers(order, asked) == lot
    assert FLORENCE.answers(order, Question(1, (BRUNO,))) == phase


def test_what_declines_a_question_and_what_asks_each_time_answer_it() -> None:
    """F22, F28: for an item; the question about the whole phase can only be declined."""
    for question in (Question(1, (BRUNO,), "lake"), Question(1, (BRUNO,))):
        no, ask = FLORENCE.declines(question), FLORENCE.asks_each_time(question)
        assert no is not None
        assert FLORENCE.answers(no, question)
        assert (ask is None) == (question.item is None)
        assert ask is None or FLORENCE.answers(ask, question)


def test_who_opens_names_how_far_they_go_or_that_they_want_to_be_asked() -> None:
    """F21, FR3: the limits go as far as the money does."""
    view = FLORENCE.observe(opening(player(florins=450), player(), player()), ANA)
    assert FLORENCE.going_with(view, Open("lake")) == (
        BidUpTo(1, "lake", 300),
        BidUpTo(1, "lake", 400),
        BidUpTo(1, "lake", UNLIMITED),
        AskLot(1, "lake"),
    )
    poor = FLORENCE.observe(opening(player(florins=200), player(), player()), ANA)
    assert FLORENCE.going_with(poor, Open("lake")) == ()


def test_an_order_of_the_last_round_is_renewed_for_this_one() -> None:
    """F17: each round has its own auctions."""
    view = FLORENCE.observe(opening(turn=3), ANA)
    left = BidUpTo(2, "lake", 400)
    assert FLORENCE.rounds_ago(left, view) == 1
    assert FLORENCE.renewed(left, view) == BidUpTo(3, "lake", 400)
