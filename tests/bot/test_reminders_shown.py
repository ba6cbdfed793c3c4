"""Reminders and nudges as people see them: one message at a time, where they want it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from bot.delivery.outbox import OutboxDelivery
from bot.tables.play.messages import MessageService
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.running_game import MOVE, opener, three
from tests.bot.test_calls import Phones, by_button

DAY = 86400.0
NOON = 1780315200.0  # 2026-06-01 12:00 UTC
GAME = 1
NUDGED = "{} will be reminded. In quiet hours, the reminder waits until they end."


class Hands:
    """The hands of a clock: wall clock and uptime, moved together."""

    def __init__(self) -> None:
        self.now = NOON

    def __call__(self) -> float:
        return self.now

    @property
    def both(self) -> dict[str, Any]:
        """Both clocks as `table` needs them."""
        return {"monotonic": self, "clock": self}

    async def moves(self, world: World, seconds: float) -> None:
        """Time passes, and what is due then is done and sent."""
        self.now += seconds
        world.bot.dues.wake()
        await world.bot.dues.join()
        world.bot.delivery.wake(GAME)
        await world.bot.delivery.join()
        await world.look()


async def test_a_reminder_by_dm_replaces_the_call(tmp_path: Path, workers: Pooled) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        phones, first = Phones(world), opener(world)
        others = [player for player in world.players.values() if player is not first]
        (call,) = first.calls
        await clock.moves(world, DAY - 1)
        assert [each.id for each in first.calls] == [call.id]
        for days in ("1 day", "2 days", "3 days"):
            await clock.moves(world, DAY if days != "1 day" else 1)
            (reminder,) = first.calls
            assert reminder.id != call.id
            start = f"It has been your move for {days}: The Princes of Florence with "
            assert reminder.content.startswith(start)
            assert reminder.content.endswith(". Put an item up for auction.")
            assert not reminder.silent
            assert reminder.buttons == (MOVE, "What happened")
            call = reminder
        await clock.moves(world, DAY + 3600)
        assert [each.id for each in first.calls] == [call.id], "three in a row"
        assert phones.calls[first.name] == 3, "nowhere else"
        told = [m.text + m.content for p in others for m in p.messages]
        assert not any("It has been your move for" in each for each in told)
        await first.click(MOVE, call)
        await first.click("Lake", first.messages[-1])
        (past,) = first.calls
        assert past.id == call.id
        assert past.content.startswith("✓ The Princes of Florence with ")
        assert past.buttons == ()


async def test_a_reminder_in_the_channel_replaces_the_call(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with by_button(tmp_path, workers, **clock.both) as world:
        first = opener(world)
        (call,) = first.calls
        await clock.moves(world, DAY)
        (reminder,) = first.calls
        assert reminder.id != call.id
        assert not reminder.direct
        assert reminder.pinged == {first.id}
        assert reminder.content.startswith(f"<@{first.id}> It has been your move for 1 day: ")
        assert call.id not in {each.id for each in world.public}
        assert first.direct == ()
        await first.click("Lake", world.board)
        assert not first.calls


async def test_hands_by_dm_and_calls_in_the_channel(tmp_path: Path, workers: Pooled) -> None:
    clock = Hands()
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", **clock.both) as world:
        for player in world.players.values():
            await world.bot.people.change(player.id, calls="channel")
        await _begin(world)
        for player in world.players.values():
            (call,) = player.calls
            assert not call.direct
            assert player.hand.direct
        await clock.moves(world, DAY)
        for player in world.players.values():
            (call,) = player.calls
            assert "It has been your move for" in call.content
            assert not call.direct


async def test_calls_by_dm_and_hands_by_the_button(tmp_path: Path, workers: Pooled) -> None:
    clock = Hands()
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", **clock.both) as world:
        for player in world.players.values():
            await world.bot.people.change(player.id, hands="button", calls="dm")
        await _begin(world)
        ada = world["Ada"]
        (call,) = ada.calls
        assert call.direct
        assert list(ada.direct) == [call], "no hand"
        await clock.moves(world, DAY)
        (reminder,) = ada.direct
        assert "It has been your move for" in reminder.content
        await ada.click(MOVE, reminder)
        await ada.click(_first_choice(ada), ada.messages[-1])
        (past,) = ada.calls
        assert past.content.startswith("✓ ")


async def _begin(world: World) -> None:
    await world["Ada"].slash("play", game="florence")
    await world["Bruno"].click("Join")
    await world["Chiara"].click("Join")
    await world["Ada"].click("Start")


def _first_choice(player: Player) -> str:
    newest = player.messages[-1]
    return (*newest.choices, *newest.buttons)[0]


@pytest.fixture
def _no_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated Discord would wait for timers in real time."""
    monkeypatch.setattr(OutboxDelivery, "_wake_in", lambda *_: None)


@pytest.mark.usefixtures("_no_timers")
async def test_a_reminder_waits_for_who_has_just_clicked(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with by_button(tmp_path, workers, away=120, **clock.both) as world:
        first = opener(world)
        await clock.moves(world, DAY - 10)
        (call,) = first.calls
        await first.slash("hand")
        await clock.moves(world, 100)
        assert [each.id for each in first.calls] == [call.id]
        await clock.moves(world, 30)
        (reminder,) = first.calls
        assert "It has been your move for" in reminder.content


async def test_a_crash_between_a_reminder_and_its_note_reminds_once(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = Hands()
    async with by_button(tmp_path, workers, **clock.both) as world:
        phones, first = Phones(world), opener(world)
        with monkeypatch.context() as crash:

            async def fail(*_: object, **__: object) -> None:
                raise OSError("the power is gone")

            crash.setattr(MessageService, "set_call", fail)
            crash.setattr(world.bot.delivery, "_wake_in", lambda *_: None)
            await clock.moves(world, DAY)
        assert phones.calls == {first.name: 1}
        await world.restart()
        await clock.moves(world, 1)
        assert phones.calls == {first.name: 1}
        (reminder,) = first.calls
        assert "It has been your move for" in reminder.content
        assert await world.bot.store.outbox.pending(GAME) == ()


async def test_nudge_tells_who_is_reminded_and_is_heard_once(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        first = opener(world)
        second, third = (p for p in world.players.values() if p not in {first, world["Dmitri"]})
        clock.now += 2 * 3600
        phones = Phones(world)
        await second.click("Nudge", world.board)
        assert second.panel.text == NUDGED.format(first.name)
        (reminder,) = first.calls
        assert "It has been your move for 2 hours: " in reminder.content
        assert phones.calls == {first.name: 1}
        await third.click("Nudge", world.board)
        assert "One nudge is enough for now" in third.panel.text
        await world["Dmitri"].click("Nudge", world.board)
        assert "will be reminded" not in world["Dmitri"].panel.text
        await first.click("Nudge", world.board)
        assert "nobody to nudge" in first.panel.text
        assert phones.calls == {first.name: 1}


async def test_nothing_tells_others_of_quiet_hours(tmp_path: Path, workers: Pooled) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        first = opener(world)
        second = next(p for p in world.players.values() if p is not first)
        await world.bot.people.change(first.id, quiet_start=11, quiet_end=21)
        phones = Phones(world)
        await second.click("Nudge", world.board)
        assert second.panel.text == NUDGED.format(first.name), "the same as at any other time"
        assert not re.search(r"\d|<t:", second.panel.text), "no hour"
        assert phones.calls == {}
        for player in world.players.values():
            told = player.texts().replace(NUDGED.format(first.name), "")
            assert "quiet" not in told.casefold()
        await clock.moves(world, 9.5 * 3600)
        assert phones.calls == {first.name: 1}


async def test_who_plays_alone_or_against_computers_has_nobody_to_nudge(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        ada = world["Ada"]
        await ada.slash("play", game="florence")
        for _ in range(2):
            await ada.click("Add computer player")
        await ada.click("Start")
        assert MOVE in world.board.buttons
        assert "Nudge" not in world.board.buttons


async def test_a_live_table_says_so_on_joining(tmp_path: Path, workers: Pooled) -> None:
    clock = Hands()
    async with table(tmp_path, workers, "Ada", "Bruno", "Chiara", **clock.both) as world:
        ada, bruno = world["Ada"], world["Bruno"]
        await ada.slash("play", game="florence")
        await bruno.click("Join")
        assert not bruno.private
        await ada.choose("Pace", "Live, everyone is here now")
        assert "Pace: live" in world.board.text
        await world["Chiara"].click("Join")
        said = world["Chiara"].panel.text
        assert "reminded every 3 minutes" in said
        assert "even in your quiet hours" in said
        await ada.choose("Pace", "Over days")
        assert "Pace: live" not in world.board.text
        await ada.choose("Pace", "Live, everyone is here now")
        await ada.click("Start")
        await world.bot.people.change(ada.id, quiet_start=11, quiet_end=21)
        await clock.moves(world, 181)
        assert "It has been your move for 3 minutes: " in ada.calls[-1].content
