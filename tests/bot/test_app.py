"""The process: what keeps it from starting is one line, and a signal ends it with 0."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from aiohttp import web

TOKEN = "MTIz.not.a-token"


@asynccontextmanager
async def _server(status: int, asked: asyncio.Event) -> AsyncIterator[str]:
    """A server in Discord's place: answers with a status, 0 to never answer."""

    closing = asyncio.Event()

    async def answer(_: web.Request) -> web.Response:
        asked.set()
        if not status:
            await closing.wait()
        return web.Response(status=status, text="{}", content_type="application/json")

    app = web.Application()
    app.router.add_route("*", "/{path:.*}", answer)
    runner = web.AppRunner(app, shutdown_timeout=0)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    host, port = runner.addresses[0][:2]
    try:
        yield f"{host}:{port}"
    finally:
        closing.set()
        await runner.cleanup()


async def _run(folder: Path, server: str, **more: str) -> asyncio.subprocess.Process:
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
        *(sys.executable, "-m", "bot", "run"),
        cwd=folder,
        env=environment,
        stderr=asyncio.subprocess.PIPE,
    )


async def _ended(process: asyncio.subprocess.Process) -> tuple[int | None, list[str]]:
    _, said = await asyncio.wait_for(process.communicate(), 60)
    return process.returncode, said.decode().splitlines()


async def test_a_wrong_token_is_one_line(tmp_path: Path) -> None:
    async with _server(401, asyncio.Event()) as server:
        code, said = await _ended(await _run(tmp_path, server))
    assert code == 1
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


async def test_sigterm_ends_it_with_0_even_while_it_logs_in(tmp_path: Path) -> None:
    asked = asyncio.Event()
    async with _server(0, asked) as server:
        process = await _run(tmp_path, server)
        await asyncio.wait_for(asked.wait(), 60)
        process.send_signal(signal.SIGTERM)
        assert await _ended(process) == (0, [])
