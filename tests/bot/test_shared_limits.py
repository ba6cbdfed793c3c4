"""What Discord grants several processes together: sessions, requests, refused requests."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from typing import Any

import asyncpg
import pytest

from bot.database.contract import ConnectionLostError
from bot.interactions.rest_budget import RestBudget
from bot.interactions.session_starts import waited_for_turn
from bot.interactions.shared_limits import ALIKE, SharedLimits
from bot.store import DatabaseError, discord_limits
from bot.store.discord_limits import APART
from tests.postgresql import Server
from tests.processes import FIRST, SECOND, Begin, beginning, until


@pytest.fixture
async def begin(postgresql: Server) -> AsyncIterator[Begin]:
    """Begins a process, which remains one until the test ends."""
    async with postgresql.database() as url, beginning(url) as begin:
        yield begin


async def test_sessions_of_all_processes_begin_in_turns(begin: Begin) -> None:
    one, other = await begin(FIRST), await begin(SECOND)
    turns = [await each.limits.take_session_turn(0) for each in (one, other, one)]
    assert turns == pytest.approx([0.0, APART, 2 * APART], abs=0.5)
    assert await other.limits.take_session_turn(1) == 0, "another slot has turns of its own"


async def test_turns_at_the_same_moment_are_different_ones(begin: Begin) -> None:
    both = await begin(FIRST), await begin(SECOND)
    turns = await asyncio.gather(*(each.limits.take_session_turn(0) for each in both * 5))
    assert sorted(turns) == pytest.approx([n * APART for n in range(10)], abs=0.5)


async def test_a_turn_is_not_taken_again_where_the_connection_was_lost(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    process, asked, fetch = await begin(FIRST), 0, asyncpg.Pool.fetch

    async def losing(*args: Any) -> Any:
        nonlocal asked
        asked += 1
        await fetch(*args)
        raise ConnectionResetError

    with monkeypatch.context() as patch:
        patch.setattr(asyncpg.Pool, "fetch", losing)
        with pytest.raises(ConnectionLostError):
            await process.limits.take_session_turn(0)
    assert asked == 1
    assert await process.limits.take_session_turn(0) == pytest.approx(APART, abs=0.5)


async def test_a_shard_waits_for_its_turn(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(discord_limits, "APART", 0.4)
    process = await begin(FIRST)
    await waited_for_turn(process, 0, 2)
    began = time.monotonic()
    await waited_for_turn(process, 1, 2)
    assert time.monotonic() - began < 0.3, "Discord lets two begin at once"
    await waited_for_turn(process, 2, 2)
    assert time.monotonic() - began > 0.3


async def test_a_shard_waits_for_a_database_that_is_away(
    begin: Begin, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bot.interactions.session_starts.TURN_PAUSE", 0.1)
    process = await begin(FIRST)
    await process._database.write("ALTER TABLE reservations RENAME TO away")
    waiting = asyncio.create_task(waited_for_turn(process, 3, 1))
    await until(lambda: "shard 3 waits for the database" in caplog.text)
    await process._database.write("ALTER TABLE away RENAME TO reservations")
    await asyncio.wait_for(waiting, 5)


async def test_what_one_process_is_refused_counts_for_all(begin: Begin) -> None:
    one, other = await begin(FIRST), await begin(SECOND)
    budgets = RestBudget(), RestBudget()
    first, second = SharedLimits(budgets[0], one), SharedLimits(budgets[1], other)
    await until(lambda: budgets[0].processes() == 2)
    for budget, times in zip(budgets, (3, 4), strict=True):
        for _ in range(times):
            budget.invalid.note(403, None)
    for each in (first, second, first, second):
        await each.exchange()
    assert [each.invalid.count() for each in budgets] == [7, 7]
    again = RestBudget()
    await SharedLimits(again, one).exchange()
    assert again.invalid.count() == 7, "a start does not forget them"
    await one._database.write("UPDATE refused_requests SET minute = minute - 11")
    await first.exchange()
    assert budgets[0].invalid.count() == 3
    budgets[0].invalid.note(401, None)
    await first.exchange()
    (row,) = await one._database.all("SELECT count(*), sum(number) FROM refused_requests")
    assert tuple(row) == (1, 1), "nothing is told twice, and old minutes are forgotten"


async def test_what_discord_says_to_one_process_is_told_with_the_heartbeat(
    begin: Begin,
) -> None:
    one, other = await begin(FIRST), await begin(SECOND)
    # Their clocks stand still: on a busy machine a stop is written half a second late, and the
    # process that was told would count it again.
    budgets = RestBudget(monotonic=lambda: 0.0), RestBudget(monotonic=lambda: 0.0)
    for budget, process in zip(budgets, (one, other), strict=True):
        SharedLimits(budget, process)
    budgets[0].stop(20.0)
    budgets[0].limited(20.0)
    await until(lambda: budgets[1].stopped_for() > 0)
    assert 15 < budgets[1].stopped_for() <= 20
    await asyncio.sleep(0.3)
    assert budgets[0]._stops == budgets[1]._stops == 1, "the same one is heard once"


async def test_a_stop_that_is_hardly_longer_is_the_known_one(begin: Begin) -> None:
    process, budget = await begin(FIRST), RestBudget(monotonic=lambda: 0.0)
    limits = SharedLimits(budget, process)
    budget.stop(20.0)
    for seconds, stops in ((20.0 + ALIKE * 0.8, 1), (25.0, 2)):
        await process.limits.stop_requests(seconds)
        await limits.exchange()
        assert budget._stops == stops


async def test_a_limit_that_cannot_be_told_stops_this_process_alone(
    begin: Begin, caplog: pytest.LogCaptureFixture
) -> None:
    process = await begin(FIRST)
    budget = RestBudget()
    limits = SharedLimits(budget, process)
    await process._database.write("ALTER TABLE reservations RENAME TO away")
    try:
        budget.limited(20.0)
        await until(lambda: "other processes were not told" in caplog.text)
        with pytest.raises(DatabaseError):
            await limits.exchange()
    finally:
        await process._database.write("ALTER TABLE away RENAME TO reservations")


async def test_one_process_at_a_time_syncs_the_commands(
    begin: Begin, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, other = await begin(FIRST), await begin(SECOND)
    assert [await each.limits.take_sync() for each in (one, other, one)] == [True, False, True]
    await other.limits.end_sync()
    assert not await other.limits.take_sync(), "it is the other's"
    await one.limits.end_sync()
    monkeypatch.setattr(discord_limits, "SYNC_LASTS", 0.0)
    assert [await each.limits.take_sync() for each in (one, other)] == [True, True], "it lapses"
