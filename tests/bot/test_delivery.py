"""What the outbox holds becomes messages: in bursts, after a restart, when Discord fails."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

from bot.background.workers import BEHIND, SHORT, Limit
from bot.delivery import channel
from bot.interactions import pictures
from bot.screens import board
from bot.tables.core.refusals import BeingUpdated, NoSuchGame, Refused
from bot.tables.play.games import GameService
from rules.contract import Reason
from tests.bot.driver import Pooled, World
from tests.bot.running_game import give_back, opener, three


def _down(world: World, *, times: int | None = None) -> None:
    """Every message of the bot, new or edited, is refused for a while."""
    for method, path in (("POST", "/channels/*/messages"), ("PATCH", "/channels/*/messages/*")):
        world.env.inject_error(method, path, status=503, times=times)


def test_what_could_not_be_shown_is_remembered_of_so_many_games(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(channel, "MOST_CLOSED", 2)
    messages = channel.ChannelMessages(Mock(), Mock())
    for game in range(5):
        messages.errors[game] = "error.channel_closed"
    assert set(messages.errors) == {3, 4}


async def test_who_is_faster_than_the_writer_shows_what_was_written(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The outbox is read between a commit and the moment at which the writer hears of it."""
    async with three(tmp_path, workers) as world:
        games, delivery = world.bot.store.games, world.bot.delivery
        commit, written, heard = games.commit, asyncio.Event(), asyncio.Event()

        async def slow(*change: Any) -> Any:
            row = await commit(*change)
            written.set()
            await asyncio.wait_for(heard.wait(), 10.0)
            return row

        with monkeypatch.context() as slowed:
            slowed.setattr(games, "commit", slow)
            click = asyncio.create_task(opener(world).click("Lake", world.board))
            await asyncio.wait_for(written.wait(), 10.0)
            delivery.wake(1)
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(delivery.join(), 0.5)
            heard.set()
            await click
        await delivery.join()
        await world.look()
        assert "bid or pass" in world.board.text


async def test_the_calls_of_a_burst_are_one(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        delivery, first = world.bot.delivery, opener(world)
        delivery._burst = 60.0
        held: list[float] = []
        delivery._wake_in = lambda game, seconds: held.append(seconds + 0 * game)  # type: ignore[method-assign]  # a timer that the test rings
        called = {
            player.name: player.calls[-1].id
            for player in world.players.values()
            if player.calls
        }
        await first.click("Lake", world.board)
        second = opener(world)
        assert second.calls[-1].id == called[second.name]
        assert "✓ " in second.calls[-1].text
        assert all(0 < seconds <= 60 for seconds in held)
        delivery._burst = 0.0
        delivery.wake(1)
        await delivery.join()
        await world.look()
        assert "Bid or pass" in second.calls[-1].text
        assert await world.bot.store.outbox.pending(1) == ()


async def test_what_was_not_sent_is_sent_after_a_restart_and_nothing_twice(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        world.bot.delivery._wake_in = lambda *_: None  # type: ignore[method-assign]  # no second try
        _down(world)
        await first.click("Lake", world.board)
        assert "bid or pass" not in world.board.text
        kinds = {row.kind for row in await world.bot.store.outbox.pending(1)}
        assert kinds == {"table", "hand"}
        world.env.backend.faults.clear()
        posted = len(world.public)
        calls = len(world.messages)
        await world.restart()
        second = opener(world)
        assert "bid or pass" in world.board.text
        assert "Bid or pass" in second.calls[-1].text
        assert len(world.public) == posted
        assert await world.bot.store.outbox.pending(1) == ()
        await world.restart()
        assert len(world.public) == posted
        assert len(world.messages) == calls, "one call in place of another"


async def test_messages_that_change_by_themselves_are_drawn_after_clicks(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        drawn: list[tuple[Any, Limit]] = []
        run = workers.run_within

        async def noted(limit: Limit, call: Any, *asked: Any) -> Any:
            if call is pictures._drawn:
                drawn.append((asked[2], limit))
            return await run(limit, call, *asked)

        monkeypatch.setattr(workers, "run_within", noted)
        await opener(world).click("Jester", world.board)
        assert ("board", BEHIND) in drawn
        world.bot.pictures._kept.clear()
        drawn.clear()
        await world["Ada"].click("My hand", world.board)
        assert drawn == [("hand", SHORT)]


async def test_a_failure_is_tried_again_ever_later(tmp_path: Path, workers: Pooled) -> None:
    async with three(tmp_path, workers) as world:
        waits: list[float] = []
        delivery = world.bot.delivery
        delivery._wake_in = lambda game, seconds: waits.append(seconds + 0 * game)  # type: ignore[method-assign]  # a timer that the test rings
        _down(world)
        await opener(world).click("Lake", world.board)
        for _ in range(12):
            delivery.wake(1)
            await delivery.join()
        assert sorted(set(waits)) == [1, 2, 4, 8, 16, 32, 64, 120, 3600]


@pytest.mark.parametrize("event", ["on_shard_resumed", "on_shard_ready"])
async def test_what_failed_is_sent_as_soon_as_the_connection_is_back(
    tmp_path: Path, workers: Pooled, event: str
) -> None:
    async with three(tmp_path, workers) as world:
        delivery = world.bot.delivery
        wake_in = delivery._wake_in

        def never(game: int, seconds: float) -> None:
            wake_in(game, seconds + 3600)

        delivery._wake_in = never  # type: ignore[method-assign]  # no timer rings in this test
        _down(world)
        await opener(world).click("Lake", world.board)
        assert "bid or pass" not in world.board.text
        world.env.backend.faults.clear()
        await getattr(world.bot, event)(0)
        await delivery.join()
        await world.look()
        assert "bid or pass" in world.board.text
        assert await world.bot.store.outbox.pending(1) == ()


async def test_an_archived_thread_is_woken_by_a_new_message(
    tmp_path: Path, workers: Pooled
) -> None:
    async with three(tmp_path, workers, setup=False) as world:
        board = world.board
        world.env.inject_error(
            "PATCH", f"/channels/{world.channel.id}/messages/{board.id}", status=400, code=50083
        )
        await give_back(world["Ada"])
        assert world.board.id > board.id
        assert "waiting for ■ Bruno and ▲ Chiara to " in world.board.text


async def test_a_bid_that_cannot_be_paid_is_refused_privately_with_figures(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        await opener(world).click("Lake", world.board)
        second, before = opener(world), world.board.text

        async def refuse(*_: object) -> None:
            raise Refused(Reason("cannot_pay", needs=300, has=100))

        monkeypatch.setattr(GameService, "play", refuse)
        await second.click("Bid 300", world.board)
        assert (
            "Not possible. This costs 300 florins. "
            "Even by selling prestige you can raise only 100" in second.panel.text
        )
        assert world.board.text == before


async def test_a_fault_is_logged_under_the_mark_that_the_person_hears(
    tmp_path: Path,
    workers: Pooled,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    async with three(tmp_path, workers, faults=True) as world:

        async def fail(*_: object) -> None:
            raise ZeroDivisionError

        monkeypatch.setattr(GameService, "play", fail)
        await opener(world).click("Lake", world.board)
        text = opener(world).panel.text
        assert "Something went wrong on my side" in text
        mark = text.rstrip(".").rsplit(" ", 1)[-1]
        assert f"fault {mark}" in caplog.text


async def test_a_closing_bot_says_so(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers) as world:
        first = opener(world)
        with monkeypatch.context() as closing:
            closing.setattr(world.bot, "closing", True)
            await first.click("Lake", world.board)
        assert "I’m restarting" in first.panel.text
        assert "put an item up" in world.board.text


async def test_a_message_that_cannot_be_made_holds_up_no_other(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with three(tmp_path, workers, faults=True) as world:

        async def fail(*_: object, **__: object) -> None:
            raise KeyError("no such text")

        with monkeypatch.context() as broken:
            broken.setattr(board, "message", fail)
            await opener(world).click("Lake", world.board)
        assert "bid or pass" not in world.board.text
        assert "Bid or pass" in world["Bruno"].calls[-1].text
        assert 1 in world.bot.delivery._timers, "it is tried again by itself"
        world.bot.delivery.wake(1)
        await world.bot.delivery.join()
        await world.look()
        assert "bid or pass" in world.board.text


@pytest.mark.parametrize(
    ("fault", "left"),
    [(NoSuchGame(), False), (BeingUpdated(), True), (KeyError("no such channel"), True)],
)
async def test_a_refused_message_holds_up_no_other_when_it_cannot_be_dealt_with(
    tmp_path: Path,
    workers: Pooled,
    monkeypatch: pytest.MonkeyPatch,
    fault: Exception,
    left: bool,
) -> None:
    async with three(tmp_path, workers, faults=True) as world:

        async def fail(*_: object) -> None:
            raise fault

        path = f"/channels/{world.channel.id}/messages"
        for method, where in (("POST", path), ("PATCH", f"{path}/{world.board.id}")):
            world.env.inject_error(method, where, status=404, code=10003, times=None)
        with monkeypatch.context() as broken:
            broken.setattr(world.bot.deleted_channels, "check", fail)
            await opener(world).click("Lake", world.board)
        assert "Bid or pass" in world["Bruno"].calls[-1].text
        rows = await world.bot.store.outbox.pending(1)
        assert [row.kind for row in rows] == ["table"] * left
