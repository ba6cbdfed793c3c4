"""`python -m tests.wire --minutes N`: everything, for that long, with its figures as a table.

Load and memory come first, then every fault, refusal and abuse once; the rest of the time
goes to whole games and kills. The exit code is 1 if a promise was broken. The database and
log of a broken trial are kept, and their place is printed.
"""

# ruff: noqa: T201 - the table is its output

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Awaitable
from pathlib import Path
from typing import Final

from render.words import LANGUAGES, SOURCE
from rules.registry import GAMES
from tests.bot.english import nth_language
from tests.wire import (
    abuse,
    clock,
    damage,
    direct_messages,
    discord_errors,
    disk,
    endurance,
    load,
    lost_answers,
    moved_games,
    multiprocess,
    points,
    servers,
    shards,
    trials,
)
from tests.wire.environment import Figures
from tests.wire.next_release import next_release
from tests.wire.previous_release import previous_release
from tests.wire.report import Report, Trial

KILLS: Final = 10
"""How many times a trial kills the bot."""

SEAT_KILLS: Final = 15
"""The same in trials where seats change hands: 30 for both games, some hundreds a night."""

LOADED: Final = 0.02
"""The share of the time that each load takes; at least ten seconds."""

OPPONENTS: Final = 2
"""How many hard computer players there are at each table of one more load."""

CLICKS: Final = 400
"""Clicks of the memory test for each minute of the run: ten thousand in 25 minutes."""


def _games(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.whole_games(folder, 3, 4, 5, seed=seed, language=nth_language(seed))


def _lacrimosa(folder: Path, seed: int) -> Awaitable[Figures]:
    language = nth_language(seed)
    return trials.whole_games(
        folder, 1, 2, 3, 4, seed=seed, game="lacrimosa", language=language
    )


def _calls(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.called_each_turn(folder, 3, 4, 5, seed=seed)


def _lacrimosa_calls(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.called_each_turn(folder, 1, 3, 4, seed=seed, game="lacrimosa")


def _opponents(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.whole_games(folder, 2, 3, seed=seed, opponents=2)


def _kills(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.kills(folder, KILLS, 3, 4, 5, seed=seed)


def _lacrimosa_kills(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.kills(folder, KILLS, 1, 3, 4, seed=seed, game="lacrimosa")


def _seats(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.seats_change(folder, SEAT_KILLS, 4, seed=seed)


def _lacrimosa_seats(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.seats_change(folder, SEAT_KILLS, 3, seed=seed, game="lacrimosa")


def _stops(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.stops(folder, 5, 3, 5, seed=seed)


def _gateway(folder: Path, seed: int) -> Awaitable[Figures]:
    return trials.gateway_trouble(folder, 10, 3, seed=seed)


def _trouble(kind: str) -> Trial:
    return lambda folder, seed: trials.rest_trouble(folder, 3, 3, seed=seed, kinds=(kind,))


def _killed_at(point: str) -> Trial:
    return lambda folder, seed: multiprocess.killed_at(point, folder, seed, count=2)


def _stopped(folder: Path, seed: int) -> Awaitable[Figures]:
    """Stop at a different point each night."""
    point = list(points.POINTS)[time.localtime().tm_yday % len(points.POINTS)]
    return multiprocess.stopped_at(point, folder, seed)


def _in_language(game: str, language: str) -> Trial:
    return lambda folder, seed: trials.whole_games(
        folder, 3, seed=seed, game=game, language=language
    )


ONCE: Final[dict[str, Trial]] = {
    "SIGTERM": _stops,
    "gateway": _gateway,
    **{kind: _trouble(kind) for kind in trials.TROUBLES},
    "usual limits": trials.paced,
    "lost answers": trials.lost_and_late,
    "lost acknowledgements": lost_answers.acknowledgements,
    "cut off by a stop": lost_answers.cut_off,
    "kill while asked": trials.killed_while_asked,
    "kill before noting": trials.killed_before_noting,
    "the same, direct": direct_messages.killed_before_noting,
    "a new database": direct_messages.begun_anew,
    "closed doors": discord_errors.closed_doors,
    "deleted messages": discord_errors.deleted_messages,
    "refused edits": discord_errors.refused_edits,
    "older messages": discord_errors.older_messages,
    "lost permission": discord_errors.lost_permission,
    "two shards": shards.two_shards,
    "clock jumps": clock.clock_jumps,
    "damaged games": damage.damaged_games,
    "full disk": disk.full_disk,
    "locked database": disk.locked_database,
    "read-only database": disk.read_only,
    "moved database": disk.moved_database,
    "PostgreSQL, kill -9": servers.kills,
    "PostgreSQL, restarts": servers.restarts,
    "processes, games": multiprocess.whole_games,
    "games, no wake-ups": lambda folder, seed: multiprocess.whole_games(
        folder, seed, wake_ups=False
    ),
    "kill -9, no wake-ups": lambda folder, seed: multiprocess.kills(
        folder, 3, seed, wake_ups=False
    ),
    "processes, kill -9": lambda folder, seed: multiprocess.kills(folder, seed=seed),
    "machines, kill -9": lambda folder, seed: multiprocess.kills(
        folder, 4, seed, machines=True
    ),
    "four, kill -9": lambda folder, seed: multiprocess.kills(folder, seed=seed, processes=4),
    "processes, updates": multiprocess.taken_over,
    "processes, other format": lambda folder, seed: multiprocess.taken_over(
        folder, seed, new=next_release(folder / "next")
    ),
    "processes, from a wheel": lambda folder, seed: multiprocess.taken_over(
        folder, seed, old=previous_release(folder / "previous")
    ),
    "0.1.0, by four processes": moved_games.moved_games,
    **{f"killed {point}": _killed_at(point) for point in points.POINTS},
    "stopped at a point": _stopped,
    "forged": abuse.forged,
    "hasty": lambda folder, seed: abuse.hasty(folder, seed=seed),
    "a thousand lobbies": lambda folder, seed: abuse.crowding(folder, seed=seed),
    "strange names": abuse.strange_names,
    "strange places": abuse.strange_places,
    **{
        f"{game}, {language}": _in_language(game, language)
        for language in LANGUAGES
        if language != SOURCE
        for game in GAMES
    },
}
OFTEN: Final[dict[str, tuple[Trial, float]]] = {
    "whole games": (_games, 0.2),
    "the same, Lacrimosa": (_lacrimosa, 0.15),
    "with opponents": (_opponents, 0.05),
    "called each turn": (_calls, 0.05),
    "called, Lacrimosa": (_lacrimosa_calls, 0.05),
    "kill -9": (_kills, 0.15),
    "kill -9, Lacrimosa": (_lacrimosa_kills, 0.15),
    "seats change": (_seats, 0.1),
    "seats, Lacrimosa": (_lacrimosa_seats, 0.1),
}


async def everything(minutes: float, tables: list[int], seed: int) -> int:
    """Run everything for so long; return the exit code."""
    report, end = Report(), time.monotonic() + minutes * 60
    loads = await load.compared(tables, max(10.0, minutes * 60 * LOADED), OPPONENTS)
    with tempfile.TemporaryDirectory() as folder:
        endured = await endurance.endure(Path(folder), int(minutes * CLICKS), seed)
    for name, trial in ONCE.items():
        await report.run(name, trial, seed)
    left = max(0.0, end - time.monotonic())
    for name, (trial, share) in OFTEN.items():
        until, number = time.monotonic() + left * share, seed
        while number == seed or time.monotonic() < until:
            await report.run(name, trial, number)
            number += 1
    print(report)
    print(load.table(loads))
    print(endured)
    promises = (*load.promises(loads), endured.promise)
    print("\n".join(map(str, promises)))
    print("\n".join(report.broken) or "Nothing was lost, doubled, stuck, or shown to others.")
    return 0 if all(each.kept for each in promises) and not report.broken else 1


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
