"""Processes of the bot on one PostgreSQL: they are killed, and replaced, under clicks."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from tests.wire import trials
from tests.wire.environment import Environment, Figures, environment
from tests.wire.next_release import next_release
from tests.wire.processes import BotProcesses
from tests.wire.servers import lasting


@asynccontextmanager
async def _tables(
    folder: Path, seed: int, processes: int, game: str = "florence"
) -> AsyncIterator[Environment]:
    """A table of three on a server of each process."""
    async with (
        lasting() as server,
        server.database() as url,
        environment(
            folder, *[3] * processes, seed=seed, game=game, database=url, processes=processes
        ) as here,
    ):
        yield here


async def kills(
    folder: Path, count: int = 8, seed: int = 0, *, processes: int = 2, game: str = "florence"
) -> Figures:
    """kill -9 of one process: its tables are shown as they stand by the others, within 20 s."""
    rng = Random(seed)
    async with _tables(folder, seed, processes, game) as here:
        await here.begin()
        await here.settle()
        for number in range(count):
            await trials.interrupted(here, rng.uniform(0.05, 1.5), here.bot.kill)
            await here.settle()
            await here.bot.start()
            if number % trials.CHECKED == 0:
                await here.check()
        await here.play(moves=20, seconds=60.0)
        await here.settle()
        return await here.check()


async def taken_over(
    folder: Path, seed: int = 0, *, processes: int = 2, other_format: bool = False
) -> Figures:
    """Every process is replaced while people play: no click stays without an answer.

    Args:
        folder, seed, processes: as elsewhere.
        other_format: whether the new release writes games that the old one cannot read.
    """
    async with _tables(folder, seed, processes) as here:
        if other_format:
            _processes(here).source = next_release(folder / "next")
        await here.begin()
        await here.settle()
        playing = asyncio.create_task(here.play(seconds=300.0))
        try:
            await _processes(here).take_over()
        finally:
            for party in here.parties:
                party.stop()
            await playing
        await here.settle()
        figures = await here.check()
        assert figures.late == 0, f"{figures.late} clicks had no answer within 3 s"
        assert not here.discord.rest.refused, "two processes have answered a click"
        return figures


async def whole_games(folder: Path, seed: int = 0, *, processes: int = 2) -> Figures:
    """A game at a table of each process, to its end."""
    async with _tables(folder, seed, processes) as here:
        await here.begin()
        await here.play(seconds=900.0)
        await here.settle()
        figures = await here.check()
        assert figures.over == figures.games, "a game has no end"
        assert figures.late == 0, f"{figures.late} clicks had no answer within 3 s"
        return figures


def _processes(here: Environment) -> BotProcesses:
    assert isinstance(here.bot, BotProcesses)
    return here.bot
