"""How light a turn is: the short form of `python -m tests.wire.judged`."""

from __future__ import annotations

from math import inf
from pathlib import Path

import pytest

from tests.wire import judged
from tests.wire.slow_games import slow_game

pytestmark = pytest.mark.timeout(600)

QUICK = 15.0
"""Seconds for which people play live in the test command."""

DAYS = 2.0


@pytest.mark.parametrize("game", judged.GAMES)
async def test_panels_are_true_and_turns_are_short(game: str, tmp_path: Path) -> None:
    played = await judged.evening(tmp_path, game, seconds=QUICK, thinks=0.3)
    assert played.panels.looks > 5
    assert played.presses > 5
    # Beside other tests an edit may take its time: of so few none may stay false.
    broken = [each for each in played.promises if not each.kept and each.most < inf]
    assert not broken


@pytest.mark.nightly
@pytest.mark.parametrize("game", judged.GAMES)
async def test_over_days_no_panel_stays_false(game: str, tmp_path: Path) -> None:
    played = await slow_game(tmp_path, game, days=DAYS)
    assert not played.stale
    assert not played.faults
    assert played.pushes
