"""The commands at Discord: sent if Discord has others, and only then."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import NoReturn

import discord
import pytest

from bot.commands import sync
from bot.interactions.rest_budget import RestBudget
from tests.bot.driver import Pooled, World, table


async def _registered(world: World) -> list[tuple[str, int]]:
    return sorted((each.name, each.id) for each in await world.bot.tree.fetch_commands())


async def test_commands_of_another_release_are_replaced_and_own_ones_stay(
    tmp_path: Path, workers: Pooled
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        first = await _registered(world)
        await world.restart()
        assert await _registered(world) == first, "nothing had changed"
        later = {"name": "later", "description": "Of a later release", "type": 1}
        await world.bot.http.bulk_upsert_global_commands(
            world.bot.application_id or 0, payload=[later]
        )
        await world.restart()
        assert [name for name, _ in await _registered(world)] == [name for name, _ in first]


def _times_sent(world: World) -> int:
    return sum(r.method == "PUT" and "commands" in r.path for r in world.env.http_requests)


async def test_commands_that_discord_refuses_are_sent_again_each_time_later(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sync, "LONGEST_PAUSE", 150.0)
    async with table(tmp_path, workers, "Ada", faults=True) as world:
        await world.bot.store.set_digest("commands", "those of another release")
        world.env.inject_error(
            "PUT", "/applications/*/commands", status=400, code=30034, times=4
        )
        before = _times_sent(world)
        await world.restart()
        tries = []
        for _ in range(9):
            tries.append(_times_sent(world) - before)
            await world.passes(60.0)
        # At once, after 60 s, after 120 s more, and then every 150 s.
        assert tries == [1, 2, 2, 3, 3, 3, 4, 4, 5]
        await world.passes(7200.0)
        assert _times_sent(world) - before == 5, "Discord has them"


async def test_commands_wait_while_too_much_is_refused(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    waits = [60.0, 60.0]
    monkeypatch.setattr(RestBudget, "background_wait", lambda _: waits[0] if waits else 0.0)
    async with table(tmp_path, workers, "Ada", faults=True) as world:
        await world.bot.store.set_digest("commands", "those of another release")
        world.env.inject_error("PUT", "/applications/*/commands", status=400, code=30034)
        before = _times_sent(world)
        await world.restart()
        tries = []
        for _ in range(4):
            await world.passes(60.0)
            tries.append(_times_sent(world) - before)
            waits = waits[1:]
    assert tries == [1, 1, 2, 2]


async def test_no_commands_are_sent_after_the_stop(tmp_path: Path, workers: Pooled) -> None:
    async with table(tmp_path, workers, "Ada", faults=True) as world:
        await world.bot.store.set_digest("commands", "those of another release")
        world.env.inject_error("PUT", "/applications/*/commands", status=400, code=30034)
        await world.restart()
        await world.bot.command_sync.close()
        names = {task.get_name() for task in asyncio.all_tasks()}
        assert "command sync" not in names


async def test_a_sync_that_is_limited_ends_nothing(
    tmp_path: Path,
    workers: Pooled,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(sync, "FIRST_PAUSE", 600.0)  # a shorter pause is waited for
    async with table(tmp_path, workers, "Ada", faults=True) as world:
        await world.bot.store.set_digest("commands", "those of another release")

        async def limited(*_: object, **__: object) -> NoReturn:
            raise discord.RateLimited(600)

        monkeypatch.setattr(discord.http.HTTPClient, "bulk_upsert_global_commands", limited)
        await world.restart()
        assert "Discord did not accept the commands" in caplog.text
        await world["Ada"].slash("play", game="florence")
        assert "Start" in world.board.buttons
