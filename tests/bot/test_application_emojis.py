"""The symbols of buttons: sent to Discord once, used when all are there, never in the way."""

from __future__ import annotations

import asyncio
import os
import time
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.background.workers import Limit, Workers
from bot.demo import emojis as simulated
from bot.interactions import emojis as application_emojis
from bot.store.emojis import EmojiRow
from render.emojis import EMOJIS
from tests.bot.client_message import Message
from tests.bot.driver import Player, Pooled, World, table
from tests.bot.test_reminders_shown import Hands

DAY = timedelta(days=1).total_seconds()


def _there(world: World) -> dict[int, Any]:
    backend: Any = world.env.backend
    there: dict[int, Any] = backend.application_emojis
    return there


def _sent(world: World, method: str) -> int:
    return sum(
        each.method == method and "/emojis" in each.path for each in world.env.http_requests
    )


def _shown(message: Message) -> list[Any]:
    """The emojis of the buttons and options of a message."""
    buttons = [each.get("emoji") for each in message.parts if each["type"] == 2]
    options = [o.get("emoji") for each in message.parts for o in each.get("options", ())]
    return [each for each in buttons + options if each]


async def _choice_of_actions(player: Player) -> None:
    """Play alone until a decision between kinds of actions, each with its own symbol."""
    await player.slash("play", game="lacrimosa")
    await player.click("Start alone")
    await player.click("Your move")
    for _ in range(20):
        if "Use the card" in player.panel.buttons:
            return
        first = (*player.panel.choices, *player.panel.buttons)[0]
        await player.click(first, on=player.panel)
    raise AssertionError(f"no such choice: {player.panel}")


async def test_each_is_put_there_once(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world.bot.application_emojis.bring()
        assert len(_there(world)) == len(EMOJIS) == _sent(world, "POST")
        await world.bot.application_emojis.bring()
        await world.restart()
        await world.bot.application_emojis.bring()
        assert _sent(world, "POST") == len(EMOJIS)


class Noting(Workers):
    """Notes the names of the jobs that have ended, in order."""

    def __init__(self, count: int) -> None:
        super().__init__(count)
        self.ended: list[str] = []

    async def run_within(
        self, limit: Limit, call: Callable[..., Any], *args: Any, **kwargs: Any
    ) -> Any:
        """Run a function in a process, and note its name."""
        answer = await super().run_within(limit, call, *args, **kwargs)
        self.ended.append(call.__name__)
        return answer


async def test_a_picture_waits_for_none_of_them() -> None:
    pool = Noting(1)
    try:
        busy = asyncio.create_task(pool.run(time.sleep, 0.2))
        await asyncio.sleep(0.05)
        drawing = asyncio.create_task(application_emojis._files(pool))
        await asyncio.sleep(0.05)
        await pool.run(os.getpid)  # asked for later, as a picture would be
        await asyncio.gather(busy, drawing)
    finally:
        await pool.close()
    assert pool.ended == ["sleep", "getpid", *["png"] * len(EMOJIS)]


async def test_buttons_show_them_once_all_are_there_unless_the_person_wants_none(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        (ada,) = world.players.values()
        await _choice_of_actions(ada)
        assert _shown(ada.panel) == []
        await world.bot.application_emojis.bring()
        await ada.click("Your move")
        assert _shown(ada.panel)
        await ada.slash("settings")
        await ada.click("Symbols: yes")
        assert ada.panel.button("Symbols: no")
        await ada.click("Your move", on=world.public[-1])
        assert _shown(ada.panel) == []


async def test_none_is_shown_while_one_is_missing(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        emojis = world.bot.application_emojis
        await emojis.bring()
        del _there(world)[next(iter(_there(world)))]
        world.env.inject_error("POST", "/applications/*/emojis", status=429)
        await emojis.bring()
        assert {emojis.emoji(shown) for shown in EMOJIS.values()} == {None}


async def test_a_message_that_is_refused_for_an_emoji_comes_all_the_same(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        (ada,) = world.players.values()
        await world.bot.application_emojis.bring()
        await _choice_of_actions(ada)
        for refused, symbols in ((1, True), (2, False)):
            simulated.of(world.env.backend).refused = refused
            await ada.click("Your move", on=world.public[-1])
            assert bool(_shown(ada.panel)) is symbols
        await ada.click("Your move", on=world.public[-1])
        assert _shown(ada.panel), "the next one tries again"


async def test_those_that_somebody_has_deleted_are_put_there_anew(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world.bot.application_emojis.bring()
        there = _there(world)
        for id_ in list(there)[::2]:
            del there[id_]
        await world.bot.application_emojis.bring()
        assert len(there) == len(EMOJIS)
        assert world.bot.application_emojis.emoji("florence.florin") is not None


async def test_other_drawings_go_after_a_week_and_nothing_else_does(
    tmp_path: Path, workers: Pooled
) -> None:
    hands = Hands()
    async with table(tmp_path, workers, "Ada", **hands.both) as world:
        bot = world.bot
        ours = await bot.create_application_emoji(
            name="florin_0000", image=b"\x89PNG\r\n\x1a\n"
        )
        theirs = await bot.create_application_emoji(
            name="mine_0000", image=b"\x89PNG\r\n\x1a\n"
        )
        await bot.store.emojis.add(bot.application_id or 0, EmojiRow(ours.name, ours.id))
        await bot.application_emojis.bring()
        hands.now += application_emojis.KEPT - DAY
        await bot.application_emojis.bring()
        assert ours.id in _there(world)
        hands.now += DAY + 1
        await bot.application_emojis.bring()
        assert ours.id not in _there(world)
        assert theirs.id in _there(world)


async def test_a_drawing_that_comes_back_is_used_again(tmp_path: Path, workers: Pooled) -> None:
    """As after a release is rolled back: the drawings of both stay at Discord for a week."""
    async with table(tmp_path, workers, "Ada") as world:
        bot = world.bot
        await bot.application_emojis.bring()
        rows = await bot.store.emojis.of(bot.application_id or 0)
        await bot.store.emojis.replace(bot.application_id or 0, tuple(e.id for e in rows), 1.0)
        await bot.application_emojis.bring()
        assert bot.application_emojis.emoji("first") is not None
        assert _sent(world, "POST") == len(EMOJIS)


async def test_a_process_that_puts_none_there_draws_none(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        await world.bot.application_emojis.bring()
        await world.restart()
        bot, asked = world.bot, Noting(1)
        monkeypatch.setattr(bot, "workers", asked)
        monkeypatch.setattr(bot.store.process.limits, "take_sync", _refuses)
        await bot.application_emojis.bring()
        assert asked.ended == []
        assert bot.application_emojis.emoji("first") is not None, "the store knows them"


async def _refuses() -> bool:
    return False


async def test_discord_is_left_alone_once_it_takes_no_more(
    tmp_path: Path, workers: Pooled
) -> None:
    hands = Hands()
    async with table(tmp_path, workers, "Ada", **hands.both) as world:
        world.env.inject_error("POST", "/applications/*/emojis", status=429)
        await world.bot.application_emojis.bring()
        await world.restart()
        before = _sent(world, "POST")
        hands.now += application_emojis.INTERVAL - 1
        await world.bot.application_emojis.bring()
        assert _sent(world, "POST") == before
        hands.now += 1
        await world.bot.application_emojis.bring()
        assert len(_there(world)) == len(EMOJIS)
