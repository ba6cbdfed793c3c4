"""Endurance: one bot, one game after another, and the memory that it takes.

`python -m tests.wire.endurance --clicks 10000` prints the figures.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections import deque
from dataclasses import dataclass
from pathlib import Path
from random import Random
from statistics import median
from typing import Final

from tests.wire.clicker import Party
from tests.wire.environment import NAMES
from tests.wire.process import BotProcess
from tests.wire.promise import Promise
from tests.wire.server import Loopback
from tests.wire.server.world import Guild

TABLES: Final = {"florence": (3, 4, 5), "lacrimosa": (1, 2, 3, 4)}
"""How many people sit at each of the tables that are played at the same time."""

EVERY: Final = 1.0
"""Seconds between two looks at the memory."""

FLAT: Final = 0.10
"""The share by which the memory may differ once the bot is warm."""

_KEPT: Final = 1000
"""How many sights are kept; this is not a search for leaks."""


@dataclass(frozen=True)
class Endurance:
    """Memory by clicks.

    Attributes:
        games: how many were begun.
        looks: clicks so far and MiB (workers included), in order.
    """

    games: int
    looks: tuple[tuple[int, float], ...]

    @property
    def clicks(self) -> int:
        """How many clicks there were in all."""
        return self.looks[-1][0]

    def around(self, part: float) -> float:
        """The median MiB of the looks in the tenth of all clicks that ends at a part."""
        low, high = (part - 0.1) * self.clicks, part * self.clicks
        return median([mib for clicks, mib in self.looks if low <= clicks <= high])

    @property
    def growth(self) -> float:
        """The memory at the end, as a part of what it was after a third of all clicks."""
        return self.around(1.0) / self.around(0.35)

    @property
    def promise(self) -> Promise:
        """That the memory stays the same."""
        what = f"memory after {self.clicks} clicks, as a part of that after a third"
        return Promise(what, self.growth, 1 - FLAT, 1 + FLAT)

    def __str__(self) -> str:
        parts = (0.1, 0.2, 0.35, 0.5, 0.75, 1.0)
        told = ", ".join(f"{part:.0%} {self.around(part):.0f}" for part in parts)
        return f"memory over {self.clicks} clicks in {self.games} games, MiB: {told}"


async def endure(folder: Path, clicks: int, seed: int = 0) -> Endurance:
    """Play at several tables of both games, again and again, until there are so many clicks."""
    async with Loopback(described=False) as discord:
        discord.record.sights = deque(maxlen=_KEPT)
        guild, parties = discord.guild(), list[Party]()
        looks: list[tuple[int, float]] = []
        async with BotProcess(discord, folder) as bot:
            sitting = [
                asyncio.create_task(
                    _again_and_again(discord, guild, parties, game, seats, clicks, seed)
                )
                for game, tables in TABLES.items()
                for seats in tables
            ]
            playing = asyncio.gather(*sitting)
            while not playing.done():
                looks.append((_count(parties), bot.memory))
                await asyncio.wait({playing}, timeout=EVERY)
            await playing
        return Endurance(len(parties), tuple(looks))


def _count(parties: list[Party]) -> int:
    return sum(len(each.clicks) for each in parties)


async def _again_and_again(
    discord: Loopback,
    guild: Guild,
    parties: list[Party],
    game: str,
    seats: int,
    clicks: int,
    seed: int,
) -> None:
    """Play at one table: each game in its own channel, with the same people."""
    people = [discord.person(name) for name in NAMES[:seats]]
    while _count(parties) < clicks:
        channel = discord.world.channel(guild, f"{game}-{seats}-{len(parties)}")
        party = Party(discord, channel, people, Random(f"{seed}-{channel.id}"), game)
        parties.append(party)
        await party.gather(patience=60.0)
        while not party.over and _count(parties) < clicks:
            await party.play(seconds=5.0)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.endurance")
    parser.add_argument("--clicks", type=int, default=10_000)
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        endured = asyncio.run(endure(Path(folder), asked.clicks))
    print(f"{endured} ({time.monotonic() - began:.0f} s)", endured.promise, sep="\n")  # noqa: T201


if __name__ == "__main__":
    main()
