"""What this suite assumes about every game: otherwise other tests here would prove nothing.

To add a game, read this first. What a game may lack is a flag of `Contract`.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from render.presentation import Person, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.contract import Drawn, Moved
from rules.registry import GAMES
from tests.contract.games import CONTRACTS, games, positions, tables

PAGE = "docs/new-game.md, step 5"


@tables
def test_something_is_drawn(title: str, seats: int) -> None:
    entries = [each for journal in games(title, seats) for each in journal.entries]
    assert any(isinstance(each, Drawn) for each in entries), f"{title} draws nothing: {PAGE}"


@tables
def test_a_turn_has_several_steps(title: str, seats: int) -> None:
    pairs = [pair for journal in games(title, seats) for pair in pairwise(journal.entries)]
    assert any(
        isinstance(one, Moved) and isinstance(other, Moved) and one.seat == other.seat
        for one, other in pairs
    ), f"no seat of {title} acts twice in a row, so nothing can be taken back: {PAGE}"


@tables
def test_something_is_hidden_and_something_is_counted(title: str, seats: int) -> None:
    contract = CONTRACTS[title]
    states = [*positions(title, seats, every=5)]
    assert any(contract.secrets(state, 0) for state in states), f"{title} hides nothing: {PAGE}"
    assert all(contract.components(state) for state in states), f"{title} has no pieces: {PAGE}"


@pytest.mark.parametrize("title", CONTRACTS)
def test_a_hand_has_a_picture(title: str) -> None:
    seats = GAMES[title].seats[0]
    (journal, *_) = games(title, seats)
    people = Scene(tuple(Person(f"Ada {seat}") for seat in range(seats)))
    view = journal.at(journal.number // 2).view(0)
    drawn = PRESENTATIONS[title].hand(view, people, Words("en"))
    assert drawn, f"a hand of {title} has no picture: {PAGE}"
