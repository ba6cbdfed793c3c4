"""Opponents: they see a view and a decision, and always choose from it."""

from __future__ import annotations

import pickle
from collections import Counter
from random import Random

import pytest

from rules.contract import Action, Decision, Prompt
from rules.opponents import ASIDE, LEVELS, RANDOM, choose
from rules.registry import GAMES
from tests.contract.games import TABLES, decisions, played, positions, tables

levels = pytest.mark.parametrize("level", [RANDOM, *LEVELS])


class Stay(Action, frozen=True, tag="stay"):
    """An option."""


class Sell(Action, frozen=True, tag="sell"):
    """An aside."""


@tables
@levels
def test_a_choice_is_made_again_by_the_same_generator(
    title: str, seats: int, level: str
) -> None:
    game = GAMES[title]
    for number, state in enumerate(positions(title, seats, every=4)):
        for decision in decisions(game, state):
            view = game.observe(state, decision.seat)
            chosen = {choose(title, level, view, decision, Random(number)) for _ in range(3)}
            assert len(chosen) == 1
            assert chosen.pop() in decision.options + decision.asides


@tables
@levels
def test_every_level_plays_whole_games(title: str, seats: int, level: str) -> None:
    """`played` raises where a choice is illegal or the game does not end."""
    for seed in range(3):
        assert played(title, seats, level, seed).over


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_levels_play_better_than_chance(title: str, seats: int) -> None:
    for level in LEVELS:
        means = []
        for who in (RANDOM, level):
            overs = [played(title, seats, who, seed).over for seed in range(3)]
            means.append(sum(max(over.totals) for over in overs if over))
        assert means[1] > means[0]


def test_random_takes_an_aside_now_and_then() -> None:
    decision = Decision(0, Prompt(), (Stay(),), (Sell(),))
    rng = Random(1)
    taken = Counter(choose("any", RANDOM, None, decision, rng) for _ in range(4_000))
    assert 0.7 * ASIDE < taken[Sell()] / taken.total() < 1.3 * ASIDE


def test_a_worker_can_be_asked_to_choose() -> None:
    assert pickle.loads(pickle.dumps(choose)) is choose  # noqa: S301 - our own bytes


def test_nobody_plays_what_is_not_there() -> None:
    decision = Decision(0, Prompt(), (Stay(),))
    for title, level in (("nothing", LEVELS[0]), (TABLES[0][0], "nobody")):
        with pytest.raises(KeyError):
            choose(title, level, None, decision, Random(1))
