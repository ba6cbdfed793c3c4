"""The bot on PostgreSQL: its server is restarted, or the bot itself is killed."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from tests.postgresql import NEWEST, OLDEST, Server, running
from tests.wire import trials
from tests.wire.environment import Figures, environment


@asynccontextmanager
async def lasting(version: int = NEWEST) -> AsyncIterator[Server]:
    """A server that keeps what it has confirmed, even if it crashes."""
    folder = Path(tempfile.gettempdir()) / f"maecenas-wire-{os.getpid()}-{version}"
    with running(folder, settings=(), version=version) as server:
        yield server


async def kills(folder: Path, seed: int = 0, count: int = 8) -> Figures:
    """kill -9 at random moments, with people clicking all the while; on the oldest server."""
    async with lasting(OLDEST) as server, server.database() as url:
        return await trials.kills(folder, count, 3, 3, seed=seed, database=url)


async def restarts(folder: Path, seed: int = 0, count: int = 6) -> Figures:
    """The server is restarted while people play: a click counts once, or is said to be lost."""
    rng = Random(seed)
    async with (
        lasting() as server,
        server.database() as url,
        environment(folder, 3, seed=seed, database=url) as here,
    ):
        await here.begin()
        await here.settle()
        for number in range(count):
            mode = "immediate" if number % 2 else "fast"
            await trials.interrupted(
                here,
                rng.uniform(0.05, 1.5),
                lambda mode=mode: asyncio.to_thread(server.restart, mode),  # type: ignore[misc]  # a default
            )
            await here.play(moves=12, seconds=30.0)
            await here.settle()
            await here.check()
        return await here.check()
