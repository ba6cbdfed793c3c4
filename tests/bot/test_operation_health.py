"""The bot's health: the figures for the host, on this machine only."""

from __future__ import annotations

import asyncio
import logging
import os
import socket
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import aiohttp
import discord
import pytest
from pydantic import SecretStr

from bot import app
from bot.background.health import INTERVAL, LOOPBACK, VERSION
from bot.open_bot import open_bot
from bot.run import FAILED
from bot.settings import Settings
from tests.bot.driver import Pooled, table
from tests.bot.services import ANN, CHANNEL, GUILD, Inline

ROOT = Path(__file__).resolve().parents[2]
TOKEN = "MTIz.not.a-token"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind((LOOPBACK, 0))
        return int(probe.getsockname()[1])


@pytest.fixture
async def bot(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[app.Maecenas]:
    settings = Settings(_env_file=None, token=SecretStr(TOKEN), database=tmp_path / "bot.db")
    opened = await open_bot(settings, workers=Inline())
    monkeypatch.setattr(opened.delivery, "wake", lambda _: None)  # no Discord to send to
    yield opened
    await opened.close()


async def asked(port: int, path: str = "health") -> tuple[int, Any]:
    async with (
        aiohttp.ClientSession() as session,
        session.get(f"http://{LOOPBACK}:{port}/{path}") as answer,
    ):
        return answer.status, await answer.json(content_type=None) if answer.ok else None


async def test_the_port_tells_figures_and_nothing_else(bot: app.Maecenas) -> None:
    port = free_port()
    await bot.health.start(port)
    await bot.lobbies.create_lobby("florence", GUILD, CHANNEL, ANN, "Ann")
    status, told = await asked(port)
    assert status == 200
    assert bot.health._runner is not None
    assert bot.health._runner.addresses == [("127.0.0.1", port)], "of no other machine"
    assert told.pop("lag") >= 0
    assert told.pop("uptime") < 60
    assert told == {
        "version": VERSION,
        "connected": False,
        "shards": [],
        "games": 1,
        "queue": 1,
        "error": None,
    }
    assert (await asked(port, ""))[0] == 404
    await bot.close()
    with pytest.raises(aiohttp.ClientConnectorError):
        await asked(port)


async def test_only_a_name_of_this_machine_or_of_the_hosts_is_answered(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page of another site whose own name leads here can read nothing."""
    monkeypatch.setenv("MAECENAS_HEALTH_HOSTS", "figures.example, other.example")
    settings = Settings(_env_file=None, token=SecretStr(TOKEN), database=tmp_path / "bot.db")
    bot = await open_bot(settings, workers=Inline())
    port = free_port()
    await bot.health.start(port)

    async def answered(host: str) -> dict[str, int]:
        async with aiohttp.ClientSession(headers={"Host": host}) as session:
            found = {}
            for path in ("health", "metrics"):
                async with session.get(f"http://{LOOPBACK}:{port}/{path}") as answer:
                    found[path] = answer.status
            return found

    try:
        for host in (f"127.0.0.1:{port}", "localhost", f"[::1]:{port}", "figures.example:80"):
            assert await answered(host) == {"health": 200, "metrics": 200}, host
        for host in ("evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", ":x"):
            assert set((await answered(host)).values()) <= {400, 403}, host
    finally:
        await bot.close()


async def test_a_shard_that_hears_nothing_is_told(
    tmp_path: Path, workers: Pooled, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with table(tmp_path, workers, "Ada") as world:
        health = world.bot.health
        heard = await health.figures()
        assert (heard.shards, heard.connected) == ((True,), True)
        monkeypatch.setattr(discord.ShardInfo, "is_closed", lambda shard: shard.id == 1)
        shards = {0: discord.ShardInfo, 1: discord.ShardInfo}
        made = {each: kind.__new__(kind) for each, kind in shards.items()}
        for each, shard in made.items():
            shard.id = each
        monkeypatch.setattr(discord.AutoShardedClient, "shards", made)
        heard = await health.figures()
        assert (heard.shards, heard.connected) == ((True, False), False)


async def test_the_latest_error_is_known_by_its_kind_alone(bot: app.Maecenas) -> None:
    await bot.health.start(None)
    before = time.time()
    log = logging.getLogger("bot.somewhere")
    log.error("fault of %s", "Ann", exc_info=KeyError(TOKEN))
    failure = (await bot.health.figures()).error
    assert failure is not None
    assert (failure.kind, failure.at >= before) == ("KeyError", True)
    log.error("set aside")
    log.warning("nothing much")
    failure = (await bot.health.figures()).error
    assert failure is not None
    assert failure.kind == "bot.somewhere"


async def test_a_blocked_loop_is_seen(bot: app.Maecenas) -> None:
    await bot.health.start(None)
    await asyncio.sleep(0.3)
    time.sleep(0.4)  # noqa: ASYNC251 - what it is about
    await asyncio.sleep(2.5 * INTERVAL)
    assert (await bot.health.figures()).lag > 100, "also when it is over"


async def test_without_a_database_the_port_says_so(bot: app.Maecenas) -> None:
    port = free_port()
    await bot.health.start(port)
    async with bot.store._database.transaction() as writer:
        await writer.execute("DROP TABLE outbox")
    assert (await asked(port))[0] == 503


async def test_a_port_that_is_taken_is_one_line(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind((LOOPBACK, 0))
        taken.listen()
        port = taken.getsockname()[1]
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "run"),
            cwd=tmp_path,
            env={
                "PATH": os.environ["PATH"],
                "PYTHONPATH": str(ROOT),
                "DISCORD_TOKEN": TOKEN,
                "MAECENAS_DATABASE": str(tmp_path / "bot.db"),
                "MAECENAS_HEALTH_PORT": str(port),
                "MAECENAS_LOG_LEVEL": "ERROR",
            },
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await asyncio.wait_for(process.communicate(), 60)
    assert process.returncode == FAILED
    assert said.decode() == f"maecenas: cannot listen on {LOOPBACK}:{port}\n"


async def test_no_port_unless_it_is_asked_for(
    bot: app.Maecenas, monkeypatch: pytest.MonkeyPatch
) -> None:
    def listens(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("bot.background.health.web.AppRunner", listens)
    await bot.health.start(bot.settings.health_port)
