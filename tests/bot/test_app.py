"""The process: one line says what keeps it from starting, and a signal makes it exit with 0."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sqlite3
import sys
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
from aiohttp import web
from pydantic import SecretStr

from bot import app, run
from bot.open_bot import open_bot
from bot.settings import BAD_USE, Settings
from bot.store import StoreError
from rules.opponents import LEVELS
from tests.bot.services import ANN, CHANNEL, GUILD, Inline

TOKEN = "MTIz.not.a-token"


@asynccontextmanager
async def _server(status: int, asked: asyncio.Event) -> AsyncIterator[str]:
    """A server in Discord's place: answers with a status; with 0, never."""

    closing = asyncio.Event()

    async def answer(_: web.Request) -> web.Response:
        asked.set()
        if not status:
            await closing.wait()
        return web.Response(status=status, text="{}", content_type="application/json")

    application = web.Application()
    application.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(application, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"{host}:{port}"
    finally:
        closing.set()
        await runner.cleanup()


async def _run(
    folder: Path, server: str, *arguments: str, **more: str
) -> asyncio.subprocess.Process:
    environment = {
        **{key: value for key, value in os.environ.items() if not key.startswith("DISCORD")},
        "DISCORD_TOKEN": TOKEN,
        "DISCORD_API_URL": f"http://{server}/api/v10",
        "DISCORD_GATEWAY_URL": f"ws://{server}/gateway",
        "MAECENAS_DATABASE": str(folder / "bot.db"),
        "MAECENAS_LOG_LEVEL": "ERROR",
        "PYTHONPATH": str(Path(__file__).parents[2]),
        **more,
    }
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run", *arguments),
        cwd=folder,
        env=environment,
        stderr=asyncio.subprocess.PIPE,
    )


async def _ended(process: asyncio.subprocess.Process) -> tuple[int | None, list[str]]:
    _, said = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, said.decode().splitlines()


@asynccontextmanager
async def _opened(folder: Path, **more: Any) -> AsyncIterator[app.Maecenas]:
    """A bot that is not connected, with its own settings."""
    settings = Settings(
        _env_file=None, token=SecretStr(TOKEN), database=folder / "bot.db", **more
    )
    bot = await open_bot(settings, workers=Inline())
    try:
        yield bot
    finally:
        await bot.close()


async def test_it_mentions_nobody_by_itself_and_needs_no_privileged_intent(
    tmp_path: Path,
) -> None:
    async with _opened(tmp_path) as bot:
        assert bot.allowed_mentions is not None
        allowed: Any = bot.allowed_mentions.to_dict()
        assert allowed == {"parse": []}
        assert [intent for intent, wanted in bot.intents if wanted] == ["guilds"]


async def test_calls_within_ten_seconds_are_one_and_two_minutes_after_a_click_none(
    tmp_path: Path,
) -> None:
    async with _opened(tmp_path) as bot:
        assert (bot.delivery._burst, bot.delivery._away) == (10.0, 120.0)


async def test_the_settings_are_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async with _opened(tmp_path, cache_games=2, opponent_pause=0.1) as bot:
        monkeypatch.setattr(bot.delivery, "wake", lambda _: None)  # no Discord to send to
        lobbies = [
            await bot.lobbies.create_lobby("florence", GUILD, CHANNEL + n, ANN, "Ann")
            for n in range(3)
        ]
        assert len(bot.games._cache) == 2
        game = lobbies[-1].game.id
        for n in range(2):
            await bot.lobbies.add_opponent(game, ANN, LEVELS[0], f"Bot {n}")
        began = time.monotonic()
        await bot.lobbies.start(game, ANN)
        await bot.games.wait_idle()
        assert [row.user for row in (await bot.games.table(game)).deciding] == [ANN]
        # Both computer players have given a card back, one after the other.
        assert time.monotonic() - began >= 0.2
        assert bot.games._autoplay._pause == 0.1


def test_at_debug_the_libraries_log_no_values(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)  # both are restored at the end
    caplog.set_level(logging.INFO, "bot")
    run._log_to_stderr("DEBUG")
    for library in ("aiosqlite", "discord.http", "discord.gateway", "asyncio"):
        assert not logging.getLogger(library).isEnabledFor(logging.DEBUG)
    assert logging.getLogger("bot.tables.core.cache").isEnabledFor(logging.DEBUG)


async def test_a_wrong_token_is_one_line(tmp_path: Path) -> None:
    async with _server(401, asyncio.Event()) as server:
        code, said = await _ended(await _run(tmp_path, server))
    assert code == 2
    assert said == ["maecenas: Discord does not accept the token in DISCORD_TOKEN"]


async def test_no_discord_is_one_line(tmp_path: Path) -> None:
    async with _server(401, asyncio.Event()) as server:
        pass
    code, said = await _ended(await _run(tmp_path, server))
    assert (code, said) == (1, ["maecenas: Discord cannot be reached"])


async def test_an_unreadable_database_is_one_line(tmp_path: Path) -> None:
    (tmp_path / "bot.db").write_bytes(b"no database at all" * 100)
    code, (line,) = await _ended(await _run(tmp_path, "127.0.0.1:9"))
    assert code == 1
    assert line.startswith(f"maecenas: the database {tmp_path / 'bot.db'} cannot be used")


async def test_a_newer_database_is_one_line(tmp_path: Path) -> None:
    with sqlite3.connect(tmp_path / "bot.db") as database:
        database.execute("PRAGMA user_version = 999")
        database.execute(f"PRAGMA application_id = {0x4D414543}")
    database.close()
    code, (line,) = await _ended(await _run(tmp_path, "127.0.0.1:9"))
    assert code == 1
    assert "newer version of Maecenas" in line


async def test_a_database_without_one_of_its_tables_is_one_line(tmp_path: Path) -> None:
    async with _opened(tmp_path) as bot, bot.store._database.transaction() as writer:
        await writer.execute("DROP TABLE editions")
    with pytest.raises(StoreError, match=r"bot\.db has a damaged layout; use its backup"):
        async with _opened(tmp_path):
            pass


async def test_a_second_bot_on_the_same_database_is_one_line(tmp_path: Path) -> None:
    asked = asyncio.Event()
    async with _server(0, asked) as server:
        first = await _run(tmp_path, server)
        await asyncio.wait_for(asked.wait(), 60)
        code, said = await _ended(await _run(tmp_path, server))
        reason = f"maecenas: another bot is using the database {tmp_path / 'bot.db'}"
        assert (code, said) == (1, [reason])
        first.kill()
        await first.wait()
        asked.clear()
        third = await _run(tmp_path, server)
        await asyncio.wait_for(asked.wait(), 60)
        third.send_signal(signal.SIGTERM)
        assert await _ended(third) == (0, [])


async def test_nothing_is_taken_over_on_sqlite(tmp_path: Path) -> None:
    process = await _run(tmp_path, "127.0.0.1:1", "--take-over")
    reason = "maecenas: --take-over needs PostgreSQL: on SQLite, stop the bot first"
    assert await _ended(process) == (BAD_USE, [reason])
    assert not (tmp_path / "bot.db").exists()


async def test_a_new_database_is_for_its_owner_alone(tmp_path: Path) -> None:
    asked = asyncio.Event()
    async with _server(0, asked) as server:
        process = await _run(tmp_path, server)
        await asyncio.wait_for(asked.wait(), 60)
        modes = {each.name: each.stat().st_mode & 0o777 for each in _files(tmp_path)}
        process.send_signal(signal.SIGTERM)
        assert await _ended(process) == (0, [])
    names = ("bot.db", "bot.db-shm", "bot.db-wal", "bot.db.lock")
    assert modes == dict.fromkeys(names, 0o600)


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir())


async def test_more_signals_during_the_stop_change_nothing(tmp_path: Path) -> None:
    asked = asyncio.Event()
    async with _server(0, asked) as server:
        process = await _run(tmp_path, server)
        await asyncio.wait_for(asked.wait(), 60)
        ending = asyncio.create_task(_ended(process))
        while not ending.done():
            with suppress(ProcessLookupError):
                # `process.send_signal` would ask for the exit code before it is waited for.
                os.kill(process.pid, signal.SIGTERM)
            await asyncio.sleep(0.002)
        assert await ending == (0, [])


async def test_sigterm_ends_it_with_0_even_while_it_logs_in(tmp_path: Path) -> None:
    asked = asyncio.Event()
    async with _server(0, asked) as server:
        process = await _run(tmp_path, server)
        await asyncio.wait_for(asked.wait(), 60)
        process.send_signal(signal.SIGTERM)
        assert await _ended(process) == (0, [])
