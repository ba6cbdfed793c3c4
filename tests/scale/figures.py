"""`python -m tests.scale.figures`: every promise about many games and several processes.

It prints one table of what was measured beside what is promised. A million games take some
minutes and 8 GiB of memory. A kill of a process on another machine takes twenty seconds: its
games pass to another process only after its leases.
The exit code is 1 if a promise was broken.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from collections.abc import Awaitable, Callable, Sequence
from pathlib import Path
from typing import Final

from tests.postgresql import running
from tests.scale.__main__ import GAMES, exit_code, tried
from tests.speed.commits import committed
from tests.wire import load, moved_games, multiprocess, points, servers
from tests.wire.environment import Figures
from tests.wire.promise import Promise

KILLS: Final = 17
"""Kills at each point: a hundred in all, and some at random moments."""

RESTARTS: Final = 10
COMMIT: Final = 0.6
"""Milliseconds of the bot's processor time that a commit of a move may take."""

SILENCE: Final = 20.0
"""Seconds within which a killed process hears clicks again; sessions are 5 s apart."""

TABLES, PROCESSES = 50, 4

Trial = Callable[[Path], Awaitable[Figures]]


async def measured(games: int, kills: int, seconds: float, seed: int) -> list[Promise]:
    """Measure everything in turn.

    Args:
        games: how many are stored.
        kills: how often a process is killed at each point of a move's way.
        seconds: how long people click at all tables.
        seed: for what people choose.
    """
    promises = await _trials(kills, seed)
    with tempfile.TemporaryDirectory() as folder:
        silent = await multiprocess.silence(Path(folder), seed)
    promises.append(
        Promise("seconds of silence after kill -9 of a process", silent, 0, SILENCE)
    )
    promises += await tried(games)
    return [*promises, *await _commits(), await _load(seconds)]


async def _commits() -> list[Promise]:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        on_sqlite = await committed(folder / "maecenas.db")
        with running(folder / "server") as server:
            async with server.database() as url:
                on_postgresql = await committed(url, server.processor_time)
    return [
        Promise(
            "SQLite: a commit, ms of the bot's processor time", 1e3 * on_sqlite.bot, 0, COMMIT
        ),
        Promise(
            f"PostgreSQL: the same (its server: {1e3 * on_postgresql.server:.2f} ms)",
            *(1e3 * on_postgresql.bot, 0, COMMIT),
        ),
    ]


async def _load(seconds: float) -> Promise:
    found = await load.measured(
        lambda folder: load.shared(folder, TABLES, seconds, processes=PROCESSES)
    )
    what = f"{PROCESSES} processes, {TABLES} tables: first answer, p99, ms"
    return Promise(what, found.first[1], most=load.FIRST)


async def _trials(kills: int, seed: int) -> list[Promise]:
    """Kills, restarts, updates: for each trial, how often a promise was broken in it."""
    stops = kills >= KILLS
    killed, broken = await multiprocess.at_each_point(kills, seed, stops=stops)
    each: dict[str, Trial] = {
        "kills at random moments": lambda folder: multiprocess.kills(folder, kills, seed),
        "kills on another machine": lambda folder: multiprocess.kills(
            folder, kills // 2, seed, machines=True
        ),
        f"{RESTARTS} restarts of PostgreSQL": lambda folder: servers.restarts(
            folder, seed, RESTARTS
        ),
        "an update under clicks": lambda folder: multiprocess.taken_over(folder, seed),
        "games of 0.1.0, moved, by four processes": lambda folder: moved_games.moved_games(
            folder, seed
        ),
    }
    at_points = f"{killed} kills at {len(points.POINTS)} points{' and stops' if stops else ''}"
    return [
        Promise(f"{at_points}: lost or doubled", broken, 0, 0),
        *[
            Promise(f"{what}: lost or doubled", await _broken(what, trial), 0, 0)
            for what, trial in each.items()
        ],
    ]


async def _broken(what: str, trial: Trial) -> int:
    """Run a trial; return 1 if it breaks a promise, which is printed."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            await trial(Path(folder))
        except (AssertionError, TimeoutError) as error:
            print(f"{what}: {error!r}", file=sys.stderr, flush=True)  # noqa: T201 - at once
            return 1
    return 0


def main(argv: Sequence[str] | None = None) -> int:
    """Read the command line, measure and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tests.scale.figures")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--kills", type=int, default=KILLS, help="at each point")
    parser.add_argument("--seconds", type=float, default=60.0, help="of clicks at all tables")
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args(argv)
    given = (asked.games, asked.kills, asked.seconds, asked.seed)
    return exit_code(asyncio.run(measured(*given)))


if __name__ == "__main__":
    sys.exit(main())
