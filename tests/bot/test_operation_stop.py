"""The stop: within five seconds, whatever is being done."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from typing import NoReturn

import pytest
from pydantic import SecretStr

from bot import app
from bot.settings import Settings
from tests.bot.tabling import ANN, CHANNEL, GUILD

LONGEST = 5.0


async def test_what_never_ends_does_not_hold_up_the_stop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(_env_file=None, token=SecretStr("t"), database=tmp_path / "bot.db")
    bot = app.create(settings)
    await bot.open()
    await bot.workers.run(abs, -1)

    async def hangs(*_: object, **__: object) -> NoReturn:
        await asyncio.Event().wait()
        raise AssertionError

    async def films() -> None:
        bot.under_way()
        await bot.workers.run(time.sleep, 30)

    monkeypatch.setattr("bot.lobby.shown", hangs)
    monkeypatch.setattr("discord.AutoShardedClient.close", hangs)
    await bot.tables.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
    clicks = [asyncio.create_task(films()) for _ in range(3)]
    await asyncio.sleep(0.2)
    began = time.perf_counter()
    await bot.close()
    assert time.perf_counter() - began < LONGEST
    assert all(each.cancelled() for each in clicks)


async def test_what_ends_soon_is_waited_for(tmp_path: Path) -> None:
    settings = Settings(_env_file=None, token=SecretStr("t"), database=tmp_path / "bot.db")
    bot = app.create(settings)
    await bot.open()

    async def answers() -> str:
        bot.under_way()
        await asyncio.sleep(0.3)
        return "answered"

    click = asyncio.create_task(answers())
    await asyncio.sleep(0.05)
    await bot.close()
    assert click.done()
    assert await click == "answered"
