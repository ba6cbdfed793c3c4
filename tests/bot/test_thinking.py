"""Computer players think apart: nobody waits for them, and unneeded results are dropped."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Any

import pytest
from pydantic import SecretStr

from bot.background.workers import NICENESS as GIVES_WAY
from bot.background.workers import Limit, WorkerFailed, Workers
from bot.open_bot import open_bot
from bot.settings import Settings
from bot.tables.core.levels import EASIEST
from bot.tables.core.table import Table
from bot.tables.opponents import thinking
from bot.tables.opponents.autoplay import Autoplay
from bot.tables.opponents.thinking import NICENESS, Thinking, think
from rules.contract import Action, Decision, Moved
from rules.opponents import choose
from tests.bot.services import ANN, BEN, CLEO, Inline, Services, services

# -- the processes ---------------------------------------------------------------------


async def test_who_thinks_gives_way_to_who_draws_and_both_to_clicks(tmp_path: Path) -> None:
    """On one core, a click is answered before a picture, and that before a computer player."""
    settings = Settings(_env_file=None, token=SecretStr("t"), database=tmp_path / "b.db")
    bot = await open_bot(settings)
    try:
        own, drawing, opponents = await asyncio.gather(
            asyncio.to_thread(os.getpriority, os.PRIO_PROCESS, os.getpid()),
            *(
                each.run(os.getpriority, os.PRIO_PROCESS, 0)
                for each in (bot.workers, bot.opponent_workers)
            ),
        )
        assert drawing == min(19, own + GIVES_WAY)
        assert opponents == min(19, own + NICENESS)
    finally:
        await bot.close()


async def test_a_picture_waits_for_no_thought_and_a_stop_ends_them(tmp_path: Path) -> None:
    settings = Settings(
        _env_file=None, token=SecretStr("t"), database=tmp_path / "b.db", opponent_workers=1
    )
    bot = await open_bot(settings)
    try:
        child = await bot.opponent_workers.run(os.getpid)
        thoughts = [
            asyncio.ensure_future(bot.opponent_workers.run_within(Limit(600), time.sleep, 600))
            for _ in range(8)
        ]
        await asyncio.sleep(0)
        assert await asyncio.wait_for(bot.workers.run(os.getpid), 30) != child
        assert not any(each.done() for each in thoughts)
    finally:
        await bot.close()
    done, _ = await asyncio.wait(thoughts, timeout=20)
    assert len(done) == len(thoughts)
    assert all(isinstance(each.exception(), RuntimeError | WorkerFailed) for each in done)


# -- one thought -------------------------------------------------------------------------


def test_a_thought_is_asked_to_end_when_its_time_is_over(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, heard = [100.0], []
    monkeypatch.setattr(thinking, "monotonic", lambda: now[0])

    def chosen(*_: Any, guard: Callable[[], bool]) -> Any:
        for passed in (0.0, 1.4, 1.5):
            now[0] = 100.0 + passed
            heard.append(guard())
        monkeypatch.setattr(thinking, "unwanted", lambda: True)
        now[0] = 100.0
        heard.append(guard())

    decision: Any = None
    think(chosen, "florence", EASIEST, None, decision, Random(1), 100.0)
    assert heard == [False, False, True, True]


def _any(*asked: Any, **_: Any) -> Action:
    """As if time had run out at another moment each time."""
    decision: Decision = asked[3]
    return Random().choice(decision.options)


async def test_what_an_opponent_did_in_a_position_it_does_again(path: Path) -> None:
    async with services(path) as here:
        table = await here.begun(BEN, CLEO)
        decision = table.decisions[0]
        asked = ("florence", "master", table.view(decision.seat), decision)
        opponents = Thinking(Inline(), _any)
        assert len({await opponents.action(*asked, b"secret") for _ in range(30)}) == 1
        assert len({await opponents.action(*asked, bytes([n])) for n in range(30)}) > 1


# -- computer players that fail ------------------------------------------------------------


def _hard_fails(game: str, level: str, *asked: Any, **more: Any) -> Action:
    if level == "master":
        raise ZeroDivisionError
    assert level == EASIEST
    return choose(game, level, *asked, **more)


def _hard_is_lost(game: str, level: str, *asked: Any, **more: Any) -> Any:
    return "no action" if level == "master" else choose(game, level, *asked, **more)


class Hanging(Inline):
    """Fails every thought of a master, as one that took too long."""

    async def run_within(self, limit: Limit, call: Any, *args: Any, **kwargs: Any) -> Any:
        if call is think and args[2] == "master":
            raise WorkerFailed("it took over 20 s")
        return await super().run_within(limit, call, *args, **kwargs)


@pytest.mark.parametrize(
    ("chooser", "workers"),
    [(_hard_fails, Inline()), (_hard_is_lost, Inline()), (choose, Hanging())],
)
async def test_an_opponent_that_fails_plays_that_decision_by_easy(
    path: Path, caplog: pytest.LogCaptureFixture, chooser: Any, workers: Workers
) -> None:
    async with services(path, choose=chooser, workers=workers) as here:
        table = await _waiting_for_ann(here, await here.begun(level="master"))
        assert _by_easy(table, await here.store.games.secret(table.game.id, b""))
    assert _moves(table)
    assert "computer player master of florence gave no answer" in caplog.text


async def _waiting_for_ann(here: Services, table: Table) -> Table:
    await here.games.wait_idle()
    table = await here.games.table(table.game.id)
    assert {row.user for row in table.deciding} == {ANN}
    return table


def _moves(table: Table) -> list[Moved]:
    assert table.journal is not None
    return [each for each in table.journal.entries if isinstance(each, Moved)]


def _by_easy(table: Table, secret: bytes) -> bool:
    """Whether every action is the one that easy would choose."""
    assert table.journal is not None
    for number, entry in enumerate(table.journal.entries):
        if isinstance(entry, Moved):
            before = table.journal.at(number)
            decision = next(each for each in before.decisions if each.seat == entry.seat)
            view = before.view(entry.seat)
            rng = Random(thinking.seed_of(secret, view, decision))
            if entry.action != choose("florence", EASIEST, view, decision, rng):
                return False
    return True


# -- levels of other releases -----------------------------------------------------------


async def test_an_unknown_level_plays_as_easy_and_is_logged_once(
    path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(Autoplay, "wake", lambda *_: None)
        async with services(path) as here:
            await here.begun(level="novice")
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("UPDATE seats SET level = 'grandmaster' WHERE level IS NOT NULL")
    levels = []

    def noting(game: str, level: str, *asked: Any, **more: Any) -> Action:
        levels.append(level)
        return choose(game, level, *asked, **more)

    async with services(path, choose=noting) as here:
        table = await _waiting_for_ann(here, await here.games.table(1))
        assert [each.level for each in table.people] == [None, EASIEST, EASIEST]
    assert len(levels) > 1
    assert set(levels) == {EASIEST}
    assert caplog.text.count("level 'grandmaster' is unknown") == 1
    assert "gave no" not in caplog.text


# -- results that nobody needs --------------------------------------------------------------


class Gated(Inline):
    """Lets computer players think only while the gate is open; counts those told to stop."""

    def __init__(self) -> None:
        super().__init__()
        self.gate = asyncio.Event()
        self.asked = asyncio.Event()
        self.stopped = 0

    async def run_within(self, limit: Limit, call: Any, *args: Any, **kwargs: Any) -> Any:
        if call is think:
            self.asked.set()
            try:
                await self.gate.wait()
            except asyncio.CancelledError:
                self.stopped += 1
                raise
        return await super().run_within(limit, call, *args, **kwargs)


async def _opponent_thinks(here: Services, gate: Gated) -> Table:
    """A game of Ann and computer players; one thinks after an action that she may undo."""
    table = await here.begun(level="novice")
    for _ in range(60):
        gate.gate.set()
        await here.games.wait_idle()
        gate.gate.clear()
        gate.asked.clear()
        table = await here.step(await here.games.table(table.game.id))
        if table.undo_entry(0) is not None and {0}.isdisjoint(e.seat for e in table.decisions):
            await asyncio.wait_for(gate.asked.wait(), 30)
            return table
    raise AssertionError("no opponent follows an action that can be taken back")


async def test_what_nobody_needs_any_more_is_not_thought_to_its_end(path: Path) -> None:
    gate = Gated()
    async with services(path, workers=gate) as here:
        table = await _opponent_thinks(here, gate)
        after = (await here.games.take_back(table.game.id, ANN)).table
        await asyncio.wait_for(here.games.wait_idle(), 20)
        assert gate.stopped == 1
        assert (await here.games.table(table.game.id)).number == after.number


async def test_who_comes_back_is_not_played_for(path: Path) -> None:
    gate = Gated()
    async with services(path, workers=gate) as here:
        table = await here.begun(BEN, CLEO)
        await here.seats.away(table.game.id, BEN)
        await asyncio.wait_for(gate.asked.wait(), 30)
        table = await here.seats.back(table.game.id, BEN)
        await asyncio.wait_for(here.games.wait_idle(), 20)
        assert gate.stopped == 1
        assert (await here.games.table(table.game.id)).number == table.number


async def test_another_decision_disturbs_no_thought(path: Path) -> None:
    """All seats choose their professions at once."""
    gate = Gated()
    async with services(path, workers=gate) as here:
        table = await here.begun(BEN, level="novice")
        await asyncio.wait_for(gate.asked.wait(), 30)
        table = await here.step(table)
        gate.gate.set()
        await asyncio.wait_for(here.games.wait_idle(), 20)
        assert gate.stopped == 0
        table = await here.games.table(table.game.id)
        assert {each.seat for each in _moves(table)} == {0, 2}


async def test_a_stop_waits_until_no_opponent_is_asked_any_more(path: Path) -> None:
    gate = Gated()
    async with services(path, workers=gate) as here:
        await here.begun(level="novice")
        await asyncio.wait_for(gate.asked.wait(), 30)
        await here.games.close()
        assert gate.stopped == 1
        assert not [each for each in asyncio.all_tasks() if "opponent of" in each.get_name()]
