"""How fast the rules are: figures with `-n0`, and floors that hold even on a busy machine.

The targets are in `SPEEDS`. A floor is not a time but the ratio of a target to a fixed piece
of work, `yardstick`.
"""

from __future__ import annotations

from functools import partial
from itertools import count
from random import Random
from statistics import median
from typing import Any

import msgspec
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from rules.contract import AnyGame, Draw, Over
from rules.journal import Journal
from rules.opponents import LEVELS, RANDOM, choose
from rules.registry import GAMES
from tests.contract.games import TABLES, THINKING, played, set_up
from tests.speed.yardstick import ROUNDS, SLACK, figure, least, measured, yardsticks


class Speed(msgspec.Struct, frozen=True):
    """Targets in seconds, on the machine that they are meant for.

    Attributes:
        decision: for a decision of random play.
        fold: for a finished game of the most seats.
        thoughts: for a computer player's thought on average, by level.
    """

    decision: float
    fold: float
    thoughts: tuple[float, ...]


SPEEDS = {
    "florence": Speed(1 / 12_000, 0.030, thoughts=(0.001, 0.05, 0.1)),
    "lacrimosa": Speed(1 / 8_000, 0.060, thoughts=(0.005, 0.05, 0.35)),
}

LARGEST = [(title, max(GAMES[title].seats)) for title in SPEEDS]
"""The games that have targets, at their most seats."""

SAMPLE = 12
"""How many thoughts of a level that looks ahead are measured."""

largest = pytest.mark.parametrize(("title", "seats"), LARGEST)


def random_game(game: AnyGame, seats: int, seed: int) -> int:
    """Play a whole game directly on the rules; return the number of its decisions."""
    rng = Random(seed)
    state: Any = game.start(set_up(game, seats))
    made = 0
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Draw):
            state = game.drawn(state, tuple(rng.sample(pending.items, pending.count)))
            continue
        decision = pending[0]
        action = choose(game.name, RANDOM, None, decision, rng)
        state = game.act(state, decision.seat, action)
        made += 1
    return made


@pytest.mark.parametrize(("title", "seats"), [each for each in TABLES if each[0] in SPEEDS])
def test_random_play(benchmark: BenchmarkFixture, title: str, seats: int) -> None:
    """Each game is a new one, so that nothing is remembered from the one before."""
    game, seeds = GAMES[title], count()
    made: list[int] = []

    def play() -> None:
        made.append(sum(random_game(game, seats, next(seeds)) for _ in range(4)))

    measured(benchmark, play)
    each = min(least(play, rounds=1) / made[-1] for _ in range(ROUNDS))
    figure(f"{title}, {seats} seats: {1 / each:,.0f} random decisions a second")
    assert each < yardsticks(SPEEDS[title].decision)


@largest
def test_folding_a_finished_game(benchmark: BenchmarkFixture, title: str, seats: int) -> None:
    """A finished journal of the most seats is folded."""
    finished = played(title, seats, LEVELS[0])

    def fold() -> Journal[Any, Any]:
        return Journal.fold(finished.game, finished.options, finished.entries)

    folded = measured(benchmark, fold)
    assert folded.checksum() == finished.checksum()
    seconds = least(fold)
    figure(f"{title}: {finished.number} entries folded in {1000 * seconds:.1f} ms")
    assert seconds < yardsticks(SPEEDS[title].fold)


@largest
def test_asking_acting_and_looking(benchmark: BenchmarkFixture, title: str, seats: int) -> None:
    """For every position of a game: what is pending, and every seat's view of it."""
    finished = played(title, seats, LEVELS[0])
    game = finished.game

    def look() -> int:
        for state in finished._positions:
            game.pending(state)
            for seat in range(seats):
                game.observe(state, seat)
        return len(finished._positions)

    looked = measured(benchmark, look)
    seconds = least(look) / looked
    figure(f"{title}: a position and its {seats} views in {1000 * seconds:.3f} ms")
    assert seconds < yardsticks(SPEEDS[title].decision) * seats


@largest
def test_thinking(benchmark: BenchmarkFixture, title: str, seats: int) -> None:
    """A computer player's thought by rules of thumb is far too short to notice."""
    asked = decisions_of(title, seats)
    measured(benchmark, lambda: thoughts(title, LEVELS[0], asked))
    floor(title, LEVELS[0], least(lambda: thoughts(title, LEVELS[0], asked)) / len(asked))


@largest
@pytest.mark.parametrize("level", THINKING)
def test_looking_ahead(title: str, seats: int, level: str) -> None:
    """A few thoughts, twice each: half of them are within the time, some take much longer."""
    asked = decisions_of(title, seats)
    asked = asked[:: max(1, len(asked) // SAMPLE)]
    taken = [least(partial(thoughts, title, level, [one]), rounds=2) for one in asked]
    floor(title, level, median(taken) / SLACK)


def decisions_of(title: str, seats: int) -> list[tuple[Any, Any]]:
    """Every decision of a game, with the view of the seat that makes it."""
    finished = played(title, seats, LEVELS[0])
    return [
        (finished.view(decision.seat, number), decision)
        for number, state in enumerate(finished._positions)
        for decision in pending_of(finished.game, state)
    ]


def thoughts(title: str, level: str, asked: list[tuple[Any, Any]]) -> None:
    """What a level does in each of those decisions."""
    rng = Random(1)
    for view, decision in asked:
        choose(title, level, view, decision, rng)


def floor(title: str, level: str, seconds: float) -> None:
    """Print the time of a thought, and assert that it is no longer than it should be."""
    figure(f"{title}, {level}: a thought in {1000 * seconds:.3f} ms")
    assert seconds < yardsticks(SPEEDS[title].thoughts[LEVELS.index(level)])


def pending_of(game: AnyGame, state: Any) -> tuple[Any, ...]:
    pending = game.pending(state)
    return pending if isinstance(pending, tuple) else ()
