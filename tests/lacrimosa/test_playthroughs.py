"""What must hold in every position of whole games played at random from given seeds."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from rules.contract import Moved, Over
from rules.journal import Journal
from rules.lacrimosa.actions import EndTurn, LayExperience, TakeDucats
from rules.lacrimosa.state import Laying, State
from tests.lacrimosa.components import components, expected
from tests.lacrimosa.positions import EDITION, LACRIMOSA

GAMES = [(seats, seed) for seats in (1, 2, 3, 4) for seed in range(3)]
PLAYED = pytest.mark.parametrize(("seats", "seed"), GAMES)


@cache
def game(seats: int, seed: int) -> tuple[tuple[State, ...], tuple[Moved, ...]]:
    """Every position and move of a game of random seats that prefer to act."""
    rng = Random(seed)
    level = ("easy", "middle", "difficult")[seed % 3]
    chosen = {"composers": "random"} | ({"level": level} if seats == 1 else {})
    options = LACRIMOSA.options(seats, chosen)
    journal = Journal.start(LACRIMOSA, options, rng)
    while not journal.over:
        asked = rng.choice(journal.decisions)
        lazy = (EndTurn, TakeDucats)
        busy = tuple(o for o in asked.options if not isinstance(o, lazy)) or asked.options
        choices = busy if rng.random() < 0.95 else asked.options
        if asked.asides and rng.random() < 0.1:
            choices = asked.asides
        journal = journal.move(asked.seat, rng.choice(choices), rng)
    moves = tuple(entry for entry in journal.entries if isinstance(entry, Moved))
    return journal._positions, moves


def lost_neutrals(state: State) -> int:
    """How many neutral markers were lost in full movements: on no board and no space."""
    away = sum(not owner.neutral for owner in state.players)
    return away - sum(each.seat is None for each in state.notes)


@PLAYED
def test_every_component_exists_once(seats: int, seed: int) -> None:
    """L4, L5, L6, L8: nothing appears or is lost, from the first deal to the end."""
    states, _ = game(seats, seed)
    for state in states:
        if not state.composers:
            continue
        found, wanted = components(EDITION, state), expected(EDITION, state)
        waiting = any("neutral_marker" in getattr(f, "items", ()) for f in state.stack)
        waiting = waiting or any(type(frame).__name__ == "Placing" for frame in state.stack)
        found["neutral"] += lost_neutrals(state)
        assert found == wanted
        assert waiting or lost_neutrals(state) <= seats


@PLAYED
def test_bounds(seats: int, seed: int) -> None:
    """L22, L50, L64, L78, LR8, LR9, LR10, LR12: tracks, money, row, map and Requiem."""
    states, _ = game(seats, seed)
    last = len(EDITION.player.finance) - 1
    for state in states:
        assert len(state.row) <= 7
        taken = [each.space for each in state.notes] + list(state.covers)
        assert len(taken) == len(set(taken))
        assert len({each.place for each in state.lying}) == len(state.lying)
        for each in state.lying:
            kind = EDITION.places[each.place].kind
            assert each.tile in (EDITION.courts if kind == "court" else EDITION.cities)
        for owner in state.players:
            assert owner.ducats >= 0
            assert 0 <= owner.finance <= last
            assert min(owner.counters) >= 0
            assert 0 <= min(owner.tracks) <= max(owner.tracks) <= EDITION.player.story_track_max
            assert min(getattr(owner.tally, f) for f in owner.tally.__struct_fields__) >= 0
            assert len(owner.markers) + len(owner.hired) == 7
        if state.solo:
            assert state.solo.markers >= 0
            assert len(state.solo.deck) + len(state.solo.played) == 9


@PLAYED
def test_nine_memories_always(seats: int, seed: int) -> None:
    """L27: in hand, deck and on the board together, from the first deal to the end."""
    states, _ = game(seats, seed)
    for state in states:
        for owner in state.players:
            cards = (*owner.hand, *owner.deck, *owner.experiences, *owner.story)
            assert len(cards) == 9
            assert set(cards) <= set(EDITION.memories)


@PLAYED
def test_hands_and_turns(seats: int, seed: int) -> None:
    """L25, L26, L29, L30, L31, LR1: twenty turns a seat, from 4, 4, 4 and 3 cards."""
    states, moves = game(seats, seed)
    for seat in range(seats):
        laid = [move for move in moves if move.seat == seat]
        assert sum(isinstance(move.action, LayExperience) for move in laid) == 20
        assert sum(isinstance(move.action, EndTurn) for move in laid) == 20
    for state in states:
        if state.stack == (Laying(),) and not state.owed:
            hands = 3 if state.turn == 4 else 4
            assert len(state.players[state.seat].hand) == hands


@PLAYED
def test_rounds_in_order(seats: int, seed: int) -> None:
    """L1, L102, L114, LR46: five rounds of four turns; the first player moves on."""
    states, _ = game(seats, seed)
    rounds = [state.round for state in states]
    assert rounds == sorted(rounds)
    assert set(rounds) - {0} == {1, 2, 3, 4, 5}
    for before, after in pairwise(states):
        if before.round and after.round != before.round:
            assert before.turn == 4
            assert after.first == (before.first + 1) % seats


@PLAYED
def test_points_never_fall(seats: int, seed: int) -> None:
    """L50, LR10: nothing takes any away."""
    states, _ = game(seats, seed)
    for before, after in pairwise(states):
        for old, new in zip(before.players, after.players, strict=True):
            assert new.vp >= old.vp


@PLAYED
def test_scores_are_the_sum_of_their_lines(seats: int, seed: int) -> None:
    """L116: and the winner has the most."""
    states, _ = game(seats, seed)
    over = LACRIMOSA.pending(states[-1])
    assert isinstance(over, Over)
    assert over.totals == tuple(owner.vp for owner in states[-1].players)
    if seats > 1:
        assert {over.totals[seat] for seat in over.winners} == {max(over.totals)}


@PLAYED
def test_courts_are_never_out_of_reach(seats: int, seed: int) -> None:
    """LR28: of the sixteen, at most fifteen are ever needed."""
    states, _ = game(seats, seed)
    for state in states:
        won = sum(len(owner.courts) for owner in state.players)
        lying = sum(each.tile in EDITION.courts for each in state.lying)
        assert (
            won + lying + len(state.courts) + len(state.solo.courts if state.solo else ()) == 16
        )
