"""Computer players of Lacrimosa: the quick one, and how the others look ahead."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

import pytest

from rules.contract import Decision, Draw, Over
from rules.lacrimosa import editions
from rules.lacrimosa.actions import ToLayExperience, ToPay
from rules.lacrimosa.catalogue import ROUNDS
from rules.lacrimosa.state import State
from rules.opponents.lacrimosa import weighed
from rules.opponents.lacrimosa.features import NAMES, Features
from rules.opponents.lacrimosa.figures import FIGURES
from rules.opponents.lacrimosa.fitted import WEIGHTS
from rules.opponents.lacrimosa.looking import MOST, Ahead, Order
from rules.opponents.lacrimosa.remembering import Remembering
from rules.opponents.lacrimosa.worth import worth
from rules.registry import GAMES
from tests.opponents.players import YARDSTICK, choose

GAME = GAMES["lacrimosa"]
SEATS = pytest.mark.parametrize("seats", [1, 2, 3, 4])
WHIM = 0.25
"""How often the players in these positions choose at random."""


@cache
def positions(seats: int, payment: str = "tracks_first") -> tuple[State, ...]:
    """The positions to decide in a game with some choices at random, then its end."""
    rng = Random(seats)
    state = GAME.start(GAME.options(seats, {"payment": payment}))
    found = []
    while not isinstance(pending := GAME.pending(state), Over):
        if isinstance(pending, Draw):
            state = GAME.drawn(state, tuple(rng.sample(pending.items, pending.count)))
            continue
        found.append(state)
        (decision, *_) = pending
        view = GAME.observe(state, decision.seat)
        whim = rng.random() < WHIM
        action = (
            rng.choice(decision.options + decision.asides)
            if whim
            else choose("lacrimosa", "novice", view, decision, rng)
        )
        state = GAME.act(state, decision.seat, action)
    return (*found, state)


def decided(
    seats: int, every: int, payment: str = "tracks_first"
) -> Iterator[tuple[State, Decision]]:
    """One in `every` of these positions, with its decision."""
    for state in positions(seats, payment)[:-1:every]:
        pending = GAME.pending(state)
        assert isinstance(pending, tuple)
        yield state, pending[0]


@pytest.mark.parametrize(
    ("seats", "payment"),
    [(1, "tracks_first"), (2, "ask"), (3, "tracks_first"), (4, "tracks_first")],
)
def test_easy_chooses_as_the_player_of_release_0_1_0(seats: int, payment: str) -> None:
    """It promises exactly that: the same choices in less time."""
    for number, (state, decision) in enumerate(decided(seats, seats, payment)):
        view = GAME.observe(state, decision.seat)
        easy = choose("lacrimosa", "novice", view, decision, Random(number))
        assert easy == choose("lacrimosa", YARDSTICK, view, decision, Random(number))


@SEATS
def test_arms_begin_with_the_rule_of_thumb_and_are_few(seats: int) -> None:
    for number, (state, decision) in enumerate(decided(seats, 2 * seats)):
        view, rng = GAME.observe(state, decision.seat), Random(number)
        arms = Ahead(editions.HOUSE, decision.seat, seats).arms(view, decision, rng)
        assert arms[0] == choose("lacrimosa", "novice", view, decision, Random(number))
        assert {*arms} <= {*decision.options, *decision.asides}
        assert len({*arms}) == len(arms) <= MOST
        if isinstance(decision.prompt, ToLayExperience):
            assert {*arms} == {*decision.options}, "each card is weighed"
        if isinstance(decision.prompt, ToPay):
            assert len(arms) == 1


@SEATS
def test_rollouts_end_with_the_round_before_the_next_cards(seats: int) -> None:
    for state, decision in decided(seats, 7 * seats):
        ahead = Ahead(editions.HOUSE, decision.seat, seats)
        until = ahead.until(state)
        end = ahead.play_on(state, until, Random(1))
        assert end.over == (until == ROUNDS)
        assert end.round == min(until + 1, ROUNDS)
        assert all(not player.story for player in end.players)
        if not end.over:
            assert any(owed.supply == "row" for owed in end.owed), "the row is not filled"
        assert ahead.play_on(end, until, Random(2)) is end


def test_all_arms_meet_the_same_cards() -> None:
    """Earlier draws make no difference to what comes next from a pack."""
    state = positions(2)[0]
    pack, deck = state.packs[0], state.players[0].deck
    came = set()
    for seed in range(10):
        early, late = (Order(editions.HOUSE, Random(seed)) for _ in range(2))
        late.first(deck, 2)
        card = early.first(pack, 1)
        assert late.first(pack, 1) == card
        came.add(card)
    assert len(came) > 1


@SEATS
def test_a_position_is_worth_what_it_can_still_bring(seats: int) -> None:
    end = positions(seats)[-1]
    for seat, player in enumerate(end.players):
        features = Features(editions.HOUSE, seat, Remembering(editions.HOUSE, seat, FIGURES))
        assert worth(features, end) == player.vp


def test_every_feature_has_a_weight_in_every_round() -> None:
    assert set(WEIGHTS) == {2, 3, 4, 5}
    for weights in WEIGHTS.values():
        assert tuple(weights) == NAMES
        assert weights["ducats"] > weights["hoard"], "hoards are worth less"


def test_a_look_ahead_tells_what_its_arms_may_bring() -> None:
    state, decision = next(
        (state, decision)
        for state, decision in decided(2, 1)
        if isinstance(decision.prompt, ToLayExperience) and state.round == 3
    )
    view = GAME.observe(state, decision.seat)
    found = weighed(12, view, decision, Random(1))
    assert {arm.action for arm in found.arms} == {*decision.options}
    assert found.choice in decision.options
    for arm in found.arms:
        assert arm.rollouts
        assert state.players[decision.seat].vp < arm.points < 200
