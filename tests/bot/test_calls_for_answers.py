"""Calls for answers: a vote asked again, who has left, what waits in `/turns`, and what becomes
of a call when its person is at once asked the next thing."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.delivery.outbox import OutboxDelivery
from bot.store.rows import CallRow
from bot.tables.core.waits import FIRST_DUE
from tests.bot.driver import Player, Pooled, World
from tests.bot.running_game import MOVE, actor, opener, three
from tests.bot.test_calls import GAME, Phones
from tests.bot.test_reminders_shown import Hands
from tests.bot.test_votes_shown import called

WAIT = FIRST_DUE["days"]["absent"]


@pytest.fixture(autouse=True)
def _no_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated Discord would wait for timers in real time."""
    monkeypatch.setattr(OutboxDelivery, "_wake_in", lambda *_: None)


async def _voted_on(world: World, clock: Hands) -> tuple[Player, list[Player]]:
    """The person waited for, and those asked whether a computer player should stand in."""
    first = opener(world)
    others = [world[name] for name in ("Ada", "Bruno", "Chiara") if name != first.name]
    await clock.moves(world, WAIT + 60)
    await clock.moves(world, 5)
    return first, others


async def test_a_vote_asked_again_is_called_for_and_can_be_answered(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        _, others = await _voted_on(world, clock)
        before = {player.name: called(player)[0] for player in others}
        await others[0].click("Wait", before[others[0].name])
        phones = Phones(world)
        await clock.moves(world, WAIT + 60)
        await clock.moves(world, 5)
        table = await world.bot.games.table(GAME)
        assert [each.ended for each in table.proposals] == ["refused", None]
        assert table.proposals[0].entry == table.proposals[1].entry
        for player in others:
            assert phones.calls[player.name] == 1
            (call,) = called(player)
            assert call.id != before[player.name].id, "the old one has made way"
            await player.click("Let a computer player in", call)
        table = await world.bot.games.table(GAME)
        assert table.proposals[-1].ended == "agreed"
        for player in others:
            assert not called(player)


async def test_a_call_of_the_release_before_is_edited_and_rings(
    tmp_path: Path, workers: Pooled
) -> None:
    """It knows only its entry: the question that it asks is not the one now open."""
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        _, (elector, other) = await _voted_on(world, clock)
        await other.click("Wait", called(other)[0])
        await clock.moves(world, WAIT + 60)
        await clock.moves(world, 5)
        table = await world.bot.games.table(GAME)
        seat = table.seat_of(elector.id) or 0
        call = table.seats[seat].call
        assert call is not None
        old = CallRow(
            kind="proposal", entry=call.entry, channel=call.channel, message=call.message
        )
        await world.bot.messages.set_call(GAME, seat, old)
        phones = Phones(world)
        await world.bot.people.change(elector.id, calls="dm")
        await clock.moves(world, 5)
        (rung,) = called(elector)
        assert rung.id != call.message
        assert phones.calls[elector.name] == 1
        table = await world.bot.games.table(GAME)
        new = table.seats[seat].call
        assert new is not None
        assert (new.number, new.silent) == (2, False)
        await elector.click("Wait", rung)
        assert (await world.bot.games.table(GAME)).proposals[-1].ended == "refused"


async def test_it_is_said_that_who_is_waited_for_has_left(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        first = opener(world)
        others = [world[name] for name in ("Ada", "Bruno", "Chiara") if name != first.name]
        guild = (await world.bot.games.table(GAME)).game.guild
        path = f"/guilds/{guild}/members/{first.id}"
        world.env.inject_error("GET", path, status=404, code=10007, times=None)
        await clock.moves(world, 2 * 3600)
        await others[0].click("Nudge", world.board)
        said = f"I can’t remind {first.name}: no longer on this server."
        assert others[0].panel.text == said
        assert "has left this server" not in world.board.text, "Discord is asked once more"
        await clock.moves(world, 3600)
        await clock.moves(world, 5)
        await clock.moves(world, 5)
        assert f"{first.name} has left this server." in world.board.text
        asked = f"{first.name} has left this server; the table has waited 3 hours."
        assert asked in world.board.text
        for player in others:
            (call,) = called(player)
            assert asked in call.text


async def test_a_reminder_and_a_vote_do_not_call_in_turn(
    tmp_path: Path, workers: Pooled
) -> None:
    """Each replaces the other, once, in the same row of the outbox."""
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        first = opener(world)
        asker = next(world[name] for name in ("Ada", "Bruno") if name != first.name)
        await clock.moves(world, 24 * 3600)
        await clock.moves(world, 5)
        phones = Phones(world)
        await asker.slash("seat")
        await asker.select("Pause for a day", asker.panel)
        for _ in range(3):
            await clock.moves(world, 5)
        assert phones.calls[first.name] == 1, "no second reminder"
        (call,) = called(first)
        assert "proposes a pause" in call.text
        await clock.moves(world, 24 * 3600)
        for _ in range(3):
            await clock.moves(world, 5)
        assert phones.calls[first.name] == 2, "the second reminder, and the vote not again"


async def test_a_vote_waits_in_turns(tmp_path: Path, workers: Pooled) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        first, (elector, other) = await _voted_on(world, clock)
        await clock.moves(world, 2 * 3600)
        await elector.slash("turns")
        assert "1 table is waiting for you" in elector.panel.text
        assert (
            "\nThe table is waiting for someone: wait on, or let a computer"
            in elector.panel.text
        )
        assert f" · <t:{clock.now - 2 * 3600 - 5:.0f}:R>" in elector.panel.text
        assert elector.panel.buttons == ("Answer · 1", "Refresh")
        await elector.click("Answer · 1", elector.panel)
        assert "The table has waited 3 days for " in elector.panel.text
        table = await world.bot.games.table(GAME)
        number = table.proposals[-1].number
        await first.forge(MOVE, f"m1:asked:{GAME}:{number}")
        assert first.panel.text == "That question is for others."
        await elector.click("Wait", elector.panel)
        await elector.slash("turns")
        assert "No table is waiting for you" in elector.panel.text
        await other.slash("turns")
        assert "No table is waiting for you" in other.panel.text, "one no of two refuses"


async def test_a_call_stands_between_two_actions_of_its_person(
    tmp_path: Path, workers: Pooled
) -> None:
    clock = Hands()
    async with three(tmp_path, workers, **clock.both) as world:
        player = await actor(world)
        await clock.moves(world, 5)
        (call,) = player.calls
        assert "Your move: " in call.content
        phones = Phones(world)
        await player.click(MOVE)
        await player.click("Draw a Bonus card", player.panel)
        await clock.moves(world, 5)
        table = await world.bot.games.table(GAME)
        assert table.decision(table.seat_of(player.id) or 0) is not None
        (still,) = player.calls
        assert still.id == call.id
        assert "Your move: " in still.content, "not: it was your move"
        assert still.buttons[0] == MOVE
        assert phones.calls[player.name] == 0
