"""Leases of games: two processes on one database, of which one acts for each game."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Any, Final
from unittest.mock import Mock

import asyncpg
import msgspec
import pytest

from bot.store import Store, StoreError, postgresql_listener
from bot.store.changes import Change, Guard
from bot.store.database import Conflict
from bot.store.leases import LASTS, Lease, Work
from bot.store.rows import CallRow, Due, GameId, Out, ReviewRow, SeatRow
from bot.tables import leases as table_leases
from bot.tables import reviews as table_reviews
from bot.tables import work_search
from bot.tables.draft import Draft
from bot.tables.due import Answer
from bot.tables.leases import TRUSTED, LeaseLost, Leases
from bot.tables.refusals import NoSuchGame
from bot.tables.reviews import Asked, ReviewService
from bot.tables.table import Table
from bot.tables.uptime import Uptime
from bot.tables.work_search import WorkSearch
from rules.opponents.review import Review
from tests.bot.services import ANN, BEN, CLEO, Clock, Services, game_row, services
from tests.postgresql import Server

SEATS: Final = (SeatRow(0, 0, ANN, "Ann"),)


@pytest.fixture
async def url(postgresql: Server) -> AsyncIterator[str]:
    """A database of PostgreSQL with the tables, and nothing in them."""
    async with postgresql.database() as made:
        yield made


@asynccontextmanager
async def stores(url: str) -> AsyncIterator[tuple[Store, Store]]:
    """Those of two processes."""
    async with AsyncExitStack() as opened:
        found = []
        for _ in range(2):
            found.append(await Store.open(url, 2))
            opened.push_async_callback(found[-1].close)
        yield found[0], found[1]


@asynccontextmanager
async def both(url: str) -> AsyncIterator[tuple[Services, Services]]:
    """The services of two processes."""
    async with services(url) as one, services(url, seed=2) as other:
        yield one, other


async def written(store: Store, sql: str, *values: object) -> None:
    assert await store._database.write(sql, *values)


async def lapse(store: Store, game: GameId) -> None:
    """Twenty seconds pass without a renewal."""
    await written(store, "UPDATE games SET owned_until = owned_until - 20 WHERE id = ?", game)


async def left(store: Store, game: GameId) -> float:
    """For how many seconds a lease still lasts."""
    row = await store._database.one(
        "SELECT owned_until - CAST(extract(epoch FROM clock_timestamp()) AS DOUBLE PRECISION)"
        " FROM games WHERE id = ?",
        game,
    )
    assert row is not None
    return float(row[0])


async def until(found: Callable[[], object], seconds: float = 10.0) -> None:
    """Wait for something that comes by itself."""
    async with asyncio.timeout(seconds):
        while not found():  # noqa: ASYNC110 - what another process does
            await asyncio.sleep(0.02)


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
            await one.games.commit(msgspec.structs.replace(row, revision=0), Change())


async def test_what_is_beside_a_commit_is_guarded(url: str) -> None:
    async with stores(url) as (one, _):
        row = await one.games.create(game_row(id=0), Change(seats=SEATS))
        seat = msgspec.structs.replace(SEATS[0], game=row.id, dm_message=5)
        await one.games.set_dm(seat, Guard(0, 1))
        for guard in (Guard(0, 1), Guard(1, 2), Guard(0)):
            with pytest.raises(Conflict):
                await one.games.set_dm(seat, guard)
        await one.games.set_call(
            msgspec.structs.replace(seat, call=CallRow(entry=3)), Guard(1, 1)
        )
        await one.games.set_hands(row.id, 0, "button", Guard(2))
        await one.games.set_advised(row.id, 0, Guard(3))
        await one.games.set_message(msgspec.structs.replace(row, message=7), Guard(4, 1))
        assert await one.games.revision(row.id) == 5
        (stored,) = await one.games.seats(row.id)
        assert (stored.dm_message, stored.hands, stored.advised) == (5, "button", True)
        assert stored.call is not None
        assert stored.call.entry == 3


async def test_a_message_is_crossed_out_only_under_the_epoch_it_was_sent_under(
    url: str,
) -> None:
    async with stores(url) as (one, other):
        row = await one.games.create(game_row(id=0), Change(seats=SEATS, outs=(Out("lobby"),)))
        (pending,) = await one.outbox.pending(row.id)
        stale = msgspec.structs.replace(pending, epoch=1)
        await lapse(one, row.id)
        assert other.leases is not None
        assert await other.leases.take(row.id) == Lease(other.leases.process, 2)
        assert not await one.outbox.remove(stale)
        assert await one.outbox.pending(row.id) == (pending,)
        assert await other.outbox.remove(msgspec.structs.replace(pending, epoch=2))
        await one.outbox.repeat(stale)
        (again,) = await other.outbox.pending(row.id)
        assert again.id > pending.id
        assert (again.kind, again.n, again.tries) == (pending.kind, pending.n, 0)


# -- of this process -----------------------------------------------------------


async def test_a_lease_is_trusted_for_ten_seconds(url: str) -> None:
    async with stores(url) as (one, other):
        clock = Clock()
        here, there = Leases(one, clock), Leases(other, clock)
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
        here = Leases(one)
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
        await here.games.set_message(table.game.id, 1, 2, 3)
        assert (await here.games.table(table.game.id)).game.revision == revision
        assert asked == []


# -- fresh reads ---------------------------------------------------------------


async def test_what_one_process_does_another_reads_at_its_next_use(url: str) -> None:
    async with both(url) as (one, other):
        table = await one.at_auction()
        game = table.game.id
        assert (await other.games.table(game)).number == table.number
        whole: list[object] = []
        other.store.games.entries = whole.append  # type: ignore[assignment,method-assign]  # a test's
        for _ in range(4):
            table = await one.step(table)
            seen = await other.games.table(game)
            assert seen == msgspec.structs.replace(table, journal=seen.journal)
            assert seen.journal is not None
            assert table.journal is not None
            assert seen.journal.entries == table.journal.entries
            assert seen.decisions == table.decisions
        table = await other.step(await other.games.table(game))
        assert (await one.games.table(game)).number == table.number
        assert whole == [], "only what is new is folded"


async def test_a_journal_that_does_not_continue_is_read_anew(url: str) -> None:
    async with both(url) as (one, other):
        table = await one.at_auction()
        game = table.game.id
        await other.games.table(game)
        await written(one.store, "DELETE FROM entries WHERE n = ?", table.number)
        last = await one.store._database.one(
            "SELECT n, checksum FROM entries ORDER BY n DESC LIMIT 1"
        )
        assert last is not None
        await written(one.store, "UPDATE games SET revision = revision + 1")
        seen = await other.games.table(game)
        assert seen.journal is not None
        assert (seen.number, seen.journal.checksum()) == tuple(last)


async def test_what_was_erased_elsewhere_is_gone_here(url: str) -> None:
    async with both(url) as (one, other):
        table = await one.at_auction()
        await other.games.table(table.game.id)
        await one.store.retention.erase((table.game.id,))
        with pytest.raises(NoSuchGame):
            await other.games.table(table.game.id)


async def test_a_move_elsewhere_keeps_where_messages_stand(url: str) -> None:
    async with both(url) as (one, other):
        table = await one.at_auction()
        game = table.game.id
        stale = await other.games.table(game)
        await one.games.set_message(game, 1, 2, 3)
        await one.games.set_dm(game, 0, 21, 22)
        await one.games.set_call(game, 0, CallRow(entry=1, channel=21, message=31))
        await other.step(stale)
        seen = await one.games.table(game)
        assert (seen.game.message, seen.seats[0].dm_message) == (2, 22)
        assert seen.seats[0].call is not None
        # Both write at once: neither is lost.
        holds = other.cache._locks(game)
        await holds.acquire()
        waiting = asyncio.create_task(other.games.set_dm(game, 1, 21, 23))
        await asyncio.sleep(0)
        await one.games.set_dm(game, 2, 21, 24)
        holds.release()
        await waiting
        stored = await one.store.games.seats(game)
        assert [each.dm_message for each in stored] == [22, 23, 24]


async def test_what_was_sent_under_a_lost_lease_is_not_remembered(url: str) -> None:
    async with both(url) as (one, other):
        table = await one.at_auction()
        game = table.game.id
        assert await one.cache.leases.hold(game)
        epoch = one.cache.leases.epoch(game)
        await one.games.set_message(game, 1, 2, 3, epoch)
        await lapse(one.store, game)
        assert await other.cache.leases.hold(game)
        await other.games.set_message(game, 1, 5, 3, other.cache.leases.epoch(game))
        with pytest.raises(LeaseLost):
            await one.games.set_message(game, 1, 4, 3, epoch)
        assert (await one.games.table(game)).game.message == 5
        assert one.cache.leases.epoch(game) is None


async def test_the_clock_of_decisions_is_the_same_in_all_processes(url: str) -> None:
    async with stores(url) as (one, other):
        clock = Clock()
        await one.dues.set_uptime(500.0)
        first = await Uptime.read(one, clock)
        clock.now += 40.0
        second = await Uptime.read(other, clock)
        assert (first.now(), second.now()) == (540.0, 500.0)
        for _ in range(3):
            clock.now += 10.0
            await first.save()
            await second.save()
        assert (first.now(), second.now()) == (570.0, 570.0), "no faster for two"
        assert await one.dues.uptime() == 570.0


# -- wake-ups ------------------------------------------------------------------


async def test_wake_ups_arrive_and_come_again_after_a_reconnect(url: str) -> None:
    async with stores(url) as (one, other):
        assert one.leases is not None
        heard: list[str] = []
        back: list[bool] = []
        await one.listen(heard.append, lambda: back.append(True))
        await other.listen(lambda text: heard.append(f"wrong {text}"), lambda: None)
        await other.tell(one.leases.process, "7")
        await until(lambda: heard == ["7"])
        connection = await asyncpg.connect(url)
        try:
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE application_name = 'maecenas wake-ups'"
                " AND datname = current_database()"
            )
        finally:
            await connection.close()
        await until(lambda: back)
        await other.tell(one.leases.process, "8")
        await until(lambda: heard == ["7", "8"])


async def test_where_no_wake_up_arrives_the_start_says_so(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deaf(*_: object) -> None:
        """As behind a pooler that gives each transaction another connection."""

    monkeypatch.setattr(asyncpg.Connection, "add_listener", deaf)
    monkeypatch.setattr(postgresql_listener, "TIMEOUT", 0.3)
    async with stores(url) as (one, _):
        with pytest.raises(StoreError, match="passes no NOTIFY on") as caught:
            await one.listen(lambda _: None, lambda: None)
    assert "\n" not in str(caught.value)


async def test_the_owner_is_woken(url: str) -> None:
    async with both(url) as (one, other):
        heard: list[str] = []
        await one.store.listen(heard.append, lambda: None)
        table = await one.at_auction()
        assert not await other.cache.leases.hold(table.game.id)
        await until(lambda: heard == [str(table.game.id)])


# -- work ------------------------------------------------------------------------


async def test_work_is_found_where_nobody_living_acts(url: str) -> None:
    async with stores(url) as (one, other):
        assert one.leases is not None
        assert other.leases is not None
        outs = (Out("lobby"), Out("notice", text="lobby.expired"))
        row = await one.games.create(game_row(id=0), Change(seats=SEATS, outs=outs))
        game = row.id
        last = (await one.outbox.pending(game))[-1].id
        row = msgspec.structs.replace(row, status="playing", steps=True)
        row = await one.games.commit(row, Change(dues=(Due("remind", 5.0, 0, 1),)))
        await one.reviews.ask(game, 0, ANN, 4.0)
        messages, steps = Work("messages", game, last), Work("steps", game, 1)
        due, review = Work("due", game, 5000), Work("review", game, 0)
        assert set(await one.leases.work(5.0)) == {messages, steps, due, review}
        assert set(await one.leases.work(4.0)) == {messages, steps, review}
        assert await other.leases.work(5.0) == ()
        await lapse(one, game)
        assert set(await other.leases.work(5.0)) == {messages, steps, due, review}
        await one.leases.release((game,))
        assert set(await other.leases.work(5.0)) == {messages, steps, due, review}
        await written(one, "UPDATE outbox SET tries = 8")
        await written(one, "UPDATE games SET rested = 1.0")
        await one._database.write("UPDATE reviews SET review = '{}'")
        assert await other.leases.work(4.0) == ()


class _Woken:
    """Stands for the services that are woken."""

    def __init__(self) -> None:
        self.calls: list[str] = []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *values: self.calls.append(" ".join(map(str, (name, *values))))


async def test_a_search_wakes_what_is_new(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with services(url) as here:
        woken: Any = _Woken()
        search = WorkSearch(here.cache, woken, woken, woken, woken.deliver)
        table = await here.at_auction()
        game = table.game.id
        await search.search()
        assert woken.calls == [f"deliver {game}"]
        await search.search()
        assert woken.calls == [f"deliver {game}"], "it waits as before"
        await here.step(table)
        await search.search()
        assert woken.calls == [f"deliver {game}"] * 2
        monkeypatch.setattr(work_search, "AGAIN", 0.0)
        await search.search()
        assert woken.calls == [f"deliver {game}"] * 3
        await here.sent()
        await search.search()
        assert woken.calls == [f"deliver {game}"] * 3
        row = msgspec.structs.replace((await here.games.table(game)).game, steps=True)
        await here.store.games.commit(row, Change(dues=(Due("remind", 0.0, 0, 1),)))
        await here.store.reviews.ask(game, 0, ANN, 4.0)
        woken.calls.clear()
        await search.search()
        assert set(woken.calls) == {f"look {game}", "wake", "resume"}


async def test_what_is_due_is_left_to_the_process_that_has_the_game(url: str) -> None:
    async with both(url) as (one, other):
        asked: list[str] = []

        def answers(name: str) -> Callable[[Table, Due], Any]:
            async def answer(table: Table, due: Due) -> Answer:
                asked.append(name)
                return Answer(Draft(table))

            return answer

        one.dues.register("remind", answers("one"))
        other.dues.register("remind", answers("other"))
        table = await one.at_auction()
        now = one.cache.uptime.now()
        await one.cache.change(
            table.game.id, lambda now_: Draft(now_, dues=(Due("remind", now - 1, 0, 1),))
        )
        other.dues.start()
        await other.dues.join()
        assert asked == []
        await lapse(one.store, table.game.id)
        other.dues.wake()
        await other.dues.join()
        assert asked == ["other"]
        one.dues.start()
        await one.dues.join()
        assert asked == ["other"]


async def test_opponents_are_left_to_the_process_that_has_the_game(url: str) -> None:
    async with both(url) as (one, other):
        table = await one.begun(level="novice")
        await one.games.wait_idle()
        game = table.game.id
        assert await one.cache.leases.hold(game)
        stepping = msgspec.structs.replace((await one.games.table(game)).game, steps=True)
        await one.store.games.commit(stepping, Change())
        looked: list[GameId] = []
        orders = other.store.games.orders

        async def counted(game: GameId) -> Any:
            looked.append(game)
            return await orders(game)

        other.store.games.orders = counted  # type: ignore[method-assign]  # a test's
        other.games._autoplay.look(game)
        await other.games.wait_idle()
        assert looked == []
        await lapse(one.store, game)
        other.games._autoplay.look(game)
        await other.games.wait_idle()
        assert looked != []


async def test_two_processes_close_an_old_lobby_once(url: str) -> None:
    async with both(url) as (one, other):
        await one.lobbies.create_lobby("florence", 1, 11, ANN, "Ann")
        one.clock.now += 25 * 3600
        other.clock.now += 25 * 3600
        closed = await asyncio.gather(one.expiry.expire(), other.expiry.expire())
        assert sum(len(each) for each in closed) == 1
        rows = await one.store.outbox.pending(1)
        assert sum(row.kind == "notice" for row in rows) == 1


async def test_a_review_is_computed_by_the_process_that_has_the_game(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_reviews, "LOOKED_FOR", 0.05)
    computed: list[str] = []
    kept = Review((), (), 3)

    def service(here: Services, name: str) -> ReviewService:
        async def compute(row: ReviewRow) -> Review:
            computed.append(name)
            return kept

        made = ReviewService(here.cache, Mock(), clock=here.clock)
        monkeypatch.setattr(made, "_computed", compute)
        return made

    async with both(url) as (one, other):
        table = await one.at_auction()
        game = table.game.id
        ours, theirs = service(one, "one"), service(other, "other")
        await one.store.reviews.ask(game, 0, ANN, 4.0)
        waiting = asyncio.create_task(ours.wait(Asked(table, 0, None), ANN, 20.0))
        theirs.resume()
        await theirs.join()
        assert computed == []
        await lapse(one.store, game)
        theirs.resume()
        await theirs.join()
        assert computed == ["other"]
        assert await waiting == kept, "though nothing was told"
        ours.resume()
        await ours.join()
        assert computed == ["other"]
