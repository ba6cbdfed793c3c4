"""What two processes do with the games of one database: read, wake each other, find work."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final
from unittest.mock import Mock

import asyncpg
import pytest
from msgspec.structs import replace

from bot.database import postgresql_listener
from bot.database.contract import Conflict
from bot.store import StoreError
from bot.store.changes import Change
from bot.store.leases import Work
from bot.store.out import Lobby, LobbyEnd, Notice
from bot.store.result_rows import ReviewRow
from bot.store.rows import CallRow, Due, GameId, SeatRow
from bot.tables.core.draft import Draft
from bot.tables.core.leases import LeaseLost
from bot.tables.core.refusals import NoSuchGame
from bot.tables.core.table import Table
from bot.tables.core.uptime import Uptime
from bot.tables.dues.due import DueOutcome
from bot.tables.lobby.lobby_times import AGE
from bot.tables.orders.standing_orders import NextOrder, follow
from bot.tables.play import reviews as table_reviews
from bot.tables.play.reviews import ReviewRequest, ReviewService
from bot.tables.upkeep import work_search
from bot.tables.upkeep.work_search import WorkSearch
from rules.contract import AnyGame
from rules.opponents.review import Review
from tests.bot.services import ANN, Clock, Services, game_row, services
from tests.bot.two_processes import both, lapse, stores, until, written

SEATS: Final = (SeatRow(0, 0, ANN, "Ann"),)


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
            assert seen == replace(table, journal=seen.journal)
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
        await one.messages.set_message(game, 1, 2, 3)
        await one.messages.set_dm(game, 0, 21, 22)
        await one.messages.set_call(game, 0, CallRow(entry=1, channel=21, message=31))
        await other.step(stale)
        seen = await one.games.table(game)
        assert (seen.game.message, seen.seats[0].dm_message) == (2, 22)
        assert seen.seats[0].call is not None
        # Both write at once: neither write is lost.
        holds = other.cache._locks(game)
        await holds.acquire()
        waiting = asyncio.create_task(other.messages.set_dm(game, 1, 21, 23))
        await asyncio.sleep(0)
        await one.messages.set_dm(game, 2, 21, 24)
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
        await one.messages.set_message(game, 1, 2, 3, epoch)
        await lapse(one.store, game)
        assert await other.cache.leases.hold(game)
        await other.messages.set_message(game, 1, 5, 3, other.cache.leases.epoch(game))
        with pytest.raises(LeaseLost):
            await one.messages.set_message(game, 1, 4, 3, epoch)
        assert (await one.games.table(game)).game.message == 5
        assert one.cache.leases.epoch(game) is None


async def test_the_clock_of_decisions_is_the_same_in_all_processes(url: str) -> None:
    async with stores(url) as (one, other):
        clock = Clock()
        await one.dues.agree_uptime(500.0)
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


async def test_the_other_processes_hear_which_table_has_changed(url: str) -> None:
    async with stores(url) as (one, other):
        heard: list[str] = []
        changed: list[tuple[str, int]] = []
        await one.listen(heard.append, lambda: None, lambda game: changed.append(("one", game)))
        await other.listen(
            heard.append, lambda: None, lambda game: changed.append(("other", game))
        )
        await one.tell_changed(7)
        row = await other.games.create(game_row(id=0), Change(seats=SEATS))
        stale = row
        row = await other.games.commit(row, Change())
        with pytest.raises(Conflict):
            await one.games.commit(stale, Change())
        await one.tell_changed(8)
        await until(lambda: ("other", 8) in changed and ("one", row.id) in changed)
        assert sorted(changed) == sorted([("other", 7), ("one", row.id), ("other", 8)])
        assert not heard


async def test_the_other_processes_hear_that_a_game_was_erased(url: str) -> None:
    async with both(url) as (one, other):
        changed: list[GameId] = []
        await other.store.listen(lambda _: None, lambda: None, changed.append)
        await one.cache.forget(7)
        await until(lambda: changed == [7])


async def test_where_no_wake_up_arrives_the_start_says_so(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def deaf(*_: object) -> None:
        """Hear nothing, as behind a pooler that gives each transaction another connection."""

    monkeypatch.setattr(asyncpg.Connection, "add_listener", deaf)
    monkeypatch.setattr(postgresql_listener, "TIMEOUT", 0.3)
    async with stores(url) as (one, _):
        with pytest.raises(StoreError, match="does not pass on NOTIFY") as caught:
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
        outs = (Lobby(), Notice("table.rests"))
        row = await one.games.create(game_row(id=0), Change(seats=SEATS, outs=outs))
        game = row.id
        last = (await one.outbox.pending(game))[-1].id
        row = replace(row, status="playing", steps=True)
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
        assert await other.leases.work(4.0) == (Work("failed", game, last),)


class _Woken:
    """Stands in for the services that are woken."""

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
        await here.store._database.write("UPDATE outbox SET tries = 8")
        for _ in range(3):
            await search.search()
        assert woken.calls == [f"deliver {game}"] * 4, "what has failed often: once an hour"
        await here.sent()
        await search.search()
        assert woken.calls == [f"deliver {game}"] * 4
        row = replace((await here.games.table(game)).game, steps=True)
        await here.store.games.commit(row, Change(dues=(Due("remind", 0.0, 0, 1),)))
        await here.store.reviews.ask(game, 0, ANN, 4.0)
        woken.calls.clear()
        await search.search()
        assert set(woken.calls) == {f"look {game}", "wake", "resume"}


async def test_what_is_due_is_left_to_the_process_that_has_the_game(url: str) -> None:
    async with both(url) as (one, other):
        asked: list[str] = []

        def answers(name: str) -> Callable[[Table, Due, SeatRow], Any]:
            async def answer(table: Table, due: Due, row: SeatRow) -> DueOutcome:
                asked.append(name)
                return DueOutcome(Draft(table))

            return answer

        one.dues.register_of_seat("remind", answers("one"))
        other.dues.register_of_seat("remind", answers("other"))
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


async def test_opponents_are_left_to_the_process_that_has_the_game(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with both(url) as (one, other):
        table = await one.begun(level="novice")
        await one.games.wait_idle()
        game = table.game.id
        assert await one.cache.leases.hold(game)
        now = await one.games.table(game)
        row = replace(now.game, steps=True)
        await one.store.games.commit(row, Change())
        looked: list[GameId] = []

        def looked_for(rules: AnyGame, table: Table) -> NextOrder:
            looked.append(table.game.id)
            return follow(rules, table)

        monkeypatch.setattr("bot.tables.opponents.autoplay.follow", looked_for)
        other.games._autoplay.look(game)
        await other.games.wait_idle()
        assert looked == []
        await lapse(one.store, game)
        other.games._autoplay.look(game)
        await other.games.wait_idle()
        assert looked == [game]


async def test_two_processes_close_an_old_lobby_once(url: str) -> None:
    async with both(url) as (one, other):
        await one.lobbies.create_lobby("florence", 1, 11, ANN, "Ann")
        for each in (one, other):
            each.clock.now += AGE
            each.dues.start()
        await asyncio.gather(one.dues.join(), other.dues.join())
        rows = await one.store.outbox.pending(1)
        assert [row.what for row in rows] == [Lobby(), LobbyEnd(closed=True)]


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

        made = ReviewService(here.cache, Mock())
        monkeypatch.setattr(made, "_computed", compute)
        return made

    async with both(url) as (one, other):
        table = await one.at_auction()
        game = table.game.id
        ours, theirs = service(one, "one"), service(other, "other")
        await one.store.reviews.ask(game, 0, ANN, 4.0)
        waiting = asyncio.create_task(ours.wait(ReviewRequest(table, 0, None), ANN, 20.0))
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
