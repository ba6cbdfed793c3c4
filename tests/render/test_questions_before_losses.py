"""Which choices, apart from the ends of turns, need a confirmation and which do not."""

from __future__ import annotations

from typing import Any

import pytest

from render.presentation import Presentation
from render.words import Words
from rules.contract import Action, AnyGame
from rules.florence.actions import Bid, EndTurn, Exchange, Finish, GiveBack, Open
from rules.florence.state import State as Florence
from rules.lacrimosa.actions import Sell, Spread, TakeDucats
from rules.lacrimosa.state import Spreading, State, Using
from tests.florence.positions import CHRISTIAN, FLORENCE, acting, opening, play, player
from tests.lacrimosa import positions as lacrimosa
from tests.render import florence_samples, lacrimosa_samples
from tests.render.test_florence_coach import ONE_DEED, choosing, composing, exchanging
from tests.render.test_lacrimosa_coach import ITS_OPERA, at

ANA = 0
EN = Words("en")


def asked(state: Florence | State, action: Action) -> str:
    """The question before an action of Ana's; empty if there is none."""
    if isinstance(state, Florence):
        return _asked(FLORENCE, florence_samples.SHOWN, state, action)
    return _asked(lacrimosa.LACRIMOSA, lacrimosa_samples.SHOWN, state, action)


def _asked(game: AnyGame, shown: Presentation[Any], state: Any, action: Action) -> str:
    pending = game.pending(state)
    assert isinstance(pending, tuple)
    (decision,) = (each for each in pending if each.seat == ANA)
    assert action in decision.options
    view, price = game.observe(state, ANA), game.price(state, ANA, action)
    return shown.warning(action, decision, price, view, EN)


def test_the_profession_that_fits_the_others_best_is_asked_for() -> None:
    """It shares the library with the Lawyer, and religion and the lake with the others."""
    state = choosing("lawyer", "cartographer", "astronomer", "watchmaker")
    text = asked(state, GiveBack("cartographer"))
    assert (
        text == "Of your four cards, the Cartographer has the most in common with the others."
    )
    assert not any(
        asked(state, GiveBack(card)) for card in ("lawyer", "astronomer", "watchmaker")
    )
    state = choosing("bell_maker", "cartographer", "sculptor", "physician")
    assert not asked(state, GiveBack("bell_maker")), "the Sculptor fits as well"


def test_actions_that_prestige_would_pay_are_not_missed() -> None:
    """In the last round sold prestige cannot pay off, so ending the turn loses nothing."""
    assert "You have 2 actions left" in asked(acting(player(florins=300), turn=7), EndTurn())
    assert not asked(acting(player(florins=200, prestige=9), turn=7), EndTurn())


def test_a_bid_that_sells_prestige_is_asked_for() -> None:
    """An opening bid and a raise; not a bid that florins can pay."""
    poor = player(florins=100, prestige=3)
    assert asked(opening(poor, player(), player()), Open("lake")) == (
        "You don’t have enough florins: if you win, you sell 1 PP at 100 florins each."
    )
    raising = play(opening(poor, player(), player(), seat=CHRISTIAN), Open("lake"))
    assert "you sell 2 PP" in asked(raising, Bid(300))
    assert not asked(opening(player(florins=200, prestige=3), player(), player()), Open("lake"))


@pytest.mark.parametrize(("points", "lost"), [(0, 8), (7, 1), (8, 0)])
def test_prestige_not_taken_for_the_last_work_is_asked_for(points: int, lost: int) -> None:
    text = asked(exchanging(player(deeds=ONE_DEED), 17, 7), Exchange(points))
    assert bool(text) == bool(lost)
    if lost:
        assert f"could still take {lost} PP" in text
    assert not asked(exchanging(player(), 17, 7), Exchange(points)), "an action is left"
    assert not asked(exchanging(player(deeds=ONE_DEED), 17, 6), Exchange(points))


def test_bonus_cards_that_no_work_can_follow_for_are_asked_for() -> None:
    last = player(deeds=ONE_DEED, jesters=2, bonus=("jesters", "lakes"))
    assert asked(composing(last, 17, 7), Finish()) == (
        "This is your last Work. You can still add 4 points to it: Jesters."
    )
    useless = player(deeds=ONE_DEED, bonus=("jesters", "lakes"))
    assert not asked(composing(useless, 17, 7), Finish())
    assert not asked(composing(last, 16, 6), Finish())


def test_steps_past_the_end_of_a_track_are_asked_for() -> None:
    state = at(lacrimosa.on_turn(tracks=(7, 0, 0)), Spreading(2, track=True))
    assert "One step goes past the end of a track" in asked(state, Spread("tt"))
    assert not asked(state, Spread("tj"))
    full = at(lacrimosa.on_turn(tracks=(8, 8, 8)), Spreading(2, track=True))
    assert not asked(full, Spread("tt")), "no other choice wastes less"
    counters = at(lacrimosa.on_turn(tracks=(8, 0, 0)), Spreading(2, track=False))
    assert not asked(counters, Spread("tt")), "counters have no end"


def test_ducats_in_place_of_a_card_that_can_be_paid_are_asked_for() -> None:
    last = lacrimosa.last_turn(experiences=(lacrimosa.start(3),), tracks=(3, 0, 0))
    text = asked(at(last, Using(), turn=4), TakeDucats())
    assert "With the card you could do: Commission an Opus." in text
    assert "you lose the 3 Story Points on your tracks" in text
    assert not asked(at(last, Using(), turn=3), TakeDucats())
    poor = lacrimosa.last_turn(experiences=(lacrimosa.start(3),), ducats=0, tracks=(3, 0, 0))
    row = ("opus-k112",)
    assert not asked(at(poor, Using(), turn=4, row=row), TakeDucats())


def test_the_sale_of_an_opus_that_serves_a_court_is_asked_for() -> None:
    state = lacrimosa.acting(lacrimosa.on_turn(**ITS_OPERA), rights=("sell",))
    assert "they score 6 VP less" in asked(state, Sell("opus-k87"))
    assert not asked(state, Sell("start-opus-k1a"))
