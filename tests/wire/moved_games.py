"""Games that release 0.1.0 began on SQLite, moved to PostgreSQL and played by four processes.

`python -m tests.wire.moved_games --kills 8` kills one of the processes eight times, plays both
games to their ends, and prints what was counted.
"""

# ruff: noqa: T201 - the figures are its output

from __future__ import annotations

import argparse
import asyncio
import os
import sqlite3
import sys
import tempfile
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from string import Template
from typing import Final

from tests.wire import trials
from tests.wire.clicker import Party
from tests.wire.environment import NAMES, Environment, Figures
from tests.wire.process import ROOT, BotProcess
from tests.wire.processes import BotProcesses
from tests.wire.server import Loopback
from tests.wire.servers import lasting

WRITTEN: Final = ROOT / "tests" / "bot" / "fixtures" / "release-0.1.0.sql"
"""What 0.1.0 left: two running games, with placeholders for Discord's ids."""

GAMES: Final = {"florence": (1, 3), "lacrimosa": (3, 2)}
"""The number of each running game, and how many people sit there."""

PROCESSES: Final = 4


async def moved_games(folder: Path, seed: int = 0, *, kills: int = 4) -> Figures:
    """Both games are played to their ends by four processes, one of which is killed so often.

    First, today's release starts on the file of 0.1.0, as a host's does, and shows the tables.
    """
    rng = Random(seed)
    async with (
        Loopback(shards=PROCESSES) as discord,
        lasting() as server,
        server.database() as url,
    ):
        parties = _parties(discord, seed)
        one = BotProcess(discord, folder)
        await asyncio.to_thread(_restore, one.file, discord, parties)
        here = Environment(discord, one, parties)
        async with one:
            for party in parties:  # this Discord does not know the old messages
                await party.people[0].slash(party.channel, "table")
            await here.settle()
            await here.check(asked_anew=True)
        await _move(one.file, url)
        here.bot = BotProcesses(discord, folder, PROCESSES, database=url, seed=seed)
        async with here.bot:
            for _ in range(kills):
                await trials.interrupted(here, rng.uniform(0.05, 1.5), here.bot.kill)
                await here.settle()
                await here.bot.start()
                await here.check(asked_anew=True)
            await here.play(seconds=900.0)
            await here.settle()
            figures = await here.check(asked_anew=True)
            assert figures.over == figures.games == len(GAMES), "a game has no end"
            return figures


def _parties(discord: Loopback, seed: int) -> list[Party]:
    """The people of the running games, each game on a different process's server."""
    parties = []
    for shard, (title, (number, seats)) in enumerate(GAMES.items()):
        people = [discord.person(name) for name in NAMES[:seats]]
        channel = discord.world.channel(discord.guild(shard=shard), title)
        rng = Random(f"{seed}-{title}")
        given = _given(number)
        parties.append(Party(discord, channel, people, rng, title, given=given))
    return parties


def _given(game: int) -> int:
    """How many entries of a game 0.1.0 wrote."""
    return WRITTEN.read_text("utf-8").count(f'\nINSERT INTO "entries" VALUES({game},')


def _restore(path: Path, discord: Loopback, parties: Sequence[Party]) -> None:
    """Write the database as if 0.1.0 had just left it, with the ids of this Discord."""
    florence, lacrimosa = parties
    guild = discord.world.guilds[florence.channel.guild or 0]
    ids = {"guild": guild.id} | {each.game: each.channel.id for each in parties}
    ids |= {each: discord.world.channel(guild, each).id for each in ("ended", "lobby")}
    for person in (*florence.people, discord.person("Dmitri")):
        ids[person.name.lower()] = person.id
        ids[f"{person.name.lower()}_dm"] = discord.world.direct(person.user).id
    number, _ = GAMES[lacrimosa.game]
    with closing(sqlite3.connect(path)) as database, database:
        database.executescript(Template(WRITTEN.read_text("utf-8")).substitute(ids))
        database.execute("UPDATE games SET updated = ?", (time.time(),))
        # No one here knows what the orders are for.
        database.execute("DELETE FROM orders")
        database.execute(
            "UPDATE games SET guild = ? WHERE id = ?", (lacrimosa.channel.guild, number)
        )
        for seat, person in enumerate(lacrimosa.people):
            database.execute(
                "UPDATE seats SET user = ?, dm_channel = ? WHERE game = ? AND seat = ?",
                (person.id, discord.world.direct(person.user).id, number, seat),
            )
            database.execute(
                "UPDATE entries SET by_user = ? WHERE game = ? AND by_user = ?",
                (person.id, number, ids[person.name.lower()]),
            )


async def _move(source: Path, target: str) -> None:
    """Run `maecenas move` as a host does; the URL has a password, so it is not an argument."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "move", "--to-env", "MOVED_TO", str(source)),
        cwd=ROOT,
        env=os.environ | {"MOVED_TO": target},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    told, _ = await process.communicate()
    assert process.returncode == 0, told.decode("utf-8", "replace")


def main() -> None:
    """Read the command line and run."""
    parser = argparse.ArgumentParser(prog="python -m tests.wire.moved_games")
    parser.add_argument("--kills", type=int, default=8)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        print(asyncio.run(moved_games(Path(folder), asked.seed, kills=asked.kills)))


if __name__ == "__main__":
    main()
