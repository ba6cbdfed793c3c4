"""Computer opponents at a table: to the end, after a restart, and when one fails."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.notices import GameEnded, NotOver
from bot.workers import Workers
from rules.opponents import choose
from rules.table import Action, Decision, name
from tests.bot.tabling import ANN, house


async def test_a_game_against_opponents_is_played_to_its_end(path: Path) -> None:
    async with house(path) as here:
        table = await here.begun(level="novice")
        rng = Random(3)
        for _ in range(2000):
            await here.tables.settled()
            table = await here.tables.table(table.game.id)
            if table.over:
                break
            (decision,) = table.decisions
            assert table.seats[decision.seat].user == ANN
            action = choose("florence", "novice", table.view(decision.seat), decision, rng)
            await here.by(table, decision.seat, name(action))
        assert table.over is not None
        assert table.game.status == "over"
        with pytest.raises(GameEnded):
            await here.tables.play(table.game.id, ANN, 0, table.number, "pass")
        again = await here.tables.rematch(table.game.id, ANN, "Ann")
        assert [row.name for row in again.seats] == ["Ann", "Bot 0", "Bot 1"]
        assert again.game.seat_order == "joined"
        with pytest.raises(NotOver):
            await here.tables.rematch(again.game.id, ANN, "Ann")
    async with house(path) as here:
        assert (await here.tables.table(table.game.id)).over == table.over


async def test_a_restart_resumes_opponents(path: Path) -> None:
    stuck = asyncio.Event()

    class Stuck(Workers):
        async def run(self, *args: Any, **kwargs: Any) -> Any:
            stuck.set()
            await asyncio.Event().wait()

    async with house(path, workers=Stuck()) as here:
        table = await here.begun(level="novice")
        await asyncio.wait_for(stuck.wait(), 5)
    async with house(path) as here:
        await here.tables.settled()
        after = await here.tables.table(table.game.id)
        assert {row.user for row in after.deciding} == {ANN}
        assert after.number > table.number


def _broken(game: str, level: str, view: Any, decision: Decision, rng: Random) -> Action:
    raise ZeroDivisionError


async def test_an_opponent_that_fails_never_stalls_a_game(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with house(path, choose=_broken) as here:
        table = await here.begun(level="novice")
        await here.tables.settled()
        after = await here.tables.table(table.game.id)
        assert {row.user for row in after.deciding} == {ANN}
        assert "gave no answer: ZeroDivisionError" in caplog.text
