"""Who is called, when and where: what the players' phones show."""

from __future__ import annotations

import sqlite3
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any, Final

import discord
import pytest
from msgspec.structs import replace

from bot.delivery.outbox import OutboxDelivery
from bot.delivery.plan import OLD
from bot.interactions.latest_clicks import LatestClicks
from bot.store.out import Hand
from bot.tables.core.draft import Draft
from bot.tables.core.table import Table
from bot.tables.play.messages import MessageService
from render.scores import place
from rules.contract import Standings
from tests.bot.clicker import MOVE, called_to_decide, play
from tests.bot.client_message import V2, Message
from tests.bot.driver import Pooled, Undrawn, World, table
from tests.bot.late_game import advance
from tests.bot.running_game import begin, give_back, opener, three

GAME: Final = 1


class Phones:
    """What is posted, as phones show it: who is told what, and what is silent."""

    def __init__(self, world: World) -> None:
        self._world = world
        self._known = {message.id for message in world.messages}
        self.boards = 0
        self.calls: Counter[str] = Counter()
        self.texts: list[str] = []
        world.watchers.append(self.watch)

    async def watch(self, message: Message) -> None:
        """Check that no phone rings without a text or for nobody."""
        if message.id in self._known or message.passing:
            return
        self._known.add(message.id)
        self.boards += {MOVE, "Rematch"} & set(message.buttons) > set() and not (
            message.direct or not message.flags & V2
        )
        told = {p.name for p in self._world.players.values() if p.id in message.pinged}
        told |= {str(message.owner)} if message.direct else set()
        if message.silent:
            assert not message.pinged, message
            return
        assert message.content, f"a phone would show nothing: {message}"
        assert told, f"nobody is called by {message}"
        self.calls.update(told)
        self.texts.append(message.content)


def arisen(table: Table) -> Counter[str]:
    """How many turns each seat had."""
    assert table.journal is not None
    began = set()
    for number in range(1, table.number + 1):
        then = table.at(number)
        began |= {(row.name, then.turn_of(row.seat)) for row in then.deciding}
    return Counter(name for name, turn in began if turn is not None)


@pytest.mark.parametrize(
    ("game", "seats", "most"),
    [
        ("florence", 4, 50),
        pytest.param("lacrimosa", 3, 24, marks=pytest.mark.nightly),
    ],
)
async def test_a_whole_game_has_few_boards_and_one_call_a_turn(
    tmp_path: Path, game: str, seats: int, most: int
) -> None:
    people = ("Ada", "Bruno", "Chiara", "Dmitri")[:seats]
    async with table(tmp_path, Undrawn(1), *people) as world:
        phones = Phones(world)
        ada, *others = world.players.values()
        shut = ada.member.user.dm_channel.id  # Ada is called in the channel
        path = f"/channels/{shut}/messages"
        world.env.inject_error("POST", path, status=403, code=50007, times=None)
        await ada.slash("play", game=game)
        for player in others:
            await player.click("Join")
        if "Start" in world.board.buttons:  # a full lobby has begun by itself
            await ada.click("Start")
        await play(world, Random(5))
        there = await world.bot.games.table(GAME)
        rounds = sum(isinstance(each, Standings) for each in there.events(0, None))
        assert phones.boards <= 2 + rounds
        turns = arisen(there)
        for name in world.players:
            assert phones.calls[name] <= turns[name] + 1, "one a turn, and one for the end"
            assert most / 3 < phones.calls[name] <= most
        _ended(world, there)


def _ended(world: World, there: Table) -> None:
    """The end calls everyone once, where they are called; no other call is left."""
    over = there.over
    assert over
    for player in world.players.values():
        (call,) = player.calls
        seat = there.seat_of(player.id)
        assert seat is not None
        own = f"Your place: {place(over, seat)} of {len(over.totals)}, {over.totals[seat]} p"
        assert (own in call.content) == (seat not in over.winners)
        assert " is over: " in call.content
        assert "wins the game" in call.content or "share the victory" in call.content
        assert call.direct == (player.name != "Ada")
        assert call.links == (f"{_channel(world)}/{world.board.id}",)


def _channel(world: World) -> str:
    return f"https://discord.com/channels/{world.guild.id}/{world.channel.id}"


async def test_a_call_by_dm_says_what_is_asked_and_leads_to_the_move(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        (call,) = first.calls
        seated = [row.name for row in (await world.bot.games.table(1)).seats]
        others = [name for name in seated if name != first.name]
        table = f"The Princes of Florence with {' and '.join(others)}"
        assert call.content == f"Your move: {table}. Put an item up for auction."
        assert call.links == (f"{_channel(world)}/{world.board.id}",)
        assert call.buttons == (MOVE, "What happened")
        assert not call.silent
        await first.click(MOVE, call)
        await first.click("Lake", first.messages[-1])
        (past,) = first.calls
        assert past.id == call.id, "a direct message that is deleted leaves an unread mark"
        assert past.content.startswith("✓ The Princes of Florence with ")
        assert past.buttons == ()
        second = opener(world)
        assert "Bid or pass" in second.calls[-1].content
        assert len(second.calls) == 1, "the one before it makes way"


async def test_a_call_in_the_channel_goes_when_it_is_answered(
    tmp_path: Path, workers: Pooled
) -> None:
    async with by_button(tmp_path, workers) as world:
        first = opener(world)
        (call,) = first.calls
        assert not call.direct
        assert call.pinged == {first.id}
        assert call.content.startswith(
            f"<@{first.id}> Your move: The Princes of Florence with "
        )
        assert call.links[0].endswith(f"/{world.board.id}")
        await first.click("Lake", world.board)
        assert not first.calls
        assert len(opener(world).calls) == 1
        assert first.direct == opener(world).direct == ()


@asynccontextmanager
async def by_button(folder: Path, workers: Pooled, **more: Any) -> AsyncIterator[World]:
    """Like `three`, but people do not accept direct messages."""
    names = ("Ada", "Bruno", "Chiara", "Dmitri")
    async with table(folder, workers, *names, **more) as world:
        for player in world.players.values():
            path = f"/channels/{player.member.user.dm_channel.id}/messages"
            world.env.inject_error("POST", path, status=403, code=50007, times=None)
        await begin(world)
        for name in names[:3]:
            await give_back(world[name])
        yield world


async def test_a_call_that_may_not_be_deleted_is_left(tmp_path: Path, workers: Pooled) -> None:
    async with by_button(tmp_path, workers) as world:
        first = opener(world)
        (call,) = first.calls
        where = f"/channels/{world.channel.id}/messages/{call.id}"
        world.env.inject_error("DELETE", where, status=400, code=50083, times=None)
        await first.click("Lake", world.board)
        assert [each.id for each in first.calls] == [call.id]
        assert await world.bot.store.outbox.pending(GAME) == ()
        there = await world.bot.games.table(GAME)
        left = there.seats[there.seat_of(first.id) or 0].call
        assert left is not None
        assert left.answered, "the next turn calls again"


async def test_who_is_asked_something_else_is_not_called_again(
    tmp_path: Path, workers: Pooled
) -> None:
    async with by_button(tmp_path, workers) as world:
        first = opener(world)
        (call,) = first.calls
        there = await world.bot.games.table(GAME)
        seat = there.seat_of(first.id)
        assert seat is not None
        known = there.seats[seat].call
        assert known is not None
        earlier = replace(known, entry=known.entry - 1)
        await world.bot.messages.set_call(GAME, seat, earlier)
        await world.bot.games._change(GAME, lambda now: Draft(now, (Hand(seat),)))
        await _delivered(world)
        assert [each.id for each in first.calls] == [call.id]
        edit = [r for r in world.env.http_requests if r.path.endswith(f"/{call.id}")][-1]
        assert edit.method == "PATCH"
        assert edit.json is not None
        assert edit.json["allowed_mentions"]["users"] == [first.id], "the highlight stays"
        again = (await world.bot.games.table(GAME)).seats[seat].call
        assert again == known


# -- put off ------------------------------------------------------------------------


async def _delivered(world: World) -> None:
    """Whatever is due has been sent."""
    await world.bot.delivery.join()
    await world.look()


class Clock:
    """The monotonic clock, moved by hand; timers fire when it is moved."""

    def __init__(self, world: World) -> None:
        self.now = 1000.0
        self._world = world
        world.bot.monotonic = self
        began = world.bot.clock
        world.bot.clock = lambda: began() + self.now
        world.bot.latest_clicks = LatestClicks(world.bot.people, world.bot.clock, self)

    def __call__(self) -> float:
        return self.now

    async def passes(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        self._world.bot.delivery.wake(GAME)
        await _delivered(self._world)


@pytest.fixture
def _no_timers(monkeypatch: pytest.MonkeyPatch) -> None:
    """The simulated Discord would wait for timers in real time."""
    monkeypatch.setattr(OutboxDelivery, "_wake_in", lambda *_: None)


@pytest.mark.usefixtures("_no_timers")
async def test_who_clicked_a_moment_ago_is_called_later(
    tmp_path: Path, workers: Pooled
) -> None:
    async with by_button(tmp_path, workers, away=120) as world:
        first = opener(world)
        assert not first.calls, "everybody has just clicked"
        clock = Clock(world)
        await clock.passes(0)
        assert len(first.calls) == 1
        await first.click("Lake", world.board)
        second = opener(world)
        assert len(second.calls) == 1, "that was long ago"
        await second.click("Pass", world.board)
        third = opener(world)
        assert len(third.calls) == 1
        await third.click("Pass", world.board)
        assert not opener(world).calls, "has clicked a moment ago"
        waiting = opener(world)
        await clock.passes(100)
        await waiting.slash("hand")
        await clock.passes(100)
        assert not waiting.calls, "two minutes after the last click"
        await clock.passes(21)
        assert len(waiting.calls) == 1
        await clock.passes(300)
        assert len(waiting.calls) == 1


@pytest.mark.usefixtures("_no_timers")
async def test_who_has_moved_meanwhile_is_not_called(tmp_path: Path, workers: Pooled) -> None:
    async with by_button(tmp_path, workers, away=120) as world:
        phones, first = Phones(world), opener(world)
        there = await world.bot.games.table(GAME)
        (waits,) = await world.bot.store.outbox.pending(GAME)
        assert waits.seat == there.seat_of(first.id)
        await first.click("Lake", world.board)
        second = opener(world)
        (waits,) = await world.bot.store.outbox.pending(GAME)
        assert waits.seat == there.seat_of(second.id)
        await Clock(world).passes(0)
        assert phones.calls == {second.name: 1}
        assert await world.bot.store.outbox.pending(GAME) == ()


@pytest.mark.usefixtures("_no_timers")
async def test_a_call_that_was_put_off_outlives_a_restart(
    tmp_path: Path, workers: Pooled
) -> None:
    async with by_button(tmp_path, workers, away=120) as world:
        first = opener(world)
        assert not first.calls
        await world.restart()
        assert not first.calls, "they were here a moment ago"
        await Clock(world).passes(0)
        assert len(first.calls) == 1
        await world.restart()
        assert len(first.calls) == 1


@pytest.mark.usefixtures("_no_timers")
async def test_who_clicked_in_another_process_is_called_later(
    tmp_path: Path, workers: Pooled
) -> None:
    async with by_button(tmp_path, workers, away=120) as world:
        first = opener(world)
        bot = world.bot
        bot.latest_clicks = LatestClicks(bot.people, bot.clock, bot.monotonic)
        world.bot.delivery.wake(GAME)
        await _delivered(world)
        assert not first.calls
        await Clock(world).passes(0)
        assert len(first.calls) == 1


async def test_a_crash_between_the_call_and_its_note_calls_once(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        phones = Phones(world)
        first = opener(world)
        with monkeypatch.context() as crash:

            async def fail(*_: object, **__: object) -> None:
                raise OSError("the power is gone")

            crash.setattr(MessageService, "set_call", fail)
            crash.setattr(world.bot.delivery, "_wake_in", lambda *_: None)
            await first.click("Lake", world.board)
        second = opener(world)
        assert phones.calls[second.name] == 1
        await world.restart()
        assert phones.calls[second.name] == 1
        assert "Bid or pass" in second.calls[-1].content
        assert await world.bot.store.outbox.pending(GAME) == ()
        await second.click("Pass", world.board)
        assert "✓ " in second.calls[-1].content


# -- other calls ----------------------------------------------------------------------


async def _spoil(world: World) -> None:
    """After an update, the last two entries of the game replay to something else."""
    with closing(sqlite3.connect(world.bot.settings.database)) as database, database:
        database.execute("UPDATE games SET verified = NULL")
        database.execute(
            "UPDATE entries SET checksum = 'x' WHERE n > (SELECT max(n) - 2 FROM entries)"
        )
    await world.restart()
    await world.bot.games.wait_idle()
    await _delivered(world)


@pytest.mark.parametrize("direct", [True, False], ids=["direct", "channel"])
async def test_a_vote_calls_everybody_once_and_so_does_the_move_after_it(
    tmp_path: Path, workers: Pooled, direct: bool
) -> None:
    players = three if direct else by_button
    async with players(tmp_path, workers, faults=True) as world:
        await opener(world).click("Lake", world.board)
        await opener(world).click("Bid 300", world.board)
        phones = Phones(world)
        await _spoil(world)
        people = [world[name] for name in ("Ada", "Bruno", "Chiara")]
        assert "How should this game go on?" in world.board.text
        for player in people:
            assert phones.calls[player.name] == 1
            assert "Please vote" in player.calls[-1].content
        label = next(each for each in world.board.buttons if each.startswith("Continue"))
        for player in people[:2]:
            await player.click(label, world.board)
        called = called_to_decide(world)
        assert called
        for player in called:
            assert phones.calls[player.name] == 2
            assert "Your move" in player.calls[-1].content
        assert not any("Please vote" in m.content for m in world.messages)


async def test_a_rematch_tells_the_others_once(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        path = f"/channels/{world['Chiara'].member.user.dm_channel.id}/messages"
        world.env.inject_error("PATCH", f"{path}/*", status=403, code=50007, times=None)
        world.env.inject_error("POST", path, status=403, code=50007, times=None)
        await advance(world)
        await play(world, Random(4))
        phones = Phones(world)
        await world.look()
        phones.calls.clear()
        await world["Ada"].click("Rematch")
        assert phones.calls == {"Bruno": 1, "Chiara": 1}
        for name, direct in (("Bruno", True), ("Chiara", False)):
            call = world[name].calls[-1]
            assert "Ada opens a rematch: The Princes of Florence with " in call.content
            assert call.direct is direct
        assert any(" is over: " in call.content for call in world["Bruno"].calls), "it stays"


async def test_a_rematch_whose_lobby_is_refused_is_told_to_whoever_pressed(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, faults=True) as world:
        await advance(world)
        await play(world, Random(4))
        phones = Phones(world)
        await world.look()
        phones.calls.clear()
        path = f"/channels/{world.channel.id}/messages"
        world.env.inject_error("POST", path, status=403, code=50001, times=None)
        await world["Ada"].click("Rematch")
        assert "not allowed to write here" in world["Ada"].panel.text
        assert not phones.calls, "there is nothing to join"
        assert (await world.bot.games.table(2)).game.status == "cancelled"


async def test_a_host_who_ends_a_game_has_its_people_told(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        phones = Phones(world)
        await world.bot.games.end(GAME)
        await _delivered(world)
        assert phones.calls == {"Ada": 1, "Bruno": 1, "Chiara": 1}
        assert all("was ended early" in text for text in phones.texts)


# -- the board ------------------------------------------------------------------------


@pytest.mark.parametrize("lists", [True, False], ids=["no history", "no view"])
async def test_a_board_whose_channel_cannot_be_read_counts_as_buried(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch, lists: bool
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        first = world.board

        async def unread(*_: object, **__: object) -> list[object]:
            if not lists:
                refusal: Any = SimpleNamespace(status=403, reason="Forbidden")
                raise discord.Forbidden(refusal, {"code": 50001, "message": "Missing Access"})
            return []  # Discord's answer without Read Message History

        monkeypatch.setattr(world.bot.http, "logs_from", unread)
        for name in ("Ada", "Bruno", "Chiara"):
            await give_back(world[name])
        assert world.board.id > first.id


@pytest.mark.usefixtures("_no_timers")
async def test_a_board_of_an_hour_is_edited_every_three_seconds(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        clock = Clock(world)
        clock.now = time.monotonic() + 60
        world.bot.clock = lambda: time.time() + OLD + 60
        first, board = opener(world), world.board
        await first.click("Lake", board)
        second = opener(world)
        await second.click("Pass", world.board)
        assert opener(world) is second, "the edit before it was a moment ago"
        await clock.passes(2.9)
        assert opener(world) is second
        await clock.passes(0.2)
        assert opener(world) not in {first, second}
        assert world.board.id == board.id


async def test_an_edit_that_comes_too_often_comes_later(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = world.board
        where = f"/channels/{world.channel.id}/messages/{first.id}"
        world.env.inject_error("PATCH", where, status=429, code=30046, times=1)
        await opener(world).click("Lake", world.board)
        await world.passes(10)
        assert world.board.id == first.id
        assert "bid or pass" in world.board.text
