"""What reports need from a game: its first player, owners, kinds of action, routes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, get_args

import pytest

from rules.contract import Action, Moved, Seat, tag_of
from rules.registry import ANALYSES, GAMES
from tests.contract.games import CONTRACTS, decisions, games, played, positions

ANALYSED = sorted(ANALYSES)
analysed = pytest.mark.parametrize("title", ANALYSED)
tables = pytest.mark.parametrize(
    ("title", "seats"), [(title, seats) for title in ANALYSED for seats in GAMES[title].seats]
)


def moves(title: str, seats: int) -> Iterator[tuple[Any, Seat, Action, Any]]:
    """Each action of some games, with its seat and the positions before and after it."""
    for journal in games(title, seats):
        for number, entry in enumerate(journal.entries):
            if isinstance(entry, Moved):
                before, after = journal._positions[number : number + 2]
                yield before, entry.seat, entry.action, after


def test_only_games_of_the_registry_have_an_analysis() -> None:
    assert ANALYSES.keys() <= CONTRACTS.keys()


@analysed
def test_it_speaks_of_actions_and_lines_that_the_game_has(title: str) -> None:
    game, analysis = GAMES[title], ANALYSES[title]
    named = {*analysis.kinds, *analysis.spending, *analysis.idle}
    assert named <= set(get_args(game.actions))
    assert not set(analysis.idle) & analysis.kinds.keys()
    over = played(title, max(game.seats)).over
    assert over is not None
    assert analysis.targets.lines.keys() <= {line.source for line in over.lines[0]}
    target = analysis.targets.rival
    if target is not None:
        levels = next(choice.values for choice in game.choices if choice.key == target.option)
        assert all(tuple(shares) == levels for shares in target.shares.values())
    assert target is None or CONTRACTS[title].rival


@tables
def test_the_first_player_decides_first_in_round_1(title: str, seats: int) -> None:
    game, analysis = GAMES[title], ANALYSES[title]
    for journal in games(title, seats):
        known = [analysis.first(state) for state in journal._positions]
        begun = next(number for number, first in enumerate(known) if first is not None)
        acted = [e.action for e in journal.entries[:begun] if isinstance(e, Moved)]
        assert not {*map(tag_of, acted)} & {*CONTRACTS[title].ends}, "a turn is over"
        deciding = (decisions(game, state) for state in journal._positions[begun:])
        assert next(found for found in deciding if found)[0].seat == known[begun]


@analysed
def test_what_is_spent_is_not_owned_any_more(title: str) -> None:
    analysis = ANALYSES[title]
    found = set[type[Action]]()
    for seats in GAMES[title].seats:
        for before, seat, action, after in moves(title, seats):
            if spent := analysis.spent(before, seat, action):
                found.add(type(action))
                assert not {*spent} & {*analysis.owned(after, seat)}
    assert found == analysis.spending


@tables
def test_a_seat_owns_each_component_once(title: str, seats: int) -> None:
    analysis = ANALYSES[title]
    for state in positions(title, seats, every=20):
        for seat in range(seats):
            owned = analysis.owned(state, seat)
            assert len(owned) == len({*owned})


@tables
def test_every_route_has_steps_and_every_step_is_an_option(title: str, seats: int) -> None:
    game, analysis = GAMES[title], ANALYSES[title]
    found = Counter[str]()
    for state in positions(title, seats, every=2):
        for decision in decisions(game, state):
            view = game.observe(state, decision.seat)
            for route in analysis.routes:
                steps = analysis.steps(view, decision, route)
                found[route] += len(steps)
                assert {*steps} <= {*decision.options}
                assert not any(isinstance(step, analysis.idle) for step in steps)
    assert set(found) == set(analysis.routes)
    assert all(found.values())


@tables
def test_actions_of_a_kind_are_steps_of_its_route(title: str, seats: int) -> None:
    game, analysis = GAMES[title], ANALYSES[title]
    assert set(analysis.kinds.values()) <= set(analysis.routes)
    for state in positions(title, seats, every=5):
        for decision in decisions(game, state):
            view = game.observe(state, decision.seat)
            for kind in set(analysis.kinds.values()):
                of_kind = {o for o in decision.options if analysis.kinds.get(type(o)) == kind}
                assert of_kind <= {*analysis.steps(view, decision, kind)}
