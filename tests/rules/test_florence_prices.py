"""What the item up for auction is worth: a stable verdict, and the figures behind it."""

from __future__ import annotations

from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from rules.contract import Decision, Over
from rules.florence import game
from rules.florence.actions import Bid, Pass, SellPrestige, ToBid
from rules.florence.state import FlorenceOptions
from rules.florence.view import View
from rules.opponents import ADVISERS, choose
from rules.opponents.advice import Sample, compared, weigh
from rules.opponents.florence.looking import Ahead, Depth
from rules.opponents.florence.prices import FARTHEST, WORLDS, priced
from rules.opponents.search import Found, Limit

ADVISER = ADVISERS["florence"]


@cache
def bids() -> tuple[tuple[View, Decision], ...]:
    """Decisions to bid in a game between easy players, where the seat can pay in florins."""
    florence, rng, found = game(), Random(3), []
    state = florence.start(FlorenceOptions(3))
    while not isinstance(pending := florence.pending(state), Over):
        if not isinstance(pending, tuple):
            state = florence.drawn(state, tuple(rng.sample(pending.items, pending.count)))
            continue
        decision = pending[0]
        view = florence.observe(state, decision.seat)
        match decision.prompt:
            case ToBid(_, amount) if (view.seats[decision.seat].florins or 0) > amount:
                if len(decision.options) > 1:
                    found.append((view, decision))
            case _:
                pass
        action = choose("florence", "novice", view, decision, rng)
        state = florence.act(state, decision.seat, action)
    return tuple(found)


def found(nth: int, seed: int = 1, **asked: Any) -> Found | None:
    view, decision = bids()[nth]
    return priced(Ahead(Depth(32)), view, decision, Random(seed), **asked)


def limit(nth: int, seed: int = 1, **asked: Any) -> Limit:
    priced_ = found(nth, seed, **asked)
    assert priced_ is not None
    assert priced_.limit is not None
    return priced_.limit


def test_a_bid_is_good_as_far_as_the_item_is_worth_it() -> None:
    """The worth, the leads of the two arms and the choice agree."""
    said = set()
    for nth, (view, decision) in enumerate(bids()[::3]):
        priced_ = found(3 * nth, worlds=8)
        assert priced_ is not None
        of, (mine, passed) = priced_.limit, priced_.arms
        assert of is not None
        assert isinstance(decision.prompt, ToBid)
        assert (of.item, of.next) == (decision.prompt.lot, decision.prompt.amount + 100)
        assert of.gain == pytest.approx(mine.lead - passed.lead)
        assert (mine.action, passed.action) == (Bid(of.next), Pass())
        good = priced_.choice == mine.action
        assert good is (of.worth >= of.next) or of.gain == 0
        assert max(mine.behind, passed.behind) == pytest.approx(abs(of.gain))
        assert min(mine.behind, passed.behind) == 0
        assert of.worth % 100 == 0
        assert 0 <= of.worth <= (view.seats[decision.seat].florins or 0)
        assert of.worth <= of.next + FARTHEST, "nothing was measured there"
        said.add(good)
    assert said == {True, False}


def test_a_price_is_the_same_again_and_does_not_hang_on_luck() -> None:
    assert limit(0) == limit(0)
    sure = agree = 0
    for nth in range(0, len(bids()), 4):
        one, other = limit(nth), limit(nth, seed=2)
        if not one.even:
            sure += 1
            agree += (one.gain > 0) is (other.gain > 0)
    assert sure >= 5
    assert agree >= 0.9 * sure


def test_what_makes_no_difference_is_even() -> None:
    at = Limit(item="jester", next=300, worth=300, gain=0.6, error=0.2, worlds=48)
    assert [Limit("jester", 300, 300, gain, 0.2, 48).even for gain in (0.4, -0.4)] == [True] * 2
    assert not at.even
    assert Limit("jester", 300, 300, 0.6, 0.31, 48).even, "within two errors"
    assert not Limit("jester", 300, 0, -0.6, 0.2, 48).even


def test_nothing_is_priced_that_cannot_be() -> None:
    view, decision = bids()[0]
    assert found(0, guard=lambda: True) is None, "no world, no price"
    assert found(0, also=(SellPrestige(1),)) is None, "that is searched with all else"
    assert found(0, worlds=1, also=(Pass(),)) is not None
    assert limit(0, worlds=1).even, "one world says nothing"
    assert limit(0, guard=iter((False, False, True)).__next__).worlds == 2
    assert isinstance(decision.prompt, ToBid)
    side = view.seats[decision.seat]
    poor = _with_florins(view, decision.seat, decision.prompt.amount + 99)
    assert side.florins
    assert priced(Ahead(Depth(32)), poor, decision, Random(1), worlds=1) is None
    just = _with_florins(view, decision.seat, decision.prompt.amount + 100)
    known = priced(Ahead(Depth(32)), just, decision, Random(1), worlds=1)
    assert known is not None
    assert known.limit is not None
    assert known.limit.worth <= decision.prompt.amount + 100, "nobody pays what they have not"


def test_a_bid_is_weighed_for_advice_and_reviews_by_its_price() -> None:
    """There is one judge: what Suggest finds is what a review measures."""
    view, decision = bids()[0]
    weighed = weigh(ADVISER, view, decision, Random(1))
    assert weighed.limit == limit(0)
    assert weighed.limit is not None
    assert weighed.limit.worlds == WORLDS == ADVISER.worlds
    sample: Sample = compared(
        *(ADVISER, view, decision, Random(1)),
        better=Bid(weighed.limit.next),
        than=Pass(),
        rollouts=WORLDS,
    )
    assert sample.mean == pytest.approx(weighed.limit.gain), "the same branches"
    assert weigh(ADVISER, view, decision, Random(1), share=0.1).limit == limit(0, worlds=5)


def _with_florins(view: View, seat: int, florins: int) -> View:
    seats = (*view.seats[:seat], replace(view.seats[seat], florins=florins))
    return replace(view, seats=(*seats, *view.seats[seat + 1 :]))
