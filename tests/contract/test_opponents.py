"""Computer players: they see a view and a decision, and always choose from it."""

from __future__ import annotations

import os
import pickle
import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random

import pytest

from rules.contract import Action, Decision, Prompt
from rules.journal import Journal
from rules.opponents import ASIDE, LEVELS, RANDOM, choose
from rules.registry import GAMES
from tests.contract.choices import choices
from tests.contract.games import (
    TABLES,
    THINKING,
    briefly,
    decisions,
    every,
    played,
    positions,
    set_up,
    tables,
)

ROOT = Path(__file__).resolve().parents[2]

THINKS = 0.03
"""How often a level that looks ahead decides in a whole game."""

levels = pytest.mark.parametrize("level", [RANDOM, *LEVELS])
quick = pytest.mark.parametrize("level", [RANDOM, LEVELS[0]])
thinking = pytest.mark.parametrize("level", THINKING)


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
    for number, state in enumerate(positions(title, seats, every=every(level, 4))):
        for decision in decisions(game, state):
            view = game.observe(state, decision.seat)
            chosen = {
                choose(title, level, view, decision, Random(number), briefly())
                for _ in range(2 if level in THINKING else 3)
            }
            assert len(chosen) == 1
            assert chosen.pop() in decision.options + decision.asides


@tables
@quick
def test_every_level_plays_whole_games(title: str, seats: int, level: str) -> None:
    """`played` raises if a choice is illegal or the game does not end."""
    for seed in range(3):
        assert played(title, seats, level, seed).over


@tables
@thinking
def test_levels_that_look_ahead_play_on_anywhere(title: str, seats: int, level: str) -> None:
    """A whole game in which such a level makes some decisions, wherever they lead.

    Whole games between these levels are played at night (`tests/strength.py`).
    """
    game, rng = GAMES[title], Random(7)
    journal = Journal.start(game, set_up(game, seats), rng)
    while not journal.over:
        decision = rng.choice(journal.decisions)
        view = journal.view(decision.seat)
        thinks = len(decision.options) > 1 and rng.random() < THINKS
        who = level if thinks else LEVELS[0]
        action = choose(title, who, view, decision, rng, briefly())
        journal = journal.move(decision.seat, action, rng)


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_levels_play_better_than_chance(title: str, seats: int) -> None:
    means = []
    for who in (RANDOM, LEVELS[0]):
        overs = [played(title, seats, who, seed).over for seed in range(3)]
        means.append(sum(max(over.totals) for over in overs if over))
    assert means[1] > means[0]


def test_every_level_chooses_the_same_in_another_process() -> None:
    """The order of a set or a dict of strings differs from process to process."""
    here = list(choices())
    there = subprocess.run(
        [sys.executable, "-m", "tests.contract.choices"],
        env=os.environ | {"PYTHONHASHSEED": "1"},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert len(here) >= 2 * len(GAMES) * len(LEVELS)
    assert there.splitlines() == here


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
