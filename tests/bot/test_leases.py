"""Leases of games: of two processes on one database, only one acts for each game."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import pytest
from msgspec.structs import replace

from bot.database.contract import Conflict
from bot.store import processes
from bot.store.changes import Change, Guard
from bot.store.leases import LASTS, Lease
from bot.store.out import Lobby
from bot.store.processes import Process
from bot.store.rows import CallRow, SeatRow
from bot.tables.core import leases as table_leases
from bot.tables.core.leases import TRUSTED, LeaseLost, locks_of
from tests.bot.services import ANN, BEN, CLEO, Clock, game_row, services
from tests.bot.two_processes import lapse, left, stores, until, written
from tests.processes import FIRST, SECOND

SEATS: Final = (SeatRow(0, 0, ANN, "Ann"),)


# -- the row -----------------------------------------------------------------


async def test_one_process_at_a_time_has_a_lease(url: str) -> None:
    async with stores(url) as (one, other):
        assert one.leases is not None
        assert other.leases is not None
        mine, theirs = one.leases.process, other.leases.process
        assert mine != theirs
        game = (await one.games.create(game_row(id=0), Change(seats=SEATS))).id
        assert await other.leases.take(game) == Lease(mine, 1), "who made it has it"
        assert await one.leases.take(game) == Lease(mine, 1), "the same owner, the same epoch"
        assert await other.leases.renew((game,)) == {}
        await other.leases.release((game,))
        assert await other.leases.take(game) == Lease(mine, 1), "nobody else gives it back"
        assert LASTS - 5 < await left(one, game) <= LASTS
        await lapse(one, game)
        assert await one.leases.renew((game,)) == {game: 1}, "nobody took it meanwhile"
        assert await other.leases.take(game) == Lease(mine, 1)
        await lapse(one, game)
        assert await other.leases.take(game) == Lease(theirs, 2)
        assert await one.leases.renew((game,)) == {}
        await other.leases.release((game,))
        assert await one.leases.take(game) == Lease(mine, 3)
        assert await one.leases.take(game + 1) is None, "there is no such game"


async def test_nobody_waits_for_the_leases_of_a_process_that_is_known_to_be_gone(
    url: str,
) -> None:
    async with stores(url) as (one, other):
        assert one.leases is not None
        assert other.leases is not None
        games = [
            (await one.games.create(game_row(id=0, channel=n), Change(seats=SEATS))).id
            for n in range(2)
        ]
        await written(
            one,
            "INSERT INTO processes (id, name, pid, pid_space, until) VALUES (?, '', 0, '', ?)",
            *("living", 2.0**40),
        )
        await written(one, "UPDATE games SET owner = 'living' WHERE id = ?", games[1])
        await other.leases.drop_gone()
        assert await other.leases.take(games[0]) == Lease(other.leases.process, 2)
        assert await other.leases.take(games[1]) == Lease("living", 1)
        await written(one, "DELETE FROM processes")
        await other.serve(lambda: None)
        assert await other.leases.take(games[1]) == Lease(other.leases.process, 2)


async def test_the_leases_of_a_process_that_ends_on_this_machine_are_soon_free(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(processes, "RENEWED", 0.1)
    async with stores(url) as (one, other):
        killed, living = one.process, other.process
        assert isinstance(killed, Process)
        assert other.leases is not None
        number = "UPDATE processes SET pid = ? WHERE id = ?"
        await one.serve(lambda: None, FIRST)
        await written(one, number, 1, killed.id)  # a process begun here is another one
        await other.serve(lambda: None, SECOND)
        game = (await one.games.create(game_row(id=0), Change(seats=SEATS))).id
        await until(lambda: living.number == 2)
        await asyncio.sleep(0.3)
        assert await other.leases.take(game) == Lease(killed.id, 1), "it lives"
        # As if killed: it gives no more signs of life, and no process has its number.
        assert killed._renewing is not None
        killed._renewing.cancel()
        await written(one, number, 0, killed.id)
        await until(lambda: living.number == 1)
        await asyncio.sleep(0.3)
        assert await other.leases.take(game) == Lease(living.id, 2)


async def test_a_commit_takes_the_lease_where_nobody_living_has_it(url: str) -> None:
    async with stores(url) as (one, other):
        assert one.leases is not None
        assert other.leases is not None
        told: list[Lease] = []
        one.leases.noted = other.leases.noted = lambda game, lease, began: told.append(lease)
        row = await one.games.create(game_row(id=0), Change(seats=SEATS))
        row = await other.games.commit(row, Change())
        await lapse(one, row.id)
        row = await other.games.commit(row, Change())
        assert await left(one, row.id) > LASTS - 5
        await lapse(one, row.id)
        row = await other.games.commit(row, Change())
        mine, theirs = one.leases.process, other.leases.process
        assert told == [Lease(mine, 1), Lease(theirs, 2), Lease(theirs, 2)]
        assert await left(one, row.id) > LASTS - 5, "a commit of its owner renews it"
        with pytest.raises(Conflict):
            await one.games.commit(replace(row, revision=0), Change())


async def test_what_is_beside_a_commit_is_guarded(url: str) -> None:
    async with stores(url) as (one, _):
        row = await one.games.create(game_row(id=0), Change(seats=SEATS))
        seat = replace(SEATS[0], game=row.id, dm_message=5)
        await one.games.set_dm(seat, Guard(0, 1))
        for guard in (Guard(0, 1), Guard(1, 2), Guard(0)):
            with pytest.raises(Conflict):
                await one.games.set_dm(seat, guard)
        await one.games.set_call(replace(seat, call=CallRow(entry=3)), Guard(1, 1))
        await one.games.close_dms(row.id, 0, Guard(2))
        await one.games.set_advised(row.id, 0, Guard(3))
        await one.games.set_message(replace(row, message=7), Guard(4, 1))
        assert await one.games.revision(row.id) == 5
        (stored,) = await one.games.seats(row.id)
        assert (stored.dm_message, stored.hands, stored.advised) == (5, "button", True)
        assert stored.call is not None
        assert stored.call.entry == 3


async def test_a_message_is_crossed_out_only_under_the_epoch_it_was_sent_under(
    url: str,
) -> None:
    async with stores(url) as (one, other):
        row = await one.games.create(game_row(id=0), Change(seats=SEATS, outs=(Lobby(),)))
        (pending,) = await one.outbox.pending(row.id)
        stale = replace(pending, epoch=1)
        await lapse(one, row.id)
        assert other.leases is not None
        assert await other.leases.take(row.id) == Lease(other.leases.process, 2)
        assert not await one.outbox.remove(stale)
        assert await one.outbox.pending(row.id) == (pending,)
        assert await other.outbox.remove(replace(pending, epoch=2))
        await one.outbox.repeat(stale)
        (again,) = await other.outbox.pending(row.id)
        assert again.id > pending.id
        assert (again.kind, again.n, again.tries) == (pending.kind, pending.n, 0)


# -- of this process -----------------------------------------------------------


async def test_a_lease_is_trusted_for_ten_seconds(url: str) -> None:
    async with stores(url) as (one, other):
        clock = Clock()
        here, there = locks_of(one, clock), locks_of(other, clock)
        row = await one.games.create(game_row(id=0), Change(seats=SEATS))
        game = row.id
        assert not here.check(game)
        assert await here.hold(game)
        assert here.count() == 1
        here.require(game, 1)
        with pytest.raises(LeaseLost):
            here.require(game, 2)
        assert not await there.hold(game)
        clock.now += TRUSTED
        with pytest.raises(LeaseLost):
            here.require(game, 1)
        assert await here.confirm(game, 1)
        here.require(game, 1)
        clock.now += TRUSTED
        row = await one.games.commit(row, Change())
        here.require(game, 1)
        await lapse(one, game)
        assert await there.hold(game)
        assert not await here.confirm(game, 1)
        assert here.epoch(game) is None
        clock.now += LASTS
        assert there.count() == 0
        await there.close()
        assert await here.hold(game), "given back"
        assert here.epoch(game) == 3
        await here.close()


async def test_leases_are_renewed_while_there_is_work(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_leases, "RENEWED", 0.05)
    async with stores(url) as (one, other):
        assert other.leases is not None
        here = locks_of(one)
        made = [
            (await one.games.create(game_row(id=0, channel=n), Change(seats=SEATS))).id
            for n in range(3)
        ]
        working, idle, lost = made
        here.watch(lambda game: game in {working, lost})
        for game in made:
            assert await here.hold(game)
            await lapse(one, game)
        await other.leases.take(lost)
        await until(lambda: here.epoch(lost) is None)
        assert await left(one, working) > LASTS - 5
        assert await left(one, idle) < 0
        assert here.epoch(working) == 1
        await here.close()
        assert await other.leases.take(working) == Lease(other.leases.process, 2)


async def test_one_process_on_sqlite_asks_nothing(path: Any) -> None:
    async with services(path) as here:
        table = await here.begun(BEN, CLEO)
        asked: list[object] = []
        here.store.games.revision = asked.append  # type: ignore[assignment,method-assign]  # a test's
        leases = here.cache.leases
        assert here.store.leases is None
        assert await leases.hold(table.game.id)
        leases.require(table.game.id, None)
        assert leases.epoch(table.game.id) is None
        revision = (await here.games.table(table.game.id)).game.revision
        await here.messages.set_message(table.game.id, 1, 2, 3)
        assert (await here.games.table(table.game.id)).game.revision == revision
        assert asked == []
