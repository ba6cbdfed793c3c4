"""`python -m tests.wire --minutes N`: everything, for so long, with its figures as a table.

The shares of the time: half for whole games, a quarter for kills, the rest for faults,
mishaps, abuse and load. It ends with 1 if a promise was broken; what is left of a broken
trial (database and log) is kept, and its place is printed.
"""

# ruff: noqa: T201 - the table is its output

from __future__ import annotations

import argparse
import asyncio
import shutil
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import Final

from tests.wire import abuse, clock, damage, direct, disk, load, lost, mishaps, shards, trials
from tests.wire.hall import Figures

Trial = Callable[[Path, int], Awaitable[Figures]]

KILLS: Final = 10
"""How many times a trial kills the bot."""

COLUMNS: Final = tuple(asdict(Figures()))


def _games(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.whole_games(folder, 3, 4, 5, seed=seed)


def _lacrimosa(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.whole_games(folder, 1, 2, 3, 4, seed=seed, game="lacrimosa")


def _opponents(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.whole_games(folder, 2, 3, seed=seed, opponents=2)


def _kills(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.kills(folder, KILLS, 3, 4, 5, seed=seed)


def _lacrimosa_kills(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.kills(folder, KILLS, 1, 3, 4, seed=seed, game="lacrimosa")


def _stops(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.stops(folder, 5, 3, 5, seed=seed)


def _gateway(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.gateway_trouble(folder, 10, 3, seed=seed)


def _rest(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.rest_trouble(folder, 3, 3, seed=seed)


ONCE: Final[dict[str, Trial]] = {
    "SIGTERM": _stops,
    "gateway": _gateway,
    "endpoints": _rest,
    "lost answers": trials.lost_and_late,
    "lost acknowledgements": lost.acknowledgements,
    "cut off by a stop": lost.cut_off,
    "kill before noting": trials.killed_before_noting,
    "the same, direct": direct.killed_before_noting,
    "a new database": direct.begun_anew,
    "closed doors": mishaps.closed_doors,
    "deleted messages": mishaps.deleted_messages,
    "refused edits": mishaps.refused_edits,
    "lost permission": mishaps.lost_permission,
    "two shards": shards.two_shards,
    "clock jumps": clock.clock_jumps,
    "damaged games": damage.damaged_games,
    "full disk": disk.full_disk,
    "locked database": disk.locked_database,
    "read-only database": disk.read_only,
    "moved database": disk.moved_database,
    "forged": abuse.forged,
    "hasty": lambda folder, seed: abuse.hasty(folder, seed=seed),
    "a thousand lobbies": lambda folder, seed: abuse.crowding(folder, seed=seed),
    "strange names": abuse.strange_names,
    "strange places": abuse.strange_places,
}
OFTEN: Final[dict[str, tuple[Trial, float]]] = {
    "whole games": (_games, 0.25),
    "the same, Lacrimosa": (_lacrimosa, 0.2),
    "with opponents": (_opponents, 0.1),
    "kill -9": (_kills, 0.25),
    "kill -9, Lacrimosa": (_lacrimosa_kills, 0.15),
}


class Report:
    """The rows of the table, and what broke."""

    def __init__(self) -> None:
        self._sums: dict[str, Figures] = {}
        self._runs: dict[str, int] = {}
        self.broken: list[str] = []

    async def run(self, name: str, trial: Trial, seed: int) -> None:
        """Run a trial once, in a folder that is kept if it breaks a promise."""
        folder = Path(tempfile.mkdtemp(prefix="maecenas-wire-"))
        try:
            figures = await trial(folder, seed)
        except AssertionError as error:
            self.broken.append(f"{name}, seed {seed}, {folder}: {error}")
            print(self.broken[-1], file=sys.stderr, flush=True)
            return
        await asyncio.to_thread(shutil.rmtree, folder)
        self._runs[name] = self._runs.get(name, 0) + 1
        old = asdict(self._sums.get(name, Figures()))
        new = {key: old[key] + value for key, value in asdict(figures).items()}
        self._sums[name] = Figures(**new)

    def __str__(self) -> str:
        head = f"{'trial':<24} {'runs':>5} " + " ".join(f"{each:>9}" for each in COLUMNS)
        rows = [
            f"{name:<24} {self._runs[name]:>5} "
            + " ".join(f"{asdict(sums)[each]:>9}" for each in COLUMNS)
            for name, sums in self._sums.items()
        ]
        return "\n".join([head, *rows])


async def everything(minutes: float, tables: list[int], seed: int) -> int:
    """Run everything for so long; the exit code."""
    report, end = Report(), time.monotonic() + minutes * 60
    for name, trial in ONCE.items():
        await report.run(name, trial, seed)
    seconds = max(10.0, minutes * 60 * 0.05)
    loads = await load.compared(tables, seconds)
    left = max(0.0, end - time.monotonic())
    whole = sum(share for _, share in OFTEN.values())
    for name, (trial, share) in OFTEN.items():
        until, number = time.monotonic() + left * share / whole, seed
        while number == seed or time.monotonic() < until:
            await report.run(name, trial, number)
            number += 1
    print(report)
    print(load.report(loads))
    print("\n".join(report.broken) or "No promise was broken.")
    return 1 if report.broken else 0


def main() -> int:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0)
    parser.add_argument("--tables", type=int, nargs="+", default=[10, 50])
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    return asyncio.run(everything(asked.minutes, asked.tables, asked.seed))


if __name__ == "__main__":
    sys.exit(main())
