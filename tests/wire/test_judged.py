"""How light a turn is: the short form of `python -m tests.wire.judged`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.wire import first_words, judged
from tests.wire.slow_games import slow_game
from tests.wire.true_panels import FOR_EVER

pytestmark = pytest.mark.timeout(600)

QUICK = 15.0
"""Seconds for which people play live in the test command."""

DAYS = 2.0
LONGEST = 6
"""More presses no single action takes, the one that opens the panel among them."""


@pytest.mark.parametrize("game", judged.GAMES)
async def test_panels_are_true_and_turns_are_short(game: str, tmp_path: Path) -> None:
    played = await judged.evening(tmp_path, game, seconds=QUICK, thinks=0.3)
    assert played.panels.looks > 5
    assert played.presses > 5
    # Of so few panels and ways a part tells nothing: none may stay false, or be long.
    assert not [each for each in played.panels.false if each[0] > FOR_EVER]
    assert not played.breaches
    assert first_words.controls(played.lobby) <= first_words.CONTROLS
    assert max(map(max, played.ways.tags.values())) <= LONGEST


@pytest.mark.nightly
@pytest.mark.parametrize("game", judged.GAMES)
async def test_over_days_no_panel_stays_false(game: str, tmp_path: Path) -> None:
    played = await slow_game(tmp_path, game, days=DAYS)
    assert not played.stale
    assert not played.faults
    assert played.pushes
