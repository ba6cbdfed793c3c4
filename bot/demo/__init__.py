"""`maecenas demo`: the unmodified bot on a simulated Discord, in the browser.

It needs no token and no network: simcord plays Discord in this process. A small page on
127.0.0.1 shows the channels, and the direct messages of the person you choose to be.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from functools import partial
from pathlib import Path
from typing import Final

from aiohttp import web
from pydantic import SecretStr

from bot.app import Maecenas
from bot.background.health import LOOPBACK
from bot.background.signals import stop_event
from bot.demo import simulation
from bot.demo.page import application
from bot.demo.world import PEOPLE, World
from bot.open_bot import open_bot
from bot.run import FAILED
from bot.settings import Settings
from render.words import SOURCE, Words
from rules.registry import GAMES

PATIENCE: Final = 60.0
"""Seconds within which a table settles after a click, computer players' steps included."""

OPPONENTS: Final = 2


def run(port: int) -> int:
    """Serve the demo until it is interrupted; returns the exit code."""
    return asyncio.run(_serve(port))


async def _serve(port: int) -> int:
    ended = stop_event()
    with tempfile.TemporaryDirectory(prefix="maecenas-demo-") as folder:
        token = SecretStr("simulated")
        database = Path(folder) / "demo.db"
        settings = Settings(_env_file=None, token=token, database=database)
        # Nothing is put off for long: the page shows the table as busy until all is done.
        bot = await open_bot(settings, burst=0, away=0, undo_pause=3, symbols=True)
        async with simulation.run(bot, settle_timeout=PATIENCE, check_errors=False) as env:
            world = World(env, bot.tree, GAMES, partial(_deciding, bot))
            runner = web.AppRunner(application(world))
            await runner.setup()
            try:
                site = web.TCPSite(runner, LOOPBACK, port)
                try:
                    await site.start()
                except OSError:
                    print(f"maecenas: cannot listen on {LOOPBACK}:{port}", file=sys.stderr)
                    return FAILED
                await set_tables(world)
                address = runner.addresses[0]
                print(f"The tables are set: http://{address[0]}:{address[1]}/", flush=True)
                print(f"Ctrl+C stops it; until then its games are in {database}", flush=True)
                await ended.wait()
            finally:
                await world.close()
                await runner.cleanup()
                await bot.close()
    return 0


async def _deciding(bot: Maecenas, channel: int) -> frozenset[int]:
    """The ids of the people who must decide in a channel's game."""
    table = await bot.games.in_channel(channel)
    deciding = table.deciding if table else ()
    return frozenset(row.sits for row in deciding if row.sits is not None)


async def set_tables(world: World) -> None:
    """Open a lobby in each channel for its game, with computer players, ready for Start."""
    host, add = PEOPLE[0], Words(SOURCE)("lobby.button.add_opponent")
    for game, channel in zip(GAMES, world.channels, strict=True):
        world.do(host, partial(world.command, host, channel.id, f"/play game:{game}"))
        await world.settled()
        for _ in range(OPPONENTS):
            world.do(host, partial(world.press_newest, host, channel, add))
            await world.settled()
