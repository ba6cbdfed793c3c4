"""Reminders and nudges: when people are reminded, with a clock moved by hand."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bot.store.person_rows import PersonRow
from bot.store.rows import CallRow
from bot.tables.core.draft import Draft
from bot.tables.core.refusals import NobodyToNudge, NoSeatHere, NudgedAlready
from bot.tables.core.table import Table
from bot.tables.upkeep.reminders import AFTER_QUIET, ASKED_AGAIN, Nudged, Reminders
from rules.contract import name
from tests.bot.services import ANN, BEN, CHANNEL, CLEO, EVE, GUILD, Clock, Services, services

MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0


def at(text: str) -> float:
    """A time in UTC as Unix seconds."""
    return datetime.fromisoformat(text).replace(tzinfo=UTC).timestamp()


@asynccontextmanager
async def reminded(
    path: Path, began: str = "2026-06-01 12:00", seed: int = 1
) -> AsyncIterator[tuple[Services, Reminders]]:
    """Services that remind people, from a given time on."""
    clock = Clock()
    clock.now = at(began)
    async with services(path, clock=clock) as here:
        reminders = Reminders(*(here.cache, here.dues), is_gone=here.is_gone, rng=Random(seed))
        here.dues.start()
        yield here, reminders


async def passes(here: Services, seconds: float, step: float = 5 * MINUTE) -> None:
    """Time passes; the loop looks now and then."""
    end = here.clock.now + seconds
    while here.clock.now < end:
        here.clock.now = min(here.clock.now + step, end)
        here.dues.wake()
        await here.dues.join()


async def counts(here: Services, table: Table) -> list[int]:
    """How often each seat was reminded."""
    return [row.reminders for row in (await here.games.table(table.game.id)).seats]


async def one_waits(here: Services) -> Table:
    """A game of three that waits only for Ann, who was called with a sound."""
    table = await here.begun(BEN, CLEO)
    for seat in (1, 2):
        decision = table.decision(seat)
        assert decision is not None
        table = await here.by(table, seat, name(decision.options[0]))
    assert [row.name for row in table.deciding] == ["Ann"]
    await here.messages.set_call(1, 0, CallRow(entry=table.arose(0) or 0, message=7))
    return await here.games.table(1)


@pytest.mark.parametrize("hours", [3, 12, 24, 48])
async def test_three_reminders_each_after_the_persons_own_time(path: Path, hours: int) -> None:
    async with reminded(path) as (here, _):
        if hours != 24:
            await here.people.change(ANN, reminders=hours)
        table = await one_waits(here)
        for count in range(3):
            await passes(here, hours * HOUR - 1)
            assert await counts(here, table) == [count, 0, 0]
            await passes(here, 1)
            assert await counts(here, table) == [count + 1, 0, 0]
        await passes(here, 8 * DAY, step=HOUR)
        await here.people.change(ANN, reminders=24 if hours == 3 else 3)
        await passes(here, 2 * DAY, step=HOUR)
        assert await counts(here, table) == [3, 0, 0], "three in a row at most"


async def test_who_wants_none_gets_none(path: Path) -> None:
    async with reminded(path) as (here, _):
        await here.people.change(ANN, reminders=0)
        table = await one_waits(here)
        await passes(here, 8 * DAY, step=HOUR)
        assert await counts(here, table) == [0, 0, 0]
        kinds = {due.kind for due in await here.store.dues.of_game(table.game.id)}
        assert "remind" not in kinds


async def test_counts_start_anew_when_the_person_acts(path: Path) -> None:
    async with reminded(path) as (here, _):
        table = await one_waits(here)
        await passes(here, 3 * DAY, step=HOUR)
        assert await counts(here, table) == [3, 0, 0]
        decision = table.decision(0)
        assert decision is not None
        table = await here.by(table, 0, name(decision.options[0]))
        while table.decision(0) is None:
            table = await here.step(table)
        assert await counts(here, table) == [0, 0, 0]
        await passes(here, DAY - 1, step=HOUR)
        assert await counts(here, table) == [0, 0, 0]
        await passes(here, 1)
        assert await counts(here, table) == [1, 0, 0]


async def test_a_new_choice_counts_for_the_decision_that_stands(path: Path) -> None:
    async with reminded(path) as (here, _):
        await here.people.change(ANN, reminders=48)
        table = await one_waits(here)
        await passes(here, 13 * HOUR)
        await here.people.change(ANN, reminders=12)
        await here.dues.join()
        await passes(here, 1)
        assert await counts(here, table) == [1, 0, 0]
        await here.people.change(ANN, reminders=0)
        await passes(here, 2 * DAY)
        assert await counts(here, table) == [1, 0, 0]
        await here.people.change(ANN, reminders=3)
        await passes(here, 1)
        assert await counts(here, table) == [2, 0, 0]


async def test_a_week_of_downtime_sends_no_reminder(path: Path) -> None:
    async with reminded(path) as (here, _):
        table = await one_waits(here)
        await passes(here, 23 * HOUR, step=HOUR)
        clock = here.clock
    clock.now += 7 * DAY
    async with services(path, clock=clock) as here:
        here.remind()
        here.dues.start()
        await passes(here, HOUR - 2)
        assert await counts(here, table) == [0, 0, 0]
        await passes(here, 2)
        assert await counts(here, table) == [1, 0, 0]


async def _reminded_at(path: Path, seed: int, **settings: Any) -> float:
    """When Ann, who has been waited for since noon, is first reminded."""
    async with reminded(path, seed=seed) as (here, _):
        await here.people.change(ANN, **settings)
        table = await one_waits(here)
        while await counts(here, table) == [0, 0, 0]:
            await passes(here, MINUTE, step=MINUTE)
        return here.clock.now


async def test_quiet_hours_put_a_reminder_off_by_chance(tmp_path: Path) -> None:
    quiet = {"quiet_start": 14, "quiet_end": 22, "reminders": 3}
    times = [await _reminded_at(tmp_path / f"{seed}.db", seed, **quiet) for seed in range(6)]
    end = at("2026-06-01 22:00")
    assert all(end <= time <= end + AFTER_QUIET + MINUTE for time in times)
    assert len(set(times)) > 1, "their end is not told by when it comes"
    assert max(times) - min(times) > 5 * MINUTE


async def test_quiet_hours_are_those_of_the_persons_time_zone(tmp_path: Path) -> None:
    quiet = {"quiet_start": 14, "quiet_end": 22, "reminders": 3}
    tokyo = await _reminded_at(tmp_path / "a.db", 1, time_zone="Asia/Tokyo", **quiet)
    assert tokyo == at("2026-06-01 15:00"), "midnight there"


async def test_quiet_hours_over_a_change_of_the_clock(path: Path) -> None:
    async with reminded(path, "2026-03-28 20:00") as (here, _):
        await here.people.change(
            ANN, quiet_start=22, quiet_end=7, reminders=3, time_zone="Europe/Madrid"
        )
        table = await one_waits(here)
        await passes(here, at("2026-03-29 05:00") - here.clock.now - 1, step=HOUR)
        assert await counts(here, table) == [0, 0, 0], "seven in Madrid is five in UTC now"
        await passes(here, AFTER_QUIET + 1, step=MINUTE)
        assert await counts(here, table) == [1, 0, 0]


async def live(here: Services) -> Table:
    """A live game of three that waits only for Ann."""
    lobby = await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
    game = lobby.game.id
    await here.lobbies.set_options(game, ANN, {"seat_order": "joined"})
    await here.lobbies.set_options(game, ANN, {"pace": "live"})
    for user, shown in ((BEN, "Ben"), (CLEO, "Cleo")):
        await here.lobbies.join(game, user, shown)
    table = await here.lobbies.start(game, ANN)
    for seat in (1, 2):
        decision = table.decision(seat)
        assert decision is not None
        table = await here.by(table, seat, name(decision.options[0]))
    return table


async def test_live_is_three_minutes_and_overrides_quiet_hours(path: Path) -> None:
    async with reminded(path) as (here, _):
        await here.people.change(ANN, quiet_start=10, quiet_end=20, reminders=0)
        table = await live(here)
        for count in range(3):
            await passes(here, 3 * MINUTE - 1, step=MINUTE)
            assert await counts(here, table) == [count, 0, 0]
            await passes(here, 1)
            assert await counts(here, table) == [count + 1, 0, 0]
        await passes(here, HOUR)
        assert await counts(here, table) == [3, 0, 0]


async def test_a_rematch_keeps_the_pace(path: Path) -> None:
    async with reminded(path) as (here, _):
        table = await live(here)
        await here.games.end(table.game.id)
        lobby = await here.lobbies.rematch(table.game.id, ANN, "Ann")
        assert lobby.game.pace == "live"
        assert (await here.store.games.game(lobby.game.id)) == lobby.game


# -- nudges -----------------------------------------------------------------------


async def test_a_nudge_reminds_at_once_those_who_are_waited_for(path: Path) -> None:
    async with reminded(path) as (here, reminders):
        table = await one_waits(here)
        nudged = await reminders.nudge(table.game.id, BEN)
        assert nudged == Nudged(("Ann",), (), live=False)
        here.dues.wake()
        await here.dues.join()
        assert await counts(here, table) == [1, 0, 0]
        await passes(here, DAY - 1, step=HOUR)
        assert await counts(here, table) == [1, 0, 0], "a day after it, the next one"
        await passes(here, 1)
        assert await counts(here, table) == [2, 0, 0]


@pytest.mark.parametrize(("pace", "least"), [("days", 6 * HOUR), ("live", 5 * MINUTE)])
async def test_one_nudge_in_a_time(path: Path, pace: str, least: float) -> None:
    async with reminded(path) as (here, reminders):
        await here.people.change(ANN, reminders=0)
        table = await (one_waits(here) if pace == "days" else live(here))
        await reminders.nudge(table.game.id, BEN)
        here.clock.now += least - 1
        with pytest.raises(NudgedAlready):
            await reminders.nudge(table.game.id, CLEO)
        here.clock.now += 1
        await reminders.nudge(table.game.id, CLEO)


async def test_a_nudge_in_quiet_hours_comes_after_them(path: Path) -> None:
    async with reminded(path) as (here, reminders):
        await here.people.change(ANN, quiet_start=10, quiet_end=20, reminders=0)
        table = await one_waits(here)
        nudged = await reminders.nudge(table.game.id, BEN)
        assert nudged == Nudged(("Ann",), (), live=False), "as at any other time"
        await passes(here, 8 * HOUR - 1)
        assert await counts(here, table) == [0, 0, 0]
        await passes(here, AFTER_QUIET + 1)
        assert await counts(here, table) == [1, 0, 0]
        await passes(here, 4 * DAY, step=HOUR)
        assert await counts(here, table) == [1, 0, 0]


async def test_a_nudge_in_quiet_hours_is_not_lost_though_no_call_was_sent(path: Path) -> None:
    async with reminded(path) as (here, reminders):
        await here.people.change(ANN, quiet_start=10, quiet_end=20, reminders=0)
        table = await one_waits(here)
        # She was there when her turn began, and was not called.
        await here.cache.change(
            1, lambda now: Draft(now.with_seat(replace(now.seats[0], call=None)))
        )
        await reminders.nudge(table.game.id, BEN)
        await passes(here, 8 * HOUR + AFTER_QUIET)
        assert await counts(here, table) == [1, 0, 0]


async def test_a_nudge_that_waits_is_dropped_when_the_person_acts(path: Path) -> None:
    async with reminded(path) as (here, reminders):
        await here.people.change(ANN, quiet_start=10, quiet_end=20)
        table = await one_waits(here)
        await reminders.nudge(table.game.id, BEN)
        here.dues.wake()
        await here.dues.join()
        kinds = {due.kind for due in await here.store.dues.of_game(table.game.id)}
        assert kinds >= {"remind", "nudge", "absent"}
        decision = table.decision(0)
        assert decision is not None
        table = await here.by(table, 0, name(decision.options[0]))
        kinds = {due.kind for due in await here.store.dues.of_game(table.game.id)}
        assert kinds == {"remind", "absent"}


async def test_who_has_left_the_server_is_not_said_to_be_reminded(path: Path) -> None:
    async with reminded(path) as (here, reminders):
        table = await one_waits(here)
        here.gone.add(ANN)
        assert await reminders.nudge(table.game.id, BEN) == Nudged((), ("Ann",), live=False)
        await passes(here, ASKED_AGAIN - 1)
        table = await here.games.table(table.game.id)
        assert (table.seats[0].gone, table.seats[0].reminders) == (None, 0)
        await passes(here, 1)
        table = await here.games.table(table.game.id)
        assert table.seats[0].gone is not None, "Discord has said so twice"
        await passes(here, 6 * HOUR, step=HOUR)
        here.asked.clear()
        assert (await reminders.nudge(table.game.id, BEN)).gone == ("Ann",)
        assert here.asked == [], "it is known by now"


async def test_a_call_that_has_not_rung_is_its_own_reminder(path: Path) -> None:
    async with reminded(path) as (here, reminders):
        await here.people.change(ANN, quiet_start=10, quiet_end=20, reminders=3)
        table = await one_waits(here)
        silent = CallRow(entry=table.arose(0) or 0, message=7, silent=True)
        await here.messages.set_call(1, 0, silent)
        await reminders.ring_later(table, 0, 8 * HOUR)
        await reminders.nudge(table.game.id, BEN)
        await passes(here, 8 * HOUR)
        await here.messages.set_call(1, 0, replace(silent, silent=False))
        await passes(here, 2.9 * HOUR)
        assert await counts(here, table) == [0, 0, 0], "it rang at 20:00, at their end"
        await passes(here, 0.2 * HOUR)
        assert await counts(here, table) == [1, 0, 0]


async def test_who_may_nudge_whom(path: Path) -> None:
    async with reminded(path) as (here, reminders):
        table = await one_waits(here)
        with pytest.raises(NoSeatHere):
            await reminders.nudge(table.game.id, EVE)
        with pytest.raises(NobodyToNudge):
            await reminders.nudge(table.game.id, ANN)
        await passes(here, 3 * DAY, step=HOUR)
        with pytest.raises(NobodyToNudge):
            await reminders.nudge(table.game.id, BEN)
        assert await counts(here, table) == [3, 0, 0]


# -- where ------------------------------------------------------------------------


async def test_a_game_begins_with_hands_and_calls_where_people_want_them(path: Path) -> None:
    async with reminded(path) as (here, _):
        await here.people.change(ANN, hands="button")
        await here.people.change(BEN, calls="channel")
        await here.people.change(CLEO, hands="button", calls="channel")
        table = await here.begun(BEN, CLEO)
        wanted = [("button", "dm"), ("dm", "channel"), ("button", "channel")]
        assert [(row.hands, row.calls) for row in table.seats] == wanted
        await here.people.change(ANN, hands="dm")
        await here.people.change(CLEO, calls="dm")
        table = await here.games.table(table.game.id)
        wanted = [("dm", "dm"), ("dm", "channel"), ("button", "dm")]
        assert [(row.hands, row.calls) for row in table.seats] == wanted
        assert await here.store.games.seats(table.game.id) == table.seats


async def test_another_setting_opens_no_direct_messages_that_are_closed(path: Path) -> None:
    async with reminded(path) as (here, _):
        table = await here.begun(BEN, CLEO)
        await here.messages.close_dms(table.game.id, 0)
        assert (await here.games.table(table.game.id)).seats[0].calls == "channel"
        await here.people.change(ANN, reminders=3)
        await here.people.change(ANN, hands="button")
        row = (await here.games.table(table.game.id)).seats[0]
        assert (row.hands, row.calls) == ("button", "channel"), "calls are another setting"
        await here.people.change(ANN, calls="channel")
        row = (await here.games.table(table.game.id)).seats[0]
        assert (row.hands, row.calls) == ("button", "channel")


@pytest.mark.parametrize(
    ("values", "hours"),
    [
        ({"quiet_start": 22}, (22, 6)),
        ({"quiet_start": 22, "quiet_end": 10}, (22, 10)),
        ({"quiet_start": 22, "quiet_end": 11}, (22, 6)),
        ({"quiet_start": 22, "quiet_end": 22}, (22, 6)),
        ({"quiet_start": None, "quiet_end": 7}, (None, None)),
    ],
)
async def test_quiet_hours_are_twelve_at_most(
    path: Path, values: dict[str, int | None], hours: tuple[int | None, int | None]
) -> None:
    async with reminded(path) as (here, _):
        person = await here.people.change(ANN, **values)
        assert (person.quiet_start, person.quiet_end) == hours
        assert await here.people.read(ANN) == person


async def test_damaged_settings_are_none(path: Path) -> None:
    async with reminded(path) as (here, _):
        await here.store.people.write(PersonRow(ANN, reminders=-5))
        assert await here.people.read(ANN) == PersonRow(ANN)
        full = PersonRow(
            user=ANN,
            locale="en",
            calls="channel",
            hands="button",
            reminders=3,
            quiet_start=22,
            quiet_end=7,
            time_zone="Europe/Madrid",
            invitations=False,
            listed=False,
        )
        await here.store.people.write(full)
        assert await here.people.read(ANN) == full
        assert msgspec.structs.astuple(await here.people.read(ANN)) == msgspec.structs.astuple(
            full
        )
