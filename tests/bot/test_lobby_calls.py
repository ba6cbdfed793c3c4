"""What the people of a lobby are told, where, and how loudly."""

from __future__ import annotations

from pathlib import Path

from bot.tables.lobby.lobby_times import AGE, FULL, GATHERING, WARNING
from tests.bot.client_message import Message
from tests.bot.driver import Pooled, World, table
from tests.bot.test_calls import Phones
from tests.bot.test_reminders_shown import Hands

AGAIN = "Open again"


async def _opened(world: World, *others: str) -> None:
    await world["Ada"].slash("play", game="florence")
    for name in others:
        await world[name].click("Join")


def _ending(world: World, part: str) -> Message:
    """The newest message in the channel that contains `part`."""
    found = [message for message in world.public if part in message.content]
    return found[-1]


async def test_the_opener_is_called_by_direct_message_unless_they_are_there(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with table(tmp_path, workers, away=120, **clock.both) as world:
        await _opened(world, "Bruno")
        phones = Phones(world)
        await clock.moves(world, GATHERING)
        assert phones.calls == {}, "Ada has clicked within two minutes"
        await clock.moves(world, 120)
        await world["Chiara"].click("Join")
        await clock.moves(world, GATHERING)
        assert phones.calls == {"Ada": 1}
        assert phones.texts[0] == (
            "Bruno and Chiara joined your table for The Princes of Florence: 3 of 5 seats"
            " taken. You can start."
        )


async def test_who_takes_no_direct_messages_is_mentioned_in_the_channel(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with table(tmp_path, workers, **clock.both) as world:
        path = f"/channels/{world['Ada'].member.user.dm_channel.id}/messages"
        world.env.inject_error("POST", path, status=403, code=50007, times=None)
        await _opened(world, "Bruno")
        await clock.moves(world, GATHERING)
        call = world.public[-1]
        assert call.pinged == {world["Ada"].id}
        assert call.content.startswith(f"<@{world['Ada'].id}> Bruno joined your table")


async def test_in_the_channel_nothing_tells_of_the_openers_quiet_hours(
    tmp_path: Path, workers: Pooled
) -> None:
    """A message without a sound bears a mark that all see."""
    clock = Hands()
    async with table(tmp_path, workers, **clock.both) as world:
        person = {"quiet_start": 11, "quiet_end": 14, "calls": "channel"}
        await world.bot.people.change(world["Ada"].id, **person)
        await _opened(world, "Bruno")
        await clock.moves(world, GATHERING)
        call = world.public[-1]
        assert call.content.startswith(f"<@{world['Ada'].id}> Bruno joined your table")
        assert not call.pinged
        assert not call.silent


async def test_those_who_sit_are_told_a_day_before_the_end_and_at_it(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with table(tmp_path, workers, **clock.both) as world:
        await _opened(world, "Bruno")
        lobby, both = world.board, {world["Ada"].id, world["Bruno"].id}
        await clock.moves(world, AGE - WARNING)
        await clock.moves(world, 3600)
        warning = _ending(
            world, "Nobody has started this table for The Princes of Florence yet"
        )
        assert warning.pinged == both
        assert warning.buttons == (AGAIN,)
        await clock.moves(world, WARNING)
        end = _ending(world, "in seven days, so it has closed")
        assert end.pinged == both
        assert next(m for m in world.public if m.id == lobby.id).buttons == ()
        (notices) = [m for m in world.public if m.pinged]
        assert [m.id for m in notices] == [warning.id, end.id], "each once"


async def test_open_again_keeps_a_lobby_or_opens_another(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with table(tmp_path, workers, **clock.both) as world:
        await _opened(world, "Bruno")
        await clock.moves(world, AGE - WARNING)
        warning = _ending(world, "Nobody has started")
        await world["Chiara"].click(AGAIN, warning)
        assert world["Chiara"].panel.text == "You have no seat at this table."
        await world["Bruno"].click(AGAIN, warning)
        assert world["Bruno"].panel.text.startswith("The table stays open until <t:")
        await clock.moves(world, WARNING)
        assert "Join" in world.board.buttons, "it does not end"
        await clock.moves(world, AGE)
        phones = Phones(world)
        await world["Bruno"].click(AGAIN, _ending(world, "it has closed"))
        assert "Bruno opens a table" in world.board.text
        assert phones.calls == {"Ada": 1}
        assert phones.texts[0].startswith("Bruno opens the table for The Princes of Florence")


async def test_a_full_lobby_says_when_it_starts(tmp_path: Path, workers: Pooled) -> None:
    clock = Hands()
    async with table(tmp_path, workers, **clock.both) as world:
        await _opened(world, "Bruno", "Chiara", "Dmitri", "Elena")
        assert f"starts <t:{int(clock.now + FULL)}:R>" in world.board.text
        await clock.moves(world, FULL)
        assert "Your move" in world.board.buttons


async def test_the_opener_of_a_table_in_quiet_hours_hears_no_sound(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with table(tmp_path, workers, **clock.both) as world:
        await world.bot.people.change(world["Ada"].id, quiet_start=11, quiet_end=14)
        await _opened(world, "Bruno")
        await clock.moves(world, GATHERING)
        (call,) = world["Ada"].direct
        assert call.silent
