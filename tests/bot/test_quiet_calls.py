"""Quiet hours and calls: nothing rings during them, and what still waits rings afterwards."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from bot.tables.upkeep.reminders import AFTER_QUIET, LOOKED_AFTER
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World
from tests.bot.running_game import MOVE, give_back, opener, three
from tests.bot.test_calls import GAME, Phones
from tests.bot.test_reminders_shown import NOON, Hands
from tests.bot.test_stood_in import stands_in, told

HOUR = 3600.0


pytestmark = pytest.mark.usefixtures("no_timers")


async def _quiet(player: Player, world: World, hours: int = 8) -> None:
    """A person's quiet hours began an hour ago; the clock is at noon."""
    assert world.bot.clock() == NOON
    await world.bot.people.change(player.id, quiet_start=11, quiet_end=12 + hours)


async def _turn(world: World, clock: Hands, *, calls: str = "dm") -> tuple[Player, Phones]:
    """It becomes the turn of the second person, who has quiet hours."""
    second = world["Bruno"]
    await world.bot.people.change(second.id, calls=calls)
    await _quiet(second, world)
    phones = Phones(world)
    await opener(world).click("Lake", world.board)
    await clock.moves(world, 5)  # edits of a message are some seconds apart
    return second, phones


def _standing(player: Player) -> list[Message]:
    return [each for each in player.calls if "Your move: " in each.content]


async def _hours(world: World, clock: Hands, hours: float, step: float = 0.5) -> None:
    for _ in range(round(hours / step)):
        await clock.moves(world, step * HOUR)


async def test_a_call_by_dm_stands_silently_and_rings_at_the_end(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        second, phones = await _turn(world, clock)
        (call,) = second.calls
        assert call.silent
        assert call.direct
        assert MOVE in call.buttons
        assert phones.calls == {}
        assert await world.bot.store.outbox.pending(GAME) == (), "no lease is kept for it"
        await _hours(world, clock, 7.5)
        assert phones.calls == {}
        assert [each.id for each in second.calls] == [call.id]
        await world.restart()
        await clock.moves(world, 0.5 * HOUR)
        assert phones.calls == {"Bruno": 1}
        (rung,) = second.calls
        assert rung.id != call.id, "posted anew, in its place"
        assert not rung.silent
        assert rung.content == call.content
        await _hours(world, clock, 6)
        assert phones.calls == {"Bruno": 1}, "once"


async def test_what_is_answered_before_the_end_never_rings(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        second, phones = await _turn(world, clock)
        await second.click("Pass", world.board)
        await clock.moves(world, 5)
        assert "✓ " in second.calls[-1].content
        phones.calls.clear()
        await _hours(world, clock, 9)
        assert phones.calls["Bruno"] == 0


async def test_in_the_channel_nothing_tells_of_quiet_hours(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        second, phones = await _turn(world, clock, calls="channel")
        assert not _standing(second), "a message without a sound bears a mark that all see"
        assert phones.calls == {}
        await world.restart()
        await _hours(world, clock, 7.5)
        assert not _standing(second)
        await _hours(world, clock, 0.5 + AFTER_QUIET / HOUR, step=1 / 12)
        (call,) = _standing(second)
        assert not call.direct
        assert call.pinged == {second.id}
        assert phones.calls == {"Bruno": 1}


async def test_an_undo_request_waits_for_the_morning_too(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        chiara, bruno = world["Chiara"], world["Bruno"]
        await _quiet(chiara, world)
        phones = Phones(world)
        await bruno.slash("seat")
        await bruno.select("Pause for a day", bruno.panel)
        await clock.moves(world, 5)
        (asked,) = [
            each for each in chiara.calls if "The table needs your answer" in each.content
        ]
        assert asked.silent
        assert phones.calls["Chiara"] == 0
        await _hours(world, clock, 8)
        assert phones.calls["Chiara"] == 1
        (rung,) = [
            each for each in chiara.calls if "The table needs your answer" in each.content
        ]
        assert not rung.silent
        await chiara.click("Agree", rung)
        assert "The table needs your answer" not in chiara.calls[-1].content


async def test_an_answer_that_is_wanted_beside_a_call_in_the_channel_waits_too(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        bruno, chiara = world["Bruno"], world["Chiara"]
        await world.bot.people.change(bruno.id, calls="channel")
        phones = Phones(world)
        await opener(world).click("Lake", world.board)
        await clock.moves(world, 5)
        assert phones.calls["Bruno"] == 1, "it is his move"
        await world.bot.people.change(bruno.id, quiet_start=11, quiet_end=20)
        await chiara.slash("seat")
        await chiara.select("Pause for a day", chiara.panel)
        await _hours(world, clock, 7.5)
        assert phones.calls["Bruno"] == 1
        await _hours(world, clock, 0.5 + AFTER_QUIET / HOUR, step=1 / 12)
        assert phones.calls["Bruno"] == 2


@pytest.mark.by_limits
async def test_bids_that_are_asked_for_in_quiet_hours_are_called_for_when_they_end(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, setup=False, **clock.both) as world:
        bruno = world["Bruno"]
        await world.bot.people.change(bruno.id, calls="channel")
        await _quiet(bruno, world)
        for name in ("Ada", "Bruno", "Chiara"):
            await give_back(world[name])
        phones = Phones(world)
        assert opener(world) != bruno
        await clock.moves(world, 5)
        await _hours(world, clock, 7.5)
        assert phones.calls["Bruno"] == 0
        await _hours(world, clock, 0.5 + AFTER_QUIET / HOUR, step=1 / 12)
        assert phones.calls["Bruno"] == 1


async def test_who_is_stood_in_for_in_quiet_hours_is_called_when_they_end(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        chiara = world["Chiara"]  # it is not her move, nor that of her stand-in
        await world.bot.people.change(chiara.id, calls="channel")
        await _quiet(chiara, world)
        phones = Phones(world)
        await stands_in(world, chiara)
        await _hours(world, clock, 7.5)
        assert phones.calls["Chiara"] == 0
        await _hours(world, clock, 0.5 + AFTER_QUIET / HOUR, step=1 / 12)
        assert phones.calls["Chiara"] == 1
        assert told(chiara)


async def test_a_game_that_ends_in_quiet_hours_is_told_without_a_sound(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        people = [world[name] for name in ("Ada", "Bruno", "Chiara")]
        for player in people[1:]:
            await world.bot.people.change(player.id, calls="channel")
        await _quiet(people[0], world)
        await _quiet(people[1], world)
        phones = Phones(world)
        await world.bot.games.end(GAME)
        await world.bot.delivery.join()
        await world.look()
        (said,) = [m for m in world.public if "An admin of this server ended" in m.content]
        assert f"<@{people[1].id}>" in said.content, "the text is the same for all"
        assert said.pinged == {people[2].id}
        assert phones.calls == {"Chiara": 1}
        (over,) = [m for m in people[0].calls if "was ended early" in m.content]
        assert over.silent
        await _hours(world, clock, 9, step=1)
        assert phones.calls == {"Chiara": 1}, "there is nothing to do about it"


async def test_an_end_that_rings_for_nobody_bears_no_mark_that_says_so(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        for name in ("Ada", "Bruno", "Chiara"):
            await world.bot.people.change(world[name].id, calls="channel")
            await _quiet(world[name], world)
        await world.bot.games.end(GAME)
        await world.bot.delivery.join()
        await world.look()
        (said,) = [m for m in world.public if "An admin of this server ended" in m.content]
        assert not said.pinged
        assert not said.silent


async def test_a_live_table_rings_at_any_hour(tmp_path: Path, workers: Pooled) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        table = await world.bot.games.table(GAME)
        live = replace(table.game, pace="live")
        world.bot.games._cache.put(replace(table, game=live))
        second, phones = await _turn(world, clock)
        assert phones.calls == {"Bruno": 1}
        assert not second.calls[-1].silent


async def test_whoever_ends_their_quiet_hours_is_rung_at_once(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        second, phones = await _turn(world, clock)
        await world.bot.people.change(second.id, quiet_start=None)
        await clock.moves(world, 1)
        assert phones.calls == {"Bruno": 1}


async def test_a_downtime_in_the_night_puts_it_off_by_an_hour_at_most(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        _, phones = await _turn(world, clock)
        await clock.moves(world, HOUR)
        clock.now += 7 * HOUR  # moves the uptime too: subtracted below
        uptime = world.bot.uptime
        dues = await world.bot.store.dues.of_game(GAME)
        (ring,) = [due for due in dues if due.kind == "ring"]
        assert ring.at <= uptime.now() - 7 * HOUR + LOOKED_AFTER
        await clock.moves(world, 1)
        assert phones.calls == {"Bruno": 1}


async def test_settings_say_what_quiet_hours_do(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        ada = world["Ada"]
        await ada.slash("settings")
        assert "Whatever is still waiting reaches you when they end" in ada.panel.text
        assert "except in live games" in ada.panel.text
