"""The short run of the fuzzers: the same examples each time, a few seconds."""

from __future__ import annotations

import time

import pytest
from hypothesis import settings

from bot.interactions.clicks import custom_id
from bot.tables.core.table import Table
from rules.contract import name
from tests.bot.driver import World
from tests.contract.games import tables
from tests.fuzz import alarm, flips, forged, interactions, runner
from tests.fuzz.texts import BOUNDARIES


@tables
def test_any_legal_play_keeps_the_promises(title: str, seats: int) -> None:
    runner.play(
        title, seats, settings(runner.REPEATABLE, max_examples=25, stateful_step_count=40)
    )


@pytest.mark.parametrize("boundary", BOUNDARIES)
def test_any_text_is_borne(boundary: str) -> None:
    examples = BOUNDARIES[boundary].examples
    runner.give(boundary, settings(runner.REPEATABLE, max_examples=examples))


def test_any_click_is_answered() -> None:
    runner.send(settings(runner.REPEATABLE, max_examples=8))


def test_flipped_bytes_of_a_database_keep_no_sound_game_from_being_played() -> None:
    assert flips.run(15, 1) > 20


def test_a_click_of_ones_own_is_no_forgery() -> None:
    """A choice changes nothing when others send it, and counts when its own person does."""
    numbers: list[int] = []

    def draft(world: World, now: Table | None) -> forged.Sent:
        assert now is not None
        numbers.append(now.number)
        decision, arose = now.decisions[0], now.arose(now.decisions[0].seat)
        own = now.seats[decision.seat].user
        last = sorted(world.players, key=lambda each: world[each].id == own)
        assert arose is not None
        pick = custom_id("pick", 1, decision.seat, arose, name(decision.options[0]))
        return forged.Sent(last[min(len(numbers), 4) - 1], pick)

    sent: list[forged.Sent] = []
    interactions.run(interactions.Party("lacrimosa", 1, 0, (draft,) * 5), sent)
    assert len({each.who for each in sent[:4]}) == 4
    assert numbers[0] == numbers[3] < numbers[4]


def test_what_hangs_is_found() -> None:
    with pytest.raises(alarm.Stuck), alarm.watched(0.05):
        time.sleep(10)
