"""A bad disk: full, locked, read-only, or with another database in place of ours."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import time
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from typing import Final

from bot.database.sqlite import BUSY_SECONDS
from tests.wire import stored_games
from tests.wire.environment import Environment, Figures, environment

NOT_SAVED: Final = "could not be saved"

TOLD: Final = 6 * BUSY_SECONDS
"""Seconds within which someone must be told that a click did not count."""

BYTES_LEFT: Final = (0, 5_000, 15_000)
"""Bytes left on a nearly full disk: a part of a change fits."""


async def full_disk(
    folder: Path, seed: int = 0, *, bytes_left: Sequence[int] = BYTES_LEFT
) -> Figures:
    """The disk fills up while people play, and is freed; people are told what did not count."""
    rng = Random(seed)
    async with environment(folder, 3, 2, seed=seed) as here:
        people, mixed = here.parties
        await asyncio.gather(people.gather(), mixed.gather(opponents=2))
        for left in bytes_left:
            playing = asyncio.create_task(here.play(moves=30, seconds=60.0))
            await asyncio.sleep(rng.uniform(0.3, 0.8))
            here.bot.fill_disk(left)
            await asyncio.sleep(2.0)  # there may be room for everything that happens
            here.bot.free_disk()
            await playing
            await here.settle()
            await here.check()
        await _full_at_rest(here)
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        return await here.check()


async def _full_at_rest(here: Environment) -> None:
    """The disk fills up when every table message calls the right people; their clicks say so.

    In the middle of clicks, a message may have to wait for the disk, and call the wrong
    person. A database log that was restarted has room for some changes without growing.
    """
    told, stored = _told(here), _stored(here)
    here.bot.forbid_writing()
    playing = asyncio.create_task(here.play(moves=30, seconds=2 * TOLD))
    await _until_told(here, told)
    assert _stored(here) == stored, "a full disk has taken an entry"
    here.bot.free_disk()
    await playing
    await here.settle()
    await here.check()


def _stored(here: Environment) -> list[int]:
    stored = stored_games.read(here.bot.database)
    return [len(stored[party.channel.id].rows) for party in here.parties]


def _told(here: Environment) -> int:
    """How many clicks were told that they did not count."""
    clicks = [click for party in here.parties for click in party.clicks]
    return sum(any(NOT_SAVED in text for text in each.question.texts) for each in clicks)


async def _until_told(here: Environment, before: int) -> None:
    """Wait until someone is told that a click did not count.

    Raises:
        AssertionError: no one is told.
    """
    until = time.monotonic() + TOLD
    while _told(here) == before:
        assert time.monotonic() < until, "nobody was told"
        await asyncio.sleep(0.1)


async def locked_database(folder: Path, seed: int = 0) -> Figures:
    """Another program locks the database for a while; each click says that it did not count."""
    async with environment(folder, 3, seed=seed) as here:
        await here.begin()
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        with closing(sqlite3.connect(here.bot.database, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            # A message may wait for the file first, and the click for the message.
            playing = asyncio.create_task(here.play(moves=3, seconds=2 * TOLD))
            await _until_told(here, 0)
            other.execute("ROLLBACK")
            await playing
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        return await here.check()


async def read_only(folder: Path, seed: int = 0) -> Figures:
    """The file may not be written: players go on, but a start is refused in one line."""
    async with environment(folder, 3, seed=seed) as here:
        await here.begin()
        here.bot.module = ("tests.wire.modes", *here.bot.module)
        await here.bot.kill()
        await here.bot.start()
        here.bot.file.chmod(0o444)
        await here.play(moves=15, seconds=30.0)
        await here.settle()
        assert await here.bot.stop() == 0, here.bot.tail()
        await _refused(here)
        here.bot.file.chmod(0o644)
        await asyncio.to_thread(folder.chmod, 0o555)
        await _refused(here)
        await asyncio.to_thread(folder.chmod, 0o755)
        await here.bot.start()
        await here.play(moves=15, seconds=30.0)
        await here.settle()
        return await here.check()


async def _refused(here: Environment) -> None:
    """Check that a start exits with 1 and one line."""
    before = here.bot.log.stat().st_size
    await here.bot.start(wait=False)
    assert await here.bot.ended() == 1
    told = here.bot.log.read_bytes()[before:].decode()
    refusal = f"maecenas: the database {here.bot.database} cannot be used"
    assert told.splitlines()[-1].startswith(refusal), told
    assert "Traceback" not in told


async def moved_database(folder: Path, seed: int = 0) -> Figures:
    """The file is moved away, then another is in its place, then it comes back."""
    async with environment(folder, 3, seed=seed) as here:
        await here.begin()
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        ours, aside = here.bot.file, folder / "aside.db"
        stored = _stored(here)
        ours.rename(aside)
        playing = asyncio.create_task(here.play(moves=4, seconds=TOLD))
        await _until_told(here, 0)
        await playing
        shutil.copy(aside, ours)
        await here.play(moves=4, seconds=10.0)
        aside.replace(ours)
        assert _stored(here) == stored
        await here.play(moves=20, seconds=30.0)
        await here.settle()
        return await here.check()
