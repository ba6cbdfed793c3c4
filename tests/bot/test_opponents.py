"""Computer players at a table: to the end, after a restart, and when one fails."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from bot.background.workers import WorkerFailed, Workers
from bot.tables.core.draft import Draft
from bot.tables.core.game_changes import stopped
from bot.tables.core.refusals import GameEnded, NotOver
from bot.tables.core.table import Table
from bot.tables.opponents.deciding import MOST_FAILURES
from rules.contract import Action, Decision, Moved, name
from rules.opponents import choose
from tests.bot.notices import notices, told_texts
from tests.bot.services import ANN, BEN, CHANNEL, GUILD, Clock, Inline, Services, services


async def test_a_game_against_opponents_is_played_to_its_end(path: Path) -> None:
    async with services(path) as here:
        table = await here.begun(level="novice")
        rng = Random(3)
        for _ in range(2000):
            await here.games.wait_idle()
            table = await here.games.table(table.game.id)
            if table.over:
                break
            (decision,) = table.decisions
            assert table.seats[decision.seat].user == ANN
            action = choose("florence", "novice", table.view(decision.seat), decision, rng)
            await here.by(table, decision.seat, name(action))
        assert table.over is not None
        assert table.game.status == "over"
        with pytest.raises(GameEnded):
            await here.games.play(table.game.id, ANN, 0, table.number, "pass")
        again = await here.lobbies.rematch(table.game.id, ANN, "Ann")
        assert [row.name for row in again.seats] == ["Ann", "Bot 0", "Bot 1"]
        assert again.game.seat_order == "joined"
        with pytest.raises(NotOver):
            await here.lobbies.rematch(again.game.id, ANN, "Ann")
    async with services(path) as here:
        assert (await here.games.table(table.game.id)).over == table.over


async def test_a_restart_resumes_opponents(path: Path) -> None:
    stuck = asyncio.Event()

    class Stuck(Workers):
        async def run_within(self, *args: Any, **kwargs: Any) -> Any:
            stuck.set()
            await asyncio.Event().wait()

    async with services(path, workers=Stuck()) as here:
        table = await here.begun(level="novice")
        await asyncio.wait_for(stuck.wait(), 60)
    async with services(path) as here:
        await here.games.wait_idle()
        after = await here.games.table(table.game.id)
        assert {row.user for row in after.deciding} == {ANN}
        assert after.number > table.number


def _broken(*_: Any, **__: Any) -> Action:
    raise ZeroDivisionError


async def test_an_opponent_that_fails_never_stalls_a_game(
    path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with services(path, choose=_broken) as here:
        table = await here.begun(level="novice")
        await here.games.wait_idle()
        after = await here.games.table(table.game.id)
        assert {row.user for row in after.deciding} == {ANN}
        assert "gave no answer: ZeroDivisionError" in caplog.text


class Dying(Inline):
    """Fails `failures` times, and then works."""

    def __init__(self, failures: int) -> None:
        super().__init__()
        self.failures = failures
        self.many = asyncio.Event()

    async def run_within(self, *args: Any, **kwargs: Any) -> Any:
        if self.failures:
            self.failures -= 1
            if self.failures < 1_000 - MOST_FAILURES - 1:
                self.many.set()
            raise WorkerFailed("it died")
        return await super().run_within(*args, **kwargs)


async def _at_last(here: Services, table: Table | None = None) -> Table:
    """A game with computer players, once they have done all there is to do."""
    table = table or await here.begun(level="novice")
    async with asyncio.timeout(60):
        while table.game.steps:
            await asyncio.sleep(0.05)
            table = await here.games.table(table.game.id)
    return table


@pytest.mark.parametrize(
    ("failures", "told"),
    [
        (MOST_FAILURES - 1, []),
        (MOST_FAILURES + 2, ["table.opponent_stuck", "table.opponent_back"]),
    ],
)
async def test_a_table_is_told_once_that_an_opponent_cannot_decide(
    path: Path, monkeypatch: pytest.MonkeyPatch, failures: int, told: list[str]
) -> None:
    monkeypatch.setattr("bot.background.tasks.FIRST_PAUSE", 0.02)
    async with services(path, workers=Dying(failures)) as here:
        table = await _at_last(here)
        outs = await notices(here, table.game.id)
        assert [each.text for each in outs] == told
        assert {each.figures["name"] for each in outs} <= {"Bot 0", "Bot 1"}


@pytest.mark.parametrize("how", ["end", "pause"])
async def test_a_table_that_does_not_go_on_is_not_told_of_an_opponent(
    path: Path, monkeypatch: pytest.MonkeyPatch, how: str
) -> None:
    monkeypatch.setattr("bot.background.tasks.FIRST_PAUSE", 0.02)
    workers, changed = Dying(1_000), asyncio.Event()
    fail = workers.run_within

    def _changed(now: Table) -> Draft:
        if how == "end":
            return stopped(now, here.cache.moment(), "table.ended_by_host", calls="also")
        return Draft(replace(now, game=replace(now.game, paused_until=1e12)))

    async def fail_late(*args: Any, **kwargs: Any) -> Any:
        if workers.failures == 1_001 - MOST_FAILURES:
            await here.cache.change(1, _changed)  # as another process does
            changed.set()
        return await fail(*args, **kwargs)

    monkeypatch.setattr(workers, "run_within", fail_late)
    async with services(path, workers=workers) as here:
        table = await here.begun(level="novice")
        await asyncio.wait_for(changed.wait(), 30)
        await here.games.wait_idle()
        assert workers.failures <= 1_000 - MOST_FAILURES
        assert "table.opponent_stuck" not in await told_texts(here)
        assert (await here.games.table(table.game.id)).game.stuck is None


async def test_after_a_restart_a_table_is_not_told_once_more(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.background.tasks.FIRST_PAUSE", 0.02)

    for _ in range(2):
        workers = Dying(1_000)
        async with services(path, workers=workers) as here:
            if not await here.store.outbox.pending(1):
                await here.begun(level="novice")
            here.games.resume()
            await asyncio.wait_for(workers.many.wait(), 30)
            assert await told_texts(here) == ["table.opponent_stuck"]
    async with services(path) as here:
        here.games.resume()
        await _at_last(here, await here.games.table(1))
        assert await told_texts(here) == ["table.opponent_stuck", "table.opponent_back"]


async def test_an_opponent_whose_worker_died_plays_nothing_until_it_is_asked_again(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.background.tasks.FIRST_PAUSE", 0.05)

    def last(*asked: Any, **_: Any) -> Action:
        decision: Decision = asked[3]
        return decision.options[-1]

    async with services(path, workers=Dying(MOST_FAILURES), choose=last) as here:
        table = await _at_last(here)
        assert table.journal is not None
        journal = table.journal
        moves = [n for n, each in enumerate(journal.entries, 1) if isinstance(each, Moved)]
        assert moves
        for n in moves:
            moved = journal.entries[n - 1]
            assert isinstance(moved, Moved)
            decision = next(d for d in journal.at(n - 1).decisions if d.seat == moved.seat)
            assert moved.action == decision.options[-1]


@pytest.mark.parametrize(("pace", "wait"), [("days", 20.0), ("live", 5.0)])
async def test_an_opponent_waits_only_where_others_could_want_something_taken_back(
    path: Path, monkeypatch: pytest.MonkeyPatch, pace: Any, wait: float
) -> None:
    """Between people; against computer players alone, only the settings' pause counts."""
    clock, slept, sleep = Clock(), list[float](), asyncio.sleep

    async def passing(seconds: float) -> None:
        slept.append(seconds)
        clock.now += seconds
        await sleep(0)

    monkeypatch.setattr(asyncio, "sleep", passing)
    for others, longest in (((BEN,), wait), ((), 0.0)):
        folder = path.with_name(f"{len(others)}.db")
        async with services(folder, clock=clock, undo_pause=20.0) as here:
            await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
            await here.lobbies.set_options(1, ANN, {"pace": pace})
            for user in others:
                await here.lobbies.join(1, user, "Ben")
            for n in range(2 - len(others)):
                await here.lobbies.add_opponent(1, ANN, "novice", f"Bot {n}")
            table = await here.lobbies.start(1, ANN)
            await here.games.wait_idle()
            slept.clear()
            for _ in range(12):
                table = await here.games.table(1)
                decision = table.decisions[0]
                await here.by(table, decision.seat, name(decision.options[0]))
                await here.games.wait_idle()
            assert max(slept, default=0.0) == longest
