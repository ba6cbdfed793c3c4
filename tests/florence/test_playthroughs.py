"""What must hold in every position of whole games played at random from given seeds."""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from random import Random

import pytest

from rules.contract import Moved
from rules.florence.actions import EndTurn, Work
from rules.florence.catalogue import BUILDINGS, PROFESSIONS, STOCK
from rules.florence.state import FlorenceOptions, State
from rules.journal import Journal
from tests.florence.components import components
from tests.florence.positions import FLORENCE

GAMES = [(seats, seed) for seats in (3, 4, 5) for seed in range(3)]


@cache
def positions(seats: int, seed: int) -> tuple[tuple[State, ...], int]:
    """Every position of a game of random seats that prefer works, and the number of works."""
    rng = Random(seed)
    journal = Journal.start(FLORENCE, FlorenceOptions(seats), rng)
    while not journal.over:
        asked = rng.choice(journal.decisions)
        works = tuple(option for option in asked.options if isinstance(option, Work))
        busy = tuple(o for o in asked.options if not isinstance(o, EndTurn)) or asked.options
        choices = works or (busy if rng.random() < 0.9 else asked.options)
        if asked.asides and rng.random() < 0.05:
            choices = asked.asides
        journal = journal.move(asked.seat, rng.choice(choices), rng)
    moves = [entry for entry in journal.entries if isinstance(entry, Moved)]
    works_done = sum(isinstance(entry.action, Work) for entry in moves)
    return journal._positions, works_done


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_tiles_are_never_moved_or_removed(seats: int, seed: int) -> None:
    """F78: each tile stays where it is to the end."""
    states, _ = positions(seats, seed)
    for before, after in pairwise(states):
        for old, new in zip(before.players, after.players, strict=True):
            assert new.tiles[: len(old.tiles)] == old.tiles


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_limits_hold_everywhere(seats: int, seed: int) -> None:
    """F32, F77, F82, FR3: at most three builders, one of a kind, nothing negative."""
    states, _ = positions(seats, seed)
    for state in states:
        for owner in state.players:
            built = [tile.kind for tile in owner.tiles if tile.kind in BUILDINGS]
            assert len(built) == len(set(built))
            assert len(owner.freedoms) == len(set(owner.freedoms))
            assert owner.builders <= 3
            assert owner.florins >= 0
            assert owner.prestige >= 0
            assert len(owner.deeds) <= 2
        assert len({sale.lot for sale in state.sales}) == len(state.sales)
        assert len({sale.seat for sale in state.sales}) == len(state.sales)
        assert min(state.stock + state.buildings + state.freedoms) >= 0


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_every_component_exists_once(seats: int, seed: int) -> None:
    """F2, F4, F6: nothing appears or is lost, from the first deal to the end."""
    states, _ = positions(seats, seed)
    full = components(states[0])
    assert all(components(state) == full for state in states)


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_no_game_sees_more_than_26_works(seats: int, seed: int) -> None:
    """FR11: each work turns one card up for good: 21 professions and 5 recruiting cards."""
    states, works = positions(seats, seed)
    assert works == sum(len(owner.works) for owner in states[-1].players)
    assert 0 < works <= len(PROFESSIONS) + STOCK["recruiting"] == 26


@pytest.mark.parametrize(("seats", "seed"), GAMES)
def test_seven_turns_and_an_end(seats: int, seed: int) -> None:
    """F1, F16: turns 1 to 7 in order, with none left out."""
    states, _ = positions(seats, seed)
    turns = [state.turn for state in states]
    assert turns == sorted(turns)
    assert set(turns) == set(range(8))
