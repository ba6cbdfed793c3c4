"""The puzzle of the day: posted once, silently; answered once, privately; told the next day."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import UTC, datetime
from itertools import pairwise
from pathlib import Path
from typing import Any

import discord
import msgspec
import pytest
from msgspec.structs import replace

from bot.delivery import messages, puzzle_days
from bot.delivery.puzzle_days import AGAIN
from bot.screens import puzzle_day
from bot.store import Store
from bot.store.person_rows import PuzzleChannelRow
from bot.tables.core.refusals import TooManyPuzzleChannels
from bot.tables.persons.puzzle_days import LATE, MOST, PuzzleDayService, next_time, of_day
from bot.tables.persons.puzzles import Solved
from rules.puzzles import Puzzle
from rules.registry import PUZZLES
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.learning import PICTURES
from tests.bot.services import Clock
from tests.bot.solving import WORDS, choose, shown

EVERY = [puzzle for puzzles in PUZZLES.values() for puzzle in puzzles]
MINUTE, HOUR, DAY = 60.0, 3600.0, 86400.0
NOON = datetime(2026, 11, 27, 12, tzinfo=UTC).timestamp()
PICK = "day_pick"


@pytest.fixture(autouse=True)
def undrawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is drawn: the words appear without pictures."""
    monkeypatch.setattr(*PICTURES)


@asynccontextmanager
async def server(
    folder: Path, workers: Pooled, clock: Clock, *, faults: bool = False
) -> AsyncIterator[World]:
    """Ada, Bruno, and Hanna, who manages the server."""
    clock.now = NOON
    async with table(folder, workers, "Ada", "Bruno", clock=clock, faults=faults) as world:
        manages = discord.Permissions(manage_guild=True)
        world.add("Hanna", roles=[world.guild.create_role("host", permissions=manages)])
        yield world


async def at(world: World, clock: Clock, when: float) -> None:
    """The bot checks what is due at a time."""
    clock.now = when
    await world.bot.day_posts.post()
    await world.passes(0)


def posted(world: World) -> list[Message]:
    """The puzzles of the day in the channel."""
    return [each for each in world.public if "Puzzle of the day: " in each.text]


def wrong(puzzle: Puzzle) -> str:
    return next(each for each in puzzle.choices if each != puzzle.answer)


async def answer(player: Player, choice: str) -> Message:
    return await choose(player, choice, posted(player.world)[-1], PICK)


# -- three days --------------------------------------------------------------------------


async def test_three_days_with_a_restart_and_people_who_answer(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        hanna, ada, bruno = world["Hanna"], world["Ada"], world["Bruno"]
        await at(world, clock, NOON + DAY)
        assert not posted(world), "nobody has turned it on"
        clock.now = NOON
        await hanna.slash("host puzzle", time="19:00")
        first = NOON + 7 * HOUR
        assert f"<t:{int(first)}:F>" in hanna.panel.text
        await at(world, clock, first - 1)
        assert not posted(world)

        await at(world, clock, first + MINUTE)
        (one,) = posted(world)
        assert WORDS("puzzle.day.how") in one.text
        assert "last puzzle" not in one.text
        assert not one.pinged
        assert one.flags & discord.MessageFlags.suppress_notifications.flag
        puzzle = shown(one, PICK)
        assert puzzle == of_day(EVERY, "2026-11-27")
        await world.restart()
        await at(world, clock, first + 10 * MINUTE)
        assert len(posted(world)) == 1, "it was posted once"

        said = await answer(ada, puzzle.answer)
        assert "✓ **Right: " in said.text
        assert said.id not in {each.id for each in world.public}
        missed = await answer(bruno, wrong(puzzle))
        assert "✗ **Not this one: " in missed.text
        again = await answer(bruno, puzzle.answer)
        assert "✗ **Not this one: " in again.text, "the first choice counts"
        assert posted(world)[0].text == one.text, "nobody sees what others chose"

        await at(world, clock, first + DAY)
        _, two = posted(world)
        best = said.text.partition("✓ **Right: ")[2].partition("**")[0]
        assert two.text.startswith(f"Solved the last puzzle: 1 of 2. Best was **{best}**")
        assert shown(two, PICK) == of_day(EVERY, "2026-11-28")
        await at(world, clock, first + DAY + HOUR)
        assert len(posted(world)) == 2

        await at(world, clock, first + 2 * DAY)
        *_, three = posted(world)
        assert len(posted(world)) == 3
        assert three.text.startswith("Nobody answered the last puzzle. Best was **")
        found = await world.bot.store.puzzle_days.found(world.channel.id, "2026-11-27")
        assert found == (0, 0), "answers of two days ago are erased"
        assert await world.bot.puzzles.solved(ada.id) == Solved(1, 1)
        assert await world.bot.puzzles.solved(bruno.id) == Solved(0, 1)


async def test_an_answer_of_another_day_is_told_and_not_counted(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        await world["Hanna"].slash("host puzzle", time="12:30")
        await at(world, clock, NOON + HOUR)
        (old,) = posted(world)
        await at(world, clock, NOON + DAY + HOUR)
        said = await choose(world["Ada"], shown(old, PICK).answer, old, PICK)
        assert "✓ **Right: " in said.text
        for day in ("2026-11-27", "2026-11-28"):
            found = await world.bot.store.puzzle_days.found(world.channel.id, day)
            assert found == (0, 0)


async def test_a_bot_that_was_down_posts_late_or_not_at_all(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        await world["Hanna"].slash("host puzzle", time="13:00")
        await at(world, clock, NOON + HOUR + LATE - MINUTE)
        assert len(posted(world)) == 1
        await at(world, clock, NOON + 3 * DAY + HOUR + LATE + MINUTE)
        assert len(posted(world)) == 1, "too late for that day"
        await at(world, clock, NOON + 4 * DAY + HOUR)
        assert len(posted(world)) == 2


async def test_it_comes_by_itself_once_its_time_has_come(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(puzzle_days, "INTERVAL", 0.05)
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        await world["Hanna"].slash("host puzzle", time="13:00")
        clock.now = NOON + HOUR
        async with asyncio.timeout(20.0):
            while not posted(world):
                await asyncio.sleep(0.05)
                await world.look()


# -- faults ------------------------------------------------------------------------------


async def test_what_was_sent_and_not_noted_stands_once(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        await world["Hanna"].slash("host puzzle", time="13:00")
        send, nonces = messages.send, list[str]()

        async def lost(channel: Any, nonce: str, message: Any) -> Any:
            nonces.append(nonce)
            if len(nonces) == 1:
                raise OSError("the answer is lost")
            return await send(channel, nonce, message)

        monkeypatch.setattr(messages, "send", lost)
        await at(world, clock, NOON + HOUR)
        await at(world, clock, NOON + HOUR + 1)
        assert len(nonces) == 1, "it may be on its way"
        await at(world, clock, NOON + HOUR + AGAIN + 1)
        await at(world, clock, NOON + HOUR + 3 * AGAIN)
        assert nonces == [nonces[0]] * 2, "sent again with the same nonce, until it stands"
        assert len(nonces[0]) <= 25
        assert len(posted(world)) == 1


async def test_nothing_is_sent_again_once_discord_may_have_forgotten_it(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        await world["Hanna"].slash("host puzzle", time="13:00")
        tries = []

        async def lost(*_: object) -> Any:
            tries.append(clock.now)
            raise OSError("the answer is lost")

        monkeypatch.setattr(messages, "send", lost)
        await at(world, clock, NOON + HOUR)
        await at(world, clock, NOON + 2 * HOUR)
        assert len(tries) == 1


async def test_a_puzzle_that_nobody_saw_is_not_told_of_and_holds_up_no_other(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock, faults=True) as world:
        hanna, here = world["Hanna"], world.channel
        bad = world.channel = world.guild.create_text_channel("bad")
        await hanna.slash("host puzzle", time="12:59")
        world.channel = here
        await hanna.slash("host puzzle", time="13:00")
        made = puzzle_day.message

        async def broken(bot: Any, row: PuzzleChannelRow) -> Any:
            if row.channel == bad.id:
                raise ValueError("it cannot be made")
            return await made(bot, row)

        with monkeypatch.context() as patch:
            patch.setattr(puzzle_day, "message", broken)
            await at(world, clock, NOON + HOUR)
            assert len(posted(world)) == 1
        await at(world, clock, NOON + DAY + HOUR)
        rows = await world.bot.puzzles.days.of_guild(world.guild.id)
        assert {each.channel: each.day_before for each in rows} == {
            bad.id: None,
            here.id: "2026-11-27",
        }


async def test_a_time_that_is_changed_brings_no_second_puzzle_on_a_day(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        await world["Hanna"].slash("host puzzle", time="13:00")
        store, (row,) = world.bot.store, await world.bot.store.puzzle_days.due(NOON + HOUR)
        await at(world, clock, NOON + HOUR)
        # What the host's process read before the puzzle was posted.
        await store.puzzle_days.turn_on(replace(row, minute=14 * 60, next_at=NOON + 2 * HOUR))
        await at(world, clock, NOON + 2 * HOUR)
        assert len(posted(world)) == 1
        (row,) = await store.puzzle_days.of_guild(world.guild.id)
        assert (row.minute, row.tried_at) == (14 * 60, NOON + HOUR), "it was sent once"
        await at(world, clock, NOON + DAY + 2 * HOUR)
        assert posted(world)[-1].text.startswith("Nobody answered the last puzzle.")


async def test_a_channel_that_is_gone_gets_no_more_puzzles(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        gone = world.guild.create_text_channel("gone")
        here, world.channel = world.channel, gone
        await world["Hanna"].slash("host puzzle", time="13:00")
        world.channel = here
        await world.delete_channel(gone)
        await at(world, clock, NOON + HOUR)
        assert await world.bot.puzzles.days.of_guild(world.guild.id) == ()


# -- the host ----------------------------------------------------------------------------


async def test_a_host_turns_it_on_and_off_and_nobody_else_does(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        hanna, ada = world["Hanna"], world["Ada"]
        await hanna.slash("host puzzle")
        assert hanna.panel.text == WORDS("host.puzzle.none")
        host = next(c for c in await world.bot.tree.fetch_commands() if c.name == "host")
        world.guild.set_command_permissions(host, {ada.member: True})
        await ada.slash("host puzzle", time="19:00")
        assert ada.panel.text == WORDS("host.only")
        await hanna.slash("host puzzle", time="noon")
        assert hanna.panel.text == WORDS("lobby.refused.hour")
        assert await world.bot.puzzles.days.of_guild(world.guild.id) == ()
        await hanna.slash("host puzzle", time="7 pm")
        (row,) = await world.bot.puzzles.days.of_guild(world.guild.id)
        assert (row.channel, row.minute) == (world.channel.id, 19 * 60)
        assert WORDS("host.puzzle.utc") in hanna.panel.text
        await world.bot.people.change(hanna.id, time_zone="Asia/Kolkata")
        await hanna.slash("host puzzle", time="7 pm")
        assert WORDS("host.puzzle.utc") not in hanna.panel.text
        label = f"Turn off: #{world.channel.name}"
        await hanna.slash("host puzzle")
        await hanna.click(label, hanna.panel)
        assert "no longer has a puzzle of the day" in hanna.panel.text
        assert await world.bot.puzzles.days.of_guild(world.guild.id) == ()
        await at(world, clock, NOON + DAY)
        assert not posted(world)


async def test_a_host_names_the_channel_of_the_puzzle(tmp_path: Path, workers: Pooled) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        hanna, here = world["Hanna"], world.channel
        there = world.guild.create_text_channel("puzzles")
        await hanna.slash("host puzzle", channel=there, time="7 pm")
        assert hanna.panel.text.startswith(f"<#{there.id}> now has a puzzle of the day")
        (row,) = await world.bot.puzzles.days.of_guild(world.guild.id)
        assert row.channel == there.id
        await at(world, clock, row.next_at)
        (puzzle,) = posted(world)
        assert puzzle.id in {each.id for each in there.history()}
        assert puzzle.id not in {each.id for each in here.history()}


async def test_answers_of_a_day_are_among_the_data_of_a_person(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Clock()
    async with server(tmp_path, workers, clock) as world:
        await world["Hanna"].slash("host puzzle", time="13:00")
        await at(world, clock, NOON + HOUR)
        ada, puzzle = world["Ada"], shown(posted(world)[0], PICK)
        await answer(ada, puzzle.answer)
        data = msgspec.json.decode(await world.bot.privacy.data(ada.id))
        assert [each["choice"] for each in data["puzzle_days"]] == [puzzle.answer]
        await world.bot.privacy.delete(ada.id)
        assert await world.bot.store.puzzle_days.found(world.channel.id, "2026-11-27") == (0, 0)
        await answer(ada, puzzle.answer)
        assert ada.panel.text == WORDS("privacy.refused.deleted")


# -- times and days ----------------------------------------------------------------------


def test_the_next_time_is_in_the_zone_of_the_host_and_never_twice_on_a_day() -> None:
    berlin = next_time("Europe/Berlin", 19 * 60, NOON)
    assert berlin == NOON + 6 * HOUR
    assert next_time("Europe/Berlin", 19 * 60, berlin, "2026-11-27") == berlin + DAY
    earlier = next_time("Europe/Berlin", 20 * 60, NOON, "2026-11-27")
    assert earlier == berlin + DAY + HOUR, "there was a puzzle that day already"
    assert next_time("no/such_zone", 12 * 60 + 1, NOON) == NOON + MINUTE
    autumn = datetime(2026, 10, 24, 12, tzinfo=UTC).timestamp()
    first = next_time("Europe/Berlin", 19 * 60, autumn)
    assert next_time("Europe/Berlin", 19 * 60, first, "2026-10-24") == first + 25 * HOUR


def test_games_and_puzzles_take_turns_by_the_day() -> None:
    days = [f"2026-11-{day:02}" for day in range(1, 29)]
    found = [of_day(EVERY, day) for day in days]
    games = [each.game for each in found if each is not None]
    assert len(games) == len(days)
    assert all(one != other for one, other in pairwise(games))
    few = min(map(len, PUZZLES.values()))
    assert len({each.id for each in found[: 2 * few] if each is not None}) == 2 * few
    assert of_day((), days[0]) is None
    assert of_day(list(reversed(EVERY)), days[0]) == found[0], "the same everywhere"


def _row(channel: int = 7) -> PuzzleChannelRow:
    return PuzzleChannelRow(
        channel=channel, guild=5, language="en", zone="UTC", minute=60, next_at=NOON
    )


async def test_of_two_processes_one_takes_a_day(url: str) -> None:
    one, other = await Store.open(url), await Store.open(url)
    try:
        await one.puzzle_days.turn_on(_row())
        (row,) = await other.puzzle_days.due(NOON)
        taken = await one.puzzle_days.take(row, "2026-11-27", "a.1", NOON + DAY, NOON)
        assert taken is not None
        assert await other.puzzle_days.take(row, "2026-11-27", "a.1", NOON + DAY, NOON) is None
        assert await one.puzzle_days.retry(taken, NOON + AGAIN)
        assert not await other.puzzle_days.retry(taken, NOON + AGAIN)
        await one.puzzle_days.posted(taken, 99)
        assert await other.puzzle_days.unposted(0.0, NOON + DAY) == ()
    finally:
        await other.close()
        await one.close()


async def test_a_server_has_a_puzzle_in_so_many_channels_at_most(path: Path) -> None:
    store = await Store.open(path)
    try:
        service = PuzzleDayService(store)
        for channel in range(MOST):
            await service.turn_on(5, channel, "en", "UTC", 60, NOON)
        await service.turn_on(5, 0, "es", "UTC", 90, NOON)
        with pytest.raises(TooManyPuzzleChannels):
            await service.turn_on(5, MOST, "en", "UTC", 60, NOON)
        await service.turn_on(6, MOST, "en", "UTC", 60, NOON)
        assert [each.minute for each in await service.of_guild(5)] == [90, 60, 60, 60, 60]
    finally:
        await store.close()
