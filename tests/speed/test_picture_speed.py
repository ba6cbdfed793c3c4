"""How long a board picture takes and how large it is: the targets are 150 ms and 400 kB."""

from __future__ import annotations

from typing import Any

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from render.presentation import Person, Picture, Scene
from render.presentations import PRESENTATIONS
from render.words import Words
from rules.games import GAMES
from rules.opponents import LEVELS
from tests.contract.games import played
from tests.speed.yardstick import figure, least, measured, yardsticks

LARGEST = [(title, max(GAMES[title].seats)) for title in PRESENTATIONS]
KILOBYTES = 400
SECONDS = 0.150
"""On the machine that the targets speak of."""

largest = pytest.mark.parametrize(("title", "seats"), LARGEST)


def last_board(title: str, seats: int) -> tuple[Any, Scene]:
    """The fullest board of a game: its last one, before the end."""
    journal = played(title, seats, LEVELS[0])
    people = tuple(Person(f"Somebody {seat}") for seat in range(seats))
    return journal.view(None, journal.number - 1), Scene(people)


@largest
def test_the_board_of_most_seats(benchmark: BenchmarkFixture, title: str, seats: int) -> None:
    shown, words = PRESENTATIONS[title], Words("en")
    view, scene = last_board(title, seats)

    def draw() -> Picture:
        return shown.board(view, scene, words)

    picture = measured(benchmark, draw)
    seconds = least(draw, rounds=3)
    size = len(picture.data) / 1000
    figure(f"{title}, {seats} seats: {1000 * seconds:.0f} ms, {size:.0f} kB, {picture.size}")
    assert size <= KILOBYTES
    assert seconds < yardsticks(SECONDS)
