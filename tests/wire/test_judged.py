"""How light a turn is: the short form of `python -m tests.wire.judged`."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from render.words import Words
from tests.bot.client_message import MENU, TEXT
from tests.wire import first_words, judged
from tests.wire.server import Loopback
from tests.wire.server.world import Post, User, snowflake
from tests.wire.slow_games import slow_game
from tests.wire.true_panels import FOR_EVER, UNTOUCHED, TruePanels

pytestmark = pytest.mark.timeout(600)

QUICK = 15.0
"""Seconds for which people play live in the test command."""

DAYS = 2.0
LONGEST = 6
"""The most presses of any single action, including the one that opens the panel."""


@pytest.mark.parametrize("game", judged.GAMES)
async def test_panels_are_true_and_turns_are_short(game: str, tmp_path: Path) -> None:
    played = await judged.evening(tmp_path, game, seconds=QUICK, thinks=0.3)
    assert played.panels.looks > 5
    assert played.presses > 5
    # A share of so few panels and ways says nothing: none may stay false, or be long.
    assert not [each for each in played.panels.false if each[0] > FOR_EVER]
    assert not played.breaches
    assert first_words.controls(played.lobby) <= first_words.CONTROLS
    assert max(map(max, played.ways.tags.values())) <= LONGEST


async def test_only_an_open_menu_waits_for_a_finger(tmp_path: Path) -> None:
    async with Loopback(described=False) as discord:
        channel = discord.world.channel(discord.guild(), "table")
        words = Words("en")
        panels = TruePanels(discord, tmp_path / "bot.db", channel, words)
        waits = {"type": TEXT, "content": words("panel.waiting", names="Ada")}
        menu = {"type": MENU, "custom_id": "m1s:early:1:0", "options": []}
        for parts, left in (([waits], False), ([waits, menu], True)):
            post = Post(snowflake(), channel, User(1, "Bot"), components=parts)
            now = time.time()
            assert panels._left_alone(post, now) == left
            assert not panels._left_alone(post, now + 2 * UNTOUCHED)


def test_marks_are_no_words() -> None:
    said = "### Round 1 of 7 · **■ Ada** · +3"
    assert first_words.words_in(said) == 6


@pytest.mark.nightly
@pytest.mark.parametrize("game", judged.GAMES)
async def test_over_days_no_panel_stays_false(game: str, tmp_path: Path) -> None:
    played = await slow_game(tmp_path, game, days=DAYS)
    assert not played.stale
    assert not played.faults
    assert played.pushes
