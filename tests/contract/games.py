"""The games that keep the contract, and the positions it is tested in.

A new game adds one `Contract` to `CONTRACTS`; every test in this directory then runs on
it, at every number of seats.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import count
from random import Random
from typing import Any, Final

import msgspec
import pytest

from render.words import Words
from rules.contract import Action, AnyGame, Decision, Draw, Options, Seat, name
from rules.journal import Journal
from rules.opponents import LEVELS, RANDOM, choose
from rules.opponents.search import Guard
from rules.registry import GAMES
from tests.contract import florence, lacrimosa

State = Any
View = Any


class Contract(msgspec.Struct, frozen=True):
    """What the tests must know about a game apart from its rules.

    Attributes:
        components: how many of each component a position has, wherever they are.
        secrets: the ids of the things that a seat (None: a spectator) may not know,
            except those that are also the name of something open.
        holdings: what `price` is about, as a seat sees it in its own view.
        points: the points of every seat, as everyone sees them.
        spelled: the ways in which texts and labels in a language write a secret.
        most: more entries than any game has.
        orders: whether seats can leave standing orders. This flag and those up to `rounds` are
            for what a game can lack: `test_lacks` proves that it has them or none at all.
        plans: whether a seat is told what it could do if its next turn began now.
        blocked: whether impossible choices are listed with their reasons.
        places: whether a picture helps with some step.
        held: whether a hand stays the same while others act.
        details: whether a choice says more than its label and its price.
        warnings: whether a person must confirm some choices.
        coached: whether some moments of a decision are explained.
        outlook: whether the cards in hand are listed with what they lack.
        declines: whether some choice gives something up.
        alike: whether some options have the same effect.
        routine: whether some events are the first to be left out.
        rounds: whether the standings after each round are told.
        veiled: whether seats make choices that others do not see.
        rival: the numbers of seats at which the game itself can win.
        ends: the tags of the actions that end a turn.
        looks: whether a seat alone can see what others may draw too.
        undone: more actions than this that can be undone are tried.
        finals: the points of every seat, and of a rival last, if the count came now; None:
            nothing is counted at the end.
    """

    components: Callable[[State], Mapping[str, int]]
    secrets: Callable[[State, Seat | None], frozenset[str]]
    holdings: Callable[[View, Seat], Mapping[str, int]]
    points: Callable[[View], tuple[int, ...]]
    spelled: Callable[[str, Words], tuple[str, ...]]
    most: int
    orders: bool = True
    plans: bool = True
    blocked: bool = True
    places: bool = True
    held: bool = True
    details: bool = True
    warnings: bool = True
    coached: bool = True
    outlook: bool = True
    declines: bool = True
    alike: bool = True
    routine: bool = True
    rounds: bool = True
    veiled: bool = False
    rival: tuple[int, ...] = ()
    ends: tuple[str, ...] = ("end_turn",)
    looks: bool = False
    undone: int = 50
    finals: Callable[[State], tuple[int, ...]] | None = None


CONTRACTS: Final = {
    "florence": Contract(
        florence.components,
        florence.secrets,
        florence.holdings,
        florence.points,
        florence.spelled,
        finals=florence.finals,
        most=5_000,
        alike=False,
        undone=500,
        veiled=True,
        looks=True,
    ),
    "lacrimosa": Contract(
        lacrimosa.components,
        lacrimosa.secrets,
        lacrimosa.holdings,
        lacrimosa.points,
        lacrimosa.spelled,
        finals=lacrimosa.finals,
        most=5_000,
        orders=False,
        undone=300,
        rival=(1,),
    ),
}

TABLES: Final = [(title, seats) for title in CONTRACTS for seats in GAMES[title].seats]
"""Every game at every number of seats."""

tables = pytest.mark.parametrize(("title", "seats"), TABLES)


def set_up(game: AnyGame, seats: int) -> Options:
    """The options of a stored game that names none."""
    return game.options(seats, {})


@cache
def played(title: str, seats: int, level: str = RANDOM, seed: int = 0) -> Journal[Any, Any]:
    """A whole game between computer players of one level."""
    game = GAMES[title]
    rng = Random(f"{title}/{seats}/{level}/{seed}")
    journal = Journal.start(game, set_up(game, seats), rng)
    while not journal.over:
        assert journal.number < CONTRACTS[title].most, "the game does not end"
        decision = rng.choice(journal.decisions)
        view = journal.view(decision.seat)
        action = choose(title, level, view, decision, rng)
        journal = journal.move(decision.seat, action, rng)
    return journal


THINKING: Final = LEVELS[1:]
"""The levels that look ahead; tests ask them only in a sample of positions."""


def briefly() -> Guard:
    """A guard that lets a search finish only its first world."""
    asked = count()
    return lambda: next(asked) > 0


def every(level: str, few: int, sample: int = 60) -> int:
    """How many positions there are for each one tried at a level."""
    return few if level in {RANDOM, LEVELS[0]} else sample


def games(title: str, seats: int) -> Iterator[Journal[Any, Any]]:
    """A game between random players, and one between players who make progress."""
    yield played(title, seats)
    yield played(title, seats, LEVELS[0])


def positions(title: str, seats: int, every: int = 1) -> Iterator[State]:
    """The positions of those games, one in `every`."""
    for journal in games(title, seats):
        yield from journal._positions[::every]


def decisions(game: AnyGame, state: State) -> tuple[Decision, ...]:
    """Who decides what in a position."""
    pending = game.pending(state)
    return pending if isinstance(pending, tuple) else ()


def some(actions: tuple[Action, ...], rng: Random, most: int = 10) -> list[Action]:
    """All actions in a short list, or a sample of a long one."""
    return list(actions) if len(actions) <= most else rng.sample(actions, most)


def step(game: AnyGame, state: State, rng: Random) -> State:
    """The position after one random action or after the draw owed."""
    pending = game.pending(state)
    if isinstance(pending, Draw):
        return game.drawn(state, tuple(rng.sample(pending.items, pending.count)))
    assert isinstance(pending, tuple)
    decision = rng.choice(pending)
    return game.act(state, decision.seat, rng.choice(decision.options))


@cache
def harvest(title: str, seats: int) -> tuple[tuple[Seat, Action], ...]:
    """Actions of all kinds that were offered anywhere, to be tried where they do not belong."""
    game = GAMES[title]
    found: dict[str, list[tuple[Seat, Action]]] = {}
    for state in positions(title, seats, every=3):
        for decision in decisions(game, state):
            for action in decision.options + decision.asides:
                kind = str(action.__struct_config__.tag)
                found.setdefault(kind, []).append((decision.seat, action))
    rng = Random(5)
    unique = {
        (seat, name(action)): (seat, action)
        for kind in sorted(found)
        for seat, action in rng.sample(found[kind], min(len(found[kind]), 25))
    }
    return tuple(unique.values())
