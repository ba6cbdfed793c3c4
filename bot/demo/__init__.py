"""`maecenas demo`: the unmodified bot on a simulated Discord, in the browser.

No token and no network: simcord plays Discord in this process, a small page on
127.0.0.1 shows the channel and the direct messages of whoever one chooses to be.
"""

from __future__ import annotations

import asyncio
import signal
import tempfile
from functools import partial
from pathlib import Path
from typing import Final

import simcord
from aiohttp import web
from pydantic import SecretStr

from bot import app
from bot.demo.page import HOST, application
from bot.demo.world import PEOPLE, World
from bot.settings import Settings
from rules.games import GAMES

PATIENCE: Final = 600.0
"""Seconds that one click may take to settle, opponents' steps included."""

OPPONENTS: Final = 2


def run(port: int) -> int:
    """Serve the demo until it is interrupted; returns the exit code."""
    return asyncio.run(_serve(port))


async def _serve(port: int) -> int:
    ended = asyncio.Event()
    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, ended.set)
    with tempfile.TemporaryDirectory(prefix="maecenas-demo-") as folder:
        token = SecretStr("simulated")
        settings = Settings(_env_file=None, token=token, database=Path(folder) / "demo.db")
        # Several turns in one message would be waited for: a click settles with all it caused.
        bot = app.create(settings, burst=0)
        async with simcord.run(
            bot, shard_count=1, settle_timeout=PATIENCE, check_errors=False
        ) as env:
            world = World(env, bot.tree, GAMES)
            runner = web.AppRunner(application(world))
            await runner.setup()
            try:
                site = web.TCPSite(runner, HOST, port)
                await site.start()
                await set_tables(world)
                address = runner.addresses[0]
                print(f"The tables are set: http://{address[0]}:{address[1]}/", flush=True)
                print("Stop it with Ctrl+C.", flush=True)
                await ended.wait()
            finally:
                await world.close()
                await runner.cleanup()
                await bot.close()
    return 0


async def set_tables(world: World) -> None:
    """In each channel the lobby of its game, with opponents, ready for Start."""
    host = PEOPLE[0]
    for game, channel in zip(GAMES, world.channels, strict=True):
        world.do(host, partial(world.command, host, channel.id, f"/play game:{game}"))
        for _ in range(OPPONENTS):
            world.do(host, partial(world.press_newest, host, channel, "Add opponent"))
    await world.settled()
