"""A lobby whose game starts at a set hour: agreed, repeated back, reminded of, and begun."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

import pytest

from bot.interactions.forms import Choices
from bot.screens.lobby_hour import DAYS, fields, read_hour
from bot.store.out import LobbyCall, Out
from bot.store.person_rows import PersonRow
from bot.tables.core.refusals import HourOver, HourTooFar, UnknownHour, UnknownOption
from bot.tables.core.table import Table
from bot.tables.lobby.lobby_times import (
    AGE,
    FULL,
    GATHERING,
    LOOKS,
    PATIENCE,
    REMINDER,
    times_of,
)
from render.words import Words
from tests.bot.driver import Pooled, table
from tests.bot.services import (
    ANN,
    BEN,
    CHANNEL,
    CLEO,
    GUILD,
    Clock,
    Services,
    game_row,
    services,
)
from tests.bot.test_reminders_shown import Hands

GAME = 1
HOUR = 3600.0


async def _agreed(here: Services, *users: int, hour: float = 2 * HOUR) -> float:
    """A lobby of Ann and others who will play at a set hour; when that is."""
    await here.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
    for user in users:
        await here.lobbies.join(GAME, user, str(user))
    at = here.clock.now + hour
    await here.lobbies.set_hour(GAME, ANN, at, "live")
    here.dues.start()
    await _passes(here, GATHERING)
    await here.sent()
    return at


async def _passes(here: Services, seconds: float) -> str:
    """Time passes, and what is due is done; the status of the table then."""
    here.clock.now += seconds
    here.dues.wake()
    await here.dues.join()
    return (await here.games.table(GAME)).game.status


async def _told(here: Services) -> list[Out]:
    rows = await here.store.outbox.pending(GAME)
    return [row.what for row in rows if isinstance(row.what, LobbyCall)]


async def test_it_starts_at_the_hour_at_its_pace_and_reminds_before(path: Path) -> None:
    async with services(path) as here:
        at = await _agreed(here, BEN, CLEO)
        assert await _passes(here, at - REMINDER - here.clock.now - 1) == "lobby"
        assert await _told(here) == []
        await _passes(here, 1)
        assert await _told(here) == [LobbyCall(each, "soon") for each in (ANN, BEN, CLEO)]
        await here.sent()
        assert await _passes(here, REMINDER - 1) == "lobby"
        assert await _told(here) == [], "reminded once"
        assert await _passes(here, 1) == "playing"
        assert (await here.games.table(GAME)).game.pace == "live"


async def test_enough_players_start_though_the_bot_was_down_at_the_hour(path: Path) -> None:
    clock = Clock()
    async with services(path, clock=clock) as here:
        at = await _agreed(here, BEN, CLEO)
    clock.now = at + PATIENCE + 60
    async with services(path, clock=clock) as here:
        here.dues.start()
        assert await _passes(here, LOOKS["set"]) == "playing"
        assert await _told(here) == []


async def test_with_too_few_it_waits_half_an_hour_and_asks_the_opener(path: Path) -> None:
    async with services(path) as here:
        at = await _agreed(here, BEN)
        await _passes(here, at - here.clock.now)
        await here.sent()
        assert await _passes(here, PATIENCE - 1) == "lobby"
        assert await _told(here) == []
        assert await _passes(here, 1) == "lobby"
        assert await _told(here) == [LobbyCall(ANN, "too_few")]
        assert times_of((await here.games.table(GAME)).game).hour is None
        await here.lobbies.join(GAME, CLEO, "Cleo")
        assert await _passes(here, PATIENCE) == "lobby", "the opener starts it now"


async def test_who_comes_late_lets_it_start(path: Path) -> None:
    async with services(path) as here:
        at = await _agreed(here, BEN)
        await _passes(here, at - here.clock.now + 60)
        await here.lobbies.join(GAME, CLEO, "Cleo")
        assert await _passes(here, 1) == "playing"


async def test_a_full_lobby_waits_for_the_hour(path: Path) -> None:
    async with services(path) as here:
        await _agreed(here, BEN, CLEO, 104, 105)
        assert await _passes(here, FULL) == "lobby"
        table = await here.lobbies.set_hour(GAME, ANN, None, "live")
        assert times_of(table.game).hour is None
        assert await _passes(here, 3 * HOUR) == "lobby", "nor at the hour that was taken away"


async def test_an_hour_keeps_the_lobby_open_until_then(path: Path) -> None:
    async with services(path) as here:
        await _agreed(here)
        now = here.clock.now
        for hour, pace, refusal in (
            (now, "live", HourOver),
            (now + AGE - PATIENCE + 1, "live", HourTooFar),
            (now + HOUR, "fast", UnknownOption),
        ):
            with pytest.raises(refusal):
                await here.lobbies.set_hour(GAME, ANN, hour, pace)
        await _passes(here, AGE / 2)
        later = here.clock.now + AGE - PATIENCE
        table = await here.lobbies.set_hour(GAME, ANN, later, "days")
        assert times_of(table.game).ends > later + PATIENCE - 1
        assert table.game.pace == "days"


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        *(("20", "20:00"), ("20:15", "20:15"), (" 20.15 ", "20:15"), ("20h15", "20:15")),
        *(("20 h", "20:00"), ("8 pm", "20:00"), ("8:05 p.m.", "20:05"), ("12am", "00:00")),
        *(("12 PM", "12:00"), ("0:30", "00:30"), ("24", None), ("8:60", None), ("13 pm", None)),
        *(("", None), ("now", None), ("20:1", None), ("٢٠:٠٠", "20:00"), ("-1", None)),
    ],
)
def test_an_hour_is_read_as_people_write_it(typed: str, told: str | None) -> None:
    if told is None:
        with pytest.raises(UnknownHour):
            read_hour(typed)
    else:
        assert f"{read_hour(typed):%H:%M}" == told


def test_the_days_begin_with_that_of_the_person() -> None:
    lobby, words = Table(game_row(), ()), Words("en")
    late = datetime(2026, 3, 14, 23, 30, tzinfo=UTC)
    for zone, first, count in (
        ("Asia/Tokyo", "2026-03-15", DAYS),
        ("UTC", "2026-03-14", DAYS),
        (None, "2026-03-13", DAYS + 1),
    ):
        found = fields(lobby, PersonRow(user=ANN, time_zone=zone), late, words)
        days = next(each for each in found if isinstance(each, Choices)).options
        assert (days[0].value, len(days)) == (first, count)
        assert ("zone" in {each.key for each in found}) is (zone is None)


async def test_the_opener_says_day_and_hour_and_everybody_reads_it(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with table(tmp_path, workers, **clock.both) as world:
        ada = world["Ada"]
        await ada.slash("play", game="florence")
        for name in ("Bruno", "Chiara"):
            await world[name].click("Join")
        await ada.click_more("At a set time")
        assert list(ada.form.fields) == ["Day", "Time", "Your time zone, by city", "Pace"]
        assert ada.form.chosen("Pace") == "Live, everyone is here now"
        tomorrow = (datetime.fromtimestamp(clock.now, UTC) + timedelta(days=1)).date()
        day = Words("en").day(tomorrow)
        given = {"Day": day, "Time": "8 pm", "Your time zone, by city": "Atlantis"}
        await ada.fill(given)
        assert ada.panel.text.startswith("I don’t know that city")
        await ada.click_more("At a set time")
        await ada.fill(given | {"Your time zone, by city": "berlin"})
        berlin = ZoneInfo("Europe/Berlin")
        at = datetime(tomorrow.year, tomorrow.month, tomorrow.day, 20, tzinfo=berlin)
        told = f"<t:{int(at.timestamp())}:f>"
        assert f"The game starts on {told}" in ada.panel.text
        assert f"Ada opens a table · starts on {told} · Pace: live" in world.board.text
        await ada.click("At a set time", ada.panel)
        assert list(ada.form.fields) == ["Day", "Time", "Pace"], "the zone is known by now"
        await ada.fill({"Day": day, "Time": "late"})
        assert ada.panel.text == "I can’t read that time. Write it like 20:00."
        await ada.click_more("No set time")
        assert "open until" in world.board.text


async def test_the_reminder_rings_in_quiet_hours_too(tmp_path: Path, workers: Pooled) -> None:
    clock = Hands()
    async with table(tmp_path, workers, **clock.both) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        for each in (ada, bruno):
            await world.bot.people.change(each.id, quiet_start=11, quiet_end=14)
        await ada.slash("play", game="florence")
        await bruno.click("Join")
        await world.bot.lobbies.set_hour(1, ada.id, clock.now + REMINDER + 60, "days")
        await clock.moves(world, 60)
        for each in (ada, bruno):
            call = next(m for m in each.direct if "as agreed" in m.content)
            assert not call.silent
            assert f"<t:{int(clock.now + REMINDER)}:R>" in call.content
