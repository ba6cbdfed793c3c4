"""The uptime clock, how long people have been waited for, and due times."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import get_args

import pytest
from msgspec.structs import replace

from bot.database.address import Address
from bot.database.sqlite import SQLite
from bot.database.sqlite_migrations import migrations
from bot.store.out import Board
from bot.store.rows import Due, DueKind, SeatDue, SeatRow, TableDue
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import GameEnded
from bot.tables.core.table import Table
from bot.tables.core.waits import FIRST_DUE
from bot.tables.dues.due import HEARTBEAT, LATER, DueOutcome
from rules.contract import name
from tests.bot.services import ANN, BEN, CLEO, Clock, Services, services

FIRST = FIRST_DUE["days"]["remind"]
WEEK = 7 * 24 * 3600.0


class Asked:
    """A handler that notes what it is asked, and answers as told."""

    def __init__(self, outcome: DueOutcome | None = None) -> None:
        self.outcome = outcome or DueOutcome()
        self.dues: list[Due] = []

    async def __call__(self, table: Table, due: Due, row: SeatRow | None = None) -> DueOutcome:
        self.dues.append(due)
        return self.outcome


async def until(here: Services, seconds: float) -> None:
    """Move the clock, and do what is due by then."""
    here.clock.now += seconds
    here.dues.wake()
    await here.dues.join()


async def test_the_clock_stands_still_while_the_bot_is_down(address: Address) -> None:
    clock = Clock()
    async with services(address, clock=clock) as here:
        here.dues.start()
        await until(here, 100.0)
        assert here.cache.uptime.now() == 100.0
        here.clock.now += 20.0
    clock.now += WEEK
    async with services(address, clock=clock) as here:
        assert here.cache.uptime.now() == 120.0


async def test_a_crash_loses_at_most_the_time_since_the_heartbeat(address: Address) -> None:
    clock = Clock()
    async with services(address, clock=clock) as here:
        here.dues.start()
        await until(here, 100.0)
        clock.now += HEARTBEAT - 1
        assert await here.store.dues.uptime() == 100.0, "what a start after a crash reads"


async def reminders(here: Services, game: int) -> tuple[Due, ...]:
    """Who is to be reminded in a game, and when."""
    return tuple(due for due in await here.store.dues.of_game(game) if due.kind == "remind")


async def test_a_decision_has_a_clock_until_its_person_acts(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        assert [row.waits_since for row in table.seats] == [0.0, 0.0, 0.0]
        here.clock.now += 50.0
        ann = table.decisions[0]
        table = await here.by(table, 0, name(ann.options[0]))
        assert [row.waits_since for row in table.seats] == [None, 0.0, 0.0], "others wait on"
        here.clock.now += 50.0
        table = (await here.games.take_back(table.game.id, ANN)).table
        assert [row.waits_since for row in table.seats] == [100.0, 0.0, 0.0], "it arose anew"
        assert await here.store.games.seats(table.game.id) == table.seats


async def test_who_acts_and_goes_on_is_waited_for_anew(address: Address) -> None:
    async with services(address) as here:
        table = await here.at_auction()
        (decision,) = table.decisions
        here.clock.now += 50.0
        while (
            len(table.decisions) != 1
            or table.decisions[0].seat != decision.seat
            or (table.seats[decision.seat].waits_since == 0.0)
        ):
            table = await here.step(table)
        assert table.seats[decision.seat].waits_since == 50.0


async def test_opponents_and_games_that_end_wait_for_nobody(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(level="novice")
        await here.games.wait_idle()
        table = await here.games.table(table.game.id)
        assert {row.waits_since for row in table.seats if row.user is None} == {None}
        assert table.seats[0].waits_since is not None
        assert await here.store.dues.of_game(table.game.id)
        await here.games.end(table.game.id)
        table = await here.games.table(table.game.id)
        assert {row.waits_since for row in table.seats} == {None}
        assert await here.store.dues.of_game(table.game.id) == ()


async def test_what_is_due_follows_the_clocks_of_the_seats(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        game, first = table.game.id, FIRST
        assert {(d.seat, d.at) for d in await reminders(here, game)} == {
            (seat, first) for seat in range(3)
        }
        here.clock.now += 50.0
        table = await here.by(table, 1, name(table.decisions[1].options[0]))
        assert {d.seat for d in await reminders(here, game)} == {0, 2}
        await here.games.take_back(game, BEN)
        assert {(d.seat, d.at) for d in await reminders(here, game)} == {
            (0, first),
            (1, 50.0 + first),
            (2, first),
        }


async def test_a_handler_is_asked_when_it_is_due_and_not_before(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        asked = Asked(DueOutcome(again=20_000.0))
        here.dues.register_of_seat("remind", asked)
        here.dues.start()
        await until(here, FIRST - 1)
        assert asked.dues == []
        await until(here, 1)
        assert [due.seat for due in asked.dues] == [0, 1, 2]
        asked.outcome = DueOutcome()
        await until(here, 20_000.0)
        assert len(asked.dues) == 6, "put off, then done with"
        assert await reminders(here, table.game.id) == ()


async def test_a_week_of_downtime_makes_nothing_due(address: Address) -> None:
    clock, asked = Clock(), Asked()
    async with services(address, clock=clock) as here:
        here.dues.start()
        await here.begun(BEN, CLEO)
        await until(here, 3600.0)
    clock.now += WEEK
    async with services(address, clock=clock) as here:
        here.dues.register_of_seat("remind", asked)
        here.dues.start()
        await until(here, FIRST - 3601)
        assert asked.dues == []
        await until(here, 2)
        assert len(asked.dues) == 3


async def test_what_a_handler_changes_is_stored_with_its_next_time(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        await here.sent()
        game, other = table.game.id, Due("pause", 90_000.0)
        after = replace(table.game, language="ru")
        draft = Draft(replace(table, game=after), (Board(),), dues=(other,))
        asked = Asked(DueOutcome(draft, again=80_000.0))
        here.dues.register_of_seat("remind", asked)
        here.dues.start()
        here.announced.clear()
        await here.store.dues.put_off(game, Due("remind", FIRST, 1), 5.0)
        await until(here, 5.0)
        assert [due.seat for due in asked.dues] == [1]
        assert here.announced == [game]
        assert (await here.games.table(game)).game.language == "ru"
        dues = {(due.kind, due.seat): due.at for due in await here.store.dues.of_game(game)}
        assert dues["remind", 1] == 80_000.0
        assert dues["pause", None] == 90_000.0


async def test_one_of_a_kind_replaces_the_other_also_without_a_seat(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        game = table.game.id
        first, second = Due("pause", 50.0), Due("pause", 60.0)
        await here.cache.change(game, lambda now: Draft(now, dues=(first,)))
        await here.cache.change(game, lambda now: Draft(now, dues=(second,)))
        pauses = [due for due in await here.store.dues.of_game(game) if due.kind == "pause"]
        assert pauses == [second]
        await here.cache.change(game, lambda now: Draft(now, undue=(("pause", None),)))
        kinds = {due.kind for due in await here.store.dues.of_game(game)}
        assert kinds == {"remind", "absent"}


@pytest.mark.parametrize("error", [GameEnded(), KeyError("a fault")])
async def test_a_handler_that_fails_stops_no_other_and_is_asked_later(
    address: Address, error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        asked = Asked()

        async def failing(table: Table, due: Due, row: SeatRow) -> DueOutcome:
            if due.seat == 0:
                raise error
            return await asked(table, due)

        here.dues.register_of_seat("remind", failing)
        here.dues.start()
        with caplog.at_level(logging.INFO):
            await until(here, FIRST)
        assert [due.seat for due in asked.dues] == [1, 2]
        (left,) = await reminders(here, table.game.id)
        assert (left.seat, left.at) == (0, FIRST + LATER)
        faults = [record for record in caplog.records if record.levelno == logging.ERROR]
        assert len(faults) == (not isinstance(error, GameEnded))


async def test_a_row_that_says_not_which_seat_it_is_about_is_logged_once_and_wakes_nobody(
    address: Address, caplog: pytest.LogCaptureFixture
) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        asked = Asked()
        here.dues.register_of_seat("remind", asked)
        await here.store._database.write(
            "INSERT INTO due (game, kind, at, seat, entry) VALUES (?, 'remind', 0.0, NULL, 0)",
            table.game.id,
        )
        kinds: tuple[DueKind, ...] = ("remind",)
        assert await here.store.dues.earliest(kinds) == FIRST
        here.dues.start()
        with caplog.at_level(logging.ERROR):
            await until(here, 1.0)
            await until(here, 1.0)
        assert asked.dues == []
        assert [record.levelno for record in caplog.records] == [logging.ERROR]
        assert "remind of game 1 names no seat, and is skipped" in caplog.text
        if here.store.leases is not None:
            assert "due" not in {each.what for each in await here.store.leases.work(1.0)}
        await until(here, FIRST)
        assert [due.seat for due in asked.dues] == [0, 1, 2]


async def test_each_kind_is_answered(path: Path) -> None:
    async with services(path) as here:
        here.remind()
        assert set(here.dues._handlers) == {*get_args(SeatDue), *get_args(TableDue)}


async def test_what_was_done_with_meanwhile_is_not_asked(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        asked = Asked()

        async def acting(now: Table, due: Due, row: SeatRow) -> DueOutcome:
            """Seat 0 is asked first; its change removes what was due for seat 1."""
            await asked(now, due)
            return DueOutcome(Draft(now, undue=(("remind", 1),)))

        here.dues.register_of_seat("remind", acting)
        here.dues.start()
        await until(here, FIRST)
        assert [due.seat for due in asked.dues] == [0, 2]
        assert await reminders(here, table.game.id) == ()


async def test_games_of_an_older_release_wait_from_the_first_second_on(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps = migrations()
    with monkeypatch.context() as patch:
        patch.setattr("bot.database.sqlite_migrations.migrations", lambda: steps[:5])
        database = await SQLite.open(path)
        for number, status in enumerate(("playing", "over"), 1):
            await database.write(
                "INSERT INTO games (id, guild, channel, game, rules_version, chosen,"
                " seat_order, language, status, starter, created, updated)"
                " VALUES (?, 1, ?, 'florence', 1, '{}', 'random', 'en', ?, 1, 0, 0)",
                *(number, number, status),
            )
            for seat, user in enumerate((ANN, None)):
                await database.write(
                    "INSERT INTO seats (game, seat, user, name) VALUES (?, ?, ?, 'A')",
                    *(number, seat, user),
                )
        await database.close()
    async with services(path) as here:
        seats = [
            row.waits_since for game in (1, 2) for row in await here.store.games.seats(game)
        ]
        assert seats == [0.0, None, None, None]
        assert await here.store.dues.of_game(1) == (Due("remind", FIRST, 0),)
        assert await here.store.dues.of_game(2) == ()


async def test_the_loop_wakes_at_the_earliest_time_and_once_a_minute(address: Address) -> None:
    async with services(address) as here:
        table = await here.begun(BEN, CLEO)
        asked = Asked()
        here.dues.register_of_seat("ring", asked)
        here.dues.start()
        await here.dues.join()
        assert _wakes_in(here) == pytest.approx(HEARTBEAT, abs=5.0)
        for at, wakes in ((40.0, 40.0), (50.0, 40.0), (10.0, 10.0)):
            due = Due("ring", at, 0)
            await here.cache.change(table.game.id, lambda now, due=due: Draft(now, dues=(due,)))  # type: ignore[misc]  # bound now
            assert _wakes_in(here) == pytest.approx(wakes, abs=5.0)
        now = Due("ring", 0.0, 0)
        await here.cache.change(table.game.id, lambda table: Draft(table, dues=(now,)))
        await here.dues.join()
        assert asked.dues == [now], "at once"


async def test_after_a_start_the_loop_wakes_at_the_earliest_time(address: Address) -> None:
    dues = (Due("ring", 50.0, 0), Due("proposal", 40.0), Due("remind", 55.0, 1))
    for run in range(2):
        async with services(address) as here:
            here.dues.register_of_seat("ring", Asked())
            here.dues.register_of_seat("remind", Asked())
            if run == 0:
                table = await here.begun(BEN, CLEO)
                await here.cache.change(table.game.id, lambda now: Draft(now, dues=dues))
            else:
                here.dues.start()
                await here.dues.join()
                assert _wakes_in(here) == pytest.approx(40.0, abs=5.0)


async def test_what_is_due_at_another_time_by_now_is_left_alone(address: Address) -> None:
    async with services(address) as here:
        game = (await here.begun(BEN, CLEO)).game.id
        before, after = Due("pause", 10.0), Due("pause", 20.0)
        await here.cache.change(game, lambda now: Draft(now, dues=(before,)))
        await here.cache.change(game, lambda now: Draft(now, dues=(after,)))
        await here.store.dues.put_off(game, before, 99.0)
        await here.store.dues.remove(game, before)
        assert after in await here.store.dues.of_game(game)
        await here.store.dues.put_off(game, after, 30.0)
        assert Due("pause", 30.0) in await here.store.dues.of_game(game)


def _wakes_in(here: Services) -> float:
    """In how many seconds the loop will look by itself."""
    assert here.dues._timer is not None
    return here.dues._timer.when() - asyncio.get_running_loop().time()
