"""Processes of the bot on one PostgreSQL are killed, stopped and replaced, under clicks.

`python -m tests.wire.multiprocess --kills 17` kills one 17 times at each point of a move's way,
and prints the results by point; with `--stops`, one also stalls at each point.
`--previous COMMIT` updates from the wheel of another commit.
"""

# ruff: noqa: T201 - the figures are its output

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any, Final

from bot.store import discord_limits
from tests.wire import points, trials
from tests.wire.environment import Environment, Figures, environment
from tests.wire.previous_release import previous_release
from tests.wire.process import BotProcess
from tests.wire.processes import BotProcesses
from tests.wire.servers import lasting

MOST_PASSAGES: Final = 3
"""The most passages of a point until something happens there; sends are merged."""

OWNER: Final = 0
"""The shard that also hears direct messages; its process acts for most tables."""

STOPPED: Final = 30.0
"""Seconds for which a process stalls: twice as long as its leases last."""

AFTERWARDS: Final = 3.0
"""Seconds in which it then does what it was about to do, or finds that it may not."""


@asynccontextmanager
async def _tables(
    folder: Path,
    seed: int,
    processes: int,
    game: str = "florence",
    source: Path | None = None,
    apart: float = 0.2,
    wake_ups: bool = True,
    machines: bool = False,
) -> AsyncIterator[Environment]:
    """A table of three on a server of each process, whose game has begun and is shown."""
    each = [3] * processes
    async with (
        lasting() as server,
        server.database() as url,
        environment(
            folder,
            *each,
            seed=seed,
            game=game,
            database=url,
            processes=processes,
            source=source,
            machines=machines,
            WIRE_APART=str(apart),
            WIRE_NO_WAKE_UPS="" if wake_ups else "1",
        ) as here,
    ):
        await here.begin()
        await here.settle()
        yield here


async def kills(
    folder: Path,
    count: int = 8,
    seed: int = 0,
    *,
    processes: int = 2,
    game: str = "florence",
    wake_ups: bool = True,
    machines: bool = False,
) -> Figures:
    """kill -9 of one process: the others show its tables up to date within 20 s.

    Args:
        folder, count, seed, processes, game: as elsewhere.
        wake_ups: whether wake-ups from one process reach another.
        machines: whether each process counts as on its own machine; then only time shows
            that one is gone.
    """
    rng = Random(seed)
    async with _tables(
        folder, seed, processes, game, wake_ups=wake_ups, machines=machines
    ) as here:
        for number in range(count):
            await trials.interrupted(here, rng.uniform(0.05, 1.5), here.bot.kill)
            await here.settle()
            await here.bot.start()
            if number % trials.CHECKED == 0:
                await here.check()
        await here.play(moves=20, seconds=60.0)
        await here.settle()
        return await here.check()


async def killed_at(
    point: str, folder: Path, seed: int = 0, *, count: int = 3, processes: int = 2
) -> Figures:
    """A process kills itself at a point of a move's way; the others show its tables."""
    rng = Random(f"{seed} {point}")
    async with _tables(folder, seed, processes) as here:
        bots = _processes(here)
        for _ in range(count):
            told = points.spelled(point, rng.randint(1, MOST_PASSAGES), signal.SIGKILL)
            bot = await _owner(bots, told)

            async def happening(bot: BotProcess = bot) -> None:
                await bot.ended()
                here.discord.era += 1
                bots.kills += 1

            happened = await _while_playing(here, bot, happening)
            await here.settle()
            await bots.restart(OWNER)
            await here.check()
            if not happened:
                break
        await here.play(moves=10, seconds=60.0)
        await here.settle()
        return await here.check()


async def stopped_at(
    point: str, folder: Path, seed: int = 0, *, seconds: float = STOPPED, processes: int = 2
) -> Figures:
    """A process stalls at a point; the others go on, and its outdated view does not stay."""
    rng = Random(f"{seed} {point}")
    async with _tables(folder, seed, processes) as here:
        bots = _processes(here)
        told = points.spelled(point, rng.randint(1, MOST_PASSAGES), signal.SIGSTOP)
        bot = await _owner(bots, told)

        async def happening() -> None:
            await bot.stopped()
            here.discord.era += 1

        await _while_playing(here, bot, happening)
        await here.settle()
        await asyncio.sleep(seconds)
        bot.go_on()
        await asyncio.sleep(AFTERWARDS)
        await bots.restart(OWNER)
        await here.settle()
        await here.play(moves=10, seconds=60.0)
        await here.settle()
        return await here.check()


async def _owner(bots: BotProcesses, point: str) -> BotProcess:
    """Restart one with a point, so that it acts for all tables; the others restart after it."""
    bot = await bots.restart(OWNER, point)
    for other in range(len(bots.each)):
        if other != OWNER:
            await bots.restart(other)
    return bot


async def _while_playing(
    here: Environment, bot: BotProcess, happening: Callable[[], Coroutine[Any, Any, None]]
) -> bool:
    """Let people play until a process has reached its point; False: the games ended before."""
    bot.arm()
    playing = asyncio.create_task(here.play(seconds=120.0))
    happened = asyncio.create_task(happening())
    try:
        await asyncio.wait({playing, happened}, return_when=asyncio.FIRST_COMPLETED)
        if happened.done():
            await happened
        return happened.done()
    finally:
        happened.cancel()
        for party in here.parties:
            party.stop()
        await asyncio.gather(happened, return_exceptions=True)
        await playing  # raises what went wrong for the players


async def taken_over(
    folder: Path,
    seed: int = 0,
    *,
    processes: int = 2,
    old: Path | None = None,
    new: Path | None = None,
) -> Figures:
    """Every process is replaced while people play; no click goes without an answer.

    Args:
        folder, seed, processes: as elsewhere.
        old, new: where the releases are imported from; None: from here.
    """
    async with _tables(folder, seed, processes, source=old) as here:
        _processes(here).source = new
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


async def silence(folder: Path, seed: int = 0, *, processes: int = 2) -> float:
    """Seconds from kill -9 of a process, restarted at once, until it hears clicks again.

    Sessions begin as far apart as Discord requires.
    """
    async with _tables(folder, seed, processes, apart=discord_limits.APART) as here:
        began = time.monotonic()
        await here.bot.kill()
        await here.bot.start()
        return time.monotonic() - began


async def whole_games(
    folder: Path, seed: int = 0, *, processes: int = 2, wake_ups: bool = True
) -> Figures:
    """Play a game at a table of each process to its end; `wake_ups`: as for `kills`."""
    async with _tables(folder, seed, processes, wake_ups=wake_ups) as here:
        await here.play(seconds=900.0)
        await here.settle()
        figures = await here.check()
        assert figures.over == figures.games, "a game has no end"
        assert figures.late == 0, f"{figures.late} clicks had no answer within 3 s"
        return figures


def _processes(here: Environment) -> BotProcesses:
    assert isinstance(here.bot, BotProcesses)
    return here.bot


async def at_each_point(kills_: int, seed: int, *, stops: bool) -> tuple[int, int]:
    """Kill a process so often at each point, and stop one if asked; print results by point.

    Returns:
        How often a process was killed, and at how many points a promise was broken.
    """
    tried = [("killed", name) for name in points.POINTS]
    tried += [("stopped", name) for name in points.POINTS if stops]
    print(f"{'':28} {'kills':>6} {'clicks':>7} {'moves':>6} {'doubtful':>9} {'late':>5}")
    broken = killed = 0
    for what, name in tried:
        with tempfile.TemporaryDirectory() as folder:
            try:
                if what == "killed":
                    found = await killed_at(name, Path(folder), seed, count=kills_)
                else:
                    found = await stopped_at(name, Path(folder), seed)
            except (AssertionError, TimeoutError) as error:
                broken += 1
                print(f"{what} {name}: {error!r}")
                continue
        killed += found.kills
        print(
            f"{what + ' ' + name:28} {found.kills:6} {found.clicks:7} {found.confirmed:6}"
            f" {found.doubtful:9} {found.late:5}",
            flush=True,
        )
    return killed, broken


async def updated_from(commit: str, seed: int) -> int:
    """Update processes from the release of a commit to this one, under clicks; return 0."""
    with tempfile.TemporaryDirectory() as folder:
        old = await asyncio.to_thread(previous_release, Path(folder) / "previous", commit)
        print(await taken_over(Path(folder), seed, old=old))
    return 0


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.multiprocess")
    parser.add_argument("--previous", metavar="COMMIT", help="update from its release, only")
    parser.add_argument("--kills", type=int, default=17, help="at each point")
    parser.add_argument("--stops", action="store_true", help="stop one at each point too")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    if asked.previous:
        return asyncio.run(updated_from(asked.previous, asked.seed))
    _, broken = asyncio.run(at_each_point(asked.kills, asked.seed, stops=asked.stops))
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
